// SPDX-License-Identifier: MIT
// halfspace info: prints what a level holds.
#include "halfspace/base/file.h"
#include "halfspace/base/hash.h"
#include "halfspace/exact/grid.h"
#include "halfspace/level/level.h"
#include "halfspace/query/entities.h"

#include "command.h"
#include "json_report.h"
#include "level_summary.h"
#include "nav_summary.h"
#include "output_file.h"
#include "point_input.h"
#include "printable.h"
#include "query_level.h"
#include "tree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

struct InfoArguments {
    std::string level;
    std::string tree;
    std::uint32_t model = 0;
    bool entities = false;
    bool json = false;
};

// The hash of the file, with the same digits as `xxhsum -H3` prints.
std::string file_hash(const Level& level) {
    return fmt::format("{:016x}", hash_bytes(level.bytes()));
}

using Count = std::pair<const char*, std::uint64_t>;

std::array<Count, 6> side_decisions(const StatisticsRecord& statistics) {
    return {{{"identity", statistics.side_identity},
             {"filter", statistics.side_filter},
             {"integral", statistics.side_integral},
             {"exact128", statistics.side_exact128},
             {"exact192", statistics.side_exact192},
             {"exact256", statistics.side_exact256}}};
}

std::vector<Count> section_bytes(const Level& level) {
    std::vector<Count> bytes;
    for_each_section(level.view(), [&](const char* name, const auto& records) {
        bytes.emplace_back(name, records.size_bytes());
    });
    return bytes;
}

template <class Counts>
Json counts_json(const Counts& counts) {
    Json json = Json::object();
    for (const auto& [name, count] : counts) {
        json[name] = count;
    }
    return json;
}

// null for an empty model.
Json bounds_json(const Aabb& bounds) {
    return is_empty(bounds)
               ? Json()
               : Json{{"min", point_json(bounds.min)}, {"max", point_json(bounds.max)}};
}

Json space_json(const SpaceSummary& space) {
    return {{"name", space.name},
            {"min", point_json(space.body.min)},
            {"max", point_json(space.body.max)},
            {"excess", space.excess},
            {"own_tree", space.has_own_tree},
            {"nodes", space.nodes},
            {"leaves", space.leaves},
            {"blocked", space.blocked}};
}

Json hulls_json(const Level& level) {
    const HullSummary summary = hull_summary(level);
    return {{"count", summary.hulls},
            {"boxes", summary.boxes},
            {"corners", summary.corners},
            {"planes", summary.planes},
            {"bytes_each", summary.bytes_each}};
}

Json left_out_json(const Level& level) {
    Json brushes = Json::array();
    for (const LeftOutRecord& brush : level.left_out()) {
        brushes.push_back(
            {{"entity", brush.entity}, {"brush", brush.source}, {"line", brush.line}});
    }
    return brushes;
}

Json entities_json(const Level& level) {
    Json entities = Json::array();
    for (std::uint32_t e = 0; e < level.entities().size(); ++e) {
        const EntityRecord& entity = level.entities()[e];
        Json keys = Json::object();
        for (const KeyRecord& pair : level.keys().subspan(entity.first_key, entity.key_count)) {
            keys[std::string(level.string(pair.key))] = level.string(pair.value);
        }
        entities.push_back({{"line", entity.line},
                            {"model", entity.model == kNone ? Json() : Json(entity.model)},
                            {"keys", std::move(keys)}});
    }
    return entities;
}

