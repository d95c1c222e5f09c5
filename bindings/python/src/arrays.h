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

// Numbers of an argument as rows of doubles: an array of the shape (N, width), or (width,) for one
// row. Arrays of float64 in order are not copied; float32 and integers become doubles exactly, and
// so do numbers in the byte order of another machine.
class Rows {
public:
    // name: of the argument, for messages. Raises TypeError for other things than numbers, and
    // ValueError for another shape, for 2^32 rows or more, for a number that is not finite and for
    // an integer of 2^53 or more; the message names the first bad row. Nothing is copied before the
    // shape is known to be right.
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

// The array for results: what the caller gave as out=, or a new one.
class Results {
public:
    // given: None, or an array of exactly this dtype and shape, in order and writable, which shares
    // no memory with the inputs; else TypeError or ValueError. A given array is never converted.
    Results(const char* name,
            py::handle given,
            const py::dtype& dtype,
            std::vector<py::ssize_t> shape,
            std::span<const py::array> inputs = {});

    const py::array& array() const { return array_; }

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
    // Of a field that is itself a record, or so many of them: its dtype. Then format is not used.
    const py::dtype& (*record)() = nullptr;
    std::size_t count = 1;
};
py::dtype struct_dtype(std::span<const Field> fields, std::size_t size);

// An executor with this number of threads (0: all of the machine). In the child of a fork, where
// the threads of its parent are gone, everything runs on one thread.
Executor threads_of(unsigned threads);
// The number of threads that a function may use which makes its own ones: `threads`, or 1 in such a
// child.
unsigned usable_threads(unsigned threads);

// Questions in rows, with so many questions in each row.
struct Batch {
    std::size_t rows = 0;
    std::size_t questions = 1;
};

// Answers a batch in parts, without Python's lock: answer(begin, count, executor) for rows.
// Ctrl-C is seen between parts. A few questions keep the lock: to give it back costs more.
template <class Answer>
void in_batches(Batch batch, unsigned threads, const Answer& answer) {
    constexpr std::size_t kFew = 16;
    constexpr std::size_t kPart = std::size_t{1} << 18;
    const Executor run = threads_of(threads);
    const std::size_t questions = std::max<std::size_t>(batch.questions, 1);
    if (batch.rows <= kFew / questions) {
        answer(std::size_t{0}, batch.rows, run);
        return;
    }
    const std::size_t part = std::max<std::size_t>(kPart / questions, 1);
    for (std::size_t begin = 0; begin < batch.rows; begin += part) {
        {
            const py::gil_scoped_release released;
            answer(begin, std::min(part, batch.rows - begin), run);
        }
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
    }
}

// Calls each(i) for i in [begin, begin + count), so many of them in each task of the executor.
template <class Each>
void in_tasks(const Executor& run,
              std::size_t begin,
              std::size_t count,
              std::size_t in_task,
              const Each& each) {
    run((count + in_task - 1) / in_task, [&](std::size_t task) {
        const std::size_t end = begin + std::min(count, (task + 1) * in_task);
        for (std::size_t i = begin + task * in_task; i < end; ++i) {
            each(i);
        }
    });
}

// Checks that two arguments have as many rows, unless one of them is one row for all. Returns how
// many.
std::size_t common_rows(const char* a,
                        std::size_t a_size,
                        bool a_is_one,
                        const char* b,
                        std::size_t b_size,
                        bool b_is_one);

}  // namespace halfspace::python
