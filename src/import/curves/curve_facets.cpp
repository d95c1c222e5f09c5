// SPDX-License-Identifier: MIT
#include "import/curves/curve_facets.h"

#include "halfspace/tasks/parallel_for.h"

#include "math/shared/axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

// The convex hull of some corners, as triples of corners through which its planes run.
struct Hull {
    std::uint32_t entity = 0;
    std::uint32_t patch = 0;
    Contents contents = Contents::Empty;
    std::vector<std::array<GridPoint, 3>> planes;
    GridPoint inside_times;  // inside_times / inside_weight is a point inside
    std::int64_t inside_weight = 1;
};

// The plane through three corners, with the inside of the hull behind it. nullopt if the corners
// lie on a line or if the plane runs through the inside point.
std::optional<ExactPlane> outward_plane(const std::array<GridPoint, 3>& corners, const Hull& hull) {
    PlaneTable scratch;
    const std::optional<PlaneId> id = scratch.intern_through(corners[0], corners[1], corners[2]);
    if (!id) {
        return std::nullopt;
    }
    const ExactPlane plane = scratch.plane(*id);
    const Int128 distance = dot<Int128>(plane.n, hull.inside_times) - plane.d * hull.inside_weight;
    if (distance == 0) {
        return std::nullopt;
    }
    return distance < 0 ? plane : flipped(plane);
}

// True if the edge and its two moved copies bound a volume. REQUIRES: each offset lies along an
// axis.
bool has_wedge(const GridPoint& a,
               const GridPoint& b,
               const GridPoint& one,
               const GridPoint& other) {
    const std::size_t i = *axis_of(one);
    const std::size_t j = *axis_of(other);
    return i != j && a[3 - i - j] != b[3 - i - j];
}

// A flat or nearly flat piece of a curve: a cell, or half of a cell.
struct Piece {
    std::uint32_t patch = 0;
    // Three or four, counter-clockwise seen from the front; the smallest one comes first.
    std::vector<GridPoint> corners;
    WideVector normal{};  // of a triangle; of four corners: perpendicular to both diagonals
};

// True if the piece is strictly convex seen along its normal and along the axis.
bool is_convex_along(const Piece& piece, std::size_t axis) {
    const std::vector<GridPoint>& corners = piece.corners;
    const std::size_t count = corners.size();
    for (std::size_t i = 0; i < count; ++i) {
        const WideVector turn =
            cross_at(corners[i], corners[(i + 1) % count], corners[(i + 2) % count]);
        const bool is_alike = (turn[axis] > 0 && piece.normal[axis] > 0) ||
                              (turn[axis] < 0 && piece.normal[axis] < 0);
        if (!is_alike || dot<Int128>(turn, piece.normal) <= 0) {
            return false;
        }
    }
    return true;
}

Piece piece_of(std::uint32_t patch, std::vector<GridPoint> corners) {
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    Piece piece{patch, std::move(corners)};
    const std::vector<GridPoint>& c = piece.corners;
    if (c.size() == 3) {
        piece.normal = cross_at(c[0], c[1], c[2]);
        return piece;
    }
    piece.normal = cross<Int128>(difference(c[2], c[0]), difference(c[3], c[1]));
    return piece;
}

// Adds the pieces of a cell: the cell if it is convex, else its triangles that have an area.
void add_pieces(const CurveCell& cell, std::vector<Piece>& pieces) {
    const auto& [a, b, c, d] = cell.corners;
    Piece whole = piece_of(cell.patch, {a.point, b.point, c.point, d.point});
    if (is_convex_along(whole, longest_axis(whole.normal))) {
        pieces.push_back(std::move(whole));
        return;
    }
    for (Piece half : {piece_of(cell.patch, {a.point, b.point, c.point}),
                       piece_of(cell.patch, {a.point, c.point, d.point})}) {
        if (half.normal != WideVector{}) {
            pieces.push_back(std::move(half));
        }
    }
}

// A direction along an axis: 2 * axis, and 1 more for the direction of the axis itself.
constexpr std::size_t kDirections = 6;

// The direction along the axis that leads from the front to the back of the piece.
std::size_t backwards(const Piece& piece, std::size_t axis) {
    return 2 * axis + (piece.normal[axis] < 0 ? 1 : 0);
}

// True if the piece can be moved along the axis: the axis is steep enough against the piece.
bool can_move_along(const Piece& piece, std::size_t axis) {
    // At 1/8 of the largest number of the normal, a facet is at least 1/46 unit thick across.
    constexpr Int128 kMinSteepness = 8;
    const Int128 largest = magnitude(piece.normal[longest_axis(piece.normal)]);
    return magnitude(piece.normal[axis]) * kMinSteepness >= largest && is_convex_along(piece, axis);
}

