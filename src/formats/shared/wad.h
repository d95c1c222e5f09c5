// SPDX-License-Identifier: MIT
// Reads the texture archives of Quake (WAD2) and Half-Life (WAD3).
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

// 256 colours: a pixel with the value i of an 8-bit picture has colour i.
using Palette = std::array<Rgba, 256>;

// A palette for Quake's textures, for users without the game's own, which may not be copied freely.
// It has 16 ramps of 16 shades from dark to bright: the first is grey, the others go around the
// circle of hues.
Palette plain_palette();

// The palette in a file of 256 times red, green and blue, like the game's palette.lmp. name: the
// file's name, for errors. Errors: Damaged if there are not 768 bytes.
Result<Palette> read_palette(std::span<const std::byte> bytes, std::string_view name);

// An archive with its bytes. Names of textures are compared without regard to upper and lower case;
// if a name is there twice, the first texture counts.
class Wad {
public:
    // Reads the directory. Entries that are no textures are left out. name: the file's name, for
    // errors. Errors: Unsupported for another format, Damaged for a directory outside of the bytes.
    // Cost: linear in the number of entries.
    static Result<Wad> from_bytes(std::vector<std::byte> bytes, std::string name);

    const std::string& name() const { return name_; }
    // The names of all textures, each once, in the order and spelling of the directory.
    const std::vector<std::string>& texture_names() const { return texture_names_; }

    // True if there is a texture of this name.
    bool has(std::string_view texture) const;

    // The size of a texture, pixels. REQUIRES: has(texture). Errors: Damaged, Unsupported
    // (compressed) or Limit; they name the texture.
    Result<ImageSize> size(std::string_view texture) const;

    // The largest picture of a texture. Half-Life's textures have their own palette; others use
    // `palette`. If the name begins with '{', pixels of the last colour are transparent. REQUIRES
    // and errors: as for `size`.
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
