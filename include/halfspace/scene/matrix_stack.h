// SPDX-License-Identifier: MIT
// A stack of matrices for drawing: model, view, projection, and what follows from them. Setting one
// of the three only marks what depends on it. A matrix that follows from others is computed when it
// is read, and kept until one of them is set.
#pragma once

#include "halfspace/scene/matrix.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// push() and pop() copy no matrix and allocate nothing. What was computed below a push() is not
// computed again above it, nor after the pop(). An object may be used by one thread at a time.
class MatrixStack {
public:
    // max_levels: the most levels at once. Memory: about 1500 bytes for each. The first level has
    // three identities. REQUIRES: max_levels > 0.
    explicit MatrixStack(std::size_t max_levels = 32);

    // model: from a model's own frame to the world. view: from the world to the camera's frame.
    // projection: from the camera's frame to clip coordinates.
    void set_model(const Matrix4& model) { set(kModel, model); }
    void set_view(const Matrix4& view) { set(kView, view); }
    void set_projection(const Matrix4& projection) { set(kProjection, projection); }
    // The model matrix becomes model * inner: what comes first is in the frame of the model.
    void multiply_model(const Matrix4& inner);

    const Matrix4& model() const { return base(kModel); }
    const Matrix4& view() const { return base(kView); }
    const Matrix4& projection() const { return base(kProjection); }

    // A reference is valid until one of the three matrices is set, and until a pop() ends its
    // level.
    const Matrix4& model_view();             // view * model
    const Matrix4& view_projection();        // projection * view
    const Matrix4& model_view_projection();  // projection * view * model

    // nullopt: the matrix is singular; see inverse() and normal_matrix().
    const std::optional<Matrix4>& inverse_model();
    const std::optional<Matrix4>& inverse_view();
    const std::optional<Matrix4>& inverse_projection();
    const std::optional<Matrix4>& inverse_model_view();
    // Takes a place in the picture to the world: what a click touches.
    const std::optional<Matrix4>& inverse_view_projection();
    const std::optional<Matrix4>& inverse_model_view_projection();
    // Takes normals from the model's own frame to the camera's.
    const std::optional<Matrix3>& normal();

    // The number of levels, at least 1.
    std::size_t depth() const { return top_ + 1; }
    // Begins a level with the same three matrices. REQUIRES: depth() is less than max_levels.
    void push();
    // Ends the level: the three matrices of the level below count. REQUIRES: depth() > 1.
    void pop();

private:
    enum Base : std::uint8_t { kModel, kView, kProjection };

    // The three matrices as they were set at one level, and what was computed from them. Only what
    // `sources` and `fresh` name has a meaning.
    struct Frame {
        // For each of the three: the level where it was set, at or below this one.
        std::array<std::uint32_t, 3> sources{};
        // Bits of the computed matrices of this level that need no computing.
        std::uint32_t fresh = 0;
        std::array<Matrix4, 3> bases;
        std::array<Matrix4, 3> products;
        std::array<std::optional<Matrix4>, 6> inverses;
        std::optional<Matrix3> normal;
    };

    void set(Base which, const Matrix4& matrix);
    const Matrix4& base(Base which) const {
        return levels_[levels_[top_].sources[which]].bases[which];
    }
    // The level that keeps a matrix computed from the bases in `bits`: the highest of their
    // sources. The levels above have the same matrix.
    Frame& owner(std::uint32_t bits);

    std::vector<Frame> levels_;
    std::size_t top_ = 0;
};

}  // namespace halfspace
