// SPDX-License-Identifier: MIT
#include "level/check_level.h"

#include "support/refit.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The message that a level gets after `change(data)`.
template <class Change>
std::string error_after(Change change, ErrorCode code = ErrorCode::Damaged) {
    LevelData data = small_level();
    change(data);
    const Result<Level> level = Level::from_data(data);
    if (level) {
        return "no error";
    }
    EXPECT_EQ(level.error().code, code) << level.error().message;
    return level.error().message;
}

TEST(CheckPlanes, RefusesAPlaneWithoutANormal) {
    EXPECT_EQ(error_after(
                  [](LevelData& d) { d.planes[2].n[0] = d.planes[2].n[1] = d.planes[2].n[2] = 0; }),
              "section 'planes': record 2: the normal is zero");
}

TEST(CheckPlanes, RefusesAPlaneThatIsTurned) {
    EXPECT_EQ(error_after([](LevelData& d) { d.planes.push_back({{0, -1, 5}, 0, 0}); }),
              "section 'planes': record " + std::to_string(small_level().planes.size()) +
                  ": its first coefficient that is not zero is negative");
}

TEST(CheckPlanes, RefusesNumbersThatCannotBeTurned) {
    EXPECT_NE(error_after([](LevelData& d) {
                  d.planes.push_back({{1, std::numeric_limits<std::int64_t>::min(), 0}, 0, 0});
              }).find("-2^63"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) {
                  d.planes.push_back({{1, 0, 0}, 0, std::numeric_limits<std::int64_t>::min()});
              }).find("-2^127"),
              std::string::npos);
}

TEST(CheckPlanes, RefusesPlanesTooWideForThePredicates) {
    // 3 * 60 + 63 + 13 = 256 bits fit, one more does not.
    const std::int64_t n = (std::int64_t{1} << 60) - 1;
    const std::uint64_t d = (std::uint64_t{1} << 63) - 1;
    EXPECT_EQ(error_after([&](LevelData& data) { data.planes.push_back({{1, n, 0}, d, 0}); }),
              "no error");
    EXPECT_EQ(error_after([&](LevelData& data) { data.planes.push_back({{1, n, 0}, d + 1, 0}); },
                          ErrorCode::Unsupported),
              "section 'planes': exact answers would take 257 bits, but this version computes "
              "with 256");
}

TEST(CheckTrees, RefusesANodeWhosePlaneIsOutside) {
    const std::string count = std::to_string(small_level().planes.size());
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[3].plane = 999; }),
              "section 'nodes': record 3: its plane is 999, but there are " + count);
}

TEST(CheckTrees, RefusesDoublesThatAreNotThoseOfThePlane) {
    const auto message = [](std::size_t node, std::uint32_t plane) {
        return "section 'nodes': record " + std::to_string(node) +
               ": its doubles are not those of plane " + std::to_string(plane);
    };
    const std::uint32_t plane = small_level().nodes[6].plane;
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(error_after([i](LevelData& d) {
                      d.nodes[6].n[i] = std::nextafter(d.nodes[6].n[i], 2.0);
                  }),
                  message(6, plane));
    }
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[6].d = std::nextafter(d.nodes[6].d, 0.0); }),
              message(6, plane));
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[6].n[1] = -0.0; }), message(6, plane));
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[6].d = std::nan(""); }), message(6, plane));
}

TEST(CheckTrees, RefusesAnAxisThatIsNotThatOfThePlane) {
    const std::string plane = std::to_string(small_level().nodes[0].plane);
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[0].flags ^= 1; }),
              "section 'nodes': record 0: its axis is 1, but that of plane " + plane + " is 0");
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[0].flags |= 3; }),
              "section 'nodes': record 0: its axis is 3, but that of plane " + plane + " is 0");
    // The ramp: x + z.
    EXPECT_NE(error_after([](LevelData& d) { d.nodes[6].flags ^= 3; }).find("its axis is 0"),
              std::string::npos);
}

