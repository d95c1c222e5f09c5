// SPDX-License-Identifier: MIT
// A level, its faces as triangles, and eyes in it.
#pragma once

#include "halfspace/spatial/triangle_bvh.h"

#include "bench_level.h"
#include "level_mesh.h"
#include "rooms.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace halfspace::bench {

// At most so many of them.
template <class T>
std::vector<T> first(const std::vector<T>& all, std::size_t count) {
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

// An example, or rooms: "rooms10" has 10 * 10.
inline World world_of(const std::string& name) {
    if (name.starts_with("rooms")) {
        const std::string text = RoomsText::of(std::stoi(name.substr(5)));
        return required(read_world(std::as_bytes(std::span(text)), name + ".map")).world;
    }
    return required(read_world(std::string(HALFSPACE_SOURCE_DIR "/examples/levels/") +
                               (name == "castle" ? "castle.grid" : name + ".map")))
        .world;
}

inline Level compiled(const World& world) {
    CompileOptions options;
    options.threads = 1;
    auto result = compile(world, options);
    if (!result) {
        std::fprintf(stderr, "%s\n", to_string(result.error().front()).c_str());
        std::exit(1);
    }
    return required(Level::from_data(result->level));
}

struct Scene {
    explicit Scene(const std::string& the_name)
        : name(the_name),
          level(compiled(world_of(name))),
          faces(level),
          tree(required(TriangleBvh::build(faces.mesh()))) {
        for (const Segment& eye : open_segments(level, SpaceId(0), 64, 64, 256)) {
            eyes.push_back(eye.from);
            views.push_back(frustum_of(*look_at(eye.from, eye.to, 90, 16.0 / 9)));
        }
    }

    std::string name;
    Level level;
    LevelMesh faces;
    TriangleBvh tree;
    std::vector<Vec3> eyes;
    std::vector<Frustum> views;  // one from each eye
};

}  // namespace halfspace::bench
