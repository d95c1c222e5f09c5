// SPDX-License-Identifier: MIT
#include "compile/tree/splitter.h"

#include "math/shared/axes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// A score looks at most at this many fragments, evenly spread.
constexpr std::size_t kMaxScored = 384;
// A candidate that costs more than another one is given up after so many fragments.
constexpr std::size_t kScoredAtOnce = 24;
// A cell with many fragments is divided once, and most queries pass it. So more planes are tried.
constexpr std::size_t kManyFragments = 512;
constexpr int kMoreCandidates = 4;  // times as many
// How much more an oblique splitter costs than an axial one. A query reads its plane from a table
// and multiplies by the normal.
constexpr double kObliqueCost = 1.3;
// The additional cost of cutting a drawn fragment, in fragments. Each piece becomes a face of its
// own where the planes of grown brushes cut the walls of the point. With 2 instead of 5 the level
// lq_e1m1 has 7 percent more faces and 1 percent fewer nodes.
constexpr double kDrawnSplit = 5;
// Points nearer than this to a plane touch it [grid steps].
constexpr double kTouch = 1e-6;

struct Parts {
    double front = 0;
    double back = 0;
};

// The surface areas of a cell on both sides of a plane, in doubles.
class CellAreas {
public:
    explicit CellAreas(const Polyhedron& cell) : cell_(&cell), distances_(cell.points.size()) {
        areas_.reserve(cell.faces.size());
        for (const Polyhedron::Face& face : cell.faces) {
            const Vec3 area = face_area(face);
            areas_.push_back(area);
            total_ += length(area);
        }
    }

    double total() const { return total_; }

    Parts divide(const PlaneTable::Filter& plane) {
        for (std::size_t i = 0; i < distances_.size(); ++i) {
            distances_[i] = plane.distance(cell_->points[i].rounded);
        }
        Parts parts;
        Vec3 open;  // vector area of the faces in front; the opposite vector is that of the cap
        for (std::size_t f = 0; f < cell_->faces.size(); ++f) {
            const Vec3 front = front_area(f);
            const double size = length(front);
            parts.front += size;
            parts.back += length(areas_[f] - front);
            open = open + front;
        }
        const double cap = length(open);
        parts.front += cap;
        parts.back += cap;
        return parts;
    }

private:
    const Vec3& point(const Polyhedron::Face& face, std::uint32_t i) const {
        return cell_->points[index(face, i)].rounded;
    }
    std::uint32_t index(const Polyhedron::Face& face, std::uint32_t i) const {
        return cell_->corners[face.first + (i == face.count ? 0 : i)].point;
    }

    Vec3 face_area(const Polyhedron::Face& face) const {
        Vec3 twice;
        const Vec3 origin = point(face, 0);
        for (std::uint32_t i = 1; i + 1 < face.count; ++i) {
            twice = twice + cross(point(face, i) - origin, point(face, i + 1) - origin);
        }
        return twice * 0.5;
    }

    // The vector area of the part of a face in front.
    Vec3 front_area(std::size_t f) const {
        const Polyhedron::Face& face = cell_->faces[f];
        bool front = false;
        bool back = false;
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const double d = distances_[index(face, i)];
            front = front || d > 0;
            back = back || d < 0;
        }
        if (!front || !back) {
            return front ? areas_[f] : Vec3{};
        }
        // A fan of triangles around the first corner of the clipped face.
        Vec3 twice;
        Vec3 origin;
        Vec3 last;
        int count = 0;
        const auto add = [&](const Vec3& p) {
            if (count == 0) {
                origin = p;
            } else if (count > 1) {
                twice = twice + cross(last - origin, p - origin);
            }
            last = p;
            ++count;
        };
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const double da = distances_[index(face, i)];
            const double db = distances_[index(face, i + 1)];
            const Vec3 a = point(face, i);
            if (da >= 0) {
                add(a);
            }
            if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
                add(a + (point(face, i + 1) - a) * (da / (da - db)));
            }
        }
        return twice * 0.5;
    }

    const Polyhedron* cell_;
    std::vector<Vec3> areas_;
    std::vector<double> distances_;
    double total_ = 0;
};

struct Counts {
    double front = 0;
    double back = 0;
    double split = 0;
    double split_drawn = 0;
};

// What a score needs of a fragment, close together in memory.
struct Scored {
    Vec3 centre;
    Vec3 half;
    const Polygon* polygon;
    bool is_drawn;
};

// An even sample of the fragments.
std::vector<Scored> scored_sample(const FragmentList& fragments) {
    const std::size_t count = std::min(fragments.size(), kMaxScored);
    std::vector<Scored> sample;
    sample.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Fragment& fragment = *fragments[i * fragments.size() / count];
        sample.push_back({fragment.centre, fragment.half, &fragment.polygon, fragment.is_drawn});
    }
    return sample;
}

PolygonSide estimated_side(const Scored& fragment, const PlaneTable::Filter& plane) {
    const double middle = plane.distance(fragment.centre);
    const double reach = dot(abs(plane.n), fragment.half);
    if (middle - reach > -kTouch) {
        return PolygonSide::Front;
    }
    if (middle + reach < kTouch) {
        return PolygonSide::Back;
    }
    bool front = false;
    bool back = false;
    for (const Corner& corner : fragment.polygon->corners) {
        const double d = plane.distance(corner.point.rounded);
        front = front || d > kTouch;
        back = back || d < -kTouch;
        if (front && back) {
            return PolygonSide::Spanning;
        }
    }
    return front ? PolygonSide::Front : PolygonSide::Back;
}

