// SPDX-License-Identifier: MIT
#include "compile/finish/level_writer.h"

#include "halfspace/tasks/parallel_for.h"

#include "compile/finish/face_builder.h"
#include "compile/finish/gate_door.h"
#include "compile/structure/clusters.h"
#include "import/brushes/side_source.h"
#include "level/shared/derive.h"
#include "level/shared/record_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

PlaneRecord record_of(const ExactPlane& plane) {
    PlaneRecord record{};
    std::copy(plane.n.begin(), plane.n.end(), record.n);
    record.d_low = static_cast<std::uint64_t>(plane.d);
    record.d_high = static_cast<std::int64_t>(plane.d >> 64);
    return record;
}

// The box around all brushes with contents [grid steps].
Aabb bounds_of(std::span<const SolidBrush> brushes, const PlaneTable& planes) {
    const Predicates predicates(planes);
    Aabb box;
    for (const SolidBrush& brush : brushes) {
        if (any(normalize(brush.contents))) {
            box = merge(box, enclosing_box(brush.solid.points, predicates));
        }
    }
    return box;
}

void set_box(double (&min)[3], double (&max)[3], const Aabb& steps, int grid_exponent) {
    for (std::size_t i = 0; i < 3; ++i) {
        min[i] = std::ldexp(steps.min[i], -grid_exponent);
        max[i] = std::ldexp(steps.max[i], -grid_exponent);
    }
}

// Calls visit(plane, kind) for each number that points to a plane, and stores what it leaves there.
template <class Visit>
void for_each_plane(LevelData& level, const Visit& visit) {
    const WritableSectionBytes sections = writable_bytes_of(level);
    for (const Field& field : kFields) {
        if (field.meaning.target != SectionId("planes") || field.meaning.is_derived) {
            continue;
        }
        const std::span<std::byte> section = sections[field.section.index()];
        for (std::size_t i = 0; i < section.size() / field.section.record_size(); ++i) {
            auto plane = number_at<std::uint32_t>(section, field, i);
            visit(plane, field.meaning.kind);
            set_number<std::uint32_t>(section, field, i, plane);
        }
    }
}

}  // namespace

LevelWriter::LevelWriter(const World& world,
                         const ImportedSource& source,
                         const Structure* structure,
                         const CompileOptions& options)
    : world_(&world), imported_(&source.solids), structure_(structure), threads_(options.threads) {
    const ImportedWorld& imported = source.solids;
    level_.grid_exponent = imported.grid_exponent;
    level_.units_per_metre = options.units_per_metre;
    level_.leaves.push_back({});
    level_.statistics.moved_planes = imported.moved_planes;
    level_.statistics.largest_move = imported.largest_move;
    level_.statistics.moved_corners = source.surfaces.moved_corners;
    level_.statistics.import_tolerance = options.import_tolerance;
    level_.statistics.curve_tolerance = options.curve_tolerance;
    level_.statistics.facet_tolerance = options.facet_tolerance;
    for (const Material& material : world.materials) {
        const bool is_known = material.width != 0 && material.height != 0;
        const Rgba colour = material.colour.value_or(Rgba{0, 0, 0});
        level_.materials.push_back(
            {string(material.name),
             is_known ? material.width : kDefaultTextureSize,
             is_known ? material.height : kDefaultTextureSize,
             (material.is_masked ? kMaterialMasked : 0) | (material.colour ? kMaterialColoured : 0),
             colour.r | std::uint32_t{colour.g} << 8 | std::uint32_t{colour.b} << 16,
             material.picture});
    }
    write_pictures();
    write_entities();
    write_brushes();
    const auto units = [&](std::int64_t steps) {
        return std::ldexp(static_cast<double>(steps), -imported.grid_exponent);
    };
    for (const GridSpace& grid_space : source.spaces) {
        SpaceRecord space{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            space.min[axis] = units(grid_space.body.min[axis]);
            space.max[axis] = units(grid_space.body.max[axis]);
        }
        space.name = string(grid_space.name);
        const bool is_main = options.collision != Collision::Separate || level_.spaces.empty();
        space.flags = is_main ? kSpaceInMainTree : 0;
        level_.spaces.push_back(space);
    }
}

