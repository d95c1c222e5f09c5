// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_options.h"

#include <gtest/gtest.h>

#include <limits>

namespace halfspace {
namespace {

TEST(BadOption, TheDefaultsAreGood) {
    EXPECT_FALSE(bad_option(MoverOptions()));
}

TEST(BadOption, NamesTheOptionThatIsOutOfItsRange) {
    const auto named = [](double MoverOptions::* field, double value) {
        MoverOptions options;
        options.*field = value;
        const auto bad = bad_option(options);
        return bad ? bad->option : "";
    };
    EXPECT_EQ(named(&MoverOptions::seconds, 0), "seconds");
    EXPECT_EQ(named(&MoverOptions::seconds, 1), "seconds");
    EXPECT_EQ(named(&MoverOptions::floor_normal, 0), "floor_normal");
    EXPECT_EQ(named(&MoverOptions::skin, 0), "skin");
    EXPECT_EQ(named(&MoverOptions::max_speed, 0), "max_speed");
    using Field = std::pair<double MoverOptions::*, const char*>;
    for (const auto& [field, name] :
         {Field{&MoverOptions::walk_speed, "walk_speed"},
          Field{&MoverOptions::crouch_speed, "crouch_speed"},
          Field{&MoverOptions::ground_acceleration, "ground_acceleration"},
          Field{&MoverOptions::friction, "friction"},
          Field{&MoverOptions::stop_speed, "stop_speed"},
          Field{&MoverOptions::gravity, "gravity"},
          Field{&MoverOptions::jump_speed, "jump_speed"},
          Field{&MoverOptions::air_acceleration, "air_acceleration"},
          Field{&MoverOptions::air_speed, "air_speed"},
          Field{&MoverOptions::step_height, "step_height"},
          Field{&MoverOptions::swim_speed, "swim_speed"},
          Field{&MoverOptions::swim_acceleration, "swim_acceleration"},
          Field{&MoverOptions::swim_friction, "swim_friction"},
          Field{&MoverOptions::sink_speed, "sink_speed"},
          Field{&MoverOptions::climb_out_speed, "climb_out_speed"},
          Field{&MoverOptions::ladder_speed, "ladder_speed"},
          Field{&MoverOptions::unstick, "unstick"}}) {
        EXPECT_EQ(named(field, 0), "") << name;
        for (const double value : {-1.0, 1e6, std::numeric_limits<double>::quiet_NaN()}) {
            EXPECT_EQ(named(field, value), name);
        }
    }
}

}  // namespace
}  // namespace halfspace