class FacetMaker {
public:
    FacetMaker(std::uint32_t entity, std::span<const Patch> patches, std::int64_t thickness)
        : entity_(entity), patches_(patches), thickness_(thickness) {}

    std::vector<Hull> run(std::span<const CurveCell> cells) {
        std::vector<Piece> pieces;
        for (const CurveCell& cell : cells) {
            if (has_facets(patches_[cell.patch])) {
                add_pieces(cell, pieces);
            }
        }
        // The result must not depend on the order of the patches.
        std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
            return std::tie(a.corners, a.patch) < std::tie(b.corners, b.patch);
        });
        const std::vector<std::size_t> directions = directions_of_patches(pieces);
        for (const Piece& piece : pieces) {
            const std::size_t direction = directions[piece.patch];
            const bool is_fit = backwards(piece, direction / 2) == direction &&
                                can_move_along(piece, direction / 2);
            add_slab(piece, is_fit ? direction : backwards(piece, longest_axis(piece.normal)));
        }
        return std::move(hulls_);
    }

private:
    // An edge of a piece; the smaller corner comes first.
    using Edge = std::pair<GridPoint, GridPoint>;

    // The first piece at an edge.
    struct AtEdge {
        GridPoint offset;   // by which the piece is moved
        WideVector normal;  // of the piece
    };

    // For each patch the direction that the most of its pieces can be moved in; a steep direction
    // counts more. Neighbours that are moved alike need no wedge.
    std::vector<std::size_t> directions_of_patches(std::span<const Piece> pieces) const {
        std::vector<std::array<double, kDirections>> votes(patches_.size());
        for (const Piece& piece : pieces) {
            const Vec3 normal = normalized(to_vec3(piece.normal));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                votes[piece.patch][backwards(piece, axis)] +=
                    can_move_along(piece, axis) ? std::fabs(normal[axis]) : 0;
            }
        }
        std::vector<std::size_t> directions;
        for (const auto& of_patch : votes) {
            directions.push_back(static_cast<std::size_t>(
                std::max_element(of_patch.begin(), of_patch.end()) - of_patch.begin()));
        }
        return directions;
    }

    // Adds the convex hull of the piece and its copy, which is moved in the direction.
    void add_slab(const Piece& piece, std::size_t direction) {
        GridPoint offset{};
        offset[direction / 2] = direction % 2 == 1 ? thickness_ : -thickness_;
        const std::vector<GridPoint>& corners = piece.corners;
        Hull hull = hull_of(piece.patch, corners, offset);
        add_ends(piece, offset, hull);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const GridPoint& a = corners[i];
            const GridPoint& b = corners[(i + 1) % corners.size()];
            hull.planes.push_back({a, b, sum(b, offset)});
            add_edge(piece, a, b, offset);
        }
        hulls_.push_back(std::move(hull));
    }

    // Adds the planes of the piece's front, and of the back of its copy. Four corners that do not
    // lie in one plane have two triangles on either side: those at one diagonal on the front, and
    // those at the other diagonal on the back.
    static void add_ends(const Piece& piece, const GridPoint& offset, Hull& hull) {
        const std::vector<GridPoint>& c = piece.corners;
        const auto add_back = [&](const GridPoint& p, const GridPoint& q, const GridPoint& r) {
            hull.planes.push_back({sum(p, offset), sum(q, offset), sum(r, offset)});
        };
        const WideVector normal = cross_at(c[0], c[1], c[2]);
        Int128 height = 0;  // of the fourth corner over the plane of the others
        for (std::size_t i = 0; i < 3 && c.size() == 4; ++i) {
            height += normal[i] * (c[3][i] - c[0][i]);
        }
        if (height == 0) {
            hull.planes.push_back({c[0], c[1], c[2]});
            add_back(c[0], c[1], c[2]);
            return;
        }
        const std::size_t first = height < 0 ? 0 : 1;  // of the diagonal on the front
        const auto at = [&](std::size_t i) { return c[(first + i) % 4]; };
        hull.planes.push_back({at(0), at(1), at(2)});
        hull.planes.push_back({at(0), at(2), at(3)});
        add_back(at(1), at(2), at(3));
        add_back(at(1), at(3), at(0));
    }

    Hull hull_of(std::uint32_t patch,
                 const std::vector<GridPoint>& corners,
                 const GridPoint& offset) const {
        Hull hull;
        hull.entity = entity_;
        hull.patch = patch;
        hull.contents = patches_[patch].contents;
        hull.inside_weight = 2 * static_cast<std::int64_t>(corners.size());
        for (std::size_t i = 0; i < 3; ++i) {
            hull.inside_times[i] = offset[i] * static_cast<std::int64_t>(corners.size());
            for (const GridPoint& corner : corners) {
                hull.inside_times[i] += 2 * corner[i];
            }
        }
        return hull;
    }

    // Fills the angle behind an edge between two pieces if they are moved by different offsets. It
    // is called for both pieces; the second call adds the wedge. Two offsets may span no volume
    // with the edge, for example if they are opposite. Then two wedges meet at a third offset,
    // which leads behind both pieces.
    void add_edge(const Piece& piece,
                  const GridPoint& a,
                  const GridPoint& b,
                  const GridPoint& offset) {
        const Edge edge = std::minmax(a, b);
        const auto [known, is_new] = edges_.try_emplace(edge, AtEdge{offset, piece.normal});
        const AtEdge& other = known->second;
        if (is_new || other.offset == offset) {
            return;
        }
        if (has_wedge(a, b, offset, other.offset)) {
            add_wedge(piece.patch, a, b, offset, other.offset);
            return;
        }
        const Vec3 front = normalized(to_vec3(piece.normal)) + normalized(to_vec3(other.normal));
        std::optional<std::size_t> chosen;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            GridPoint middle{};
            middle[axis] = thickness_;
            if (has_wedge(a, b, offset, middle) && has_wedge(a, b, middle, other.offset) &&
                (!chosen || std::fabs(front[axis]) > std::fabs(front[*chosen]))) {
                chosen = axis;
            }
        }
        if (chosen) {
            GridPoint middle{};
            middle[*chosen] = front[*chosen] > 0 ? -thickness_ : thickness_;
            add_wedge(piece.patch, a, b, offset, middle);
            add_wedge(piece.patch, a, b, middle, other.offset);
        }
    }

    void add_wedge(std::uint32_t patch,
                   const GridPoint& a,
                   const GridPoint& b,
                   const GridPoint& one,
                   const GridPoint& other) {
        Hull wedge = hull_of(patch, {a, b}, one);
        wedge.inside_weight = 6;
        for (std::size_t i = 0; i < 3; ++i) {
            wedge.inside_times[i] = 3 * (a[i] + b[i]) + 2 * (one[i] + other[i]);
        }
        wedge.planes = {{a, b, sum(b, one)},
                        {a, b, sum(b, other)},
                        {sum(a, one), sum(b, one), sum(b, other)},
                        {a, sum(a, one), sum(a, other)},
                        {b, sum(b, one), sum(b, other)}};
        hulls_.push_back(std::move(wedge));
    }

    std::uint32_t entity_;
    std::span<const Patch> patches_;
    std::int64_t thickness_;
    std::map<Edge, AtEdge> edges_;
    std::vector<Hull> hulls_;
};

}  // namespace

