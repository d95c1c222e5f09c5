// SPDX-License-Identifier: MIT
#include "halfspace/level/portal_check.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace halfspace {
namespace {

// Shorter edges do not tell a direction [map units].
constexpr double kShortEdge = 1e-6;
// The least area of a portal [square map units].
constexpr double kLeastArea = 1e-9;

std::span<const Vec3> corners_of(const PortalGraph& graph, const PortalRecord& portal) {
    return std::span(graph.corners).subspan(portal.first_corner, portal.corner_count);
}

// Twice the area, along the normal that points to where the corners run counter-clockwise.
Vec3 area_vector(std::span<const Vec3> corners) {
    Vec3 area;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        area += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    }
    return area;
}

bool is_thin(const Vec3& area) {
    return length(area) / 2 < kLeastArea;
}

Vec3 mean_of(std::span<const Vec3> corners) {
    Vec3 sum;
    for (const Vec3& corner : corners) {
        sum += corner;
    }
    return sum / static_cast<double>(corners.size());
}

Error problem(ErrorCode code, std::string message) {
    return {code, std::move(message), {}};
}

std::optional<Error> bad_corners(std::span<const Vec3> corners) {
    for (const Vec3& corner : corners) {
        if (!is_within(corner, kMaxPortalCoordinate)) {
            return problem(ErrorCode::Range,
                           "a coordinate is no number or is above 1048576 map units");
        }
    }
    return std::nullopt;
}

std::optional<Error> bad_shape(std::span<const Vec3> corners) {
    const Vec3 area = area_vector(corners);
    if (is_thin(area)) {
        return problem(ErrorCode::Geometry, "the portal has no area");
    }
    const Vec3 normal = normalized(area);
    const double distance = dot(normal, mean_of(corners));
    for (const Vec3& corner : corners) {
        if (std::abs(dot(normal, corner) - distance) > kPortalTolerance) {
            return problem(ErrorCode::Geometry, "the portal is not flat");
        }
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 edge = corners[(i + 1) % corners.size()] - corners[i];
        if (length(edge) < kShortEdge) {
            continue;
        }
        const Vec3 inwards = normalized(cross(normal, edge));
        for (const Vec3& corner : corners) {
            if (dot(inwards, corner - corners[i]) < -kPortalTolerance) {
                return problem(ErrorCode::Geometry, "the portal is not convex");
            }
        }
    }
    return std::nullopt;
}

}  // namespace

Plane portal_plane(const PortalGraph& graph, const PortalRecord& portal) {
    const std::span<const Vec3> corners = corners_of(graph, portal);
    const Vec3 normal = normalized(area_vector(corners));
    return {normal, dot(normal, mean_of(corners))};
}

std::optional<Error> portal_problem(const PortalGraph& graph, const PortalRecord& portal) {
    for (const std::uint32_t cluster : portal.cluster) {
        if (cluster >= graph.cluster_count) {
            return problem(ErrorCode::Range,
                           "cluster " + std::to_string(cluster) + " does not exist; there are " +
                               std::to_string(graph.cluster_count) + ", counted from 0");
        }
    }
    if (portal.cluster[0] == portal.cluster[1]) {
        return problem(ErrorCode::Damaged, "the portal leads from a cluster to the same cluster");
    }
    if (portal.corner_count < 3 || portal.corner_count > kMaxPortalCorners) {
        return problem(portal.corner_count < 3 ? ErrorCode::Geometry : ErrorCode::Limit,
                       "the portal has " + std::to_string(portal.corner_count) +
                           " corners; it needs 3 to " + std::to_string(kMaxPortalCorners));
    }
    if (portal.first_corner > graph.corners.size() ||
        portal.corner_count > graph.corners.size() - portal.first_corner) {
        return problem(ErrorCode::Damaged, "the portal has corners that do not exist");
    }
    const std::span<const Vec3> corners = corners_of(graph, portal);
    std::optional<Error> bad = bad_corners(corners);
    return bad ? bad : bad_shape(corners);
}

bool has_no_area(const PortalGraph& graph, const PortalRecord& portal) {
    return is_thin(area_vector(corners_of(graph, portal)));
}

std::optional<Error> graph_problem(const PortalGraph& graph) {
    if (graph.cluster_count > kMaxClusters) {
        return problem(ErrorCode::Limit,
                       "there are more than " + std::to_string(kMaxClusters) + " clusters");
    }
    if (graph.portals.size() > kMaxPortals) {
        return problem(ErrorCode::Limit,
                       "there are more than " + std::to_string(kMaxPortals) + " portals");
    }
    for (std::size_t i = 0; i < graph.portals.size(); ++i) {
        if (std::optional<Error> bad = portal_problem(graph, graph.portals[i])) {
            bad->message = "portal " + std::to_string(i) + ": " + bad->message;
            return bad;
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
