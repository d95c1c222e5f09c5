// SPDX-License-Identifier: MIT
#include "import/meshes/convex_hull.h"

#include "halfspace/base/id.h"
#include "halfspace/exact/int128.h"
#include "halfspace/math/vec.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

struct Face {
    std::array<std::uint32_t, 3> corners{};
    // The face on the other side of the edge from corner i to the next one.
    std::array<std::uint32_t, 3> neighbours{kNone, kNone, kNone};
    WideVector normal{};
    Vec3 rounded;                        // the normal in doubles
    std::vector<std::uint32_t> outside;  // points in front of it, each waiting at one face
    bool is_gone = false;
};

class Builder {
public:
    explicit Builder(std::span<const GridPoint> points) : points_(points) {}

    std::vector<HullTriangle> run() {
        if (!begin()) {
            return {};
        }
        while (!waiting_.empty()) {
            const std::uint32_t face = waiting_.back();
            waiting_.pop_back();
            if (!faces_[face].is_gone && !faces_[face].outside.empty()) {
                add(farthest(face), face);
            }
        }
        return result();
    }

private:
    // How far the point is in front of the face, times the length of its normal; rounded, but with
    // the right sign.
    double height(const Face& face, std::uint32_t point) const {
        const GridPoint d = difference(points_[point], points_[face.corners[0]]);
        const double x = face.rounded.x * static_cast<double>(d[0]);
        const double y = face.rounded.y * static_cast<double>(d[1]);
        const double z = face.rounded.z * static_cast<double>(d[2]);
        const double sum = x + y + z;
        // The conversions, the products and the sums make five roundings at most: 5 * 2^-53.
        if (std::fabs(sum) > 0x1p-50 * (std::fabs(x) + std::fabs(y) + std::fabs(z))) {
            return sum;
        }
        return static_cast<double>(dot<Int128>(face.normal, d));
    }

    std::uint32_t make_face(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        Face face;
        face.corners = {a, b, c};
        face.normal =
            cross<Int128>(difference(points_[b], points_[a]), difference(points_[c], points_[a]));
        face.rounded = to_vec3(face.normal);
        faces_.push_back(std::move(face));
        return static_cast<std::uint32_t>(faces_.size() - 1);
    }

    // Makes a first tetrahedron. False if all points lie in a plane.
    bool begin() {
        if (points_.size() < 4) {
            return false;
        }
        const auto count = static_cast<std::uint32_t>(points_.size());
        const auto [lowest, highest] = std::minmax_element(points_.begin(), points_.end());
        const auto a = static_cast<std::uint32_t>(lowest - points_.begin());
        const auto b = static_cast<std::uint32_t>(highest - points_.begin());
        const std::uint32_t c = farthest_of(count, [&](std::uint32_t p) {
            const Vec3 n = abs(to_vec3(cross<Int128>(difference(points_[b], points_[a]),
                                                     difference(points_[p], points_[a]))));
            return n.x + n.y + n.z;
        });
        const std::uint32_t base = make_face(a, b, c);
        const std::uint32_t d =
            farthest_of(count, [&](std::uint32_t p) { return std::fabs(height(faces_[base], p)); });
        const double above = height(faces_[base], d);
        if (above == 0) {
            return false;  // also if a, b and c lie on a line
        }
        if (above > 0) {
            faces_.clear();
            make_face(a, c, b);
        }
        const std::array<std::uint32_t, 3> bottom = faces_[0].corners;
        for (std::size_t i = 0; i < 3; ++i) {
            make_face(bottom[(i + 1) % 3], bottom[i], d);
        }
        for (std::uint32_t i = 0; i < 3; ++i) {
            faces_[0].neighbours[i] = i + 1;
            faces_[i + 1].neighbours = {0, (i + 2) % 3 + 1, (i + 1) % 3 + 1};
        }
        std::vector<std::uint32_t> all(count);
        std::iota(all.begin(), all.end(), 0u);
        hand_out(all, {0, 1, 2, 3});
        waiting_ = {0, 1, 2, 3};
        return true;
    }

    template <class Measure>
    static std::uint32_t farthest_of(std::uint32_t count, Measure measure) {
        std::uint32_t best = 0;
        double most = -1;
        for (std::uint32_t p = 0; p < count; ++p) {
            const double at = measure(p);
            if (at > most) {
                most = at;
                best = p;
            }
        }
        return best;
    }

    std::uint32_t farthest(std::uint32_t face) const {
        const std::vector<std::uint32_t>& outside = faces_[face].outside;
        return outside[farthest_of(static_cast<std::uint32_t>(outside.size()),
                                   [&](auto i) { return height(faces_[face], outside[i]); })];
    }

