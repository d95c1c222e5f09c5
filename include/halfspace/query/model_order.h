// SPDX-License-Identifier: MIT
// The order of drawing when doors, lifts and curves stand in the world: their faces are filtered
// down its tree, cut where they cross its splitters, and drawn with the leaf that they end in.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/query/order.h"

#include <memory>
#include <span>
#include <vector>

namespace halfspace {

// A model of the level where it stands now. Without a transform: as the editor placed it.
struct PlacedModel {
    ModelId model;
    Transform transform;
};

// All models but the world, where the editor placed them.
std::vector<PlacedModel> models_at_rest(const Level& level);

struct PieceVertex {
    Vec3 point;  // in the world
    double u = 0;
    double v = 0;
};

// A convex part of a face of a placed model, counter-clockwise seen from the face's front.
struct FacePiece {
    std::uint32_t face = 0;
    std::uint32_t placed = 0;  // into the span of models
    std::uint32_t first_vertex = 0;
    std::uint32_t vertex_count = 0;
};

// What to draw next: faces of the world or, if `piece` is not kNone, a piece of a model.
struct DrawItem {
    FaceRun run;
    std::uint32_t piece = kNone;
};

// Sorts the world's faces and those of placed models for one eye. Keeps its memory from one call to
// the next, so that a steady picture allocates nothing.
class ModelOrder {
public:
    ModelOrder();
    ~ModelOrder();
    ModelOrder(ModelOrder&&) noexcept;
    ModelOrder& operator=(ModelOrder&&) noexcept;

    // models: any but the world itself, each as often as wanted. In the order of items() no face
    // hides one that came after it (BackToFront) or before it (FrontToBack), for models among each
    // other, too, wherever they do not cut through one another. Faces of models are split in
    // doubles: what lies within 2^-12 units of a splitter (more where floats are coarser) is not
    // cut by it. Cost: that of FaceOrder, and for each face of a model the nodes that it meets; in
    // leaves that several models share, also the nodes of one that the others' faces meet on the
    // way to its own. REQUIRES: as FaceOrder; models in range and not 0; transforms are finite, and
    // so is the eye in the frame of each.
    void sort(const Level& level,
              std::span<const PlacedModel> models,
              const Vec3& eye,
              DrawOrder order,
              const Frustum* frustum = nullptr);

    // Of the last sort.
    std::span<const DrawItem> items() const;
    std::span<const FacePiece> pieces() const;
    std::span<const PieceVertex> vertices() const;

private:
    class Sorter;
    std::unique_ptr<Sorter> sorter_;
};

}  // namespace halfspace
