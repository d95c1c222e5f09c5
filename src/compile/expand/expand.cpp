// SPDX-License-Identifier: MIT
#include "compile/expand/expand.h"

#include "halfspace/level/bodies.h"
#include "halfspace/tasks/parallel_for.h"

#include "exact/shared/bevel.h"
#include "exact/shared/box_sum.h"
#include "math/shared/axes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// A bevel whose plane is not yet in the table.
struct FoundBevel {
    BevelPlane found;
    std::uint32_t side = 0;  // index of the nearest side of the brush
};

// The bevels of one brush.
class BevelFinder {
public:
    BevelFinder(const SolidBrush& brush, const PlaneTable& planes, const BevelRoom& room)
        : brush_(&brush), predicates_(planes), room_(room) {}

    std::vector<FoundBevel> run() {
        for (const Polyhedron::Face& face : brush_->solid.faces) {
            for (std::uint32_t i = 0; i < face.count; ++i) {
                const Polyhedron::Corner& corner = brush_->solid.corners[face.first + i];
                const PlaneId across = oriented(corner.neighbour);
                if (face.plane < across) {  // each edge belongs to two faces
                    add_edge(face.plane, across);
                }
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            add_axial(axis, 1);
            add_axial(axis, -1);
        }
        return std::move(found_);
    }

private:
    // The plane of the face that lies in this plane or in its flipped one.
    PlaneId oriented(PlaneId neighbour) const {
        for (const Polyhedron::Face& face : brush_->solid.faces) {
            if (face.plane.pair() == neighbour.pair()) {
                return face.plane;
            }
        }
        return neighbour;
    }

    // Adds the planes that contain the edge between two faces and run along an axis. Each is a
    // positive combination of the faces' normals, so the whole brush lies behind it.
    void add_edge(PlaneId a, PlaneId b) {
        const ExactPlane p = predicates_.planes().plane(a);
        const ExactPlane q = predicates_.planes().plane(b);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool is_between = (p.n[axis] > 0 && q.n[axis] < 0) ||  //
                                    (p.n[axis] < 0 && q.n[axis] > 0);
            if (is_between) {
                add(edge_bevel(brush_->solid, p, q, axis, room_));
            }
        }
    }

    void add_axial(std::size_t axis, int sign) {
        for (const SolidBrush::Side& side : brush_->sides) {
            const ExactPlane known = predicates_.planes().plane(side.plane);
            if (axis_of(known.n) == axis && known.n[axis] * sign > 0) {
                return;  // a side of the brush already bounds it in this direction
            }
        }
        add(end_bevel(brush_->solid, axis, sign, predicates_));
    }

    void add(const BevelPlane& found) {
        const Vec3 n = to_vec3(found.plane.n);
        FoundBevel bevel{found, 0};
        double best = -2;
        for (std::uint32_t s = 0; s < brush_->sides.size(); ++s) {
            const Vec3 m = to_vec3(predicates_.planes().plane(brush_->sides[s].plane).n);
            const double cosine = dot(n, m) / (length(n) * length(m));
            if (cosine > best) {
                best = cosine;
                bevel.side = s;
            }
        }
        found_.push_back(bevel);
    }

    const SolidBrush* brush_;
    Predicates predicates_;
    BevelRoom room_;
    std::vector<FoundBevel> found_;
};

bool blocks_bodies(const SolidBrush& brush) {
    return any(brush.contents & kBodyBlockers);
}

ExactPlane moved(PlaneId plane, const GridBox& body, const PlaneTable& planes) {
    ExactPlane out = planes.plane(plane);
    out.d += reach(out.n, body);
    return out;
}

// A box of all coordinates with its planes.
struct AxialPlanes {
    GridBox box;
    BoxPlanes planes;
};

std::optional<std::size_t> box_side(const ExactPlane& plane) {
    const std::optional<std::size_t> axis = axis_of(plane.n);
    if (!axis || magnitude(plane.n[*axis]) != 1) {
        return std::nullopt;
    }
    return 2 * *axis + (plane.n[*axis] > 0 ? 1 : 0);
}

// The volume behind all sides. The axial sides give the box that the others are cut out of.
Polyhedron solid_of(const BodyVolume& volume, AxialPlanes box, const PlaneTable& planes) {
    Predicates predicates(planes);
    std::vector<PlaneId> cuts;
    for (const BodyVolume::Side& side : volume.sides) {
        const ExactPlane plane = planes.plane(side.plane);
        const std::optional<std::size_t> place = box_side(plane);
        if (!place) {
            cuts.push_back(side.plane);
            continue;
        }
        box.planes[*place] = side.plane;
        const auto d = static_cast<std::int64_t>(plane.d);
        (*place % 2 == 1 ? box.box.max : box.box.min)[*place / 2] = *place % 2 == 1 ? d : -d;
    }
    return *intersect(make_box(box.box, box.planes), cuts, predicates);
}

