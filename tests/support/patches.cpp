// SPDX-License-Identifier: MIT
#include "support/patches.h"

#include "support/brushes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace halfspace::test {

Patch patch_of(const Controls& controls) {
    Patch patch;
    patch.material = MaterialId(0);
    patch.contents = Contents::Solid;
    patch.height = static_cast<std::uint32_t>(controls.size());
    patch.width = static_cast<std::uint32_t>(controls[0].size());
    for (std::uint32_t r = 0; r < patch.height; ++r) {
        for (std::uint32_t c = 0; c < patch.width; ++c) {
            const Vec3& p = controls[r][c];
            PolygonCorner corner{{}, c / 2.0, -(r / 2.0)};
            corner.point = {
                rounded_decimal(p.x, 6), rounded_decimal(p.y, 6), rounded_decimal(p.z, 6)};
            patch.controls.push_back(corner);
        }
    }
    return patch;
}

Controls random_piece(Random& random) {
    Controls controls(3, std::vector<Vec3>(3));
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) {
            controls[r][c] = {64.0 * static_cast<double>(c) + random.real(-20, 20),
                              64.0 * static_cast<double>(r) + random.real(-20, 20),
                              random.real(-60, 60)};
        }
    }
    return controls;
}

Controls pipe(int quarters) {
    constexpr std::array<std::pair<int, int>, 9> kRing{
        {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}}};
    Controls controls(3);
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 2 * static_cast<std::size_t>(quarters) + 1; ++c) {
            const auto& [x, z] = kRing[c];
            controls[r].push_back({64.0 * x, 32.0 * static_cast<double>(r), 64.0 * z});
        }
    }
    return controls;
}

std::vector<Patch> vault() {
    const auto quarter = [](const Vec3& from, const Vec3& middle, const Vec3& to) {
        Controls controls;
        for (const double y : {-64.0, 0.0, 64.0}) {
            const Vec3 shift{0, y, 0};
            controls.push_back({from + shift, middle + shift, to + shift});
        }
        return patch_of(controls);
    };
    const Vec3 top{0, 0, 64};
    return {quarter({64, 0, 0}, {64, 0, 64}, top), quarter(top, {-64, 0, 64}, {-64, 0, 0})};
}

}  // namespace halfspace::test