    // Gives each point to one of the faces that it is in front of, if there is one.
    void hand_out(const std::vector<std::uint32_t>& points,
                  const std::vector<std::uint32_t>& faces) {
        for (const std::uint32_t point : points) {
            for (const std::uint32_t face : faces) {
                if (height(faces_[face], point) > 0) {
                    faces_[face].outside.push_back(point);
                    break;
                }
            }
        }
    }

    // An edge between a visible face and one that is not.
    struct HorizonEdge {
        std::uint32_t from;
        std::uint32_t to;
        std::uint32_t beyond;  // the face that stays
        std::uint32_t edge;    // number of the edge in that face
    };

    // Replaces the faces that the point is in front of by a cone from their border to the point.
    void add(std::uint32_t point, std::uint32_t first) {
        std::vector<HorizonEdge> horizon;
        std::vector<std::uint32_t> left;  // points of the faces that go
        std::vector<std::uint32_t> open{first};
        faces_[first].is_gone = true;
        while (!open.empty()) {
            const std::uint32_t f = open.back();
            open.pop_back();
            left.insert(left.end(), faces_[f].outside.begin(), faces_[f].outside.end());
            faces_[f].outside = {};
            for (std::size_t i = 0; i < 3; ++i) {
                const std::uint32_t next = faces_[f].neighbours[i];
                if (faces_[next].is_gone) {
                    continue;
                }
                if (height(faces_[next], point) > 0) {
                    faces_[next].is_gone = true;
                    open.push_back(next);
                }
            }
            visited_.push_back(f);
        }
        for (const std::uint32_t f : visited_) {
            for (std::size_t i = 0; i < 3; ++i) {
                const std::uint32_t next = faces_[f].neighbours[i];
                if (!faces_[next].is_gone) {
                    const auto& back = faces_[next].neighbours;
                    const auto edge = static_cast<std::uint32_t>(
                        std::find(back.begin(), back.end(), f) - back.begin());
                    horizon.push_back(
                        {faces_[f].corners[i], faces_[f].corners[(i + 1) % 3], next, edge});
                }
            }
        }
        visited_.clear();
        close(horizon, point, left);
    }

    void close(std::vector<HorizonEdge>& horizon,
               std::uint32_t point,
               const std::vector<std::uint32_t>& left) {
        std::sort(horizon.begin(), horizon.end(), [](const auto& a, const auto& b) {
            return a.from < b.from;
        });
        const auto first = static_cast<std::uint32_t>(faces_.size());
        std::vector<std::uint32_t> made(horizon.size());
        for (std::size_t i = 0; i < horizon.size(); ++i) {
            made[i] = make_face(horizon[i].from, horizon[i].to, point);
            faces_[made[i]].neighbours[0] = horizon[i].beyond;
            faces_[horizon[i].beyond].neighbours[horizon[i].edge] = made[i];
        }
        for (std::size_t i = 0; i < horizon.size(); ++i) {
            // The border is one closed line, and each of its corners begins one edge.
            const auto next = std::lower_bound(
                horizon.begin(), horizon.end(), horizon[i].to, [](const auto& e, std::uint32_t v) {
                    return e.from < v;
                });
            const auto j = static_cast<std::uint32_t>(next - horizon.begin());
            faces_[first + i].neighbours[1] = first + j;
            faces_[first + j].neighbours[2] = first + static_cast<std::uint32_t>(i);
        }
        hand_out(left, made);
        waiting_.insert(waiting_.end(), made.begin(), made.end());
    }

    std::vector<HullTriangle> result() const {
        std::vector<std::uint32_t> facet(faces_.size(), kNone);
        std::vector<HullTriangle> triangles;
        std::uint32_t count = 0;
        for (std::uint32_t f = 0; f < faces_.size(); ++f) {
            if (faces_[f].is_gone || facet[f] != kNone) {
                continue;
            }
            facet[f] = count;
            std::vector<std::uint32_t> open{f};
            while (!open.empty()) {
                const Face& face = faces_[open.back()];
                open.pop_back();
                triangles.push_back({face.corners, count});
                for (const std::uint32_t next : face.neighbours) {
                    if (facet[next] == kNone && is_in_plane(faces_[f], faces_[next])) {
                        facet[next] = count;
                        open.push_back(next);
                    }
                }
            }
            ++count;
        }
        return triangles;
    }

    bool is_in_plane(const Face& face, const Face& other) const {
        return std::all_of(other.corners.begin(), other.corners.end(), [&](std::uint32_t p) {
            return height(face, p) == 0;
        });
    }

    std::span<const GridPoint> points_;
    std::vector<Face> faces_;
    std::vector<std::uint32_t> waiting_;  // faces that may have points in front of them
    std::vector<std::uint32_t> visited_;  // faces that a point sees
};

}  // namespace

std::vector<HullTriangle> convex_hull(std::span<const GridPoint> points) {
    return Builder(points).run();
}

}  // namespace halfspace