TEST(CheckTrees, CallsATwofoldAxisNoAxis) {
    // 2x = 1 lies between two grid steps: its scaled normal is that of x = 0, its distance is not.
    const auto use = [](LevelData& d, std::uint32_t axis) {
        d.planes.push_back({{2, 0, 0}, 1, 0});
        NodeRecord& node = d.nodes.back();
        node.plane = static_cast<std::uint32_t>(d.planes.size() - 1);
        const std::size_t vertices = d.faces.back().first_vertex;
        d.faces.pop_back();  // it lay in the node's plane
        d.face_vertices.resize(vertices);
        d.face_texcoords.resize(vertices);
        --d.models[1].face_count;
        derive(d);
        d.nodes.back().flags = (d.nodes.back().flags & ~kNodeAxisMask) | axis;
    };
    EXPECT_EQ(error_after([&](LevelData& d) { use(d, 3); }), "no error");
    EXPECT_NE(error_after([&](LevelData& d) { use(d, 0); }).find("its axis is 0"),
              std::string::npos);
}

TEST(CheckDrawing, RefusesFacesThatShareVertices) {
    EXPECT_EQ(error_after([](LevelData& d) { d.faces[1].first_vertex = 0; }),
              "section 'faces': record 1: its face_vertices begin at 0, not where those of the "
              "record before end: " +
                  std::to_string(small_level().faces[0].vertex_count));
    EXPECT_NE(error_after([](LevelData& d) {
                  d.face_vertices.push_back(0);
                  d.face_texcoords.push_back({});
              }).find("but the faces have"),
              std::string::npos);
}

TEST(CheckDrawing, RefusesFacesOutOfOrderAndWrongBoxes) {
    EXPECT_NE(error_after([](LevelData& d) {
                  d.faces[0].node = d.faces[3].node;
                  d.faces[0].plane = d.faces[3].plane;
              }).find("not in the order of the nodes"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.node_faces[2].max[1] += 1; }).find("record 2"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.node_faces.pop_back(); }).find("one more than"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.nodes[0].flags ^= kNodeTwoSided; }).find("drawn"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.face_texcoords[3].u = HUGE_VALF; }).find("finite"),
              std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.materials[0].width = 0; }).find("no size"),
              std::string::npos);
}

TEST(CheckModels, RefusesCurvesInPlaceOfAModel) {
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].flags = kModelCurves; }),
              "section 'models': record 1: its entity 1 has curves for its own model");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[0].flags = kModelCurves; }),
              "section 'models': record 0: the world is said to be curves");
}

TEST(CheckTrees, RefusesChildrenThatAreOutside) {
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[0] = -91; }),
              "section 'nodes': record 4: child 0 is leaf 90, but there are 17 leaves");
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[1] = 90; }),
              "section 'nodes': record 4: child 1 is node 90, but there are 14 nodes");
    EXPECT_NE(error_after([](LevelData& d) {
                  d.nodes[4].child[0] = std::numeric_limits<std::int32_t>::min();
              }).find("leaf 2147483647"),
              std::string::npos);
}

TEST(CheckTrees, RefusesCircles) {
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[1] = 4; }),
              "section 'nodes': record 4: child 1 is node 4, but children come after their parent");
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[1] = 0; }),
              "section 'nodes': record 4: child 1 is node 0, but children come after their parent");
}

TEST(CheckTrees, RefusesNodesAndLeavesThatHangAtTwoPlaces) {
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[0] = 5; }),
              "section 'nodes': record 4: child 1 is node 5, which hangs at another place too");
    EXPECT_EQ(error_after([](LevelData& d) { d.nodes[4].child[0] = d.nodes[0].child[1]; }),
              "section 'nodes': record 4: child 0 is leaf 1, which hangs at another place too");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].root = 7; }),
              "section 'models': record 1: its root is node 7, which hangs at another place too");
}

