// SPDX-License-Identifier: MIT
// Bodies that move at a velocity and along what they touch, for games with other physics.
#include "halfspace/move/slide.h"

#include "geometry.h"
#include "motion.h"

#include <array>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

struct SlideRow {
    Vec3 position;
    Vec3 velocity;
    std::array<Contact, kMaxSlidePlanes> contacts;
    std::uint32_t contact_count = 0;
    std::uint8_t start_blocked = 0;
    std::uint8_t too_many_near = 0;
    std::array<std::uint8_t, 2> zero{};
};
static_assert(sizeof(SlideRow) == 48 + kMaxSlidePlanes * sizeof(Contact) + 8);

const py::dtype& slide_dtype() {
    return record_dtype<SlideRow>(
        {{"position", "(3,)f8", offsetof(SlideRow, position)},
         {"velocity", "(3,)f8", offsetof(SlideRow, velocity)},
         {"contacts", "", offsetof(SlideRow, contacts), &contact_dtype, kMaxSlidePlanes},
         {"contact_count", "u4", offsetof(SlideRow, contact_count)},
         {"start_blocked", "?", offsetof(SlideRow, start_blocked)},
         {"too_many_near", "?", offsetof(SlideRow, too_many_near)}});
}

SlideRow row_of(const Slide& slide) {
    SlideRow row;
    row.position = slide.position;
    row.velocity = slide.velocity;
    std::ranges::copy(slide.touched(), row.contacts.begin());
    clear_padding(row.contacts, run_serially);
    row.contact_count = static_cast<std::uint32_t>(slide.contact_count);
    row.start_blocked = slide.start_blocked ? 1 : 0;
    row.too_many_near = slide.too_many_near ? 1 : 0;
    return row;
}

py::object slides(const Asked& asked,
                  py::handle body,
                  py::handle positions,
                  py::handle velocities,
                  double seconds,
                  py::handle themselves,
                  std::optional<std::uint32_t> mask,
                  double skin,
                  double hair,
                  py::handle out,
                  unsigned threads) {
    const MoverBody moved = body_of("body", asked.level(), body);
    const TraceOptions options = options_of(mask, skin, hair);
    check_length("seconds", seconds);
    const Rows from("positions", positions, 3);
    const Rows speeds("velocities", velocities, 3);
    const std::size_t count = common_rows("positions", from, "velocities", speeds);
    const bool is_one = from.is_one() && speeds.is_one();
    const auto position = [&](std::size_t i) { return from.as<Vec3>()[from.is_one() ? 0 : i]; };
    const auto velocity = [&](std::size_t i) { return speeds.as<Vec3>()[speeds.is_one() ? 0 : i]; };
    for (std::size_t i = 0; i < count; ++i) {
        const std::string where = in_row(i, is_one);
        check_within("positions", position(i), kMaxMoverPlace, where);
        check_within("positions + seconds * velocities",
                     position(i) + velocity(i) * seconds,
                     kMaxMoverPlace,
                     where);
    }
    const std::vector<ObstacleId> own = obstacles_of("themselves", themselves, count);
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    constexpr std::size_t kCost = 32;
    return answer_rows<SlideRow>(
        {count, is_one, threads, kCost, out, {from.array(), speeds.array()}},
        slide_dtype(),
        [&](std::size_t i) {
            return row_of(move_and_slide(
                without(here, own, i), moved, position(i), velocity(i), seconds, options));
        });
}

}  // namespace

void add_slides(py::module_& module, AskedClass& asked) {
    module.attr("slide_dtype") = slide_dtype();
    asked.def(
        "move_and_slide",
        &slides,
        "body"_a,
        "positions"_a,
        "velocities"_a,
        "seconds"_a,
        py::kw_only(),
        "themselves"_a = py::none(),
        "mask"_a = py::none(),
        "skin"_a = 1.0 / 32,
        "hair"_a = 1.0 / 1024,
        "out"_a = py::none(),
        "threads"_a = 1u,
        R"(Moves bodies at velocities, along what they touch: no gravity, no stairs, no floors.

body: a name of Level.bodies, a Shape, or a tuple of a Shape and its offset. positions [units],
velocities [units/s]: (N, 3), or (3,) for one or for all. seconds: how long they move. themselves: (N,)
integers, the obstacle that a body is, which it leaves out; -1 for none. mask, skin, hair: as of trace.
out: (N,) of slide_dtype.
Returns (N,) of slide_dtype, or one record: the position and the velocity afterwards, contacts of which
contact_count say what was touched, start_blocked for a body that starts in a wall and does not move,
too_many_near beside more than 64 models, meshes or obstacles. Raises KeyError for a body that the level
does not have, ValueError for another shape, a number that is not finite, and places beyond 2^20.

>>> slide = example.move_and_slide("stand", (64, 256, 32), (100, 0, -100), 1)
>>> slide["position"].round(), slide["velocity"]
(array([164., 256.,  24.]), array([100.,   0.,   0.])))");
}

}  // namespace halfspace::python
