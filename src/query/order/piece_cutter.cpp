// SPDX-License-Identifier: MIT
#include "query/order/piece_cutter.h"

#include "halfspace/level/level.h"

#include "query/shared/face_vertex.h"

#include <cmath>

namespace halfspace {
namespace {

// A corner counts as on a splitter if it is nearer than kOn [units] plus kFloatError times the sum
// of its |coordinates|. kOn is far below what is seen; the other term is for corners that are
// floats.
constexpr double kOn = 0x1p-12;
constexpr double kFloatError = 0x1p-22;

}  // namespace

void PieceCutter::clear() {
    pieces_.clear();
    ranks_.clear();
    extents_.clear();
    model_boxes_.clear();
    model_extents_.clear();
    vertices_.clear();
}

std::uint32_t PieceCutter::add(const Level& level,
                               std::uint32_t face,
                               std::uint32_t placed,
                               const Transform& transform) {
    const FaceRecord& record = level.faces()[face];
    const auto number = static_cast<std::uint32_t>(pieces_.size());
    pieces_.push_back(
        {face, placed, static_cast<std::uint32_t>(vertices_.size()), record.vertex_count});
    ranks_.push_back(number);
    for (std::uint32_t i = 0; i < record.vertex_count; ++i) {
        const FaceVertex v = face_vertex(level, record.first_vertex + i);
        vertices_.push_back({to_world(transform, v.point), v.u, v.v});
    }
    const Aabb box = box_of(pieces_.back());
    extents_.push_back(extent_of(box));
    if (placed >= model_boxes_.size()) {
        model_boxes_.resize(placed + 1);
        model_extents_.resize(placed + 1);
    }
    model_boxes_[placed] = merge(model_boxes_[placed], box);
    model_extents_[placed] = extent_of(model_boxes_[placed]);
    return number;
}

Aabb PieceCutter::box_of(const FacePiece& piece) const {
    Aabb box;
    for (std::uint32_t i = 0; i < piece.vertex_count; ++i) {
        box = merge(box, vertices_[piece.first_vertex + i].point);
    }
    return box;
}

// Twice the distance that counts as on the plane is more than rounding takes.
PieceCutter::Extent PieceCutter::extent_of(const Aabb& box) {
    const Vec3 centre = centre_of(box);
    const Vec3 half = half_of(box);
    const double far =
        std::abs(centre.x) + std::abs(centre.y) + std::abs(centre.z) + half.x + half.y + half.z;
    return {centre, half, 2 * (kOn + kFloatError * far)};
}

// The side on which the whole box lies; both if the plane crosses the box or is near to it. size:
// the length of the normal.
PieceCutter::Sides PieceCutter::sides_of(const Plane& splitter, double size, const Extent& extent) {
    const double reach = dot(abs(splitter.n), extent.half) + size * extent.slack;
    const double middle = signed_distance(splitter, extent.centre);
    return {middle >= -reach, middle <= reach};
}

// The sides of the plane on which the piece has corners. Most pieces lie so far on one side that
// their box tells it.
PieceCutter::Sides PieceCutter::measure(const Plane& splitter, double size, std::uint32_t number) {
    const Sides of_box = sides_of(splitter, size, extents_[number]);
    if (of_box.front != of_box.back) {
        return of_box;
    }
    const FacePiece& piece = pieces_[number];
    Sides sides;
    distances_.clear();
    for (std::uint32_t i = 0; i < piece.vertex_count; ++i) {
        const Vec3& p = vertices_[piece.first_vertex + i].point;
        const double distance = signed_distance(splitter, p);
        const double on =
            size * (kOn + kFloatError * (std::abs(p.x) + std::abs(p.y) + std::abs(p.z)));
        distances_.push_back(std::abs(distance) <= on ? 0 : distance);
        sides.front = sides.front || distance > on;
        sides.back = sides.back || distance < -on;
    }
    return sides;
}

bool PieceCutter::looks_along(const Plane& splitter, const FacePiece& piece) const {
    const FaceVertex* const v = &vertices_[piece.first_vertex];
    Vec3 normal;
    for (std::uint32_t i = 2; i < piece.vertex_count; ++i) {
        normal = normal + cross(v[i - 1].point - v[0].point, v[i].point - v[0].point);
    }
    return dot(normal, splitter.n) > 0;
}

// Where the edge between two corners on different sides meets the plane. It is computed from the
// corner in front, so two faces that share the edge get the same doubles.
FaceVertex PieceCutter::crossing(const FacePiece& piece, std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t front = distances_[a] > 0 ? a : b;
    const std::uint32_t back = front == a ? b : a;
    const FaceVertex& p = vertices_[piece.first_vertex + front];
    const FaceVertex& q = vertices_[piece.first_vertex + back];
    const double way = distances_[front] / (distances_[front] - distances_[back]);
    return {p.point + (q.point - p.point) * way, p.u + (q.u - p.u) * way, p.v + (q.v - p.v) * way};
}

void PieceCutter::store(FacePiece& piece, std::span<const FaceVertex> corners) {
    piece.first_vertex = static_cast<std::uint32_t>(vertices_.size());
    piece.vertex_count = static_cast<std::uint32_t>(corners.size());
    vertices_.insert(vertices_.end(), corners.begin(), corners.end());
}

// Cuts the piece that was measured last. Returns the number of its part behind the plane.
std::uint32_t PieceCutter::cut(std::uint32_t piece) {
    const FacePiece whole = pieces_[piece];
    front_.clear();
    back_.clear();
    for (std::uint32_t i = 0; i < whole.vertex_count; ++i) {
        const std::uint32_t next = (i + 1) % whole.vertex_count;
        const FaceVertex& corner = vertices_[whole.first_vertex + i];
        if (distances_[i] >= 0) {
            front_.push_back(corner);
        }
        if (distances_[i] <= 0) {
            back_.push_back(corner);
        }
        if (distances_[i] * distances_[next] < 0) {
            front_.push_back(crossing(whole, i, next));
            back_.push_back(front_.back());
        }
    }
    store(pieces_[piece], front_);
    const auto behind = static_cast<std::uint32_t>(pieces_.size());
    pieces_.push_back(whole);
    ranks_.push_back(ranks_[piece]);
    store(pieces_.back(), back_);
    extents_[piece] = extent_of(box_of(pieces_[piece]));
    extents_.push_back(extent_of(box_of(pieces_.back())));
    return behind;
}

void PieceCutter::split_one(const Plane& splitter,
                            double size,
                            std::uint32_t piece,
                            PieceList (&sides)[2]) {
    const Sides found = measure(splitter, size, piece);
    if (found.front && found.back) {
        sides[1].push_back(cut(piece));
        sides[0].push_back(piece);
    } else if (found.front || (!found.back && looks_along(splitter, pieces_[piece]))) {
        sides[0].push_back(piece);
    } else {
        sides[1].push_back(piece);
    }
}

// Pieces of one model follow one another in the list. Most models lie on one side of most planes;
// then all their pieces go there at once.
void PieceCutter::split(const Plane& splitter, const PieceList& list, PieceList (&sides)[2]) {
    const double size = length(splitter.n);
    for (std::size_t first = 0; first < list.size();) {
        const std::uint32_t placed = pieces_[list[first]].placed;
        std::size_t end = first + 1;
        while (end < list.size() && pieces_[list[end]].placed == placed) {
            ++end;
        }
        const Sides of_model = sides_of(splitter, size, model_extents_[placed]);
        if (of_model.front != of_model.back) {
            PieceList& side = sides[of_model.front ? 0 : 1];
            side.insert(side.end(), list.data() + first, list.data() + end);
        } else {
            for (std::size_t i = first; i < end; ++i) {
                split_one(splitter, size, list[i], sides);
            }
        }
        first = end;
    }
}

}  // namespace halfspace
