// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_options.h"

#include <array>

namespace halfspace {
namespace {

struct Field {
    std::string_view name;
    double MoverOptions::* value;
    OptionRange range;
};

constexpr OptionRange kSpeed{.max = 10'000};
constexpr OptionRange kRate{.max = 1000};
constexpr std::array kFields{
    Field{"seconds", &MoverOptions::seconds, {.min = 0.001, .max = 0.1}},
    Field{"walk_speed", &MoverOptions::walk_speed, kSpeed},
    Field{"crouch_speed", &MoverOptions::crouch_speed, kSpeed},
    Field{"ground_acceleration", &MoverOptions::ground_acceleration, kRate},
    Field{"friction", &MoverOptions::friction, kRate},
    Field{"stop_speed", &MoverOptions::stop_speed, kSpeed},
    Field{"gravity", &MoverOptions::gravity, {.max = 100'000}},
    Field{"jump_speed", &MoverOptions::jump_speed, kSpeed},
    Field{"air_acceleration", &MoverOptions::air_acceleration, kRate},
    Field{"air_speed", &MoverOptions::air_speed, kSpeed},
    Field{"step_height", &MoverOptions::step_height, {.max = 1000}},
    Field{"floor_normal", &MoverOptions::floor_normal, {.min = 0.01, .max = 1}},
    Field{"swim_speed", &MoverOptions::swim_speed, kSpeed},
    Field{"swim_acceleration", &MoverOptions::swim_acceleration, kRate},
    Field{"swim_friction", &MoverOptions::swim_friction, kRate},
    Field{"sink_speed", &MoverOptions::sink_speed, kSpeed},
    Field{"climb_out_speed", &MoverOptions::climb_out_speed, kSpeed},
    Field{"ladder_speed", &MoverOptions::ladder_speed, kSpeed},
    Field{"max_speed", &MoverOptions::max_speed, {.min = 1, .max = 100'000}},
    Field{"skin", &MoverOptions::skin, {.min = 1.0 / 1024, .max = 1}},
    Field{"unstick", &MoverOptions::unstick, {.max = 1000}},
};

}  // namespace

std::optional<BadOption> bad_option(const MoverOptions& options) {
    for (const Field& field : kFields) {
        if (auto bad = bad_number(field.name, options.*field.value, field.range)) {
            return bad;
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
