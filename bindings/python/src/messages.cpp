// SPDX-License-Identifier: MIT
#include "messages.h"

#include <string_view>
#include <utility>

namespace halfspace::python {
namespace {

constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"compile it with --nav", "compile it with nav=True"},
    {"(--open draw)", "(open_surfaces=\"draw\")"},
    {"--open skip leaves it out, --open draw only draws it",
     "open_surfaces=\"skip\" leaves it out, \"draw\" only draws it"},
    {"--weld D merges", "weld=D of read_source merges"},
    {"(--grid)", "(grid=)"},
    {"grid_exponent", "grid"},
    {"(a name that ends in -room does)",
     "(room=True of add_mesh does, and in a file a name that ends in -room)"},
    {"info, classify, sight, trace, render and export take it", "halfspace.load loads it"},
};

}  // namespace

std::string in_python(std::string message) {
    for (const auto& [from, to] : kWords) {
        for (std::size_t at = message.find(from); at != std::string::npos;
             at = message.find(from, at + to.size())) {
            message.replace(at, from.size(), to);
        }
    }
    return message;
}

}  // namespace halfspace::python
