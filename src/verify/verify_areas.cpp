// SPDX-License-Identifier: MIT
#include "verify/verify_areas.h"

#include "level/shared/record_box.h"
#include "verify/describe_level.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace halfspace {
namespace {

class AreaChecker {
public:
    AreaChecker(const Level& level,
                const World& source,
                std::span<const RebuiltBrush> brushes,
                std::span<const Polyhedron> cells,
                const PlaneTable& planes,
                Differences& differences)
        : level_(&level),
          source_(&source),
          cells_(cells),
          predicates_(planes),
          differences_(&differences),
          neighbours_(level.clusters().size()),
          is_gate_(level.clusters().size()) {
        for (const RebuiltBrush& brush : brushes) {
            if (brush.entity != 0 && marks_gate(level, source, brush)) {
                portal_brushes_.push_back(&brush);
            }
        }
        for (const PortalRecord& portal : level.portals()) {
            neighbours_[portal.cluster[0]].push_back(portal.cluster[1]);
            neighbours_[portal.cluster[1]].push_back(portal.cluster[0]);
        }
        for (std::size_t c = 0; c < is_gate_.size(); ++c) {
            is_gate_[c] = (level.clusters()[c].contents &
                           static_cast<std::uint32_t>(Contents::AreaPortal)) != 0;
        }
    }

    void run() {
        find_parts();
        for (const Part& part : parts_) {
            if (part.is_gate && part.beside.size() < 2) {
                for (const std::uint32_t c : part.clusters) {
                    is_gate_[c] = false;
                }
            }
        }
        find_parts();
        compare();
    }

private:
    // Clusters of one kind that portals join.
    struct Part {
        bool is_gate = false;
        std::uint32_t number = 0;  // among the areas or the gates
        std::vector<std::uint32_t> clusters;
        std::set<std::uint32_t> beside;  // of a gate: the areas that it touches, as parts
    };

    // Floods from the first cluster that no flood has reached, so parts are in the order of their
    // first clusters.
    void find_parts() {
        parts_.clear();
        part_of_.assign(neighbours_.size(), kNone);
        std::uint32_t counts[2] = {0, 0};  // of areas and gates
        for (std::uint32_t first = 0; first < neighbours_.size(); ++first) {
            if (part_of_[first] != kNone) {
                continue;
            }
            const auto own = static_cast<std::uint32_t>(parts_.size());
            Part& part = parts_.emplace_back();
            part.is_gate = is_gate_[first];
            part.number = counts[part.is_gate ? 1 : 0]++;
            part.clusters = {first};
            part_of_[first] = own;
            for (std::size_t i = 0; i < part.clusters.size(); ++i) {
                for (const std::uint32_t next : neighbours_[part.clusters[i]]) {
                    if (part_of_[next] == kNone && is_gate_[next] == part.is_gate) {
                        part_of_[next] = own;
                        part.clusters.push_back(next);
                    }
                }
            }
        }
        for (Part& part : parts_) {
            if (part.is_gate) {
                find_areas_beside(part);
            }
        }
    }

    void find_areas_beside(Part& gate) {
        for (const std::uint32_t c : gate.clusters) {
            for (const std::uint32_t next : neighbours_[c]) {
                if (!is_gate_[next]) {
                    gate.beside.insert(part_of_[next]);
                }
            }
        }
    }

