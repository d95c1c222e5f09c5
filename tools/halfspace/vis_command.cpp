// SPDX-License-Identifier: MIT
// halfspace vis: which clusters of a portal file see each other.
#include "halfspace/base/file.h"
#include "halfspace/base/hash.h"
#include "halfspace/compile/visibility.h"
#include "halfspace/formats/portal_file.h"

#include "commands.h"
#include "console.h"
#include "interrupt.h"
#include "json_report.h"
#include "output_file.h"
#include "words.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace halfspace::tool {
namespace {

constexpr std::array kModes{Word{"fast", VisibilityMode::Fast},
                            Word{"bounded", VisibilityMode::Bounded},
                            Word{"full", VisibilityMode::Full}};

struct VisArguments {
    std::string input;
    std::string output;  // empty: no rows are written
    std::string resume;  // empty: no state is saved
    std::optional<VisibilityMode> mode = VisibilityMode::Full;
    double distance = 0;
    double save_every = 60;
    std::uint32_t threads = 0;
    bool json = false;
    bool quiet = false;
};

struct VisRun {
    std::size_t portals = 0;
    Visibility visibility;
    double seconds = 0;
};

template <class T>
void append(std::vector<std::byte>& bytes, std::span<const T> values) {
    const std::span<const std::byte> more = std::as_bytes(values);
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// The file of rows that docs/explanation/visibility.md describes.
std::vector<std::byte> rows_file(const Visibility& visibility) {
    static constexpr char kMagic[8] = {'H', 'S', 'V', 'I', 'S', '1', 0, 0};
    const std::uint32_t counts[2] = {visibility.cluster_count,
                                     static_cast<std::uint32_t>(visibility.bytes.size())};
    std::vector<std::byte> bytes;
    append(bytes, std::span<const char>(kMagic));
    append(bytes, std::span<const std::uint32_t>(counts));
    append(bytes, std::span<const std::uint32_t>(visibility.starts));
    append(bytes, std::span<const std::byte>(visibility.bytes));
    const std::uint64_t hash = hash_bytes(bytes);
    append(bytes, std::span(&hash, 1));
    return bytes;
}

Result<PortalGraph> read_graph(const std::string& path) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    return read_portals({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path);
}

// The state of the last run; nothing if its file is missing.
Result<std::vector<std::byte>> last_state(const VisArguments& arguments) {
    if (arguments.resume.empty() || !is_file(arguments.resume)) {
        return std::vector<std::byte>();
    }
    return read_file(arguments.resume);
}

Result<VisRun> compute(const VisArguments& arguments, Progress& progress) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<PortalGraph> graph = read_graph(arguments.input);
    if (!graph) {
        return std::unexpected(graph.error());
    }
    const Result<std::vector<std::byte>> state = last_state(arguments);
    if (!state) {
        return std::unexpected(state.error());
    }
    VisibilityOptions options{.mode = *arguments.mode,
                              .max_distance = arguments.distance,
                              .threads = arguments.threads,
                              .progress = &progress,
                              .saved_state = *state,
                              .save_interval = arguments.save_every};
    Result<void> saved;
    if (!arguments.resume.empty()) {
        options.save = [&](std::span<const std::byte> bytes) {
            if (Result<void> written = write_file(arguments.resume, bytes); !written) {
                saved = std::move(written);
            }
        };
    }
    Result<Visibility> visibility = compute_visibility(*graph, options);
    if (!visibility) {
        Error error = saved ? std::move(visibility.error()) : std::move(saved.error());
        if (error.code == ErrorCode::Damaged && !options.saved_state.empty()) {
            error.where.file = arguments.resume;
        }
        return std::unexpected(std::move(error));
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    return VisRun{graph->portals.size(), *std::move(visibility), seconds.count()};
}

Json run_json(const VisArguments& arguments, const VisRun& run) {
    const Visibility& visibility = run.visibility;
    Json report{{"input", arguments.input},
                {"output", arguments.output.empty() ? Json() : Json(arguments.output)},
                {"mode", word_of(kModes, *arguments.mode)},
                {"clusters", visibility.cluster_count},
                {"portals", run.portals},
                {"average_visible", visibility.average()},
                {"visible_pairs", visibility.visible},
                {"proven_pairs", visibility.proven},
                {"stopped_flows", visibility.stopped},
                {"row_bytes", visibility.bytes.size()},
                {"is_taken_up", visibility.is_taken_up},
                {"seconds", run.seconds}};
    return report;
}

void print_text(const VisArguments& arguments, const VisRun& run) {
    const Visibility& visibility = run.visibility;
    fmt::print("{}\n  clusters {}, portals {}\n",
               arguments.output.empty() ? arguments.input : arguments.output,
               visibility.cluster_count,
               run.portals);
    fmt::print("  average visible {:.2f} clusters, itself included", visibility.average());
    if (visibility.proven > 0) {
        fmt::print("; {:.1f} % of them proven by a line of sight",
                   100.0 * static_cast<double>(visibility.proven) /
                       static_cast<double>(visibility.visible));
    }
    if (visibility.stopped > 0) {
        fmt::print("\n  {} of {} flows ended early", visibility.stopped, 2 * run.portals);
    }
    fmt::print("\n  bytes of rows {}\n  {:.2f} s\n", visibility.bytes.size(), run.seconds);
}

std::string output_problem(const VisArguments& arguments) {
    for (const std::string& output : {arguments.output, arguments.resume}) {
        if (!output.empty() && is_same_file(arguments.input, output)) {
            return "'" + output + "' would replace the input; name another file";
        }
    }
    const auto whole = [](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
    };
    if (!arguments.output.empty() && !arguments.resume.empty() &&
        whole(arguments.output) == whole(arguments.resume)) {
        return "-o and --resume name the same file";
    }
    if (!arguments.resume.empty() && arguments.mode == VisibilityMode::Fast) {
        return "--resume has nothing to save with --mode fast";
    }
    return "";
}

ExitCode run_vis(const VisArguments& arguments) {
    const VisibilityOptions asked{.max_distance = arguments.distance,
                                  .threads = arguments.threads,
                                  .save_interval = arguments.save_every};
    if (const std::optional<BadOption> bad = bad_option(asked)) {
        const std::string flag = bad->option == "max_distance"    ? "distance"
                                 : bad->option == "save_interval" ? "save-every"
                                                                  : bad->option;
        return wrong_usage("--" + flag + ": " + bad->problem, "vis");
    }
    if (const std::string problem = output_problem(arguments); !problem.empty()) {
        return wrong_usage(problem);
    }
    Progress progress;
    Result<VisRun> run;
    {
        const Interrupt interrupt(progress.cancel);
        const ProgressBar bar(progress, arguments.quiet ? Verbosity::Quiet : Verbosity::Normal);
        run = compute(arguments, progress);
    }
    if (!run) {
        print_error(run.error());
        die_if_interrupted();
        return ExitCode::BadInput;
    }
    if (!arguments.output.empty()) {
        if (const auto written = write_file(arguments.output, rows_file(run->visibility));
            !written) {
            return bad_input(written.error());
        }
    }
    if (!arguments.resume.empty() && is_file(arguments.resume)) {
        std::remove(arguments.resume.c_str());  // the work is done
    }
    if (arguments.json) {
        print_json(run_json(arguments, *run));
    } else if (!arguments.quiet) {
        print_text(arguments, *run);
    }
    return ExitCode::Done;
}

}  // namespace

Command add_vis_command(CLI::App& parent) {
    const auto arguments = std::make_shared<VisArguments>();
    CLI::App* app =
        parent.add_subcommand("vis", "Compute which clusters of a portal file see each other");
    app->add_option("FILE", arguments->input, "A portal file of any compiler (.prt)")
        ->required()
        ->type_name("");
    app->add_option("-o,--output", arguments->output, "Write the rows of visible clusters")
        ->type_name("OUT");
    add_word_option(*app,
                    "--mode",
                    arguments->mode,
                    kModes,
                    "fast: a flood through portals that face each other. full: lines of sight "
                    "through sequences of portals bounded: the same, within a minute (fast, "
                    "bounded or full; default full)")
        ->type_name("MODE");
    app->add_option("--threads",
                    arguments->threads,
                    "Threads to use; their number does not change the result (0: all of the "
                    "machine; default 0)")
        ->type_name("N");
    app->add_option("--distance",
                    arguments->distance,
                    "Clusters that are farther apart count as hidden (map units; 0: no limit; "
                    "default 0)")
        ->type_name("D");
    app->add_option("--resume",
                    arguments->resume,
                    "Save the state of the work in FILE, take it up from there if FILE exists, and "
                    "remove FILE when the work is done")
        ->type_name("FILE");
    app->add_option("--save-every",
                    arguments->save_every,
                    "The time between two savings of --resume (seconds; default 60)")
        ->type_name("S");
    CLI::Option* json = app->add_flag("--json", arguments->json, "Print the report as JSON");
    app->add_flag("--quiet", arguments->quiet, "Print nothing but errors")->excludes(json);
    app->footer(
        "The average counts each cluster as visible for itself. What is hidden has no line of "
        "sight,\n"
        "except through windows thinner than 0.000001 units; what is visible may have none.\n"
        "docs/explanation/visibility.md tells how it works, and describes the file OUT.\n"
        "Examples:\n"
        "  halfspace vis e1m1.prt\n"
        "  halfspace vis e1m1.prt -o e1m1.vis --resume e1m1.state\n"
        "  halfspace vis e1m1.prt --mode fast --json\n");
    return {app, [arguments] { return run_vis(*arguments); }};
}

}  // namespace halfspace::tool
