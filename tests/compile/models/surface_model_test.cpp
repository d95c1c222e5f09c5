// SPDX-License-Identifier: MIT
// Worlds of polygons from their text to the level and its proof.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/query/classify.h"
#include "halfspace/verify/verify.h"

#include "compile/models/surface_tree.h"
#include "formats/shared/grid_reader.h"
#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/random.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

using Coordinates = std::array<double, 3>;
constexpr std::array kKinds{SurfaceTree::Solid, SurfaceTree::Node, SurfaceTree::Leafy};

World grid_world(std::string_view text) {
    auto read = read_grid(text, "test.grid");
    EXPECT_TRUE(read);
    return read ? std::move(read->world) : World{.entities = {{}}};
}

std::string castle_text() {
    const auto bytes = read_file(project_file("examples/levels/castle.grid")).value();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

SurfacePolygon polygon_of(const std::vector<Coordinates>& points, int decimals) {
    SurfacePolygon polygon;
    const auto decimal = [&](double number) { return rounded_decimal(number, decimals); };
    for (const Coordinates& p : points) {
        polygon.corners.push_back({{decimal(p[0]), decimal(p[1]), decimal(p[2])}});
    }
    polygon.material = MaterialId(0);
    return polygon;
}

// A box turned around the z axis by the angle whose cosine and sine are given, looking outwards or
// inwards. Line numbers count the sides from 1.
std::vector<SurfacePolygon> box_surface(const Coordinates& low,
                                        const Coordinates& high,
                                        bool is_room = false,
                                        double cosine = 1,
                                        double sine = 0) {
    std::vector<SurfacePolygon> polygons;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool is_top : {false, true}) {
            std::vector<Coordinates> points;
            for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                Coordinates p{};
                p[axis] = is_top ? high[axis] : low[axis];
                p[(axis + 1) % 3] = u == 1 ? high[(axis + 1) % 3] : low[(axis + 1) % 3];
                p[(axis + 2) % 3] = v == 1 ? high[(axis + 2) % 3] : low[(axis + 2) % 3];
                points.push_back({cosine * p[0] - sine * p[1], sine * p[0] + cosine * p[1], p[2]});
            }
            if (is_top == is_room) {
                std::reverse(points.begin(), points.end());
            }
            polygons.push_back(polygon_of(points, 3));
            polygons.back().position.line = static_cast<std::uint32_t>(polygons.size());
        }
    }
    return polygons;
}

World soup_world(std::vector<SurfacePolygon> polygons) {
    World world;
    world.source = "soup";
    world.materials.push_back({"stone"});
    world.entities.push_back({});
    world.entities[0].polygons = std::move(polygons);
    return world;
}

