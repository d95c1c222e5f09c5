// SPDX-License-Identifier: MIT
// The drawn faces of compiled worlds: where they lie, what they part, and that they close.
#include "compile/finish/face_builder.h"

#include "halfspace/query/classify.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// Boxes with corners on a coarse grid, so that most of their faces touch others.
World box_heap(std::uint64_t seed, int brushes, std::int64_t cells) {
    Random random(seed);
    std::vector<Brush> heap;
    for (int i = 0; i < brushes; ++i) {
        const auto [min, max] = random_box(random, cells);
        heap.push_back(box_brush(min, max));
    }
    return world_of(std::move(heap));
}

std::vector<World> solid_worlds() {
    std::vector<World> worlds;
    for (const SceneKind kind : kAllScenes) {
        worlds.push_back(make_scene(kind, scene_brushes(25), 8));
    }
    for (std::uint64_t seed = 0; seed < repeats(5); ++seed) {
        worlds.push_back(box_heap(seed, 20, 8));
    }
    return worlds;
}

std::vector<World> all_worlds() {
    std::vector<World> worlds = solid_worlds();
    for (const SceneKind kind : kAllScenes) {
        worlds.push_back(make_scene(kind, scene_brushes(30), 10, SceneContents::Mixed));
    }
    for (const char* name : {"keep", "station", "leak"}) {
        const auto path = project_file("examples/levels/" + std::string(name) + ".map");
        worlds.push_back(read_world(path).value_or(World{}));
    }
    return worlds;
}

Vec3 corner(const Level& level, const FaceRecord& face, std::uint32_t i) {
    const std::uint32_t place = face.first_vertex + i % face.vertex_count;
    const VertexRecord& v = level.vertices()[level.face_vertices()[place]];
    return {v.x, v.y, v.z};
}

Vec3 integer_normal(const ExactPlane& plane) {
    return {static_cast<double>(plane.n[0]),
            static_cast<double>(plane.n[1]),
            static_cast<double>(plane.n[2])};
}

// The unit normal of the side that the face looks to.
Vec3 normal_of(const Level& level, const FaceRecord& face) {
    const Vec3 n = integer_normal(level.plane(PlaneId{face.plane}));
    return n * (1 / length(n));
}

// n.p for the points of the face, in map units.
double distance_of(const Level& level, const FaceRecord& face) {
    const ExactPlane plane = level.plane(PlaneId{face.plane});
    const double d = static_cast<double>(plane.d) / length(integer_normal(plane));
    return std::ldexp(d, -level.grid_exponent());
}

Vec3 vector_area(const Level& level, const FaceRecord& face) {
    Vec3 twice;
    const Vec3 origin = corner(level, face, 0);
    for (std::uint32_t i = 1; i + 1 < face.vertex_count; ++i) {
        twice = twice + cross(corner(level, face, i) - origin, corner(level, face, i + 1) - origin);
    }
    return twice * 0.5;
}

// Corners are rounded to float once; each coordinate is off by at most 2^-24 of its size.
TEST(Faces, CornersLieInTheFacesPlaneUpToTheRoundingOfTheirFloats) {
    for (const World& world : all_worlds()) {
        const Level level = level_of(world);
        EXPECT_FALSE(level.faces().empty());
        for (const FaceRecord& face : level.faces()) {
            const Vec3 n = normal_of(level, face);
            const double d = distance_of(level, face);
            for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
                const Vec3 p = corner(level, face, i);
                const double size = std::abs(p.x) + std::abs(p.y) + std::abs(p.z);
                EXPECT_LE(std::abs(dot(n, p) - d), size * 0x1.01p-24 + 1e-9) << world.source;
            }
        }
    }
}

TEST(Faces, AreCounterClockwiseSeenFromTheirFront) {
    for (const World& world : all_worlds()) {
        const Level level = level_of(world);
        for (const FaceRecord& face : level.faces()) {
            const Vec3 area = vector_area(level, face);
            // Less than this and rounding may have turned it.
            if (length(area) > 1e-2) {
                EXPECT_GT(dot(area, normal_of(level, face)), 0.99 * length(area)) << world.source;
            }
        }
    }
}

