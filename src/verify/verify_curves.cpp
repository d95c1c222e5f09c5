// SPDX-License-Identifier: MIT
#include "verify/verify_curves.h"

#include "halfspace/base/number_text.h"
#include "halfspace/world/describe.h"

#include "import/curves/curve_facets.h"
#include "import/curves/curve_steps.h"
#include "verify/describe_level.h"
#include "verify/verify_written.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace halfspace {
namespace {

// A Bezier piece of a patch, or a part of it: 3 x 3 controls, row by row [grid steps].
using ControlNet = std::array<Vec3, 9>;

// Where the controls of a net lie: from one control to the next, and from one line to the next.
struct NetLines {
    std::size_t next;
    std::size_t line;
};
constexpr NetLines kRows{1, 3};
constexpr NetLines kColumns{3, 1};

// Both halves of a net, which is cut across these lines.
std::array<ControlNet, 2> halves(const ControlNet& net, const NetLines& lines) {
    std::array<ControlNet, 2> result;
    auto& [first, second] = result;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t a = i * lines.line;
        const std::size_t b = a + lines.next;
        const std::size_t c = b + lines.next;
        first[a] = net[a];
        first[b] = (net[a] + net[b]) * 0.5;
        second[b] = (net[b] + net[c]) * 0.5;
        first[c] = second[a] = (first[b] + second[b]) * 0.5;
        second[c] = net[c];
    }
    return result;
}

// A measure for the longest of the lines: the squares of the ways between its controls.
double extent(const ControlNet& net, const NetLines& lines) {
    double longest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 one = net[i * lines.line + lines.next] - net[i * lines.line];
        const Vec3 other = net[i * lines.line + 2 * lines.next] - net[i * lines.line + lines.next];
        longest = std::max(longest, dot(one, one) + dot(other, other));
    }
    return longest;
}

std::array<ControlNet, 2> halves(const ControlNet& net) {
    return halves(net, extent(net, kRows) >= extent(net, kColumns) ? kRows : kColumns);
}

// The box around the controls holds the surface.
Aabb box_of(const ControlNet& net) {
    Aabb box;
    for (const Vec3& control : net) {
        box = merge(box, control);
    }
    return box;
}

// A bound for the deviation of a piece from flat cells if it is divided into kMaxCurveSteps along
// its rows and along its columns. A quadratic curve with the second difference D deviates from its
// chord by |D| / 4 at most; over a step of 1/n, by |D| / (4 n^2). A cell whose corners do not lie
// in one plane deviates from the sheet between its borders by half of its twist.
double finest_deviation(const ControlNet& net) {
    double rows = 0;
    double columns = 0;
    double twist = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        rows = std::max(rows, length(net[3 * i] - net[3 * i + 1] * 2 + net[3 * i + 2]));
        columns = std::max(columns, length(net[i] - net[i + 3] * 2 + net[i + 6]));
    }
    for (const std::size_t i : {0, 1, 3, 4}) {
        twist = std::max(twist, length(net[i] - net[i + 1] + net[i + 4] - net[i + 3]));
    }
    return (rows / 4 + columns / 4 + 2 * twist) / (kMaxCurveSteps * kMaxCurveSteps);
}

// True if all controls lie within the distance of the line through the two controls that are
// farthest apart.
bool is_narrow(const ControlNet& net, double distance) {
    Vec3 from = net[0];
    Vec3 along;
    for (const Vec3& a : net) {
        for (const Vec3& b : net) {
            if (length(b - a) > length(along)) {
                from = a;
                along = b - a;
            }
        }
    }
    return std::ranges::all_of(net, [&](const Vec3& control) {
        return length(cross(control - from, along)) <= distance * length(along);
    });
}

struct CurveLimit {
    double distance;  // how far a surface may lie from a facet [grid steps]
    double smallest;  // parts of a surface that are smaller are not divided [grid steps]
};

