// SPDX-License-Identifier: MIT
// The structure of a world: portals close the cells exactly, and a flood tells what is outside.
#include "compile/structure/structure.h"

#include "compile/models/surface_tree.h"
#include "compile/structure/clusters.h"
#include "support/exact_area.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <utility>

namespace halfspace::test {
namespace {

// What the stages before the structure make of a world.
struct Prepared {
    World world;
    CompileOptions options;
    ImportedSource source;
    std::vector<Model> models;
};

Prepared prepared(World world) {
    Prepared result;
    result.world = std::move(world);
    result.options.bodies.clear();
    result.source = *import_source(result.world, result.options);
    result.models = *make_models(result.world, result.source, result.options);
    return result;
}

bool every_leaf(Contents /*contents*/) {
    return true;
}

bool lies_in(const Polygon& polygon, const Polyhedron& cell, Predicates& predicates) {
    for (const Corner& corner : polygon.corners) {
        for (const Polyhedron::Face& face : cell.faces) {
            if (predicates.side(corner.point, face.plane) == Side::Front) {
                return false;
            }
        }
    }
    return true;
}

// Each face of each cell is covered by polygons to other leaves, or is in a side of the box. Pieces
// of one face do not overlap: each lies in the cells of its two leaves, no two of which share a
// volume, and two cells share one piece at most. So equal areas leave no gap.
void check_closed(const StructureTree& parts, const Polyhedron& box, const PlaneTable& planes) {
    Predicates predicates(planes);
    const std::vector<LeafPortal> all = find_portals(parts.tree, box, every_leaf, predicates);
    AreaSum area(planes);
    std::map<std::pair<std::uint32_t, std::uint32_t>, Vector> covered;  // by leaf and plane pair
    std::set<std::pair<std::uint32_t, std::uint32_t>> neighbours;
    for (const LeafPortal& portal : all) {
        const auto pair = std::minmax(portal.leaf[0], portal.leaf[1]);
        ASSERT_TRUE(neighbours.insert(pair).second);
        const Vector own = area.of(portal.polygon);
        for (const std::uint32_t leaf : portal.leaf) {
            ASSERT_TRUE(lies_in(portal.polygon, parts.cells[leaf], predicates));
            Vector& sum = covered[{leaf, portal.polygon.plane.pair()}];
            for (std::size_t k = 0; k < 3; ++k) {
                sum[k] += own[k];
            }
        }
        // Leaf 0 is in front of the polygon.
        EXPECT_TRUE(std::ranges::any_of(parts.cells[portal.leaf[0]].faces, [&](const auto& face) {
            return face.plane == portal.polygon.plane.flipped();
        }));
    }
    std::set<std::uint32_t> sides;
    for (const Polyhedron::Face& side : box.faces) {
        sides.insert(side.plane.pair());
    }
    for (std::uint32_t leaf = 0; leaf < parts.cells.size(); ++leaf) {
        const Polyhedron& cell = parts.cells[leaf];
        for (std::size_t f = 0; f < cell.faces.size(); ++f) {
            const std::uint32_t plane = cell.faces[f].plane.pair();
            const auto found = covered.find({leaf, plane});
            if (sides.contains(plane)) {
                EXPECT_EQ(found, covered.end());
                continue;
            }
            ASSERT_NE(found, covered.end());
            const Vector whole = area.of(face_polygon(cell, f));
            const bool is_turned = cell.faces[f].plane.is_flipped();
            for (std::size_t k = 0; k < 3; ++k) {
                EXPECT_EQ(found->second[k], is_turned ? AreaNumber(-whole[k]) : whole[k]);
            }
        }
    }
    // The portals are those of them between open leaves.
    std::size_t open = 0;
    for (const LeafPortal& portal : all) {
        open += is_open(parts.tree.leaves[portal.leaf[0]].contents.contents) &&
                        is_open(parts.tree.leaves[portal.leaf[1]].contents.contents)
                    ? 1
                    : 0;
    }
    EXPECT_EQ(parts.portals.size(), open);
}

void check_world(World world) {
    const Prepared input = prepared(std::move(world));
    const Model& model = input.models.front();
    const PlaneTable& planes = input.source.solids.planes;
    if (const auto* const polygons = std::get_if<SurfaceModel>(&model.shape)) {
        const auto tree =
            build_surface_tree(polygons->surface, model.space, model.cell, planes, input.options);
        ASSERT_TRUE(tree);
        check_closed(structure_of_surface(*tree, model.cell, planes), model.cell, planes);
        return;
    }
    const auto parts = build_structure_tree(input.world, input.models, planes, input.options);
    ASSERT_TRUE(parts);
    check_closed(*parts, model.cell, planes);
}

TEST(Portals, CloseEveryLeafOfScenesExactly) {
    for (const SceneKind kind : kAllScenes) {
        SCOPED_TRACE(to_string(kind));
        check_world(make_scene(kind, 40, 5, SceneContents::Mixed));
    }
}

TEST(Portals, CloseEveryLeafOfTheExamplesExactly) {
    for (const char* const ending : {".map", ".grid"}) {
        for (const auto& path : files_below(project_file("examples/levels"), ending)) {
            SCOPED_TRACE(path.string());
            check_world(*read_world(path));
        }
    }
}

class LevelStructure : public testing::TestWithParam<const char*> {};

TEST_P(LevelStructure, IsClosedByItsPortalsExactly) {
    const auto path = test_data("maps/" + std::string(GetParam()) + ".map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    check_world(*read_world(path));
}

INSTANTIATE_TEST_SUITE_P(Levels,
                         LevelStructure,
                         testing::Values("id1/dm4", "id1/start", "librequake/lq_e1m1"),
                         [](const auto& level) {
                             std::string name = level.param;
                             std::ranges::replace(name, '/', '_');
                             return name;
                         });

}  // namespace
}  // namespace halfspace::test
