// SPDX-License-Identifier: MIT
// The splitter chosen has the least cost, computed again by exact splitting.
#include "compile/tree/splitter.h"

#include "compile/fragments/csg.h"
#include "import/brushes/brush_import.h"
#include "support/brushes.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// One cell around all fragments of a scene. REQUIRES: at most 192 fragments, so that all count.
class Cell {
public:
    explicit Cell(const World& world) {
        imported_ = *import_brushes(world, {.threads = 1});
        box_ = make_box({{-400'000, -400'000, -400'000}, {400'000, 400'000, 400'000}},
                        imported_.planes);
        exposed_ = exposed_fragments(
            as_volumes(imported_.brushes), imported_.brushes, imported_.planes, world, 1);
        EXPECT_LE(exposed_.fragments.size(), 192u);
        for (const auto& fragment : exposed_.fragments) {
            eligible_.push_back(fragment->polygon.plane);
        }
    }

    std::optional<PlaneId> choose(const SplitterRule& rule) const {
        return choose_splitter(box_, exposed_.fragments, eligible_, {}, imported_.planes, rule);
    }

    double classic_cost(PlaneId plane) const {
        const Counts counts = count(plane);
        return std::abs(counts.front - counts.back) + 8 * counts.split;
    }

    double area_cost(PlaneId plane, double weight) const {
        Predicates predicates(imported_.planes);
        const PolyhedronSplit cells = split(box_, even(plane), predicates);
        const Counts counts = count(plane);
        const double cost = (area(*cells.front) * (counts.front + counts.split) +
                             area(*cells.back) * (counts.back + counts.split)) /
                                area(box_) +
                            weight * counts.split;
        return is_axial(plane) ? cost : 1.3 * cost;  // SplitterScore::Area
    }

    const std::vector<PlaneId>& eligible() const { return eligible_; }

private:
    struct Counts {
        double front = 0;
        double back = 0;
        double split = 0;
    };

    Counts count(PlaneId plane) const {
        Predicates predicates(imported_.planes);
        Counts counts;
        for (const auto& fragment : exposed_.fragments) {
            switch (classify(fragment->polygon, even(plane), predicates)) {
                case PolygonSide::Front:
                    ++counts.front;
                    break;
                case PolygonSide::Back:
                    ++counts.back;
                    break;
                case PolygonSide::Spanning:
                    ++counts.split;
                    break;
                case PolygonSide::Coplanar:
                    break;
            }
        }
        return counts;
    }

    bool is_axial(PlaneId plane) const {
        const auto& n = imported_.planes.plane(plane).n;
        return (n[0] != 0) + (n[1] != 0) + (n[2] != 0) == 1;
    }

    static PlaneId even(PlaneId plane) { return PlaneId{plane.value & ~1u}; }

    static double area(const Polyhedron& solid) {
        double sum = 0;
        for (std::size_t f = 0; f < solid.faces.size(); ++f) {
            const Polygon polygon = face_polygon(solid, f);
            const auto vec = [&](std::size_t i) { return polygon.corners[i].point.rounded; };
            for (std::size_t i = 2; i < polygon.corners.size(); ++i) {
                sum += length(cross(vec(i - 1) - vec(0), vec(i) - vec(0))) / 2;
            }
        }
        return sum;
    }

    ImportedWorld imported_;
    Polyhedron box_;
    Exposed exposed_;
    std::vector<PlaneId> eligible_;
};

SplitterRule all_candidates(SplitterScore score, double weight) {
    return {.score = score, .split_weight = weight, .candidates = 1024};
}

std::vector<World> small_scenes() {
    std::vector<World> worlds;
    for (const SceneKind kind : kAllScenes) {
        worlds.push_back(make_scene(kind, 7, 1));
        worlds.push_back(make_scene(kind, 5, 2, SceneContents::Mixed));
    }
    return worlds;
}

TEST(Splitter, HasTheLeastAreaCost) {
    for (const World& world : small_scenes()) {
        const Cell cell(world);
        for (const double weight : {0.0, 8.0, 100.0}) {
            const auto chosen = cell.choose(all_candidates(SplitterScore::Area, weight));
            ASSERT_TRUE(chosen);
            EXPECT_FALSE(chosen->is_flipped());
            const double cost = cell.area_cost(*chosen, weight);
            for (const PlaneId other : cell.eligible()) {
                EXPECT_LE(cost, cell.area_cost(other, weight) * (1 + 1e-9)) << world.source;
            }
        }
    }
}

TEST(Splitter, HasTheLeastClassicCostIfAskedFor) {
    for (const World& world : small_scenes()) {
        const Cell cell(world);
        const auto chosen = cell.choose(all_candidates(SplitterScore::Classic, 8));
        ASSERT_TRUE(chosen);
        for (const PlaneId other : cell.eligible()) {
            EXPECT_LE(cell.classic_cost(*chosen), cell.classic_cost(other)) << world.source;
        }
    }
}

TEST(Splitter, IsNoneWithoutACandidateAndTheOneThereIs) {
    const SplitterRule rule = splitter_rule(SplitterScore::Area);
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    ImportedWorld imported = *import_brushes(world, {.threads = 1});
    const Polyhedron box = make_box({{-800, -800, -800}, {800, 800, 800}}, imported.planes);
    Exposed exposed = exposed_fragments(
        as_volumes(imported.brushes), imported.brushes, imported.planes, world, 1);
    FragmentList one;
    one.push_back(std::move(exposed.fragments[2]));
    EXPECT_FALSE(choose_splitter(box, one, {}, {}, imported.planes, rule));
    const PlaneId plane = one[0]->polygon.plane;
    EXPECT_EQ(choose_splitter(box, one, {&plane, 1}, {}, imported.planes, rule),
              PlaneId{plane.value & ~1u});
}

}  // namespace
}  // namespace halfspace::test
