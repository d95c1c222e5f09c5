// SPDX-License-Identifier: MIT
#include "support/small_level.h"

#include "halfspace/level/bodies.h"

#include "level/shared/derive.h"
#include "support/refit.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace halfspace::test {
namespace {

constexpr int kGridExponent = 3;

struct Box {
    std::array<int, 3> min;
    std::array<int, 3> max;
};

class Builder {
public:
    Builder() {
        data_.grid_exponent = kGridExponent;
        data_.leaves.push_back({});
        text("");
    }

    std::uint32_t text(std::string_view value) {
        const auto offset = static_cast<std::uint32_t>(data_.strings.size());
        data_.strings.insert(data_.strings.end(), value.begin(), value.end());
        data_.strings.push_back('\0');
        return offset;
    }

    std::uint32_t material(std::string_view name) {
        data_.materials.push_back({text(name), 64, 64, 0, 0, kNone});
        return static_cast<std::uint32_t>(data_.materials.size() - 1);
    }

    std::uint32_t entity(std::uint32_t model, std::string_view classname) {
        const auto first = static_cast<std::uint32_t>(data_.keys.size());
        const std::uint32_t key = text("classname");
        data_.keys.push_back({key, text(classname)});
        data_.entities.push_back({first, 1, model, 1});
        return static_cast<std::uint32_t>(data_.entities.size() - 1);
    }

    // A plane record of n.p = distance map units; n's first coefficient is positive.
    std::uint32_t plane(std::array<int, 3> n, int distance) {
        const PlaneRecord record{{n[0], n[1], n[2]},
                                 static_cast<std::uint64_t>(std::int64_t{distance} * 8),
                                 distance < 0 ? -1 : 0};
        for (std::uint32_t i = 0; i < data_.planes.size(); ++i) {
            const PlaneRecord& known = data_.planes[i];
            if (std::equal(known.n, known.n + 3, record.n) && known.d_low == record.d_low) {
                return i;
            }
        }
        data_.planes.push_back(record);
        return static_cast<std::uint32_t>(data_.planes.size() - 1);
    }

    std::uint32_t axial(int axis, int distance) {
        std::array<int, 3> n{};
        n.at(static_cast<std::size_t>(axis)) = 1;
        return plane(n, distance);
    }

    // A brush with sides of the given plane ids.
    std::uint32_t brush(std::uint32_t entity,
                        Contents contents,
                        std::uint32_t material,
                        std::initializer_list<std::uint32_t> planes) {
        const auto first = static_cast<std::uint32_t>(data_.sides.size());
        std::uint32_t source = 0;
        for (const std::uint32_t plane : planes) {
            data_.sides.push_back({plane, material, 4 + source, source});
            ++source;
        }
        BrushRecord record{};
        record.entity = entity;
        record.first_side = first;
        record.side_count = source;
        record.contents = static_cast<std::uint32_t>(contents);
        record.line = 3;
        record.source = static_cast<std::uint32_t>(data_.brushes.size());
        data_.brushes.push_back(record);
        return static_cast<std::uint32_t>(data_.brushes.size() - 1);
    }

    // Sides in the order -x, +x, -y, +y, -z, +z.
    std::uint32_t box_brush(std::uint32_t entity,
                            Contents contents,
                            std::uint32_t material,
                            const Box& box) {
        const auto& [min, max] = box;
        return brush(entity,
                     contents,
                     material,
                     {2 * axial(0, min[0]) + 1,
                      2 * axial(0, max[0]),
                      2 * axial(1, min[1]) + 1,
                      2 * axial(1, max[1]),
                      2 * axial(2, min[2]) + 1,
                      2 * axial(2, max[2])});
    }

    std::int32_t leaf(Contents contents) {
        const auto index = static_cast<std::uint32_t>(data_.leaves.size());
        data_.leaves.push_back({static_cast<std::uint32_t>(contents), 0, blocker_bits(contents)});
        return -1 - static_cast<std::int32_t>(index);
    }