std::vector<SurfacePolygon> joined(std::vector<SurfacePolygon> a,
                                   const std::vector<SurfacePolygon>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

void expect_proven(const World& world, const CompileOptions& options = {}) {
    const VerifyReport report = verify(level_of(world, options), world);
    EXPECT_EQ(report.differences, 0u) << (report.details.empty() ? "" : report.details[0]);
}

std::vector<std::string> errors_of(const World& world, const CompileOptions& options = {}) {
    const auto compiled = compile(world, options);
    std::vector<std::string> texts;
    EXPECT_FALSE(compiled);
    if (!compiled) {
        for (const Error& error : compiled.error()) {
            texts.push_back(to_string(error));
        }
    }
    return texts;
}

Contents at(const Level& level, const Vec3& point) {
    return point_contents(level, point);
}

TEST(SurfaceModel, CompilesTheCastleWithEveryTreeAndProvesIt) {
    const World world = grid_world(castle_text());
    for (const SurfaceTree kind : kKinds) {
        for (const SplitterScore score : {SplitterScore::Area, SplitterScore::Classic}) {
            CompileOptions options;
            options.tree.surface_tree = kind;
            options.tree.score = score;
            const Level level = level_of(world, options);
            const VerifyReport report = verify(level, world);
            EXPECT_EQ(report.differences, 0u);
            EXPECT_EQ(report.leaves, level.leaves().size());
            EXPECT_EQ(report.polygons, world.entities[0].polygons.size());
        }
    }
}

TEST(SurfaceModel, SaysInTheCastleWhatItsPlanSays) {
    const std::string text = castle_text();
    const std::string plan = text.substr(text.find("\n\n.") + 2);
    const Level level = level_of(grid_world(text));
    for (int row = 0; row < 20; ++row) {
        for (int column = 0; column < 40; ++column) {
            const char cell = plan[static_cast<std::size_t>(row * 41 + column)];
            // Near the south side, in its middle: open but for 1, 4 and 5 ...
            const Vec3 south{(column - 20) * 64 + 32.0, (9 - row) * 64 + 1.0, 96};
            const Vec3 north{(column - 20) * 64 + 32.0, (9 - row) * 64 + 63.0, 96};
            const auto is_solid = [&](const Vec3& p) { return at(level, p) == Contents::Solid; };
            EXPECT_EQ(is_solid(south), cell == '1' || cell == '4' || cell == '5') << row << column;
            EXPECT_EQ(is_solid(north), cell == '1' || cell == '2' || cell == '3') << row << column;
        }
    }
    EXPECT_EQ(at(level, {0, 0, -8}), Contents::Solid);
    EXPECT_EQ(at(level, {0, 0, 200}), Contents::Solid);
}

double area_of_faces(const Level& level) {
    double area = 0;
    for (const FaceRecord& face : level.faces()) {
        const auto point = [&](std::uint32_t i) {
            const VertexRecord& v = level.vertices()[level.face_vertices()[face.first_vertex + i]];
            return Vec3{v.x, v.y, v.z};
        };
        Vec3 twice;
        for (std::uint32_t i = 1; i + 1 < face.vertex_count; ++i) {
            twice = twice + cross(point(i) - point(0), point(i + 1) - point(0));
        }
        area += length(twice) / 2;
    }
    return area;
}

TEST(SurfaceModel, DrawsAllOfTheCastleOnce) {
    const World world = grid_world(castle_text());
    double whole = 0;
    for (const SurfacePolygon& polygon : world.entities[0].polygons) {
        const auto point = [&](std::size_t i) { return to_vec3(polygon.corners[i].point); };
        Vec3 twice;
        for (std::size_t i = 1; i + 1 < polygon.corners.size(); ++i) {
            twice = twice + cross(point(i) - point(0), point(i + 1) - point(0));
        }
        whole += length(twice) / 2;
    }
    for (const SurfaceTree kind : kKinds) {
        CompileOptions options;
        options.tree.surface_tree = kind;
        EXPECT_NEAR(area_of_faces(level_of(world, options)) / whole, 1, 1e-9);
    }
}

TEST(SurfaceModel, KeepsPicturesInTheirPlacesOnEveryPiece) {
    const World world = grid_world(castle_text());
    for (const SurfaceTree kind : kKinds) {
        CompileOptions options;
        options.tree.surface_tree = kind;
        const Level level = level_of(world, options);
        double worst = 0;
        for (const FaceRecord& face : level.faces()) {
            if (world.materials[face.material].name != "cobble") {
                continue;
            }
            // North is up, one repeat a cell; whole repeats of a face do not matter.
            for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
                const std::uint32_t c = face.first_vertex + i;
                const VertexRecord& at = level.vertices()[level.face_vertices()[c]];
                const TexcoordRecord& t = level.face_texcoords()[c];
                for (const double off : {t.u - at.x / 64.0, t.v + at.y / 64.0}) {
                    worst = std::max(worst, std::fabs(off - std::round(off)));
                }
            }
        }
        EXPECT_LT(worst, 1e-5);
    }
}

TEST(SurfaceModel, NamesThePolygonOfEachFace) {
    const World world = grid_world(castle_text());
    const Level level = level_of(world);
    std::set<std::uint32_t> seen;
    for (const FaceRecord& face : level.faces()) {
        ASSERT_EQ(face.brush, kNone);
        ASSERT_LT(face.side, world.entities[0].polygons.size());
        EXPECT_EQ(face.material, world.entities[0].polygons[face.side].material.value);
        seen.insert(face.side);
    }
    EXPECT_EQ(seen.size(), world.entities[0].polygons.size());
}

TEST(SurfaceModel, DoesNotDependOnTheOrderOfThePolygons) {
    World world = grid_world(castle_text());
    const auto before = compile(world);
    Random random(6);
    auto& polygons = world.entities[0].polygons;
    for (std::size_t i = polygons.size(); i > 1; --i) {
        std::swap(polygons[i - 1],
                  polygons[static_cast<std::size_t>(
                      random.integer(0, static_cast<std::int64_t>(i) - 1))]);
    }
    for (SurfacePolygon& polygon : polygons) {
        std::rotate(polygon.corners.begin(), polygon.corners.begin() + 1, polygon.corners.end());
    }
    const auto after = compile(world);
    ASSERT_TRUE(before && after);
    LevelData a = before->level;
    LevelData b = after->level;
    for (LevelData* level : {&a, &b}) {
        for (FaceRecord& face : level->faces) {
            face.side = 0;
        }
    }
    EXPECT_EQ(write_level(a), write_level(b));
}