TEST(CheckTrees, RefusesTreesDeeperThanQueriesCanWalk) {
    // The door's tree, six nodes in a row down to its solid leaf, made longer at that end.
    const auto deepen = [](LevelData& d, int depth) {
        for (int i = 6; i < depth; ++i) {
            NodeRecord below = d.nodes.back();
            below.child[0] = -1;
            d.nodes.back().child[1] = static_cast<std::int32_t>(d.nodes.size());
            d.nodes.push_back(below);
        }
        derive(d);
    };
    EXPECT_EQ(error_after([&](LevelData& d) { deepen(d, kMaxTreeDepth); }), "no error");
    const std::size_t last = small_level().nodes.size() + kMaxTreeDepth - 6;
    EXPECT_EQ(
        error_after([&](LevelData& d) { deepen(d, kMaxTreeDepth + 1); }),
        "section 'nodes': record " + std::to_string(last - 1) + ": child 1 is node " +
            std::to_string(last) +
            ", which is deeper than the 1024 nodes that a tree may have on the way to a leaf");
}

TEST(CheckTrees, LetsSeveralPlacesBeTheOutside) {
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.nodes[8].child[1] = -1;
                  d.nodes[9].child[0] = -1;
              }),
              "no error");
}

TEST(CheckTrees, RefusesSightStatesThatTheLeavesDoNotGive) {
    for (std::size_t i = 0; i < small_level().nodes.size(); ++i) {
        for (std::uint32_t child = 0; child < 2; ++child) {
            for (std::uint32_t change = 1; change < 4; ++change) {
                const std::string message = error_after([&](LevelData& d) {
                    d.nodes[i].flags ^= change << (kNodeSightShift + 2 * child);
                });
                EXPECT_EQ(message.find("section 'nodes': record " + std::to_string(i) +
                                       ": the sight state of child " + std::to_string(child)),
                          0u)
                    << message;
            }
        }
    }
    // A leaf that turns solid makes its parent lie.
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.leaves[kSmallRoom.value].contents = 1;
                  d.leaves[kSmallRoom.value].blockers = kBlockerSolid;
              }),
              "section 'nodes': record 7: the sight state of child 0 is 1, but its leaves make it "
              "2");
}

TEST(CheckBodies, RefusesALeafThatBlocksAPointOtherwiseThanItsContents) {
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[kSmallRoom.value].contents = 1; }),
              "section 'leaves': record 9: what blocks a point is not what its contents say");
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[kSmallRoom.value].blockers = 2; }),
              "section 'leaves': record 9: what blocks a point is not what its contents say");
}

TEST(CheckTrees, RefusesLeavesThatMakeNoSense) {
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves.clear(); }),
              "section 'leaves': leaf 0, the outside, is missing");
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[0].contents = 1; }),
              "section 'leaves': record 0: the outside is not empty");
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[0].blockers = 16; }),
              "section 'leaves': record 0: the outside is not empty");
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[3].contents = 1u << 14; }),
              "section 'leaves': record 3: unknown contents 16384");
}

TEST(CheckTrees, RefusesModelsThatMakeNoSense) {
    EXPECT_EQ(error_after([](LevelData& d) { d.models.clear(); }),
              "section 'models': model 0, the world, is missing");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].root = 14; }),
              "section 'models': record 1: its root is node 14, but there are 14 nodes");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].root = -18; }),
              "section 'models': record 1: its root is leaf 17, but there are 17 leaves");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[0].entity = 3; }),
              "section 'models': record 0: its entity is 3, but there are 3");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[0].entity = 1; }),
              "section 'models': record 0: its entity 1 has another model");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].face_count = 7; }),
              "section 'models': record 1: 7 faces from 8 on, but there are 14");
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].first_face = 0xffffffffu; }),
              "section 'models': record 1: 6 faces from 4294967295 on, but there are 14");
}

