// SPDX-License-Identifier: MIT
#include "numbers.h"

#include "halfspace/query/collision_world.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halfspace::python {
namespace {

bool is_in(NumberRange range, std::uint64_t number, bool is_negative) {
    if (is_negative) {
        return static_cast<std::int64_t>(number) >= range.first;
    }
    return number <= range.last &&
           (range.first <= 0 || number >= static_cast<std::uint64_t>(range.first));
}

[[noreturn]] void raise_out_of_range(const std::string& where,
                                     const std::string& number,
                                     NumberRange range) {
    std::string text = where + " is " + number;
    if (range.first > 0 && range.last < static_cast<std::uint64_t>(range.first)) {
        text += "; there are none";
    } else {
        text += "; it must be from " + std::to_string(range.first) + " to " +
                std::to_string(range.last);
    }
    if (range.are_values) {
        throw py::value_error(text);
    }
    throw py::index_error(text);
}

}  // namespace

void raise_no_thing(
    const char* name, std::uint64_t number, std::size_t row, bool is_one, const std::string& why) {
    throw py::index_error(name + in_row(row, is_one) + " is " + std::to_string(number) + why);
}

Numbers::Numbers(const char* name, py::handle value, NumberRange range, std::size_t width)
    : name_(name) {
    const py::array any = array_from(name, value, "integers");
    const char kind = any.dtype().kind();
    if (kind != 'i' && kind != 'u' && any.size() != 0) {
        throw py::type_error(std::string(name) + " has the dtype " +
                             py::str(any.dtype()).cast<std::string>() + "; it must be integers");
    }
    is_one_ = any.ndim() == 0;
    if (width > 1 ? any.ndim() != 2 || any.shape(1) != static_cast<py::ssize_t>(width)
                  : any.ndim() > 1) {
        raise_shape(
            name, any, width > 1 ? "(N, " + std::to_string(width) + ")" : "(N,), or () for one");
    }
    const auto numbers = py::array_t < std::uint64_t,
               py::array::c_style | py::array::forcecast > (any);
    all_.assign(numbers.data(), numbers.data() + numbers.size());
    for (std::size_t i = 0; i < all_.size(); ++i) {
        const auto as_signed = static_cast<std::int64_t>(all_[i]);
        const bool is_negative = kind == 'i' && as_signed < 0;
        if (!is_in(range, all_[i], is_negative)) {
            raise_out_of_range(name + in_row(i / width, is_one_),
                               is_negative ? std::to_string(as_signed) : std::to_string(all_[i]),
                               range);
        }
    }
}

Numbers Numbers::or_all(const char* name, py::handle value, std::uint64_t count) {
    if (!value.is_none()) {
        return {name, value, things(count)};
    }
    Numbers all(name);
    all.all_.resize(count);
    std::iota(all.all_.begin(), all.all_.end(), 0u);
    return all;
}

void Numbers::check_once() const {
    std::vector<std::uint64_t> sorted = all_;
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
        const auto first = std::ranges::find(all_, *twice);
        const auto second = std::find(first + 1, all_.end(), *twice);
        throw py::value_error(std::string(name_) + " has " + std::to_string(*twice) +
                              " twice, again" +
                              in_row(static_cast<std::size_t>(second - all_.begin())));
    }
}

py::object integer_of(const char* name, py::handle value) {
    if (PyIndex_Check(value.ptr()) == 0) {
        throw py::type_error(std::string(name) + " must be an integer");
    }
    auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!whole) {
        throw py::error_already_set();
    }
    return whole;
}

std::uint32_t number_of(const char* name, py::handle value, NumberRange range) {
    const py::object whole = integer_of(name, value);
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
    if (overflow != 0 || !is_in(range, static_cast<std::uint64_t>(number), number < 0)) {
        raise_out_of_range(name, py::str(whole).cast<std::string>(), range);
    }
    return static_cast<std::uint32_t>(number);
}

RowNumbers::RowNumbers(const char* name,
                       py::handle value,
                       std::size_t count,
                       bool (*is_good)(double),
                       const char* must_be) {
    const py::array any = array_from(name, value, "one number, or an array of numbers");
    check_doubles(name, any);
    is_one_ = any.ndim() == 0;
    if (!is_one_ && (any.ndim() != 1 || static_cast<std::size_t>(any.size()) != count)) {
        raise_shape(name, any, "(" + std::to_string(count) + ",), or () for all rows");
    }
    const py::array_t<double, py::array::c_style> numbers(any);
    all_.assign(numbers.data(), numbers.data() + numbers.size());
    if (const auto bad = std::ranges::find_if_not(all_, is_good); bad != all_.end()) {
        const auto row = static_cast<std::size_t>(bad - all_.begin());
        need(false, name + in_row(row, is_one_), must_be);
    }
}

void check_reach(const char* name, double reach) {
    need(reach >= 0, name, "at least 0");
}

void check_length(const char* name, double length) {
    need(length >= 0 && std::isfinite(length), name, "finite and at least 0");
}

void check_size(const char* name, double size) {
    need(size >= 0 && size <= kMaxMoverPlace, name, "from 0 to 2^20");
}

void check_positive_size(const char* name, double size) {
    need(size > 0 && size <= kMaxMoverPlace, name, "above 0 and at most 2^20");
}

}  // namespace halfspace::python
