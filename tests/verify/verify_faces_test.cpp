// SPDX-License-Identifier: MIT
// Verify finds every face that is missing, too much, elsewhere or of another side. Each test argues
// why none of its mutants means the same as the original.
#include "verify/verify_faces.h"

#include "halfspace/level/bodies.h"

#include "import/meshes/mesh_import.h"
#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/meshes.h"
#include "support/random.h"
#include "support/refit.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "verify/curve_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

struct Subject {
    std::string name;
    World world;
    World imported;  // the same, with convex meshes as brushes
    LevelData level;
};

Subject subject_of(std::string name, World world) {
    world.materials.push_back({"another"});  // at least two
    LevelData level = compiled_data(world, {.threads = 1});
    World imported = world;
    if (has_meshes(world)) {
        auto meshes = import_meshes(world,
                                    {.grid_exponent = level.grid_exponent,
                                     .tolerance = level.statistics.import_tolerance,
                                     .also_on_grid = {},
                                     .open_surfaces = OpenSurfaces::Error});
        EXPECT_TRUE(meshes);
        imported = meshes ? std::move(meshes->world) : World{};
    }
    return {std::move(name), std::move(world), std::move(imported), std::move(level)};
}

Subject example(const std::string& name) {
    auto world = read_world(project_file("examples/levels/" + name));
    EXPECT_TRUE(world);
    return subject_of(name, world ? *std::move(world) : World{});
}

// What check_faces alone says about a level, which the loader must accept. world: imported.
std::vector<std::string> face_differences(const LevelData& data, const World& world) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    LevelPlanes planes = planes_of(level->view());
    Differences unused(0);
    const BrushCheck brushes =
        check_brushes(*level, world, planes, level->statistics().import_tolerance, unused);
    const RebuiltSurfaces surfaces =
        rebuild_surfaces(*level, world, {}, OpenSurfaces::Error, planes, unused);
    Differences found(100);
    EXPECT_EQ(
        check_faces(
            *level, world, brushes.brushes, surfaces.of_entity, planes, {.threads = 1}, found),
        level->faces().size());
    return found.take_details();
}

// A mesh whose triangles in one plane have different materials, so that they have faces of their
// own.
World step_of_two_materials() {
    World world = world_of_meshes(
        {prism("step", {{0, 0}, {64, 0}, {64, 32}, {32, 32}, {32, 64}, {0, 64}}, 0, 32)});
    world.materials.push_back({"wood", 64, 64});
    std::vector<MeshTriangle>& triangles = world.entities[0].meshes[0].triangles;
    for (std::size_t t = 0; t < triangles.size(); t += 2) {
        triangles[t].material = MaterialId(1);
    }
    return world;
}

const std::vector<Subject>& subjects() {
    static const std::vector<Subject> kSubjects = [] {
        std::vector<Subject> made;
        made.push_back(
            subject_of("boxes",
                       world_of({box_brush({0, 0, 0}, {64, 64, 64}),
                                 box_brush({32, 32, 32}, {96, 96, 96}, Contents::Water),
                                 box_brush({64, 0, 0}, {128, 64, 64}, Contents::Detail),
                                 box_brush({64, 16, 0}, {128, 48, 64}, Contents::Fence)})));
        made.push_back(subject_of("rotated boxes",
                                  make_scene(SceneKind::RotatedBoxes, 8, 3, SceneContents::Mixed)));
        made.push_back(
            subject_of("slivers", make_scene(SceneKind::Slivers, 8, 3, SceneContents::Mixed)));
        made.push_back(subject_of("pipe", world_with_pipe()));
        made.push_back(subject_of("step", step_of_two_materials()));
        made.push_back(example("castle.grid"));
        made.push_back(example("station.map"));
        return made;
    }();
    return kSubjects;
}

// Changes the faces of a level. False if this face cannot be changed in this way.
using Mutate = std::function<bool(LevelData&, std::vector<FaceParts>&, std::size_t)>;

