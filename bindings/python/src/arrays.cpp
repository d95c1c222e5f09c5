// SPDX-License-Identifier: MIT
#include "halfspace/tasks/parallel_for.h"

#include "messages.h"
#include "results.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace halfspace::python {
namespace {

std::string text_of(py::handle value) {
    return py::str(value).cast<std::string>();
}

[[noreturn]] void bad_value(const char* name, const std::string& what) {
    throw py::value_error(std::string(name) + what);
}

[[noreturn]] void bad_type(const char* name, const std::string& what) {
    throw py::type_error(std::string(name) + what);
}

// The sum of all numbers times 0 is no number if one of them is none or endless.
bool are_finite(const double* numbers, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += numbers[i] * 0;
    }
    return sum == 0;
}

std::string row_text(const double* row, std::size_t width) {
    std::string text = "(";
    for (std::size_t i = 0; i < width; ++i) {
        text += (i == 0 ? "" : ", ") + text_of(py::float_(row[i]));
    }
    return text + ")";
}

// The first row with a number that `is_good` refuses; `size` if there is none.
template <class IsGood>
std::size_t first_bad_row(const double* numbers,
                          std::size_t size,
                          std::size_t width,
                          const IsGood& is_good) {
    const auto* const bad = std::find_if_not(numbers, numbers + size * width, is_good);
    return static_cast<std::size_t>(bad - numbers) / width;
}

// Arrays of numpy may begin anywhere, also between the places of numbers.
bool is_aligned(const py::array& array) {
    const auto size = static_cast<std::uintptr_t>(array.itemsize());
    const std::uintptr_t places = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : 1;
    return reinterpret_cast<std::uintptr_t>(array.data()) % places == 0;
}

bool share_memory(const py::array& a, const py::array& b) {
    const auto* const a_begin = static_cast<const char*>(a.data());
    const auto* const b_begin = static_cast<const char*>(b.data());
    return a_begin < b_begin + b.nbytes() && b_begin < a_begin + a.nbytes();
}

void check_rows(const char* name, std::size_t rows) {
    if (rows >= std::size_t{1} << 32) {
        bad_value(
            name,
            " has " + std::to_string(rows) + " rows; one call takes less than 2^32: ask in parts");
    }
}

bool is_in_order(const py::array& array) {
    return (array.flags() & py::array::c_style) != 0;
}

// True for an array of numpy itself, and not of a class made of it.
bool is_plain_array(py::handle value) {
    return Py_TYPE(value.ptr()) == py::detail::npy_api::get().PyArray_Type_;
}

// True for an array of doubles, in order: nothing of it has to be converted.
bool holds_doubles(const py::array& array) {
    static const auto* const kDoubles = new py::dtype(py::dtype::of<double>());
    return array.dtype().is(*kDoubles) && is_in_order(array);
}

// Raises ValueError for an array of numpy.ma of which something is masked: numpy would go on with
// what is under the mask.
void check_unmasked(const char* name, py::handle value) {
    if (!py::isinstance<py::array>(value)) {
        return;
    }
    const auto masks = py::module_::import("numpy.ma");
    if (!py::isinstance(value, masks.attr("MaskedArray"))) {
        return;
    }
    const auto mask = py::array::ensure(masks.attr("getmaskarray")(value), py::array::c_style);
    const auto* const bits = static_cast<const char*>(mask.data());
    const auto* const end = bits + mask.nbytes();
    const auto* const first = std::find_if(bits, end, [](char bit) { return bit != 0; });
    if (first != end) {
        const py::ssize_t in_one = mask.ndim() == 0 ? 1 : mask.nbytes() / mask.shape(0);
        const auto number = static_cast<std::size_t>((first - bits) / in_one);
        bad_value(name,
                  " is masked" + (mask.ndim() == 1 ? " at index " + std::to_string(number)
                                                   : in_row(number, mask.ndim() == 0)));
    }
}

}  // namespace

py::str text(std::string_view bytes) {
    return py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
        bytes.data(), static_cast<py::ssize_t>(bytes.size()), "surrogateescape"));
}

