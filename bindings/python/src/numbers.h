// SPDX-License-Identifier: MIT
// Numbers of arguments: of things, such as faces and agents; values, such as seeds; and lengths.
#pragma once

#include "halfspace/base/id.h"

#include "arrays.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace halfspace::python {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Which numbers an argument may have.
struct NumberRange {
    std::int64_t first = 0;  // -1: stands for no thing, and becomes kNone
    std::uint64_t last = kNone - 1;
    bool are_values = false;  // another number is a wrong value: ValueError, not IndexError
};
inline constexpr NumberRange kIds{};
inline constexpr NumberRange kIdsOrNone{-1};
inline constexpr NumberRange kMasks{0, kNone, true};
inline constexpr NumberRange kSeeds{0, std::numeric_limits<std::uint64_t>::max(), true};

// The numbers of `count` things.
constexpr NumberRange things(std::uint64_t count) {
    return count == 0 ? NumberRange{1, 0} : NumberRange{0, count - 1};
}

// Raises IndexError: a number of the argument names no thing. why: such as " is not placed".
[[noreturn]] void raise_no_thing(
    const char* name, std::uint64_t number, std::size_t row, bool is_one, const std::string& why);

// Whole numbers of an argument, one or many. The caller's array may change afterwards.
class Numbers {
public:
    // The shape is (N,), or () for one; with a width (N, width). Raises TypeError for other things
    // than integers, ValueError for another shape, IndexError for a number out of its range.
    Numbers(const char* name, py::handle value, NumberRange range = kIds, std::size_t width = 1);
    // As things(count); for None all of them.
    static Numbers or_all(const char* name, py::handle value, std::uint64_t count);

    std::size_t size() const { return all_.size(); }
    bool is_one() const { return is_one_; }
    // The number of a row; one number is for all rows.
    std::uint64_t operator[](std::size_t i) const { return all_[is_one_ ? 0 : i]; }
    template <class Id>
    Id id(std::size_t i) const {
        return Id(static_cast<std::uint32_t>((*this)[i]));
    }
    template <class Id>
    std::vector<Id> ids() const {
        std::vector<Id> made;
        for (const std::uint64_t number : all_) {
            made.push_back(Id(static_cast<std::uint32_t>(number)));
        }
        return made;
    }

    // Raises IndexError for the first thing for which is_there(id) is false.
    template <class Id, class IsThere>
    void check(const IsThere& is_there, const std::string& why) const {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!is_there(id<Id>(i))) {
                raise_no_thing(name_, all_[i], i, is_one_, why);
            }
        }
    }

    // Raises ValueError for a number that is there twice.
    void check_once() const;

private:
    explicit Numbers(const char* name) : name_(name) {}

    const char* name_;
    std::vector<std::uint64_t> all_;
    bool is_one_ = false;
};

// The int of Python that an argument is. Raises TypeError. An argument may have an __index__ of its
// own, whose code may change what the number is of: to find the range afterwards, call this first.
py::object integer_of(const char* name, py::handle value);
// The number of one thing. Raises TypeError, IndexError.
std::uint32_t number_of(const char* name, py::handle value, NumberRange range = kIds);

template <class Id>
Id id_of(const char* name, py::handle value, NumberRange range = kIds) {
    return Id(number_of(name, value, range));
}

// Doubles of an argument: one for all rows of a question, or one for each.
class RowNumbers {
public:
    // Raises TypeError as Rows does; ValueError for another shape, and for the first number that
    // is_good refuses. must_be: for the message, such as "at least 0".
    RowNumbers(const char* name,
               py::handle value,
               std::size_t count,
               bool (*is_good)(double),
               const char* must_be);

    double operator[](std::size_t i) const { return all_[is_one_ ? 0 : i]; }

private:
    std::vector<double> all_;
    bool is_one_ = false;
};

// A length that may be infinite, at least 0. Raises ValueError.
void check_reach(const char* name, double reach);
// A finite one.
void check_length(const char* name, double length);
// One that agents take for distances in a level: at most kMaxMoverPlace. Larger ones would
// overflow.
void check_size(const char* name, double size);
void check_positive_size(const char* name, double size);

}  // namespace halfspace::python
