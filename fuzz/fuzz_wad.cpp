// SPDX-License-Identifier: MIT
// Any bytes as a WAD: refused, or every texture of it is refused or a picture of its size.
#include "formats/shared/wad.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): an entry point, not a library

// Enough to reach every check; a directory may name one large picture many times.
constexpr std::size_t kMaxTextures = 64;
constexpr std::uint64_t kMaxPixels = 1 << 18;

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

void check_texture(const Wad& wad, std::string_view name) {
    require(wad.has(name));
    const Result<ImageSize> size = wad.size(name);
    if (!size) {
        require(!size.error().message.empty() && size.error().where.file == "fuzz");
        return;
    }
    require(size->width >= 1 && size->width <= kMaxImageSide);
    require(size->height >= 1 && size->height <= kMaxImageSide);
    if (std::uint64_t{size->width} * size->height > kMaxPixels) {
        return;
    }
    const Result<Image> image = wad.image(name, plain_palette());
    require(image.has_value());
    require(image->width == size->width && image->height == size->height);
    require(image->pixels.size() == std::size_t{size->width} * size->height);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const Result<Wad> wad = Wad::from_bytes({bytes.begin(), bytes.end()}, "fuzz");
    if (!wad) {
        require(!wad.error().message.empty());
        return 0;
    }
    std::size_t checked = 0;
    for (const std::string& name : wad->texture_names()) {
        check_texture(*wad, name);
        if (++checked == kMaxTextures) {
            break;
        }
    }
    return 0;
}