    void compare() {
        std::vector<AreaPortalRecord> portals;
        for (const Part& part : parts_) {
            std::uint32_t value = part.number;
            if (part.is_gate) {
                value = kGateBit | static_cast<std::uint32_t>(portals.size());
                const std::uint32_t door = door_of(part);
                const std::uint32_t lowest = parts_[*part.beside.begin()].number;
                for (auto at = std::next(part.beside.begin()); at != part.beside.end(); ++at) {
                    portals.push_back({{lowest, parts_[*at].number}, door, part.number});
                }
            }
            for (const std::uint32_t c : part.clusters) {
                if (level_->clusters()[c].area != value) {
                    differences_->add("the area of cluster " + std::to_string(c) + " is " +
                                      std::to_string(level_->clusters()[c].area) +
                                      ", but portals make it " + std::to_string(value));
                }
            }
        }
        if (portals.size() != level_->area_portals().size()) {
            differences_->add("gates have " + std::to_string(portals.size()) +
                              " area portals, but the level has " +
                              std::to_string(level_->area_portals().size()));
            return;
        }
        for (std::size_t p = 0; p < portals.size(); ++p) {
            const AreaPortalRecord& own = portals[p];
            const AreaPortalRecord& level = level_->area_portals()[p];
            if (own.area[0] != level.area[0] || own.area[1] != level.area[1] ||
                own.gate != level.gate) {
                differences_->add("area portal " + std::to_string(p) +
                                  " does not join the areas that its gate touches");
            } else if (own.model != level.model) {
                differences_->add("the door of area portal " + std::to_string(p) + " is " +
                                  door_text(level.model) + ", but its entities say " +
                                  door_text(own.model));
            }
        }
    }

    std::string door_text(std::uint32_t model) const {
        return model == kNone ? "none" : describe_model(*level_, *source_, model);
    }

    // The lowest model that may be the door of the gate; kNone without one.
    std::uint32_t door_of(const Part& gate) {
        std::set<std::string> names;
        bool has_entity = false;
        for (const RebuiltBrush* const brush : portal_brushes_) {
            const bool is_here = std::ranges::any_of(gate.clusters, [&](std::uint32_t c) {
                return touch(bounds(cells_[c]), brush->bounds) &&
                       intersect(cells_[c], brush->planes, predicates_).has_value();
            });
            if (is_here) {
                has_entity = true;
                names.insert(source_->entities[brush->entity].value("targetname"));
            }
        }
        names.erase("");
        std::uint32_t lowest = kNone;
        const std::size_t entities = std::min(level_->entities().size(), source_->entities.size());
        for (std::uint32_t e = 1; e < entities; ++e) {
            const std::uint32_t model = level_->entities()[e].model;
            if (model != kNone && (has_entity ? names.contains(source_->entities[e].value("target"))
                                              : is_door_at(e, model, gate))) {
                lowest = std::min(lowest, model);
            }
        }
        return lowest;
    }

    // True if the entity is a door and within one unit of the box around the gate.
    bool is_door_at(std::uint32_t entity, std::uint32_t model, const Part& gate) const {
        if (!source_->entities[entity].value("classname").starts_with("func_door")) {
            return false;
        }
        Aabb box;
        for (const std::uint32_t c : gate.clusters) {
            box = merge(box, box_of(level_->clusters()[c]));
        }
        const Aabb door = level_->model_bounds(ModelId(model));
        return !is_empty(door) && touch(grown(door, 1), box);
    }

    const Level* level_;
    const World* source_;
    std::span<const Polyhedron> cells_;
    Predicates predicates_;
    Differences* differences_;
    std::vector<const RebuiltBrush*> portal_brushes_;     // of entities
    std::vector<std::vector<std::uint32_t>> neighbours_;  // of clusters
    std::vector<bool> is_gate_;                           // clusters
    std::vector<std::uint32_t> part_of_;                  // of clusters
    std::vector<Part> parts_;
};

}  // namespace

bool marks_gate(const Level& level, const World& source, const RebuiltBrush& brush) {
    if (!any(brush.contents & Contents::AreaPortal) || brush.solid.faces.empty() ||
        (level.brushes()[brush.number].flags & kBrushFacet) != 0) {
        return false;
    }
    if (brush.entity == 0) {
        return true;
    }
    const Aabb box = level.tree_box(kWorldModel);
    const double steps = std::ldexp(1.0, level.grid_exponent());
    return brush.entity < source.entities.size() &&
           source.entities[brush.entity].value("classname") == "func_areaportal" &&
           encloses({box.min * steps, box.max * steps}, brush.bounds);
}

void check_areas(const Level& level,
                 const World& source,
                 std::span<const RebuiltBrush> brushes,
                 std::span<const Polyhedron> cells,
                 const PlaneTable& planes,
                 Differences& differences) {
    AreaChecker(level, source, brushes, cells, planes, differences).run();
}

}  // namespace halfspace