TEST(SurfaceModel, TakesARoomAsOpenAndWhatIsAroundItAsSolid) {
    const World world = soup_world(box_surface({0, 0, 0}, {64, 64, 64}, true));
    const Level level = level_of(world);
    EXPECT_EQ(at(level, {32, 32, 32}), Contents::Empty);
    EXPECT_EQ(at(level, {-8, 32, 32}), Contents::Solid);
    EXPECT_EQ(at(level, {5000, 0, 0}), Contents::Empty);  // beyond the model's box
    expect_proven(world);
}

TEST(SurfaceModel, FillsSurfacesThatOverlapTouchOrHoldOneAnother) {
    const auto box = box_surface({0, 0, 0}, {64, 64, 64});
    const auto overlapping = box_surface({32, 32, 32}, {96, 96, 96});
    const auto touching = box_surface({64, 0, 0}, {128, 64, 64});
    const auto inside = box_surface({16, 16, 16}, {48, 48, 48});
    const auto hollow = box_surface({16, 16, 16}, {48, 48, 48}, true);
    const auto room = box_surface({-256, -256, -256}, {256, 256, 256}, true);
    for (const auto& [surface, point, contents] :
         {std::tuple{joined(box, overlapping), Vec3{48, 48, 48}, Contents::Solid},
          {joined(box, overlapping), Vec3{16, 80, 16}, Contents::Empty},
          {joined(box, touching), Vec3{64, 32, 32}, Contents::Solid},
          {joined(box, inside), Vec3{32, 32, 32}, Contents::Solid},
          {joined(box, hollow), Vec3{32, 32, 32}, Contents::Empty},
          {joined(box, hollow), Vec3{8, 32, 32}, Contents::Solid},
          {joined(joined(room, box), overlapping), Vec3{48, 48, 48}, Contents::Solid},
          {joined(joined(room, box), overlapping), Vec3{-8, 32, 32}, Contents::Empty},
          {joined(joined(room, box), overlapping), Vec3{-260, 32, 32}, Contents::Solid}}) {
        const World world = soup_world(surface);
        for (const SurfaceTree kind : kKinds) {
            CompileOptions options;
            options.tree.surface_tree = kind;
            EXPECT_EQ(at(level_of(world, options), point), contents);
            expect_proven(world, options);
        }
    }
}

TEST(SurfaceModel, BringsCornersToTheGridAndCutsWhatIsNotFlatAnyMore) {
    // Turned by 3-4-5 and by some 30 degrees.
    for (const auto& [cosine, sine] :
         {std::pair{0.6, 0.8}, {0.8660254, 0.5}, {0.9876883, 0.1564345}}) {
        const World world = soup_world(
            joined(box_surface({-100, -50, 3.3}, {100, 50, 47.7}, false, cosine, sine),
                   box_surface({-400, -400, -400}, {400, 400, 400}, true, sine, cosine)));
        const auto compiled = compile(world);
        ASSERT_TRUE(compiled);
        EXPECT_FALSE(compiled->diagnostics.empty());
        expect_proven(world);
        EXPECT_EQ(at(level_of(world), {0, 0, 10}), Contents::Solid);
        EXPECT_EQ(at(level_of(world), {0, 0, 100}), Contents::Empty);
    }
}

TEST(SurfaceModel, KeepsCornersOnStraightEdgesAndClosesLongEdgesByShortOnes) {
    auto polygons = box_surface({0, 0, 0}, {64, 64, 64});
    // The top in two halves; only one neighbour knows of the corner between them.
    polygons.pop_back();
    polygons.push_back(polygon_of({{0, 0, 64}, {32, 0, 64}, {32, 64, 64}, {0, 64, 64}}, 0));
    polygons.push_back(polygon_of({{32, 0, 64}, {64, 0, 64}, {64, 64, 64}, {32, 64, 64}}, 0));
    polygons[2] = polygon_of({{0, 0, 0}, {64, 0, 0}, {64, 0, 64}, {32, 0, 64}, {0, 0, 64}}, 0);
    const World world = soup_world(polygons);
    expect_proven(world);
    const Level level = level_of(world);
    EXPECT_EQ(at(level, {32, 32, 32}), Contents::Solid);
    EXPECT_EQ(at(level, {32, 32, 65}), Contents::Empty);
}

