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

constexpr NumberRange kSurfaceKinds{0, static_cast<std::uint64_t>(SurfaceKind::Skip), true};
constexpr const char* kOpacity = "from 0 to 1";

bool is_opacity(double value) {
    return value >= 0 && value <= 1;
}

// Raises ValueError unless one value is for all parts or each has its own.
void check_count(const char* name, bool is_one, std::size_t given, std::size_t count) {
    need(is_one || given == count, name, ("one for all or " + std::to_string(count)).c_str());
}

}  // namespace

DecimalPoint decimals_of(const double* p) {
    return {decimal_of(p[0]), decimal_of(p[1]), decimal_of(p[2])};
}

py::array_t<double> block_of(const char* name,
                             py::handle value,
                             const std::vector<py::ssize_t>& shape,
                             const std::string& wanted) {
    const py::array any = array_from(name, value, "an array of numbers");
    check_doubles(name, any);
    const auto array = py::array_t < double, py::array::c_style | py::array::forcecast > (any);
    bool fits = array.ndim() == static_cast<py::ssize_t>(shape.size());
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
        fits = shape[i] == -1 || shape[i] == array.shape(static_cast<py::ssize_t>(i));
    }
    if (!fits) {
        raise_shape(name, array, wanted);
    }
    const std::span numbers(array.data(), static_cast<std::size_t>(array.size()));
    const auto is_good = [](double x) { return std::abs(x) <= kMaxDecimal; };
    if (const auto bad = std::ranges::find_if_not(numbers, is_good); bad != numbers.end()) {
        const std::size_t width = numbers.size() / static_cast<std::size_t>(array.shape(0));
        const auto row = static_cast<std::size_t>(bad - numbers.begin()) / width;
        need(false, name + in_row(row), "finite and within 2^40");
    }
    return array;
}

MaterialId material_of(halfspace::World& world, const std::string& name) {
    const auto known = std::ranges::find(world.materials, name, &Material::name);
    const auto number = static_cast<std::uint32_t>(known - world.materials.begin());
    if (known == world.materials.end()) {
        world.materials.push_back({name, 0, 0, false});
    }
    return MaterialId(number);
}

std::vector<std::string> names_of(const char* name, py::handle value, std::size_t count) {
    if (py::isinstance<py::str>(value)) {
        return std::vector<std::string>(count, text_in(name, value));
    }
    if (!py::isinstance<py::iterable>(value)) {
        throw py::type_error(std::string(name) + " must be texts");
    }
    std::vector<std::string> names;
    for (const py::handle one : py::iter(value)) {
        names.push_back(text_in(name, one));
    }
    need(names.size() == count, name, ("one text or " + std::to_string(count)).c_str());
    return names;
}

std::vector<std::uint32_t> values_of(const char* name,
                                     py::handle value,
                                     std::size_t count,
                                     NumberRange range) {
    std::vector<std::uint32_t> values(count);
    if (!value.is_none()) {
        const Numbers numbers(name, value, range);
        check_count(name, numbers.is_one(), numbers.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            values[i] = static_cast<std::uint32_t>(numbers[i]);
        }
    }
    return values;
}

std::vector<SurfaceKind> surfaces_of(py::handle value, std::size_t count) {
    std::vector<SurfaceKind> kinds;
    for (const std::uint32_t kind : values_of("surfaces", value, count, kSurfaceKinds)) {
        kinds.push_back(static_cast<SurfaceKind>(kind));
    }
    return kinds;
}

SurfaceKind surface_of(py::handle value) {
    return value.is_none() ? SurfaceKind::Drawn
                           : static_cast<SurfaceKind>(number_of("surface", value, kSurfaceKinds));
}

std::vector<bool> bools_of(const char* name, py::handle value, std::size_t count) {
    if (value.is_none()) {
        return std::vector<bool>(count);
    }
    const py::array any = array_from(name, value, "one bool, or an array of bools");
    if (any.dtype().kind() != 'b') {
        throw py::type_error(std::string(name) + " has the dtype " +
                             py::str(any.dtype()).cast<std::string>() + "; it must be bool");
    }
    const bool is_one = any.ndim() == 0;
    if (any.ndim() > 1) {
        raise_shape(name, any, "(N,), or () for all rows");
    }
    check_count(name, is_one, static_cast<std::size_t>(any.size()), count);
    const auto bools = py::array_t < bool, py::array::c_style | py::array::forcecast > (any);
    std::vector<bool> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = bools.data()[is_one ? 0 : i];
    }
    return values;
}

std::vector<double> opacities_of(py::handle value, std::size_t count) {
    std::vector<double> opacities(count, 1.0);
    if (!value.is_none()) {
        const RowNumbers numbers("opacities", value, count, &is_opacity, kOpacity);
        for (std::size_t i = 0; i < count; ++i) {
            opacities[i] = numbers[i];
        }
    }
    return opacities;
}

double opacity_of(double opacity) {
    need(is_opacity(opacity), "opacity", kOpacity);
    return opacity;
}

Contents contents_in(std::uint32_t contents) {
    if (any(static_cast<Contents>(contents) & ~kBrushContents)) {
        throw py::value_error("contents has a bit that is no Contents");
    }
    return static_cast<Contents>(contents);
}

}  // namespace halfspace::python