void LevelWriter::write_pictures() {
    for (const Picture& picture : world_->pictures) {
        level_.pictures.push_back({string(picture.name),
                                   static_cast<std::uint32_t>(level_.picture_bytes.size()),
                                   static_cast<std::uint32_t>(picture.bytes().size()),
                                   0});
        std::ranges::transform(picture.bytes(),
                               std::back_inserter(level_.picture_bytes),
                               [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
    }
}

std::uint32_t LevelWriter::string(std::string_view text) {
    const auto [entry, is_new] =
        strings_.try_emplace(std::string(text), static_cast<std::uint32_t>(level_.strings.size()));
    if (is_new) {
        level_.strings.insert(level_.strings.end(), text.begin(), text.end());
        level_.strings.push_back('\0');
    }
    return entry->second;
}

void LevelWriter::write_entities() {
    for (const Entity& entity : world_->entities) {
        EntityRecord record{};
        record.first_key = static_cast<std::uint32_t>(level_.keys.size());
        record.key_count = static_cast<std::uint32_t>(entity.keys.size());
        record.model = kNone;
        record.line = entity.position.line;
        for (const KeyValue& pair : entity.keys) {
            const std::uint32_t key = string(pair.key);
            level_.keys.push_back({key, string(pair.value)});
        }
        level_.entities.push_back(record);
    }
}

void LevelWriter::write_brushes() {
    for (const SolidBrush& brush : imported_->brushes) {
        const Entity& entity = world_->entities[brush.entity];
        BrushRecord record{};
        record.entity = brush.entity;
        record.first_side = static_cast<std::uint32_t>(level_.sides.size());
        record.side_count = static_cast<std::uint32_t>(brush.sides.size());
        record.contents = static_cast<std::uint32_t>(brush.contents);
        record.source = brush.source;
        switch (brush.kind) {
            case SolidBrush::Kind::Brush:
                record.line = entity.brushes[brush.source].position.line;
                break;
            case SolidBrush::Kind::Facet:
                record.line = entity.patches[brush.source].position.line;
                record.flags = kBrushFacet;
                break;
            case SolidBrush::Kind::Piece:
                record.line = entity.meshes[brush.source].line;
                record.flags = kBrushPiece;
                break;
        }
        for (const SolidBrush::Side& side : brush.sides) {
            const SideSource source = source_of(*world_, brush, side.source);
            level_.sides.push_back(
                {side.plane.value, source.material.value, source.line, side.source});
        }
        record.first_bevel = static_cast<std::uint32_t>(level_.bevels.size());
        record.bevel_count = static_cast<std::uint32_t>(brush.bevels.size());
        for (const SolidBrush::Bevel& bevel : brush.bevels) {
            level_.bevels.push_back(bevel.plane.value);
        }
        level_.brushes.push_back(record);
    }
    for (const LeftOutBrush& brush : imported_->left_out) {
        const Brush& source = world_->entities[brush.entity].brushes[brush.source];
        level_.left_out.push_back({brush.entity, brush.source, source.position.line});
    }
}

void LevelWriter::add_model(std::uint32_t entity,
                            const BuiltTree& tree,
                            const GridBox& box,
                            std::span<const SolidBrush> brushes,
                            std::span<const std::uint32_t> brush_ids) {
    add_tree(
        entity,
        tree,
        box,
        bounds_of(brushes, imported_->planes),
        {.world = world_, .brushes = brushes, .brush_ids = brush_ids, .drawn = {}, .points = {}},
        0);
}

void LevelWriter::add_drawn_model(std::uint32_t entity,
                                  const BuiltTree& tree,
                                  const GridBox& box,
                                  const Aabb& bounds,
                                  std::span<const SideSource> drawn,
                                  std::uint32_t flags) {
    add_tree(entity,
             tree,
             box,
             bounds,
             {.world = world_, .brushes = {}, .brush_ids = {}, .drawn = drawn, .points = {}},
             flags);
}

void LevelWriter::add_tree(std::uint32_t entity,
                           const BuiltTree& tree,
                           const GridBox& box,
                           const Aabb& bounds,
                           const FaceSources& sources,
                           std::uint32_t flags) {
    const Offsets offsets = add_cells(tree, sources.brush_ids, sources.drawn);
    ModelRecord model{};
    model.root = offsets.child(tree.root);
    model.entity = entity;
    model.first_face = static_cast<std::uint32_t>(level_.faces.size());
    Predicates predicates(imported_->planes);
    append_faces(tree, sources, static_cast<std::uint32_t>(offsets.node), predicates, level_);
    model.face_count = static_cast<std::uint32_t>(level_.faces.size()) - model.first_face;
    add_face_clusters(tree, entity == 0, predicates);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        model.min[axis] = std::ldexp(static_cast<double>(box.min[axis]), -level_.grid_exponent);
        model.max[axis] = std::ldexp(static_cast<double>(box.max[axis]), -level_.grid_exponent);
    }
    set_box(model.bounds_min, model.bounds_max, bounds, level_.grid_exponent);
    const Vec3& origin = world_->entities[entity].origin;
    model.origin[0] = origin.x;
    model.origin[1] = origin.y;
    model.origin[2] = origin.z;
    model.flags = flags;
    if ((flags & kModelCurves) == 0) {
        level_.entities[entity].model = static_cast<std::uint32_t>(level_.models.size());
    }
    level_.models.push_back(model);
    level_.space_roots.insert(level_.space_roots.end(), level_.spaces.size(), model.root);
    add_counters(predicates.counters());
}

void LevelWriter::add_face_clusters(const BuiltTree& tree, bool is_world, Predicates& predicates) {
    if (structure_ == nullptr) {
        return;
    }
    FaceClusters find(structure_->parts, predicates);
    std::size_t face = level_.faces.size() - tree.faces.size();
    for (const std::size_t f : drawing_order(tree)) {
        level_.face_cluster_starts.push_back(
            static_cast<std::uint32_t>(level_.face_clusters.size()));
        if (is_world) {
            const bool is_two_sided = (level_.faces[face].flags & kFaceTwoSided) != 0;
            std::ranges::copy(find.of(tree.faces[f].fragment->polygon, is_two_sided),
                              std::back_inserter(level_.face_clusters));
        }
        ++face;
    }
}

void LevelWriter::add_structure() {
    if (structure_ == nullptr) {
        return;
    }
    const StructureTree& parts = structure_->parts;
    level_.face_cluster_starts.push_back(static_cast<std::uint32_t>(level_.face_clusters.size()));
    const StatisticsRecord before = level_.statistics;
    level_.cluster_roots.push_back(add_cells(parts.tree, {}, {}).child(parts.tree.root));
    level_.statistics.face_splits = before.face_splits;  // these count what is drawn
    level_.statistics.blocks = before.blocks;
    level_.clusters = cluster_records(parts, level_.grid_exponent);
    PortalGraph graph = portal_graph(parts, level_.grid_exponent);
    level_.portals = std::move(graph.portals);
    level_.portal_corners = std::move(graph.corners);
    add_areas();
}

void LevelWriter::add_areas() {
    const Areas& areas = structure_->areas;
    for (std::size_t c = 0; c < level_.clusters.size(); ++c) {
        level_.clusters[c].area = areas.of_cluster[c];
    }
    for (std::uint32_t g = 0; g < areas.gates.size(); ++g) {
        const Gate& gate = areas.gates[g];
        const std::uint32_t door = door_of_gate(gate, *world_, level_);
        for (std::size_t i = 1; i < gate.areas.size(); ++i) {
            level_.area_portals.push_back({{gate.areas[0], gate.areas[i]}, door, g});
        }
    }
}

LevelWriter::Offsets LevelWriter::add_cells(const BuiltTree& tree,
                                            std::span<const std::uint32_t> brush_ids,
                                            std::span<const SideSource> drawn) {
    const Offsets offsets{static_cast<std::int32_t>(level_.nodes.size()),
                          static_cast<std::int32_t>(level_.leaves.size())};
    for (const BuiltTree::Leaf& leaf : tree.leaves) {
        level_.leaves.push_back(
            {static_cast<std::uint32_t>(leaf.contents.contents), 0, leaf.contents.blockers});
    }
    // The values of the fields of a ContactRecord, in their order.
    const auto values_of = [&](const NodeContact& contact) {
        if (contact.brush == kNone) {
            return std::tuple(
                std::uint32_t{kNone}, drawn[contact.side].material.value, contact.flags);
        }
        const std::uint32_t brush = brush_ids[contact.brush];
        return std::tuple(brush, level_.brushes[brush].first_side + contact.side, contact.flags);
    };
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const BuiltTree::Node& node = tree.nodes[n];
        NodeRecord record{};
        record.child[0] = offsets.child(node.child[0]);
        record.child[1] = offsets.child(node.child[1]);
        record.plane = node.plane.value;
        record.first_contact = static_cast<std::uint32_t>(level_.contacts.size());
        level_.nodes.push_back(record);
        // A set: polygons of one material give equal records, of which one is kept.
        const std::size_t end =
            n + 1 < tree.nodes.size() ? tree.nodes[n + 1].first_contact : tree.contacts.size();
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> contacts;
        for (std::size_t c = node.first_contact; c < end; ++c) {
            contacts.insert(values_of(tree.contacts[c]));
        }
        for (const auto& [brush, side, flags] : contacts) {
            level_.contacts.push_back({brush, side, flags});
        }
    }
    level_.statistics.face_splits += tree.splits;
    level_.statistics.blocks += tree.blocks;
    add_counters(tree.counters);
    return offsets;
}