// What a model's box and origin get for a value on each axis.
std::string model_error(double (ModelRecord::*member)[3], double value) {
    std::string joined;
    for (int i = 0; i < 3; ++i) {
        const std::string error =
            error_after([&](LevelData& d) { (d.models[1].*member)[i] = value; });
        joined += joined == error ? "" : error;
    }
    return joined;
}

TEST(CheckTrees, RefusesModelBoxesThatAreEmpty) {
    const std::string empty = "section 'models': record 1: its box is empty";
    EXPECT_EQ(model_error(&ModelRecord::min, std::nan("")), empty);
    EXPECT_EQ(model_error(&ModelRecord::max, std::nan("")), empty);
    EXPECT_EQ(model_error(&ModelRecord::min, 1000), empty);
    EXPECT_EQ(error_after([](LevelData& d) { d.models[1].min[2] = d.models[1].max[2]; }), empty);
}

TEST(CheckTrees, RefusesModelBoundsThatAreNoBoxWithinTheTrees) {
    const std::string bounds =
        "section 'models': record 1: its bounds are no box within the box of its tree";
    EXPECT_EQ(model_error(&ModelRecord::bounds_min, std::nan("")), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_max, std::nan("")), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_min, -18), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_max, 66), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_min, kInfinity), bounds);
    EXPECT_EQ(model_error(&ModelRecord::bounds_max, -kInfinity), bounds);
    EXPECT_EQ(error_after([](LevelData& d) {
                  ModelRecord& model = d.models[1];
                  std::swap(model.bounds_min, model.bounds_max);
              }),
              bounds);
    EXPECT_EQ(error_after([](LevelData& d) {
                  ModelRecord& model = d.models[1];
                  std::fill(model.bounds_min, model.bounds_min + 3, kInfinity);
                  std::fill(model.bounds_max, model.bounds_max + 3, -kInfinity);
              }),
              "no error");
}

TEST(CheckTrees, RefusesModelBoxesOffTheGrid) {
    const std::string grid = "section 'models': record 1: its box is not on the grid";
    const LevelData small = test::small_level();
    const ModelRecord& model = small.models[1];
    const double step = std::ldexp(1.0, -small.grid_exponent);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.models[1].min[i] -= step / 2; }), grid);
        EXPECT_EQ(error_after([&](LevelData& d) {
                      d.models[1].max[i] = std::nextafter(model.max[i], kInfinity);
                  }),
                  grid);
        EXPECT_EQ(error_after([&](LevelData& d) { d.models[1].max[i] += step; }), "no error");
    }
}

TEST(CheckTrees, RefusesModelBoxesFarAwayAndOriginsNowhere) {
    const std::string range =
        "section 'models': record 1: its box leaves the range of 2^27 grid steps";
    const double limit = std::ldexp(1.0, 27 - 3);
    EXPECT_EQ(model_error(&ModelRecord::max, kInfinity), range);
    EXPECT_EQ(model_error(&ModelRecord::min, -kInfinity), range);
    EXPECT_EQ(model_error(&ModelRecord::max, limit), "no error");
    EXPECT_EQ(model_error(&ModelRecord::min, -limit), "no error");
    EXPECT_EQ(model_error(&ModelRecord::max, std::nextafter(limit, kInfinity)), range);
    EXPECT_EQ(model_error(&ModelRecord::min, std::nextafter(-limit, -kInfinity)), range);
    const std::string origin = "section 'models': record 1: its origin is not finite";
    EXPECT_EQ(model_error(&ModelRecord::origin, kInfinity), origin);
    EXPECT_EQ(model_error(&ModelRecord::origin, std::nan("")), origin);
}

