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

// Three numbers, exactly as they show. Of at most 15 digits each is the decimal number that is
// written, so 0.1 is a tenth. Else it is the double.
DecimalPoint decimals_of(const double* p);

// Coordinates of an argument of the shape `shape`, in which -1 stands for any size. wanted: the
// shape for messages. Raises as Rows, and ValueError for a number beyond kMaxDecimal.
py::array_t<double> block_of(const char* name,
                             py::handle value,
                             const std::vector<py::ssize_t>& shape,
                             const std::string& wanted);

// The material with this name, which is added if it is new.
MaterialId material_of(halfspace::World& world, const std::string& name);

// One name for all parts, or one for each.
std::vector<std::string> names_of(const char* name, py::handle value, std::size_t count);

// One whole number for all parts, or one for each; None: 0. Raises as Numbers, and ValueError for
// another count.
std::vector<std::uint32_t> values_of(const char* name,
                                     py::handle value,
                                     std::size_t count,
                                     NumberRange range);
std::vector<SurfaceKind> surfaces_of(py::handle value, std::size_t count);
SurfaceKind surface_of(py::handle value);  // of one part; None: drawn

// One bool for all parts, or one for each; None: false.
std::vector<bool> bools_of(const char* name, py::handle value, std::size_t count);
// One opacity for all parts, or one for each; None: 1.
std::vector<double> opacities_of(py::handle value, std::size_t count);
double opacity_of(double opacity);
Contents contents_in(std::uint32_t contents);

// Where a part of an entity is put.
template <class Thing>
struct PartPlace {
    std::vector<Thing>& things;
    std::size_t number = 0;

    // Puts the part there. Returns its number.
    std::size_t put(Thing made) const {
        things.insert(things.begin() + static_cast<std::ptrdiff_t>(number), std::move(made));
        return number;
    }
};

// A place in a list of an entity: at a number, or behind all for None. Raises IndexError.
// REQUIRES: all other arguments are converted. Their code may add and remove entities.
template <class Thing>
PartPlace<Thing> part_place(SourceWorld& source,
                            std::vector<Thing> Entity::* list,
                            py::handle entity,
                            py::handle at) {
    const py::object wanted = at.is_none() ? py::none() : integer_of("at", at);
    std::vector<Thing>& things = entity_in(source, entity).*list;
    return {things, wanted.is_none() ? things.size() : number_of("at", wanted, {0, things.size()})};
}

}  // namespace halfspace::python
