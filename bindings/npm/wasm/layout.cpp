// SPDX-License-Identifier: MIT
// Prints src/layout.ts: where the fields of the structs of the interface for C are in WebAssembly's
// memory. ../headers.mjs lists the fields in layout_fields.inc.
#include "halfspace.h"
#include "halfspace_agents.h"
#include "halfspace_compile.h"
#include "halfspace_draw.h"
#include "halfspace_move.h"
#include "halfspace_nav.h"
#include "halfspace_spatial.h"

#include <cstddef>
#include <cstdio>

// NOLINTBEGIN(cppcoreguidelines-macro-usage): offsetof is a macro, too
#define BEGIN(name) \
    std::printf("export const " #name " = {\n    size: %zu,\n", sizeof(halfspace_##name));
#define FIELD(type, field) std::printf("    " #field ": %zu,\n", offsetof(type, field));
#define END() std::puts("} as const;\n");
// NOLINTEND(cppcoreguidelines-macro-usage)

int main() {
    std::puts("// SPDX-License-Identifier: MIT");
    std::puts("// Offsets of fields in bytes, written by wasm/layout.cpp. Do not edit.\n");
#include "layout_fields.inc"
}