// The average of the corners, brought into the plane, with its least distance to an edge.
struct Middle {
    Vec3 point;
    double clearance;
};

Middle middle_of(const Level& level, const FaceRecord& face) {
    Middle middle{{}, 1e30};
    for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
        middle.point = middle.point + corner(level, face, i) * (1.0 / face.vertex_count);
    }
    const Vec3 n = normal_of(level, face);
    middle.point = middle.point - n * (dot(n, middle.point) - distance_of(level, face));
    for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
        const Vec3 a = corner(level, face, i);
        const Vec3 along = corner(level, face, i + 1) - a;
        middle.clearance =
            std::min(middle.clearance, length(cross(middle.point - a, along)) / length(along));
    }
    return middle;
}

ModelId model_of(const Level& level, const FaceRecord& face) {
    const auto index = static_cast<std::uint32_t>(&face - level.faces().data());
    std::uint32_t model = 0;
    while (index - level.models()[model].first_face >= level.models()[model].face_count) {
        ++model;
    }
    return ModelId(model);
}

// A hair before the middle of a face is what it is seen from, a hair behind what it bounds. The
// hair is far above the rounding of the middle, and no other plane is so near to one that clears
// all edges, unless it meets this one at an angle of some 10^-6.
TEST(Faces, PartWhatTheyBoundFromWhatTheyAreSeenFrom) {
    constexpr double kHair = 0x1p-30;
    std::size_t checked = 0;
    for (const World& world : all_worlds()) {
        const Level level = level_of(world);
        for (const FaceRecord& face : level.faces()) {
            const Middle middle = middle_of(level, face);
            if (middle.clearance < 1e-3) {
                continue;
            }
            const Vec3 n = normal_of(level, face) * kHair;
            const ModelId model = model_of(level, face);
            const Contents front = point_contents({level, model}, middle.point + n);
            const Contents back = point_contents({level, model}, middle.point - n);
            const auto own = static_cast<Contents>(level.brushes()[face.brush].contents);
            EXPECT_NE(front, back) << world.source;
            EXPECT_FALSE(any(front & kOpaque)) << world.source << ": " << to_string(front);
            EXPECT_TRUE(absorbs(back, own)) << world.source << ": " << to_string(back);
            ++checked;
        }
    }
    EXPECT_GT(checked, test::repeats(10'000));
}

// The faces of a solid are a closed surface: walking around each of them, every edge from one
// vertex to another is walked as often back. One vertex missing on one edge, or two vertices for
// one point, and it is not so.
TEST(Faces, OfSolidWorldsAreClosed) {
    for (const World& world : solid_worlds()) {
        const Level level = level_of(world);
        std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
        for (const FaceRecord& face : level.faces()) {
            const auto loop = level.face_vertices().subspan(face.first_vertex, face.vertex_count);
            for (std::size_t i = 0; i < loop.size(); ++i) {
                const std::uint32_t from = loop[i];
                const std::uint32_t to = loop[(i + 1) % loop.size()];
                EXPECT_NE(from, to);
                edges[std::minmax(from, to)] += from < to ? 1 : -1;
            }
        }
        const auto open = std::count_if(
            edges.begin(), edges.end(), [](const auto& edge) { return edge.second != 0; });
        EXPECT_EQ(open, 0) << world.source << ", " << edges.size() << " edges";
    }
}

bool lies_within(const Vec3& p, const Vec3& a, const Vec3& b, double tolerance) {
    const Vec3 along = b - a;
    const double size = length(along);
    const double at = dot(p - a, along) / size;
    return at > tolerance && at < size - tolerance &&
           length(cross(p - a, along)) / size < tolerance;
}

// By brute force over all vertices and edges. All corners of these boxes are whole numbers, so a
// vertex on an edge is exactly on it.
TEST(Faces, OfBoxesHaveNoVertexWithinAnEdge) {
    for (std::uint64_t seed = 50; seed < 50 + repeats(10); ++seed) {
        const Level level = level_of(box_heap(seed, 16, 6));
        for (const FaceRecord& face : level.faces()) {
            for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
                const Vec3 a = corner(level, face, i);
                const Vec3 b = corner(level, face, i + 1);
                for (const VertexRecord& v : level.vertices()) {
                    EXPECT_FALSE(lies_within({v.x, v.y, v.z}, a, b, 1e-6)) << "heap " << seed;
                }
            }
        }
    }
}

TEST(Faces, OfNastyScenesHaveNoVertexWithinAnEdge) {
    for (const SceneKind kind : kAllScenes) {
        const Level level = level_of(make_scene(kind, 20, 3));
        std::size_t within = 0;
        for (const FaceRecord& face : level.faces()) {
            for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
                const Vec3 a = corner(level, face, i);
                const Vec3 b = corner(level, face, i + 1);
                for (const VertexRecord& v : level.vertices()) {
                    within += length(b - a) > 0 && lies_within({v.x, v.y, v.z}, a, b, 1e-4) ? 1 : 0;
                }
            }
        }
        EXPECT_EQ(within, 0u) << to_string(kind);
    }
}

