// SPDX-License-Identifier: MIT
#include "compile/structure/structure.h"

#include "halfspace/world/describe.h"

#include "compile/structure/flood.h"
#include "exact/shared/interior_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// The same polygon, which looks the other way.
Polygon turned(const Polygon& polygon) {
    Polygon result{polygon.plane.flipped(), {}};
    const std::size_t count = polygon.corners.size();
    for (std::size_t i = count; i-- > 0;) {
        // The edge of a corner runs to the next one.
        result.corners.push_back(
            {polygon.corners[i].point, polygon.corners[(i + count - 1) % count].edge});
    }
    return result;
}

// A place for a message, to an eighth of a unit.
std::string near_text(const Vec3& steps, int grid_exponent) {
    const auto eighths = [&](double value) {
        return std::round(std::ldexp(value, 3 - grid_exponent)) / 8 + 0.0;
    };
    return place_text(World(), {eighths(steps.x), eighths(steps.y), eighths(steps.z)});
}

class StructureFinder {
public:
    StructureFinder(const World& world,
                    std::span<const Model> models,
                    const BuiltTree* main_tree,
                    const ImportedSource& source,
                    const CompileOptions& options)
        : world_(&world),
          models_(models),
          model_(&models.front()),
          main_tree_(main_tree),
          source_(&source),
          options_(&options),
          grid_exponent_(source.solids.grid_exponent) {}

    std::expected<Structure, Error> run() {
        if (main_tree_ != nullptr) {
            // The import keeps a closed surface closed, so there are no cracks.
            result_.parts = structure_of_surface(*main_tree_, model_->cell, planes());
        } else {
            std::expected<StructureTree, Error> parts =
                build_structure_tree(*world_, models_, planes(), *options_);
            if (!parts) {
                return std::unexpected(std::move(parts.error()));
            }
            result_.parts = *std::move(parts);
            if (source_->solids.largest_move > 0) {
                mark_cracks(result_.parts.portals,
                            std::ldexp(source_->solids.largest_move, grid_exponent_));
            }
        }
        flood();
        find_areas();
        return std::move(result_);
    }

private:
    const PlaneTable& planes() const { return source_->solids.planes; }

    void note(std::string message) {
        result_.notes.push_back({Severity::Note, std::move(message), {world_->source}});
    }

    // Winding numbers say what is solid of a surface, and nothing else does.
    bool fills_outside() const { return options_->fill_outside && main_tree_ == nullptr; }

    void flood() {
        StructureTree& parts = result_.parts;
        const std::vector<FloodStart> starts =
            flood_starts(*world_, parts.tree, planes(), grid_exponent_);
        if (starts.empty()) {
            if (fills_outside()) {
                note("no entity stands in the open, so the outside is not filled and stays empty");
            } else if (main_tree_ != nullptr && options_->visibility) {
                note("no entity stands in the open, so the level does not say what is visible");
            }
            return;
        }
        const std::vector<std::uint32_t> room_of =
            rooms_of_leaves(parts, [](const LeafPortal& portal) { return !portal.is_crack; });
        std::vector<bool> is_inside(room_of.size());  // rooms
        std::vector<bool> is_outside(room_of.size());
        for (const FloodStart& start : starts) {
            is_inside[room_of[start.leaf]] = true;
        }
        for (const std::uint32_t leaf : border_leaves(parts, model_->cell)) {
            if (room_of[leaf] != kNone) {
                is_outside[room_of[leaf]] = true;
            }
        }
        if (std::ranges::any_of(
                starts, [&](const FloodStart& start) { return is_outside[room_of[start.leaf]]; })) {
            std::ranges::transform(
                starts, std::back_inserter(result_.leak_starts), &FloodStart::start);
            return;
        }
        result_.is_sealed = true;
        tell_pockets(room_of, is_inside, is_outside);
        if (fills_outside()) {
            std::vector<bool> is_filled(room_of.size());  // leaves
            for (std::size_t leaf = 0; leaf < room_of.size(); ++leaf) {
                is_filled[leaf] = room_of[leaf] != kNone && is_outside[room_of[leaf]];
            }
            fill(is_filled);
        }
    }