// True if a point of the surface lies within limit.distance + 2 * limit.smallest of the point;
// false if none lies within limit.distance.
bool is_near(const ControlNet& net, const Vec3& point, const CurveLimit& limit) {
    const Aabb box = box_of(net);
    const Vec3 nearest = max(box.min, min(box.max, point));
    if (length(point - nearest) > limit.distance) {
        return false;
    }
    if (length(box.max - box.min) <= limit.smallest) {
        return length(net[0] - point) <= limit.distance + limit.smallest;
    }
    // The corners lie on the surface.
    for (const std::size_t corner : {0, 2, 6, 8}) {
        if (length(net[corner] - point) <= limit.distance + limit.smallest) {
            return true;
        }
    }
    const auto [one, other] = halves(net);
    const bool is_one_first = length(one[4] - point) <= length(other[4] - point);
    return is_near(is_one_first ? one : other, point, limit) ||
           is_near(is_one_first ? other : one, point, limit);
}

class CurveChecker {
public:
    CurveChecker(const Level& level,
                 const World& source,
                 const LevelPlanes& planes,
                 double tolerance,
                 Differences& differences)
        : level_(&level),
          source_(&source),
          planes_(&planes),
          tolerance_(std::ldexp(tolerance, level.grid_exponent())),
          thickness_(static_cast<double>(facet_thickness(level.grid_exponent()))),
          differences_(&differences) {}

    void run(const std::vector<RebuiltBrush>& brushes) {
        facets_.resize(source_->entities.size());
        for (const RebuiltBrush& brush : brushes) {
            const BrushRecord& record = level_->brushes()[brush.number];
            if ((record.flags & kBrushFacet) != 0 && record.entity < facets_.size() &&
                !brush.solid.faces.empty()) {
                facets_[record.entity].push_back(
                    {&brush,
                     record.source,
                     measured(brush.solid, planes_->table, level_->grid_exponent(), {})});
            }
        }
        for (std::uint32_t e = 0; e < source_->entities.size(); ++e) {
            check_entity(e);
        }
    }

private:
    struct FacetVolume {
        const RebuiltBrush* brush;
        std::uint32_t patch;
        MeasuredVolume volume;
    };
    using Facets = std::vector<const FacetVolume*>;

    std::vector<ControlNet> nets_of(const Patch& patch) const {
        std::vector<ControlNet> nets;
        for (std::uint32_t row = 0; row + 2 < patch.height; row += 2) {
            for (std::uint32_t column = 0; column + 2 < patch.width; column += 2) {
                ControlNet& net = nets.emplace_back();
                for (std::uint32_t i = 0; i < 9; ++i) {
                    const DecimalPoint& p =
                        patch.controls[(row + i / 3) * patch.width + column + i % 3].point;
                    net[i] = to_vec3(p) * std::ldexp(1.0, level_->grid_exponent());
                }
            }
        }
        return nets;
    }

    void check_entity(std::uint32_t entity) {
        const std::vector<Patch>& patches = source_->entities[entity].patches;
        std::vector<std::vector<ControlNet>> nets(patches.size());
        for (std::size_t p = 0; p < patches.size(); ++p) {
            if (any(patches[p].contents & kBlockers)) {
                nets[p] = nets_of(patches[p]);
            }
        }
        Facets facets;
        for (const FacetVolume& facet : facets_[entity]) {
            facets.push_back(&facet);
        }
        for (std::uint32_t p = 0; p < patches.size(); ++p) {
            const CurveLimit limit = limit_of(nets[p]);
            const auto is_bare = [&](const ControlNet& net) {
                return !is_held(net, facets, limit) && !is_narrow(net, limit.distance);
            };
            if (std::ranges::any_of(nets[p], is_bare)) {
                differences_->add("a part of the surface of " +
                                  describe_patch(*source_, entity, p) + " (line " +
                                  std::to_string(patches[p].position.line) + ") is more than " +
                                  in_units(limit.distance) + " units away from all facets");
            }
        }
        for (const FacetVolume& facet : facets_[entity]) {
            if (facet.patch < patches.size()) {
                check_facet(facet, nets);
            }
        }
    }