TEST(CheckSources, RefusesEntitiesThatMakeNoSense) {
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].key_count = 2; }),
              "section 'entities': record 2: 2 keys from 2 on, but there are 3");
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].first_key = 0xffffffffu; }),
              "section 'entities': record 2: 1 keys from 4294967295 on, but there are 3");
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].model = 2; }),
              "section 'entities': record 2: its model is 2, but there are 2");
    EXPECT_EQ(error_after([](LevelData& d) { d.entities[2].model = 1; }),
              "section 'entities': record 2: its model 1 has another entity");
}

TEST(CheckSources, RefusesTextsThatAreOutsideOrDoNotEnd) {
    const std::string size = std::to_string(small_level().strings.size());
    EXPECT_EQ(error_after([](LevelData& d) { d.strings.back() = 'x'; }),
              "section 'strings': the last text does not end");
    EXPECT_EQ(error_after([&](LevelData& d) {
                  d.keys[1].key = static_cast<std::uint32_t>(d.strings.size());
              }),
              "section 'keys': record 1: its key is at " + size + ", but there are " + size);
    EXPECT_EQ(error_after([](LevelData& d) { d.keys[1].value = kNone; }),
              "section 'keys': record 1: its value is at 4294967295, but there are " + size);
    EXPECT_EQ(error_after([](LevelData& d) { d.materials[0].name = kNone; }),
              "section 'materials': record 0: its name is at 4294967295, but there are " + size);
    EXPECT_EQ(error_after([](LevelData& d) { d.strings.clear(); }),
              "section 'keys': record 0: its key is at " +
                  std::to_string(small_level().keys[0].key) + ", but there are 0");
}

TEST(CheckSources, RefusesBrushesAndSidesThatMakeNoSense) {
    const std::string sides = std::to_string(small_level().sides.size());
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[2].entity = 3; }),
              "section 'brushes': record 2: its entity is 3, but there are 3");
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[8].side_count = 7; }),
              "section 'brushes': record 8: 7 sides from 47 on, but there are " + sides);
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[2].contents = 1u << 15; }),
              "section 'brushes': record 2: unknown contents 32768");
    EXPECT_EQ(error_after([](LevelData& d) { d.sides[4].material = 4; }),
              "section 'sides': record 4: its material is 4, but there are 4");
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.sides[4].plane = 2 * static_cast<std::uint32_t>(d.planes.size());
              }),
              "section 'sides': record 4: its plane is " +
                  std::to_string(2 * small_level().planes.size()) + ", but there are " +
                  std::to_string(2 * small_level().planes.size()));
}

TEST(CheckSources, RefusesBrushesThatShareSides) {
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[1].first_side = 0; }),
              "section 'brushes': record 1: its sides begin at 0, not where those of the record "
              "before end: 6");
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[1].first_side = 7; }),
              "section 'brushes': record 1: its sides begin at 7, not where those of the record "
              "before end: 6");
    const std::size_t sides = small_level().sides.size();
    EXPECT_EQ(error_after([](LevelData& d) { d.sides.push_back(d.sides[0]); }),
              "section 'sides': there are " + std::to_string(sides + 1) +
                  ", but the brushes have " + std::to_string(sides));
}

TEST(CheckSources, RefusesAStatisticThatIsNoDistance) {
    for (const double move : {-1.0, kInfinity, std::nan("")}) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.largest_move = move; }),
                  "section 'statistics': largest_move is not a distance");
    }
}

TEST(CheckSources, RefusesTolerancesThatNoLevelIsCompiledWith) {
    for (const double tolerance : {-1.0, 0.0, 4.5, kInfinity, std::nan("")}) {
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.import_tolerance = tolerance; }),
                  "section 'statistics': import_tolerance is not above 0 and at most 4");
    }
    for (const double tolerance : {-1.0, 0.0, 65.0, kInfinity, std::nan("")}) {
        const std::string expected =
            "section 'statistics': curve_tolerance or facet_tolerance is not above 0 and at most "
            "64";
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.curve_tolerance = tolerance; }),
                  expected);
        EXPECT_EQ(error_after([&](LevelData& d) { d.statistics.facet_tolerance = tolerance; }),
                  expected);
    }
}

