// SPDX-License-Identifier: MIT
#include "compile/fragments/csg.h"

#include "halfspace/tasks/parallel_for.h"

#include "base/shared/short_list.h"
#include "compile/expand/box_finder.h"
#include "import/brushes/side_source.h"

#include <algorithm>
#include <array>
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

// The side of the plane on which a polygon in this box lies. Cost: nearly always one question to
// the box.
PolygonSide side_of(const Polygon& polygon,
                    const Aabb& box,
                    PlaneId plane,
                    Predicates& predicates) {
    const ReachedSides sides =
        sides_of_box(centre_of(box), half_of(box), predicates.planes().filter(plane));
    if (sides.front != sides.back) {
        return sides.front != plane.is_flipped() ? PolygonSide::Front : PolygonSide::Back;
    }
    return classify(polygon, plane, predicates);
}

// How a brush lies to a polygon. The planes of the brush that cut the polygon are added to `cuts`;
// the polygon lies behind all other planes, unless it is outside.
Relation meet(const Polygon& polygon,
              const Aabb& box,
              const BodyVolume& brush,
              Predicates& predicates,
              ShortList<PlaneId>& cuts) {
    Relation result = Relation::Interior;
    for (const BodyVolume::Side& side : brush.sides) {
        switch (side_of(polygon, box, side.plane, predicates)) {
            case PolygonSide::Front:
                return Relation::Outside;
            case PolygonSide::Coplanar:
                result = side.plane == polygon.plane ? Relation::Same : Relation::Opposite;
                break;
            case PolygonSide::Spanning:
                cuts.push_back(side.plane);
                break;
            case PolygonSide::Back:
                break;
        }
    }
    return result;
}

// An estimate of the area that a face in the first box and a brush in the second one share: the
// largest side of the boxes' common part.
double overlap_of(const Aabb& face, const Aabb& brush) {
    const Vec3 size = min(face.max, brush.max) - max(face.min, brush.min);
    return std::max({size.x * size.y, size.y * size.z, size.z * size.x});
}

// A polygon cut by planes: the part behind all of them, and the rest in convex pieces.
struct Carved {
    std::optional<Polygon> inside;
    ShortList<Polygon> outside;  // empty without `inside`
};

Carved carve(Polygon polygon,
             std::span<const PlaneId> planes,
             Predicates& predicates,
             ShortMemory& memory) {
    Carved result{std::nullopt, ShortList<Polygon>(memory.resource())};
    for (const PlaneId plane : planes) {
        PolygonSplit pieces = split(std::move(polygon), plane, predicates);
        if (!pieces.back) {
            result.outside.clear();  // every plane cuts the polygon, but no part is behind all
            return result;
        }
        if (pieces.front) {
            result.outside.push_back(*std::move(pieces.front));
        }
        polygon = *std::move(pieces.back);
    }
    result.inside = std::move(polygon);
    return result;
}

// The effect of a brush on the part of another brush's face that it covers.
enum class Effect : std::uint8_t {
    None,
    Remove,  // the part is not a boundary
    Cover,   // the part is a boundary, but it is never seen
};

// What a brush takes away from another brush's face: the part behind these planes.
struct Meeting {
    Effect effect = Effect::None;
    ShortList<PlaneId> planes;  // those that cut the face
};

// A brush whose box touches the box of a face.
struct Neighbour {
    std::uint32_t volume = 0;
    double overlap = 0;  // an estimate of the area that they share [square grid steps]
};

// Each face of a piece looks through a list of this many others; where the list is longer, each
// face asks for its own.
constexpr std::size_t kFewOthers = 64;

// A part of a face.
struct FacePiece {
    Polygon polygon;
    Aabb box;
    bool is_drawn = false;
};

class FaceCarver {
public:
    FaceCarver(std::span<const BodyVolume> volumes,
               std::span<const SolidBrush> brushes,
               const World& world)
        : volumes_(volumes), boxes_(boxes_of(volumes)), brushes_(brushes), world_(&world) {}

