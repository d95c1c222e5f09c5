// SPDX-License-Identifier: MIT
// The matrix stack beside an eager one, which computes everything that depends on a matrix as soon
// as this matrix is set. Thread CPU time.
#include "halfspace/scene/camera.h"
#include "halfspace/scene/matrix_stack.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace halfspace {
namespace {

// The same matrices as in MatrixStack, up to date after every call.
class EagerStack {
public:
    EagerStack() : frames_(32) {
        set_model({});
        set_view({});
        set_projection({});
    }

    void set_model(const Matrix4& model) {
        Frame& f = frames_[top_];
        f.model = model;
        f.inverse_model = inverse(model);
        follow_model_view();
    }
    void multiply_model(const Matrix4& inner) { set_model(frames_[top_].model * inner); }
    void set_view(const Matrix4& view) {
        Frame& f = frames_[top_];
        f.view = view;
        f.inverse_view = inverse(view);
        f.view_projection = f.projection * view;
        f.inverse_view_projection = inverse(f.view_projection);
        follow_model_view();
    }
    void set_projection(const Matrix4& projection) {
        Frame& f = frames_[top_];
        f.projection = projection;
        f.inverse_projection = inverse(projection);
        f.view_projection = projection * f.view;
        f.inverse_view_projection = inverse(f.view_projection);
        follow_model_view_projection();
    }

    const Matrix4& model_view_projection() const { return frames_[top_].model_view_projection; }

    void push() {
        frames_[top_ + 1] = frames_[top_];
        ++top_;
    }
    void pop() { --top_; }

private:
    struct Frame {
        Matrix4 model;
        Matrix4 view;
        Matrix4 projection;
        Matrix4 model_view;
        Matrix4 view_projection;
        Matrix4 model_view_projection;
        std::optional<Matrix4> inverse_model;
        std::optional<Matrix4> inverse_view;
        std::optional<Matrix4> inverse_projection;
        std::optional<Matrix4> inverse_model_view;
        std::optional<Matrix4> inverse_view_projection;
        std::optional<Matrix4> inverse_model_view_projection;
        std::optional<Matrix3> normal;
    };

    void follow_model_view() {
        Frame& f = frames_[top_];
        f.model_view = f.view * f.model;
        f.inverse_model_view = inverse(f.model_view);
        f.normal = normal_matrix(f.model_view);
        follow_model_view_projection();
    }
    void follow_model_view_projection() {
        Frame& f = frames_[top_];
        f.model_view_projection = f.projection * f.model_view;
        f.inverse_model_view_projection = inverse(f.model_view_projection);
    }

    std::vector<Frame> frames_;
    std::size_t top_ = 0;
};

struct Input {
    Matrix4 model;
    CameraMatrices camera;
};

Input input() {
    const auto camera = matrices_of({.eye = {100, 200, 300}, .angles = {.yaw = 30}}, 16.0 / 9);
    if (!camera) {
        std::abort();
    }
    return {matrix_of(turned_about({4, 5, 6}, {.yaw = 70})), *camera};
}

// Push, multiply, load a view, read what projects a model, pop.
template <class Stack>
void one_object(benchmark::State& state) {
    const Input in = input();
    Stack stack;
    stack.set_projection(in.camera.projection);
    for ([[maybe_unused]] auto _ : state) {
        stack.push();
        stack.multiply_model(in.model);
        stack.set_view(in.camera.view);
        benchmark::DoNotOptimize(stack.model_view_projection().numbers[0]);
        stack.pop();
    }
}

// A new projection with an unchanged view and model.
template <class Stack>
void new_projection(benchmark::State& state) {
    const Input in = input();
    Stack stack;
    stack.set_view(in.camera.view);
    stack.set_model(in.model);
    benchmark::DoNotOptimize(stack.model_view_projection().numbers[0]);
    for ([[maybe_unused]] auto _ : state) {
        stack.set_projection(in.camera.projection);
        benchmark::DoNotOptimize(stack.model_view_projection().numbers[0]);
    }
}

BENCHMARK(one_object<MatrixStack>)->Name("one_object/lazy");
BENCHMARK(one_object<EagerStack>)->Name("one_object/eager");
BENCHMARK(new_projection<MatrixStack>)->Name("new_projection/lazy");
BENCHMARK(new_projection<EagerStack>)->Name("new_projection/eager");

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