std::int64_t facet_thickness(int grid_exponent) {
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ldexp(kFacetThickness, grid_exponent)));
}

bool has_facets(const Patch& patch) {
    return any(patch.contents & kBlockers);
}

std::vector<SolidBrush> facets_of_curves(std::span<const CurveCell> cells,
                                         std::span<const Patch> patches,
                                         std::uint32_t entity,
                                         std::int64_t thickness,
                                         PlaneTable& planes,
                                         unsigned threads) {
    const std::vector<Hull> hulls = FacetMaker(entity, patches, thickness).run(cells);
    std::vector<std::vector<ExactPlane>> bounds_of(hulls.size());
    std::vector<ExactPlane> all;
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        for (const std::array<GridPoint, 3>& corners : hulls[h].planes) {
            const std::optional<ExactPlane> plane = outward_plane(corners, hulls[h]);
            if (!plane) {  // the hull has no volume
                bounds_of[h].clear();
                break;
            }
            bounds_of[h].push_back(*plane);
        }
        all.insert(all.end(), bounds_of[h].begin(), bounds_of[h].end());
    }
    intern_in_order(std::move(all), planes);
    const Polyhedron everything = make_box(kEverything, planes);
    std::vector<SolidBrush> facets;
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        if (bounds_of[h].empty()) {
            continue;
        }
        SolidBrush& facet = facets.emplace_back();
        facet.entity = hulls[h].entity;
        facet.source = hulls[h].patch;
        facet.kind = SolidBrush::Kind::Facet;
        facet.contents = hulls[h].contents;
        for (const ExactPlane& plane : bounds_of[h]) {
            facet.sides.push_back(
                {planes.intern(plane), static_cast<std::uint32_t>(facet.sides.size())});
        }
    }
    parallel_for(facets.size(), threads, [&](std::size_t f) {
        std::vector<PlaneId> sides;
        for (const SolidBrush::Side& side : facets[f].sides) {
            sides.push_back(side.plane);
        }
        Predicates predicates(planes);
        facets[f].solid = intersect(everything, sides, predicates).value_or(Polyhedron{});
        facets[f].bounds = bounds(facets[f].solid);
    });
    return facets;
}

}  // namespace halfspace
