// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"
#include "halfspace/world/mesh.h"

#include "halfspace_compile.h"
#include "world_handle.h"

#include <algorithm>
#include <string>
#include <vector>

struct halfspace_mesh_checks {
    std::vector<halfspace::MeshCheck> checks;
    std::vector<std::vector<std::string>> errors;  // of each check
};

using namespace halfspace;
using namespace halfspace::c;

namespace {

constexpr bool is_verdict(MeshVerdict verdict, uint32_t number) {
    return static_cast<uint32_t>(verdict) == number;
}

static_assert(is_verdict(MeshVerdict::Solid, HALFSPACE_MESH_SOLID) &&
              is_verdict(MeshVerdict::Room, HALFSPACE_MESH_ROOM) &&
              is_verdict(MeshVerdict::Open, HALFSPACE_MESH_OPEN) &&
              is_verdict(MeshVerdict::Flat, HALFSPACE_MESH_FLAT) &&
              is_verdict(MeshVerdict::LooksInwards, HALFSPACE_MESH_LOOKS_INWARDS) &&
              is_verdict(MeshVerdict::LooksOutwards, HALFSPACE_MESH_LOOKS_OUTWARDS) &&
              is_verdict(MeshVerdict::Refused, HALFSPACE_MESH_REFUSED));

uint32_t count_of(const auto& list) {
    return static_cast<uint32_t>(list.size());
}

}  // namespace

halfspace_mesh_checks* halfspace_check_meshes(const halfspace_world* world,
                                              const halfspace_compile_options* options,
                                              char* error,
                                              size_t error_size) {
    const auto checks = [&]() -> Result<halfspace_mesh_checks> {
        const Result<CompileOptions> how = options_of(world, options);
        if (!how) {
            return std::unexpected(how.error());
        }
        halfspace_mesh_checks made{check_meshes(world->world, *how), {}};
        for (const MeshCheck& check : made.checks) {
            std::vector<std::string>& texts = made.errors.emplace_back();
            std::ranges::transform(check.errors, std::back_inserter(texts), [](const Error& e) {
                return to_string(e);
            });
        }
        return made;
    };
    return new_handle<halfspace_mesh_checks>(checks, error, error_size);
}

void halfspace_free_mesh_checks(halfspace_mesh_checks* checks) {
    delete checks;
}

size_t halfspace_mesh_check_count(const halfspace_mesh_checks* checks) {
    return checks == nullptr ? 0 : checks->checks.size();
}

halfspace_status halfspace_write_mesh_checks(const halfspace_mesh_checks* checks,
                                             halfspace_mesh_check* to,
                                             size_t capacity) {
    if (checks == nullptr || (to == nullptr && capacity > 0)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < checks->checks.size()) {
        return HALFSPACE_TOO_SMALL;
    }
    if (to == nullptr) {
        return HALFSPACE_OK;  // there are no checks
    }
    for (const MeshCheck& check : checks->checks) {
        *to++ = {check.entity,
                 check.mesh,
                 static_cast<uint32_t>(check.verdict),
                 count_of(check.errors),
                 count_of(check.open_edges),
                 static_cast<uint32_t>(check.weld.moved),
                 check.weld.farthest};
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_write_open_edges(const halfspace_mesh_checks* checks,
                                            size_t index,
                                            uint32_t* vertices,
                                            size_t capacity) {
    if (checks == nullptr || index >= checks->checks.size() ||
        (vertices == nullptr && capacity > 0)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::vector<OpenMeshEdge>& edges = checks->checks[index].open_edges;
    if (capacity < edges.size()) {
        return HALFSPACE_TOO_SMALL;
    }
    if (vertices == nullptr) {
        return HALFSPACE_OK;  // there are no edges
    }
    for (const OpenMeshEdge& edge : edges) {
        *vertices++ = edge.from;
        *vertices++ = edge.to;
    }
    return HALFSPACE_OK;
}

const char* halfspace_mesh_check_error(const halfspace_mesh_checks* checks,
                                       size_t index,
                                       size_t number) {
    if (checks == nullptr || index >= checks->errors.size() ||
        number >= checks->errors[index].size()) {
        return nullptr;
    }
    return checks->errors[index][number].c_str();
}
