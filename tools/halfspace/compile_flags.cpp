// SPDX-License-Identifier: MIT
#include "compile_flags.h"

#include "halfspace/exact/grid.h"

#include "body_input.h"
#include "words.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

constexpr const char* kGridSteps = "1, 1/2, 1/4 .. 1/1024";

using BadBrushes = CompileOptions::BadBrushes;
constexpr std::array kScores{Word{"area", SplitterScore::Area},
                             Word{"classic", SplitterScore::Classic}};
constexpr std::array kSplitters{Word{"all", Splitters::All}, Word{"axial", Splitters::AxialFirst}};
constexpr std::array kSurfaceTrees{Word{"solid", SurfaceTree::Solid},
                                   Word{"node", SurfaceTree::Node},
                                   Word{"leafy", SurfaceTree::Leafy}};
constexpr std::array kCollisions{Word{"onion", Collision::Onion},
                                 Word{"separate", Collision::Separate}};
constexpr std::array kVisibilities{Word{"none", std::optional<VisibilityMode>()},
                                   Word{"fast", std::optional(VisibilityMode::Fast)},
                                   Word{"bounded", std::optional(VisibilityMode::Bounded)},
                                   Word{"full", std::optional(VisibilityMode::Full)}};
constexpr std::array kBadBrushes{Word{"fail", BadBrushes::Fail}, Word{"skip", BadBrushes::Skip}};
constexpr std::array kOpenSurfaces{Word{"error", OpenSurfaces::Error},
                                   Word{"skip", OpenSurfaces::Skip},
                                   Word{"draw", OpenSurfaces::Draw}};

// A field of CompileOptions, by the path of its members.
template <auto First, auto... Rest>
auto& field_of(auto& options) {
    if constexpr (sizeof...(Rest) == 0) {
        return options.*First;
    } else {
        return field_of<Rest...>(options.*First);
    }
}

template <const auto& Words, auto... Path>
bool set_word(CompileOptions& options, std::string_view text) {
    const auto value = value_of(Words, text);
    if (value) {
        // NOLINTNEXTLINE(bugprone-optional-value-conversion): few fields are optionals
        field_of<Path...>(options) = *value;
    }
    return value.has_value();
}

template <const auto& Words, auto... Path>
std::string show_word(const CompileOptions& options) {
    return std::string(word_of(Words, field_of<Path...>(options)));
}

template <const auto& Words>
std::string list_words() {
    return list_of(Words);
}

// Reads a number that fills the text. The library checks its range later.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value = 0;
    const char* const first = text.data();
    const char* const last = first + text.size();
    const auto parsed = [&] {
        if constexpr (std::is_integral_v<Number>) {
            return std::from_chars(first, last, value);
        } else {
            return fast_float::from_chars(first, last, value);
        }
    }();
    const bool is_whole = parsed.ec == std::errc() && parsed.ptr == last;
    return is_whole ? std::optional(value) : std::nullopt;
}

template <auto... Path>
bool set_number(CompileOptions& options, std::string_view text) {
    auto& field = field_of<Path...>(options);
    const auto value = parse_number<std::remove_reference_t<decltype(field)>>(text);
    field = value.value_or(field);
    return value.has_value();
}

template <auto... Path>
std::string show_number(const CompileOptions& options) {
    return fmt::format("{}", field_of<Path...>(options));
}

// An option that is one of the words, and an option that is a number.
template <const auto& Words, auto... Path>
constexpr OptionText kWord{set_word<Words, Path...>, show_word<Words, Path...>, list_words<Words>};
template <auto... Path>
constexpr OptionText kNumber{set_number<Path...>, show_number<Path...>};

// Reads a step such as "1/8", "0.125" or "1" [map units].
std::optional<double> parse_step(std::string_view text) {
    if (!text.starts_with("1/")) {
        return parse_number<double>(text);
    }
    const std::optional<double> divisor = parse_number<double>(text.substr(2));
    return divisor && *divisor > 0 ? std::optional(1 / *divisor) : std::nullopt;
}

bool set_grid(CompileOptions& options, std::string_view text) {
    const std::optional<double> step = parse_step(text);
    for (int exponent = 0; step && exponent <= kMaxGridExponent; ++exponent) {
        if (std::ldexp(1.0, -exponent) == *step) {
            options.grid_exponent = exponent;
            return true;
        }
    }
    return false;
}

std::string explain_grid(const CompileOptions& /*options*/, std::string_view text) {
    const std::optional<double> step = parse_step(text);
    if (!step || !(*step > 0)) {
        return fmt::format("expected {}, found '{}'", kGridSteps, text);
    }
    // The nearest grids below and above the step.
    const double below = std::clamp(std::floor(-std::log2(*step)), 0.0, double{kMaxGridExponent});
    const double above = std::clamp(std::ceil(-std::log2(*step)), 0.0, double{kMaxGridExponent});
    std::string near = grid_name(static_cast<int>(below));
    if (above != below) {
        near += " or " + grid_name(static_cast<int>(above));
    }
    return fmt::format("expected {}, found '{}'; near it: {}", kGridSteps, text, near);
}

