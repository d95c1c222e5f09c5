// SPDX-License-Identifier: MIT
#include "import/surfaces/winding.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace halfspace::test {
namespace {

// Closed surfaces, and the volume that each bounds.
struct Solids {
    PlaneTable planes;
    std::vector<Polyhedron> volumes;
    std::vector<int> signs;  // 1 for a surface that looks out, -1 for a room, which looks in
    std::vector<Polygon> surface;

    void add(Polyhedron volume, int sign) {
        for (std::size_t f = 0; f < volume.faces.size(); ++f) {
            Polygon polygon = face_polygon(volume, f);
            surface.push_back(sign > 0 ? polygon : turned(polygon));
        }
        volumes.push_back(std::move(volume));
        signs.push_back(sign);
    }

    static Polygon turned(const Polygon& polygon) {
        Polygon result{polygon.plane.flipped(), polygon.corners};
        std::reverse(result.corners.begin(), result.corners.end());
        // The edge belongs to the corner that it leaves.
        const std::size_t count = polygon.corners.size();
        for (std::size_t i = 0; i < count; ++i) {
            result.corners[i].edge = polygon.corners[(2 * count - 2 - i) % count].edge;
        }
        return result;
    }

    // By definition: the volumes that hold the point, each with its sign.
    int expected(const InteriorPoint& point) const {
        Predicates predicates(planes);
        int sum = 0;
        for (std::size_t v = 0; v < volumes.size(); ++v) {
            const bool is_inside = std::all_of(
                volumes[v].faces.begin(), volumes[v].faces.end(), [&](const Polyhedron::Face& f) {
                    return predicates.side(point.exact, f.plane) == Side::Back;
                });
            sum += is_inside ? signs[v] : 0;
        }
        return sum;
    }

    // In a volume with its boundary, but not inside of it.
    bool is_on_a_surface(const InteriorPoint& point) const {
        Predicates predicates(planes);
        return std::any_of(volumes.begin(), volumes.end(), [&](const Polyhedron& volume) {
            bool is_on = false;
            for (const Polyhedron::Face& face : volume.faces) {
                const Side side = predicates.side(point.exact, face.plane);
                if (side == Side::Front) {
                    return false;
                }
                is_on = is_on || side == Side::On;
            }
            return is_on;
        });
    }
};

GridBox random_box(Random& random, std::int64_t step) {
    GridBox box{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.min[axis] = step * random.integer(-6, 5);
        box.max[axis] = box.min[axis] + step * random.integer(2, 9);
    }
    return box;
}

// The centre of a box.
InteriorPoint centre(const GridBox& box, PlaneTable& planes) {
    const Polyhedron cell = make_box(box, planes);
    const Predicates predicates(planes);
    return point_inside(cell, predicates);
}

void expect_counted(Solids& solids, const InteriorPoint& point) {
    const int expected = solids.expected(point);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const WindingField field(solids.surface, axis, solids.planes);
        Predicates predicates(solids.planes);
        EXPECT_EQ(field.at(point, predicates), expected)
            << "axis " << axis << " at " << point.near.x << " " << point.near.y << " "
            << point.near.z;
    }
}

TEST(Winding, IsOneInABoxAndMinusOneInARoomAndNothingOutside) {
    for (const int sign : {1, -1}) {
        Solids solids;
        solids.add(make_box({{0, 0, 0}, {8, 8, 8}}, solids.planes), sign);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const InteriorPoint inside = centre({{2, 2, 2}, {4, 4, 4}}, solids.planes);
            const InteriorPoint outside = centre({{2, 10, 2}, {4, 12, 4}}, solids.planes);
            const WindingField field(solids.surface, axis, solids.planes);
            Predicates predicates(solids.planes);
            EXPECT_EQ(field.at(inside, predicates), sign);
            EXPECT_EQ(field.at(outside, predicates), 0);
        }
    }
}

// Rays from these points run through edges and corners of the surfaces: centres are multiples of
// the step in two axes.
TEST(Winding, CountsBoxesThatOverlapTouchAndHoldOneAnother) {
    Random random(5);
    int asked = 0;
    int inside = 0;
    for (int round = 0; round < 40; ++round) {
        Solids solids;
        for (int i = 0; i < 6; ++i) {
            solids.add(make_box(random_box(random, 4), solids.planes), random.one_in(3) ? -1 : 1);
        }
        for (int i = 0; i < 10; ++i) {
            const GridPoint at{
                4 * random.integer(-6, 8), 4 * random.integer(-6, 8), 4 * random.integer(-6, 8)};
            const GridBox cell{{at[0] - 1, at[1] - 1, at[2] - 1},
                               {at[0] + 1, at[1] + 1, at[2] + 1}};
            const InteriorPoint point = centre(cell, solids.planes);
            if (!solids.is_on_a_surface(point)) {
                expect_counted(solids, point);
                asked += 1;
                inside += solids.expected(point) != 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(asked, 200);
    EXPECT_GT(inside, 20);
}

TEST(Winding, CountsPolyhedraWithSlopingFaces) {
    Random random(6);
    int inside = 0;
    for (int round = 0; round < 40; ++round) {
        Solids solids;
        for (int i = 0; i < 4; ++i) {
            std::vector<PlaneId> cuts;
            for (int c = 0; c < 3; ++c) {
                const std::array<std::int64_t, 3> n{
                    random.integer(-5, 5), random.integer(-5, 5), random.integer(1, 5)};
                cuts.push_back(solids.planes.intern({n, Int128{random.integer(0, 120)}}));
            }
            Polyhedron box = make_box(random_box(random, 4), solids.planes);
            Predicates predicates(solids.planes);
            if (auto cut = intersect(std::move(box), cuts, predicates)) {
                solids.add(*std::move(cut), random.one_in(3) ? -1 : 1);
            }
        }
        for (int i = 0; i < 20; ++i) {
            const InteriorPoint point = centre(random_box(random, 3), solids.planes);
            if (!solids.is_on_a_surface(point)) {
                expect_counted(solids, point);
                inside += solids.expected(point) != 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(inside, 20);
}

TEST(ContentsOfWinding, AreSolidInABoxAndAroundARoom) {
    EXPECT_EQ(contents_of_winding(0, Contents::Empty), Contents::Empty);
    EXPECT_EQ(contents_of_winding(1, Contents::Empty), Contents::Solid);
    EXPECT_EQ(contents_of_winding(2, Contents::Empty), Contents::Solid);
    EXPECT_EQ(contents_of_winding(-1, Contents::Empty), Contents::Empty);
    EXPECT_EQ(contents_of_winding(0, Contents::Solid), Contents::Solid);
    EXPECT_EQ(contents_of_winding(-1, Contents::Solid), Contents::Empty);
}

}  // namespace
}  // namespace halfspace::test
