// SPDX-License-Identifier: MIT
// Arguments that are arrays of numpy: their checks. Records, and how many threads there are.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/vec.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::python {

namespace py = pybind11;

// Text as Python has it. Bytes that are no UTF-8 become surrogates, as Python does for file names.
py::str text(std::string_view bytes);

// Raises halfspace.Error, with code, file and line of the error.
[[noreturn]] void raise(const Error& error);

template <class T>
T value_of(Result<T>&& result) {
    if (!result) {
        raise(result.error());
    }
    return *std::move(result);
}

// " in row 3", for messages; of a single one nothing.
std::string in_row(std::size_t row, bool is_one = false);

// The argument as an array of numpy. Raises TypeError, because of what numpy says, for what is no
// array, and ValueError for an array of numpy.ma with something masked; passes on what else the
// conversion raises, such as KeyboardInterrupt. what: it must be that, for the message.
py::array array_from(const char* name, py::handle value, const char* what);

// Raises ValueError: "skin must be at least 0".
void need(bool is_right, const std::string& name, const char* what);

// Raises ValueError: the argument has this shape. wanted: as "(N,), or () for one".
[[noreturn]] void raise_shape(const char* name, const py::array& array, const std::string& wanted);

// Raises TypeError for a dtype whose numbers float64 does not hold.
void check_doubles(const char* name, const py::array& array);

// Numbers of an argument as rows of doubles: an array of the shape (N, width), or (width,) for one
// row. With lines, a row is a matrix: (N, lines, width), or (lines, width) for one. Arrays of
// float64 in order are not copied; float32 and integers become doubles exactly, and so do numbers
// in the byte order of another machine.
class Rows {
public:
    // name: of the argument, for messages. Raises TypeError for other things than numbers, and
    // ValueError for another shape, for 2^32 rows or more, for a number that is not finite and for
    // an integer of 2^53 or more; the message names the first bad row. Nothing is copied before the
    // shape is known to be right.
    Rows(const char* name, py::handle value, std::size_t width, std::size_t lines = 0);

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

// Records of an argument: an array of exactly this dtype, of the shape (N,), or one record.
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

// A dtype with the layout of a struct of C++. format: of numpy, such as "f8" or "(3,)f8".
struct Field {
    const char* name;
    const char* format;
    std::size_t offset;
    // Of a field that is itself a record, or so many of them: its dtype. Then format is not used.
    const py::dtype& (*record)() = nullptr;
    std::size_t count = 1;
};
py::dtype struct_dtype(std::span<const Field> fields, std::size_t size);

// The one dtype of a record.
template <class Record>
const py::dtype& record_dtype(std::initializer_list<Field> fields) {
    static const auto* const kDtype =
        new py::dtype(struct_dtype({fields.begin(), fields.size()}, sizeof(Record)));
    return *kDtype;
}

// An executor with this number of threads (0: all of the machine). In the child of a fork, where
// the threads of its parent are gone, everything runs on one thread.
Executor threads_of(unsigned threads);
// The number of threads that a function may use which makes its own ones: `threads`, or 1 in such a
// child.
unsigned usable_threads(unsigned threads);

// How many rows two arguments have, of which one may be one for all. Raises ValueError.
std::size_t common_rows(const char* a,
                        std::size_t a_size,
                        bool a_is_one,
                        const char* b,
                        std::size_t b_size,
                        bool b_is_one);

template <class A, class B>
std::size_t common_rows(const char* a, const A& a_rows, const char* b, const B& b_rows) {
    return common_rows(a, a_rows.size(), a_rows.is_one(), b, b_rows.size(), b_rows.is_one());
}

}  // namespace halfspace::python