Json info_json(const std::string& file, const Level& level) {
    const StatisticsRecord& statistics = level.statistics();
    const TreeDepth depth = tree_depth(level);
    Json report;
    report["file"] = file;
    report["bytes"] = level.bytes().size();
    report["xxh3"] = file_hash(level);
    report["grid"] = grid_name(level.grid_exponent());
    report["units_per_metre"] = level.units_per_metre();
    report["models"] = level.models().size();
    report["model_bounds"] = Json::array();
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        report["model_bounds"].push_back(bounds_json(level.model_bounds(ModelId(m))));
    }
    report["entities"] = level.entities().size();
    report["brushes"] = level.brushes().size() - facets_of(level);
    report["facets"] = facets_of(level);
    report["left_out"] = left_out_json(level);
    report["planes"] = level.planes().size();
    report["nodes"] = level.nodes().size();
    report["leaves"] = level.leaves().size();
    report["leaves_by_contents"] = counts_json(leaves_by_contents(level));
    report["depth"] = {{"max", depth.max}, {"mean", depth.mean}, {"balance", depth.balance}};
    report["collision"] = collision_trees(level).name;
    report["spaces"] = Json::array();
    for (const SpaceSummary& space : space_summaries(level)) {
        report["spaces"].push_back(space_json(space));
    }
    report["hulls"] = hulls_json(level);
    report["clusters"] = level.clusters().size();
    report["portals"] = level.portals().size();
    report["average_visible"] = average_visible(level) ? Json(*average_visible(level)) : Json();
    report["navigation"] = nav_json(level);
    report["faces"] = level.faces().size();
    report["vertices"] = level.vertices().size();
    report["materials"] = level.materials().size();
    report["candidate_faces"] = statistics.candidate_faces;
    report["exposed_faces"] = statistics.exposed_faces;
    report["face_splits"] = statistics.face_splits;
    report["blocks"] = statistics.blocks;
    report["section_bytes"] = counts_json(section_bytes(level));
    report["plane_bits"] = {{"normal", statistics.normal_bits},
                            {"distance", statistics.distance_bits},
                            {"predicate", statistics.predicate_bits}};
    report["side_decisions"] = counts_json(side_decisions(statistics));
    report["moved_planes"] = statistics.moved_planes;
    report["largest_move"] = statistics.largest_move;
    report["moved_corners"] = statistics.moved_corners;
    report["tolerances"] = {{"import", statistics.import_tolerance},
                            {"curves", statistics.curve_tolerance},
                            {"facets", statistics.facet_tolerance}};
    return report;
}

template <class Value>
void print_row(const char* name, const Value& value) {
    fmt::print("  {:<18}{}\n", name, value);
}

std::string percentages(const StatisticsRecord& statistics) {
    std::uint64_t total = 0;
    for (const Count& decision : side_decisions(statistics)) {
        total += decision.second;
    }
    std::string text;
    for (const auto& [name, count] : side_decisions(statistics)) {
        const double share =
            total == 0 ? 0 : 100.0 * static_cast<double>(count) / static_cast<double>(total);
        text += fmt::format("{}{} {:.2f} %", text.empty() ? "" : ", ", name, share);
    }
    return text;
}

template <class Counts>
std::string list(const Counts& counts, std::string_view separator) {
    std::string text;
    for (const auto& [name, count] : counts) {
        text += fmt::format("{}{} {}", text.empty() ? "" : separator, name, count);
    }
    return text;
}

std::string box_text(const Aabb& box) {
    return is_empty(box) ? "nothing" : point_text(box.min) + " to " + point_text(box.max);
}

void print_space(const SpaceSummary& space) {
    print_row(("space " + printable(space.name)).c_str(),
              fmt::format("{}, excess {:.3g}, {} tree: nodes {}, leaves {}, blocked {}",
                          box_text(space.body),
                          space.excess,
                          space.has_own_tree ? "own" : "joint",
                          space.nodes,
                          space.leaves,
                          space.blocked));
}

