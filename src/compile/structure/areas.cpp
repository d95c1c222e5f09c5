// SPDX-License-Identifier: MIT
#include "halfspace/world/describe.h"

#include "compile/structure/clusters.h"
#include "compile/structure/flood.h"
#include "compile/structure/structure.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

namespace halfspace {
namespace {

class AreaFinder {
public:
    AreaFinder(const World& world,
               std::span<const AreaPortalVolume> volumes,
               const StructureTree& parts,
               const PlaneTable& planes)
        : world_(&world),
          volumes_(volumes),
          parts_(&parts),
          predicates_(planes),
          is_gate_(parts.tree.leaves.size()) {
        const std::vector<std::uint32_t> numbers = cluster_numbers(parts.tree);
        leaf_of_.resize(numbers.size() -
                        static_cast<std::size_t>(std::ranges::count(numbers, kNone)));
        for (std::uint32_t leaf = 0; leaf < numbers.size(); ++leaf) {
            if (numbers[leaf] != kNone) {
                leaf_of_[numbers[leaf]] = leaf;
                is_gate_[leaf] =
                    any(parts.tree.leaves[leaf].contents.contents & Contents::AreaPortal);
            }
        }
    }

    Areas run() {
        if (std::ranges::find(is_gate_, true) != is_gate_.end()) {
            leave_out_idle_gates();
        }
        const std::vector<std::uint32_t> room_of = rooms();
        std::vector<std::uint32_t> number(room_of.size(), kNone);  // of the area or gate, by room
        std::uint32_t areas = 0;
        for (std::uint32_t c = 0; c < leaf_of_.size(); ++c) {
            const std::uint32_t leaf = leaf_of_[c];
            std::uint32_t& own = number[room_of[leaf]];
            if (!is_gate_[leaf]) {
                own = own == kNone ? areas++ : own;
                continue;
            }
            if (own == kNone) {
                own = static_cast<std::uint32_t>(result_.gates.size());
                result_.gates.emplace_back();
            }
            result_.gates[own].clusters.push_back(c);
        }
        for (const auto& [gate, area] : contacts(room_of)) {
            result_.gates[number[gate]].areas.push_back(number[area]);
        }
        for (std::uint32_t c = 0; c < leaf_of_.size(); ++c) {
            result_.of_cluster.push_back(number[room_of[leaf_of_[c]]]);
        }
        std::uint32_t first = 0;  // area portal of the gate
        for (Gate& gate : result_.gates) {
            std::ranges::sort(gate.areas);
            for (const std::uint32_t c : gate.clusters) {
                result_.of_cluster[c] = kGateBit | first;
            }
            first += static_cast<std::uint32_t>(gate.areas.size() - 1);
            add_entities(gate);
        }
        return std::move(result_);
    }

private:
    using Contact =
        std::pair<std::uint32_t, std::uint32_t>;  // rooms: a gate, and beside it no gate

    // Neighbours are in one room if both are in gates or none is.
    std::vector<std::uint32_t> rooms() const {
        return rooms_of_leaves(*parts_, [&](const LeafPortal& portal) {
            return is_gate_[portal.leaf[0]] == is_gate_[portal.leaf[1]];
        });
    }

    // Which rooms meet at a side of a gate, each pair once.
    std::vector<Contact> contacts(const std::vector<std::uint32_t>& room_of) const {
        std::vector<Contact> pairs;
        for (const LeafPortal& portal : parts_->portals) {
            std::uint32_t gate = portal.leaf[0];
            std::uint32_t other = portal.leaf[1];
            if (is_gate_[gate] != is_gate_[other]) {
                if (is_gate_[other]) {
                    std::swap(gate, other);
                }
                pairs.emplace_back(room_of[gate], room_of[other]);
            }
        }
        std::ranges::sort(pairs);
        const auto repeated = std::ranges::unique(pairs);
        pairs.erase(repeated.begin(), repeated.end());
        return pairs;
    }

    // A gate beside fewer than two areas becomes a part of its area. Its other neighbours keep
    // theirs: gates do not touch each other.
    void leave_out_idle_gates() {
        const std::vector<std::uint32_t> room_of = rooms();
        std::vector<std::uint32_t> neighbours(room_of.size());
        for (const Contact& contact : contacts(room_of)) {
            ++neighbours[contact.first];
        }
        std::vector<bool> is_told(room_of.size());  // rooms
        for (const std::uint32_t leaf : leaf_of_) {
            const std::uint32_t room = room_of[leaf];
            if (is_gate_[leaf] && neighbours[room] < 2 && !is_told[room]) {
                is_told[room] = true;
                warn(leaf, neighbours[room]);
            }
        }
        for (const std::uint32_t leaf : leaf_of_) {
            is_gate_[leaf] = is_gate_[leaf] && neighbours[room_of[leaf]] >= 2;
        }
    }

    void warn(std::uint32_t leaf, std::uint32_t neighbours) {
        const auto portal = std::ranges::find_if(
            volumes_, [&](const AreaPortalVolume& volume) { return meets(volume, leaf); });
        assert(portal != volumes_.end());
        const SolidBrush& brush = *portal->brush;
        const Entity& entity = world_->entities[brush.entity];
        const bool is_piece = brush.kind == SolidBrush::Kind::Piece;
        result_.warnings.push_back(
            {Severity::Warning,
             "area portal closes nothing off: " +
                 (is_piece ? describe_mesh(*world_, brush.entity, brush.source)
                           : describe_brush(*world_, brush.entity, brush.source)) +
                 (neighbours == 0 ? " is beside no open place"
                                  : " has one area around it, because there is another way from "
                                    "side to side"),
             {world_->source,
              is_piece ? entity.meshes[brush.source].line
                       : entity.brushes[brush.source].position.line}});
    }

    // True if the leaf and the brush share a volume. A leaf may reach through several brushes:
    // faces between them do not cut it.
    bool meets(const AreaPortalVolume& portal, std::uint32_t leaf) {
        const Polyhedron& cell = parts_->cells[leaf];
        if (!touch(portal.volume->bounds, bounds(cell))) {
            return false;
        }
        std::vector<PlaneId> planes;
        for (const BodyVolume::Side& side : portal.volume->sides) {
            planes.push_back(side.plane);
        }
        return intersect(cell, planes, predicates_).has_value();
    }

    void add_entities(Gate& gate) {
        for (const AreaPortalVolume& portal : volumes_) {
            const std::uint32_t entity = portal.brush->entity;
            if (entity != 0 && (gate.entities.empty() || gate.entities.back() != entity) &&
                std::ranges::any_of(gate.clusters,
                                    [&](std::uint32_t c) { return meets(portal, leaf_of_[c]); })) {
                gate.entities.push_back(entity);
            }
        }
    }

    const World* world_;
    std::span<const AreaPortalVolume> volumes_;
    const StructureTree* parts_;
    Predicates predicates_;
    std::vector<bool> is_gate_;           // leaves
    std::vector<std::uint32_t> leaf_of_;  // by cluster
    Areas result_;
};

}  // namespace

Areas find_areas(const World& world,
                 std::span<const AreaPortalVolume> volumes,
                 const StructureTree& parts,
                 const PlaneTable& planes) {
    return AreaFinder(world, volumes, parts, planes).run();
}

}  // namespace halfspace