TEST(SurfaceModel, MakesModelsOfEntitiesWithPolygonsBesideAWorldOfBrushes) {
    World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    world.entities.push_back({});
    world.entities[1].polygons = box_surface({100, 0, 0}, {164, 64, 64});
    const Level level = level_of(world);
    ASSERT_EQ(level.models().size(), 2u);
    EXPECT_EQ(at(level, {32, 32, 32}), Contents::Solid);
    EXPECT_EQ(at(level, {132, 32, 32}), Contents::Empty);
    EXPECT_EQ(point_contents({level, ModelId(1)}, {132, 32, 32}), Contents::Solid);
    EXPECT_EQ(point_contents({level, ModelId(1)}, {99, 32, 32}), Contents::Empty);
    expect_proven(world);
}

TEST(SurfaceModel, IsNeverTooDeepForASolidWithManySides) {
    // A prism of 1500 sides around a parabola: each plane cuts off next to nothing.
    std::vector<Coordinates> bottom;
    constexpr int kHalf = 750;
    for (int i = -kHalf; i <= kHalf; ++i) {
        bottom.push_back({static_cast<double>(i), i * i / 4.0, 0});
    }
    std::vector<SurfacePolygon> polygons;
    std::vector<Coordinates> top = bottom;
    for (auto& p : top) {
        p[2] = 64;
    }
    polygons.push_back(polygon_of(top, 2));
    for (std::size_t i = 0; i < bottom.size(); ++i) {
        const std::size_t next = (i + 1) % bottom.size();
        polygons.push_back(polygon_of({bottom[i], bottom[next], top[next], top[i]}, 2));
    }
    std::reverse(bottom.begin(), bottom.end());
    polygons.push_back(polygon_of(bottom, 2));
    expect_proven(soup_world(polygons));
}

TEST(SurfaceErrors, ListTheEdgesOfAPolygonThatIsNotThere) {
    World world = grid_world(castle_text());
    auto& polygons = world.entities[0].polygons;
    const SurfacePolygon missing = polygons[700];
    polygons.erase(polygons.begin() + 700);
    const std::vector<std::string> errors = errors_of(world);
    ASSERT_EQ(errors.size(), 1 + missing.corners.size());
    EXPECT_NE(errors[0].find("the surface of entity 0 is not closed: 4 edges are open"),
              std::string::npos)
        << errors[0];
    // Each edge of it, run the other way by its neighbours.
    const auto text_of = [](const PolygonCorner& corner) {
        std::string text = "(";
        for (const Decimal& c : corner.point) {
            text += std::to_string(static_cast<int>(to_double(c))) + " ";
        }
        text.back() = ')';
        return text;
    };
    for (std::size_t i = 0; i < missing.corners.size(); ++i) {
        const std::string edge = "open edge from " +
                                 text_of(missing.corners[(i + 1) % missing.corners.size()]) +
                                 " to " + text_of(missing.corners[i]);
        EXPECT_TRUE(std::any_of(errors.begin(), errors.end(), [&](const std::string& error) {
            return error.find(edge) != std::string::npos && error.starts_with("test.grid:");
        })) << edge;
    }
}

TEST(SurfaceErrors, ListTheEdgesOfAPolygonThatFacesTheWrongWay) {
    World world = soup_world(box_surface({0, 0, 0}, {64, 64, 64}));
    auto& corners = world.entities[0].polygons[5].corners;
    std::reverse(corners.begin(), corners.end());
    const std::vector<std::string> errors = errors_of(world);
    ASSERT_EQ(errors.size(), 5u);
    for (std::size_t i = 1; i < errors.size(); ++i) {
        EXPECT_NE(errors[i].find("2 polygons run along the edge in this direction and 0 in"),
                  std::string::npos)
            << errors[i];
    }
}

TEST(SurfaceErrors, ListTwentyEdgesAndCountAll) {
    const World world = grid_world("floor no\n..........\n");
    const std::vector<std::string> errors = errors_of(world);
    ASSERT_EQ(errors.size(), 21u);
    EXPECT_NE(errors[0].find("22 edges are open, the first 20 follow"), std::string::npos)
        << errors[0];
}

TEST(SurfaceErrors, DrawAnOpenSurfaceWhenTold) {
    const World world = grid_world("ceiling no\n.1.\n...\n");
    CompileOptions options;
    options.open_surfaces = OpenSurfaces::Draw;
    const auto compiled = compile(world, options);
    ASSERT_TRUE(compiled);
    ASSERT_FALSE(compiled->diagnostics.empty());
    EXPECT_NE(compiled->diagnostics.back().message.find("is drawn and blocks nothing"),
              std::string::npos);
    const Level level = level_of(world, options);
    for (const LeafRecord& leaf : level.leaves()) {
        EXPECT_EQ(leaf.contents, 0u);
    }
    EXPECT_GE(level.faces().size(), world.entities[0].polygons.size());
    EXPECT_EQ(verify(level, world).differences, 0u);
}

