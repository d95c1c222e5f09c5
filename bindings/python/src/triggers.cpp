// SPDX-License-Identifier: MIT
// Teleporters and jump pads.
#include "halfspace/move/triggers.h"

#include "geometry.h"
#include "motion.h"
#include "nav_arguments.h"
#include "options.h"

#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct LevelTriggers {
    LevelTriggers(std::shared_ptr<LoadedLevel> the_level, double gravity)
        : of(std::move(the_level)), triggers(of->its_level, gravity) {}

    std::shared_ptr<LoadedLevel> of;
    Triggers triggers;
};

// A trigger as numpy has it.
struct TriggerRow {
    std::uint32_t entity = 0;
    std::uint32_t model = 0;
    std::uint32_t kind = 0;
    std::uint32_t zero = 0;
    Vec3 destination;
    Vec3 velocity;
};
static_assert(sizeof(TriggerRow) == 64);

const py::dtype& trigger_dtype() {
    static const auto* const kDtype = [] {
        static const Field kFields[] = {
            {"entity", "u4", offsetof(TriggerRow, entity)},
            {"model", "u4", offsetof(TriggerRow, model)},
            {"kind", "u4", offsetof(TriggerRow, kind)},
            {"destination", "(3,)f8", offsetof(TriggerRow, destination)},
            {"velocity", "(3,)f8", offsetof(TriggerRow, velocity)}};
        return new py::dtype(struct_dtype(kFields, sizeof(TriggerRow)));
    }();
    return *kDtype;
}

std::shared_ptr<LevelTriggers> make(const std::shared_ptr<LoadedLevel>& level, double gravity) {
    if (!(std::isfinite(gravity) && gravity >= 0)) {
        throw py::value_error("gravity must be finite and at least 0");
    }
    return std::make_shared<LevelTriggers>(level, gravity);
}

py::array rows_of(const LevelTriggers& all) {
    std::vector<TriggerRow> rows;
    for (const Trigger& trigger : all.triggers.triggers()) {
        rows.push_back({.entity = trigger.entity.value,
                        .model = trigger.model.value,
                        .kind = static_cast<std::uint32_t>(trigger.kind),
                        .destination = trigger.destination,
                        .velocity = trigger.velocity});
    }
    return moved_array(std::move(rows), trigger_dtype());
}

py::list idle(const LevelTriggers& all) {
    py::list found;
    for (const IdleTrigger& trigger : all.triggers.idle()) {
        found.append(py::make_tuple(trigger.entity.value, text(trigger.reason)));
    }
    return found;
}

std::int64_t number_of(const LevelTriggers& all, const Trigger* trigger) {
    return trigger == nullptr ? -1 : trigger - all.triggers.triggers().data();
}

Contents mask_of(std::optional<std::uint32_t> mask) {
    return mask ? static_cast<Contents>(*mask) : MoverOptions().mask;
}

py::object touched(const LevelTriggers& all,
                   py::handle body,
                   py::handle positions,
                   py::handle out,
                   unsigned threads) {
    const MoverBody moved = body_of("body", all.of->its_level, body);
    const Rows rows("positions", positions, 3);
    const std::array inputs{rows.array()};
    Results results(
        "out", out, py::dtype::of<std::int64_t>(), {static_cast<py::ssize_t>(rows.size())}, inputs);
    const auto from = rows.as<Vec3>();
    const auto to = results.as<std::int64_t>();
    in_batches(
        {from.size(), 4}, threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
            in_tasks(run, begin, count, 64, [&](std::size_t i) {
                to[i] = number_of(all, all.triggers.touched(moved, from[i]));
            });
        });
    return results.take(rows.is_one());
}

// The place without an obstacle of a row.
PlacedLevel without(const PlacedLevel& here, const std::vector<ObstacleId>& own, std::size_t row) {
    PlacedLevel around = here;
    if (!own.empty() && own[row].is_valid()) {
        around.without.obstacles = {&own[row], 1};
    }
    return around;
}

py::object arrival(const LevelTriggers& all,
                   const Asked& asked,
                   py::handle triggers,
                   py::handle body,
                   py::handle themselves,
                   std::optional<std::uint32_t> mask) {
    check_same_level("asked", asked.level(), all.of->its_level);
    const MoverBody moved = body_of("body", all.of->its_level, body);
    const Numbers numbers("triggers", triggers, all.triggers.triggers().size());
    const std::vector<ObstacleId> own = obstacles_of("themselves", themselves, numbers.rows.size());
    Results results("out",
                    py::none(),
                    py::dtype::of<double>(),
                    {static_cast<py::ssize_t>(numbers.rows.size()), 3});
    const auto to = results.as<Vec3>();
    for (std::size_t i = 0; i < numbers.rows.size(); ++i) {
        const Trigger& trigger = all.triggers.triggers()[numbers.rows[i]];
        if (trigger.kind != TriggerKind::Teleport) {
            throw py::value_error("triggers has " + std::to_string(numbers.rows[i]) + " in row " +
                                  std::to_string(i) + ", which is no teleporter");
        }
        to[i] = all.triggers.arrival(without(asked.placed(), own, i), trigger, moved, mask_of(mask))
                    .value_or(Vec3{kNan, kNan, kNan});
    }
    if (numbers.is_one && std::isnan(to[0].x)) {
        return py::none();
    }
    return results.take(numbers.is_one);
}

