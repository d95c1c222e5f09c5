// SPDX-License-Identifier: MIT
// One castle, three trees: what is drawn at their nodes differs, the picture does not.
#include "halfspace/compile/compile.h"
#include "halfspace/render/painter.h"

#include "render/pictures.h"
#include "support/repeats.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace::test {
namespace {

Level castle(SurfaceTree kind) {
    const auto world = read_world(project_file("examples/levels/castle.grid"));
    EXPECT_TRUE(world);
    CompileOptions options;
    options.tree.surface_tree = kind;
    options.threads = 1;
    return *Level::from_data(compile(*world, options)->level);
}

Image picture(const Level& level, const View& view) {
    const TextureSet textures(level, {});
    return paint(visible_polygons(level, view), level, textures, view, small_picture()).image;
}

TEST(CastleTrees, PaintTheSamePicture) {
    const Level node = castle(SurfaceTree::Node);
    const Level solid = castle(SurfaceTree::Solid);
    const Level leafy = castle(SurfaceTree::Leafy);
    EXPECT_GT(leafy.faces().size(), node.faces().size());
    const std::vector<View> views = random_views(solid, static_cast<int>(repeats(20)), 11);
    std::uint64_t pixels = 0;
    std::uint64_t different = 0;
    for (const View& view : views) {
        const Image expected = picture(solid, view);
        for (const Level* const other : {&node, &leafy}) {
            const Image found = picture(*other, view);
            pixels += found.pixels.size();
            for (std::size_t i = 0; i < found.pixels.size(); ++i) {
                different += found.pixels[i] == expected.pixels[i] ? 0 : 1;
            }
        }
    }
    EXPECT_EQ(different, 0u) << "of " << pixels;
}

}  // namespace
}  // namespace halfspace::test