void raise(const Error& error) {
    static const char* const kCodes[] = {
        "io", "syntax", "range", "geometry", "damaged", "unsupported", "limit", "cancelled"};
    const py::object type = py::module_::import("halfspace._halfspace").attr("Error");
    py::object raised = type(text(in_python(to_string(error))));
    raised.attr("code") = kCodes[static_cast<std::size_t>(error.code)];
    raised.attr("file") = text(error.where.file);
    raised.attr("line") = error.where.line;
    PyErr_SetObject(type.ptr(), raised.ptr());
    throw py::error_already_set();
}

std::string in_row(std::size_t row, bool is_one) {
    return is_one ? "" : " in row " + std::to_string(row);
}

py::array array_from(const char* name, py::handle value, const char* what) {
    if (is_plain_array(value)) {
        return py::reinterpret_borrow<py::array>(value);
    }
    check_unmasked(name, value);
    try {
        return py::array(py::reinterpret_borrow<py::object>(value));
    } catch (py::error_already_set& error) {
        if (error.matches(PyExc_TypeError) || error.matches(PyExc_ValueError)) {
            py::raise_from(
                error, PyExc_TypeError, (std::string(name) + " must be " + what).c_str());
            throw py::error_already_set();
        }
        throw;
    }
}

void need(bool is_right, const std::string& name, const char* what) {
    if (!is_right) {
        throw py::value_error(name + " must be " + what);
    }
}

void check_doubles(const char* name, const py::array& array) {
    const char kind = array.dtype().kind();
    if ((kind != 'f' && kind != 'i' && kind != 'u') || array.itemsize() > 8) {
        bad_type(name,
                 " has the dtype " + text_of(array.dtype()) +
                     "; it must be float64, or what float64 holds exactly");
    }
}

void raise_shape(const char* name, const py::array& array, const std::string& wanted) {
    bad_value(name, " has the shape " + text_of(array.attr("shape")) + "; it must be " + wanted);
}

Rows::Rows(const char* name, py::handle value, std::size_t width, std::size_t lines) {
    const py::array any = array_from(name, value, "an array of numbers");
    const char kind = any.dtype().kind();
    check_doubles(name, any);
    const py::ssize_t dimensions = any.ndim();
    const py::ssize_t of_row = lines == 0 ? 1 : 2;
    const auto is_long = [&](py::ssize_t dimension, std::size_t size) {
        return any.shape(dimension) == static_cast<py::ssize_t>(size);
    };
    if (dimensions < of_row || dimensions > of_row + 1 || !is_long(dimensions - 1, width) ||
        (lines != 0 && !is_long(dimensions - 2, lines))) {
        const std::string row =
            (lines == 0 ? "" : std::to_string(lines) + ", ") + std::to_string(width);
        raise_shape(
            name, any, "(N, " + row + "), or (" + row + (lines == 0 ? "," : "") + ") for one");
    }
    is_one_ = dimensions == of_row;
    width *= std::max<std::size_t>(lines, 1);
    size_ = is_one_ ? 1 : static_cast<std::size_t>(any.shape(0));
    check_rows(name, size_);
    array_ =
        holds_doubles(any) ? py::reinterpret_borrow<decltype(array_)>(any) : decltype(array_)(any);
    if (!is_aligned(array_)) {
        array_ = py::array(array_.attr("copy")());
    }
    const double* const numbers = array_.data();
    if (!are_finite(numbers, size_ * width)) {
        const std::size_t row =
            first_bad_row(numbers, size_, width, [](double x) { return std::isfinite(x); });
        bad_value(name,
                  " is not finite" + in_row(row, is_one_) + ": " +
                      row_text(numbers + row * width, width));
    }
    if (kind != 'f' && any.itemsize() == 8) {
        const std::size_t row =
            first_bad_row(numbers, size_, width, [](double x) { return std::abs(x) < 0x1p53; });
        if (row != size_) {
            bad_value(name,
                      " has an integer of 2^53 or more" + in_row(row, is_one_) +
                          ", which float64 may not hold");
        }
    }
}

