// SPDX-License-Identifier: MIT
#include "compile/fragments/csg.h"

#include "halfspace/tasks/parallel_for.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

// True for a brush that only asks for splitters and is not a volume.
bool is_only_hint(Contents contents) {
    return contents == Contents::Hint;
}

// How a brush lies relative to a polygon.
enum class Relation : std::uint8_t {
    Outside,   // they share no area
    Interior,  // the brush lies on both sides of the polygon
    Same,      // a face of the brush lies in the polygon's plane and looks the same way
    Opposite,  // a face of the brush lies in this plane and looks the other way
};

// A polygon cut by a brush: the part within the brush, and the rest in convex pieces.
struct Carved {
    Relation relation = Relation::Outside;
    std::optional<Polygon> inside;
    std::vector<Polygon> outside;
};

Carved carve(const Polygon& polygon, const BodyVolume& brush, Predicates& predicates) {
    Carved result;
    Relation relation = Relation::Interior;
    std::vector<PlaneId> cuts;
    for (const BodyVolume::Side& side : brush.sides) {
        switch (classify(polygon, side.plane, predicates)) {
            case PolygonSide::Front:
                return result;
            case PolygonSide::Coplanar:
                relation = side.plane == polygon.plane ? Relation::Same : Relation::Opposite;
                break;
            case PolygonSide::Spanning:
                cuts.push_back(side.plane);
                break;
            case PolygonSide::Back:
                break;
        }
    }
    Polygon inside = polygon;
    for (const PlaneId plane : cuts) {
        PolygonSplit pieces = split(std::move(inside), plane, predicates);
        if (!pieces.back) {
            result.outside.clear();
            return result;  // every plane cuts the polygon, but no part is behind all of them
        }
        if (pieces.front) {
            result.outside.push_back(*std::move(pieces.front));
        }
        inside = *std::move(pieces.back);
    }
    result.relation = relation;
    result.inside = std::move(inside);
    return result;
}

// The effect of a brush on the part of another brush's face that it covers.
enum class Effect : std::uint8_t {
    None,
    Remove,  // the part is not a boundary
    Cover,   // the part is a boundary, but it is never seen
};

class FaceCarver {
public:
    FaceCarver(std::span<const BodyVolume> volumes,
               std::span<const SolidBrush> brushes,
               const World& world)
        : volumes_(volumes), brushes_(brushes), world_(&world) {}

    // The exposed fragments of all faces of a brush. others: the brushes whose boxes touch its box.
    void run(std::uint32_t index,
             std::span<const std::uint32_t> others,
             Predicates& predicates,
             std::vector<Fragment>& result) const {
        const BodyVolume& brush = volumes_[index];
        for (std::size_t f = 0; f < brush.solid.faces.size(); ++f) {
            const PlaneId plane = brush.solid.faces[f].plane;
            const auto side = std::find_if(brush.sides.begin(),
                                           brush.sides.end(),
                                           [&](const auto& s) { return s.plane == plane; });
            Fragment whole =
                fragment_of(index, static_cast<std::uint32_t>(side - brush.sides.begin()));
            if (is_only_hint(brush.contents) && !whole.is_hint) {
                continue;
            }
            whole.polygon = face_polygon(brush.solid, f);
            std::vector<Fragment> pieces;
            pieces.push_back(std::move(whole));
            carve_by_all(pieces, index, others, predicates);
            for (Fragment& piece : pieces) {
                update_box(piece);
                result.push_back(std::move(piece));
            }
        }
    }

private:
    Fragment fragment_of(std::uint32_t index, std::uint32_t side) const {
        const BodyVolume& volume = volumes_[index];
        Fragment fragment;
        fragment.brush = index;
        fragment.side = side;
        if (volume.space != 0) {
            return fragment;
        }
        const SurfaceKind surface = surface_of(brushes_[volume.brush], side);
        fragment.is_hint = any(volume.contents & Contents::Hint) && surface == SurfaceKind::Hint;
        fragment.is_drawn = any(volume.contents & kDrawnContents) && !fragment.is_hint &&
                            (surface == SurfaceKind::Drawn || surface == SurfaceKind::Sky);
        return fragment;
    }

    SurfaceKind surface_of(const SolidBrush& brush, std::uint32_t side) const {
        if (brush.is_facet) {
            return SurfaceKind::NoDraw;  // the model of the curve draws it
        }
        return world_->entities[brush.entity]
            .brushes[brush.source]
            .sides[brush.sides[side].source]
            .surface;
    }

