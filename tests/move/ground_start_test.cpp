// SPDX-License-Identifier: MIT
// Starts where nobody has set one.
#include "halfspace/move/player_start.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "courses.h"
#include "support/meshes.h"
#include "support/open_meshes.h"

#include <cmath>
#include <list>
#include <utility>

namespace halfspace::test {
namespace {

constexpr double kSkin = 1.0 / 32;
constexpr double kEye = 22;
constexpr double kFeet = 24;  // below the position of the body
const ShapeBody kStand{*ConvexShape::box({15, 15, 28}), {0, 0, 4}};

bool is_free_at(const CollisionWorld& world, const Vec3& position) {
    return is_free(world, PlacedShape{kStand.shape}, position + kStand.offset);
}

// A rectangle that looks up, or down.
OpenMesh sheet(const Vec3& min, const Vec3& max, bool looks_up = true) {
    OpenMesh mesh;
    const Vec3 b{max.x, min.y, max.z};
    const Vec3 d{min.x, max.y, min.z};
    looks_up ? mesh.add_quad(min, b, max, d) : mesh.add_quad(min, d, max, b);
    return mesh;
}

OpenMesh house(const Vec3& min, const Vec3& max) {
    OpenMesh mesh;
    mesh.add_house(min, max);
    return mesh;
}

// Meshes, each placed by its number from 1.
class Yard {
public:
    Yard& add(OpenMesh mesh, const Transform& at = {}) {
        Placed& placed = meshes_.emplace_back(std::move(mesh));
        world.place(
            MeshId(static_cast<std::uint32_t>(meshes_.size())), {.triangles = &placed.tree}, at);
        return *this;
    }
    std::optional<GroundStart> start() const { return find_ground_start(world, kStand, kEye); }

