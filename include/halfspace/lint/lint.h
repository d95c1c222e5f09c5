// SPDX-License-Identifier: MIT
// Checks for designers: what compiles, and is probably not what the designer wants. For example a
// start in the floor, or a door without brushes. Each check is a function of the source and of the
// level that the compiler made of it. It changes neither.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/vec.h"
#include "halfspace/world/moved_brush.h"
#include "halfspace/world/world.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

enum class LintCheck : std::uint8_t {
    NoPlayerStart,
    EntityInSolid,
    MisspelledClass,
    NoBrushes,
    UnknownTarget,
    UnusedName,
    AreaPortalWithoutDoor,
    DuplicateBrush,
    BuriedBrush,
    RepeatedSide,
    FlatPatch,
    OpaqueGlass,
    MovedBrush,
    FinerGrid,
};

struct LintRow {
    LintCheck check;
    // A stable name, for scripts and for docs/reference/levels.md.
    std::string_view code;
    Severity severity;
    std::string_view meaning;
    std::string_view advice;
};

// All checks, in the order of the findings.
inline constexpr auto kLintTable = [] {
    using enum LintCheck;
    using enum Severity;
    return std::to_array<LintRow>({
        {NoPlayerStart,
         "no-player-start",
         Warning,
         "The level has brushes or patches, but no start of a player.",
         "Add an `info_player_start` with an `origin`."},
        {EntityInSolid,
         "entity-in-solid",
         Warning,
         "A player or monster has no room at its place, or an item or light is in a wall.",
         "Move the entity to the free place that the message names."},
        {MisspelledClass,
         "misspelled-class",
         Warning,
         "A class differs from a known class by one letter.",
         "Correct the class. Ignore the warning if your game has this class."},
        {NoBrushes,
         "no-brushes",
         Warning,
         "An entity of a class that needs brushes has none. A `trigger_…` with a `targetname` "
         "needs "
         "none.",
         "Give brushes to the entity, or delete the entity."},
        {UnknownTarget,
         "unknown-target",
         Warning,
         "A key such as `target` or `killtarget` has a name that no entity has as `targetname`.",
         "Correct the name, or remove the key."},
        {UnusedName,
         "unused-name",
         Note,
         "A `func_…` or `trigger_…` has a `targetname` that no other key of the level names.",
         "Let an entity target it, or remove the `targetname`. Many games do not start such an "
         "entity otherwise."},
        {AreaPortalWithoutDoor,
         "area-portal-without-door",
         Warning,
         "Nothing closes an area portal, so it hides nothing.",
         "Give the door a `target` with the `targetname` of the `func_areaportal`, or put the area "
         "portal into the door. Else delete it."},
        {DuplicateBrush,
         "duplicate-brush",
         Warning,
         "Two brushes of an entity have the same volume and the same contents.",
         "Delete one of them."},
        {BuriedBrush,
         "buried-brush",
         Note,
         "A brush lies inside of other brushes, changes nothing there and is not drawn.",
         "Delete the brush."},
        {RepeatedSide,
         "repeated-side",
         Warning,
         "Two sides of a brush have the same plane. Only the first one counts.",
         "Delete one of the two sides."},
        {FlatPatch,
         "flat-patch",
         Warning,
         "The control points of a part of a patch coincide, so the part has no area.",
         "Move the points apart, or delete the rows or the patch."},
        {OpaqueGlass,
         "opaque-glass",
         Note,
         "All drawn sides of a brush look like glass or a fence, but the brush blocks sight.",
         "Use `func_detail_fence` for glass that stops bodies, or `func_detail_illusionary`."},
        {LintCheck::MovedBrush,
         "moved-brush",
         Note,
         "A brush is not on the grid of the level, so its surface was moved. The largest distance "
         "comes first.",
         "Move the points of the brush onto the grid, or compile with a finer `--grid`."},
        {FinerGrid,
         "finer-grid",
         Note,
         "A brush is on the grid of 1/64, not of 1/8, so the whole level has the grid of 1/64.",
         "If all such brushes are moved onto the grid of 1/8, the level has this grid, and exact "
         "questions are faster."},
    });
}();

// The row of a check.
const LintRow& row_of(LintCheck check);

// What a check has found.
struct LintFinding {
    LintCheck check;
    // Its message names the entity or the brush and its place, and what is wrong.
    Diagnostic diagnostic;
    std::string classname;      // of the entity; "" without a class
    std::optional<Vec3> place;  // map units; nullopt if the finding has no place
};

struct LintOptions {
    // True if the user has chosen the grid. FinerGrid then finds nothing.
    bool is_grid_given = false;
    // What the compiler says about this level (Compiled::moved).
    std::span<const MovedBrush> moved = {};
    // Threads to use [0: as many as the machine has]. The result does not depend on it.
    unsigned threads = 0;
};

// All findings: in the order of kLintTable, then of the source; moved brushes by their distance.
// level: what the compiler made of `world`. Decisions on brushes are exact. A body of a start or a
// monster is that of the space "stand"; without this space it is the point.
// Cost: near that of importing the brushes: a few percent of compiling them.
std::vector<LintFinding> lint(const World& world,
                              const Level& level,
                              const LintOptions& options = {});

}  // namespace halfspace
