// SPDX-License-Identifier: MIT
// Arguments and results of navigation: places, states, paths.
#pragma once

#include "halfspace/move/mover_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/path_all.h"

#include "batches.h"
#include "numbers.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace halfspace::python {

// How many nodes a search may make. Raises ValueError.
std::uint32_t checked_nodes(std::uint64_t max_nodes);

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

    std::size_t size() const;
    bool is_one() const;
    // The place of a row on a mesh, of a position the floor below; nullopt if it is not on the
    // mesh, and without a floor. One place is for all rows.
    std::optional<NavPlace> find(const NavMesh& mesh, std::size_t i) const;
    // The places of so many rows, found without Python's lock; mesh_of(i) points to the mesh of a
    // row. Raises ValueError for the first row without a place.
    template <class MeshOf>
    std::vector<NavPlace> find_all(std::size_t rows,
                                   unsigned threads,
                                   const MeshOf& mesh_of) const {
        constexpr std::size_t kCost = 4;
        std::vector<NavPlace> places(rows);
        std::atomic<std::size_t> missing = rows;
        for_each_row(rows, kCost, threads, [&](std::size_t i) {
            if (const auto place = find(*mesh_of(i), i)) {
                places[i] = *place;
            } else {
                lower_to(missing, i);
            }
        });
        if (missing < rows) {
            raise(*mesh_of(missing), missing);
        }
        return places;
    }

private:
    NavPlace row(std::size_t i) const;  // of a position without its polygon
    [[noreturn]] void raise(const NavMesh& mesh, std::size_t i) const;

    const char* name_;
    std::variant<Rows, Records> given_;
};

// Places of an argument on one mesh. Raises ValueError for the first that is not on it.
class Places {
public:
    Places(const char* name, py::handle value, const NavMesh& mesh, unsigned threads);

    std::size_t size() const { return places_.size(); }
    bool is_one() const { return is_one_; }
    // Of one place for all rows, that place.
    const NavPlace& operator[](std::size_t i) const { return places_[is_one_ ? 0 : i]; }

private:
    std::vector<NavPlace> places_;
    bool is_one_ = false;
};

// Two arguments of places, `start` and `end`, of which one may be one place for all.
class PlacePairs {
public:
    PlacePairs(py::handle start, py::handle end, const NavMesh& mesh, unsigned threads);

    std::size_t size() const { return size_; }
    bool is_one() const { return from_.is_one() && to_.is_one(); }
    NavEnds operator[](std::size_t i) const { return {from_[i], to_[i]}; }

private:
    Places from_;
    Places to_;
    std::size_t size_;
};

// States of movers of an argument: records of mover_state_dtype, or positions (N, 3) of movers at
// rest in the air.
struct MoverStates {
    MoverStates(const char* name, py::handle value);  // raises ValueError for what no mover has

    std::size_t size() const { return all.size(); }

    std::vector<MoverState> all;
    bool is_one = false;
};

// A scratch of the thread that asks.
NavScratch& thread_scratch();

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
