// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/verify/verify.h"
#include "halfspace/world/describe.h"

#include "asked.h"

#include <pybind11/stl/filesystem.h>

#include <chrono>
#include <functional>
#include <future>
#include <thread>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// Lets Ctrl-C and the caller's function stop a long work: called on the thread that asked.
class Watched {
public:
    explicit Watched(py::object report) : report_(std::move(report)) {
        progress_.report = [this](std::string_view stage, double fraction) {
            const py::gil_scoped_acquire acquired;
            if (PyErr_CheckSignals() != 0) {
                keep_error();
                return;
            }
            try {
                if (!report_.is_none() && !caught_) {
                    report_(std::string(stage), fraction);
                }
            } catch (py::error_already_set& error) {
                error.restore();
                keep_error();
            }
        };
    }
    Progress* progress() { return &progress_; }
    // Does a work that looks at `cancel` and reports nothing, on a thread of its own. This one
    // looks for Ctrl-C meanwhile. REQUIRES: Python's lock is not held.
    void do_unreported(const std::function<void()>& work) {
        constexpr std::chrono::milliseconds kBetweenLooks(50);
        std::packaged_task<void()> task(work);
        std::future<void> end = task.get_future();
        std::thread worker(std::move(task));
        while (end.wait_for(kBetweenLooks) != std::future_status::ready) {
            const py::gil_scoped_acquire acquired;
            if (PyErr_CheckSignals() != 0) {
                keep_error();
            }
        }
        worker.join();
        end.get();
    }
    // Raises what the caller's function or Ctrl-C has raised.
    void raise_caught() {
        if (caught_) {
            PyErr_Restore(type_, value_, trace_);
            throw py::error_already_set();
        }
    }

private:
    void keep_error() {
        if (caught_) {
            PyErr_Clear();
        } else {
            PyErr_Fetch(&type_, &value_, &trace_);
        }
        caught_ = true;
        progress_.cancel = true;
    }

    py::object report_;
    Progress progress_;
    bool caught_ = false;
    PyObject* type_ = nullptr;
    PyObject* value_ = nullptr;
    PyObject* trace_ = nullptr;
};

Error joined(const std::vector<Error>& errors) {
    constexpr std::size_t kMost = 8;
    Error all = errors.front();
    for (std::size_t i = 1; i < std::min(errors.size(), kMost); ++i) {
        all.message += "\n" + to_string(errors[i]);
    }
    return all;
}

VisibilityMode visibility_named(const std::string& name) {
    if (name == "fast") {
        return VisibilityMode::Fast;
    }
    if (name == "bounded") {
        return VisibilityMode::Bounded;
    }
    if (name == "full") {
        return VisibilityMode::Full;
    }
    throw py::value_error("vis must be none, fast, bounded or full, not " + name);
}

Result<Compiled> compiled(const World& world, const CompileOptions& options) {
    auto made = compile(world, options);
    if (!made) {
        return std::unexpected(joined(made.error()));
    }
    return *std::move(made);
}

std::vector<Body> bodies_of(const py::dict& boxes) {
    std::vector<Body> bodies;
    for (const auto& [name, box] : boxes) {
        const Rows corners("bodies", box, 3);
        if (corners.size() != 2) {
            throw py::value_error("bodies must be a dict of names and boxes (2, 3)");
        }
        const auto rows = corners.as<Vec3>();
        bodies.push_back({name.cast<std::string>(), rows[0], rows[1]});
    }
    return bodies;
}

Result<void> add_navigation(LevelData& data,
                            const std::string& source,
                            unsigned threads,
                            Progress* progress) {
    const Result<Level> bare = Level::from_data(data, source);
    if (!bare) {
        return std::unexpected(bare.error());
    }
    Result<NavData> meshes = build_navigation(*bare, {.progress = progress}, threads_of(threads));
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    set_navigation(data, *std::move(meshes));
    return {};
}

struct Made {
    Level level;
    std::vector<std::string> warnings;
};