    // A node whose children are set later, or now if they are leaves.
    std::int32_t node(std::uint32_t plane, std::int32_t front = 0, std::int32_t back = 0) {
        NodeRecord record{};
        record.child[0] = front;
        record.child[1] = back;
        record.plane = plane;
        data_.nodes.push_back(record);
        return static_cast<std::int32_t>(data_.nodes.size() - 1);
    }

    // Six nodes around the box: outside of each plane lies outside[i], in the order of box_brush.
    // The last node's inner child is set later; the first is returned.
    std::int32_t box_nodes(const Box& box, std::array<std::int32_t, 6> outside) {
        std::int32_t first = 0;
        for (int i = 0; i < 6; ++i) {
            const auto axis = static_cast<std::size_t>(i / 2);
            const bool upper = i % 2 == 1;
            const int distance = upper ? box.max.at(axis) : box.min.at(axis);
            const std::int32_t added = node(axial(i / 2, distance));
            data_.nodes.back().child[upper ? 0 : 1] = outside.at(static_cast<std::size_t>(i));
            data_.nodes.back().child[upper ? 1 : 0] = added + 1;
            first = i == 0 ? added : first;
        }
        return first;
    }

    // A polygon, counter-clockwise seen from its front.
    void face(std::uint32_t plane,
              std::int32_t node,
              std::uint32_t brush,
              std::uint32_t side,
              std::initializer_list<std::array<float, 3>> corners) {
        const BrushRecord& owner = data_.brushes[brush];
        const std::uint32_t own_side = owner.first_side + side;
        data_.faces.push_back({plane,
                               static_cast<std::uint32_t>(data_.face_vertices.size()),
                               static_cast<std::uint32_t>(corners.size()),
                               brush,
                               own_side,
                               data_.sides[own_side].material,
                               static_cast<std::uint32_t>(node),
                               kFaceOpacityMask << kFaceOpacityShift});
        for (const auto& [x, y, z] : corners) {
            data_.face_vertices.push_back(static_cast<std::uint32_t>(data_.vertices.size()));
            data_.face_texcoords.push_back({(x + z) / 64, y / 64});
            data_.vertices.push_back({x, y, z});
        }
    }

    LevelData& data() { return data_; }