// Every mutant of the subjects, one face changed in each, is different.
void expect_found(const Mutate& mutate) {
    std::size_t mutants = 0;
    for (const Subject& subject : subjects()) {
        const std::vector<FaceParts> faces = face_parts(subject.level);
        ASSERT_FALSE(faces.empty()) << subject.name;
        const std::size_t step = 1 + faces.size() / repeats(40);
        for (std::size_t f = 0; f < faces.size(); f += step) {
            LevelData mutant = subject.level;
            std::vector<FaceParts> changed = faces;
            if (mutate(mutant, changed, f)) {
                ++mutants;
                set_faces(mutant, std::move(changed));
                EXPECT_FALSE(face_differences(mutant, subject.imported).empty())
                    << subject.name << ", face " << f;
            }
        }
    }
    EXPECT_GT(mutants, 20u);
}

TEST(VerifyFaces, OfTheSourceHaveNoDifferences) {
    for (const Subject& subject : subjects()) {
        EXPECT_EQ(differences_of(subject.level, subject.world), std::vector<std::string>{})
            << subject.name;
        LevelData same = subject.level;
        set_faces(same, face_parts(subject.level));
        EXPECT_EQ(face_differences(same, subject.imported), std::vector<std::string>{})
            << subject.name;
    }
}

// No other face covers what it covered.
TEST(VerifyFaces, ALostFaceIsFound) {
    expect_found([](LevelData&, std::vector<FaceParts>& faces, std::size_t f) {
        faces.erase(faces.begin() + static_cast<std::ptrdiff_t>(f));
        return true;
    });
}

TEST(VerifyFaces, ADoubledFaceIsFound) {
    expect_found([](LevelData&, std::vector<FaceParts>& faces, std::size_t f) {
        faces.insert(faces.begin() + static_cast<std::ptrdiff_t>(f), FaceParts(faces[f]));
        return true;
    });
}

// A vertex of its own, `steps` grid steps along an axis from another one.
std::uint32_t moved_vertex(LevelData& level, std::uint32_t vertex, std::size_t axis, int steps) {
    VertexRecord moved = level.vertices[vertex];
    float& at = axis == 0 ? moved.x : axis == 1 ? moved.y : moved.z;
    at += std::ldexp(static_cast<float>(steps), -level.grid_exponent);
    level.vertices.push_back(moved);
    return static_cast<std::uint32_t>(level.vertices.size() - 1);
}

// The polygon that it covers is another one, if it is one at all.
TEST(VerifyFaces, AShiftedFaceIsFound) {
    for (const std::size_t axis : {0, 1, 2}) {
        expect_found([axis](LevelData& level, std::vector<FaceParts>& faces, std::size_t f) {
            for (std::uint32_t& vertex : faces[f].vertices) {
                vertex = moved_vertex(level, vertex, axis, f % 2 == 0 ? 1 : -1);
            }
            return true;
        });
    }
}

// A corner that is moved changes the polygon. A vertex within an edge leaves the edge, or is no
// longer a corner of the face for which it is there.
TEST(VerifyFaces, AMovedCornerIsFound) {
    for (const std::size_t axis : {0, 1, 2}) {
        expect_found([axis](LevelData& level, std::vector<FaceParts>& faces, std::size_t f) {
            std::uint32_t& vertex = faces[f].vertices[(f + axis) % faces[f].vertices.size()];
            vertex = moved_vertex(level, vertex, axis, f % 2 == 0 ? 1 : -1);
            return true;
        });
    }
}

// Seen from the front, its corners run clockwise.
TEST(VerifyFaces, ATurnedFaceIsFound) {
    expect_found([](LevelData&, std::vector<FaceParts>& faces, std::size_t f) {
        std::ranges::reverse(faces[f].vertices);
        std::ranges::reverse(faces[f].texcoords);
        return true;
    });
}

// It looks into its brush.
TEST(VerifyFaces, AFaceThatLooksTheOtherWayIsFound) {
    expect_found([](LevelData&, std::vector<FaceParts>& faces, std::size_t f) {
        faces[f].record.plane ^= 1u;
        std::ranges::reverse(faces[f].vertices);
        return true;
    });
}

// No two sides of a brush lie in one plane. Of polygons and patches, the next may lie in the same
// plane, but not in the same place.
TEST(VerifyFaces, AFaceOfAnotherSideIsFound) {
    expect_found([](LevelData& level, std::vector<FaceParts>& faces, std::size_t f) {
        FaceRecord& face = faces[f].record;
        if (face.brush == kNone) {
            ++face.side;
            return true;
        }
        const BrushRecord& brush = level.brushes[face.brush];
        face.side = brush.first_side + (face.side - brush.first_side + 1) % brush.side_count;
        return true;
    });
}

