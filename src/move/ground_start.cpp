// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/move/player_start.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "move/place.h"
#include "move/touch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

constexpr SpaceId kPoint(0);

// Columns on each side of the middle, and how much of the box they take.
struct Columns {
    int each_side;
    double part;
};
constexpr std::array kSearches{Columns{3, 0.6}, Columns{8, 8.0 / 9}};

// How far a column is searched further below what is no ground [units], and how often at most.
constexpr double kStep = 8;
constexpr int kMaxSteps = 1024;
// Of the whole search.
constexpr int kMaxSweeps = 8192;
// The steepest look, as a part of the way to the middle: 20 degrees.
constexpr double kSteepest = 0.36;
// Nearer to the middle than this, the look goes along the box [units].
constexpr double kAtMiddle = 64;

struct Ground {
    Vec3 position;  // of the body that stands there
    // True: the body stands on a solid or on the front of a triangle. False: on the back, as on the
    // ceiling of a room from above, or inside of a statue.
    bool is_front = false;
};

// Calls visit(box) with the box of each mesh that has triangles.
template <class Visit>
void each_mesh_box(const PlacedLevel& here, const Visit& visit) {
    const auto visit_one = [&](const MeshSurface& surface, const Aabb& box) {
        if (surface.triangles->mesh().size() > 0) {
            visit(box);
        }
    };
    for (const PlacedMesh& mesh : here.meshes) {
        visit_one(mesh.surface, box_to_world(mesh.transform, mesh.surface.triangles->bounds()));
    }
    if (here.world == nullptr) {
        return;
    }
    constexpr double kFar = 4 * kMaxMoverPlace;
    const Aabb everywhere{{-kFar, -kFar, -kFar}, {kFar, kFar, kFar}};
    std::array<MeshId, 64> found;
    MeshId first(0);
    for (std::size_t left = found.size() + 1; left > found.size();) {
        left = here.world->meshes_in(everywhere, found, first);
        for (const MeshId id : std::span(found).first(std::min(left, found.size()))) {
            const MovingMesh& mesh = here.world->mesh(id);
            visit_one(mesh.surface(), mesh.box());
            first = MeshId(id.value + 1);
        }
    }
}

// Around all that one can stand on; nullopt if there is nothing.
std::optional<Aabb> box_around(const PlacedLevel& here) {
    std::optional<Aabb> box;
    const auto add = [&](const Aabb& more) { box = box ? merge(*box, more) : more; };
    // Around rooms that are cut out of solid, the solid is not drawn: nobody starts on top of it.
    if (!here.level.faces().empty()) {
        add(here.level.drawn_box(here.base));
    } else if (const Aabb level = here.level.model_bounds(here.base); !is_empty(level)) {
        add(level);
    }
    each_mesh_box(here, add);
    return box;
}

class GroundSearch {
public:
    GroundSearch(const PlacedLevel& here,
                 const MoverBody& stand,
                 double eye_height,
                 Contents mask,
                 const Aabb& box)
        : here_(here),
          body_(here.level, stand),
          size_(box_at(body_.shape(), {})),
          eye_height_(eye_height),
          mask_(mask),
          box_(box) {}