    // A surface has no area portals.
    void find_areas() {
        const std::vector<AreaPortalVolume> volumes = main_tree_ != nullptr
                                                          ? std::vector<AreaPortalVolume>()
                                                          : area_portal_volumes(*world_, models_);
        result_.areas = halfspace::find_areas(*world_, volumes, result_.parts, planes());
        std::ranges::move(result_.areas.warnings, std::back_inserter(result_.notes));
    }

    // Counts the rooms that neither an entity nor the outside reaches.
    void tell_pockets(const std::vector<std::uint32_t>& room_of,
                      const std::vector<bool>& is_inside,
                      const std::vector<bool>& is_outside) {
        const StructureTree& parts = result_.parts;
        std::size_t pockets = 0;
        Vec3 where;
        for (std::uint32_t leaf = 0; leaf < room_of.size(); ++leaf) {
            if (room_of[leaf] == leaf && !is_inside[leaf] && !is_outside[leaf]) {
                where = pockets++ == 0 ? mean_corner(parts.cells[leaf]) : where;
            }
        }
        if (pockets > 0) {
            note("closed rooms that no entity stands in: " + std::to_string(pockets) +
                 "; the first is at " + near_text(where, grid_exponent_));
        }
    }

    // What is outside becomes Void.
    void fill(const std::vector<bool>& is_outside) {
        StructureTree& parts = result_.parts;
        std::vector<std::size_t> volume_of(is_outside.size());
        for (std::uint32_t leaf = 0; leaf < is_outside.size(); ++leaf) {
            if (!is_outside[leaf]) {
                continue;
            }
            volume_of[leaf] = result_.outside.size();
            parts.tree.leaves[leaf].contents.contents = Contents::Void;
            BodyVolume& volume = result_.outside.emplace_back();
            volume.brush = kNone;
            volume.contents = Contents::Void;
            volume.solid = parts.cells[leaf];
            volume.bounds = bounds(volume.solid);
            for (const Polyhedron::Face& face : volume.solid.faces) {
                volume.sides.push_back({face.plane, 0, false});
            }
        }
        std::size_t cracks = 0;
        Vec3 where;
        for (const LeafPortal& portal : parts.portals) {
            for (const std::size_t side : {0u, 1u}) {
                if (is_outside[portal.leaf[side]] && !is_outside[portal.leaf[1 - side]]) {
                    result_.outside[volume_of[portal.leaf[side]]].cracks.push_back(
                        side == 1 ? portal.polygon : turned(portal.polygon));
                    where = cracks++ == 0 ? portal.polygon.corners.front().point.rounded : where;
                }
            }
        }
        std::erase_if(parts.portals, [&](const LeafPortal& portal) {
            return is_outside[portal.leaf[0]] || is_outside[portal.leaf[1]];
        });
        if (cracks > 0) {
            note("cracks to the outside that moved sides may have opened: " +
                 std::to_string(cracks) + ", each narrower than " +
                 length_text(World(), 2 * source_->solids.largest_move) +
                 " units; they count as closed; the first is at " +
                 near_text(where, grid_exponent_));
        }
    }

    const World* world_;
    std::span<const Model> models_;
    const Model* model_;  // of the world
    const BuiltTree* main_tree_;
    const ImportedSource* source_;
    const CompileOptions* options_;
    int grid_exponent_;
    Structure result_;
};

}  // namespace

std::expected<Structure, Error> find_structure(const World& world,
                                               std::span<const Model> models,
                                               const BuiltTree* main_tree,
                                               const ImportedSource& source,
                                               const CompileOptions& options,
                                               StageClock& clock) {
    clock.begin("structure");
    std::expected<Structure, Error> found =
        StructureFinder(world, models, main_tree, source, options).run();
    return clock.is_cancelled()
               ? std::unexpected(Error{ErrorCode::Cancelled, "cancelled", {world.source}})
               : std::move(found);
}

}  // namespace halfspace
