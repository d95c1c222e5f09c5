// SPDX-License-Identifier: MIT
#include "exact/shared/polygon.h"

#include <array>
#include <utility>

namespace halfspace {
namespace {

// The sides of all corners; the first 32 live on the stack.
class CornerSides {
public:
    CornerSides(const Polygon& polygon, PlaneId plane, Predicates& predicates)
        : count_(polygon.corners.size()) {
        if (count_ > few_.size()) {
            many_.resize(count_);
        }
        Side* sides = data();
        for (std::size_t i = 0; i < count_; ++i) {
            sides[i] = predicates.side(polygon.corners[i].point, plane);
            front_ = front_ || sides[i] == Side::Front;
            back_ = back_ || sides[i] == Side::Back;
        }
    }

    Side operator[](std::size_t i) const { return many_.empty() ? few_[i] : many_[i]; }
    Side after(std::size_t i) const { return (*this)[i + 1 == count_ ? 0 : i + 1]; }

    PolygonSide side() const {
        if (front_) {
            return back_ ? PolygonSide::Spanning : PolygonSide::Front;
        }
        return back_ ? PolygonSide::Back : PolygonSide::Coplanar;
    }

    // The number of corners of the piece on this side, if the polygon lies on both sides.
    std::size_t count_of_piece(Side piece) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            count += (*this)[i] == piece || (*this)[i] == Side::On ? 1 : 0;
            count += (*this)[i] != Side::On && after(i) == opposite((*this)[i]) ? 1 : 0;
        }
        return count;
    }

private:
    Side* data() { return many_.empty() ? few_.data() : many_.data(); }

    std::array<Side, 32> few_;
    std::vector<Side> many_;
    std::size_t count_;
    bool front_ = false;
    bool back_ = false;
};

PolygonSplit cut(const Polygon& polygon,
                 PlaneId plane,
                 const CornerSides& sides,
                 const Predicates& predicates) {
    Polygon front{polygon.plane, {}};
    Polygon back{polygon.plane, {}};
    front.corners.reserve(sides.count_of_piece(Side::Front));
    back.corners.reserve(sides.count_of_piece(Side::Back));
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
        const Corner& corner = polygon.corners[i];
        const Side here = sides[i];
        const Side next = sides.after(i);
        // If the piece does not have the next corner, its boundary continues along the cut.
        if (here != Side::Back) {
            const bool leaves = here == Side::On && next == Side::Back;
            front.corners.push_back({corner.point, leaves ? plane : corner.edge});
        }
        if (here != Side::Front) {
            const bool leaves = here == Side::On && next == Side::Front;
            back.corners.push_back({corner.point, leaves ? plane : corner.edge});
        }
        if (here != Side::On && next == opposite(here)) {
            const ExactPoint crossing = predicates.meet(polygon.plane, corner.edge, plane);
            const bool to_back = next == Side::Back;
            front.corners.push_back({crossing, to_back ? plane : corner.edge});
            back.corners.push_back({crossing, to_back ? corner.edge : plane});
        }
    }
    return {std::move(front), std::move(back)};
}

}  // namespace

Aabb bounds(const Polygon& polygon) {
    Aabb box;
    for (const Corner& corner : polygon.corners) {
        box = merge(box, corner.point.rounded);
    }
    return box;
}

PolygonSide classify(const Polygon& polygon, PlaneId plane, Predicates& predicates) {
    if (polygon.plane.pair() == plane.pair()) {
        return PolygonSide::Coplanar;
    }
    bool front = false;
    bool back = false;
    for (const Corner& corner : polygon.corners) {
        const Side side = predicates.side(corner.point, plane);
        front = front || side == Side::Front;
        back = back || side == Side::Back;
        if (front && back) {
            return PolygonSide::Spanning;
        }
    }
    if (front) {
        return PolygonSide::Front;
    }
    return back ? PolygonSide::Back : PolygonSide::Coplanar;
}

PolygonSplit split(Polygon polygon, PlaneId plane, Predicates& predicates) {
    PolygonSplit result;
    if (polygon.plane.pair() == plane.pair()) {
        (polygon.plane == plane ? result.front : result.back) = std::move(polygon);
        return result;
    }
    const CornerSides sides(polygon, plane, predicates);
    if (sides.side() == PolygonSide::Spanning) {
        return cut(polygon, plane, sides, predicates);
    }
    // An edge that lies in the splitter gets the splitter's id. Later questions about points on it
    // are then answered by identity.
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
        if (sides[i] == Side::On && sides.after(i) == Side::On) {
            polygon.corners[i].edge = plane;
        }
    }
    (sides.side() == PolygonSide::Front ? result.front : result.back) = std::move(polygon);
    return result;
}

}  // namespace halfspace