// A side of another brush that lies in the same plane, if there is one, covers another part of it,
// or is hidden by the brush that draws the face.
TEST(VerifyFaces, AFaceOfAnotherBrushIsFound) {
    expect_found([](LevelData& level, std::vector<FaceParts>& faces, std::size_t f) {
        FaceRecord& face = faces[f].record;
        if (face.brush == kNone) {
            face.brush = 0;
            face.side = level.brushes.empty() ? kNone : level.brushes[0].first_side;
            return !level.brushes.empty();
        }
        const std::uint32_t own = face.brush;
        face.brush = (own + 1) % static_cast<std::uint32_t>(level.brushes.size());
        face.side = level.brushes[face.brush].first_side;
        for (std::uint32_t s = 0; s < level.sides.size(); ++s) {
            const auto after = std::ranges::upper_bound(
                level.brushes, s, {}, [](const BrushRecord& brush) { return brush.first_side; });
            const auto brush = static_cast<std::uint32_t>(after - level.brushes.begin()) - 1;
            if (level.sides[s].plane == face.plane && brush != own) {
                face.brush = brush;
                face.side = s;
            }
        }
        return face.brush != own;
    });
}

TEST(VerifyFaces, AnotherMaterialIsFound) {
    expect_found([](LevelData& level, std::vector<FaceParts>& faces, std::size_t f) {
        std::uint32_t& material = faces[f].record.material;
        material = (material + 1) % static_cast<std::uint32_t>(level.materials.size());
        return true;
    });
}

TEST(VerifyFaces, OtherFlagsAreFound) {
    for (const std::uint32_t flag :
         {kFaceSky, kFaceTwoSided, 1u << kFaceOpacityShift, 128u << kFaceOpacityShift}) {
        expect_found([flag](LevelData&, std::vector<FaceParts>& faces, std::size_t f) {
            faces[f].record.flags ^= flag;
            return true;
        });
    }
}

// The cells of two nodes in one plane share no part of the plane.
TEST(VerifyFaces, AFaceAtAnotherNodeOfItsPlaneIsFound) {
    std::size_t found = 0;
    for (const Subject& subject : subjects()) {
        std::vector<FaceParts> faces = face_parts(subject.level);
        for (std::size_t f = 0; f < faces.size(); f += 1 + faces.size() / repeats(20)) {
            std::vector<FaceParts> changed = faces;
            for (const FaceParts& other : faces) {
                if (other.record.node != faces[f].record.node && other.model == faces[f].model &&
                    other.record.plane / 2 == faces[f].record.plane / 2) {
                    changed[f].record.node = other.record.node;
                }
            }
            if (changed[f].record.node == faces[f].record.node) {
                continue;
            }
            LevelData mutant = subject.level;
            set_faces(mutant, std::move(changed));
            EXPECT_FALSE(face_differences(mutant, subject.imported).empty()) << f;
            ++found;
        }
    }
    EXPECT_GT(found, repeats(20) / 2);
}

// What verify says about the faces of a box of 64 units.
std::vector<std::string> of_box(const std::function<void(std::vector<FaceParts>&)>& change) {
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    LevelData level = compiled_data(world, {.threads = 1});
    std::vector<FaceParts> faces = face_parts(level);
    const auto top =
        std::ranges::find_if(faces, [&](const FaceParts& face) { return face.record.side == 5; });
    std::rotate(faces.begin(), top, faces.end());
    change(faces);
    set_faces(level, std::move(faces));
    return differences_of(level, world);
}

constexpr const char* kTop =
    "faces of brush 0 of worldspawn near 32 32 32 (line 10), side 5 (line 16): ";

TEST(VerifyFaces, ADifferenceNamesTheSideItsLineAndThePlace) {
    EXPECT_EQ(of_box([](auto& faces) { faces.erase(faces.begin()); }),
              std::vector{kTop + std::string("no face is drawn from 0 0 64 to 64 64 64")});
    const std::vector<std::string> twice =
        of_box([](auto& faces) { faces.push_back(FaceParts(faces.front())); });
    ASSERT_EQ(twice.size(), 1u);
    EXPECT_TRUE(twice[0].starts_with(kTop + std::string("faces "))) << twice[0];
    EXPECT_TRUE(twice[0].ends_with(" overlap, from 0 0 64 to 64 64 64")) << twice[0];
}

