// SPDX-License-Identifier: MIT
// In which order must the faces of a model be drawn? Along the tree: faces on the eye's side of a
// splitter may hide faces behind the splitter, never the other way round (Fuchs, Kedem, Naylor
// 1980). So painting back to front needs no z-buffer and blends translucent faces rightly.
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

// Faces [first, first + count) of Level::faces; all lie in one plane.
struct FaceRun {
    std::uint32_t first = 0;
    std::uint32_t count = 0;

    friend bool operator==(const FaceRun&, const FaceRun&) = default;
};

enum class DrawOrder : std::uint8_t { BackToFront, FrontToBack };

// Goes through the faces of one model that look to the eye, and all two-sided ones. BackToFront: no
// face hides one that comes after it. FrontToBack: no face hides one that came before it. The sides
// of the eye are exact. Faces in whose plane the eye lies are left out: they are seen edge on.
// Without recursion or allocation. Size: 12 KB. Cost: some ns for each node with faces below it.
class FaceOrder {
public:
    // frustum: null, or what the eye sees: nodes whose box lies wholly outside are left out.
    // REQUIRES: is_finite(eye), model in range; the level outlives the object, a frustum too.
    FaceOrder(const Level& level,
              const Vec3& eye,
              DrawOrder order,
              const Frustum* frustum = nullptr,
              ModelId model = ModelId(0));

    // The next run, never empty; nullopt behind the last one.
    std::optional<FaceRun> next();
    // Writes the next runs and returns how many. Fewer than there is room for only at the end. Some
    // dozens at a time are faster than one by one.
    std::size_t next(std::span<FaceRun> runs);

    // for (const FaceRun run : FaceOrder(...)): once, from where it is.
    class Iterator;
    Iterator begin();
    std::nullptr_t end() { return nullptr; }

private:
    friend class ModelOrder;

    // Of the subtree at a child of the model's nodes. REQUIRES: the bound that descents use there.
    FaceOrder(const Level& level,
              const Vec3& eye,
              DrawOrder order,
              const Frustum* frustum,
              double bound,
              std::int32_t child);

    // A node one side of which was gone through: next come its faces, then its other side.
    struct Pending {
        std::uint32_t node;
        std::uint32_t state;  // the planes still to test, the side of the eye
        std::int32_t second;  // its other side, or below 0 if nothing is drawn there
    };

    bool is_culled(std::uint32_t node, FrustumMask& mask) const;
    std::uint32_t state_at(const NodeRecord& node, FrustumMask mask) const;
    FaceRun faces_at(const Pending& at);
    std::optional<FaceRun> next_two_sided();

    const Level* level_;
    Vec3 eye_;
    const Frustum* frustum_;
    double bound_;  // of the filter
    DrawOrder order_;
    std::uint32_t other_ = 0;  // faces that look away and may be two-sided
    std::uint32_t other_end_ = 0;
    std::int32_t next_node_ = -1;  // the subtree to go through next, or below 0 for none
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

// Calls visit(FaceRun) for each run.
template <class Visit>
void for_each_run(FaceOrder order, Visit&& visit) {
    std::array<FaceRun, 64> runs;
    while (const std::size_t count = order.next(runs)) {
        for (std::size_t i = 0; i < count; ++i) {
            visit(runs[i]);
        }
    }
}

// Writes the faces as triangles for an index buffer: each number is a place in face_vertices (and
// in face_texcoords), three in a row are a triangle, counter-clockwise from the face's front.
// Returns how many numbers were written. REQUIRES: indices.size() >= 3 * face_vertices().size().
std::size_t write_triangles(const Level& level, FaceOrder order, std::span<std::uint32_t> indices);

}  // namespace halfspace
