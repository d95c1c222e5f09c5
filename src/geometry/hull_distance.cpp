// SPDX-License-Identifier: MIT
#include "halfspace/geometry/hull_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace halfspace {
namespace {

constexpr int kMostRounds = 200;
// A hull point must be nearer along x by more than what rounding makes of such a product to be
// worth another round, in parts of |x| times the farthest point's distance.
constexpr double kGain = 0x1p-50;

// Points of the hull and how much each counts; their weighted mean is the nearest point of their
// own hull.
class Corral {
public:
    explicit Corral(const Vec3& first) : points_{first}, weights_{1}, count_(1) {}

    Vec3 nearest() const {
        Vec3 sum;
        for (std::size_t i = 0; i < count_; ++i) {
            sum = sum + points_[i] * weights_[i];
        }
        return sum;
    }

    bool is_full() const { return count_ == kMost; }
    void add(const Vec3& point) {
        points_[count_] = point;
        weights_[count_] = 0;
        ++count_;
    }

    // Moves to the point nearest to the origin of their hull, dropping those that do not count.
    void settle() {
        while (count_ > 1) {
            const std::optional<Weights> wished = affine_weights();
            if (!wished) {
                drop(smallest());
                continue;
            }
            const auto negative = std::find_if(
                wished->begin(), wished->begin() + count_, [](double w) { return w <= 0; });
            if (negative == wished->begin() + count_) {
                weights_ = *wished;
                return;
            }
            step_towards(*wished);
        }
        weights_[0] = 1;
    }

private:
    static constexpr std::size_t kMost = 5;
    using Weights = std::array<double, kMost>;

    // The weights, summing to 1, of the point nearest to the origin of the points' affine hull;
    // nullopt if they are dependent.
    std::optional<Weights> affine_weights() const {
        // Differences to the first point: the normal equations, by elimination with pivots.
        const std::size_t n = count_ - 1;
        std::array<std::array<double, kMost>, kMost> rows{};
        double scale = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 u = points_[i + 1] - points_[0];
            for (std::size_t j = 0; j < n; ++j) {
                rows[i][j] = dot(u, points_[j + 1] - points_[0]);
            }
            rows[i][n] = -dot(u, points_[0]);
            scale = std::max(scale, rows[i][i]);
        }
        for (std::size_t c = 0; c < n; ++c) {
            std::size_t pivot = c;
            for (std::size_t r = c + 1; r < n; ++r) {
                pivot = std::fabs(rows[r][c]) > std::fabs(rows[pivot][c]) ? r : pivot;
            }
            if (!(std::fabs(rows[pivot][c]) > scale * 1e-12)) {
                return std::nullopt;
            }
            std::swap(rows[c], rows[pivot]);
            for (std::size_t r = 0; r < n; ++r) {
                const double factor = r == c ? 0 : rows[r][c] / rows[c][c];
                for (std::size_t k = c; k <= n && factor != 0; ++k) {
                    rows[r][k] -= factor * rows[c][k];
                }
            }
        }
        Weights weights{};
        weights[0] = 1;
        for (std::size_t i = 0; i < n; ++i) {
            weights[i + 1] = rows[i][n] / rows[i][i];
            weights[0] -= weights[i + 1];
        }
        return weights;
    }

    // As far as all weights stay positive; the one that vanishes is dropped.
    void step_towards(const Weights& wished) {
        double part = 1;
        std::size_t leaving = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            if (wished[i] <= 0 && weights_[i] <= part * (weights_[i] - wished[i])) {
                part = weights_[i] / (weights_[i] - wished[i]);
                leaving = i;
            }
        }
        for (std::size_t i = 0; i < count_; ++i) {
            weights_[i] += part * (wished[i] - weights_[i]);
        }
        drop(leaving);
    }

    std::size_t smallest() const {
        return static_cast<std::size_t>(
            std::min_element(weights_.begin(), weights_.begin() + count_) - weights_.begin());
    }

    void drop(std::size_t i) {
        --count_;
        points_[i] = points_[count_];
        weights_[i] = weights_[count_];
        double sum = 0;
        for (std::size_t k = 0; k < count_; ++k) {
            sum += weights_[k];
        }
        for (std::size_t k = 0; k < count_; ++k) {
            weights_[k] = sum > 0 ? weights_[k] / sum : 1 / static_cast<double>(count_);
        }
    }

    std::array<Vec3, kMost> points_;
    Weights weights_;
    std::size_t count_;
};

}  // namespace

double hull_distance(const Vec3& point, std::span<const Vec3> hull) {
    Corral corral(hull[0] - point);
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < kMostRounds; ++round) {
        const Vec3 x = corral.nearest();
        best = std::min(best, length(x));
        Vec3 farthest = hull[0] - point;
        double reach = dot(x, farthest);
        double size = length(x);
        for (const Vec3& h : hull) {
            const double along = dot(x, h - point);
            size = std::max(size, length(h - point));
            if (along < reach) {
                reach = along;
                farthest = h - point;
            }
        }
        if (dot(x, x) - reach <= kGain * size * length(x) || corral.is_full()) {
            break;
        }
        corral.add(farthest);
        corral.settle();
    }
    return best;
}

}  // namespace halfspace