// Prints the models with their bounds, at most kMaxRows of them.
void print_models(const Level& level) {
    constexpr std::uint32_t kMaxRows = 16;
    const auto count = static_cast<std::uint32_t>(level.models().size());
    print_row("models", count);
    for (std::uint32_t m = 0; m < std::min(count, kMaxRows); ++m) {
        const ModelRecord& model = level.models()[m];
        const std::string kind((model.flags & kModelCurves) != 0 ? "curves of " : "");
        print_row(fmt::format("model {}", m).c_str(),
                  fmt::format("{}{}, {}",
                              kind,
                              printable(classname_of(level, EntityId(model.entity))),
                              box_text(level.model_bounds(ModelId(m)))));
    }
    if (count > kMaxRows) {
        print_row("", fmt::format("{} more models: see --json", count - kMaxRows));
    }
}

// "3 brushes of the source: line 12, 18, 24".
std::string left_out_text(const Level& level) {
    constexpr std::size_t kMaxLines = 16;
    std::string text;
    const std::size_t count = level.left_out().size();
    for (const LeftOutRecord& brush : level.left_out().first(std::min(count, kMaxLines))) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", brush.line);
    }
    return fmt::format("{} {} of the source: line {}{}",
                       count,
                       count == 1 ? "brush" : "brushes",
                       text,
                       count > kMaxLines ? ", ..." : "");
}

void print_text(const std::string& file, const Level& level) {
    const StatisticsRecord& statistics = level.statistics();
    const TreeDepth depth = tree_depth(level);
    fmt::print("{}\n", file);
    print_row("bytes", level.bytes().size());
    print_row("xxh3", file_hash(level));
    print_row("grid", grid_name(level.grid_exponent()));
    print_row("units per metre", level.units_per_metre());
    print_models(level);
    print_row("entities", level.entities().size());
    print_row("brushes", level.brushes().size() - facets_of(level));
    if (facets_of(level) > 0) {
        print_row("facets of curves", facets_of(level));
    }
    if (!level.left_out().empty()) {
        print_row("left out", left_out_text(level));
    }
    print_row("planes", level.planes().size());
    print_row("plane bits",
              fmt::format("normal {}, distance {}, predicate {}",
                          statistics.normal_bits,
                          statistics.distance_bits,
                          statistics.predicate_bits));
    print_row(
        "moved planes",
        fmt::format("{}, at most {:.3g} units", statistics.moved_planes, statistics.largest_move));
    if (statistics.moved_corners != 0) {
        print_row("moved corners", statistics.moved_corners);
    }
    print_row("tolerances",
              fmt::format("brushes {} grid steps, curves {} units, facets {} units",
                          statistics.import_tolerance,
                          statistics.curve_tolerance,
                          statistics.facet_tolerance));
    print_row("nodes", level.nodes().size());
    print_row(
        "depth",
        fmt::format("{} (mean {:.1f}, balance {:.2f})", depth.max, depth.mean, depth.balance));
    // Semicolons, because names of contents with several bits contain commas.
    print_row("leaves",
              fmt::format("{}: {}", level.leaves().size(), list(leaves_by_contents(level), "; ")));
    const CollisionTrees trees = collision_trees(level);
    print_row("collision", fmt::format("{}: {}", trees.name, trees.words));
    for (const SpaceSummary& space : space_summaries(level)) {
        print_space(space);
    }
    if (const std::string clusters = clusters_text(level); !clusters.empty()) {
        print_row("visibility", clusters);
    }
    if (const std::string meshes = nav_text(level); !meshes.empty()) {
        print_row("navigation", meshes);
    }
    const HullSummary hulls = hull_summary(level);
    print_row("hulls",
              fmt::format("{} ({} boxes): corners {}, planes {}, {:.0f} bytes a hull",
                          hulls.hulls,
                          hulls.boxes,
                          hulls.corners,
                          hulls.planes,
                          hulls.bytes_each));
    print_row("faces",
              fmt::format("{} ({} candidates, {} exposed, {} splits)",
                          level.faces().size(),
                          statistics.candidate_faces,
                          statistics.exposed_faces,
                          statistics.face_splits));
    print_row("vertices", level.vertices().size());
    print_row("blocks", statistics.blocks);
    print_row("side decisions", percentages(statistics));
    print_row("section bytes", list(section_bytes(level), ", "));
}