TEST(CheckDrawing, RefusesFacesThatMakeNoSense) {
    const auto after = [](auto FaceRecord::* member, std::uint32_t value) {
        return error_after([&](LevelData& d) { d.faces[5].*member = value; });
    };
    const std::string start = "section 'faces': record 5: ";
    const std::string planes = std::to_string(2 * small_level().planes.size());
    EXPECT_EQ(after(&FaceRecord::plane, 5000),
              start + "its plane is 5000, but there are " + planes);
    EXPECT_EQ(after(&FaceRecord::first_vertex, 55),
              start + "4 vertices from 55 on, but there are 58");
    EXPECT_EQ(after(&FaceRecord::vertex_count, 0xffffffffu),
              start + "4294967295 vertices from 22 on, but there are 58");
    EXPECT_EQ(after(&FaceRecord::vertex_count, 2), start + "it has 2 vertices");
    EXPECT_EQ(after(&FaceRecord::brush, 9), start + "its brush is 9, but there are 9");
    EXPECT_EQ(after(&FaceRecord::side, 0), start + "side 0 is none of brush 1");
    EXPECT_EQ(after(&FaceRecord::side, 12), start + "side 12 is none of brush 1");
    EXPECT_EQ(after(&FaceRecord::material, 4), start + "its material is 4, but there are 4");
    EXPECT_EQ(after(&FaceRecord::node, 14), start + "its node is 14, but there are 14");
    EXPECT_EQ(after(&FaceRecord::node, 0).find(start + "it lies in plane"), 0u);
}

TEST(CheckDrawing, RefusesVerticesThatAreOutsideOrNoNumbers) {
    EXPECT_EQ(error_after([](LevelData& d) { d.face_vertices[7] = 58; }),
              "section 'face_vertices': record 7: vertex 58, but there are 58");
    EXPECT_EQ(error_after([](LevelData& d) { d.vertices[9].y = std::nanf(""); }),
              "section 'vertices': record 9: it is not finite");
    EXPECT_EQ(error_after([](LevelData& d) { d.vertices[9].z = HUGE_VALF; }),
              "section 'vertices': record 9: it is not finite");
}

TEST(CheckBodies, RefusesSpacesThatMakeNoSense) {
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces.clear(); }),
              "section 'space_roots': there are 2, not 0 for each of 2 models");
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.spaces.clear();
                  d.space_roots.clear();
              }),
              "section 'spaces': there are 0 spaces, but a level has one to 16");
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces[0].max[1] = 1; }),
              "section 'spaces': record 0: space 0 is not that of a point");
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces[0].excess = -1; }),
              "section 'spaces': record 0: its excess is not a distance");
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces[0].flags = 0; }),
              "section 'spaces': record 0: no tree serves it");
    EXPECT_NE(error_after([](LevelData& d) { d.spaces[0].name = 1 << 20; }).find("its name is at"),
              std::string::npos);
    const auto add_body = [](LevelData& d, double height) {
        SpaceRecord body = d.spaces[0];
        for (std::size_t i = 0; i < 3; ++i) {
            body.min[i] = -16;
            body.max[i] = i == 2 ? height : 16;
        }
        d.spaces.push_back(body);
        d.space_roots = {d.models[0].root, d.models[0].root, d.models[1].root, d.models[1].root};
        derive(d);
    };
    EXPECT_EQ(error_after([&](LevelData& d) { add_body(d, 16); }), "no error");
    EXPECT_EQ(error_after([&](LevelData& d) { add_body(d, -16); }),
              "section 'spaces': record 1: its box is empty");
    EXPECT_EQ(error_after([&](LevelData& d) {
                  add_body(d, 16);
                  d.leaves[3].blockers |= 3u << 4;
                  derive(d);
              }),
              "section 'leaves': record 3: what blocks space 1 is more than solid");
}