// Unit squares between full and empty cells of a grid, times 16 by 16.
double boundary_area(const World& world, std::int64_t cells) {
    std::set<Units> full;
    for (const Brush& brush : world.entities[0].brushes) {
        const auto at = [&](std::size_t side, std::size_t axis) {
            return std::llround(to_double(brush.sides[side].points[0][axis])) / 16;
        };
        for (std::int64_t x = at(0, 0); x < at(1, 0); ++x) {
            for (std::int64_t y = at(2, 1); y < at(3, 1); ++y) {
                for (std::int64_t z = at(4, 2); z < at(5, 2); ++z) {
                    full.insert({x, y, z});
                }
            }
        }
    }
    EXPECT_LE(full.size(), static_cast<std::size_t>(cells * cells * cells));
    double squares = 0;
    for (const Units& cell : full) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const int step : {-1, 1}) {
                Units next = cell;
                next[axis] += step;
                squares += full.contains(next) ? 0 : 1;
            }
        }
    }
    return squares * 16 * 16;
}

TEST(Faces, OfBoxesHaveTheAreaOfTheirUnionsBoundary) {
    for (std::uint64_t seed = 0; seed < repeats(60); ++seed) {
        const World world = box_heap(seed, 2 + static_cast<int>(seed), 10);
        const Level level = level_of(world);
        double area = 0;
        for (const FaceRecord& face : level.faces()) {
            area += length(vector_area(level, face));
        }
        EXPECT_EQ(area, boundary_area(world, 10)) << "heap " << seed;
    }
}

TEST(Faces, OfSkyAreMarkedAndThoseNotDrawnAreMissing) {
    Brush box = box_brush({0, 0, 0}, {64, 64, 64});
    box.sides[0].surface = SurfaceKind::NoDraw;
    box.sides[1].surface = SurfaceKind::Skip;
    box.sides[5].surface = SurfaceKind::Sky;
    const Level level = level_of(world_of({box}));
    ASSERT_EQ(level.faces().size(), 4u);
    for (const FaceRecord& face : level.faces()) {
        const std::uint32_t side = level.sides()[face.side].source;
        EXPECT_GE(side, 2u);
        const std::uint32_t opaque = kFaceOpacityMask << kFaceOpacityShift;
        EXPECT_EQ(face.flags, side == 5 ? opaque | kFaceSky : opaque);
    }
    EXPECT_TRUE(level_of(world_of({box_brush({0, 0, 0}, {8, 8, 8}, Contents::PlayerClip)}))
                    .faces()
                    .empty());
}

}  // namespace
}  // namespace halfspace::test
