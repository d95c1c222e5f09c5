// SPDX-License-Identifier: MIT
#include "verify/verify_faces.h"

#include "halfspace/tasks/parallel_for.h"

#include "math/shared/vec_text.h"
#include "verify/choices.h"
#include "verify/describe_level.h"
#include "verify/drawn_parts.h"
#include "verify/exact_polygons.h"
#include "verify/face_nodes.h"
#include "verify/flat_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

class FaceChecker {
public:
    FaceChecker(const Level& level,
                const World& source,
                std::span<const RebuiltBrush> brushes,
                std::span<const RebuiltSurface> surfaces,
                LevelPlanes& planes,
                const VerifyOptions& options,
                Differences& differences)
        : level_(&level),
          source_(&source),
          brushes_(brushes),
          surfaces_(surfaces),
          planes_(&planes),
          options_(&options),
          differences_(&differences),
          has_void_(!level.cluster_roots().empty() &&
                    std::ranges::any_of(level.leaves(), [](const LeafRecord& leaf) {
                        return any(static_cast<Contents>(leaf.contents) & Contents::Void);
                    })) {}

    std::uint64_t run() {
        parts_ = drawn_parts(*level_, *source_, brushes_, surfaces_, *planes_, options_->threads);
        if (planes_->table.predicate_bits() > kMaxPredicateBits) {
            return 0;
        }
        parents_ = node_parents(*level_);
        index_parts();
        std::uint64_t count = 0;
        for (std::uint32_t m = 0; m < level_->models().size(); ++m) {
            count += level_->models()[m].face_count;
            assign_faces(m);
        }
        find_polygons();
        std::vector<std::vector<std::string>> problems(parts_.size());
        constexpr std::size_t kPartsInTask = 64;
        parallel_for((parts_.size() + kPartsInTask - 1) / kPartsInTask,
                     options_->threads,
                     [&](std::size_t task) {
                         Predicates predicates(planes_->table);
                         const std::size_t end = std::min(parts_.size(), (task + 1) * kPartsInTask);
                         for (std::size_t p = task * kPartsInTask; p < end; ++p) {
                             if (!is_cancelled(options_->progress)) {
                                 problems[p] = problems_of(parts_[p], predicates);
                             }
                         }
                     });
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            for (const std::string& problem : problems[p]) {
                differences_->add(describe(parts_[p]) + problem);
            }
        }
        return count;
    }