// Half of the top is missing. The corners of the rest are exact, but one edge lies in no plane.
TEST(VerifyFaces, AMissingPartIsFound) {
    const std::vector<std::string> found = of_box([](auto& faces) {
        faces.front().vertices.pop_back();
        faces.front().texcoords.pop_back();
    });
    ASSERT_EQ(found.size(), 2u);
    EXPECT_TRUE(found[0].ends_with(
        " are not those of a convex polygon of exact planes, from 0 0 64 to 64 64 64"))
        << found[0];
}

// A place in the void draws nothing. No stage of the compiler makes such leaves.
TEST(VerifyFaces, WhatBordersOnlyOnVoidIsNotDrawn) {
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64}),
                                  box_brush({96, 0, 0}, {128, 64, 64}, Contents::Water)});
    LevelData level = compiled_data(world, {.threads = 1});
    for (LeafRecord& leaf : level.leaves) {
        if (leaf.contents == 0) {
            leaf.contents = static_cast<std::uint32_t>(Contents::Void);
            leaf.blockers = blocker_bits(Contents::Void);
        }
    }
    level.leaves[0] = {};
    level.portals.clear();
    level.portal_corners.clear();
    level.face_cluster_starts.clear();
    level.face_clusters.clear();
    derive(level);
    const auto of_faces = [&] {
        const auto loaded = Level::from_data(level);
        EXPECT_TRUE(loaded);
        std::vector<std::string> found =
            loaded ? verify(*loaded, world).details : std::vector<std::string>{};
        std::erase_if(found,
                      [](const std::string& text) { return !text.starts_with("faces of "); });
        return found;
    };
    EXPECT_EQ(of_faces().size(), 12u);
    EXPECT_TRUE(has_end(of_faces(), " is drawn where void hides it, from 0 0 64 to 64 64 64"));
    set_faces(level, {});
    EXPECT_EQ(of_faces(), std::vector<std::string>{});
}

// Of equal sides the first in the canonical order is drawn, wherever it stands in the source.
TEST(VerifyFaces, OfEqualSidesTheFirstIsDrawn) {
    Random random(5);
    for (std::size_t round = 0; round < repeats(60); ++round) {
        World world = world_of({});
        world.materials.push_back({"brick"});
        std::vector<Brush> brushes;
        for (int b = 0; b < 8; ++b) {
            const BoxCorners box = random_box(random, 5);
            Brush& brush = brushes.emplace_back(
                box_brush(box.min, box.max, random.one_in(3) ? Contents::Detail : Contents::Solid));
            for (BrushSide& side : brush.sides) {
                side.material = MaterialId(random.one_in(2) ? 1 : 0);
                side.surface = random.one_in(4) ? SurfaceKind::NoDraw : SurfaceKind::Drawn;
            }
        }
        world.entities = world_of(std::move(brushes)).entities;
        EXPECT_EQ(differences_of(compiled_data(world, {.threads = 1}), world),
                  std::vector<std::string>{})
            << round;
    }
}

// Meshes that share planes and overlap.
TEST(VerifyFaces, OfEqualSidesOfMeshesOneIsDrawn) {
    Random random(6);
    for (std::size_t round = 0; round < repeats(30); ++round) {
        std::vector<Mesh> meshes;
        for (int m = 0; m < 3; ++m) {
            meshes.push_back(prism("step " + std::to_string(m),
                                   {{0, 0}, {64, 0}, {64, 32}, {32, 32}, {32, 64}, {0, 64}},
                                   0,
                                   16 * static_cast<double>(random.integer(1, 3))));
            const Vec3 move{16.0 * static_cast<double>(random.integer(0, 3)),
                            16.0 * static_cast<double>(random.integer(0, 3)),
                            0};
            for (Vec3& vertex : meshes.back().vertices) {
                vertex = vertex + move;
            }
        }
        const World world = world_of_meshes(std::move(meshes));
        EXPECT_EQ(differences_of(compiled_data(world, {.threads = 1}), world),
                  std::vector<std::string>{})
            << round;
    }
}

}  // namespace
}  // namespace halfspace::test
