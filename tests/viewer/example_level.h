// SPDX-License-Identifier: MIT
// The bundled levels, as the viewer loads them.
#pragma once

#include "level_source.h"
#include "support/test_data.h"

#include <map>
#include <string>

namespace halfspace::viewer {

// A level of examples/levels with its textures, compiled once. A level that does not
// compile ends the test with an exception.
inline const LoadedLevel& example_level(const std::string& name) {
    static std::map<std::string, LoadedLevel> known;
    const auto found = known.find(name);
    if (found != known.end()) {
        return found->second;
    }
    const auto folder = test::project_file("examples");
    Progress progress;
    auto loaded = load(
        {(folder / "levels" / name).string(), {{(folder / "textures").string()}, {}}}, progress);
    return known.emplace(name, std::move(loaded.value())).first->second;
}

}  // namespace halfspace::viewer
