// SPDX-License-Identifier: MIT
// Where a player starts. Mappers place starts a little too low, in a floor, or in a closed lift. So
// where a start is blocked, first the places around it are tried, then the next start.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/vec.h"
#include "halfspace/move/mover_body.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/query/placed_level.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace halfspace {

// A start of a player.
struct PlayerStart {
    EntityId entity;
    // The value of the entity's key "origin" [units].
    Vec3 origin;
    // Where the player looks, to the left of the x axis [degrees].
    double yaw = 0;
    // Where the body stands [units].
    Vec3 position;
    // How many starts come before this one and are blocked.
    std::size_t refused = 0;
};

// All starts of the level with a readable "origin", those that are taken first at the front. The
// position is the origin. The classes in their order: info_player_start, info_player_deathmatch,
// info_player_coop, info_player_start2, info_player_team1, info_player_team2, info_player_dd,
// team_CTF_redplayer, team_CTF_blueplayer, team_CTF_redspawn, team_CTF_bluespawn. Starts of one
// class have the order of the file.
std::vector<PlayerStart> player_starts(const Level& level);

// The first start where the standing body fits. At each start, places are tried in this order:
// the origin; places less than 8 units around it; then around points above it, up to the height of
// the body, and below it, down to a stair (18), the near ones first. A shape is tried straight
// above and below the origin only, at each whole unit. A place that is not the origin must be in
// sight of the origin, if the origin is not in a wall, and within the level. nullopt if no start
// is free. Cost: for each start one is_free as a rule. At worst 4 unsticks (query/free.h) and one
// more for each 8 units of the body's height: 12 for a height of 64. For a shape at worst 19
// is_free and one more for each unit of its height.
// REQUIRES: what PlacedLevel requires; a space is in range.
std::optional<PlayerStart> find_start(const PlacedLevel& here,
                                      const MoverBody& stand,
                                      Contents mask = MoverOptions().mask);

// A start where nobody has set one, as on meshes.
struct GroundStart {
    // Where the body stands [units].
    Vec3 position;
    // What the player looks at [units].
    Vec3 target;
};

// A place on the ground with a wide view. Looks for the highest ground of 49 columns in the middle
// part of the world; if nobody can stand there, of 289 columns of the whole; then of 49 columns of
// each mesh. Ground is where the body rests when it comes from above and is not too steep
// (MoverOptions::floor_normal). Takes the place from where the eye sees farthest towards the middle
// of the world; fronts of triangles come before backs. nullopt if none was found. The
// world is the box around all that is drawn of the level and all meshes. eye_height: above the
// position of the body [units]. Cost: at most 8192
// sweeps, and a sight for each place that is found. REQUIRES: what PlacedLevel requires; a space is
// in range.
std::optional<GroundStart> find_ground_start(const PlacedLevel& here,
                                             const MoverBody& stand,
                                             double eye_height,
                                             Contents mask = MoverOptions().mask);

// What is odd about a start that find_start has found, for the level's designer. nullopt if it is
// the first start of the level and the body stands at its origin. For example:
// "the player starts at info_player_start (entity 1), at 0 0 24: at its origin 0 0 16 the body has
// no room".
std::optional<std::string> start_note(const Level& level, const PlayerStart& start);

}  // namespace halfspace
