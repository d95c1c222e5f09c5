// SPDX-License-Identifier: MIT
// Teleporters and jump pads.
#include "halfspace/move/triggers.h"

#include "geometry.h"
#include "motion.h"
#include "options.h"

#include <array>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

constexpr std::size_t kTouchCost = 16;

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
    return record_dtype<TriggerRow>({{"entity", "u4", offsetof(TriggerRow, entity)},
                                     {"model", "u4", offsetof(TriggerRow, model)},
                                     {"kind", "u4", offsetof(TriggerRow, kind)},
                                     {"destination", "(3,)f8", offsetof(TriggerRow, destination)},
                                     {"velocity", "(3,)f8", offsetof(TriggerRow, velocity)}});
}

std::shared_ptr<LevelTriggers> make(const std::shared_ptr<LoadedLevel>& level, double gravity) {
    check_length("gravity", gravity);
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

std::int64_t row_of(const LevelTriggers& all, const Trigger* trigger) {
    return trigger == nullptr ? -1 : trigger - all.triggers.triggers().data();
}

py::object touched(const LevelTriggers& all,
                   py::handle body,
                   py::handle positions,
                   py::handle out,
                   unsigned threads) {
    const MoverBody moved = body_of("body", all.of->its_level, body);
    const Rows rows("positions", positions, 3);
    const auto from = rows.as<Vec3>();
    return answer_rows<std::int64_t>(
        {from.size(), rows.is_one(), threads, kTouchCost, out, {rows.array()}},
        [&](std::size_t i) { return row_of(all, all.triggers.touched(moved, from[i])); });
}

py::object arrival(const LevelTriggers& all,
                   const Asked& asked,
                   py::handle triggers,
                   py::handle body,
                   py::handle themselves,
                   std::optional<std::uint32_t> mask) {
    check_same_level("asked", asked.level(), all.of->its_level);
    const MoverBody moved = body_of("body", all.of->its_level, body);
    const Numbers numbers("triggers", triggers, things(all.triggers.triggers().size()));
    const std::vector<ObstacleId> own = obstacles_of("themselves", themselves, numbers.size());
    const auto trigger = [&](std::size_t i) -> const Trigger& {
        return all.triggers.triggers()[numbers[i]];
    };
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        need(trigger(i).kind == TriggerKind::Teleport,
             "triggers" + in_row(i, numbers.is_one()),
             "a teleporter");
    }
    const Contents blocking = contents_or(mask, MoverOptions().mask);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    return answer_points({numbers.size(), numbers.is_one()}, [&](std::size_t i) {
        return all.triggers.arrival(without(here, own, i), trigger(i), moved, blocking);
    });
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
    Results told("touched", py::none(), py::dtype::of<std::int64_t>(), {from.size()});
    const auto before = from.as<MoverState>();
    const auto to = after.as<MoverState>();
    const auto numbers = told.as<std::int64_t>();
    const Contents blocking = contents_or(mask, MoverOptions().mask);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    for_each_row(from.size(), kTouchCost, threads, [&](std::size_t i) {
        const MoverState state = before[i];
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        const MoverBody& body = is_crouched ? bodies.crouch : bodies.stand;
        const Trigger* const trigger =
            is_valid(state) ? all.triggers.touched(body, state.position) : nullptr;
        numbers[i] = row_of(all, trigger);
        to[i] = trigger == nullptr
                    ? state
                    : all.triggers.apply(without(here, own, i), *trigger, body, state, blocking);
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
    module.attr("TriggerKind") =
        int_enum("TriggerKind",
                 std::array{"TELEPORT", "PUSH"},
                 R"(What a trigger does: TELEPORT puts a mover elsewhere, PUSH throws it.

>>> [halfspace.TriggerKind(int(kind)).name for kind in triggers.triggers["kind"]]
['TELEPORT', 'PUSH'])");
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
[units]. out: (N,) int64. Returns (N,) int64, or one. Raises KeyError for a body that the level does not
have, ValueError for another shape and a number that is not finite.

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