    // The exposed fragments of all faces of a brush.
    void run(std::uint32_t index, Predicates& predicates, FragmentList& result) const {
        const BodyVolume& brush = volumes_[index];
        if (brush.brush == kNone && brush.cracks.empty()) {
            return;  // Void meets only what is opaque, so its faces divide nothing
        }
        std::vector<std::uint32_t> others;  // the brushes whose boxes touch its box
        boxes_.visit_touching(brush.bounds, [&](std::uint32_t other) {
            others.push_back(other);
            return is_long_list(brush, others.size());
        });
        std::sort(others.begin(), others.end());
        std::uint32_t remover = index;
        for (const Polygon& crack : brush.cracks) {
            Fragment whole;
            whole.brush = index;
            whole.side = side_in(brush, crack.plane);
            add_exposed(whole, crack, index, others, remover, predicates, result);
        }
        if (brush.brush == kNone) {
            return;
        }
        for (std::size_t f = 0; f < brush.solid.faces.size(); ++f) {
            const PlaneId plane = brush.solid.faces[f].plane;
            const std::uint32_t side = side_in(brush, plane);
            const Fragment whole = fragment_of(index, side);
            if (is_only_hint(brush.contents) && !whole.is_hint) {
                continue;
            }
            bool has_tiles = false;
            for (const SolidBrush::Tile& tile : brushes_[brush.brush].tiles) {
                if (brush.space == 0 && tile.side == side) {
                    has_tiles = true;
                    Fragment part = whole;
                    part.triangle = tile.triangle;
                    add_exposed(part, tile.polygon, index, others, remover, predicates, result);
                }
            }
            if (!has_tiles) {
                add_exposed(whole,
                            face_polygon(brush.solid, f),
                            index,
                            others,
                            remover,
                            predicates,
                            result);
            }
        }
    }

private:
    // The number of the side in this plane.
    static std::uint32_t side_in(const BodyVolume& brush, PlaneId plane) {
        const auto at = std::ranges::find(brush.sides, plane, &BodyVolume::Side::plane);
        return static_cast<std::uint32_t>(at - brush.sides.begin());
    }

    // True if each face of the brush asks for its own neighbours, so that no list is needed.
    static bool is_long_list(const BodyVolume& brush, std::size_t others) {
        return brush.is_piece && others > kFewOthers;
    }

    static std::vector<Aabb> boxes_of(std::span<const BodyVolume> volumes) {
        std::vector<Aabb> boxes;
        boxes.reserve(volumes.size());
        for (const BodyVolume& volume : volumes) {
            boxes.push_back(volume.bounds);
        }
        return boxes;
    }

    void add_exposed(const Fragment& whole,
                     Polygon polygon,
                     std::uint32_t index,
                     std::span<const std::uint32_t> others,
                     std::uint32_t& remover,
                     Predicates& predicates,
                     FragmentList& result) const {
        FacePiece face{std::move(polygon), {}, whole.is_drawn};
        face.box = bounds(face.polygon);
        ShortMemory memory;
        for (FacePiece& piece : exposed_pieces(face, index, others, remover, predicates, memory)) {
            Fragment& fragment = *result.emplace_back(std::make_unique<Fragment>(whole));
            fragment.is_drawn = piece.is_drawn;
            fragment.polygon = std::move(piece.polygon);
            update_box(fragment);
        }
    }

    Fragment fragment_of(std::uint32_t index, std::uint32_t side) const {
        const BodyVolume& volume = volumes_[index];
        Fragment fragment;
        fragment.brush = index;
        fragment.side = side;
        if (volume.space != 0) {
            return fragment;
        }
        const SolidBrush& brush = brushes_[volume.brush];
        const SurfaceKind surface = source_of(*world_, brush, brush.sides[side].source).surface;
        fragment.is_hint = any(volume.contents & Contents::Hint) && surface == SurfaceKind::Hint;
        fragment.is_drawn = any(volume.contents & kDrawnContents) && !fragment.is_hint &&
                            (surface == SurfaceKind::Drawn || surface == SurfaceKind::Sky);
        return fragment;
    }

    static Effect effect(const BodyVolume& volume, Contents on) {
        const Contents of = volume.contents;
        // What is outside takes away every face that it covers: nobody gets there. Only the faces
        // of sky stay, so that no leaf holds sky and other walls.
        if (volume.brush == kNone) {
            return normalize(on) == Contents::Sky ? Effect::Cover : Effect::Remove;
        }
        if (is_only_hint(of)) {
            return Effect::None;
        }
        if (absorbs(of, on)) {
            return Effect::Remove;
        }
        return any(of & kOpaque) ? Effect::Cover : Effect::None;
    }

