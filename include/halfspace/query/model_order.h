// SPDX-License-Identifier: MIT
// The order of drawing when doors, lifts and curves stand in the world. Their faces go down the
// world's tree, are cut where they cross its splitters, and are drawn with the leaf that they end
// in.
#pragma once

#include "halfspace/query/order.h"
#include "halfspace/query/placed_level.h"

#include <memory>
#include <span>
#include <vector>

namespace halfspace {

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

    // Sorts for `eye`. Items, pieces and vertices then are those of this sort.
    // BackToFront: no item hides one that comes after it. FrontToBack: no item hides one that came
    // before it. This holds among models, too, unless they cut through one another.
    // models: any but the world, each as often as wanted.
    // Faces of models are cut in doubles: a face within 2^-12 units of a splitter counts as lying
    // in it (a little more where floats are coarser). Cost: that of FaceOrder, and for each face of
    // a model the nodes that it meets. In a leaf that several models share, the faces of all go
    // down the tree of the first one. REQUIRES: as FaceOrder; models in range and not 0; transforms
    // finite, the eye finite in the frame of each.
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

// Writes a piece as triangles for an index buffer: each number is a place in `order.vertices()`,
// three in a row are a triangle, counter-clockwise from the piece's front. Returns how many numbers
// were written. REQUIRES: piece in range of order.pieces(), indices.size() >= 3 * (vertex_count -
// 2).
std::size_t write_triangles(const ModelOrder& order,
                            std::uint32_t piece,
                            std::span<std::uint32_t> indices);

}  // namespace halfspace
