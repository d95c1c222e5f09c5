// SPDX-License-Identifier: MIT
// WADs made byte by byte.
#pragma once

#include "base/shared/bytes.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {

struct WadSource {
    std::string name;
    std::uint32_t width = 16;
    std::uint32_t height = 16;
    char type = 'D';  // 'C' brings a palette, in which colour i is (i, 255 - i, 7)
};

inline void write_name(ByteWriter& out, std::string_view name) {
    std::string padded(name.substr(0, 16));
    padded.resize(16, '\0');
    out.write_bytes(std::as_bytes(std::span(padded)));
}

// A texture whose pixel i is i modulo 256.
inline void write_texture(ByteWriter& out, const WadSource& source) {
    const std::uint32_t pixels = source.width * source.height;
    write_name(out, "inner name");
    out.write(source.width);
    out.write(source.height);
    std::uint32_t offset = 40;
    for (std::uint32_t part = 1; part <= 64; part *= 4) {
        out.write(offset);
        offset += pixels / part;
    }
    for (std::uint32_t part = 1; part <= 64; part *= 4) {
        for (std::uint32_t i = 0; i < pixels / part; ++i) {
            out.write(static_cast<std::uint8_t>(i));
        }
    }
    if (source.type == 'C') {
        out.write(std::uint16_t{256});
        for (unsigned i = 0; i < 256; ++i) {
            out.write(static_cast<std::uint8_t>(i));
            out.write(static_cast<std::uint8_t>(255 - i));
            out.write(std::uint8_t{7});
        }
    }
}

inline std::vector<std::byte> wad_bytes(std::string_view magic,
                                        const std::vector<WadSource>& sources) {
    ByteWriter out;
    out.write_bytes(std::as_bytes(std::span(magic)));
    out.write(static_cast<std::uint32_t>(sources.size()));
    out.write(std::uint32_t{0});
    std::vector<std::uint32_t> offsets;
    for (const WadSource& source : sources) {
        offsets.push_back(static_cast<std::uint32_t>(out.size()));
        write_texture(out, source);
    }
    offsets.push_back(static_cast<std::uint32_t>(out.size()));
    out.overwrite(8, offsets.back());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::uint32_t size = offsets[i + 1] - offsets[i];
        out.write(offsets[i]);
        out.write(size);
        out.write(size);
        out.write(sources[i].type);
        out.write(std::uint8_t{0});
        out.write(std::uint16_t{0});
        write_name(out, sources[i].name);
    }
    return out.take();
}

}  // namespace halfspace::test
