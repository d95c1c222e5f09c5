// SPDX-License-Identifier: MIT
#include "compile/face_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace halfspace {
namespace {

// Vertices are looked up near edges in a grid of cells of this size [map units]; edges that are
// not along an axis are walked in pieces no longer than it.
constexpr double kCellUnits = 32;
// In worlds so wide that an edge would meet more cells than this they are larger.
constexpr double kMostCells = 1024;
// Added around an edge's boxes: above the rounding of the points' doubles.
constexpr double kReach = 0x1p-10;

struct PointHash {
    std::size_t operator()(const std::array<double, 3>& p) const {
        std::uint64_t hash = 0;
        for (const double x : p) {
            // + 0.0 makes the two zeros one.
            hash = (hash ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

struct CellHash {
    std::size_t operator()(const std::array<std::int64_t, 3>& cell) const {
        std::uint64_t hash = 0;
        for (const std::int64_t x : cell) {
            hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

Vec3 vec_of(const ExactPoint& p) {
    return {p.x, p.y, p.z};
}

double coordinate(const Vec3& v, std::size_t axis) {
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

// The distinct points of a tree's faces.
class Welder {
public:
    explicit Welder(Predicates& predicates) : predicates_(&predicates) {}

    std::uint32_t add(const ExactPoint& point) {
        // Equal points have equal doubles; different points rarely do, and are told apart exactly.
        std::vector<std::uint32_t>& same = by_doubles_[{point.x, point.y, point.z}];
        for (const std::uint32_t v : same) {
            if (predicates_->equal(points_[v], point)) {
                return v;
            }
        }
        const auto vertex = static_cast<std::uint32_t>(points_.size());
        same.push_back(vertex);
        points_.push_back(point);
        return vertex;
    }

    const std::vector<ExactPoint>& points() const { return points_; }

private:
    Predicates* predicates_;
    std::vector<ExactPoint> points_;
    std::unordered_map<std::array<double, 3>, std::vector<std::uint32_t>, PointHash> by_doubles_;
};

// Finds the vertices that may lie on a segment.
class VertexGrid {
public:
    VertexGrid(const std::vector<ExactPoint>& points, int grid_exponent)
        : points_(&points), cell_size_(std::ldexp(kCellUnits, grid_exponent)) {
        Aabb box;
        for (const ExactPoint& p : points) {
            box = united(box, vec_of(p));
        }
        const Vec3 size = box.max - box.min;
        cell_size_ =
            std::max({cell_size_, size.x / kMostCells, size.y / kMostCells, size.z / kMostCells});
        for (std::uint32_t v = 0; v < points.size(); ++v) {
            cells_[cell_of(vec_of(points[v]))].push_back(v);
        }
    }

    // In ascending order, without repeats.
    std::vector<std::uint32_t> near(const Vec3& a, const Vec3& b) const {
        std::vector<std::uint32_t> found;
        const double size = length(b - a);
        const Vec3 along = b - a;
        const bool is_axial = (along.x != 0) + (along.y != 0) + (along.z != 0) == 1;
        const int pieces = is_axial ? 1 : static_cast<int>(std::ceil(size / cell_size_));
        for (int i = 0; i < pieces; ++i) {
            const Vec3 p = a + (b - a) * (static_cast<double>(i) / pieces);
            const Vec3 q = a + (b - a) * (static_cast<double>(i + 1) / pieces);
            add_box(united(united(Aabb{}, p), q), a, (b - a) * (1 / size), found);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

private:
    using Cell = std::array<std::int64_t, 3>;

    Cell cell_of(const Vec3& p) const {
        return {static_cast<std::int64_t>(std::floor(p.x / cell_size_)),
                static_cast<std::int64_t>(std::floor(p.y / cell_size_)),
                static_cast<std::int64_t>(std::floor(p.z / cell_size_))};
    }

    void add_box(const Aabb& box,
                 const Vec3& a,
                 const Vec3& direction,
                 std::vector<std::uint32_t>& found) const {
        const Vec3 reach{kReach, kReach, kReach};
        const Cell low = cell_of(box.min - reach);
        const Cell high = cell_of(box.max + reach);
        for (std::int64_t x = low[0]; x <= high[0]; ++x) {
            for (std::int64_t y = low[1]; y <= high[1]; ++y) {
                for (std::int64_t z = low[2]; z <= high[2]; ++z) {
                    const auto cell = cells_.find({x, y, z});
                    if (cell != cells_.end()) {
                        add_near(cell->second, a, direction, found);
                    }
                }
            }
        }
    }

    void add_near(const std::vector<std::uint32_t>& cell,
                  const Vec3& a,
                  const Vec3& direction,
                  std::vector<std::uint32_t>& found) const {
        for (const std::uint32_t v : cell) {
            const Vec3 off = cross(vec_of((*points_)[v]) - a, direction);
            if (dot(off, off) < kReach * kReach) {
                found.push_back(v);
            }
        }
    }

    const std::vector<ExactPoint>* points_;
    double cell_size_;
    std::unordered_map<Cell, std::vector<std::uint32_t>, CellHash> cells_;
};

class FaceBuilder {
public:
    FaceBuilder(const BuiltTree& tree, Predicates& predicates)
        : tree_(&tree), predicates_(&predicates), welder_(predicates) {
        for (const BuiltTree::Face& face : tree.faces) {
            std::vector<std::uint32_t> loop;
            loop.reserve(face.fragment.polygon.corners.size());
            for (const Corner& corner : face.fragment.polygon.corners) {
                loop.push_back(welder_.add(corner.point));
            }
            loops_.push_back(std::move(loop));
        }
    }

    // The corners of each face with the vertices of others that lie on its edges.
    std::vector<std::vector<std::uint32_t>> mended(int grid_exponent) {
        const VertexGrid grid(welder_.points(), grid_exponent);
        std::vector<std::vector<std::uint32_t>> result;
        for (std::size_t f = 0; f < loops_.size(); ++f) {
            const Polygon& polygon = tree_->faces[f].fragment.polygon;
            std::vector<std::uint32_t> loop;
            for (std::size_t i = 0; i < loops_[f].size(); ++i) {
                loop.push_back(loops_[f][i]);
                const std::uint32_t next = loops_[f][(i + 1) % loops_[f].size()];
                add_between(grid, polygon.plane, polygon.corners[i].edge, next, loop);
            }
            result.push_back(std::move(loop));
        }
        return result;
    }

    const std::vector<ExactPoint>& points() const { return welder_.points(); }

private:
    void add_between(const VertexGrid& grid,
                     PlaneId plane,
                     PlaneId edge,
                     std::uint32_t to,
                     std::vector<std::uint32_t>& loop) {
        const std::uint32_t from = loop.back();
        const Vec3 a = vec_of(points()[from]);
        const Vec3 b = vec_of(points()[to]);
        std::size_t axis = 0;
        for (const std::size_t other : {1, 2}) {
            if (std::fabs(coordinate(b - a, other)) > std::fabs(coordinate(b - a, axis))) {
                axis = other;
            }
        }
        const double low = std::min(coordinate(a, axis), coordinate(b, axis));
        const double high = std::max(coordinate(a, axis), coordinate(b, axis));
        std::vector<std::uint32_t> between;
        for (const std::uint32_t v : grid.near(a, b)) {
            const double at = coordinate(vec_of(points()[v]), axis);
            if (low < at && at < high && predicates_->side(points()[v], plane) == Side::On &&
                predicates_->side(points()[v], edge) == Side::On) {
                between.push_back(v);
            }
        }
        const double sign = coordinate(b, axis) > coordinate(a, axis) ? 1 : -1;
        std::sort(between.begin(), between.end(), [&](std::uint32_t p, std::uint32_t q) {
            const double at_p = sign * coordinate(vec_of(points()[p]), axis);
            const double at_q = sign * coordinate(vec_of(points()[q]), axis);
            return at_p != at_q ? at_p < at_q : p < q;
        });
        loop.insert(loop.end(), between.begin(), between.end());
    }

    const BuiltTree* tree_;
    Predicates* predicates_;
    Welder welder_;
    std::vector<std::vector<std::uint32_t>> loops_;
};

}  // namespace

void append_faces(const BuiltTree& tree,
                  std::span<const SolidBrush> brushes,
                  const World& world,
                  std::span<const std::uint32_t> brush_ids,
                  std::uint32_t first_node,
                  Predicates& predicates,
                  LevelData& level) {
    FaceBuilder builder(tree, predicates);
    const std::vector<std::vector<std::uint32_t>> loops = builder.mended(level.grid_exponent);
    const auto first_vertex = static_cast<std::uint32_t>(level.vertices.size());
    for (const ExactPoint& p : builder.points()) {
        level.vertices.push_back({static_cast<float>(std::ldexp(p.x, -level.grid_exponent)),
                                  static_cast<float>(std::ldexp(p.y, -level.grid_exponent)),
                                  static_cast<float>(std::ldexp(p.z, -level.grid_exponent))});
    }
    for (std::size_t f = 0; f < loops.size(); ++f) {
        const BuiltTree::Face& face = tree.faces[f];
        const SolidBrush& brush = brushes[face.fragment.brush];
        const BrushSide& side = world.entities[brush.entity]
                                    .brushes[brush.source]
                                    .sides[brush.sides[face.fragment.side].source];
        const std::uint32_t brush_id = brush_ids[face.fragment.brush];
        FaceRecord record{};
        record.plane = face.fragment.polygon.plane.value;
        record.first_vertex = static_cast<std::uint32_t>(level.face_vertices.size());
        record.vertex_count = static_cast<std::uint32_t>(loops[f].size());
        record.brush = brush_id;
        record.side = level.brushes[brush_id].first_side + face.fragment.side;
        record.material = side.material.value;
        record.node = first_node + face.node;
        record.flags = side.surface == Surface::Sky ? std::uint32_t{kFaceSky} : 0u;
        for (const std::uint32_t v : loops[f]) {
            level.face_vertices.push_back(first_vertex + v);
        }
        level.faces.push_back(record);
    }
}

}  // namespace halfspace