std::string show_grid(const CompileOptions& options) {
    return options.grid_exponent ? grid_name(*options.grid_exponent)
                                 : "1/8 if all input is on this grid, else 1/64";
}

std::string show_score(const CompileOptions& options) {
    return options.tree.score ? std::string(word_of(kScores, *options.tree.score))
                              : "area for brushes, classic for polygons";
}

bool set_skip_bad_brushes(CompileOptions& options, std::string_view /*none*/) {
    options.bad_brushes = BadBrushes::Skip;
    return true;
}

bool set_no_fill(CompileOptions& options, std::string_view /*none*/) {
    options.fill_outside = false;
    return true;
}

std::string show_fill(const CompileOptions& options) {
    return options.fill_outside ? "fill" : "no fill";
}

constexpr const char* kNoBody = "none";

bool add_body(CompileOptions& options, std::string_view text) {
    if (text == kNoBody) {
        return true;
    }
    const std::expected<Body, BadBody> body = parse_body(text);
    if (!body || name_problem(options.bodies, body->name)) {
        return false;
    }
    options.bodies.push_back(*body);
    return true;
}

std::string show_bodies(const CompileOptions& options) {
    std::string text;
    for (const Body& body : options.bodies) {
        text += (text.empty() ? "" : " ") + to_text(body);
    }
    return text;
}

void clear_bodies(CompileOptions& options) {
    options.bodies.clear();
}

std::string explain_body(const CompileOptions& options, std::string_view text) {
    const std::expected<Body, BadBody> body = parse_body(text);
    if (!body) {
        return fmt::format("'{}': {}", text, body.error().message);
    }
    const std::optional<Error> problem = name_problem(options.bodies, body->name);
    return problem ? problem->message : "";
}

// The flags, in the order of the help.
constexpr std::array kFlags{
    CompileFlag{
        .name = "--grid",
        .field = "grid_exponent",
        .group = kBasicFlags,
        .value = "STEP",
        .help = "Length of a grid step in map units; all planes of the level lie on the grid",
        .expects = kGridSteps,
        .text = {set_grid, show_grid},
        .explain = explain_grid},
    CompileFlag{
        .name = "--skip-bad-brushes",
        .field = "bad_brushes",
        .group = kBasicFlags,
        .value = "",
        .help = "Leave out brushes that are not solids or do not fit the grid",
        .text = {set_skip_bad_brushes, show_word<kBadBrushes, &CompileOptions::bad_brushes>}},
    CompileFlag{.name = "--no-fill",
                .field = "fill_outside",
                .group = kBasicFlags,
                .value = "",
                .help = "Leave empty what no entity can reach; else it becomes void",
                .text = {set_no_fill, show_fill}},
    CompileFlag{.name = "--vis",
                .field = "visibility",
                .group = kBasicFlags,
                .value = "HOW",
                .help =
                    "Which clusters see which, if the level is sealed. none: not computed. fast: "
                    "too many see each other, at once. bounded: full for most levels, but "
                    "within a minute. full: without a bound",
                .text = kWord<kVisibilities, &CompileOptions::visibility>},
    CompileFlag{.name = "--units-per-metre",
                .field = "units_per_metre",
                .group = kBasicFlags,
                .value = "X",
                .help = "Map units in a metre; export and games read this number from the level",
                .expects = "a number above 0",
                .text = kNumber<&CompileOptions::units_per_metre>},
    CompileFlag{.name = "--threads",
                .field = "threads",
                .group = kBasicFlags,
                .value = "N",
                .help = "Threads to use; their number does not change the level",
                .expects = "a whole number up to 1024; 0: all of the machine",
                .text = kNumber<&CompileOptions::threads>},
    CompileFlag{
        .name = "--space",
        .field = "bodies",
        .group = kBodyFlags,
        .value = "BODY",
        .help = "A body that moves in the level; give the flag once for each body",
        .expects = "NAME=minx,miny,minz:maxx,maxy,maxz, the NAME of a default body, or none",
        .text = {add_body, show_bodies},
        .clear = clear_bodies,
        .explain = explain_body,
        .alone = kNoBody},
    CompileFlag{.name = "--collision",
                .field = "collision",
                .group = kBodyFlags,
                .value = "KIND",
                .help = "onion: one tree for the point and all bodies. separate: a tree for each, "
                        "which makes traces faster and the file smaller",
                .text = kWord<kCollisions, &CompileOptions::collision>},
    CompileFlag{.name = "--facet-tolerance",
                .field = "facet_tolerance",
                .group = kBodyFlags,
                .value = "UNITS",
                .help =
                    "How far the flat facets of a curve may lie from the curve; the facets block "
                    "bodies and sight",
                .expects = "a number above 0, up to 64",
                .text = kNumber<&CompileOptions::facet_tolerance>},
    CompileFlag{.name = "--curve-tolerance",
                .field = "curve_tolerance",
                .group = kDrawingFlags,
                .value = "UNITS",
                .help = "How far the drawn flat pieces of a curve may lie from the curve",
                .expects = "a number above 0, up to 64",
                .text = kNumber<&CompileOptions::curve_tolerance>},
    CompileFlag{.name = "--open",
                .field = "open_surfaces",
                .group = kDrawingFlags,
                .value = "WHAT",
                .help =
                    "What to do with an object, or the surface of a .grid, that is not closed. "
                    "error: stop and list the open edges. skip: leave it out. draw: draw it, and "
                    "make nothing solid",
                .text = kWord<kOpenSurfaces, &CompileOptions::open_surfaces>},
    CompileFlag{
        .name = "--import-tolerance",
        .field = "import_tolerance",
        .group = kExpertFlags,
        .value = "STEPS",
        .help = "How far the surface of a brush off the grid may move onto the grid, in grid steps",
        .expects = "a number above 0, up to 4",
        .text = kNumber<&CompileOptions::import_tolerance>},
    CompileFlag{.name = "--vis-distance",
                .field = "visible_distance",
                .group = kExpertFlags,
                .value = "UNITS",
                .help = "Clusters farther apart than this do not see each other",
                .expects = "a number above 0; 0: no limit",
                .text = kNumber<&CompileOptions::visible_distance>},
    CompileFlag{.name = "--block-size",
                .field = "tree.block_size",
                .group = kExpertFlags,
                .value = "UNITS",
                .help = "Edge of the blocks that the world is cut into first. Then a change leaves "
                        "the tree of other blocks as it was, and traces are slower",
                .expects = "0: no blocks, or a power of two up to 1048576",
                .text = kNumber<&CompileOptions::tree, &TreeOptions::block_size>},
    CompileFlag{.name = "--score",
                .field = "tree.score",
                .group = kExpertFlags,
                .value = "RULE",
                .help =
                    "How the next plane to cut by is chosen. area: by the least expected cost of "
                    "a query. classic: by equal numbers of faces on both sides and few cut "
                    "faces",
                .text = {set_word<kScores, &CompileOptions::tree, &TreeOptions::score>,
                         show_score,
                         list_words<kScores>}},
    CompileFlag{.name = "--splitters",
                .field = "tree.splitters",
                .group = kExpertFlags,
                .value = "WHICH",
                .help = "Which planes may divide a cell. all: the plane of any face in it. axial: "
                        "only planes perpendicular to an axis, if a face in the cell is in one",
                .text = kWord<kSplitters, &CompileOptions::tree, &TreeOptions::splitters>},
    CompileFlag{.name = "--surface-tree",
                .field = "tree.surface_tree",
                .group = kExpertFlags,
                .value = "KIND",
                .help =
                    "Where the tree of a .grid world keeps the polygons. solid and node: at its "
                    "nodes; both give the same level. leafy: in its leaves, cut into more "
                    "pieces",
                .text = kWord<kSurfaceTrees, &CompileOptions::tree, &TreeOptions::surface_tree>},
};

