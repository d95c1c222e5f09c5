// SPDX-License-Identifier: MIT
// Feeds bytes to read_portals and traps where its result breaks what its header promises.
#include "halfspace/formats/portal_file.h"
#include "halfspace/level/portal_check.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto graph = halfspace::read_portals(text, "fuzz");
    if (!graph) {
        const halfspace::Error& error = graph.error();
        require(error.where.line <= text.size() + 1 && error.where.file == "fuzz");
        require(!error.message.empty() && error.message.size() < 400);
        for (const char c : error.message) {
            require(c >= 0x20 && c <= 0x7e);
        }
        return 0;
    }
    require(!halfspace::graph_problem(*graph));
    const auto again = halfspace::read_portals(halfspace::write_portals(*graph), "again");
    require(again.has_value() && again->cluster_count == graph->cluster_count);
    require(again->corners == graph->corners && again->portals.size() == graph->portals.size());
    return 0;
}
