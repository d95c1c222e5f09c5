// SPDX-License-Identifier: MIT
//
// The planes of a hull. Let P be the hull and B a box along the axes. Each face of their sum lies
// in a face of P, in a side of B, or it is the sum of an edge of P and an edge of B (M. de Berg et
// al., Computational Geometry, 2008, section 13.3). The normal of the last kind is square to both
// edges, and it lies between the normals of the two faces of P at the edge. So every such plane
// follows from P alone, whatever the size of B.
#include "level/derived_records.h"
#include "level/shared/cells.h"
#include "level/shared/walk_nodes.h"
#include "math/shared/axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// A part of a hull tree that is still to be divided.
struct Part {
    WalkChild child;
    Polyhedron cell;
};

// So many parts are enough to keep all threads busy.
constexpr std::size_t kParts = 256;

// One hull with its own corners and planes.
struct Shape {
    Aabb box;
    std::vector<Vec3> corners;
    std::vector<Plane> planes;
};

class ShapeMaker {
public:
    ShapeMaker(const Polyhedron& cell, const PlaneTable& planes, int grid_exponent)
        : cell_(cell), table_(planes) {
        for (const ExactPoint& p : cell.points) {
            shape_.corners.push_back(p.rounded * std::ldexp(1, -grid_exponent));
            shape_.box = merge(shape_.box, shape_.corners.back());
        }
    }

    Shape run() {
        for (const Polyhedron::Face& face : cell_.faces) {
            add(to_vec3(table_.plane(face.plane).n));
        }
        if (shape_.planes.empty()) {
            shape_.corners.clear();  // a box
            return std::move(shape_);
        }
        for (const Polyhedron::Face& face : cell_.faces) {
            for (std::uint32_t c = face.first; c < face.first + face.count; ++c) {
                add_bevels(face, c);
            }
        }
        return std::move(shape_);
    }

private:
    // The face in a plane. The id tells the plane; its front does not count.
    const Polyhedron::Face& face_of(PlaneId plane) const {
        return *std::find_if(
            cell_.faces.begin(), cell_.faces.end(), [&](const Polyhedron::Face& face) {
                return face.plane.pair() == plane.pair();
            });
    }

    // The planes along the edge from corner c of a face and along an axis. The normals p and q of
    // the edge's faces have numbers of at most 63 bits, so all sums fit 128 bits.
    void add_bevels(const Polyhedron::Face& face, std::uint32_t c) {
        const std::uint32_t next = c + 1 < face.first + face.count ? c + 1 : face.first;
        if (cell_.corners[c].point > cell_.corners[next].point) {
            return;  // the other face of the edge does it
        }
        const std::array<std::int64_t, 3> p = table_.plane(face.plane).n;
        const std::array<std::int64_t, 3> q =
            table_.plane(face_of(cell_.corners[c].neighbour).plane).n;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // s p + t q with s and t above 0 is square to the axis only if the axis leaves one
            // face and enters the other.
            if ((p[axis] > 0 && q[axis] < 0) || (p[axis] < 0 && q[axis] > 0)) {
                const Int128 s = magnitude(q[axis]);
                const Int128 t = magnitude(p[axis]);
                add(to_vec3(
                    WideVector{s * p[0] + t * q[0], s * p[1] + t * q[1], s * p[2] + t * q[2]}));
            }
        }
    }

    // Adds the plane with this normal that touches the hull, unless it is a side of the box. No
    // normal comes twice: what a bevel touches is one edge, and a face has a normal of its own.
    void add(const Vec3& normal) {
        if (axis_of(normal)) {
            return;
        }
        const Vec3 n = normalized(normal);
        double d = -std::numeric_limits<double>::infinity();
        for (const Vec3& corner : shape_.corners) {
            d = std::max(d, dot(n, corner));
        }
        shape_.planes.push_back({n, d});
    }

    const Polyhedron& cell_;
    const PlaneTable& table_;
    Shape shape_;
};

class HullMaker {
public:
    HullMaker(const LevelView& level, std::size_t hulls)
        : level_(level), planes_(planes_of(level)), shapes_(hulls) {}

    Hulls run(std::span<const std::uint32_t> contents, const Executor& executor) {
        std::vector<Part> parts;
        for (std::uint32_t m = 0; m < level_.models.size(); ++m) {
            parts.push_back(
                {level_.hull_roots[m], make_box(grid_box(level_, ModelId(m)), planes_.table)});
        }
        if (planes_.table.predicate_bits() <= kMaxPredicateBits) {
            parts = divided(std::move(parts));
            executor(parts.size(), [&](std::size_t i) { finish(std::move(parts[i])); });
        }
        return flat(contents);
    }

private:
    // Divides the parts, each once in turn, until there are enough of them.
    std::vector<Part> divided(std::vector<Part> parts) const {
        Predicates predicates(planes_.table);
        std::vector<Part> next;
        bool is_divided = true;
        while (is_divided && parts.size() < kParts) {
            is_divided = false;
            for (Part& part : parts) {
                is_divided = is_divided || !is_leaf(part.child);
                if (is_leaf(part.child)) {
                    next.push_back(std::move(part));
                } else {
                    divide(part, next, predicates);
                }
            }
            parts = std::exchange(next, {});
        }
        return parts;
    }

    // Adds the two sides of a node. A side without hulls is left out.
    void divide(const Part& part, std::vector<Part>& sides, Predicates& predicates) const {
        const std::uint32_t number = node_index(part.child);
        const WalkNodeRecord& node = level_.walk_nodes[number];
        const std::uint32_t plane = level_.nodes[level_.walk_sources[number]].plane;
        PolyhedronSplit cells = split(part.cell, planes_.of(2 * plane), predicates);
        const auto add = [&](WalkChild child, std::optional<Polyhedron>& cell) {
            if (cell && !(is_leaf(child) && hull_of(child) == kNone)) {
                sides.push_back({child, *std::move(cell)});
            }
        };
        add(node.child[0], cells.front);
        add(node.child[1], cells.back);
    }

    void finish(Part part) {
        Predicates predicates(planes_.table);
        std::vector<Part> waiting;
        waiting.push_back(std::move(part));
        while (!waiting.empty()) {
            Part next = std::move(waiting.back());
            waiting.pop_back();
            if (!is_leaf(next.child)) {
                divide(next, waiting, predicates);
            } else if (hull_of(next.child) != kNone) {
                shapes_[hull_of(next.child)] =
                    ShapeMaker(next.cell, planes_.table, level_.grid_exponent).run();
            }
        }
    }

    Hulls flat(std::span<const std::uint32_t> contents) const {
        Hulls result;
        result.hulls.reserve(shapes_.size());
        for (std::size_t h = 0; h < shapes_.size(); ++h) {
            const auto& [box, corners, planes] = shapes_[h];
            result.hulls.push_back({{box.min.x, box.min.y, box.min.z},
                                    {box.max.x, box.max.y, box.max.z},
                                    static_cast<std::uint32_t>(result.corners.size()),
                                    static_cast<std::uint32_t>(result.planes.size()),
                                    contents[h],
                                    0});
            result.corners.insert(result.corners.end(), corners.begin(), corners.end());
            for (const auto& [n, d] : planes) {
                result.planes.push_back({{n.x, n.y, n.z}, d});
            }
        }
        return result;
    }

    const LevelView& level_;
    LevelPlanes planes_;
    std::vector<Shape> shapes_;  // by number of hull
};

}  // namespace

Hulls derived_hulls(const LevelView& level,
                    std::span<const std::uint32_t> contents,
                    const Executor& executor) {
    return HullMaker(level, contents.size()).run(contents, executor);
}

}  // namespace halfspace
