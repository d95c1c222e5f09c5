// SPDX-License-Identifier: MIT
// The texture archives of Quake (WAD2) and Half-Life (WAD3).
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"
#include "halfspace/formats/image_file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halfspace {

// What the bytes of an 8-bit picture stand for.
using Palette = std::array<Rgba, 256>;

// For Quake's textures where nobody has the game's own palette, which is not free to copy: 16 ramps
// of 16 shades from dark to bright, the first grey, the others around the circle of hues.
Palette plain_palette();

// A file of 256 times red, green and blue, as the game's palette.lmp. Errors: Damaged for any other
// size.
Result<Palette> read_palette(std::span<const std::byte> bytes, std::string_view name);

class Wad {
public:
    // Reads the directory; entries that are no textures are passed over. name: of the file, for
    // errors. Errors: Unsupported for other formats, Damaged for a directory that does not lie
    // within the bytes. Linear in the number of entries.
    static Result<Wad> from_bytes(std::vector<std::byte> bytes, std::string name);

    const std::string& name() const { return name_; }
    // As the directory spells them, in its order.
    const std::vector<std::string>& texture_names() const { return texture_names_; }

    // True if there is a texture of this name, in upper or lower case; of several the first counts.
    bool has(std::string_view texture) const;

    // REQUIRES: has(texture). Errors: Damaged, Unsupported or Limit, naming the texture.
    Result<ImageSize> size(std::string_view texture) const;

    // The largest picture of the texture. Half-Life's have a palette of their own, others are
    // painted with `palette`. In textures whose name begins with '{' the last colour is absent.
    // REQUIRES and errors as size.
    Result<Image> image(std::string_view texture, const Palette& palette) const;

private:
    struct Entry {
        std::string name;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        bool has_palette = false;
        bool is_compressed = false;
    };
    struct Texture {
        ImageSize size;
        std::span<const std::byte> pixels;
        std::span<const std::byte> palette;  // red, green, blue each; empty if it has none
    };

    Result<void> read_directory();
    const Entry& entry(std::string_view texture) const;
    Result<Texture> open(const Entry& entry) const;
    Error error(ErrorCode code, const Entry& entry, std::string_view what) const;

    std::string name_;
    std::vector<std::byte> bytes_;
    std::vector<Entry> entries_;
    std::vector<std::string> texture_names_;
    std::unordered_map<std::string, std::size_t> by_name_;  // in lower case
};

}  // namespace halfspace