    // The parts of a face that no brush removes. If the whole face lies in a brush that removes it,
    // nothing is left. Else the largest parts are taken away first, so that few pieces are cut.
    // remover: the brush that last removed a whole face of this brush; `index` if there was none.
    // It is asked first, because it probably removes this face, too. If another brush removes the
    // whole face, remover becomes that brush.
    ShortList<FacePiece> exposed_pieces(const FacePiece& face,
                                        std::uint32_t index,
                                        std::span<const std::uint32_t> others,
                                        std::uint32_t& remover,
                                        Predicates& predicates,
                                        ShortMemory& memory) const {
        ShortList<FacePiece> pieces(memory.resource());
        if (remover != index && removes_whole(remover, face, index, predicates, memory)) {
            return pieces;
        }
        ShortList<Neighbour> neighbours(memory.resource());
        const auto removes = [&](std::uint32_t other) {
            // Only a brush whose box contains the face's box can remove the whole face.
            return other != index && encloses(boxes_.box(other), face.box) &&
                   removes_whole(other, face, index, predicates, memory);
        };
        // True if the other brush removes the whole face; else it may become a neighbour.
        const auto look_at = [&](std::uint32_t other) {
            const Aabb& box = boxes_.box(other);
            if (other == index || !touch(face.box, box)) {
                return false;
            }
            if (removes(other)) {
                remover = other;
                return true;
            }
            neighbours.push_back({other, overlap_of(face.box, box)});
            return false;
        };
        if (!is_long_list(volumes_[index], others.size())) {
            if (std::any_of(others.begin(), others.end(), look_at)) {
                return pieces;
            }
        } else if (is_removed_by_deepest(face, removes, remover) ||
                   boxes_.visit_touching(face.box, look_at)) {
            return pieces;
        }
        std::sort(neighbours.begin(), neighbours.end(), [this](const auto& a, const auto& b) {
            const bool is_a_outside = volumes_[a.volume].brush == kNone;
            const bool is_b_outside = volumes_[b.volume].brush == kNone;
            if (is_a_outside != is_b_outside) {
                return is_b_outside;  // last, so that it cuts no piece that is inside
            }
            return a.overlap != b.overlap ? a.overlap > b.overlap : a.volume < b.volume;
        });
        pieces.push_back(face);
        ShortList<FacePiece> next(memory.resource());
        for (const Neighbour& neighbour : neighbours) {
            const Aabb& box = boxes_.box(neighbour.volume);
            if (std::none_of(pieces.begin(), pieces.end(), [&](const FacePiece& piece) {
                    return touch(piece.box, box);
                })) {
                continue;
            }
            const Meeting meeting = meeting_with(neighbour.volume, face, index, predicates, memory);
            if (meeting.effect == Effect::None) {
                continue;
            }
            for (FacePiece& piece : pieces) {
                take_away(meeting, box, std::move(piece), predicates, next, memory);
            }
            pieces.swap(next);
            next.clear();
            if (pieces.empty()) {
                break;
            }
        }
        return pieces;
    }

    // Where very many brushes overlap, one that reaches far beyond the face in all directions
    // probably removes it. remover becomes this brush.
    template <class Removes>
    bool is_removed_by_deepest(const FacePiece& face,
                               const Removes& removes,
                               std::uint32_t& remover) const {
        std::array<std::uint32_t, 4> deepest;
        const std::size_t count = boxes_.farthest_around(face.box, deepest);
        const auto found = std::find_if(deepest.begin(), deepest.begin() + count, removes);
        if (found == deepest.begin() + count) {
            return false;
        }
        remover = *found;
        return true;
    }

    // True if the other brush removes the whole face.
    bool removes_whole(std::uint32_t other,
                       const FacePiece& face,
                       std::uint32_t index,
                       Predicates& predicates,
                       ShortMemory& memory) const {
        const Meeting meeting = meeting_with(other, face, index, predicates, memory);
        return meeting.effect == Effect::Remove && meeting.planes.empty();
    }