Result<Made> make_level(const std::string& source,
                        const CompileOptions& options,
                        bool has_nav,
                        Watched& watched) {
    const Result<ReadWorld> read = read_world(source);
    if (!read) {
        return std::unexpected(read.error());
    }
    Result<Compiled> made = compiled(read->world, options);
    if (!made) {
        return std::unexpected(made.error());
    }
    std::vector<std::string> warnings;
    for (const auto& list : {read->diagnostics, made->diagnostics}) {
        for (const Diagnostic& diagnostic : list) {
            warnings.push_back(to_string(diagnostic));
        }
    }
    if (made->leak) {
        warnings.push_back(
            describe_leak(*made->leak, describe_entity(read->world, made->leak->entity)));
    }
    if (has_nav) {
        Result<void> added;
        watched.do_unreported([&] {
            added = add_navigation(made->level, source, options.threads, options.progress);
        });
        if (!added) {
            return std::unexpected(added.error());
        }
    }
    Result<Level> level = Level::from_data(made->level, source);
    if (!level) {
        return std::unexpected(level.error());
    }
    return Made{*std::move(level), std::move(warnings)};
}

std::shared_ptr<LoadedLevel> compile_source(const std::filesystem::path& file,
                                            const py::object& bodies,
                                            const std::string& vis,
                                            bool nav,
                                            double units_per_metre,
                                            bool skip_bad_brushes,
                                            unsigned threads,
                                            py::object progress) {
    CompileOptions options;
    options.threads = usable_threads(threads);
    options.visibility = vis == "none" ? std::nullopt : std::optional(visibility_named(vis));
    options.units_per_metre = units_per_metre;
    options.bad_brushes =
        skip_bad_brushes ? CompileOptions::BadBrushes::Skip : CompileOptions::BadBrushes::Fail;
    if (!bodies.is_none()) {
        options.bodies = bodies_of(py::dict(bodies));
    }
    if (const auto bad = bad_option(options)) {
        throw py::value_error(to_error(*bad).message);
    }
    Watched watched(std::move(progress));
    options.progress = watched.progress();
    Result<Made> made = [&] {
        const py::gil_scoped_release released;
        return make_level(file.string(), options, nav, watched);
    }();
    watched.raise_caught();
    Made finished = value_of(std::move(made));
    auto loaded = std::make_shared<LoadedLevel>(std::move(finished.level));
    loaded->warnings = std::move(finished.warnings);
    return loaded;
}

py::list verify_level(const LoadedLevel& level, const std::filesystem::path& file) {
    const std::string source = file.string();
    VerifyReport report;
    VerifyOptions options;
    options.threads = usable_threads(options.threads);
    Watched watched{py::none()};
    options.progress = watched.progress();
    const Result<ReadWorld> read = [&]() -> Result<ReadWorld> {
        const py::gil_scoped_release released;
        Result<ReadWorld> world = read_world(source);
        if (world) {
            watched.do_unreported([&] { report = verify(level.its_level, world->world, options); });
        }
        return world;
    }();
    watched.raise_caught();
    if (!read) {
        raise(read.error());
    }
    py::list differences;
    for (const std::string& detail : report.details) {
        differences.append(text(detail));
    }
    return differences;
}

}  // namespace

void add_compiler(py::module_& module) {
    module.def("compile",
               &compile_source,
               "source"_a,
               py::kw_only(),
               "bodies"_a = py::none(),
               "vis"_a = "bounded",
               "nav"_a = false,
               "units_per_metre"_a = 32.0,
               "skip_bad_brushes"_a = false,
               "threads"_a = 0u,
               "progress"_a = py::none(),
               R"(Compiles a source: .map, .grid, .bsp of Quake III, or a file with meshes.

bodies: a dict of names and boxes (2, 3) [units]; None: those of `halfspace compile`. vis: what
clusters see, none, fast, bounded or full. nav: also navigation meshes. skip_bad_brushes: leave them
out, with a warning. threads: 0 for all; their number changes nothing. progress: a function that gets
the stage and a fraction; what it raises stops the work, and so does Ctrl-C.
Level.warnings tells what was odd. Raises Error for a source that cannot be read or compiled,
ValueError for an option out of its range.

>>> level = halfspace.compile("examples/levels/castle.grid", vis="none")
>>> level.entities[0]["message"]
'The castle')");
    module.def(
        "verify",
        &verify_level,
        "level"_a,
        "source"_a,
        R"(Derives the level again from its source. Returns the differences: none, if it is right.

Ctrl-C stops it.
Raises Error for a source that cannot be read.

>>> halfspace.verify(example, "examples/levels/keep.map")
[])");
}

}  // namespace halfspace::python