Records::Records(const char* name, py::handle value, const py::dtype& dtype) {
    array_ = array_from(name, value, "an array of records");
    if (const py::dtype own = array_.dtype(); !own.is(dtype) && !own.equal(dtype)) {
        bad_type(name, " has the dtype " + text_of(own) + "; it must be " + text_of(dtype));
    }
    if (array_.ndim() > 1) {
        raise_shape(name, array_, "(N,), or () for one");
    }
    is_one_ = array_.ndim() == 0;
    size_ = static_cast<std::size_t>(array_.size());
    check_rows(name, size_);
    if (!is_in_order(array_) || !is_aligned(array_)) {
        array_ = py::array(array_.attr("copy")());
    }
}

Results::Results(const char* name,
                 py::handle given,
                 const py::dtype& dtype,
                 ArrayShape shape,
                 const Inputs& inputs) {
    if (given.is_none()) {
        array_ = py::array(dtype, std::move(shape.sizes));
        return;
    }
    is_given_ = true;
    if (!py::isinstance<py::array>(given)) {
        bad_type(name, " must be an array of numpy");
    }
    array_ = py::reinterpret_borrow<py::array>(given);
    if (!array_.dtype().equal(dtype)) {
        bad_type(name,
                 " has the dtype " + text_of(array_.dtype()) + "; it must be " + text_of(dtype));
    }
    if (array_.ndim() != static_cast<py::ssize_t>(shape.sizes.size()) ||
        !std::equal(shape.sizes.begin(), shape.sizes.end(), array_.shape())) {
        raise_shape(name, array_, text_of(py::tuple(py::cast(shape.sizes))));
    }
    if (!is_in_order(array_) || !array_.writeable()) {
        bad_value(name,
                  array_.writeable() ? " must be contiguous, in the order of C" : " is read-only");
    }
    if (!is_aligned(array_)) {
        bad_value(name, " does not begin at a multiple of the size of its numbers");
    }
    for (const py::handle handle : inputs.all()) {
        if (!handle) {
            continue;
        }
        const auto input = py::reinterpret_borrow<py::array>(handle);
        if (array_.nbytes() != 0 && input.nbytes() != 0 && share_memory(array_, input)) {
            bad_value(name, " shares memory with an input");
        }
    }
}

py::object Results::take(bool is_one) const {
    return is_one && !is_given_ ? array_[py::int_(0)] : py::object(array_);
}

py::dtype struct_dtype(std::span<const Field> fields, std::size_t size) {
    py::list names;
    py::list formats;
    py::list offsets;
    for (const Field& field : fields) {
        names.append(field.name);
        if (field.record == nullptr) {
            formats.append(field.format);
        } else if (field.count == 1) {
            formats.append(field.record());
        } else {
            formats.append(py::make_tuple(field.record(), field.count));
        }
        offsets.append(field.offset);
    }
    py::dict whole;
    whole["names"] = names;
    whole["formats"] = formats;
    whole["offsets"] = offsets;
    whole["itemsize"] = size;
    return py::dtype::from_args(whole);
}

unsigned usable_threads(unsigned threads) {
    // The process that used several threads first. Its children have none of them.
    static std::atomic<pid_t> pool_of{0};
    if (threads == 1) {
        return 1;
    }
    pid_t found = 0;
    const pid_t self = ::getpid();
    const bool is_child = !pool_of.compare_exchange_strong(found, self) && found != self;
    return is_child ? 1 : threads;
}

Executor threads_of(unsigned threads) {
    const unsigned usable = usable_threads(threads);
    return usable == 1 ? Executor(run_serially) : executor(usable);
}

std::size_t common_rows(const char* a,
                        std::size_t a_size,
                        bool a_is_one,
                        const char* b,
                        std::size_t b_size,
                        bool b_is_one) {
    if (a_size != b_size && !a_is_one && !b_is_one) {
        throw py::value_error(std::string(a) + " has " + std::to_string(a_size) + " rows and " + b +
                              " has " + std::to_string(b_size));
    }
    return a_is_one ? b_size : a_size;
}

}  // namespace halfspace::python
