// SPDX-License-Identifier: MIT
// Arguments and results of navigation: places, paths, numbers.
#pragma once

#include "halfspace/move/mover_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/path_all.h"

#include "arrays.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace::python {

// How many nodes a search may make. Raises ValueError.
std::uint32_t checked_nodes(std::uint64_t max_nodes);
// A length that may be infinite, at least 0. Raises ValueError.
void check_length(const char* name, double length);

// A place in an array: NavPlace with zeros between its fields.
struct PlaceRow {
    std::uint32_t polygon = kNone;
    std::uint32_t zero = 0;
    Vec3 position = {kNan, kNan, kNan};

    static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
};
PlaceRow row_of(const std::optional<NavPlace>& place);
const py::dtype& nav_place_dtype();
const py::dtype& nav_route_point_dtype();

// Places of an argument, before it is known on which mesh: records of nav_place_dtype, or positions
// (N, 3).
class GivenPlaces {
public:
    GivenPlaces(const char* name, py::handle value);  // raises as Rows and Records

    std::size_t size() const { return given_.size(); }
    bool is_one() const { return is_one_; }
    // The place of a row on a mesh, of a position the floor below. Raises ValueError if it is not
    // on the mesh, and without a floor.
    NavPlace on(const NavMesh& mesh, std::size_t row) const;

private:
    const char* name_;
    std::vector<NavPlace> given_;
    bool is_one_ = false;
    bool are_positions_ = false;
};

// Places of an argument on one mesh.
class Places {
public:
    Places(const char* name, py::handle value, const NavMesh& mesh);

    std::size_t size() const { return places_.size(); }
    bool is_one() const { return is_one_; }
    const std::vector<NavPlace>& all() const { return places_; }
    // Of one place for all rows, that place.
    const NavPlace& at(std::size_t i) const { return places_[is_one_ ? 0 : i]; }

private:
    std::vector<NavPlace> places_;
    bool is_one_ = false;
};

// Two arguments of places, `start` and `end`, of which one may be one place for all.
struct PlacePairs {
    PlacePairs(py::handle start, py::handle end, const NavMesh& mesh);

    bool is_one = false;
    std::vector<NavEnds> ends;
};

// States of movers of an argument: records of mover_state_dtype, or positions (N, 3) of movers at
// rest in the air. Raises ValueError for a state that no mover has.
std::vector<MoverState> states_of(const char* name, py::handle value, bool& is_one);

// Whole numbers of an argument, such as seeds, each below `limit`: (N,) or one. Raises TypeError,
// ValueError, IndexError.
class WholeNumbers {
public:
    WholeNumbers(const char* name,
                 py::handle value,
                 std::optional<std::uint64_t> limit = std::nullopt);
    std::size_t size() const { return static_cast<std::size_t>(array_.size()); }
    bool is_one() const { return is_one_; }
    std::uint64_t operator[](std::size_t i) const { return array_.data()[i]; }

private:
    py::array_t<std::uint64_t, py::array::c_style> array_;
    bool is_one_ = false;
};

// Numbers of an argument, or for None those from 0 to count - 1.
std::vector<std::uint32_t> rows_or_all(const char* name, py::handle value, std::size_t count);

// A scratch of the thread that asks.
NavScratch& thread_scratch();

// An array with the numbers of the vector, which it takes if they are many. width: of its rows; 1:
// no second dimension.
template <class T>
py::array moved_array(std::vector<T> numbers, const py::dtype& dtype, py::ssize_t width = 1) {
    constexpr py::ssize_t kFewBytes = 4096;
    const auto bytes = static_cast<py::ssize_t>(numbers.size() * sizeof(T));
    std::vector<py::ssize_t> shape{bytes / (dtype.itemsize() * width)};
    if (width > 1) {
        shape.push_back(width);
    }
    if (bytes <= kFewBytes) {
        // numpy itself would copy field by field, and leave what is between the fields as it was.
        py::array copy(dtype, std::move(shape));
        std::copy_n(numbers.data(), numbers.size(), static_cast<T*>(copy.mutable_data()));
        return copy;
    }
    auto* const kept = new std::vector<T>(std::move(numbers));
    const py::capsule owner(kept, [](void* all) { delete static_cast<std::vector<T>*>(all); });
    return {dtype, std::move(shape), kept->data(), owner};
}

// Paths as Python has them: lengths, and lists of points and of polygons, one after the other.
class PathRows {
public:
    void add(const NavPath& path);  // the next path; empty where there is none
    py::object take(bool is_one);

private:
    std::vector<double> lengths_;
    std::vector<Vec3> points_;
    std::vector<std::int64_t> offsets_{0};
    std::vector<std::uint32_t> polygons_;
    std::vector<std::int64_t> polygon_offsets_{0};
};
// Raises Error: a search was out of scratch.
[[noreturn]] void raise_out_of_nodes(std::size_t row, std::uint32_t max_nodes);

}  // namespace halfspace::python
