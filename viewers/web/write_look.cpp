// SPDX-License-Identifier: MIT
// Prints src/look.ts: what the page shows as the native viewer does.
#include "halfspace/render/nav_shapes.h"
#include "halfspace/render/painter.h"
#include "halfspace/render/shading.h"

#include "look.h"
#include "print_constants.h"

#include <cstdint>
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
    print_constant("navAboveFloor", kNavAboveFloor);
    print_constant("navGlassOpacity", kNavGlassOpacity);
    print_constant("navCommonOpacity", kNavCommonOpacity);
    std::puts("/** Of islands: the largest, and the others in turn. */");
    std::puts("export const navColours = [");
    for (std::uint32_t rank = 0; rank < kNavColourCount; ++rank) {
        const Rgba c = nav_island_colour(rank);
        std::printf("    [%d, %d, %d],\n", c.r, c.g, c.b);
    }
    std::puts("] as const;");
}

}  // namespace
}  // namespace halfspace::viewer

int main() {
    halfspace::viewer::print_look();
}
