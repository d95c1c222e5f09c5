// SPDX-License-Identifier: MIT
// docs/reference/levels.md against the code: each table of the page is made anew, from the tables
// of names in the code and from what the readers make of a box that bears the name.
#include "halfspace/base/file.h"

#include "formats/bsp/bsp_bytes.h"
#include "formats/bsp/bsp_contents.h"
#include "formats/map/map_contents.h"
#include "formats/map/map_flags.h"
#include "formats/map/map_text.h"
#include "formats/shared/bsp_reader.h"
#include "formats/text/entity_keys.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace halfspace::test {
namespace {

// Whom the contents stop.
std::string stopped_by(Contents contents) {
    bool stops_players = false;
    bool stops_monsters = false;
    for (const ContentsRow& row : kContentsTable) {
        if (any(row.bit & contents & kBodyBlockers)) {
            stops_players = stops_players || row.stops != Stops::Monsters;
            stops_monsters = stops_monsters || row.stops != Stops::Players;
        }
    }
    return stops_players ? (stops_monsters ? "yes" : "players")
                         : (stops_monsters ? "monsters" : "no");
}

// The columns of a brush: what it is, how its sides are drawn, and what it stops.
std::string columns(Contents contents, SurfaceKind surface, double opacity, bool is_masked) {
    std::string drawn = "no";
    if (surface == SurfaceKind::Sky) {
        drawn = "as sky";
    } else if (surface == SurfaceKind::Drawn) {
        drawn = is_masked ? "with holes" : "yes";
        if (opacity < 1) {
            drawn = std::to_string(static_cast<int>(opacity * 100 + 0.5)) + " % opaque";
        }
    }
    return to_string(contents) + " | " + drawn + " | " +
           (any(contents & kSightBlockers) ? "yes" : "no") + " | " + stopped_by(contents) + " | " +
           (any(contents & kSealing) ? "yes" : "no") + " |";
}

std::string contents_table() {
    std::string table =
        "| contents | drawn | blocks sight | blocks bodies | seals | clears |\n"
        "|---|---|---|---|---|---|\n";
    for (const ContentsRow& row : kContentsTable) {
        const SurfaceKind surface = row.bit == Contents::Sky ? SurfaceKind::Sky
                                    : row.is_drawn           ? SurfaceKind::Drawn
                                                             : SurfaceKind::NoDraw;
        const std::string clears = row.kind == ContentsKind::Opaque ? "all below"
                                   : any(row.hides)                 ? to_string(row.hides)
                                                                    : "nothing";
        table += "| " + columns(row.bit, surface, 1, false) + " " + clears + " |\n";
    }
    return table;
}

std::string of_brush(const World& world, const std::vector<Brush>& brushes) {
    if (brushes.empty()) {
        return "nothing, the brush is ignored | | | | |\n";
    }
    const BrushSide& side = brushes[0].sides[0];
    return columns(brushes[0].contents,
                   side.surface,
                   side.opacity,
                   world.materials[side.material.value].is_masked) +
           "\n";
}

std::string of_map(const std::string& text) {
    const World world = read(text).world;
    return of_brush(world, world.entities[0].brushes);
}

const std::string kBrushHead =
    " | becomes | drawn | blocks sight | blocks bodies | seals |\n|---|---|---|---|---|---|\n";

// As the page writes it, and a name that only this line of the table fits.
std::pair<std::string, std::string> spelled(const map::NamedTexture& texture) {
    const std::string text(texture.text);
    switch (texture.match) {
        case map::NamedTexture::Match::Whole:
            return {text, "a/" + text};
        case map::NamedTexture::Match::Begins:
            return texture.also.empty() ? std::pair(text + "…", text + "x")
                                        : std::pair(text + "…" + std::string(texture.also) + "…",
                                                    text + "x" + std::string(texture.also) + "x");
        case map::NamedTexture::Match::Holds:
            return {"…" + text + "…", "x" + text + "x"};
        case map::NamedTexture::Match::Folder:
            break;
    }
    return {text + "/…", "a/" + text + "/x"};
}

std::string texture_table() {
    std::string table = "| texture" + kBrushHead;
    std::set<std::string> seen;
    for (const map::NamedTexture& texture : map::named_textures()) {
        const auto [name, example] = spelled(texture);
        EXPECT_TRUE(seen.insert(name).second) << name;
        table += "| `" + name + "` | " + of_map(entity("worldspawn", cube(example)));
    }
    return table + "| any other | " + of_map(entity("worldspawn", cube("wall")));
}

std::string class_row(const std::string& shown, const std::string& classname) {
    const World world = read(entity("worldspawn") + entity(classname, cube("wall"))).world;
    const bool is_own = world.entities.size() > 1;
    const std::vector<Brush>& brushes = world.entities[is_own ? 1 : 0].brushes;
    return "| " + shown + " | " + (is_own ? "its own model" : "the world") + " | " +
           of_brush(world, brushes);
}

std::string class_table() {
    std::string table =
        "| class | its brushes belong to | stone becomes | drawn | blocks sight | blocks bodies | "
        "seals |\n|---|---|---|---|---|---|---|\n";
    for (const map::NamedEntity& named : map::named_entities()) {
        const std::string name(named.name);
        table += class_row("`" + name + (named.is_prefix ? "…`" : "`"),
                           named.is_prefix ? name + "x" : name);
    }
    return table + class_row("any other", "func_door");
}

std::string flag_cells(const NamedFlag& flag) {
    return "| " + std::string(flag.field == NamedFlag::Field::Contents ? "contents" : "surface") +
           " | `" + std::string(flag.name) + "` | " + std::to_string(flag.bit) + " | ";
}

const std::string kFlagHead =
    "| number | flag | value | becomes | drawn | blocks sight | blocks bodies | seals |\n"
    "|---|---|---|---|---|---|---|---|\n";

std::string quake2_table() {
    std::string table = kFlagHead;
    for (const NamedFlag& flag : map::quake2_flags()) {
        const bool is_contents = flag.field == NamedFlag::Field::Contents;
        const std::string bit = std::to_string(flag.bit);
        const std::string numbers = is_contents ? bit + " 0 0" : "0 " + bit + " 0";
        table +=
            flag_cells(flag) + of_map("// Game: Quake 2\n" +
                                      entity("worldspawn", cube("wall", "0 0 0 1 1 " + numbers)));
    }
    return table;
}

// Flags that say how something solid is come with SOLID.
std::string shader_table() {
    std::string table = kFlagHead;
    const std::set<std::string_view> with_solid{
        "DETAIL", "TRANSLUCENT", "SKY", "NODRAW", "SKIP", "NONSOLID"};
    for (const NamedFlag& flag : bsp::shader_flags()) {
        const bool is_contents = flag.field == NamedFlag::Field::Contents;
        const std::uint32_t solid = with_solid.contains(flag.name) ? kBspSolid : 0;
        BspSource source;
        source.add_box({0, 0, 0},
                       {64, 64, 64},
                       source.add_shader("textures/a/wall",
                                         (is_contents ? flag.bit : 0) | solid,
                                         is_contents ? 0 : flag.bit));
        const auto level = read_bsp(source.bytes(), "test.bsp");
        if (!level) {
            ADD_FAILURE() << to_string(level.error());
            continue;
        }
        NamedFlag shown = flag;
        const std::string name = std::string(flag.name) + (solid != 0 ? " with SOLID" : "");
        shown.name = name;
        table += flag_cells(shown) + of_brush(level->world, level->world.entities[0].brushes);
    }
    return table;
}

std::string key_table() {
    std::string table = "| key | meaning |\n|---|---|\n";
    for (const keys::NamedKey& named : keys::kNamedKeys) {
        table += "| `" + std::string(named.key) + "` | " + std::string(named.meaning) + " |\n";
    }
    return table;
}

// What stands between "<!-- NAME -->" and the next "<!-- end -->" of the page.
std::string part_of_page(const std::string& name) {
    const auto bytes = read_file(project_file("docs/reference/levels.md"));
    if (!bytes) {
        ADD_FAILURE() << to_string(bytes.error());
        return "";
    }
    const std::string page(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::string mark = "<!-- " + name + " -->\n";
    const std::size_t begin = page.find(mark);
    const std::size_t end = page.find("<!-- end -->", begin);
    EXPECT_TRUE(begin != std::string::npos && end != std::string::npos) << name;
    return begin == std::string::npos ? ""
                                      : page.substr(begin + mark.size(), end - begin - mark.size());
}

// The failure shows the table as the page should have it.
TEST(LevelsPage, ShowsEveryNameOfTheCodeAndWhatBecomesOfIt) {
    EXPECT_EQ(part_of_page("contents"), contents_table());
    EXPECT_EQ(part_of_page("textures"), texture_table());
    EXPECT_EQ(part_of_page("classes"), class_table());
    EXPECT_EQ(part_of_page("quake2"), quake2_table());
    EXPECT_EQ(part_of_page("shaders"), shader_table());
    EXPECT_EQ(part_of_page("keys"), key_table());
}

}  // namespace
}  // namespace halfspace::test