std::string expected(const CompileFlag& flag) {
    return flag.text.words != nullptr ? flag.text.words() : flag.expects;
}

}  // namespace

std::span<const CompileFlag> compile_flags() {
    return kFlags;
}

std::string refusal(const CompileFlag& flag, const CompileOptions& options, std::string_view text) {
    return flag.explain != nullptr ? flag.explain(options, text)
                                   : fmt::format("expected {}, found '{}'", expected(flag), text);
}

std::optional<std::string> refused_option(const CompileOptions& options) {
    const std::optional<BadOption> bad = bad_option(options);
    if (!bad) {
        return std::nullopt;
    }
    const auto* const flag =
        std::find_if(kFlags.begin(), kFlags.end(), [&](const CompileFlag& candidate) {
            return candidate.field == bad->option;
        });
    return fmt::format(
        "{}: {}", flag == kFlags.end() ? bad->option : std::string(flag->name), bad->problem);
}

void add_flag(CLI::App& app, const CompileFlag& flag, CompileOptions& options) {
    const std::string usual = flag.text.show(CompileOptions{});
    if (*flag.value == '\0') {
        app.add_flag_callback(
               flag.name,
               [&options, &flag] { flag.text.set(options, ""); },
               fmt::format("{} (default {})", flag.help, usual))
            ->group(flag.group);
        return;
    }
    const auto set_all = [&options, &flag](const std::vector<std::string>& texts) {
        if (flag.clear != nullptr) {
            flag.clear(options);
        }
        if (flag.alone != nullptr && texts.size() > 1 &&
            std::find(texts.begin(), texts.end(), flag.alone) != texts.end()) {
            throw CLI::ValidationError(
                flag.name, fmt::format("'{}' excludes every other {}", flag.alone, flag.name));
        }
        for (const std::string& text : texts) {
            if (!flag.text.set(options, text)) {
                throw CLI::ValidationError(flag.name, refusal(flag, options, text));
            }
        }
    };
    CLI::Option* const option = app.add_option_function<std::vector<std::string>>(
        flag.name, set_all, fmt::format("{} ({}; default {})", flag.help, expected(flag), usual));
    option->group(flag.group)->type_name(flag.value)->expected(1)->allow_extra_args(false);
    option->multi_option_policy(flag.clear != nullptr ? CLI::MultiOptionPolicy::TakeAll
                                                      : CLI::MultiOptionPolicy::Throw);
}

}  // namespace halfspace::tool