    CollisionWorld world;

private:
    struct Placed {
        OpenMesh mesh;
        TriangleBvh tree;
        explicit Placed(OpenMesh arrays)
            : mesh(std::move(arrays)), tree(*TriangleBvh::build(mesh.view())) {}
    };
    std::list<Placed> meshes_;
};

TEST(GroundStart, IsOnTheGroundAndLooksAtTheMiddleFromWhereItIsSeen) {
    Yard yard;
    yard.add(sheet({-256, -256, 0}, {256, 256, 0})).add(house({-32, -32, 0}, {32, 32, 192}));
    const auto start = yard.start();
    ASSERT_TRUE(start);
    EXPECT_NEAR(start->position.z, kFeet + kSkin, kSkin);
    EXPECT_GT(std::hypot(start->position.x, start->position.y), 100) << "beside the tower";
    EXPECT_EQ(start->target.x, 0);
    EXPECT_EQ(start->target.y, 0);
    EXPECT_GT(start->target.z, start->position.z + kEye);
    EXPECT_TRUE(is_free_at(yard.world, start->position));
}

TEST(GroundStart, IsOnTheHighestOfSeveralFloors) {
    Yard yard;
    yard.add(sheet({-256, -256, 0}, {256, 256, 0})).add(sheet({-256, -256, 128}, {256, 256, 128}));
    ASSERT_TRUE(yard.start());
    EXPECT_NEAR(yard.start()->position.z, 128 + kFeet + kSkin, kSkin);
}

TEST(GroundStart, IsNotSteepAndNotTooLow) {
    // 68 degrees; below it, the ground.
    Yard steep;
    steep.add(sheet({-256, -256, -400}, {256, 256, -400}));
    OpenMesh slope;
    slope.add_quad({-256, -256, -300}, {256, -256, 940}, {256, 256, 940}, {-256, 256, -300});
    steep.add(slope);
    ASSERT_TRUE(steep.start());
    EXPECT_NEAR(steep.start()->position.z, -400 + kFeet + kSkin, kSkin);
    // Under a ceiling of 32 units there is no room; the ceiling itself is a floor.
    Yard low;
    low.add(sheet({-256, -256, 0}, {256, 256, 0})).add(sheet({-256, -256, 32}, {256, 256, 32}));
    ASSERT_TRUE(low.start());
    EXPECT_NEAR(low.start()->position.z, 32 + kFeet + kSkin, kSkin);
}

TEST(GroundStart, PrefersFronts) {
    Yard room;  // its ceiling looks down
    room.add(sheet({-256, -256, 0}, {256, 256, 0}))
        .add(sheet({-256, -256, 128}, {256, 256, 128}, false));
    ASSERT_TRUE(room.start());
    EXPECT_NEAR(room.start()->position.z, kFeet + kSkin, kSkin) << "in the room, not on top";
    Yard back;
    back.add(sheet({-256, -256, 0}, {256, 256, 0}, false));
    ASSERT_TRUE(back.start()) << "a back is better than nothing";
}

TEST(GroundStart, KnowsTurnedMeshesWhereTheyAre) {
    Yard yard;
    // A wall in its own frame is a floor in the world.
    OpenMesh wall;
    wall.add_quad({0, -256, -256}, {0, 256, -256}, {0, 256, 256}, {0, -256, 256});
    Transform at = turned_about({}, {.pitch = -90});
    at.translation.z = 500;
    yard.add(wall, at);
    const auto start = yard.start();
    ASSERT_TRUE(start);
    EXPECT_NEAR(start->position.z, 500 + kFeet + kSkin, kSkin);
}

TEST(GroundStart, IsFoundOnNarrowThingsBesideTheMiddle) {
    Yard yard;  // only the rim of a large box has a floor
    yard.add(sheet({-1000, -1000, 0}, {-900, 1000, 0})).add(sheet({980, -1000, 0}, {1000, 0, 0}));
    const auto start = yard.start();
    ASSERT_TRUE(start);
    EXPECT_LT(start->position.x, -880);
}

TEST(GroundStart, DoesNotCountMeshesWithoutTriangles) {
    Yard yard;
    yard.add(sheet({50'000, 0, 0}, {50'400, 400, 0})).add({});
    ASSERT_TRUE(yard.start());
    EXPECT_GT(yard.start()->position.x, 50'000);
}

TEST(GroundStart, IsFoundOnSmallThingsFarFromOneAnother) {
    Yard yard;
    yard.add(sheet({-50'000, 0, 0}, {-49'900, 100, 0}))
        .add(sheet({50'000, 0, 0}, {50'100, 100, 0}));
    ASSERT_TRUE(yard.start());
    EXPECT_LT(yard.start()->position.x, -49'000) << "the first of the meshes";
}

TEST(GroundStart, IsNowhereWithoutGround) {
    EXPECT_FALSE(Yard().start()) << "nothing is placed";
    Yard yard;
    OpenMesh wall;
    wall.add_quad({0, -256, -256}, {0, 256, -256}, {0, 256, 256}, {0, -256, 256});
    yard.add(wall);
    EXPECT_FALSE(yard.start());
}

TEST(GroundStart, IsOnEachKindOfOpenMesh) {
    for (const OpenMeshKind& kind : open_mesh_kinds()) {
        Yard yard;
        yard.add(kind.make());
        const auto start = yard.start();
        // Whoever stands in a gutter stands between two slopes, and neither is ground.
        ASSERT_EQ(start.has_value(), kind.name != "gutters") << kind.name;
        if (!start) {
            continue;
        }
        EXPECT_TRUE(is_free_at(yard.world, start->position)) << kind.name;
    }
}

// The rooms of meshes are cut out of a solid, whose outer sides are not drawn.
TEST(GroundStart, IsInARoomAndNotOnTheSolidAroundIt) {
    Mesh hall = turned_inside_out(box_mesh("hall", {-256, -256, 0}, {256, 256, 128}));
    hall.filled = Mesh::Filled::Outside;
    const Level level = level_of(world_of_meshes({hall}));
    const auto start = find_ground_start(level, bodies_of(level).stand, kEye);
    ASSERT_TRUE(start);
    EXPECT_NEAR(start->position.z, kFeet + kSkin, kSkin);
}

TEST(GroundStart, IsOnTheLevelToo) {
    const Level level = level_of({box_brush({-256, -256, -16}, {256, 256, 0})});
    const CollisionWorld world(level);
    const auto start = find_ground_start(world, kStand, kEye);
    ASSERT_TRUE(start);
    EXPECT_TRUE(is_free_at(world, start->position));
}

}  // namespace
}  // namespace halfspace::test
