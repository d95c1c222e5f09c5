// SPDX-License-Identifier: MIT
// Arguments of the functions that add parts to a source.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/world/world.h"

#include "geometry.h"
#include "sources.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::python {

inline constexpr double kMaxDecimal = 0x1p40;  // the largest coordinate of a source [units]
inline constexpr double kMostSurface = static_cast<double>(SurfaceKind::Skip);

// Three numbers, exactly as they show. Of at most 15 digits each is the decimal number that is
// written, so 0.1 is a tenth. Else it is the double.
DecimalPoint decimals_of(const double* p);

// Numbers of an argument of the shape `shape`, in which -1 stands for any size. wanted: the shape
// for messages. Raises ValueError, also for a number beyond `most`.
py::array_t<double> block_of(const char* name,
                             py::handle value,
                             const std::vector<py::ssize_t>& shape,
                             const char* wanted,
                             double most = kMaxDecimal);

// The material with this name, which is added if it is new.
MaterialId material_of(halfspace::World& world, const char* name, py::handle value);

// One name for all parts, or one for each.
std::vector<std::string> names_of(const char* name, py::handle value, std::size_t count);

// One number from 0 to `most` for all parts, or one for each; None: `otherwise`.
std::vector<double> numbers_of(
    const char* name, py::handle value, std::size_t count, double otherwise, double most);

SurfaceKind surface_of(double number);
SurfaceKind one_surface(py::handle value);
double one_opacity(double opacity);
Contents contents_in(std::uint32_t contents);

// Puts a thing at a place of the list, or behind all for None. Returns its number.
template <class Thing>
std::size_t put(std::vector<Thing>& things, py::handle at, Thing&& made) {
    const std::size_t number =
        at.is_none() ? things.size() : one_number("at", at, things.size() + 1);
    things.insert(things.begin() + static_cast<std::ptrdiff_t>(number), std::move(made));
    return number;
}

}  // namespace halfspace::python
