// SPDX-License-Identifier: MIT
#include "compile/visibility/flow_graph.h"

#include "halfspace/level/portal_check.h"

#include <algorithm>

namespace halfspace::visibility {
namespace {

// A portal with more corners flows as a rectangle around it, so that clipping has room.
constexpr std::size_t kMaxOwnCorners = 16;
constexpr std::size_t kBlock = 1 << 15;  // numbers in a block of memory
// Edges that are shorter do not bound anything [map units].
constexpr double kNoEdge = 1e-6;

Vec3 onto(const Plane& plane, const Vec3& point) {
    return point - plane.n * signed_distance(plane, point);
}

// Without corners that dent the outline or are on it, so that the polygon is convex and no smaller.
std::vector<Vec3> convex(std::vector<Vec3> corners, const Vec3& normal) {
    for (std::size_t i = 0; i < corners.size() && corners.size() > 3;) {
        const std::size_t count = corners.size();
        const Vec3 before = corners[i] - corners[(i + count - 1) % count];
        const Vec3 behind = corners[(i + 1) % count] - corners[i];
        if (dot(normal, cross(before, behind)) > 0) {
            ++i;
        } else {
            corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
            i = i == 0 ? 0 : i - 1;
        }
    }
    return corners;
}

// The corners of the smallest rectangle around the portal with a side along its longest edge,
// counter-clockwise about the normal.
std::vector<Vec3> rectangle(const std::vector<Vec3>& corners, const Vec3& normal) {
    Vec3 along;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 edge = corners[(i + 1) % corners.size()] - corners[i];
        along = dot(edge, edge) > dot(along, along) ? edge : along;
    }
    const Vec3 u = normalized(along);
    const Vec3 v = cross(normal, u);
    double low[2] = {1e300, 1e300};
    double high[2] = {-1e300, -1e300};
    for (const Vec3& corner : corners) {
        const double at[2] = {dot(u, corner - corners[0]), dot(v, corner - corners[0])};
        for (std::size_t i = 0; i < 2; ++i) {
            low[i] = std::min(low[i], at[i]);
            high[i] = std::max(high[i], at[i]);
        }
    }
    const auto at = [&](double a, double b) { return corners[0] + u * a + v * b; };
    return {at(low[0], low[1]), at(high[0], low[1]), at(high[0], high[1]), at(low[0], high[1])};
}

}  // namespace

FlowGraph::FlowGraph(const PortalGraph& graph)
    : first_(std::size_t{graph.cluster_count} + 1), boxes_(graph.cluster_count) {
    const std::size_t count = graph.portals.size();
    to_.resize(2 * count);
    out_.resize(2 * count);
    planes_.resize(2 * count);
    windows_.resize(count);
    centres_.resize(count);
    edges_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const PortalRecord& record = graph.portals[i];
        to_[2 * i] = record.cluster[1];
        to_[2 * i + 1] = record.cluster[0];
        const Plane plane = portal_plane(graph, record);
        planes_[2 * i] = flipped(plane);
        planes_[2 * i + 1] = plane;
        std::vector<Vec3> corners;
        for (std::uint32_t c = 0; c < record.corner_count; ++c) {
            corners.push_back(onto(plane, graph.corners[record.first_corner + c]));
        }
        corners = convex(std::move(corners), plane.n);
        for (const std::uint32_t cluster : record.cluster) {
            for (const Vec3& corner : corners) {
                boxes_[cluster] = merge(boxes_[cluster], corner);
            }
            ++first_[cluster + 1];
        }
        add_edges(i, corners, plane.n);
        add_window(i, std::move(corners), plane.n);
    }
    for (std::size_t cluster = 0; cluster < graph.cluster_count; ++cluster) {
        first_[cluster + 1] += first_[cluster];
    }
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (PortalId d = 0; d < portals(); ++d) {
        out_[next[from(d)]++] = d;
    }
}

double* FlowGraph::numbers(std::size_t count) {
    if (blocks_.empty() || used_ + count > kBlock) {
        blocks_.emplace_back(kBlock);
        used_ = 0;
    }
    double* const place = blocks_.back().data() + used_;
    used_ += (count + 1) / 2 * 2;
    return place;
}

void FlowGraph::add_window(std::size_t portal, std::vector<Vec3> corners, const Vec3& normal) {
    if (corners.size() > kMaxOwnCorners) {
        corners = rectangle(corners, normal);
    }
    const std::size_t count = corners.size();
    const std::size_t stride = count + 2;
    double* const to = numbers(3 * stride);
    for (std::size_t i = 0; i < stride; ++i) {
        const Vec3& corner = corners[i % count];
        to[i] = corner.x;
        to[stride + i] = corner.y;
        to[2 * stride + i] = corner.z;
    }
    windows_[portal] = {to, to + stride, to + 2 * stride, count};
    centres_[portal] = centre_of(windows_[portal]);
}

void FlowGraph::add_edges(std::size_t portal,
                          const std::vector<Vec3>& corners,
                          const Vec3& normal) {
    std::vector<Plane> edges;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 edge = corners[(i + 1) % corners.size()] - corners[i];
        if (length(edge) > kNoEdge) {
            const Vec3 inwards = normalized(cross(normal, edge));
            edges.push_back({inwards, dot(inwards, corners[i])});
        }
    }
    if (edges.size() % 2 != 0) {
        edges.push_back(edges.back());
    }
    const std::size_t count = edges.size();
    double* const to = numbers(4 * count);
    for (std::size_t i = 0; i < count; ++i) {
        to[i] = edges[i].n.x;
        to[count + i] = edges[i].n.y;
        to[2 * count + i] = edges[i].n.z;
        to[3 * count + i] = edges[i].d;
    }
    edges_[portal] = {to, to + count, to + 2 * count, to + 3 * count, count};
}

}  // namespace halfspace::visibility