    // What a brush takes away from a face of another one.
    Meeting meeting_with(std::uint32_t other,
                         const FacePiece& face,
                         std::uint32_t index,
                         Predicates& predicates,
                         ShortMemory& memory) const {
        const BodyVolume& brush = volumes_[other];
        const Effect what = effect(brush, volumes_[index].contents);
        // A facet reaches beyond its curve, up to the facet tolerance. So it hides nothing that is
        // drawn: the floor shows between the curve and the edge of the facet.
        const bool is_seen = face.is_drawn && brush.brush != kNone &&
                             brushes_[brush.brush].kind == SolidBrush::Kind::Facet;
        Meeting meeting{Effect::None, ShortList<PlaneId>(memory.resource())};
        if (what == Effect::None || is_seen || (what == Effect::Cover && !face.is_drawn)) {
            return meeting;
        }
        const Relation relation = meet(face.polygon, face.box, brush, predicates, meeting.planes);
        const bool is_lost =
            relation == Relation::Same && (what != Effect::Remove || !wins(other, index));
        if (relation != Relation::Outside && !is_lost) {
            meeting.effect = what;
        }
        return meeting;
    }

    // Adds what a brush in this box leaves of the piece.
    void take_away(const Meeting& meeting,
                   const Aabb& box,
                   FacePiece piece,
                   Predicates& predicates,
                   ShortList<FacePiece>& result,
                   ShortMemory& memory) const {
        if (!touch(piece.box, box) || (meeting.effect == Effect::Cover && !piece.is_drawn)) {
            result.push_back(std::move(piece));
            return;
        }
        ShortList<PlaneId> cuts(memory.resource());
        for (const PlaneId plane : meeting.planes) {
            const PolygonSide side = side_of(piece.polygon, piece.box, plane, predicates);
            if (side == PolygonSide::Front) {
                result.push_back(std::move(piece));
                return;
            }
            if (side == PolygonSide::Spanning) {
                cuts.push_back(plane);
            }
        }
        Carved carved = carve(piece.polygon, cuts, predicates, memory);
        if (!carved.inside) {
            result.push_back(std::move(piece));
            return;
        }
        for (Polygon& polygon : carved.outside) {
            const Aabb around = bounds(polygon);
            result.push_back({std::move(polygon), around, piece.is_drawn});
        }
        if (meeting.effect == Effect::Cover) {
            const Aabb around = bounds(*carved.inside);
            result.push_back({*std::move(carved.inside), around, false});
        }
    }

    // True if `a` keeps the face that it shares with `b`, where both faces look the same way.
    bool wins(std::uint32_t a, std::uint32_t b) const {
        return !absorbs(volumes_[b].contents, volumes_[a].contents) || a < b;
    }

    std::span<const BodyVolume> volumes_;
    BoxFinder boxes_;  // of the volumes
    std::span<const SolidBrush> brushes_;
    const World* world_;
};

}  // namespace

Exposed exposed_fragments(std::span<const BodyVolume> volumes,
                          std::span<const SolidBrush> brushes,
                          const PlaneTable& planes,
                          const World& world,
                          unsigned threads) {
    const FaceCarver carver(volumes, brushes, world);
    struct Part {
        FragmentList fragments;
        SideCounters counters;
    };
    constexpr std::size_t kBrushesInPart = 16;
    std::vector<Part> parts((volumes.size() + kBrushesInPart - 1) / kBrushesInPart);
    parallel_for(parts.size(), threads, [&](std::size_t p) {
        Predicates predicates(planes);
        const std::size_t end = std::min(volumes.size(), (p + 1) * kBrushesInPart);
        for (std::size_t b = p * kBrushesInPart; b < end; ++b) {
            carver.run(static_cast<std::uint32_t>(b), predicates, parts[p].fragments);
        }
        parts[p].counters = predicates.counters();
    });
    Exposed result;
    for (const BodyVolume& volume : volumes) {
        result.candidate_faces += volume.brush == kNone ? 0 : volume.solid.faces.size();
    }
    for (Part& part : parts) {
        std::move(
            part.fragments.begin(), part.fragments.end(), std::back_inserter(result.fragments));
        result.counters += part.counters;
    }
    return result;
}

}  // namespace halfspace
