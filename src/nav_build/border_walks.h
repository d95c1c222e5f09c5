// SPDX-License-Identifier: MIT
// A mover that goes over the border of a mesh at a place, and where it comes to the floor.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"

#include "nav_build/climb.h"
#include "nav_build/links.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// An edge without neighbour and step, longer than two grid steps.
struct Border {
    std::uint32_t polygon;
    Vec3 begin;
    Vec3 end;
    Vec3 normal;   // of the floor
    Vec3 forward;  // out of the polygon: horizontal, of length 1
};

// In the order of polygons.
std::vector<Border> borders_of(const MeshInLevel& here);

// The places of a border where ways over it are looked for, at most 32 units apart.
std::vector<Vec3> places_of(const Border& border);

// A way over a border, and where it comes to the floor.
struct Landing {
    Vec3 from;
    NavLinkKind kind{};
    std::uint32_t polygon = 0;
    Vec3 position;
    double seconds = 0;
    bool fell_into_shaft = false;  // of a lift
    bool swims = false;            // the position is the floor below the swimmer
    double least_speed = 0;
};

// Adds a way to the links of a border: it goes on with the link of the place before, or begins one.
void add_landing(const Border& border,
                 const std::optional<Landing>& last,
                 const std::optional<Landing>& now,
                 std::vector<NavLinkRecord>& links);

class BorderWalks {
public:
    // Both outlive the walks.
    BorderWalks(const MeshInLevel& here, const MoverOptions& options);

    const MeshInLevel& here() const { return here_; }
    const MoverOptions& options() const { return options_; }

    // A mover before a place of a border; nullopt if the floor is too narrow there.
    std::optional<EdgeWalker> walker_at(const Border& border, const Vec3& place) const;
    // A mover so far back from the place, on the island of the border. A cut of a door or an area
    // may be between.
    std::optional<EdgeWalker> walker_behind(const Border& border,
                                            const Vec3& place,
                                            const Vec3& back) const;

    // Lets a mover go until it is over the border and on a floor. One that wants to climb
    // (input.up) must take a ladder. It may fall into water, but not into slime or lava: then it
    // has landed. One that begins in a liquid may swim.
    std::optional<Landing> landing(const EdgeWalker& walker,
                                   const Border& border,
                                   const Vec3& edge) const;

    // True if there is floor of its island or a wall around a landing, as far as one goes in a step
    // of time, and ahead, where one brakes. ahead: of length 1.
    bool is_safe(const Landing& landing, const Vec3& ahead) const;

    // True if a mover that starts from rest has the room before a place to gain this part of its
    // full speed. ahead: of length 1.
    bool has_run_up(const Border& border, const Vec3& start, const Vec3& ahead, double part) const;

    // The place of a mover on the mesh, as it is stored.
    std::optional<NavPlace> place_of(const Vec3& position) const;
    std::uint32_t island_of(std::uint32_t polygon) const {
        return here_.records.polygons[polygon].island;
    }
    Contact trace_from(const Vec3& from, const Vec3& way) const;
    // The way on which a wall at the border is met.
    Vec3 over(const Border& border) const { return border.forward * (4 * options_.skin); }
    double lowest() const { return lowest_; }
    // The liquids in which a mover on the polygon is.
    Contents liquids_of(std::uint32_t polygon) const {
        return static_cast<Contents>(here_.records.polygons[polygon].contents) & kLiquids;
    }

private:
    // What has happened on the way.
    struct Course {
        NavLinkKind kind{};
        bool was_in_air = false;
        bool fell_into_shaft = false;
    };

    bool makes_step(EdgeWalker& walker, Course& course) const;
    std::optional<Landing> landed(const MoverState& state,
                                  const Course& course,
                                  const Border& border) const;
    bool has_floor_or_wall(const Landing& landing, const Vec3& way) const;
    bool is_in_shaft(const MoverState& state) const;

    const MeshInLevel& here_;
    const MoverOptions& options_;
    MoverBodies bodies_;
    double lowest_;             // z of the mesh
    std::vector<Aabb> shafts_;  // of lifts
};

}  // namespace halfspace