// The counts with the sides of more fragments.
Counts count_sides(std::span<const Scored> fragments,
                   PlaneId candidate,
                   const PlaneTable::Filter& plane,
                   Counts counts) {
    for (const Scored& fragment : fragments) {
        if (fragment.polygon->plane.pair() == candidate.pair()) {
            continue;
        }
        switch (estimated_side(fragment, plane)) {
            case PolygonSide::Front:
                ++counts.front;
                break;
            case PolygonSide::Back:
                ++counts.back;
                break;
            default:
                counts.split += 1;
                counts.split_drawn += fragment.is_drawn ? 1 : 0;
                break;
        }
    }
    return counts;
}

bool is_axial(const PlaneTable::Filter& plane) {
    return axis_of(plane.n).has_value();
}

double classic_cost(const Counts& counts, double scale, double weight) {
    return std::fabs(counts.front * scale - counts.back * scale) + weight * (counts.split * scale);
}

double area_cost(
    const Counts& counts, double scale, double weight, const Parts& parts, double total) {
    const double split = counts.split * scale;
    return (parts.front * (counts.front * scale + split) +
            parts.back * (counts.back * scale + split)) /
               total +
           weight * (split + kDrawnSplit * (counts.split_drawn * scale));
}

// How many planes of fragments are tried.
int most_candidates(const FragmentList& fragments, const SplitterRule& rule) {
    const bool are_more = rule.score == SplitterScore::Area && fragments.size() >= kManyFragments;
    return rule.candidates * (are_more ? kMoreCandidates : 1);
}

// The candidates, each once and in even orientation: at most `most` of the eligible planes, then
// the planes of `always`.
std::vector<PlaneId> sample(std::span<const PlaneId> eligible,
                            std::span<const PlaneId> always,
                            int most) {
    std::vector<std::uint32_t> pairs;
    pairs.reserve(eligible.size());
    for (const PlaneId plane : eligible) {
        pairs.push_back(plane.pair());
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    const std::size_t tried = std::min(pairs.size(), static_cast<std::size_t>(most));
    std::vector<PlaneId> candidates;
    candidates.reserve(tried + always.size());
    for (std::size_t i = 0; i < tried; ++i) {
        candidates.push_back(PlaneId{2 * pairs[i * pairs.size() / tried]});
    }
    for (const PlaneId plane : always) {
        if (!std::binary_search(pairs.begin(), pairs.end(), plane.pair())) {
            candidates.push_back(PlaneId{2 * plane.pair()});
        }
    }
    return candidates;
}

}  // namespace

std::vector<PlaneId> axial_if_any(std::vector<PlaneId> planes, const PlaneTable& table) {
    std::vector<PlaneId> axial;
    std::copy_if(planes.begin(), planes.end(), std::back_inserter(axial), [&](PlaneId plane) {
        return is_axial(table.filter(plane));
    });
    return axial.empty() ? std::move(planes) : axial;
}

std::vector<PlaneId> relief_planes(const Polyhedron& cell,
                                   const FragmentList& fragments,
                                   std::int64_t spacing,
                                   const PlaneTable& planes) {
    std::vector<PlaneId> relief;
    Aabb box;
    for (const auto& fragment : fragments) {
        box = merge(box, fragment->centre);
    }
    const Vec3 at = centre_of(box);
    const Aabb around = bounds(cell);
    const auto step = static_cast<double>(spacing);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ExactPlane plane;
        plane.n[axis] = 1;
        plane.d = static_cast<std::int64_t>(std::floor((at[axis] + step / 2) / step)) * spacing;
        const auto d = static_cast<double>(plane.d);
        const std::optional<PlaneId> known = planes.find(plane);
        if (known && around.min[axis] < d && d < around.max[axis]) {
            relief.push_back(*known);
        }
    }
    return relief;
}

std::optional<PlaneId> choose_splitter(const Polyhedron& cell,
                                       const FragmentList& fragments,
                                       std::span<const PlaneId> eligible,
                                       std::span<const PlaneId> always,
                                       const PlaneTable& planes,
                                       const SplitterRule& rule) {
    const bool is_classic = rule.score == SplitterScore::Classic;
    const std::vector<PlaneId> candidates =
        sample(eligible, always, most_candidates(fragments, rule));
    if (candidates.size() <= 1) {
        return candidates.empty() ? std::nullopt : std::optional(candidates[0]);
    }
    const std::vector<Scored> scored = scored_sample(fragments);
    // Fragments that the sample stands for, in one of its fragments.
    const double scale = static_cast<double>(fragments.size()) / static_cast<double>(scored.size());
    CellAreas areas(cell);
    std::optional<PlaneId> best;
    double best_cost = std::numeric_limits<double>::infinity();
    for (const PlaneId candidate : candidates) {
        const PlaneTable::Filter& plane = planes.filter(candidate);
        const Parts parts = is_classic ? Parts{} : areas.divide(plane);
        const double dearer = is_axial(plane) ? 1 : kObliqueCost;
        Counts counts;
        double cost = 0;
        for (std::size_t i = 0; i < scored.size(); i += kScoredAtOnce) {
            const std::size_t count = std::min(kScoredAtOnce, scored.size() - i);
            counts = count_sides(std::span(scored).subspan(i, count), candidate, plane, counts);
            cost = is_classic
                       ? classic_cost(counts, scale, rule.split_weight)
                       : dearer * area_cost(counts, scale, rule.split_weight, parts, areas.total());
            if (!is_classic && cost > best_cost) {
                break;  // more fragments do not make it less
            }
        }
        const bool wins_tie =
            best && cost == best_cost && is_axial(plane) && !is_axial(planes.filter(*best));
        if (cost < best_cost || wins_tie) {
            best = candidate;
            best_cost = cost;
        }
    }
    return best;
}

}  // namespace halfspace
