// SPDX-License-Identifier: MIT
// Arguments and results that are arrays of numpy: their checks, and batches without Python's lock.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/vec.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::python {

namespace py = pybind11;

// Raises halfspace.Error, with code, file and line of the error.
[[noreturn]] void raise(const Error& error);

template <class T>
T value_of(Result<T>&& result) {
    if (!result) {
        raise(result.error());
    }
    return *std::move(result);
}

// Numbers of an argument as rows of doubles: an array of the shape (N, width), or (width,) for one
// row. Arrays of float64 in order are not copied; float32 and integers become doubles exactly.
class Rows {
public:
    // name: of the argument, for messages. Raises TypeError for other things than numbers, and
    // ValueError for another shape or a number that is not finite; the message names the first bad
    // row.
    Rows(const char* name, py::handle value, std::size_t width);

    std::size_t size() const { return size_; }
    bool is_one() const { return is_one_; }  // one row without a first dimension
    const double* data() const { return array_.data(); }
    const py::array& array() const { return array_; }

    // REQUIRES: a Row is so many doubles.
    template <class Row>
    std::span<const Row> as() const {
        static_assert(sizeof(Row) % sizeof(double) == 0);
        return {reinterpret_cast<const Row*>(array_.data()), size_};
    }

private:
    py::array_t<double, py::array::c_style> array_;
    std::size_t size_ = 0;
    bool is_one_ = false;
};

// Records of an argument: an array of exactly this dtype, of the shape (N,) or () for one.
class Records {
public:
    Records(const char* name, py::handle value, const py::dtype& dtype);

    std::size_t size() const { return size_; }
    bool is_one() const { return is_one_; }
    const py::array& array() const { return array_; }

    template <class Record>
    std::span<const Record> as() const {
        return {static_cast<const Record*>(array_.data()), size_};
    }

private:
    py::array array_;
    std::size_t size_ = 0;
    bool is_one_ = false;
};

// The array for results: what the caller gave as out=, or a new one.
class Results {
public:
    // given: None, or an array of exactly this dtype and shape, in order and writable, which shares
    // no memory with the inputs; else TypeError or ValueError. A given array is never converted.
    Results(const char* name,
            py::handle given,
            const py::dtype& dtype,
            std::vector<py::ssize_t> shape,
            std::span<const py::array> inputs = {},
            bool may_share = false);

    template <class Row>
    std::span<Row> as() {
        return {static_cast<Row*>(array_.mutable_data()),
                static_cast<std::size_t>(array_.nbytes()) / sizeof(Row)};
    }

    // The array; of one answer without an array of the caller, the answer alone.
    py::object take(bool is_one) const;

private:
    py::array array_;
    bool is_given_ = false;
};

// A dtype with the layout of a struct of C++. format: of numpy, such as "f8" or "(3,)f8".
struct Field {
    const char* name;
    const char* format;
    std::size_t offset;
};
py::dtype struct_dtype(std::span<const Field> fields, std::size_t size);

// An executor with this number of threads (0: all of the machine). In the child of a fork, where the
// threads of its parent are gone, everything runs on one thread.
Executor threads_of(unsigned threads);

// Answers a batch of `total` in parts, without Python's lock: answer(begin, count, executor).
// Ctrl-C is seen between parts. A few answers keep the lock: to give it back costs more.
template <class Answer>
void in_batches(std::size_t total, unsigned threads, const Answer& answer) {
    constexpr std::size_t kFew = 16;
    constexpr std::size_t kPart = std::size_t{1} << 18;
    const Executor run = threads_of(threads);
    if (total <= kFew) {
        answer(std::size_t{0}, total, run);
        return;
    }
    for (std::size_t begin = 0; begin < total; begin += kPart) {
        {
            const py::gil_scoped_release released;
            answer(begin, std::min(kPart, total - begin), run);
        }
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
    }
}

}  // namespace halfspace::python
