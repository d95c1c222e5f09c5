// SPDX-License-Identifier: MIT
// What a designer may want to mend in a source.
#include "halfspace/compile/compile.h"
#include "halfspace/lint/lint.h"
#include "halfspace/query/entities.h"

#include "messages.h"
#include "results.h"
#include "sources.h"

#include <algorithm>
#include <array>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

const char* severity_of(Severity severity) {
    return severity == Severity::Warning ? "warning" : "note";
}

// False if the level was certainly not made of this world. lint looks up entities of the one in the
// other.
bool is_made_of(const Level& level, const halfspace::World& world) {
    const auto& entities = world.entities;
    // A mesh that is drawn although it is open gets an entity of its own.
    const bool may_have_more =
        std::ranges::any_of(entities, [](const Entity& entity) { return !entity.meshes.empty(); });
    if (entities.size() > level.entities().size() ||
        (entities.size() < level.entities().size() && !may_have_more)) {
        return false;
    }
    for (std::uint32_t e = 0; e < entities.size(); ++e) {
        const auto classname = key_value(level, EntityId(e), "classname");
        if (classname.value_or("") != entities[e].value("classname")) {
            return false;
        }
    }
    return true;
}

py::list lint_level(const LoadedLevel& level,
                    py::handle source,
                    bool is_grid_given,
                    unsigned threads) {
    const GivenSource given(source);
    const LintOptions options{
        .is_grid_given = is_grid_given, .moved = level.moved, .threads = usable_threads(threads)};
    bool fits = true;
    Result<std::vector<LintFinding>> findings = [&] {
        const py::gil_scoped_release released;
        return given.with<std::vector<LintFinding>>(
            [&](const halfspace::World& world, const std::vector<Diagnostic>&) {
                fits = is_made_of(level.its_level, world);
                return fits ? lint(world, level.its_level, options) : std::vector<LintFinding>();
            });
    }();
    if (!fits) {
        throw py::value_error("level was not made of this source");
    }
    py::list all;
    for (const LintFinding& finding : value_of(std::move(findings))) {
        const LintRow& row = row_of(finding.check);
        py::dict one;
        one["check"] = text(row.code);
        one["severity"] = severity_of(finding.diagnostic.severity);
        one["message"] = text(finding.diagnostic.message);
        one["classname"] = text(finding.classname);
        one["line"] = finding.diagnostic.where.line;
        one["place"] =
            finding.place
                ? py::object(py::make_tuple(finding.place->x, finding.place->y, finding.place->z))
                : py::none();
        one["advice"] = text(row.advice);
        all.append(std::move(one));
    }
    return all;
}

py::list lint_checks() {
    py::list all;
    for (const LintRow& row : kLintTable) {
        py::dict one;
        one["check"] = text(row.code);
        one["severity"] = severity_of(row.severity);
        one["meaning"] = text(row.meaning);
        one["advice"] = text(row.advice);
        all.append(std::move(one));
    }
    return all;
}

constexpr std::array kVerdicts = {
    "solid", "room", "open", "flat", "looks_inwards", "looks_outwards", "refused"};

py::list errors_of(const MeshCheck& check) {
    py::list errors;
    for (const Error& error : check.errors) {
        errors.append(text(in_python(to_string(error))));
    }
    return errors;
}

py::list check_meshes_of(py::handle source, std::optional<int> grid) {
    CompileOptions options;
    options.grid_exponent = grid;
    if (const auto bad = bad_option(options)) {
        throw py::value_error(in_python(to_error(*bad).message));
    }
    const GivenSource given(source);
    py::list all;
    Result<std::vector<MeshCheck>> checks = [&] {
        const py::gil_scoped_release released;
        return given.with<std::vector<MeshCheck>>(
            [&](const halfspace::World& world, const std::vector<Diagnostic>&) {
                return check_meshes(world, options);
            });
    }();
    for (const MeshCheck& check : value_of(std::move(checks))) {
        std::vector<std::array<std::uint32_t, 4>> edges;
        for (const OpenMeshEdge& edge : check.open_edges) {
            edges.push_back({edge.from, edge.to, edge.along, edge.against});
        }
        py::dict one;
        one["entity"] = check.entity;
        one["mesh"] = check.mesh;
        one["verdict"] = kVerdicts[static_cast<std::size_t>(check.verdict)];
        one["welded"] = check.weld.moved;
        one["weld_distance"] = check.weld.farthest;
        one["open_edges"] = moved_array(std::move(edges), py::dtype::of<std::uint32_t>(), 4);
        one["errors"] = errors_of(check);
        all.append(std::move(one));
    }
    return all;
}

}  // namespace

void add_source_checks(py::module_& module) {
    module.def(
        "lint",
        &lint_level,
        "level"_a,
        "source"_a,
        py::kw_only(),
        "is_grid_given"_a = false,
        "threads"_a = 0u,
        R"(What compiles and is probably not what the designer wants, as `halfspace check` tells it.

level: what compile has made of the source; where it comes from a file, nothing is said of moved brushes.
source: a Source, or a path. is_grid_given: True if grid= was chosen. threads: 0 for all; their number
changes nothing. Returns a list of dicts in the order of lint_checks: check, severity ('warning' or
'note'), message, classname, line (0: unknown), place (3 numbers [units], or None), advice. Raises Error
for a source that cannot be read, ValueError for a level that was not made of it.

>>> source = halfspace.read_source("examples/levels/keep.map")
>>> _ = source.add_entity({"classname": "info_player_strat", "origin": "64 256 24"})
>>> [finding["check"] for finding in halfspace.lint(halfspace.compile(source), source)]
['misspelled-class'])");
    module.def(
        "lint_checks",
        &lint_checks,
        R"(All that lint looks for: a list of dicts of check, severity, meaning and advice. It takes nothing and
raises nothing.

>>> halfspace.lint_checks()[0]["check"]
'no-player-start')");
    module.def("check_meshes",
               &check_meshes_of,
               "source"_a,
               py::kw_only(),
               "grid"_a = py::none(),
               R"(What compile would make of each mesh of a source, without the work.

source: a Source, or a path. grid: as of compile. Returns a list of dicts in the order of the entities:
entity, mesh (its number there), verdict ('solid', 'room', 'open', 'flat', 'looks_inwards',
'looks_outwards' or 'refused'), welded and weld_distance (how many vertices move to close it, and how far
[units]), open_edges (E, 4) uint32 (two vertices, and how many triangles run along and against them), and
errors, a list of texts: none, if compile reads the mesh. Raises Error for a source that cannot be read.

>>> source = halfspace.Source()
>>> _ = source.add_mesh(64 * cube_vertices, cube_triangles[1:])
>>> check = halfspace.check_meshes(source)[0]
>>> check["verdict"], len(check["open_edges"])
('open', 3))");
}

}  // namespace halfspace::python
