// SPDX-License-Identifier: MIT
// The portals as the flow reads them. Each portal is two directed portals: 2 i leads from the
// record's cluster 0 to cluster 1, and 2 i + 1 leads back. So d ^ 1 is the reverse of d.
#pragma once

#include "halfspace/level/portal_records.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"

#include "compile/visibility/window.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::visibility {

using PortalId = std::uint32_t;  // of a directed portal
using ClusterId = std::uint32_t;

// The edges of a portal: the unit vectors in its plane that point inwards. A point p of the plane
// is inside if x p.x + y p.y + z p.z > o for all edges. The last edge is repeated to an even count.
struct EdgeView {
    const double* x = nullptr;
    const double* y = nullptr;
    const double* z = nullptr;
    const double* o = nullptr;
    std::size_t count = 0;
};

class FlowGraph {
public:
    // REQUIRES: graph_problem finds nothing.
    explicit FlowGraph(const PortalGraph& graph);

    std::uint32_t clusters() const { return static_cast<std::uint32_t>(first_.size() - 1); }
    std::uint32_t portals() const { return static_cast<std::uint32_t>(planes_.size()); }

    ClusterId from(PortalId d) const { return to_[d ^ 1]; }
    ClusterId to(PortalId d) const { return to_[d]; }
    // The portals that lead out of the cluster.
    std::span<const PortalId> out(ClusterId cluster) const {
        return std::span(out_).subspan(first_[cluster], first_[cluster + 1] - first_[cluster]);
    }
    // Its front is where the portal leads to. The normal has length 1.
    const Plane& plane(PortalId d) const { return planes_[d]; }
    // 1 if the corners run counter-clockwise about the plane's normal, else -1.
    static double turn(PortalId d) { return (d & 1) != 0 ? 1 : -1; }
    // The corners of the portal; of a portal with many, those of a rectangle around it.
    const WindowView& window(PortalId d) const { return windows_[d / 2]; }
    const Vec3& centre(PortalId d) const { return centres_[d / 2]; }
    // The edges of the portal itself.
    const EdgeView& edges(PortalId d) const { return edges_[d / 2]; }
    // The box of the cluster's portals.
    const Aabb& box(ClusterId cluster) const { return boxes_[cluster]; }

private:
    void add_window(std::size_t portal, std::vector<Vec3> corners, const Vec3& normal);
    void add_edges(std::size_t portal, const std::vector<Vec3>& corners, const Vec3& normal);
    double* numbers(std::size_t count);

    std::vector<ClusterId> to_;
    std::vector<std::uint32_t> first_;
    std::vector<PortalId> out_;
    std::vector<Plane> planes_;
    std::vector<WindowView> windows_;
    std::vector<Vec3> centres_;
    std::vector<EdgeView> edges_;
    std::vector<Aabb> boxes_;
    std::vector<std::vector<double>> blocks_;  // what the views point to
    std::size_t used_ = 0;                     // of the last block
};

}  // namespace halfspace::visibility