TEST(CheckBodies, RefusesRootsThatHangElsewhere) {
    EXPECT_NE(
        error_after([](LevelData& d) { d.space_roots[0] = 3; }).find("hangs at another place"),
        std::string::npos);
    EXPECT_NE(error_after([](LevelData& d) { d.space_roots[1] = 1000; }).find("but there are"),
              std::string::npos);
}

TEST(CheckBodies, RefusesStatesThatTheLeavesDoNotMake) {
    EXPECT_NE(error_after([](LevelData& d) {
                  d.nodes[2].body_states[1] ^= 1;
              }).find("the body states of child 1"),
              std::string::npos);
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[1].blockers ^= kBlockerFence; }),
              "section 'leaves': record 1: what blocks space 0 is more than solid");
    EXPECT_EQ(
        error_after([](LevelData& d) { d.leaves[kSmallRoom.value].blockers = 16; }),
        "section 'leaves': record 9: it blocks bodies of spaces that the level does not have");
}

TEST(CheckBodies, RefusesBrushesThatShareBevels) {
    const auto with_bevels = [](std::uint32_t first, std::uint32_t all) {
        return [first, all](LevelData& d) {
            d.bevels.assign(all, 0);
            for (BrushRecord& brush : d.brushes) {
                brush.first_bevel = 3;
            }
            d.brushes[0].first_bevel = 0;
            d.brushes[0].bevel_count = 2;
            d.brushes[1].first_bevel = first;
            d.brushes[1].bevel_count = 1;
        };
    };
    EXPECT_EQ(error_after(with_bevels(2, 3)), "no error");
    EXPECT_EQ(error_after(with_bevels(1, 3)),
              "section 'brushes': record 1: its bevels begin at 1, not where those of the record "
              "before end: 2");
    EXPECT_EQ(error_after(with_bevels(2, 4)),
              "section 'bevels': there are 4, but the brushes have 3");
}

TEST(CheckBodies, RefusesContactsAndBevelsOfNothing) {
    const auto with_contact = [](ContactRecord contact) {
        return [contact](LevelData& d) { d.contacts.push_back(contact); };
    };
    EXPECT_EQ(error_after(with_contact({0, 0, 0})), "no error");
    EXPECT_EQ(error_after(with_contact({kNone, 0, 0})), "no error");
    EXPECT_NE(error_after(with_contact({99, 0, 0})).find("its brush is 99"), std::string::npos);
    EXPECT_EQ(error_after(with_contact({0, 12, 0})),
              "section 'contacts': record 0: side 12 is none of brush 0");
    EXPECT_NE(error_after(with_contact({kNone, 99, 0})).find("its material is 99"),
              std::string::npos);
    EXPECT_NE(error_after(with_contact({0, 0, 5})).find("its space is 5"), std::string::npos);
    const ContactRecord next{1, small_level().brushes[1].first_side, 0};
    EXPECT_EQ(error_after(
                  [&](LevelData& d) { d.contacts = {{0, 0, 0}, {0, 1, 0}, next, {kNone, 0, 0}}; }),
              "no error");
    EXPECT_EQ(error_after([&](LevelData& d) { d.contacts = {{0, 0, 0}, next, {0, 1, 0}}; }),
              "section 'contacts': record 2: it is not in the order of the brushes of its node");
    EXPECT_NE(error_after([](LevelData& d) {
                  d.nodes[3].first_contact = 1;
              }).find("its contacts begin at 1"),
              std::string::npos);
    EXPECT_EQ(error_after([](LevelData& d) { d.brushes[1].bevel_count = 1; }),
              "section 'brushes': record 1: 1 bevels from 0 on, but there are 0");
    EXPECT_NE(error_after([](LevelData& d) {
                  d.bevels.push_back(9999);
                  d.brushes.back().bevel_count = 1;
              }).find("plane 9999"),
              std::string::npos);
}

}  // namespace
}  // namespace halfspace::test