    LevelData take() {
        std::sort(data_.faces.begin(), data_.faces.end(), [](const auto& a, const auto& b) {
            return std::tuple(a.node, a.plane & 1, a.first_vertex) <
                   std::tuple(b.node, b.plane & 1, b.first_vertex);
        });
        line_up_vertices(data_);
        add_point_space(data_);
        derive(data_);
        return std::move(data_);
    }

private:
    LevelData data_;
};

void add_world(Builder& builder) {
    const std::uint32_t stone = builder.material("stone");
    const std::uint32_t glass = builder.material("glass");
    const std::uint32_t water = builder.material("*water");
    const std::uint32_t world = builder.entity(0, "worldspawn");
    const Contents solid = Contents::Solid;

    builder.box_brush(world, solid, stone, {{-80, -80, -16}, {-64, 80, 144}});
    builder.box_brush(world, Contents::Fence, glass, {{64, -64, 0}, {80, 64, 128}});
    builder.box_brush(world, solid, stone, {{-64, -80, -16}, {80, -64, 144}});
    builder.box_brush(world, solid, stone, {{-64, 64, -16}, {80, 80, 144}});
    builder.box_brush(world, solid, stone, {{-64, -64, -16}, {80, 64, 0}});
    builder.box_brush(world, solid, stone, {{-64, -64, 128}, {80, 64, 144}});
    const std::uint32_t slope = builder.plane({1, 0, 1}, -32);
    builder.brush(world,
                  solid,
                  stone,
                  {2 * slope,
                   2 * builder.axial(0, -64) + 1,
                   2 * builder.axial(2, 0) + 1,
                   2 * builder.axial(1, -64) + 1,
                   2 * builder.axial(1, 64)});
    builder.box_brush(world, Contents::Water, water, {{-64, -64, 0}, {64, 64, 16}});

    // The wall at x = 64 comes last, so that the leaf behind it is glass alone.
    const std::int32_t left = builder.leaf(solid);
    const std::int32_t pane = builder.leaf(Contents::Fence);
    const std::int32_t walls[] = {
        builder.leaf(solid), builder.leaf(solid), builder.leaf(solid), builder.leaf(solid)};
    const std::int32_t root = builder.node(builder.axial(0, -64), 1, left);
    const std::int32_t south = builder.node(builder.axial(1, -64), 2, walls[0]);
    const std::int32_t north = builder.node(builder.axial(1, 64), walls[1], 3);
    const std::int32_t floor = builder.node(builder.axial(2, 0), 4, walls[2]);
    const std::int32_t ceiling = builder.node(builder.axial(2, 128), walls[3], 5);
    builder.node(builder.axial(0, 64), pane, 6);
    const std::int32_t ramp = builder.node(slope, 7, builder.leaf(solid));
    const std::int32_t below = builder.leaf(Contents::Water);
    const std::int32_t surface =
        builder.node(builder.axial(2, 16), builder.leaf(Contents::Empty), below);

    const std::uint32_t planes[] = {builder.axial(0, -64),
                                    builder.axial(1, -64),
                                    builder.axial(1, 64),
                                    builder.axial(2, 0),
                                    builder.axial(2, 128),
                                    builder.axial(0, 64)};
    builder.face(2 * planes[0],
                 root,
                 0,
                 1,
                 {{-64, -64, 32}, {-64, 64, 32}, {-64, 64, 128}, {-64, -64, 128}});
    builder.face(2 * planes[1],
                 south,
                 2,
                 3,
                 {{-32, -64, 0}, {-64, -64, 32}, {-64, -64, 128}, {64, -64, 128}, {64, -64, 0}});
    builder.face(2 * planes[2] + 1,
                 north,
                 3,
                 2,
                 {{-32, 64, 0}, {64, 64, 0}, {64, 64, 128}, {-64, 64, 128}, {-64, 64, 32}});
    builder.face(
        2 * planes[3], floor, 4, 5, {{-32, -64, 0}, {64, -64, 0}, {64, 64, 0}, {-32, 64, 0}});
    builder.face(2 * planes[4] + 1,
                 ceiling,
                 5,
                 4,
                 {{-64, -64, 128}, {-64, 64, 128}, {64, 64, 128}, {64, -64, 128}});
    builder.face(
        2 * planes[5] + 1, 5, 1, 0, {{64, -64, 0}, {64, -64, 128}, {64, 64, 128}, {64, 64, 0}});
    builder.face(
        2 * slope, ramp, 6, 0, {{-32, -64, 0}, {-32, 64, 0}, {-64, 64, 32}, {-64, -64, 32}});
    builder.face(2 * builder.axial(2, 16),
                 surface,
                 7,
                 5,
                 {{-48, -64, 16}, {64, -64, 16}, {64, 64, 16}, {-48, 64, 16}});
    builder.data().models.push_back({0,
                                     world,
                                     0,
                                     8,
                                     {-80, -80, -16},
                                     {80, 80, 144},
                                     {-80, -80, -16},
                                     {80, 80, 144},
                                     {0, 0, 0},
                                     0,
                                     0});
}

void add_door(Builder& builder) {
    const std::uint32_t steel = builder.material("steel");
    MaterialRecord& record = builder.data().materials[steel];
    record.flags = kMaterialColoured;
    record.colour = 0x804020;
    record.picture = 0;
    builder.data().pictures.push_back({builder.text("steel.png"), 0, 3, 0});
    builder.data().pictures.push_back({builder.text("wood.jpg"), 3, 2, 0});
    builder.data().picture_bytes = {1, 2, 3, 4, 5};
    const std::uint32_t door = builder.entity(1, "func_door");
    const Box box{{32, -16, 0}, {40, 16, 64}};
    const std::uint32_t brush = builder.box_brush(door, Contents::Detail, steel, box);
    std::array<std::int32_t, 6> outside{};
    for (std::int32_t& leaf : outside) {
        leaf = builder.leaf(Contents::Empty);
    }
    const std::int32_t root = builder.box_nodes(box, outside);
    builder.data().nodes.back().child[1] = builder.leaf(Contents::Detail);

    const auto plane = [&](std::uint32_t side) {
        return builder.data().sides[builder.data().brushes[brush].first_side + side].plane;
    };
    builder.face(
        plane(0), root, brush, 0, {{32, -16, 0}, {32, -16, 64}, {32, 16, 64}, {32, 16, 0}});
    builder.face(
        plane(1), root + 1, brush, 1, {{40, -16, 0}, {40, 16, 0}, {40, 16, 64}, {40, -16, 64}});
    builder.face(
        plane(2), root + 2, brush, 2, {{32, -16, 0}, {40, -16, 0}, {40, -16, 64}, {32, -16, 64}});
    builder.face(
        plane(3), root + 3, brush, 3, {{32, 16, 0}, {32, 16, 64}, {40, 16, 64}, {40, 16, 0}});
    builder.face(
        plane(4), root + 4, brush, 4, {{32, -16, 0}, {32, 16, 0}, {40, 16, 0}, {40, -16, 0}});
    builder.face(
        plane(5), root + 5, brush, 5, {{32, -16, 64}, {40, -16, 64}, {40, 16, 64}, {32, 16, 64}});
    builder.data().models.push_back({root,
                                     door,
                                     8,
                                     6,
                                     {31, -17, -1},
                                     {41, 17, 65},
                                     {32, -16, 0},
                                     {40, 16, 64},
                                     {36, 0, 0},
                                     0,
                                     0});
}

}  // namespace

