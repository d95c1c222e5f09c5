// SPDX-License-Identifier: MIT
// Faces of models as polygons in doubles, and how splitters of trees cut them. ModelOrder
// (model_order.h) sorts the pieces.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/model_order.h"

#include <vector>

namespace halfspace {

// Numbers of pieces, into PieceCutter::pieces().
using PieceList = std::vector<std::uint32_t>;

// Holds all pieces of one drawing.
class PieceCutter {
public:
    // Forgets all pieces and keeps the memory.
    void clear();

    // Adds a whole face where its model stands, and returns the number of the new piece. face: into
    // Level::faces. placed: into the placed models. transform: that of the placed model.
    std::uint32_t add(const Level& level,
                      std::uint32_t face,
                      std::uint32_t placed,
                      const Transform& transform);

    // Adds each piece of `list` to sides[0], in front of the plane, or to sides[1], behind it. Cuts
    // a piece that crosses the plane: its number then stands for the part in front, and the part
    // behind gets a new number. A piece in the plane goes to the side that it looks to.
    void split(const Plane& splitter, const PieceList& list, PieceList (&sides)[2]);

    // The number with which the whole face was added. Parts of one face have the same rank.
    std::uint32_t rank(std::uint32_t piece) const { return ranks_[piece]; }

    std::span<const FacePiece> pieces() const { return pieces_; }
    std::span<const FaceVertex> vertices() const { return vertices_; }

private:
    struct Sides {
        bool front = false;
        bool back = false;
    };

    // The box around a piece or around all pieces of a placed model.
    struct Extent {
        Vec3 centre;
        Vec3 half;
        // If the box is farther from a plane than this, no corner counts as on the plane [units].
        double slack = 0;
    };

    static Extent extent_of(const Aabb& box);
    Aabb box_of(const FacePiece& piece) const;
    static Sides sides_of(const Plane& splitter, double size, const Extent& extent);
    Sides measure(const Plane& splitter, double size, std::uint32_t piece);
    void split_one(const Plane& splitter, double size, std::uint32_t piece, PieceList (&sides)[2]);
    bool looks_along(const Plane& splitter, const FacePiece& piece) const;
    std::uint32_t cut(std::uint32_t piece);
    FaceVertex crossing(const FacePiece& piece, std::uint32_t a, std::uint32_t b) const;
    void store(FacePiece& piece, std::span<const FaceVertex> corners);

    std::vector<FacePiece> pieces_;
    std::vector<std::uint32_t> ranks_;
    std::vector<Extent> extents_;
    // The box around each placed model.
    std::vector<Aabb> model_boxes_;
    std::vector<Extent> model_extents_;
    std::vector<FaceVertex> vertices_;
    std::vector<double> distances_;  // of the corners of the piece that was measured last
    std::vector<FaceVertex> front_;  // the corners of its part in front of the plane
    std::vector<FaceVertex> back_;   // the corners of its part behind the plane
};

}  // namespace halfspace
