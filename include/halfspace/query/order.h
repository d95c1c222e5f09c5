// SPDX-License-Identifier: MIT
// The order in which to draw the faces of a model, taken from its tree. Faces on the eye's side of
// a splitter may hide faces behind it, never the other way round (Fuchs, Kedem, Naylor: "On visible
// surface generation by a priori tree structures", 1980). So a painter that draws from back to
// front needs no z-buffer and can blend translucent faces.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/level/records.h"
#include "halfspace/math/frustum.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace halfspace {

class VisibleFaces;  // visible_faces.h

// Faces that follow one another in Level::faces() and are in one plane.
struct FaceRun {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    friend bool operator==(const FaceRun&, const FaceRun&) = default;
};

// BackToFront: no face hides a later one. FrontToBack: no face hides an earlier one.
enum class DrawOrder : std::uint8_t { BackToFront, FrontToBack };

// Visits the faces of one model that look towards the eye, and all two-sided faces. It decides
// exactly on which side of each plane the eye is. Faces whose plane holds the eye are left
// out, because they are seen edge on. Nothing is allocated. Size of the object: 12 KB, also on the
// stack of a function that takes a copy. Cost: a few ns for each node that has faces or has them
// below.
class FaceOrder {
public:
    // eye: map units, in the frame of the model. frustum: null, or the part of space in view; a
    // node whose faces are wholly outside of it is left out with all below. visible: null, or the
    // marks of what an eye may see; the rest is left out. REQUIRES: is_finite(eye), model in range;
    // `visible` is null or the model is the world; the level, the frustum and the marks outlive the
    // object.
    FaceOrder(const Level& level,
              const Vec3& eye,
              DrawOrder order,
              const Frustum* frustum = nullptr,
              ModelId model = kWorldModel,
              const VisibleFaces* visible = nullptr);

    // The next run; it is never empty. nullopt after the last one.
    std::optional<FaceRun> next();
    // Writes the next runs and returns their number. It is less than runs.size() only at the end.
    // Dozens of runs at a time are faster than one at a time.
    std::size_t next(std::span<FaceRun> runs);

    // For loops: for (const FaceRun run : FaceOrder(...)). The loop begins at the next run; it can
    // be made once.
    class Iterator;
    Iterator begin();
    std::nullptr_t end() { return nullptr; }

private:
    friend class ModelOrder;

    // For the subtree at a child of a node of the draw tree. bound: Level::filter_bound(), or
    // infinity for an eye outside of the boxes of the model and of the world.
    FaceOrder(const Level& level,
              const Vec3& eye,
              DrawOrder order,
              const Frustum* frustum,
              const VisibleFaces* visible,
              double bound,
              std::uint32_t child);

    // A node whose one side is done. Its own faces come next, then its other side.
    struct Pending {
        std::uint32_t node;  // of the draw tree
        // Planes of the frustum still to test, and the side of the eye.
        std::uint32_t state;
        // The child on the other side.
        std::uint32_t second;
    };

    bool is_culled(std::uint32_t node, FrustumMask& mask) const;
    std::uint32_t state_at(std::uint32_t child, FrustumMask mask) const;
    FaceRun faces_at(const Pending& at);
    std::optional<FaceRun> next_two_sided();
    std::optional<FaceRun> next_marked();
    template <bool HasMarks>
    std::size_t walk(std::span<FaceRun> runs);

    const Level* level_;
    Vec3 eye_;
    const Frustum* frustum_;
    const VisibleFaces* visible_;
    // See the private constructor.
    double bound_;
    DrawOrder order_;
    // With marks: faces that look to the eye; of these the marked ones are visited.
    std::uint32_t same_ = 0;
    std::uint32_t same_end_ = 0;
    // Faces that look away from the eye; of these the two-sided ones are visited.
    std::uint32_t other_ = 0;
    std::uint32_t other_end_ = 0;
    // The subtree to visit next.
    std::uint32_t next_child_ = kWalkLeaf;
    FrustumMask next_mask_ = 0;
    std::size_t pending_count_ = 0;
    std::array<Pending, kMaxTreeDepth> pending_;
};

class FaceOrder::Iterator {
public:
    explicit Iterator(FaceOrder& order) : order_(&order), run_(order.next()) {}

    FaceRun operator*() const { return *run_; }
    Iterator& operator++() {
        run_ = order_->next();
        return *this;
    }
    friend bool operator==(const Iterator& iterator, std::nullptr_t) { return !iterator.run_; }

private:
    FaceOrder* order_;
    std::optional<FaceRun> run_;
};

inline FaceOrder::Iterator FaceOrder::begin() {
    return Iterator(*this);
}

// Calls visit(FaceRun) for each run from the next one on. `order` is a reference, because a copy of
// 12 KB would take longer than a small subtree.
template <class Visit>
void for_each_run(FaceOrder& order, Visit&& visit) {
    std::array<FaceRun, 64> runs;
    while (const std::size_t count = order.next(runs)) {
        for (std::size_t i = 0; i < count; ++i) {
            visit(runs[i]);
        }
    }
}
template <class Visit>
void for_each_run(FaceOrder&& order, Visit&& visit) {
    for_each_run(order, visit);
}

// Writes the faces as triangles for an index buffer, in their order. Each index is a place in
// Level::face_vertices() and in Level::face_texcoords(); three in a row make a triangle,
// counter-clockwise seen from the face's front. Returns the number of indices written. REQUIRES:
// indices.size() >= 3 * level.face_vertices().size().
std::size_t write_triangles(const Level& level, FaceOrder order, std::span<std::uint32_t> indices);

}  // namespace halfspace