    // In columns of a part of the world.
    std::optional<GroundStart> best_of(const Columns& columns, const Aabb& part) {
        if (is_empty(part)) {
            return std::nullopt;
        }
        const Vec3 middle = centre_of(part);
        const Vec3 step = half_of(part) * (columns.part / columns.each_side);
        std::optional<GroundStart> best;
        std::pair<bool, double> best_rank;
        for (int i = -columns.each_side; i <= columns.each_side; ++i) {
            for (int k = -columns.each_side; k <= columns.each_side; ++k) {
                const auto ground = highest_ground(middle.x + i * step.x, middle.y + k * step.y);
                if (!ground) {
                    continue;
                }
                const Vec3 eye = ground->position + Vec3{0, 0, eye_height_};
                const Vec3 target = target_from(eye);
                const double seen = distance(eye, trace(here_, kPoint, eye, target).point);
                const std::pair rank(ground->is_front, seen);
                if (!best || rank > best_rank) {
                    best_rank = rank;
                    best = GroundStart{ground->position, target};
                }
            }
        }
        return best;
    }

private:
    // The highest ground of a column where the body has room. Fronts come before backs.
    std::optional<Ground> highest_ground(double x, double y) {
        const double bottom = std::max(box_.min.z - (size_.max.z - size_.min.z), -kMaxMoverPlace);
        double z = std::min(box_.max.z - size_.min.z + 1, kMaxMoverPlace);
        const double step = std::max(kStep, (z - bottom) / kMaxSteps);
        std::optional<Ground> back;
        while (z > bottom && sweeps_left_ > 0) {
            --sweeps_left_;
            const Contact contact = trace(here_, body_, {x, y, z}, {x, y, bottom}, {.mask = mask_});
            if (!contact.hit) {
                break;
            }
            const std::optional<Ground> ground = met_ground(contact);
            if (ground && ground->is_front) {
                return ground;
            }
            back = back ? back : ground;
            z = contact.end.z - step;
        }
        return back;
    }

    // nullopt if the body has met something steep, or the rim of a steep triangle.
    std::optional<Ground> met_ground(const Contact& contact) const {
        const double least = MoverOptions().floor_normal;
        if (contact.start_blocked || contact.normal.z < least || !is_mover_place(contact.end)) {
            return std::nullopt;
        }
        if (!contact.mesh.is_valid() || !contact.triangle.is_valid()) {
            return Ground{contact.end, true};
        }
        const auto [surface, transform] = mesh_of(contact.mesh);
        const Triangle triangle = surface->triangles->mesh().triangle(contact.triangle);
        const Vec3 normal =
            direction_to_world(transform, cross(triangle.b - triangle.a, triangle.c - triangle.a));
        return std::abs(normal.z) < least * length(normal)
                   ? std::nullopt
                   : std::optional(Ground{contact.end, normal.z > 0});
    }

    std::pair<const MeshSurface*, Transform> mesh_of(MeshId id) const {
        const auto listed = std::ranges::find(here_.meshes, id, &PlacedMesh::id);
        if (listed != here_.meshes.end()) {
            return {&listed->surface, listed->transform};
        }
        const MovingMesh& mesh = here_.world->mesh(id);
        return {&mesh.surface(), mesh.to()};
    }

    // What the eye looks at from here.
    Vec3 target_from(const Vec3& eye) const {
        const Vec3 middle = centre_of(box_);
        const double way = length(Vec3{middle.x - eye.x, middle.y - eye.y, 0});
        if (way < kAtMiddle) {
            const Vec3 size = box_.max - box_.min;
            return eye + (size.x >= size.y ? Vec3{kAtMiddle, 0, 0} : Vec3{0, kAtMiddle, 0});
        }
        const double rise = kSteepest * way;
        return {middle.x, middle.y, std::clamp(middle.z, eye.z - rise, eye.z + rise)};
    }

    PlacedLevel here_;
    MovedBody body_;
    Aabb size_;
    double eye_height_;
    Contents mask_;
    Aabb box_;
    int sweeps_left_ = kMaxSweeps;
};

}  // namespace

std::optional<GroundStart> find_ground_start(const PlacedLevel& here,
                                             const MoverBody& stand,
                                             double eye_height,
                                             Contents mask) {
    const std::optional<Aabb> box = box_around(here);
    if (!box) {
        return std::nullopt;
    }
    // Nobody may be farther away.
    constexpr Vec3 kFarthest{kMaxMoverPlace, kMaxMoverPlace, kMaxMoverPlace};
    const Aabb near = intersection(*box, {-kFarthest, kFarthest});
    if (is_empty(near)) {
        return std::nullopt;
    }
    GroundSearch search(here, stand, eye_height, mask, near);
    for (const Columns& columns : kSearches) {
        if (const auto best = search.best_of(columns, near)) {
            return best;
        }
    }
    // Things that are small beside the world may lie between the columns.
    std::optional<GroundStart> best;
    each_mesh_box(here, [&](const Aabb& mesh) {
        best = best ? best : search.best_of(kSearches[0], intersection(mesh, near));
    });
    return best;
}

}  // namespace halfspace