// A line for each entity: "  12  line 85  func_door  model 3  targetname gate  speed 100".
void print_entities(const Level& level) {
    for (std::uint32_t e = 0; e < level.entities().size(); ++e) {
        const EntityRecord& entity = level.entities()[e];
        std::string line = fmt::format("  {:>4}", e);
        if (entity.line != 0) {
            line += fmt::format("  line {}", entity.line);
        }
        line += fmt::format("  {}", printable(classname_of(level, EntityId(e))));
        if (entity.model != kNone) {
            line += fmt::format("  model {}", entity.model);
        }
        for (const KeyRecord& pair : level.keys().subspan(entity.first_key, entity.key_count)) {
            const std::string_view key = level.string(pair.key);
            if (key != "classname") {
                line += fmt::format("  {} {}", printable(key), printable(level.string(pair.value)));
            }
        }
        fmt::print("{}\n", line);
    }
}

ExitCode write_tree(const InfoArguments& arguments, const Level& level) {
    if (arguments.model >= level.models().size()) {
        return wrong_usage(no_such_model(level, arguments.model));
    }
    const std::string svg = tree_svg(level, ModelId(arguments.model));
    const Result<void> written = write_file(arguments.tree, std::as_bytes(std::span(svg)));
    if (!written) {
        return bad_input(written.error());
    }
    return ExitCode::Done;
}

ExitCode run_info(const InfoArguments& arguments) {
    if (!arguments.tree.empty() && is_same_file(arguments.level, arguments.tree)) {
        return wrong_usage("the picture would replace the level; name another file with --tree");
    }
    if (!arguments.tree.empty() && !is_svg(arguments.tree)) {
        return wrong_usage("--tree: " + unsupported_output(arguments.tree, ".svg"));
    }
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return bad_input(level.error());
    }
    if (!arguments.tree.empty()) {
        if (const ExitCode code = write_tree(arguments, *level); code != ExitCode::Done) {
            return code;
        }
    }
    if (arguments.json) {
        Json report = info_json(arguments.level, *level);
        if (arguments.entities) {
            report["entity_list"] = entities_json(*level);
        }
        print_json(report);
    } else if (arguments.entities) {
        print_entities(*level);
    } else {
        print_text(arguments.level, *level);
    }
    return ExitCode::Done;
}

}  // namespace

Command add_info_command(CLI::App& parent) {
    const auto arguments = std::make_shared<InfoArguments>();
    CLI::App* app = parent.add_subcommand("info", "Print what a level holds");
    add_level_argument(*app, arguments->level);
    CLI::Option* const tree =
        app->add_option("--tree", arguments->tree, "Write a picture of the tree as well")
            ->type_name("FILE.svg");
    app->add_option(
           "--model", arguments->model, "The model whose tree --tree shows (default 0: the world)")
        ->needs(tree)
        ->type_name("N");
    app->add_flag("--entities",
                  arguments->entities,
                  "Print the entities with their keys; with --json: beside the report");
    app->add_flag("--json", arguments->json, "Print the report as JSON");
    app->footer(
        "Left out are brushes that compile --skip-bad-brushes did not take.\n"
        "Moved planes are sides of brushes that did not lie on the grid. Moved corners of "
        "polygons\n"
        "are not counted.\n"
        "A brush is grown by each body. Excess is how far the grown brushes reach beyond the "
        "exact\n"
        "shape, in units.\n"
        "A hull is the solid of a leaf that blocks. Bodies of any size are swept against hulls.\n"
        "Examples:\n"
        "  halfspace info keep.hsw\n"
        "  halfspace info keep.hsw --json\n"
        "  halfspace info keep.hsw --entities\n"
        "  halfspace info keep.hsw --tree tree.svg\n");
    return {app, [arguments] { return run_info(*arguments); }};
}

}  // namespace halfspace::tool
