// SPDX-License-Identifier: MIT
#include "halfspace/scene/matrix_stack.h"

#include "scene/product.h"

#include <algorithm>
#include <cassert>

namespace halfspace {
namespace {

constexpr std::uint32_t kOfModel = 1;
constexpr std::uint32_t kOfView = 2;
constexpr std::uint32_t kOfProjection = 4;

// A matrix that follows from others: its bit in Frame::fresh, its place in the array of its kind,
// and the bases that it follows from.
struct Computed {
    std::uint32_t bit;
    std::size_t place;
    std::uint32_t bases;
};

constexpr Computed kModelView{1u << 0, 0, kOfModel | kOfView};
constexpr Computed kViewProjection{1u << 1, 1, kOfView | kOfProjection};
constexpr Computed kModelViewProjection{1u << 2, 2, kOfModel | kOfView | kOfProjection};
constexpr Computed kInverseModel{1u << 3, 0, kOfModel};
constexpr Computed kInverseView{1u << 4, 1, kOfView};
constexpr Computed kInverseProjection{1u << 5, 2, kOfProjection};
constexpr Computed kInverseModelView{1u << 6, 3, kOfModel | kOfView};
constexpr Computed kInverseModelViewProjection{1u << 7, 4, kOfModel | kOfView | kOfProjection};
constexpr Computed kInverseViewProjection{1u << 8, 5, kOfView | kOfProjection};
constexpr Computed kNormal{1u << 9, 0, kOfModel | kOfView};

constexpr std::array kAll{kModelView,
                          kViewProjection,
                          kModelViewProjection,
                          kInverseModel,
                          kInverseView,
                          kInverseProjection,
                          kInverseModelView,
                          kInverseModelViewProjection,
                          kInverseViewProjection,
                          kNormal};

// The bits of what does not follow from base number `base`.
constexpr std::uint32_t independent_of(std::size_t base) {
    std::uint32_t bits = 0;
    for (const Computed& one : kAll) {
        bits |= (one.bases >> base & 1u) == 0 ? one.bit : 0;
    }
    return bits;
}

constexpr std::array kIndependent{independent_of(0), independent_of(1), independent_of(2)};

// What `kept` holds, computed first if the level does not have it yet.
template <class Frame, class T, class Compute>
const T& kept_or_computed(Frame& level, const Computed& which, T& kept, Compute&& compute) {
    if ((level.fresh & which.bit) == 0) {
        kept = compute();
        level.fresh |= which.bit;
    }
    return kept;
}

}  // namespace

MatrixStack::MatrixStack(std::size_t max_levels) : levels_(max_levels) {
    assert(max_levels > 0);
}

void MatrixStack::set(Base which, const Matrix4& matrix) {
    Frame& level = levels_[top_];
    level.bases[which] = matrix;
    level.sources[which] = static_cast<std::uint32_t>(top_);
    level.fresh &= kIndependent[which];
}

void MatrixStack::multiply_model(const Matrix4& inner) {
    set(kModel, product_of(model(), inner));
}

MatrixStack::Frame& MatrixStack::owner(std::uint32_t bits) {
    const auto& [model, view, projection] = levels_[top_].sources;
    return levels_[std::max({(bits & kOfModel) != 0 ? model : 0,
                             (bits & kOfView) != 0 ? view : 0,
                             (bits & kOfProjection) != 0 ? projection : 0})];
}

void MatrixStack::push() {
    assert(depth() < levels_.size());
    levels_[top_ + 1].sources = levels_[top_].sources;
    levels_[top_ + 1].fresh = 0;
    ++top_;
}

void MatrixStack::pop() {
    assert(depth() > 1);
    --top_;
}

const Matrix4& MatrixStack::model_view() {
    Frame& level = owner(kModelView.bases);
    return kept_or_computed(level, kModelView, level.products[kModelView.place], [&] {
        return product_of(view(), model());
    });
}

const Matrix4& MatrixStack::view_projection() {
    Frame& level = owner(kViewProjection.bases);
    return kept_or_computed(level, kViewProjection, level.products[kViewProjection.place], [&] {
        return product_of(projection(), view());
    });
}

const Matrix4& MatrixStack::model_view_projection() {
    Frame& level = owner(kModelViewProjection.bases);
    return kept_or_computed(
        level, kModelViewProjection, level.products[kModelViewProjection.place], [&] {
            return product_of(projection(), model_view());
        });
}

const std::optional<Matrix4>& MatrixStack::inverse_model() {
    Frame& level = owner(kInverseModel.bases);
    return kept_or_computed(level, kInverseModel, level.inverses[kInverseModel.place], [&] {
        return inverse(model());
    });
}

const std::optional<Matrix4>& MatrixStack::inverse_view() {
    Frame& level = owner(kInverseView.bases);
    return kept_or_computed(
        level, kInverseView, level.inverses[kInverseView.place], [&] { return inverse(view()); });
}

const std::optional<Matrix4>& MatrixStack::inverse_projection() {
    Frame& level = owner(kInverseProjection.bases);
    return kept_or_computed(
        level, kInverseProjection, level.inverses[kInverseProjection.place], [&] {
            return inverse(projection());
        });
}

const std::optional<Matrix4>& MatrixStack::inverse_model_view() {
    Frame& level = owner(kInverseModelView.bases);
    return kept_or_computed(level, kInverseModelView, level.inverses[kInverseModelView.place], [&] {
        return inverse(model_view());
    });
}

const std::optional<Matrix4>& MatrixStack::inverse_view_projection() {
    Frame& level = owner(kInverseViewProjection.bases);
    return kept_or_computed(
        level, kInverseViewProjection, level.inverses[kInverseViewProjection.place], [&] {
            return inverse(view_projection());
        });
}

const std::optional<Matrix4>& MatrixStack::inverse_model_view_projection() {
    const Computed& which = kInverseModelViewProjection;
    Frame& level = owner(which.bases);
    return kept_or_computed(level, which, level.inverses[which.place], [&] {
        return inverse(model_view_projection());
    });
}

const std::optional<Matrix3>& MatrixStack::normal() {
    Frame& level = owner(kNormal.bases);
    return kept_or_computed(
        level, kNormal, level.normal, [&] { return normal_matrix(model_view()); });
}

}  // namespace halfspace