LevelData small_level() {
    Builder builder;
    add_world(builder);
    add_door(builder);
    builder.entity(kNone, "info_player_start");
    builder.data().left_out.push_back({1, 1, 60});
    LevelData data = builder.take();
    data.statistics.candidate_faces = 59;
    data.statistics.exposed_faces = 14;
    data.statistics.normal_bits = 1;
    data.statistics.distance_bits = 11;
    data.statistics.predicate_bits = 27;
    return data;
}

void add_small_nav(LevelData& level) {
    const auto floor = std::ranges::find_if(level.planes, [](const PlaneRecord& plane) {
        return plane.n[0] == 0 && plane.n[1] == 0 && plane.n[2] == 1 && plane.d_low == 0;
    });
    const auto plane = 2 * static_cast<std::uint32_t>(floor - level.planes.begin());
    level.nav_meshes = {{0.7, 18, 0, 0, static_cast<std::uint32_t>(Contents::Solid), 0}};
    level.nav_polygons = {{plane, 0, 0, 0}, {plane, 4, 0, 0}, {plane, 7, 0, 0}};
    for (const std::uint32_t vertex : {0u, 1u, 2u, 3u, 1u, 4u, 2u, 5u, 6u, 7u}) {
        level.nav_edges.push_back({vertex, kNone});
    }
    level.nav_vertices = {{0, 0, 0},
                          {16, 0, 0},
                          {16, 16, 0},
                          {0, 16, 0},
                          {32, 0, 0},
                          {0, 0, 8},
                          {0, 16, 8},
                          {-16, 16, 8}};
    level.nav_steps = {{3, 7, 100, 0}};
    level.nav_links = {{1,
                        2,
                        {17, 1, 18, 1},
                        {-1, 15, -2, 15},
                        0.5f,
                        static_cast<std::uint32_t>(NavLinkKind::Jump),
                        0,
                        0}};
    level.nav_doors = {{1, 1}};
    level.nav_areas = {{level.materials[0].name, 2}};
    level.nav_polygons[1].area = 0;
    derive_nav(level);
}

}  // namespace halfspace::test