    CurveLimit limit_of(const std::vector<ControlNet>& nets) const {
        constexpr double kRounding = 1;
        double distance = tolerance_;
        for (const ControlNet& net : nets) {
            const double finest = finest_deviation(net);
            if (finest > tolerance_) {
                distance = std::max(distance, tolerance_ + finest);
            }
        }
        return {distance + kRounding, std::max(distance, kRounding) / 64};
    }

    // Asks the facet's own patch before the others. Where two patches go on in one another, facets
    // of one may lie at the other.
    void check_facet(const FacetVolume& facet, const std::vector<std::vector<ControlNet>>& nets) {
        CurveLimit limit = limit_of(nets[facet.patch]);
        limit.distance += thickness_;
        const auto is_near_one = [&](const Vec3& point) {
            const auto is_near_any = [&](const std::vector<ControlNet>& of_patch) {
                return std::ranges::any_of(
                    of_patch, [&](const ControlNet& net) { return is_near(net, point, limit); });
            };
            return is_near_any(nets[facet.patch]) || std::ranges::any_of(nets, is_near_any);
        };
        if (!std::ranges::all_of(points_of(facet), is_near_one)) {
            differences_->add(describe_level_brush(*level_, *source_, facet.brush->number) +
                              " is more than " + in_units(limit.distance) +
                              " units away from all curved surfaces");
        }
    }

    std::string in_units(double steps) const {
        return number_text(std::ldexp(steps, -level_->grid_exponent()));
    }

    // True if each point of the surface lies within limit.distance of one of the facets. False if a
    // point lies farther than limit.distance + 2 * limit.smallest from all of them. A part is done
    // whose controls lie within limit.distance + limit.smallest of a single facet. With
    // limit.distance alone, a surface between both distances would be divided everywhere.
    static bool is_held(const ControlNet& net, const Facets& facets, const CurveLimit& limit) {
        const Aabb box = box_of(net);
        const double reach = limit.distance + limit.smallest;
        Facets near;
        for (const FacetVolume* facet : facets) {
            if (touch(grown(box, reach), facet->brush->bounds)) {
                near.push_back(facet);
            }
        }
        const auto holds = [&](const FacetVolume* facet) {
            return std::ranges::all_of(net, [&](const Vec3& control) {
                return distance_to(facet->volume, control) <= reach;
            });
        };
        if (std::ranges::any_of(near, holds)) {
            return true;
        }
        if (near.empty()) {
            return false;
        }
        if (length(box.max - box.min) <= limit.smallest) {
            return std::ranges::any_of(near, [&](const FacetVolume* facet) {
                return distance_to(facet->volume, net[0]) <= reach;
            });
        }
        return std::ranges::all_of(
            halves(net), [&](const ControlNet& half) { return is_held(half, near, limit); });
    }

    // Corners of the facet, the middles of its edges and of its faces.
    static std::vector<Vec3> points_of(const FacetVolume& facet) {
        std::vector<Vec3> points = facet.volume.corners;
        for (const MeasuredVolume::Edge& edge : facet.volume.edges) {
            points.push_back((edge.from + edge.to) * 0.5);
        }
        const Polyhedron& solid = facet.brush->solid;
        for (const Polyhedron::Face& face : solid.faces) {
            Vec3 sum;
            for (std::uint32_t i = 0; i < face.count; ++i) {
                sum += facet.volume.corners[solid.corners[face.first + i].point];
            }
            points.push_back(sum * (1.0 / face.count));
        }
        return points;
    }

    const Level* level_;
    const World* source_;
    const LevelPlanes* planes_;
    double tolerance_;  // [grid steps]
    double thickness_;  // of facets [grid steps]
    Differences* differences_;
    std::vector<std::vector<FacetVolume>> facets_;  // of each entity
};

}  // namespace

void check_curves(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  const LevelPlanes& planes,
                  double tolerance,
                  Differences& differences) {
    CurveChecker(level, source, planes, tolerance, differences).run(brushes);
}

}  // namespace halfspace