void LevelWriter::add_body_tree(const BuiltTree& tree,
                                std::uint32_t first,
                                std::uint32_t last,
                                std::span<const std::uint32_t> brush_ids,
                                std::span<const SideSource> drawn) {
    const std::int32_t root = add_cells(tree, brush_ids, drawn).child(tree.root);
    const std::size_t roots = level_.space_roots.size() - level_.spaces.size();
    for (std::uint32_t s = first; s < last; ++s) {
        level_.space_roots[roots + s] = root;
    }
}

void LevelWriter::add_excess(std::uint32_t space, double excess) {
    double& largest = level_.spaces[space].excess;
    largest = std::max(largest, std::ldexp(excess, -level_.grid_exponent));
}

void LevelWriter::add_counters(const SideCounters& counters) {
    StatisticsRecord& statistics = level_.statistics;
    statistics.side_identity += counters.identity;
    statistics.side_filter += counters.filter;
    statistics.side_integral += counters.integral;
    statistics.side_exact128 += counters.exact128;
    statistics.side_exact192 += counters.exact192;
    statistics.side_exact256 += counters.exact256;
}

void LevelWriter::add_faces(std::uint64_t candidates, std::uint64_t exposed) {
    level_.statistics.candidate_faces += candidates;
    level_.statistics.exposed_faces += exposed;
}