private:
    // Each difference begins with this.
    std::string describe(const DrawnPart& part) const {
        return "faces of " + describe_part(*level_, *source_, part) + ": ";
    }

    // "from 0 0 0 to 64 64 0".
    std::string range_text(const Aabb& box) const {
        const double unit = std::ldexp(1.0, -level_->grid_exponent());
        return "from " + vec_text(box.min * unit) + " to " + vec_text(box.max * unit);
    }

    using PartKey = std::tuple<std::uint32_t, std::uint32_t, PlaneId>;  // model, polygon

    void index_parts() {
        part_of_side_.assign(level_->sides().size(), kNone);
        for (std::uint32_t p = 0; p < parts_.size(); ++p) {
            const DrawnPart& part = parts_[p];
            if (part.brush != kNone) {
                part_of_side_[part.side] = p;
            } else {
                part_of_polygon_.emplace(PartKey{part.model, part.side, part.plane}, p);
            }
        }
    }

    // The part that a face shows, as the face says; null if there is none.
    DrawnPart* part_of(std::uint32_t model, const FaceRecord& face) {
        if (face.brush != kNone) {
            const std::uint32_t p = part_of_side_[face.side];
            return p == kNone || parts_[p].model != model ||
                           parts_[p].plane != planes_->of(face.plane)
                       ? nullptr
                       : &parts_[p];
        }
        const auto found = part_of_polygon_.find({model, face.side, planes_->of(face.plane)});
        return found == part_of_polygon_.end() ? nullptr : &parts_[found->second];
    }

    void assign_faces(std::uint32_t m) {
        const ModelRecord& model = level_->models()[m];
        for (std::uint32_t f = model.first_face; f < model.first_face + model.face_count; ++f) {
            const FaceRecord& face = level_->faces()[f];
            const std::string name = "face " + std::to_string(f);
            DrawnPart* const part = part_of(m, face);
            if (part == nullptr) {
                differences_->add("faces of " + describe_model(*level_, *source_, m) + ": " + name +
                                  " is not in the plane of its side or polygon");
                continue;
            }
            if (!part->is_drawn) {
                differences_->add(describe(*part) + "it is not drawn, but has " + name);
                continue;
            }
            if (parents_[face.node].model != m) {
                differences_->add(describe(*part) + name + " is at a node of another tree");
                continue;
            }
            part->faces.push_back(f);
        }
    }

    // Finds the exact polygons of all faces.
    void find_polygons() {
        std::vector<StoredPolygon> faces;
        for (const DrawnPart& part : parts_) {
            if (part.faces.empty()) {
                continue;
            }
            std::vector<PlaneId> cuts;
            for (const Polygon& whole : part.wholes) {
                const std::vector<PlaneId> planes = edge_planes(whole);
                cuts.insert(cuts.end(), planes.begin(), planes.end());
            }
            for (const std::vector<std::uint32_t>* others : {&part.hiders, &part.rivals}) {
                for (const std::uint32_t other : *others) {
                    const std::vector<PlaneId>& planes = brushes_[other].planes;
                    cuts.insert(cuts.end(), planes.begin(), planes.end());
                }
            }
            for (const DrawnTriangle& triangle : part.triangles) {
                cuts.insert(cuts.end(), triangle.edges.begin(), triangle.edges.end());
            }
            // A cell of Void takes away what it covers; its planes are those of the cluster tree.
            if (may_be_outside(part)) {
                add_nodes_in(*level_, *planes_, level_->cluster_roots().front(), part.box, cuts);
                std::erase_if(cuts, [&](PlaneId cut) { return cut.pair() == part.plane.pair(); });
            }
            for (const std::uint32_t f : part.faces) {
                StoredPolygon& face =
                    faces.emplace_back(f, part.plane, vertices_of(*level_, f), cuts);
                add_nodes_above(*level_, *planes_, parents_, face);
                if (part.brush == kNone) {
                    add_nodes_below(*level_, *planes_, face);
                }
                clean_cuts(face);
            }
        }
        std::vector<std::vector<Polygon>> polygons =
            exact_polygons(face_vertices(*level_), planes_->table, faces, options_->threads);
        polygons_.resize(level_->faces().size());
        for (std::size_t i = 0; i < faces.size(); ++i) {
            polygons_[faces[i].number] = std::move(polygons[i]);
        }
    }

    // What is wrong with the faces of a part.
    std::vector<std::string> problems_of(const DrawnPart& part, Predicates& predicates) const {
        if (!part.is_drawn) {
            return {};
        }
        std::vector<std::size_t> counts;
        for (const std::uint32_t f : part.faces) {
            counts.push_back(polygons_[f].size());
        }
        std::vector<std::vector<NumberedPolygon>> faces;  // of each face, its choices
        for (const std::uint32_t f : part.faces) {
            std::vector<NumberedPolygon>& choices = faces.emplace_back();
            for (const Polygon& polygon : polygons_[f]) {
                choices.push_back(numbered_polygon(f, polygon, predicates));
            }
        }
        const bool may_overlap = has_overlaps(part, predicates);
        return problems_of_best(
            counts,
            [&](std::size_t i, std::size_t c) {
                std::vector<std::string> problems;
                check_place(part, faces[i][c], predicates, problems);
                return problems.empty();
            },
            [&](std::size_t i, std::size_t c, std::size_t j, std::size_t d) {
                return may_overlap || !overlap(faces[i][c], faces[j][d], predicates);
            },
            [&](std::span<const std::size_t> choice) {
                return problems_of(part, faces, choice, may_overlap, predicates);
            });
    }

    // all: of each face of the part, its choices.
    std::vector<std::string> problems_of(const DrawnPart& part,
                                         const std::vector<std::vector<NumberedPolygon>>& all,
                                         std::span<const std::size_t> choice,
                                         bool may_overlap,
                                         Predicates& predicates) const {
        std::vector<std::string> problems;
        const std::vector<NumberedPolygon> faces = exact_faces(part, all, choice, problems);
        for (const NumberedPolygon& face : faces) {
            check_place(part, face, predicates, problems);
        }
        if (!may_overlap) {
            check_overlaps(faces, predicates, problems);
        }
        check_rivals(part, faces, predicates, problems);
        check_rest(part, faces, predicates, problems);
        return problems;
    }

    std::vector<NumberedPolygon> exact_faces(const DrawnPart& part,
                                             const std::vector<std::vector<NumberedPolygon>>& all,
                                             std::span<const std::size_t> choice,
                                             std::vector<std::string>& problems) const {
        std::vector<NumberedPolygon> faces;
        for (std::size_t i = 0; i < choice.size(); ++i) {
            const std::uint32_t f = part.faces[i];
            if (polygons_[f].empty()) {
                problems.push_back("the vertices of face " + std::to_string(f) +
                                   " are not those of a convex polygon of exact planes, " +
                                   range_text(stored_box(*level_, f)));
                continue;
            }
            faces.push_back(all[i][choice[i]]);
        }
        sort_by_x(faces);
        return faces;
    }

    // Checks that a face lies in its side or polygon, in the cell of its node, and where nothing
    // hides it.
    void check_place(const DrawnPart& part,
                     const NumberedPolygon& face,
                     Predicates& predicates,
                     std::vector<std::string>& problems) const {
        const auto problem = [&](const std::string& what) {
            problems.push_back("face " + std::to_string(face.number) + " " + what + ", " +
                               range_text(face.box));
        };
        std::vector<FlatPiece> outside{{face.polygon, face.box}};
        for (const Polygon& whole : part.wholes) {
            take_away(outside, part.box, inner_planes(whole, predicates), predicates);
        }
        if (!outside.empty()) {
            problem("reaches out of it");
        }
        const std::uint32_t node = level_->faces()[face.number].node;
        for (NodeParent up = parents_[node]; up.node != kNone; up = parents_[up.node]) {
            const PolygonSide side =
                classify(face.polygon, node_plane(*level_, *planes_, up.node), predicates);
            if (side != (up.child == 0 ? PolygonSide::Front : PolygonSide::Back)) {
                problem("reaches out of the cell of its node");
                break;
            }
        }
        for (const std::uint32_t hider : part.hiders) {
            if (touch(face.box, brushes_[hider].bounds) &&
                has_part_behind(face.polygon, brushes_[hider].planes, predicates)) {
                problem("is drawn where " + describe_level_brush(*level_, *source_, hider) +
                        " hides it");
            }
        }
        if (!looks_right(part, face, predicates)) {
            problem("has another material or other flags than the source says");
        }
        if (may_be_outside(part) && before_void(part, face.polygon, predicates).any) {
            problem("is drawn where void hides it");
        }
    }

    bool looks_right(const DrawnPart& part,
                     const NumberedPolygon& face,
                     Predicates& predicates) const {
        const FaceRecord& record = level_->faces()[face.number];
        const Look look{record.material, record.flags};
        return part.triangles.empty()
                   ? look == part.look
                   : std::ranges::all_of(part.triangles, [&](const DrawnTriangle& triangle) {
                         return look == triangle.look ||
                                !has_part_behind(face.polygon, triangle.edges, predicates);
                     });
    }

    // True of a patch that turns back on itself: faces overlap where its pieces do.
    static bool has_overlaps(const DrawnPart& part, Predicates& predicates) {
        for (std::size_t a = 0; a < part.wholes.size(); ++a) {
            const std::vector<PlaneId> planes = inner_planes(part.wholes[a], predicates);
            for (std::size_t b = a + 1; b < part.wholes.size(); ++b) {
                if (has_part_behind(part.wholes[b], planes, predicates)) {
                    return true;
                }
            }
        }
        return false;
    }

    void check_overlaps(std::span<const NumberedPolygon> faces,
                        Predicates& predicates,
                        std::vector<std::string>& problems) const {
        for (const Overlap& found : overlaps(faces, predicates)) {
            problems.push_back("faces " + found.text + ", " + range_text(found.box));
        }
    }

    // The part of a rival that lies in the plane.
    const DrawnPart& rival_part(const DrawnPart& part, std::uint32_t rival) const {
        const std::vector<PlaneId>& planes = brushes_[rival].planes;
        const auto at = std::ranges::find(planes, part.plane);
        const auto side = static_cast<std::uint32_t>(at - planes.begin());
        return parts_[part_of_side_[level_->brushes()[rival].first_side + side]];
    }

    // Checks that no face of a rival covers what the faces of the part cover.
    void check_rivals(const DrawnPart& part,
                      std::span<const NumberedPolygon> faces,
                      Predicates& predicates,
                      std::vector<std::string>& problems) const {
        for (const std::uint32_t rival : part.rivals) {
            for (const std::uint32_t f : rival_part(part, rival).faces) {
                for (const NumberedPolygon& face : faces) {
                    const auto overlaps = [&](const Polygon& other) {
                        return has_part_behind(face.polygon, edge_planes(other), predicates);
                    };
                    if (!polygons_[f].empty() && std::ranges::all_of(polygons_[f], overlaps)) {
                        problems.push_back("face " + std::to_string(face.number) +
                                           " is drawn where face " + std::to_string(f) +
                                           " is, too, " + range_text(face.box));
                    }
                }
            }
        }
    }

    // Takes away what a rival draws, or hides by a side that is not drawn.
    void take_away_rival(const DrawnPart& part,
                         std::uint32_t rival,
                         Predicates& predicates,
                         std::vector<FlatPiece>& rest) const {
        const DrawnPart& other = rival_part(part, rival);
        if (!other.is_drawn) {
            take_away(rest, brushes_[rival].bounds, brushes_[rival].planes, predicates);
        }
        for (const std::uint32_t f : other.faces) {
            for (const Polygon& polygon : polygons_[f]) {
                take_away(rest, bounds(polygon), edge_planes(polygon), predicates);
            }
        }
    }

    // Checks that nothing is left of a part without its faces and without what is hidden.
    void check_rest(const DrawnPart& part,
                    std::span<const NumberedPolygon> faces,
                    Predicates& predicates,
                    std::vector<std::string>& problems) const {
        std::vector<FlatPiece> rest;
        for (const Polygon& whole : part.wholes) {
            rest.push_back(flat_piece(whole));
        }
        for (const NumberedPolygon& face : faces) {
            take_away(rest, face.box, face.planes, predicates);
        }
        for (std::size_t i = 0; i < part.hiders.size() && !rest.empty(); ++i) {
            const RebuiltBrush& hider = brushes_[part.hiders[i]];
            take_away(rest, hider.bounds, hider.planes, predicates);
        }
        for (const std::uint32_t rival : part.rivals) {
            take_away_rival(part, rival, predicates, rest);
        }
        if (may_be_outside(part)) {
            std::erase_if(rest, [&](const FlatPiece& piece) {
                return before_void(part, piece.polygon, predicates).all;
            });
        }
        Aabb box;
        for (const FlatPiece& piece : rest) {
            box = merge(box, piece.box);
        }
        if (!rest.empty()) {
            problems.push_back("no face is drawn " + range_text(box));
        }
    }

    VoidInFront before_void(const DrawnPart& part,
                            const Polygon& polygon,
                            Predicates& predicates) const {
        return void_in_front(*level_, *planes_, polygon, brushes_[part.brush].contents, predicates);
    }

    // True for sides that Void may hide: it belongs to the world.
    bool may_be_outside(const DrawnPart& part) const {
        return has_void_ && part.brush != kNone && part.model == kWorldModel.value;
    }

    const Level* level_;
    const World* source_;
    std::span<const RebuiltBrush> brushes_;
    std::span<const RebuiltSurface> surfaces_;
    LevelPlanes* planes_;
    const VerifyOptions* options_;
    Differences* differences_;
    bool has_void_;
    std::vector<DrawnPart> parts_;
    std::vector<NodeParent> parents_;          // of each node
    std::vector<std::uint32_t> part_of_side_;  // of each side of the level
    std::map<PartKey, std::uint32_t> part_of_polygon_;
    std::vector<std::vector<Polygon>> polygons_;  // of each face of the level: exact_polygons
};

}  // namespace

std::uint64_t check_faces(const Level& level,
                          const World& source,
                          std::span<const RebuiltBrush> brushes,
                          std::span<const RebuiltSurface> surfaces,
                          LevelPlanes& planes,
                          const VerifyOptions& options,
                          Differences& differences) {
    return FaceChecker(level, source, brushes, surfaces, planes, options, differences).run();
}

}  // namespace halfspace