double excess_of(const BodyVolume& volume,
                 const SolidBrush& brush,
                 const GridBox& body,
                 const PlaneTable& planes) {
    constexpr double kMeasureError = 0x1p-20;
    const bool is_exact = std::none_of(
        brush.bevels.begin(), brush.bevels.end(), [](const auto& b) { return b.is_rounded; });
    if (is_exact) {
        return 0;
    }
    return std::max(0.0, excess_over_sum(volume.solid, brush.solid, reflected(body), planes)) +
           kMeasureError;
}

}  // namespace

GridBox reflected(const GridBox& body) {
    GridBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = -body.max[i];
        box.max[i] = -body.min[i];
    }
    return box;
}

Int128 reach(const std::array<std::int64_t, 3>& n, const GridBox& body) {
    Int128 sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        sum -= Int128{n[i]} * (n[i] > 0 ? body.min[i] : body.max[i]);
    }
    return sum;
}

void find_bevels(std::span<SolidBrush> brushes,
                 std::int64_t reach,
                 PlaneTable& planes,
                 unsigned threads) {
    const BevelRoom room = bevel_room(planes, reach);
    std::vector<std::vector<FoundBevel>> found(brushes.size());
    parallel_for(brushes.size(), threads, [&](std::size_t b) {
        if (blocks_bodies(brushes[b])) {
            found[b] = BevelFinder(brushes[b], planes, room).run();
        }
    });
    std::vector<ExactPlane> all;
    for (const std::vector<FoundBevel>& of_brush : found) {
        for (const FoundBevel& bevel : of_brush) {
            all.push_back(bevel.found.plane);
        }
    }
    intern_in_order(std::move(all), planes);
    for (std::size_t b = 0; b < brushes.size(); ++b) {
        std::vector<SolidBrush::Bevel>& bevels = brushes[b].bevels;
        bevels.clear();
        for (const FoundBevel& bevel : found[b]) {
            const PlaneId id = planes.intern(bevel.found.plane);
            if (std::none_of(
                    bevels.begin(), bevels.end(), [&](const auto& k) { return k.plane == id; })) {
                bevels.push_back({id, bevel.side, bevel.found.is_rounded});
            }
        }
    }
}

std::vector<BodyVolume> as_volumes(std::span<const SolidBrush> brushes) {
    std::vector<BodyVolume> volumes;
    volumes.reserve(brushes.size());
    for (std::uint32_t b = 0; b < brushes.size(); ++b) {
        const SolidBrush& brush = brushes[b];
        BodyVolume& volume = volumes.emplace_back();
        volume.brush = b;
        volume.contents = brush.contents;
        volume.is_piece = brush.kind == SolidBrush::Kind::Piece;
        for (std::uint32_t s = 0; s < brush.sides.size(); ++s) {
            volume.sides.push_back({brush.sides[s].plane, s, false});
        }
        volume.solid = brush.solid;
        volume.bounds = brush.bounds;
    }
    return volumes;
}

Aabb bounds(std::span<const BodyVolume> volumes) {
    Aabb box;
    for (const BodyVolume& volume : volumes) {
        box = merge(box, volume.bounds);
    }
    return box;
}

Grown grow(std::span<const SolidBrush> brushes,
           std::uint32_t space,
           const GridBox& body,
           PlaneTable& planes,
           unsigned threads) {
    std::vector<ExactPlane> all;
    for (const SolidBrush& brush : brushes) {
        for (const SolidBrush::Side& side : brush.sides) {
            all.push_back(moved(side.plane, body, planes));
        }
        for (const SolidBrush::Bevel& bevel : brush.bevels) {
            all.push_back(moved(bevel.plane, body, planes));
        }
    }
    intern_in_order(std::move(all), planes);
    const auto plane_of = [&](PlaneId plane) { return planes.intern(moved(plane, body, planes)); };
    Grown result;
    std::vector<BodyVolume>& volumes = result.volumes;
    for (std::uint32_t b = 0; b < brushes.size(); ++b) {
        const SolidBrush& brush = brushes[b];
        if (!blocks_bodies(brush)) {
            continue;
        }
        BodyVolume volume;
        volume.space = space;
        volume.brush = b;
        volume.contents = blocker_contents(blocker_bits(brush.contents));
        volume.is_piece = brush.kind == SolidBrush::Kind::Piece;
        for (std::uint32_t s = 0; s < brush.sides.size(); ++s) {
            volume.sides.push_back({plane_of(brush.sides[s].plane), s, false});
        }
        for (std::size_t i = 0; i < brush.bevels.size(); ++i) {
            volume.sides.push_back({plane_of(brush.bevels[i].plane), brush.bevels[i].side, true});
        }
        volumes.push_back(std::move(volume));
    }
    AxialPlanes everything;
    everything.box = kEverything;
    everything.planes = box_planes(everything.box, planes);
    std::vector<double> excess(volumes.size());
    parallel_for(volumes.size(), threads, [&](std::size_t v) {
        BodyVolume& volume = volumes[v];
        volume.solid = solid_of(volume, everything, planes);
        volume.bounds = bounds(volume.solid);
        excess[v] = excess_of(volume, brushes[volume.brush], body, planes);
    });
    for (const double e : excess) {
        result.excess = std::max(result.excess, e);
    }
    return result;
}

}  // namespace halfspace
