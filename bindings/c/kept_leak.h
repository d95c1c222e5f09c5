// SPDX-License-Identifier: MIT
// A leak for callers of the C interface: what a compile tells, and what is found in a level.
#pragma once

#include "halfspace/level/leak.h"

#include "halfspace_compile.h"
#include "handle.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::c {

// The base points to the arrays: no copy is made.
struct KeptLeak : halfspace_leak {
    KeptLeak(const Leak& leak, std::string words)
        : halfspace_leak(),
          line_numbers(numbers_of(leak.line)),
          opening_numbers(numbers_of(leak.opening)),
          lines(leak.brush_lines),
          described(std::move(words)) {
        entity = leak.entity;
        line = line_numbers.data();
        line_count = leak.line.size();
        opening = opening_numbers.data();
        opening_count = leak.opening.size();
        brush_lines = lines.data();
        brush_line_count = lines.size();
        text = described.c_str();
    }
    KeptLeak(const KeptLeak&) = delete;
    KeptLeak& operator=(const KeptLeak&) = delete;

    // x, y, z of each point.
    static std::vector<double> numbers_of(std::span<const Vec3> points) {
        std::vector<double> numbers(3 * points.size());
        for (size_t i = 0; i < points.size(); ++i) {
            store(points[i], &numbers[3 * i]);
        }
        return numbers;
    }

    std::vector<double> line_numbers;
    std::vector<double> opening_numbers;
    std::vector<uint32_t> lines;
    std::string described;
};

}  // namespace halfspace::c
