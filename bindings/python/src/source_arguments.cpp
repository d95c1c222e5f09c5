// SPDX-License-Identifier: MIT
#include "source_arguments.h"

#include "halfspace/base/number_text.h"
#include "halfspace/exact/decimal.h"

#include "sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace halfspace::python {
namespace {

// A number as it was written, if it has at most 15 digits: 0.1 is a tenth. Else exactly the double.
Decimal decimal_of(double value) {
    const std::string written = fmt::format("{:.15g}", value);
    if (number_of_text(written) == value) {
        return parse_decimal(written).value;
    }
    return decimal_from_double(value);
}

}  // namespace

DecimalPoint decimals_of(const double* p) {
    return {decimal_of(p[0]), decimal_of(p[1]), decimal_of(p[2])};
}

py::array_t<double> block_of(const char* name,
                             py::handle value,
                             const std::vector<py::ssize_t>& shape,
                             const char* wanted,
                             double most) {
    auto array = py::array_t < double, py::array::c_style | py::array::forcecast > ::ensure(value);
    if (!array) {
        PyErr_Clear();
        throw py::type_error(std::string(name) + " must be an array of numbers");
    }
    bool fits = array.ndim() == static_cast<py::ssize_t>(shape.size());
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
        fits = shape[i] == -1 || shape[i] == array.shape(static_cast<py::ssize_t>(i));
    }
    if (!fits) {
        throw py::value_error(std::string(name) + " must have the shape " + wanted + ", not " +
                              py::str(array.attr("shape")).cast<std::string>());
    }
    for (py::ssize_t i = 0; i < array.size(); ++i) {
        if (!(std::abs(array.data()[i]) <= most)) {
            const py::ssize_t in_row = array.size() / std::max<py::ssize_t>(array.shape(0), 1);
            throw py::value_error(std::string(name) + " must be finite and within " +
                                  fmt::format("{:g}", most) + "; row " +
                                  std::to_string(i / in_row) + " is not");
        }
    }
    return array;
}

MaterialId material_of(halfspace::World& world, const char* name, py::handle value) {
    const std::string wanted = text_in(name, value);
    const auto known = std::ranges::find(world.materials, wanted, &Material::name);
    const auto number = static_cast<std::uint32_t>(known - world.materials.begin());
    if (known == world.materials.end()) {
        world.materials.push_back({wanted, 0, 0, false});
    }
    return MaterialId(number);
}

std::vector<std::string> names_of(const char* name, py::handle value, std::size_t count) {
    if (py::isinstance<py::str>(value)) {
        return std::vector<std::string>(count, text_in(name, value));
    }
    std::vector<std::string> names;
    for (const py::handle one : py::iter(value)) {
        names.push_back(text_in(name, one));
    }
    if (names.size() != count) {
        throw py::value_error(std::string(name) + " must be one text or " + std::to_string(count));
    }
    return names;
}

std::vector<double> numbers_of(
    const char* name, py::handle value, std::size_t count, double otherwise, double most) {
    if (value.is_none()) {
        return std::vector<double>(count, otherwise);
    }
    const auto array = py::array_t < double,
               py::array::c_style | py::array::forcecast > ::ensure(value);
    if (!array || array.ndim() > 1 ||
        (array.ndim() == 1 && static_cast<std::size_t>(array.size()) != count)) {
        PyErr_Clear();
        throw py::value_error(std::string(name) + " must be one number or " +
                              std::to_string(count));
    }
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        numbers[i] = array.data()[array.ndim() == 0 ? 0 : i];
        if (!(numbers[i] >= 0 && numbers[i] <= most)) {
            throw py::value_error(std::string(name) + " must be from 0 to " +
                                  fmt::format("{:g}", most) + "; number " + std::to_string(i) +
                                  " is not");
        }
    }
    return numbers;
}

SurfaceKind surface_of(double number) {
    return static_cast<SurfaceKind>(static_cast<int>(number));
}

SurfaceKind one_surface(py::handle value) {
    return surface_of(numbers_of("surface", value, 1, 0, kMostSurface).front());
}

double one_opacity(double opacity) {
    if (!(opacity >= 0 && opacity <= 1)) {
        throw py::value_error("opacity must be from 0 to 1");
    }
    return opacity;
}

Contents contents_in(std::uint32_t contents) {
    if (any(static_cast<Contents>(contents) & ~kBrushContents)) {
        throw py::value_error("contents has a bit that is no Contents");
    }
    return static_cast<Contents>(contents);
}

}  // namespace halfspace::python
