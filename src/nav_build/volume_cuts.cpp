// SPDX-License-Identifier: MIT
#include "nav_build/volume_cuts.h"

namespace halfspace {

VolumeParts cut_by_volume(Polygon polygon, std::span<const PlaneId> sides, Predicates& predicates) {
    VolumeParts parts{{}, std::move(polygon)};
    for (const PlaneId side : sides) {
        PolygonSplit cut = split(*std::move(parts.inside), side, predicates);
        if (cut.front) {
            parts.outside.push_back(*std::move(cut.front));
        }
        parts.inside = std::move(cut.back);
        if (!parts.inside) {
            break;
        }
    }
    return parts;
}

}  // namespace halfspace