py::tuple apply(const LevelTriggers& all,
                const Asked& asked,
                py::handle states,
                py::handle stand,
                py::handle crouch,
                py::handle themselves,
                std::optional<std::uint32_t> mask,
                py::handle out,
                unsigned threads) {
    const Level& level = all.of->its_level;
    check_same_level("asked", asked.level(), level);
    const Records from("states", states, mover_state_dtype());
    const MoverBodies bodies = bodies_of(level, stand, crouch);
    const std::vector<ObstacleId> own = obstacles_of("themselves", themselves, from.size());
    Results after = results_for_states(from, out);
    Results told("touched",
                 py::none(),
                 py::dtype::of<std::int64_t>(),
                 {static_cast<py::ssize_t>(from.size())});
    const auto before = from.as<MoverState>();
    const auto to = after.as<MoverState>();
    const auto numbers = told.as<std::int64_t>();
    const Contents blocking = mask_of(mask);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    const auto change = [&](std::size_t i) {
        const MoverState state = before[i];
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        const MoverBody& body = is_crouched ? bodies.crouch : bodies.stand;
        const Trigger* const trigger =
            is_valid(state) ? all.triggers.touched(body, state.position) : nullptr;
        numbers[i] = number_of(all, trigger);
        to[i] = trigger == nullptr
                    ? state
                    : all.triggers.apply(without(here, own, i), *trigger, body, state, blocking);
    };
    in_batches(
        {before.size(), 4}, threads, [&](std::size_t begin, std::size_t count, const Executor& r) {
            in_tasks(r, begin, count, 64, change);
        });
    return py::make_tuple(after.take(from.is_one()), told.take(from.is_one()));
}

std::string repr(const LevelTriggers& all) {
    return "<halfspace.Triggers: " + std::to_string(all.triggers.triggers().size()) + " and " +
           std::to_string(all.triggers.idle().size()) + " idle>";
}

}  // namespace

void add_triggers(py::module_& module) {
    module.attr("trigger_dtype") = trigger_dtype();
    module.attr("TriggerKind") = int_enum("TriggerKind", std::array{"TELEPORT", "PUSH"});
    py::class_<LevelTriggers, std::shared_ptr<LevelTriggers>>(
        module,
        "Triggers",
        R"(The teleporters and jump pads of a level, by the customs of Quake. A game asks after each step.

gravity: MoverOptions.gravity, which says how fast a pad throws to its target [units/s^2]. They never
change.

>>> halfspace.Triggers(arcade)
<halfspace.Triggers: 2 and 1 idle>)")
        .def(py::init(&make), "level"_a.none(false), "gravity"_a = MoverOptions().gravity)
        .def("__len__", [](const LevelTriggers& all) { return all.triggers.triggers().size(); })
        .def("__repr__", &repr)
        .def_property_readonly(
            "level", [](const LevelTriggers& all) { return all.of; }, R"(The level.

>>> triggers.level is arcade
True)")
        .def_property_readonly(
            "triggers",
            &rows_of,
            R"(What they do: (T,) of trigger_dtype, a copy, in the order of their entities.

entity: a row of Level.entities. model: who touches it is moved. kind: a TriggerKind. destination: of a
teleporter [units]; velocity: of a push [units/s].

>>> triggers.triggers["kind"] == halfspace.TriggerKind.PUSH
array([False,  True]))")
        .def_property_readonly(
            "idle",
            &idle,
            R"(The triggers that do nothing: a list of tuples of an entity and the reason.

>>> triggers.idle[0][1]
'no entity with an origin has the targetname "nowhere"')")
        .def(
            "touched",
            &touched,
            "body"_a,
            "positions"_a,
            py::kw_only(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(The first trigger that a body overlaps at each position: rows of triggers, -1 for none.

body: a name of Level.bodies, a Shape, or a Shape and its offset. positions: (N, 3), or (3,) for one
[units]. out: (N,) int64. Returns (N,) int64, or one. Raises ValueError for another shape, a body that the
level does not have, a number that is not finite.

>>> triggers.touched("stand", [(192, 192, 24), (0, 176, 24), (0, 0, 24)])
array([ 0,  1, -1]))")
        .def(
            "arrival",
            &arrival,
            "asked"_a,
            "triggers"_a,
            "body"_a = "stand",
            py::kw_only(),
            "themselves"_a = py::none(),
            "mask"_a = py::none(),
            R"(Where teleporters put a body: at the destination, or 27 units above if there is no room.

asked: a Level or a World, what is around. triggers: (K,) rows of triggers, or one. body: as of touched.
themselves: (K,) integers, the obstacle that the body is; -1 for none. mask: what blocks, bits of
Contents; None: what blocks players. Returns (K, 3), with NaN where there is no room; for one (3,), or
None. Raises IndexError for a trigger there is not, ValueError for a push and for another level.

>>> triggers.arrival(arcade, 0)
array([-160.,  160.,   24.]))")
        .def(
            "apply",
            &apply,
            "asked"_a,
            "states"_a,
            py::kw_only(),
            "stand"_a = "stand",
            "crouch"_a = "crouch",
            "themselves"_a = py::none(),
            "mask"_a = py::none(),
            "out"_a = py::none(),
            "threads"_a = 1u,
            R"(The movers after they have touched triggers: a teleporter puts them there, a pad throws them.

asked: a Level or a World, what is around. states: (N,) of mover_state_dtype. stand, crouch, themselves:
as of step_movers. mask: as of arrival. out: (N,) for the new states; it may be states.
Returns the states and what was touched: (N,) int64, rows of triggers, -1 for none. A teleporter without
room at its destination moves nobody. Raises TypeError for another dtype, ValueError for another shape
and another level.

>>> states, touched = triggers.apply(arcade, halfspace.movers_at([(192, 192, 24), (0, 0, 24)]))
>>> touched, states["position"][0]
(array([ 0, -1]), array([-160.,  160.,   24.])))");
}

}  // namespace halfspace::python
