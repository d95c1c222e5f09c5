// SPDX-License-Identifier: MIT
#include "compile/finish/face_builder.h"

#include "import/brushes/side_source.h"
#include "math/shared/axes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace halfspace {
namespace {

// Cells of the grid of vertices are at most this large [map units]. An edge that runs along no axis
// is walked in pieces no longer than a cell.
constexpr double kCellUnits = 32;
// In very wide worlds cells are larger, so that no axis has more cells than this.
constexpr double kMaxCells = 1024;
// Cells are at least this large [grid steps]. Most corners are on the grid, so smaller cells would
// hardly separate them.
constexpr double kMinCell = 1;
// The lookup of a cell takes about as long as a look at this many vertices.
constexpr double kVerticesOfLookup = 8;
// Added around the boxes of edges [grid steps]; more than the rounding of the points' doubles.
constexpr double kReach = 0x1p-10;

struct PointHash {
    std::size_t operator()(const Vec3& p) const {
        std::uint64_t hash = 0;
        for (const double x : {p.x, p.y, p.z}) {
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

// The distinct points of a tree's faces.
class Welder {
public:
    explicit Welder(Predicates& predicates) : predicates_(&predicates) {}

    std::uint32_t add(const ExactPoint& point) {
        // Equal points have equal doubles. Different points with equal doubles are rare; an exact
        // comparison separates them.
        std::vector<std::uint32_t>& same = by_doubles_[point.rounded];
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
    std::unordered_map<Vec3, std::vector<std::uint32_t>, PointHash> by_doubles_;
};

// The edges that will be searched in a VertexGrid.
struct SearchedEdges {
    std::size_t count = 0;
    double length = 0;  // sum of all lengths [grid steps]
};

// Finds the vertices that may lie on a segment.
class VertexGrid {
public:
    // edges: they decide on the size of the cells, which changes the cost of a search and not its
    // result.
    VertexGrid(const std::vector<ExactPoint>& points, const SearchedEdges& edges, int grid_exponent)
        : points_(&points), cell_size_(std::ldexp(kCellUnits, grid_exponent)) {
        Aabb box;
        for (const ExactPoint& p : points) {
            box = merge(box, p.rounded);
        }
        const Vec3 size = box.max - box.min;
        const double least =
            std::max({kMinCell, size.x / kMaxCells, size.y / kMaxCells, size.z / kMaxCells});
        cell_size_ = std::max(cell_size_, least);
        fill();
        // Where vertices are dense, large cells would make the search quadratic.
        while (cell_size_ > least && is_crowded(edges)) {
            cell_size_ = std::max(cell_size_ / 2, least);
            fill();
        }
    }

    // The vertices that may lie on the segment, ascending, each once.
    std::vector<std::uint32_t> near(const Vec3& a, const Vec3& b) const {
        std::vector<std::uint32_t> found;
        const double size = length(b - a);
        const int pieces = axis_of(b - a) ? 1 : static_cast<int>(std::ceil(size / cell_size_));
        for (int i = 0; i < pieces; ++i) {
            const Vec3 p = a + (b - a) * (static_cast<double>(i) / pieces);
            const Vec3 q = a + (b - a) * (static_cast<double>(i + 1) / pieces);
            add_box(merge(merge(Aabb{}, p), q), a, (b - a) * (1 / size), found);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

private:
    using Cell = std::array<std::int64_t, 3>;

    void fill() {
        cells_.clear();
        for (std::uint32_t v = 0; v < points_->size(); ++v) {
            cells_[cell_of((*points_)[v].rounded)].push_back(v);
        }
    }

    // True if the vertices in the cells cost more than the cells. Each vertex begins some edges,
    // and each of these edges looks at all vertices in its cell.
    bool is_crowded(const SearchedEdges& edges) const {
        std::size_t pairs = 0;
        for (const auto& [cell, vertices] : cells_) {
            pairs += vertices.size() * vertices.size();
        }
        const double lookups = static_cast<double>(edges.count) + edges.length / cell_size_;
        return static_cast<double>(pairs) > kVerticesOfLookup * lookups;
    }

    Cell cell_of(const Vec3& p) const {
        return {static_cast<std::int64_t>(std::floor(p.x / cell_size_)),
                static_cast<std::int64_t>(std::floor(p.y / cell_size_)),
                static_cast<std::int64_t>(std::floor(p.z / cell_size_))};
    }

    void add_box(const Aabb& box,
                 const Vec3& a,
                 const Vec3& direction,
                 std::vector<std::uint32_t>& found) const {
        const Aabb around = grown(box, kReach);
        const Cell low = cell_of(around.min);
        const Cell high = cell_of(around.max);
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
            const Vec3 off = cross((*points_)[v].rounded - a, direction);
            if (dot(off, off) < kReach * kReach) {
                found.push_back(v);
            }
        }
    }

    const std::vector<ExactPoint>* points_;
    double cell_size_;
    std::unordered_map<Cell, std::vector<std::uint32_t>, CellHash> cells_;
};

// A corner of a face after vertices of other faces were added. The vertex lies on the edge that
// begins at `corner` of the polygon. way: the share of this edge before the vertex.
struct LoopCorner {
    std::uint32_t vertex;
    std::uint32_t corner;
    double way;
};
using Loop = std::vector<LoopCorner>;

class FaceBuilder {
public:
    FaceBuilder(const BuiltTree& tree, Predicates& predicates)
        : tree_(&tree), predicates_(&predicates), welder_(predicates) {
        for (const BuiltTree::Face& face : tree.faces) {
            std::vector<std::uint32_t> loop;
            loop.reserve(face.fragment->polygon.corners.size());
            for (const Corner& corner : face.fragment->polygon.corners) {
                loop.push_back(welder_.add(corner.point));
            }
            loops_.push_back(std::move(loop));
        }
    }

    // The corners of each face, with the vertices of other faces that lie on its edges.
    std::vector<Loop> mended(int grid_exponent) {
        const VertexGrid grid(welder_.points(), searched_edges(), grid_exponent);
        std::vector<Loop> result;
        for (std::size_t f = 0; f < loops_.size(); ++f) {
            const Polygon& polygon = tree_->faces[f].fragment->polygon;
            Loop loop;
            for (std::uint32_t i = 0; i < loops_[f].size(); ++i) {
                loop.push_back({loops_[f][i], i, 0});
                const std::uint32_t next = loops_[f][(i + 1) % loops_[f].size()];
                add_between(grid, polygon.plane, polygon.corners[i].edge, next, loop);
            }
            result.push_back(std::move(loop));
        }
        return result;
    }

    const std::vector<ExactPoint>& points() const { return welder_.points(); }

private:
    SearchedEdges searched_edges() const {
        SearchedEdges edges;
        for (const std::vector<std::uint32_t>& loop : loops_) {
            edges.count += loop.size();
            for (std::size_t i = 0; i < loop.size(); ++i) {
                const std::uint32_t next = loop[(i + 1) % loop.size()];
                edges.length += length(points()[next].rounded - points()[loop[i]].rounded);
            }
        }
        return edges;
    }

    void add_between(
        const VertexGrid& grid, PlaneId plane, PlaneId edge, std::uint32_t to, Loop& loop) {
        const auto [from, corner, start] = loop.back();
        const Vec3 a = points()[from].rounded;
        const Vec3 b = points()[to].rounded;
        const std::size_t axis = longest_axis(b - a);
        const double low = std::min(a[axis], b[axis]);
        const double high = std::max(a[axis], b[axis]);
        std::vector<std::uint32_t> between;
        for (const std::uint32_t v : grid.near(a, b)) {
            const double at = points()[v].rounded[axis];
            if (low < at && at < high && predicates_->side(points()[v], plane) == Side::On &&
                predicates_->side(points()[v], edge) == Side::On) {
                between.push_back(v);
            }
        }
        const double sign = b[axis] > a[axis] ? 1 : -1;
        std::sort(between.begin(), between.end(), [&](std::uint32_t p, std::uint32_t q) {
            const double at_p = sign * points()[p].rounded[axis];
            const double at_q = sign * points()[q].rounded[axis];
            return at_p != at_q ? at_p < at_q : p < q;
        });
        for (const std::uint32_t v : between) {
            const double way = (points()[v].rounded - a)[axis] / (b - a)[axis];
            loop.push_back({v, corner, way});
        }
    }

    const BuiltTree* tree_;
    Predicates* predicates_;
    Welder welder_;
    std::vector<std::vector<std::uint32_t>> loops_;
};

// Writes the faces of one tree. Their vertices are already in the level.
class FaceWriter {
public:
    FaceWriter(const BuiltTree& tree, const FaceSources& sources, LevelData& level)
        : tree_(&tree), sources_(&sources), level_(&level) {}

    void write(std::size_t f,
               const Loop& loop,
               std::uint32_t first_vertex,
               std::uint32_t first_node) {
        const BuiltTree::Face& face = tree_->faces[f];
        FaceRecord record{};
        record.plane = face.fragment->polygon.plane.value;
        record.first_vertex = static_cast<std::uint32_t>(level_->face_vertices.size());
        record.vertex_count = static_cast<std::uint32_t>(loop.size());
        record.node = first_node + face.node;
        describe(*face.fragment, record);
        for (const LoopCorner& corner : loop) {
            level_->face_vertices.push_back(first_vertex + corner.vertex);
        }
        add_texcoords(face, loop);
        level_->faces.push_back(record);
    }

private:
    // The number of what a fragment of a brush shows: SolidBrush::Side::source, or a triangle.
    std::uint32_t shown_by(const Fragment& fragment) const {
        return fragment.triangle != kNone
                   ? fragment.triangle
                   : sources_->brushes[fragment.brush].sides[fragment.side].source;
    }

    // Sets the source of the face and how it is drawn.
    void describe(const Fragment& fragment, FaceRecord& record) const {
        const bool is_of_brush = fragment.brush != kNone;
        const SideSource source =
            is_of_brush
                ? source_of(*sources_->world, sources_->brushes[fragment.brush], shown_by(fragment))
                : sources_->drawn[fragment.side];
        record.brush = kNone;
        record.side = fragment.side;
        record.material = source.material.value;
        record.flags = face_flags(source.surface, source.opacity);
        if (is_of_brush) {
            record.brush = sources_->brush_ids[fragment.brush];
            record.side += level_->brushes[record.brush].first_side;
            const Contents contents = sources_->brushes[fragment.brush].contents;
            record.flags |= any(contents & kLiquids) && !any(contents & ~kLiquids)
                                ? std::uint32_t{kFaceTwoSided}
                                : 0u;
        }
    }

    static std::uint32_t face_flags(SurfaceKind surface, double opacity) {
        const auto level = static_cast<std::uint32_t>(
            std::lround(std::clamp(opacity, 0.0, 1.0) * kFaceOpacityMask));
        return (surface == SurfaceKind::Sky ? std::uint32_t{kFaceSky} : 0u) |
               level << kFaceOpacityShift;
    }

    void add_texcoords(const BuiltTree::Face& face, const Loop& loop) {
        std::vector<TextureCoordinates> texcoords;
        texcoords.reserve(loop.size());
        if (face.texcoords.empty()) {
            const TextureMapping mapping = texture_of(*sources_->world,
                                                      sources_->brushes[face.fragment->brush],
                                                      shown_by(*face.fragment));
            for (const LoopCorner& corner : loop) {
                texcoords.push_back(texture_coordinates(mapping, sources_->points[corner.vertex]));
            }
        } else {
            for (const LoopCorner& corner : loop) {
                const TextureCoordinates& from = face.texcoords[corner.corner];
                const TextureCoordinates& to =
                    face.texcoords[(corner.corner + 1) % face.texcoords.size()];
                texcoords.push_back(
                    {from.u + (to.u - from.u) * corner.way, from.v + (to.v - from.v) * corner.way});
            }
        }
        append_shifted(texcoords);
    }

    // Subtracts whole repeats that all corners have in common, because floats are coarse far from
    // zero.
    void append_shifted(const std::vector<TextureCoordinates>& texcoords) {
        TextureCoordinates least = texcoords.front();
        for (const TextureCoordinates& t : texcoords) {
            least.u = std::min(least.u, t.u);
            least.v = std::min(least.v, t.v);
        }
        for (const TextureCoordinates& t : texcoords) {
            level_->face_texcoords.push_back(
                {to_float(t.u - std::floor(least.u)), to_float(t.v - std::floor(least.v))});
        }
    }

    // Keeps texture coordinates finite, however the texture is scaled.
    static float to_float(double x) {
        constexpr double kLargest = 0x1p100;
        return static_cast<float>(x >= -kLargest && x <= kLargest ? x : 0);
    }

    const BuiltTree* tree_;
    const FaceSources* sources_;
    LevelData* level_;
};

}  // namespace

std::vector<std::size_t> drawing_order(const BuiltTree& tree) {
    std::vector<std::size_t> order(tree.faces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&](std::size_t f) {
        return std::pair(tree.faces[f].node, tree.faces[f].fragment->polygon.plane.is_flipped());
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return place(a) < place(b);
    });
    return order;
}

void append_faces(const BuiltTree& tree,
                  FaceSources sources,
                  std::uint32_t first_node,
                  Predicates& predicates,
                  LevelData& level) {
    FaceBuilder builder(tree, predicates);
    const std::vector<Loop> loops = builder.mended(level.grid_exponent);
    const auto first_vertex = static_cast<std::uint32_t>(level.vertices.size());
    for (const ExactPoint& p : builder.points()) {
        const Vec3 point = p.rounded * std::ldexp(1, -level.grid_exponent);
        sources.points.push_back(point);
        level.vertices.push_back({static_cast<float>(point.x),
                                  static_cast<float>(point.y),
                                  static_cast<float>(point.z)});
    }
    FaceWriter writer(tree, sources, level);
    for (const std::size_t f : drawing_order(tree)) {
        writer.write(f, loops[f], first_vertex, first_node);
    }
}

}  // namespace halfspace
