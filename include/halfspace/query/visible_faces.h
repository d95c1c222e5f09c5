// SPDX-License-Identifier: MIT
// What a viewer draws from an eye: the faces of the world that border a cluster which the eye's
// cluster may see. FaceOrder and ModelOrder leave out the rest. docs/explanation/visibility.md
// tells how clusters and their visible sets are made.
#pragma once

#include "halfspace/level/fwd.h"
#include "halfspace/math/aabb.h"
#include "halfspace/query/areas.h"
#include "halfspace/query/order.h"
#include "halfspace/query/visibility.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// Marks of the faces of the world, and of the nodes of its draw tree. Make it once for a level and
// call look_from for each frame. To keep what an eye saw while the camera moves on (a frozen
// visible set), do not call look_from. Threads need one object each.
//
// No marked face is missing: if a line of sight joins a point inside of the eye's cluster with a
// point of a face's front, the face is marked (of a two-sided face, also with a point of its back).
// Doors count as open, unless a state of areas says more. Faces that are not seen may be marked.
class VisibleFaces {
public:
    // Everything is marked. It takes about 20 bytes for each face and draw node. REQUIRES: the
    // level outlives the object.
    explicit VisibleFaces(const Level& level);

    // Marks what may be seen from the eye [map units]. Everything is marked for an eye in no
    // cluster and in a level without visibility. With a state of areas, what is in areas that no
    // open area portals join with the eye's area is left out; an eye in a gate looks to all sides.
    // Nothing is allocated. Cost: 0.1 us while the eye stays in its cluster and no area is opened
    // or shut; else a few ns for each marked face and each cluster that it borders. REQUIRES:
    // is_finite(eye); the state is of this level.
    void look_from(const Vec3& eye, const AreaState* areas = nullptr);

    // The cluster of the last eye; nullopt before the first eye and for an eye in no cluster.
    std::optional<ClusterId> cluster() const { return cluster_; }
    // True if no face is left out for the last eye.
    bool has_all() const { return has_all_; }

    // REQUIRES: a face of the world.
    bool has_face(std::uint32_t face) const { return has(faces_, face); }
    // True if a marked face is at this node of the world's draw tree or below. REQUIRES: a node of
    // this tree.
    bool has_node(std::uint32_t node) const { return has(nodes_, node); }
    // True if the eye's cluster may see this cluster. REQUIRES: a cluster of the level.
    bool has_cluster(ClusterId cluster) const { return has(clusters_, cluster.value); }
    // The number of marked faces of the world.
    std::size_t count() const { return count_; }

    // The first of the longest runs of marked faces in [first, end); its count is 0 if there is
    // none. REQUIRES: first <= end; faces of the world.
    FaceRun first_run(std::uint32_t first, std::uint32_t end) const;

    // False if nothing in the closed box [map units, in the world] can be seen from the eye: the
    // box touches no cluster that the eye's cluster may see. For doors, lifts, players and lights.
    // Nothing is allocated. Cost: the nodes of the cluster tree that the box touches. REQUIRES:
    // has_points(box).
    bool may_see_box(const Aabb& box) const;

private:
    using Bits = std::vector<std::uint64_t>;

    static bool has(const Bits& bits, std::uint32_t i) { return (bits[i / 64] >> i % 64 & 1) != 0; }
    void mark_all();
    void mark_cluster(ClusterId cluster);

    const Level* level_;
    std::optional<ClusterId> cluster_;
    bool has_all_ = true;
    std::size_t count_ = 0;
    Bits faces_;
    Bits nodes_;
    Bits clusters_;
    std::vector<std::uint32_t> parts_;  // AreaState::parts of the last look; empty without a state
    // The faces that border cluster c: border_faces_[border_starts_[c]] up to the next start.
    std::vector<std::uint32_t> border_starts_;
    std::vector<std::uint32_t> border_faces_;
    std::vector<std::uint32_t> face_nodes_;  // the draw node at which a face hangs
    std::vector<std::uint32_t> parents_;     // of draw nodes; kNone for a root
};

}  // namespace halfspace
