// SPDX-License-Identifier: MIT
//
// Pieces are joined as Hertel and Mehlhorn do it (Fast Triangulation of the Plane with Respect to
// Simple Polygons, 1985): a common edge is left out if both its ends stay convex without it. We
// take the longest edges first.
#include "nav_build/floor_mesh.h"

#include "base/shared/union_find.h"
#include "nav_build/half_edges.h"
#include "nav_build/step_edges.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

class MeshMaker {
public:
    MeshMaker(const std::vector<FloorPiece>& pieces, PlaneTable& planes, Predicates& predicates)
        : pieces_(pieces),
          planes_(planes),
          predicates_(predicates),
          mesh_(find_half_edges(pieces, predicates)),
          is_gone_(mesh_.edges.size()),
          polygons_(pieces.size()) {}

    FloorMesh run(double step_height) {
        for (const std::uint32_t edge : inner_edges()) {
            if (!is_gone_[edge]) {
                join_over(edge);
            }
        }
        for (std::uint32_t edge = 0; edge < mesh_.edges.size(); ++edge) {
            while (!is_gone_[edge] && is_straight(edge)) {
                leave_out_corner(edge);
            }
        }
        const std::vector<StepEdges> steps =
            find_step_edges(mesh_, is_gone_, pieces_, step_height, planes_, predicates_);
        return result(steps);
    }

private:
    HalfEdge& at(std::uint32_t edge) { return mesh_.edges[edge]; }
    std::uint32_t next(std::uint32_t edge) const { return mesh_.edges[edge].next; }
    std::uint32_t previous(std::uint32_t edge) const { return mesh_.edges[edge].previous; }
    std::uint32_t twin(std::uint32_t edge) const { return mesh_.edges[edge].twin; }

    void link(std::uint32_t first, std::uint32_t second) {
        at(first).next = second;
        at(second).previous = first;
    }

    // Edges between pieces that differ in their polygons alone, the longest first.
    std::vector<std::uint32_t> inner_edges() const {
        std::vector<std::pair<double, std::uint32_t>> found;
        for (std::uint32_t e = 0; e < mesh_.edges.size(); ++e) {
            const std::uint32_t other = twin(e);
            if (other == kNone || other < e) {
                continue;
            }
            const FloorPiece& a = pieces_[mesh_.edges[e].piece];
            const FloorPiece& b = pieces_[mesh_.edges[other].piece];
            if (a.polygon.plane == b.polygon.plane && a.contents == b.contents &&
                a.doors == b.doors && a.area == b.area && a.is_low == b.is_low) {
                const Vec3 along = mesh_.vertices[mesh_.to(e)].rounded -
                                   mesh_.vertices[mesh_.edges[e].from].rounded;
                found.emplace_back(-dot(along, along), e);
            }
        }
        std::ranges::sort(found);
        std::vector<std::uint32_t> edges;
        for (const auto& [length, edge] : found) {
            edges.push_back(edge);
        }
        return edges;
    }

    // True if a polygon stays convex where the edge `second` follows the edge `first`.
    bool is_convex(std::uint32_t first, std::uint32_t second) {
        return predicates_.side(mesh_.vertices[mesh_.to(second)], mesh_.edges[first].line) !=
               Side::Back;
    }

    // Joins the polygons on both sides of an edge, if the result is convex. All edges that the two
    // have in common around this one go.
    void join_over(std::uint32_t edge) {
        if (polygons_.root(at(edge).piece) == polygons_.root(at(twin(edge)).piece)) {
            return;
        }
        std::uint32_t first = edge;
        while (twin(previous(first)) != kNone && twin(previous(first)) == next(twin(first)) &&
               previous(first) != edge) {
            first = previous(first);
        }
        std::uint32_t last = edge;
        while (twin(next(last)) != kNone && twin(next(last)) == previous(twin(last)) &&
               next(last) != edge) {
            last = next(last);
        }
        const std::uint32_t before = previous(first);
        const std::uint32_t behind = next(last);
        const std::uint32_t other_before = previous(twin(last));
        const std::uint32_t other_behind = next(twin(first));
        if (!is_convex(before, other_behind) || !is_convex(other_before, behind)) {
            return;
        }
        for (std::uint32_t e = first;; e = next(e)) {
            is_gone_[e] = true;
            is_gone_[twin(e)] = true;
            if (e == last) {
                break;
            }
        }
        polygons_.join(at(edge).piece, at(twin(edge)).piece);
        link(before, other_behind);
        link(other_before, behind);
    }

