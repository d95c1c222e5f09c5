// SPDX-License-Identifier: MIT
#include "plain_compile.h"

#include "halfspace/compile/compile.h"

#include "formats/shared/map_reader.h"

#include <string_view>

std::size_t compile_in_plain_doubles(const char* text, std::size_t size) {
    const auto read = halfspace::read_map(std::string_view(text, size), "plain");
    if (!read) {
        return 0;
    }
    halfspace::CompileOptions options;
    options.threads = 1;
    const auto compiled = halfspace::compile(read->world, options);
    return compiled ? compiled->level.nodes.size() : 0;
}
