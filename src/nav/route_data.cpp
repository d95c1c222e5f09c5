// SPDX-License-Identifier: MIT
#include "nav/route_data.h"

#include "nav/flat.h"

#include <algorithm>

namespace halfspace {

void find_route_data(NavMeshData& mesh) {
    for (const MeshEdge& edge : mesh.edges) {
        mesh.beyond.push_back(edge.twin == kNone ? kNone : mesh.edges[edge.twin].polygon);
    }
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const bool is_plain = mesh.contents[p] == 0 && mesh.areas[p] == kNone && mesh.lows[p] == 0;
        mesh.are_plain.push_back(is_plain ? 1 : 0);
        const std::uint32_t whole = mesh.wholes[p];
        const bool has_link = mesh.first_links[whole] < mesh.first_links[whole + 1];
        mesh.are_ends.push_back(mesh.exits[p] <= 1 && !has_link ? 1 : 0);
        Vec3 low = mesh.from(mesh.first_edges[p]);
        Vec3 high = low;
        for (std::uint32_t e = mesh.first_edges[p]; e < mesh.first_edges[p + 1]; ++e) {
            const Vec3& v = mesh.from(e);
            low = {std::min(low.x, v.x), std::min(low.y, v.y), 0};
            high = {std::max(high.x, v.x), std::max(high.y, v.y), 0};
        }
        mesh.widths.push_back(static_cast<float>(flat_length(low, high)));
    }
}

}  // namespace halfspace