TEST(SurfaceErrors, NameBadPolygons) {
    const auto with = [](SurfacePolygon polygon) {
        auto polygons = box_surface({0, 0, 0}, {64, 64, 64});
        polygon.position.line = 77;
        polygons.push_back(std::move(polygon));
        const std::vector<std::string> errors = errors_of(soup_world(polygons));
        return errors.size() == 1 ? errors[0] : "";
    };
    EXPECT_EQ(with(polygon_of({{0, 0, 0}, {1, 0, 0}}, 0)),
              "soup:77: error: polygon 6 of the world near 0.5 0 0 has 2 corners; a "
              "polygon needs at least three");
    EXPECT_EQ(with(polygon_of({{0, 0, 0}, {1, 0, 0}, {5, 0, 0}}, 0)),
              "soup:77: error: polygon 6 of the world near 2.5 0 0 encloses no area: its corners "
              "lie on a line; delete it");
    EXPECT_EQ(with(polygon_of({{0, 0, 0}, {8, 0, 0}, {1, 1, 0}, {0, 8, 0}}, 0)),
              "soup:77: error: polygon 6 of the world near 4 4 0 is not convex at corner 2; cut it "
              "into convex polygons");
    // A star, every corner of which turns the same way.
    EXPECT_NE(with(polygon_of({{0, 0, 0}, {80, 60, 0}, {-20, 60, 0}, {60, 0, 0}, {30, 100, 0}}, 0))
                  .find("is not convex"),
              std::string::npos);
    // There and back again.
    EXPECT_NE(with(polygon_of({{0, 0, 0}, {8, 0, 0}, {12, 0, 0}, {8, 0, 0}, {8, 8, 0}}, 0))
                  .find("is not convex at corner 2"),
              std::string::npos);
    EXPECT_NE(with(polygon_of({{0, 0, 0}, {9000000, 0, 0}, {0, 1, 0}}, 0))
                  .find("soup:77: error: polygon 6 of the world near 4500000 0.5 0 has a corner "
                        "beyond +-8388608 units"),
              std::string::npos);
}

TEST(SurfaceErrors, RefuseBrushesAndPolygonsInOneEntity) {
    World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    world.entities[0].polygons = box_surface({100, 0, 0}, {164, 64, 64});
    const std::vector<std::string> errors = errors_of(world);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find("has polygons and brushes"), std::string::npos);
}

TEST(VerifySurfaces, FindsALeafThatSaysSomethingElse) {
    const World world = grid_world("..1\n.P2\n53.\n");
    const auto compiled = compile(world);
    ASSERT_TRUE(compiled);
    for (std::size_t leaf = 1; leaf < compiled->level.leaves.size(); ++leaf) {
        LevelData mutant = compiled->level;
        mutant.leaves[leaf].contents ^= static_cast<std::uint32_t>(Contents::Solid);
        const auto level = Level::from_data(mutant);
        if (level) {  // else a node's bits about sight contradict its leaves
            EXPECT_EQ(verify(*level, world).differences, 1u) << leaf;
        }
    }
}

TEST(VerifySurfaces, FindsASourceThatIsAnother) {
    const World world = grid_world("..1\n.P2\n53.\n");
    const Level level = level_of(world);
    for (const char* other : {"..1\n.P2\n54.\n", "..1\n.P2\n.3.\n", "..1\n1P2\n53.\n"}) {
        EXPECT_GT(verify(level, grid_world(other)).differences, 0u) << other;
    }
    EXPECT_GT(verify(level, soup_world({})).differences, 0u);
    EXPECT_GT(verify(level, grid_world("floor no\n..1\n.P2\n53.\n")).differences, 0u);
}

TEST(VerifySurfaces, FindsAPolygonThatRunsThroughALeaf) {
    const World box = soup_world(box_surface({0, 0, 0}, {64, 64, 64}));
    const World two = soup_world(
        joined(box_surface({0, 0, 0}, {64, 64, 64}), box_surface({8, 8, 8}, {16, 16, 16})));
    const VerifyReport report = verify(level_of(box), two);
    EXPECT_TRUE(std::ranges::any_of(report.details, [](const std::string& text) {
        return text.find("runs through leaf") != std::string::npos;
    }));
}

}  // namespace
}  // namespace halfspace::test
