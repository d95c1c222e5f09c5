// SPDX-License-Identifier: MIT
// Orders in which to draw the triangles of a level without a depth buffer, and how wrong they are.
#pragma once

#include "halfspace/query/order.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "level_scene.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace::bench {

// Draws the triangles in an order: their indices for an index buffer.
class Orders {
public:
    explicit Orders(const Scene& scene)
        : scene_(scene),
          mesh_(scene.faces.mesh()),
          indices_(3 * scene.level.face_vertices().size()) {
        for (std::size_t i = 0; i < mesh_.size(); ++i) {
            const Triangle triangle = mesh_.triangle(i);
            centres_.push_back((triangle.a + triangle.b + triangle.c) * (1.0 / 3));
        }
    }

    std::size_t by_world(const Vec3& eye) {
        return write_triangles(
                   scene_.level, FaceOrder(scene_.level, eye, DrawOrder::BackToFront), indices_) /
               3;
    }

    std::size_t by_triangles(const Vec3& eye) {
        std::size_t end = 0;
        for (const TriangleId triangle : scene_.tree.far_to_near(eye, scratch_)) {
            write(triangle.value, end);
        }
        return end / 3;
    }

    std::size_t by_sort(const Vec3& eye) {
        sort(eye);
        std::size_t end = 0;
        for (const auto& [distance, triangle] : sorted_) {
            write(triangle, end);
        }
        return end / 3;
    }

    // When each triangle is drawn; 0: never.
    std::vector<std::size_t> turns_by_world(const Vec3& eye) {
        std::vector<std::size_t> turns(mesh_.size());
        std::size_t turn = 0;
        for_each_run(FaceOrder(scene_.level, eye, DrawOrder::BackToFront), [&](FaceRun run) {
            for (std::size_t face = run.first; face < run.first + run.count; ++face) {
                for (std::size_t i = scene_.faces.first_triangles[face];
                     i < scene_.faces.first_triangles[face + 1];
                     ++i) {
                    turns[i] = ++turn;
                }
            }
        });
        return turns;
    }
    std::vector<std::size_t> turns_by_triangles(const Vec3& eye) {
        std::vector<std::size_t> turns(mesh_.size());
        std::size_t turn = 0;
        for (const TriangleId triangle : scene_.tree.far_to_near(eye, scratch_)) {
            turns[triangle.value] = ++turn;
        }
        return turns;
    }
    std::vector<std::size_t> turns_by_sort(const Vec3& eye) {
        sort(eye);
        std::vector<std::size_t> turns(mesh_.size());
        std::size_t turn = 0;
        for (const auto& [distance, triangle] : sorted_) {
            turns[triangle] = ++turn;
        }
        return turns;
    }

private:
    void sort(const Vec3& eye) {
        sorted_.clear();
        for (std::size_t i = 0; i < centres_.size(); ++i) {
            const Vec3 way = centres_[i] - eye;
            sorted_.emplace_back(-static_cast<float>(dot(way, way)), static_cast<std::uint32_t>(i));
        }
        std::ranges::sort(sorted_);
    }

    void write(std::uint32_t triangle, std::size_t& end) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            indices_[end++] = mesh_.index(triangle, corner);
        }
    }

    const Scene& scene_;
    TriangleMesh mesh_;
    std::vector<Vec3> centres_;
    std::vector<std::pair<float, std::uint32_t>> sorted_;
    QueryScratch scratch_;
    std::vector<std::uint32_t> indices_;
};

// How far along the ray a triangle that looks to the eye is met; nothing if it is not.
inline std::optional<double> met_at(const Triangle& triangle, const Vec3& eye, const Vec3& way) {
    const Vec3 ab = triangle.b - triangle.a;
    const Vec3 ac = triangle.c - triangle.a;
    const Vec3 p = cross(way, ac);
    const double scale = dot(ab, p);
    const Vec3 s = eye - triangle.a;
    const Vec3 q = cross(s, ab);
    const double u = dot(s, p);
    const double v = dot(way, q);
    if (scale <= 0 || u < 0 || v < 0 || u + v > scale || dot(ac, q) < 0) {
        return std::nullopt;
    }
    return dot(ac, q) / scale;
}

// Of some pixels, the part that shows another triangle than the nearest one: each pixel shows the
// last triangle that was drawn on it. Triangles that look away are not drawn.
inline double wrong_pixels(const Scene& scene,
                           const std::function<std::vector<std::size_t>(const Vec3&)>& turns_from) {
    const TriangleMesh mesh = scene.faces.mesh();
    test::Random random(3);
    std::size_t pixels = 0;
    std::size_t wrong = 0;
    for (const Vec3& eye : first(scene.eyes, 16)) {
        const std::vector<std::size_t> turns = turns_from(eye);
        for (int i = 0; i < 500; ++i) {
            const double x = random.real(-1, 1);
            const double y = random.real(-1, 1);
            const Vec3 way{x, y, random.real(-0.5, 0.5)};
            std::size_t last = 0;
            double shown = 0;
            double nearest = std::numeric_limits<double>::infinity();
            for (std::size_t k = 0; k < mesh.size(); ++k) {
                if (const auto t = met_at(mesh.triangle(k), eye, way)) {
                    nearest = std::min(nearest, *t);
                    if (turns[k] > last) {
                        last = turns[k];
                        shown = *t;
                    }
                }
            }
            pixels += last > 0 ? 1 : 0;
            wrong += last > 0 && shown > nearest * (1 + 1e-6) ? 1 : 0;
        }
    }
    return static_cast<double>(wrong) / static_cast<double>(pixels);
}

}  // namespace halfspace::bench
