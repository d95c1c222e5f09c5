// SPDX-License-Identifier: MIT
// The order in which to draw a world together with doors, lifts and curves. The faces of these
// models go down the world's tree. A splitter cuts a face in two, and each piece is drawn together
// with the leaf in which it ends.
#pragma once

#include "halfspace/query/order.h"
#include "halfspace/query/placed_level.h"

#include <memory>
#include <span>
#include <vector>

namespace halfspace {

// A corner of a face or of a part of a face.
struct FaceVertex {
    // In the world [map units].
    Vec3 point;
    // Its place in the texture, in repeats. v runs downwards.
    double u = 0;
    double v = 0;
};

// A convex part of a face of a placed model. Its corners run counter-clockwise seen from the face's
// front.
struct FacePiece {
    // The face: index in Level::faces().
    std::uint32_t face = 0;
    // The model: index in ModelOrder::models().
    std::uint32_t placed = 0;
    // Range in ModelOrder::vertices().
    std::uint32_t first_vertex = 0;
    std::uint32_t vertex_count = 0;
};

// What to draw next. If `piece` is kNone: the faces of the world in `run`. Else: one piece of a
// model, an index in ModelOrder::pieces().
struct DrawItem {
    FaceRun run;
    std::uint32_t piece = kNone;
};

// Sorts the faces of the world and of placed models for one eye. The memory is kept between calls;
// so a game soon sorts without allocating. Threads need one object each.
class ModelOrder {
public:
    ModelOrder();
    ~ModelOrder();
    ModelOrder(ModelOrder&&) noexcept;
    ModelOrder& operator=(ModelOrder&&) noexcept;

    // Computes items, pieces and vertices for `eye` [map units].
    // order: BackToFront: no item hides a later one. FrontToBack: no item hides an earlier one.
    // Models that cut through one another are the exception.
    // frustum: null, or the part of space in view; what is outside of it may be left out.
    // visible: null, or the marks of what an eye may see; faces of the world without a mark are
    // left out, and so are models whose boxes that eye cannot see.
    // Faces of models are cut in doubles. A face within 2^-12 units of a splitter counts as a part
    // of the splitter's plane. Far from the origin, where floats are coarser, the distance is
    // larger. Cost: as FaceOrder, and for each face of a model the nodes on its way down. If faces
    // of several models come to one leaf, the tree of the first model sorts the faces of the
    // others. REQUIRES: as FaceOrder; the base is the world; the models of a list are in range and
    // not 0; the eye is finite in the frame of each model.
    void sort(const PlacedLevel& here,
              const Vec3& eye,
              DrawOrder order,
              const Frustum* frustum = nullptr,
              const VisibleFaces* visible = nullptr);

    // The results of the last sort, valid until the next one.
    std::span<const DrawItem> items() const;
    std::span<const FacePiece> pieces() const;
    std::span<const FaceVertex> vertices() const;
    // The models that were sorted: first from the list, then from the CollisionWorld by id.
    std::span<const PlacedModel> models() const;

private:
    class Sorter;
    std::unique_ptr<Sorter> sorter_;
};

// Writes one piece as triangles for an index buffer. Each index is a place in `order.vertices()`;
// three in a row make a triangle, counter-clockwise seen from the face's front. Returns the number
// of indices written.
// REQUIRES: piece < order.pieces().size(), indices.size() >= 3 * (vertex_count - 2).
std::size_t write_triangles(const ModelOrder& order,
                            std::uint32_t piece,
                            std::span<std::uint32_t> indices);

}  // namespace halfspace