void LevelWriter::number_planes() {
    PlaneTable used;
    std::vector<PlaneId> id(2 * std::size_t{imported_->planes.pair_count()});
    for_each_plane(level_, [&](std::uint32_t& plane, FieldKind) {
        PlaneId& known = id[plane & ~1u];
        if (known == PlaneId{}) {
            known = used.intern(imported_->planes.plane(PlaneId{plane & ~1u}));
        }
    });
    const PlaneTable::Sorted sorted = used.sorted();
    for_each_plane(level_, [&](std::uint32_t& plane, FieldKind kind) {
        const PlaneId even = sorted.new_id[id[plane & ~1u].value];
        plane = kind == FieldKind::PlaneId ? even.value ^ (plane & 1u) : even.pair();
    });
    for (std::uint32_t pair = 0; pair < sorted.table.pair_count(); ++pair) {
        level_.planes.push_back(record_of(sorted.table.plane(PlaneId{2 * pair})));
    }
    level_.statistics.normal_bits = static_cast<std::uint32_t>(sorted.table.normal_bits());
    level_.statistics.distance_bits = static_cast<std::uint32_t>(sorted.table.distance_bits());
    level_.statistics.predicate_bits = static_cast<std::uint32_t>(sorted.table.predicate_bits());
}

LevelData LevelWriter::finish() {
    number_planes();
    derive(level_, executor(threads_));
    return std::move(level_);
}

}  // namespace halfspace
