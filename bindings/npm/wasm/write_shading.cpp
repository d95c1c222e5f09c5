// SPDX-License-Identifier: MIT
// Prints src/three/painter.ts: the painter's constants, and the bytes of the module of shading.cpp.
// Argument: the path of the module.
#include "halfspace/render/painter.h"
#include "halfspace/render/shading.h"

#include "print_constants.h"

#include <cstdio>

namespace halfspace {
namespace {

void print_constants() {
    print_constant("skyHorizon", kSkyHorizon);
    print_constant("skyZenith", kSkyZenith);
    print_constant("skyNadir", kSkyNadir);
    print_constant("background", PaintOptions().background);
    print_constant("wireColour", kWireColour);
    print_constant("edgeColour", kEdgeColour);
    print_constant("leafDistance", kLeafDistance);
    print_constant("translucentOpacity", kTranslucentOpacity);
    print_constant("hottest", kHottest);
    const auto [x, y, z] = kToLight;
    std::printf("export const toLight = [%.15g, %.15g, %.15g] as const;\n", x, y, z);
    print_constant("ambient", kAmbient);
}

}  // namespace
}  // namespace halfspace

int main(int count, char** arguments) {
    std::FILE* const module = count == 2 ? std::fopen(arguments[1], "rb") : nullptr;
    if (module == nullptr) {
        std::fputs("expected the path of a module\n", stderr);
        return 2;
    }
    halfspace::print_head("bindings/npm/wasm/write_shading.cpp");
    halfspace::print_constants();
    std::puts("/** The bytes of a WebAssembly module, in hexadecimal. */");
    std::fputs("export const bytes = \"", stdout);
    for (int byte = std::fgetc(module); byte != EOF; byte = std::fgetc(module)) {
        std::printf("%02x", byte);
    }
    std::puts("\";");
    std::fclose(module);
}