    static Effect effect(Contents of, Contents on) {
        if (is_only_hint(of)) {
            return Effect::None;
        }
        if (absorbs(of, on)) {
            return Effect::Remove;
        }
        return any(of & kSightBlockers) ? Effect::Cover : Effect::None;
    }

    void carve_by_all(std::vector<Fragment>& pieces,
                      std::uint32_t index,
                      std::span<const std::uint32_t> others,
                      Predicates& predicates) const {
        const Aabb box = bounds(pieces[0].polygon);
        for (const std::uint32_t other : others) {
            const BodyVolume& brush = volumes_[other];
            const Effect what = effect(brush.contents, volumes_[index].contents);
            if (what == Effect::None || !touch(box, brush.bounds)) {
                continue;
            }
            std::vector<Fragment> next;
            for (Fragment& piece : pieces) {
                carve_piece(std::move(piece), index, other, what, predicates, next);
            }
            pieces = std::move(next);
            if (pieces.empty()) {
                return;
            }
        }
    }

    void carve_piece(Fragment piece,
                     std::uint32_t index,
                     std::uint32_t other,
                     Effect what,
                     Predicates& predicates,
                     std::vector<Fragment>& result) const {
        if (what == Effect::Cover && !piece.is_drawn) {
            result.push_back(std::move(piece));
            return;
        }
        Carved carved = carve(piece.polygon, volumes_[other], predicates);
        const bool applies =
            carved.relation != Relation::Outside &&
            (carved.relation != Relation::Same || (what == Effect::Remove && wins(other, index)));
        if (!applies) {
            result.push_back(std::move(piece));
            return;
        }
        for (Polygon& polygon : carved.outside) {
            Fragment rest = piece;
            rest.polygon = std::move(polygon);
            result.push_back(std::move(rest));
        }
        if (what == Effect::Cover) {
            piece.polygon = *std::move(carved.inside);
            piece.is_drawn = false;
            result.push_back(std::move(piece));
        }
    }

    // True if `a` keeps the face that it shares with `b`, where both faces look the same way.
    bool wins(std::uint32_t a, std::uint32_t b) const {
        return !absorbs(volumes_[b].contents, volumes_[a].contents) || a < b;
    }

    std::span<const BodyVolume> volumes_;
    std::span<const SolidBrush> brushes_;
    const World* world_;
};

// For each volume the other volumes whose closed boxes touch its box, ascending. A sweep along x.
std::vector<std::vector<std::uint32_t>> touching_volumes(std::span<const BodyVolume> brushes) {
    std::vector<std::uint32_t> order(brushes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return brushes[a].bounds.min.x < brushes[b].bounds.min.x;
    });
    std::vector<std::vector<std::uint32_t>> touching(brushes.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& box = brushes[order[i]].bounds;
        for (std::size_t j = i + 1; j < order.size() && brushes[order[j]].bounds.min.x <= box.max.x;
             ++j) {
            if (touch(box, brushes[order[j]].bounds)) {
                touching[order[i]].push_back(order[j]);
                touching[order[j]].push_back(order[i]);
            }
        }
    }
    for (std::vector<std::uint32_t>& list : touching) {
        std::sort(list.begin(), list.end());
    }
    return touching;
}

}  // namespace

Exposed exposed_fragments(std::span<const BodyVolume> volumes,
                          std::span<const SolidBrush> brushes,
                          const PlaneTable& planes,
                          const World& world,
                          unsigned threads) {
    const std::vector<std::vector<std::uint32_t>> touching = touching_volumes(volumes);
    const FaceCarver carver(volumes, brushes, world);
    struct Part {
        std::vector<Fragment> fragments;
        SideCounters counters;
    };
    constexpr std::size_t kBrushesInPart = 16;
    std::vector<Part> parts((volumes.size() + kBrushesInPart - 1) / kBrushesInPart);
    parallel_for(parts.size(), threads, [&](std::size_t p) {
        Predicates predicates(planes);
        const std::size_t end = std::min(volumes.size(), (p + 1) * kBrushesInPart);
        for (std::size_t b = p * kBrushesInPart; b < end; ++b) {
            carver.run(static_cast<std::uint32_t>(b), touching[b], predicates, parts[p].fragments);
        }
        parts[p].counters = predicates.counters();
    });
    Exposed result;
    for (const BodyVolume& volume : volumes) {
        result.candidate_faces += volume.solid.faces.size();
    }
    for (Part& part : parts) {
        std::move(
            part.fragments.begin(), part.fragments.end(), std::back_inserter(result.fragments));
        result.counters += part.counters;
    }
    return result;
}

}  // namespace halfspace
