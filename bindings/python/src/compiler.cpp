// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/verify/verify.h"
#include "halfspace/world/describe.h"

#include "messages.h"
#include "sources.h"

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

Result<Compiled> compiled(const halfspace::World& world, const CompileOptions& options) {
    auto made = compile(world, options);
    if (!made) {
        return std::unexpected(joined(made.error()));
    }
    return *std::move(made);
}

std::vector<Body> bodies_of(const py::object& boxes) {
    constexpr const char* kMustBe = "bodies must be a dict of names and boxes (2, 3)";
    if (!py::isinstance<py::dict>(boxes)) {
        throw py::type_error(kMustBe);
    }
    std::vector<Body> bodies;
    for (const auto& [name, box] : py::cast<py::dict>(boxes)) {
        if (!py::isinstance<py::str>(name)) {
            throw py::type_error(kMustBe);
        }
        const Rows corners("bodies", box, 3);
        if (corners.size() != 2) {
            throw py::value_error(kMustBe);
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
    std::vector<MovedBrush> moved;
};

Result<Made> make_level(const halfspace::World& world,
                        const std::vector<Diagnostic>& read,
                        const CompileOptions& options,
                        bool has_nav,
                        Watched& watched) {
    Result<Compiled> made = compiled(world, options);
    if (!made) {
        return std::unexpected(made.error());
    }
    std::vector<std::string> warnings;
    const std::vector<Diagnostic>& odd = made->diagnostics;
    for (const auto* list : {&read, &odd}) {
        for (const Diagnostic& diagnostic : *list) {
            warnings.push_back(in_python(to_string(diagnostic)));
        }
    }
    if (made->leak) {
        warnings.push_back(describe_leak(*made->leak, describe_entity(world, made->leak->entity)));
    }
    if (has_nav) {
        Result<void> added;
        watched.do_unreported([&] {
            added = add_navigation(made->level, world.source, options.threads, options.progress);
        });
        if (!added) {
            return std::unexpected(added.error());
        }
    }
    Result<Level> level = Level::from_data(made->level, world.source);
    if (!level) {
        return std::unexpected(level.error());
    }
    return Made{*std::move(level), std::move(warnings), std::move(made->moved)};
}

// The choices of compile that have names.
struct NamedChoices {
    std::string vis;
    std::string collision;
    std::string open_surfaces;
};

void choose(CompileOptions& options, const NamedChoices& named) {
    options.visibility =
        named.vis == "none" ? std::nullopt : std::optional(visibility_named(named.vis));
    if (named.collision != "onion" && named.collision != "separate") {
        throw py::value_error("collision must be onion or separate, not " + named.collision);
    }
    options.collision = named.collision == "onion" ? Collision::Onion : Collision::Separate;
    if (named.open_surfaces != "error" && named.open_surfaces != "skip" &&
        named.open_surfaces != "draw") {
        throw py::value_error("open_surfaces must be error, skip or draw, not " +
                              named.open_surfaces);
    }
    options.open_surfaces = named.open_surfaces == "error"  ? OpenSurfaces::Error
                            : named.open_surfaces == "skip" ? OpenSurfaces::Skip
                                                            : OpenSurfaces::Draw;
}

std::shared_ptr<LoadedLevel> compile_source(py::handle source,
                                            const py::object& bodies,
                                            const std::string& vis,
                                            bool nav,
                                            double units_per_metre,
                                            bool skip_bad_brushes,
                                            std::optional<int> grid,
                                            double import_tolerance,
                                            const std::string& collision,
                                            const std::string& open_surfaces,
                                            double curve_tolerance,
                                            double facet_tolerance,
                                            bool fill_outside,
                                            double visible_distance,
                                            unsigned threads,
                                            py::object progress) {
    CompileOptions options;
    options.threads = usable_threads(threads);
    choose(options, {vis, collision, open_surfaces});
    options.units_per_metre = units_per_metre;
    options.bad_brushes =
        skip_bad_brushes ? CompileOptions::BadBrushes::Skip : CompileOptions::BadBrushes::Fail;
    options.grid_exponent = grid;
    options.import_tolerance = import_tolerance;
    options.curve_tolerance = curve_tolerance;
    options.facet_tolerance = facet_tolerance;
    options.fill_outside = fill_outside;
    options.visible_distance = visible_distance;
    if (!bodies.is_none()) {
        options.bodies = bodies_of(bodies);
    }
    if (const auto bad = bad_option(options)) {
        throw py::value_error(in_python(to_error(*bad).message));
    }
    const GivenSource given(source);
    Watched watched(std::move(progress));
    options.progress = watched.progress();
    Result<Made> made = [&] {
        const py::gil_scoped_release released;
        return given.with<Made>(
            [&](const halfspace::World& world, const std::vector<Diagnostic>& read) {
                return make_level(world, read, options, nav, watched);
            });
    }();
    watched.raise_caught();
    Made finished = value_of(std::move(made));
    auto loaded = std::make_shared<LoadedLevel>(std::move(finished.level));
    loaded->warnings = std::move(finished.warnings);
    loaded->moved = std::move(finished.moved);
    return loaded;
}

py::list verify_level(const LoadedLevel& level, py::handle source) {
    VerifyOptions options;
    options.threads = usable_threads(options.threads);
    const GivenSource given(source);
    Watched watched{py::none()};
    options.progress = watched.progress();
    Result<VerifyReport> found = [&] {
        const py::gil_scoped_release released;
        return given.with<VerifyReport>(
            [&](const halfspace::World& world, const std::vector<Diagnostic>&) {
                VerifyReport report;
                watched.do_unreported([&] { report = verify(level.its_level, world, options); });
                return report;
            });
    }();
    watched.raise_caught();
    py::list differences;
    for (const std::string& detail : value_of(std::move(found)).details) {
        differences.append(text(detail));
    }
    return differences;
}

}  // namespace

void add_compiler(py::module_& module) {
    module.def(
        "compile",
        &compile_source,
        "source"_a,
        py::kw_only(),
        "bodies"_a = py::none(),
        "vis"_a = "bounded",
        "nav"_a = false,
        "units_per_metre"_a = 32.0,
        "skip_bad_brushes"_a = false,
        "grid"_a = py::none(),
        "import_tolerance"_a = CompileOptions().import_tolerance,
        "collision"_a = "onion",
        "open_surfaces"_a = "error",
        "curve_tolerance"_a = CompileOptions().curve_tolerance,
        "facet_tolerance"_a = CompileOptions().facet_tolerance,
        "fill_outside"_a = true,
        "visible_distance"_a = CompileOptions().visible_distance,
        "threads"_a = 0u,
        "progress"_a = py::none(),
        R"(Compiles a source: a Source, or the path of a .map, .grid, .bsp of Quake III, or a file with meshes.

bodies: a dict of names and boxes (2, 3) [units]; None: those of `halfspace compile`. vis: what
clusters see, none, fast, bounded or full. nav: also navigation meshes. skip_bad_brushes: leave them
out, with a warning. grid: a step is 2^-grid units, 0 to 10; None: 3, or 6 where it must be. import_tolerance
[grid steps]: how far sides may move onto the grid. collision: one tree for all bodies, 'onion', or
'separate'. open_surfaces: 'error', 'skip' or 'draw' meshes that are not closed. curve_tolerance,
facet_tolerance [units]: how far pieces may be from curves. fill_outside: nothing outside is drawn.
visible_distance [units]: farther clusters do not see each other; 0: no limit. threads: 0 for all; their number
changes nothing. progress: a function that gets the stage and a fraction; what it raises stops the work, and so
does Ctrl-C.
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

source: a Source, or a path, with what the level was made of. If compile has left out all surfaces of an
entity (open_surfaces="skip"), verify says that its model is missing: remove them from the source first. Ctrl-C
stops it. Raises Error for a source that cannot be read.

>>> halfspace.verify(example, "examples/levels/keep.map")
[])");
}

}  // namespace halfspace::python
