// SPDX-License-Identifier: MIT
#include "halfspace/query/leak.h"

#include "halfspace_compile.h"
#include "handle.h"
#include "kept_leak.h"

#include <optional>

using namespace halfspace;
using namespace halfspace::c;

halfspace_status halfspace_find_leak(const halfspace_level* level, halfspace_leak** leak) {
    if (level == nullptr || leak == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const std::optional<Leak> found = find_leak(level->level);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        *leak = new KeptLeak(*found, describe_leak(level->level, *found));
        return HALFSPACE_OK;
    });
}

void halfspace_free_leak(halfspace_leak* leak) {
    delete static_cast<KeptLeak*>(leak);
}