    // True if the corner behind the edge lies on a straight line, and nothing needs it: the same
    // neighbour, or none, is on both edges.
    bool is_straight(std::uint32_t edge) {
        const std::uint32_t second = next(edge);
        const bool has_same = twin(edge) == kNone
                                  ? twin(second) == kNone
                                  : twin(second) != kNone && next(twin(second)) == twin(edge);
        return has_same &&
               predicates_.side(mesh_.vertices[mesh_.to(second)], at(edge).line) == Side::On;
    }

    void leave_out_corner(std::uint32_t edge) {
        const std::uint32_t second = next(edge);
        link(edge, next(second));
        is_gone_[second] = true;
        if (twin(edge) != kNone) {
            const std::uint32_t kept = twin(second);
            is_gone_[twin(edge)] = true;
            link(kept, next(twin(edge)));
            at(edge).twin = kept;
            at(kept).twin = edge;
        }
    }

    FloorMesh result(const std::vector<StepEdges>& steps) {
        // Corners that edges join around a vertex share the vertex.
        UnionFind fans(mesh_.edges.size());
        std::vector<bool> is_apart(mesh_.edges.size());  // corners
        for (const std::uint32_t edge : mesh_.parted) {
            if (!is_gone_[edge]) {
                is_apart[edge] = true;
                is_apart[next(edge)] = true;
            }
        }
        for (std::uint32_t e = 0; e < mesh_.edges.size(); ++e) {
            if (!is_gone_[e] && twin(e) != kNone && !is_apart[e] && !is_apart[next(twin(e))]) {
                fans.join(e, next(twin(e)));
            }
        }
        FloorMesh mesh;
        std::vector<std::uint32_t> vertex_of(mesh_.edges.size(), kNone);  // by root
        std::vector<FloorEdge> place_of(mesh_.edges.size(), FloorEdge{kNone, kNone});
        for (std::uint32_t start = 0; start < mesh_.edges.size(); ++start) {
            if (is_gone_[start] || place_of[start].polygon != kNone) {
                continue;
            }
            const FloorPiece& piece = pieces_[at(start).piece];
            FloorPolygon polygon{
                piece.polygon.plane, piece.contents, {}, piece.doors, piece.area, piece.is_low};
            std::uint32_t e = start;
            do {
                place_of[e] = {static_cast<std::uint32_t>(mesh.polygons.size()),
                               static_cast<std::uint32_t>(polygon.corners.size())};
                std::uint32_t& vertex = vertex_of[fans.root(e)];
                if (vertex == kNone) {
                    vertex = static_cast<std::uint32_t>(mesh.vertices.size());
                    mesh.vertices.push_back(mesh_.vertices[at(e).from]);
                }
                polygon.corners.push_back(vertex);
                e = next(e);
            } while (e != start);
            mesh.polygons.push_back(std::move(polygon));
        }
        for (const auto& [lower, upper] : steps) {
            mesh.steps.push_back({place_of[lower], place_of[upper]});
        }
        return mesh;
    }

    const std::vector<FloorPiece>& pieces_;
    PlaneTable& planes_;
    Predicates& predicates_;
    HalfEdges mesh_;
    std::vector<bool> is_gone_;  // edges
    UnionFind polygons_;         // of joined pieces
};

}  // namespace

FloorMesh make_floor_mesh(const std::vector<FloorPiece>& pieces,
                          double step_height,
                          PlaneTable& planes) {
    Predicates predicates(planes);
    return MeshMaker(pieces, planes, predicates).run(step_height);
}

}  // namespace halfspace
