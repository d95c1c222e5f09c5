// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"

#include "halfspace/level/level.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/tasks/parallel_for.h"
#include "halfspace/verify/verify.h"
#include "halfspace/world/describe.h"

#include "halfspace_compile.h"
#include "handle.h"
#include "kept_leak.h"
#include "world_handle.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::c {
namespace {

Error bad_argument(const char* what) {
    return {ErrorCode::Range, what, {}};
}

// The first errors as one, whose text has a line for each.
Error joined(const std::vector<Error>& errors) {
    constexpr size_t kMost = 8;
    Error all = errors.front();
    for (size_t i = 1; i < std::min(errors.size(), kMost); ++i) {
        all.message += "\n" + to_string(errors[i]);
    }
    return all;
}

// given: a HALFSPACE_VISIBILITY_*.
std::optional<VisibilityMode> visibility_of(int32_t given) {
    if (given == HALFSPACE_VISIBILITY_NONE) {
        return std::nullopt;
    }
    return given == HALFSPACE_VISIBILITY_FAST   ? VisibilityMode::Fast
           : given == HALFSPACE_VISIBILITY_FULL ? VisibilityMode::Full
                                                : VisibilityMode::Bounded;
}

void tell_leak(const halfspace_watcher* watcher,
               const World& world,
               const std::optional<Leak>& leak) {
    if (watcher == nullptr || watcher->leak == nullptr || !leak) {
        return;
    }
    const KeptLeak told(*leak, describe_leak(*leak, describe_entity(world, leak->entity)));
    watcher->leak(watcher->context, &told);
}

void warn(const halfspace_watcher* watcher, const std::vector<Diagnostic>& diagnostics) {
    if (watcher != nullptr && watcher->warn != nullptr) {
        for (const Diagnostic& diagnostic : diagnostics) {
            watcher->warn(watcher->context, to_string(diagnostic).c_str());
        }
    }
}

Result<void> add_navigation(LevelData& data,
                            const std::string& source,
                            const Progress& progress,
                            unsigned threads) {
    if (progress.report) {
        progress.report("nav", 0);
    }
    if (progress.cancel) {
        return std::unexpected(Error{ErrorCode::Cancelled, "cancelled", {source}});
    }
    const Result<Level> level = Level::from_data(data, source);
    if (!level) {
        return std::unexpected(level.error());
    }
    Result<NavData> meshes = build_navigation(*level, {}, executor(threads));
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    set_navigation(data, std::move(*meshes));
    return {};
}

}  // namespace

Result<CompileOptions> options_of(const halfspace_world* world,
                                  const halfspace_compile_options* given) {
    if (world == nullptr) {
        return std::unexpected(bad_argument("the world is null"));
    }
    CompileOptions options;
    if (given == nullptr) {
        return options;
    }
    if (given->grid_exponent < -1 || given->grid_exponent > 10) {
        return std::unexpected(bad_argument("grid_exponent must be -1 or 0 to 10"));
    }
    if (given->grid_exponent >= 0) {
        options.grid_exponent = given->grid_exponent;
    }
    if (given->collision != HALFSPACE_COLLISION_ONION &&
        given->collision != HALFSPACE_COLLISION_SEPARATE) {
        return std::unexpected(bad_argument("collision must be a HALFSPACE_COLLISION_*"));
    }
    options.collision =
        given->collision == HALFSPACE_COLLISION_ONION ? Collision::Onion : Collision::Separate;
    options.threads = given->threads;
    options.facet_tolerance = given->facet_tolerance;
    options.bad_brushes = given->skip_bad_brushes != 0 ? CompileOptions::BadBrushes::Skip
                                                       : CompileOptions::BadBrushes::Fail;
    options.fill_outside = given->fill_outside != 0;
    if (given->visibility < HALFSPACE_VISIBILITY_NONE ||
        given->visibility > HALFSPACE_VISIBILITY_FULL) {
        return std::unexpected(bad_argument("visibility must be a HALFSPACE_VISIBILITY_*"));
    }
    options.visibility = visibility_of(given->visibility);
    options.visible_distance = given->visible_distance;
    if (given->bodies != nullptr) {
        options.bodies.clear();
        for (size_t i = 0; i < given->body_count; ++i) {
            const halfspace_body& body = given->bodies[i];
            options.bodies.push_back(
                {body.name == nullptr ? "" : body.name, vec3(body.min), vec3(body.max)});
            if (const auto problem = body_problem(options.bodies.back())) {
                return std::unexpected(*problem);
            }
        }
    }
    return options;
}

}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_compile_options halfspace_default_compile_options(void) {
    const CompileOptions options;
    return {-1,
            0,
            nullptr,
            0,
            options.facet_tolerance,
            0,
            HALFSPACE_COLLISION_ONION,
            options.fill_outside ? 1 : 0,
            HALFSPACE_VISIBILITY_BOUNDED,
            options.visible_distance,
            0,
            0};
}

halfspace_level* halfspace_compile(const halfspace_world* world,
                                   const halfspace_compile_options* options,
                                   char* error,
                                   size_t error_size) {
    return halfspace_compile_watched(world, options, nullptr, error, error_size);
}

halfspace_level* halfspace_compile_watched(const halfspace_world* world,
                                           const halfspace_compile_options* options,
                                           const halfspace_watcher* watcher,
                                           char* error,
                                           size_t error_size) {
    const auto compiled_level = [&]() -> Result<Level> {
        Result<CompileOptions> how = options_of(world, options);
        if (!how) {
            return std::unexpected(how.error());
        }
        Progress progress;
        if (watcher != nullptr && watcher->report != nullptr) {
            progress.report = [&](std::string_view stage, double fraction) {
                if (watcher->report(watcher->context, std::string(stage).c_str(), fraction) == 0) {
                    progress.cancel = true;
                }
            };
            how->progress = &progress;
        }
        auto compiled = compile(world->world, *how);
        if (!compiled) {
            return std::unexpected(joined(compiled.error()));
        }
        if (options != nullptr && options->build_navigation != 0) {
            const Result<void> added =
                add_navigation(compiled->level, world->world.source, progress, how->threads);
            if (!added) {
                return std::unexpected(added.error());
            }
        }
        warn(watcher, world->diagnostics);
        warn(watcher, compiled->diagnostics);
        tell_leak(watcher, world->world, compiled->leak);
        return Level::from_bytes(write_level(compiled->level), world->world.source);
    };
    return new_handle<halfspace_level>(compiled_level, error, error_size);
}

void halfspace_set_threads(uint32_t threads) {
    const auto run = [](void* context, size_t count, void (*body)(void*, size_t), void* argument) {
        const auto number = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(context));
        parallel_for(count, number, [&](size_t i) { body(argument, i); });
    };
    const halfspace_executor executor{run, reinterpret_cast<void*>(std::uintptr_t{threads})};
    halfspace_set_executor(threads == 1 ? nullptr : &executor);
}

halfspace_status halfspace_verify(const halfspace_level* level,
                                  const halfspace_world* source,
                                  uint64_t* differences,
                                  char* text,
                                  size_t text_size) {
    if (level == nullptr || source == nullptr || differences == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const VerifyReport report = verify(level->level, source->world);
        *differences = report.differences;
        copy_text(report.details.empty() ? "" : report.details.front(), text, text_size);
        return HALFSPACE_OK;
    });
}
