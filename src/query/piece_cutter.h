// SPDX-License-Identifier: MIT
// Faces of models as polygons in doubles, and their cutting by the splitters of trees.
#pragma once

#include "halfspace/query/model_order.h"

#include <vector>

namespace halfspace {

// Numbers of pieces.
using PieceList = std::vector<std::uint32_t>;

class PieceCutter {
public:
    void clear();

    // The whole of a face where its model stands; its number. `texcoords` and vertices are the
    // level's.
    std::uint32_t add(const Level& level,
                      std::uint32_t face,
                      std::uint32_t placed,
                      const Transform& transform);

    // Puts each piece into sides[0], before the plane, or sides[1], behind it; those that cross it
    // are cut in two. A piece in the plane goes to the side that it looks to. Afterwards the
    // number of a cut piece stands for its part in front.
    void split(const Plane& splitter, const PieceList& list, PieceList (&sides)[2]);

    // Pieces that were added one after the other, and parts of them, in that order.
    std::uint32_t rank(std::uint32_t piece) const { return ranks_[piece]; }

    std::span<const FacePiece> pieces() const { return pieces_; }
    std::span<const PieceVertex> vertices() const { return vertices_; }

private:
    struct Sides {
        bool front = false;
        bool back = false;
    };

    Sides measure(const Plane& splitter, const FacePiece& piece);
    bool looks_along(const Plane& splitter, const FacePiece& piece) const;
    std::uint32_t cut(std::uint32_t piece);
    PieceVertex crossing(const FacePiece& piece, std::uint32_t a, std::uint32_t b) const;
    void store(FacePiece& piece, std::span<const PieceVertex> corners);

    std::vector<FacePiece> pieces_;
    std::vector<std::uint32_t> ranks_;
    std::vector<PieceVertex> vertices_;
    std::vector<double> distances_;   // of the corners of the piece at hand
    std::vector<PieceVertex> front_;  // of its parts
    std::vector<PieceVertex> back_;
};

}  // namespace halfspace
