// SPDX-License-Identifier: MIT
// Prints src/look.ts: what the page shows as the native viewer does.
#include "halfspace/render/painter.h"
#include "halfspace/render/shading.h"

#include "look.h"
#include "print_constants.h"

#include <cstdio>

namespace halfspace::viewer {
namespace {

void print_look() {
    print_head("viewers/web/write_look.cpp");
    std::puts("/** The views, in the order of their keys. */");
    std::puts("export const viewNames = [");
    for (const PaintViewRow& row : kPaintViews) {
        if (row.viewers == ViewerKinds::All) {
            std::printf("    \"%.*s\",\n", static_cast<int>(row.name.size()), row.name.data());
        }
    }
    std::puts("] as const;");
    print_constant("wireColour", kWireColour);
    print_constant("edgeColour", kEdgeColour);
    print_constant("wallColour", space_colour(Contents::Solid, WallPart::Side));
    print_constant("wallEdgeColour", space_colour(Contents::Solid, WallPart::Edge));
    print_constant("glassOpacity", kGlassOpacity);
    print_constant("pickColour", kPickColour);
    print_constant("contactColour", kContactColour);
    print_constant("beforeSurface", kBeforeSurface);
    print_constant("normalLength", kNormalLength);
    print_constant("lineNearer", kLineNearer);
}

}  // namespace
}  // namespace halfspace::viewer

int main() {
    halfspace::viewer::print_look();
}
