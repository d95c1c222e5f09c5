// SPDX-License-Identifier: MIT
// A crowd in a small level, and the game around it: lifts, and movers that are obstacles of each
// other.
#pragma once

#include "halfspace/agents/crowd.h"
#include "halfspace/base/executor.h"
#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/query/obstacle.h"
#include "halfspace/world/world.h"

#include "support/hash.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {

struct CrowdWalker {
    std::string body;  // the name of a space
    Vec3 from;
    Vec3 to;
};

class CrowdScene {
public:
    CrowdScene(const CrowdScene&) = delete;
    CrowdScene& operator=(const CrowdScene&) = delete;
    // Every second walker goes by a field. REQUIRES: the world compiles; goals are on the mesh.
    CrowdScene(const World& world, const std::vector<CrowdWalker>& walkers);

    // Steps until all have arrived, at most so long. Returns the seconds that it took.
    double run(double most, const Executor& executor = run_serially);
    void step(const Executor& executor = run_serially);

    std::size_t arrived() const;
    // Who has not arrived, and where they are.
    std::string late() const;
    std::size_t size() const { return ids_.size(); }
    // Of movers, and goals that are unreachable.
    std::size_t problems() const { return problems_; }
    // Pairs of bodies that overlapped after a step.
    std::size_t overlaps() const { return overlaps_; }
    // Of all positions after all steps.
    std::uint64_t hash() const { return hash_; }
    Crowd& crowd() { return crowd_; }
    AgentId id(std::size_t i) const { return ids_[i]; }

private:
    void add(const CrowdWalker& walker);
    std::optional<ModelId> step_all();
    Aabb box(std::size_t i) const;

    Level level_;
    Doors doors_;
    Crowd crowd_;
    std::map<std::uint32_t, NavMesh> meshes_;
    std::vector<AgentId> ids_;
    std::vector<SpaceId> spaces_;
    std::vector<ShapeBody> shapes_;
    std::vector<MoverState> moved_;  // at the end of the step
    std::size_t problems_ = 0;
    std::size_t overlaps_ = 0;
    std::uint64_t hash_ = kEmptyHash;
};

// A floor of 1024 by 1024 around the origin, with these brushes.
World floor_with(std::vector<Brush> brushes);

// Rows of four who go the same way. first: the middle of the first row; beside: from one to the
// next of a row.
std::vector<CrowdWalker> rows(int count, const Vec3& first, const Vec3& way, const Vec3& beside);
std::vector<CrowdWalker> joined(std::vector<CrowdWalker> a, const std::vector<CrowdWalker>& b);

// A wall with a doorway in the middle, and 16 who want to go through it, both ways.
World door(std::int64_t width);
std::vector<CrowdWalker> through_a_door();

}  // namespace halfspace::test
