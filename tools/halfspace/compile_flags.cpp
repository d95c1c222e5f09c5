// SPDX-License-Identifier: MIT
#include "compile_flags.h"

#include "body_input.h"
#include "level_summary.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

constexpr int kFinestGrid = 10;  // 1/1024
constexpr const char* kGridSteps = "1, 1/2, 1/4 .. 1/1024";
constexpr int kLargestBlock = 1 << 20;  // beyond any level
constexpr int kMostCandidates = 1024;
constexpr int kMostThreads = 1024;

constexpr std::array<std::pair<std::string_view, SurfaceTree>, 3> kSurfaceTrees{
    {{"solid", SurfaceTree::Solid}, {"node", SurfaceTree::Node}, {"leafy", SurfaceTree::Leafy}}};

constexpr std::array<std::pair<std::string_view, Collision>, 3> kCollisions{
    {{"onion", Collision::Onion}, {"separate", Collision::Separate}, {"both", Collision::Both}}};

std::optional<int> parse_integer(std::string_view text, int least, int most) {
    int value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = code == std::errc() && end == text.data() + text.size();
    return is_whole && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

std::optional<double> parse_real(std::string_view text) {
    double value = 0;
    const auto parsed = fast_float::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return is_whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// "1/8", "0.125" and "1" in map units.
std::optional<double> parse_step(std::string_view text) {
    if (!text.starts_with("1/")) {
        return parse_real(text);
    }
    const std::optional<double> divisor = parse_real(text.substr(2));
    return divisor && *divisor > 0 ? std::optional(1 / *divisor) : std::nullopt;
}

bool set_grid(CompileOptions& options, std::string_view text) {
    const std::optional<double> step = parse_step(text);
    for (int exponent = 0; step && exponent <= kFinestGrid; ++exponent) {
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
    // The grids on both sides of the step, of those that there are.
    const double below = std::clamp(std::floor(-std::log2(*step)), 0.0, double{kFinestGrid});
    const double above = std::clamp(std::ceil(-std::log2(*step)), 0.0, double{kFinestGrid});
    std::string near = grid_text(static_cast<int>(below));
    if (above != below) {
        near += " or " + grid_text(static_cast<int>(above));
    }
    return fmt::format("expected {}, found '{}'; near it lies {}", kGridSteps, text, near);
}

std::string show_grid(const CompileOptions& options) {
    return options.grid_exponent ? grid_text(*options.grid_exponent)
                                 : "1/8 if all input is on it, else 1/64";
}

bool set_block_size(CompileOptions& options, std::string_view text) {
    const std::optional<int> size = parse_integer(text, 0, kLargestBlock);
    if (!size || (*size != 0 && !std::has_single_bit(static_cast<unsigned>(*size)))) {
        return false;
    }
    options.block_size = *size;
    return true;
}

bool set_score(CompileOptions& options, std::string_view text) {
    if (text != "area" && text != "classic") {
        return false;
    }
    options.score = text == "area" ? SplitterScore::Area : SplitterScore::Classic;
    return true;
}

std::string show_score(const CompileOptions& options) {
    if (!options.score) {
        return "area for brushes, classic for polygons";
    }
    return options.score == SplitterScore::Area ? "area" : "classic";
}

bool set_splitters(CompileOptions& options, std::string_view text) {
    if (text != "all" && text != "axial") {
        return false;
    }
    options.splitters = text == "all" ? Splitters::All : Splitters::AxialFirst;
    return true;
}

std::string show_splitters(const CompileOptions& options) {
    return options.splitters == Splitters::All ? "all" : "axial";
}

bool set_split_weight(CompileOptions& options, std::string_view text) {
    const std::optional<double> weight = parse_real(text);
    if (!weight || *weight < 0) {
        return false;
    }
    options.split_weight = weight;
    return true;
}

bool set_candidates(CompileOptions& options, std::string_view text) {
    const std::optional<int> candidates = parse_integer(text, 1, kMostCandidates);
    options.candidates = candidates.value_or(options.candidates);
    return candidates.has_value();
}

bool set_import_tolerance(CompileOptions& options, std::string_view text) {
    const std::optional<double> tolerance = parse_real(text);
    if (!tolerance || *tolerance <= 0 || *tolerance > kMostImportTolerance) {
        return false;
    }
    options.import_tolerance = *tolerance;
    return true;
}

bool set_curve_tolerance(CompileOptions& options, std::string_view text) {
    const std::optional<double> tolerance = parse_real(text);
    if (!tolerance || *tolerance <= 0 || *tolerance > kMostCurveTolerance) {
        return false;
    }
    options.curve_tolerance = *tolerance;
    return true;
}

bool set_facet_tolerance(CompileOptions& options, std::string_view text) {
    const std::optional<double> tolerance = parse_real(text);
    if (!tolerance || *tolerance <= 0 || *tolerance > kMostCurveTolerance) {
        return false;
    }
    options.facet_tolerance = *tolerance;
    return true;
}

bool set_units_per_metre(CompileOptions& options, std::string_view text) {
    const std::optional<double> units = parse_real(text);
    if (!units || *units <= 0) {
        return false;
    }
    options.units_per_metre = *units;
    return true;
}

bool set_threads(CompileOptions& options, std::string_view text) {
    const std::optional<int> threads = parse_integer(text, 0, kMostThreads);
    options.threads = static_cast<unsigned>(threads.value_or(0));
    return threads.has_value();
}

bool set_skip_bad_brushes(CompileOptions& options, std::string_view /*none*/) {
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    return true;
}

bool set_surface_tree(CompileOptions& options, std::string_view text) {
    for (const auto& [name, kind] : kSurfaceTrees) {
        if (text == name) {
            options.surface_tree = kind;
            return true;
        }
    }
    return false;
}

std::string show_surface_tree(const CompileOptions& options) {
    const auto* const known =
        std::find_if(kSurfaceTrees.begin(), kSurfaceTrees.end(), [&](const auto& named) {
            return named.second == options.surface_tree;
        });
    return std::string(known->first);
}

bool set_open_surfaces(CompileOptions& options, std::string_view text) {
    if (text != "error" && text != "shell") {
        return false;
    }
    options.open_surfaces =
        text == "error" ? CompileOptions::OpenSurfaces::Error : CompileOptions::OpenSurfaces::Shell;
    return true;
}

std::string show_open_surfaces(const CompileOptions& options) {
    return options.open_surfaces == CompileOptions::OpenSurfaces::Error ? "error" : "shell";
}

bool set_collision(CompileOptions& options, std::string_view text) {
    for (const auto& [name, kind] : kCollisions) {
        if (text == name) {
            options.collision = kind;
            return true;
        }
    }
    return false;
}

std::string show_collision(const CompileOptions& options) {
    const auto* const known =
        std::find_if(kCollisions.begin(), kCollisions.end(), [&](const auto& named) {
            return named.second == options.collision;
        });
    return std::string(known->first);
}

constexpr const char* kNoBody = "none";

bool add_body(CompileOptions& options, std::string_view text) {
    if (text == kNoBody) {
        return true;
    }
    const std::expected<Body, BadBody> body = parse_body(text);
    if (!body || !name_problem(options.bodies, body->name).empty()) {
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
    return body ? name_problem(options.bodies, body->name)
                : fmt::format("'{}': {}", text, body.error().message);
}

std::string show_bad_brushes(const CompileOptions& options) {
    return options.bad_brushes == CompileOptions::BadBrushes::Fail ? "fail" : "skip";
}

constexpr std::array kFlags{
    CompileFlag{"--grid",
                "STEP",
                "Grid step in map units",
                kGridSteps,
                set_grid,
                show_grid,
                nullptr,
                explain_grid},
    CompileFlag{
        "--import-tolerance",
        "STEPS",
        "How far the surface of a brush off the grid may move, in grid steps",
        "a number above 0, up to 4",
        set_import_tolerance,
        [](const CompileOptions& options) { return fmt::format("{}", options.import_tolerance); }},
    CompileFlag{"--block-size",
                "UNITS",
                "Edge of the fixed blocks at the top of the tree",
                "0: none, or a power of two up to 1048576",
                set_block_size,
                [](const CompileOptions& options) { return std::to_string(options.block_size); }},
    CompileFlag{
        "--score", "RULE", "How splitters are compared", "area or classic", set_score, show_score},
    CompileFlag{"--splitters",
                "WHICH",
                "Which planes divide a cell: all, or axial ones while a face lies in one",
                "all or axial",
                set_splitters,
                show_splitters},
    CompileFlag{"--split-weight",
                "X",
                "Cost of one split face, in faces met by a query",
                "a number, at least 0",
                set_split_weight,
                [](const CompileOptions&) {
                    return fmt::format(
                        "{} with area, {} with classic", kAreaSplitWeight, kClassicSplitWeight);
                }},
    CompileFlag{"--candidates",
                "N",
                "Splitters tried at each node",
                "1 .. 1024",
                set_candidates,
                [](const CompileOptions& options) { return std::to_string(options.candidates); }},
    CompileFlag{"--space",
                "BODY",
                "A body that moves in the level; may be repeated",
                "NAME=minx,miny,minz:maxx,maxy,maxz, NAME of a default one, or none",
                add_body,
                show_bodies,
                clear_bodies,
                explain_body,
                kNoBody},
    CompileFlag{"--collision",
                "KIND",
                "One tree for the point and all bodies, one for each (faster to trace), or both",
                "onion, separate or both",
                set_collision,
                show_collision},
    CompileFlag{"--surface-tree",
                "KIND",
                "Where the tree of a surface keeps its polygons; solid and node give one level",
                "solid, node or leafy",
                set_surface_tree,
                show_surface_tree},
    CompileFlag{"--open-surfaces",
                "WHAT",
                "What becomes of a surface that is not closed",
                "error, or shell: it is drawn, all of it empty",
                set_open_surfaces,
                show_open_surfaces},
    CompileFlag{
        "--curve-tolerance",
        "UNITS",
        "How far flat pieces of a curved patch may lie from it",
        "a number above 0, up to 64",
        set_curve_tolerance,
        [](const CompileOptions& options) { return fmt::format("{}", options.curve_tolerance); }},
    CompileFlag{
        "--facet-tolerance",
        "UNITS",
        "The same for the facets of curves that block bodies and sight",
        "a number above 0, up to 64",
        set_facet_tolerance,
        [](const CompileOptions& options) { return fmt::format("{}", options.facet_tolerance); }},
    CompileFlag{
        "--units-per-metre",
        "X",
        "Map units in a metre, stored in the level",
        "a number above 0",
        set_units_per_metre,
        [](const CompileOptions& options) { return fmt::format("{}", options.units_per_metre); }},
    CompileFlag{"--threads",
                "N",
                "Threads to use",
                "0: all of the machine, or up to 1024",
                set_threads,
                [](const CompileOptions& options) { return std::to_string(options.threads); }},
    CompileFlag{"--skip-bad-brushes",
                "",
                "Leave out brushes that are no solids, with a warning each",
                "",
                set_skip_bad_brushes,
                show_bad_brushes},
};

}  // namespace

std::span<const CompileFlag> compile_flags() {
    return kFlags;
}

std::string refusal(const CompileFlag& flag, const CompileOptions& options, std::string_view text) {
    return flag.explain != nullptr ? flag.explain(options, text)
                                   : fmt::format("expected {}, found '{}'", flag.expects, text);
}

void add_flag(CLI::App& app, const CompileFlag& flag, CompileOptions& options) {
    const std::string usual = flag.show(CompileOptions{});
    if (*flag.value == '\0') {
        app.add_flag_callback(
            flag.name,
            [&options, &flag] { flag.set(options, ""); },
            fmt::format("{} (default {})", flag.help, usual));
        return;
    }
    const auto set_all = [&options, &flag](const std::vector<std::string>& texts) {
        if (flag.clear != nullptr) {
            flag.clear(options);
        }
        if (flag.alone != nullptr && texts.size() > 1 &&
            std::find(texts.begin(), texts.end(), flag.alone) != texts.end()) {
            throw CLI::ValidationError(
                flag.name, fmt::format("'{}' goes with no other {}", flag.alone, flag.name));
        }
        for (const std::string& text : texts) {
            if (!flag.set(options, text)) {
                throw CLI::ValidationError(flag.name, refusal(flag, options, text));
            }
        }
    };
    CLI::Option* const option = app.add_option_function<std::vector<std::string>>(
        flag.name, set_all, fmt::format("{} ({}; default {})", flag.help, flag.expects, usual));
    option->type_name(flag.value)->expected(1)->allow_extra_args(false);
    option->multi_option_policy(flag.clear != nullptr ? CLI::MultiOptionPolicy::TakeAll
                                                      : CLI::MultiOptionPolicy::Throw);
}

}  // namespace halfspace::tool
