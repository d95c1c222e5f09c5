// SPDX-License-Identifier: MIT
// Arguments and results of navigation: places, states, paths.
#include "nav_arguments.h"

#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"

#include "nav.h"

#include <cstddef>

namespace halfspace::python {
namespace {

static_assert(sizeof(PlaceRow) == sizeof(NavPlace) &&
              offsetof(PlaceRow, position) == offsetof(NavPlace, position));

std::string place_text(const Vec3& p) {
    return py::repr(py::make_tuple(p.x, p.y, p.z)).cast<std::string>();
}

bool is_records(py::handle value) {
    if (py::isinstance<py::array>(value)) {
        return py::reinterpret_borrow<py::array>(value).dtype().kind() == 'V';
    }
    // Also a record of an array, which is no array.
    return !py::isinstance<py::tuple>(value) && !py::isinstance<py::list>(value) &&
           py::hasattr(value, "dtype");
}

}  // namespace

const NavDoorState* state_of(const Doors& doors, const LevelMesh& mesh) {
    if (!doors) {
        return nullptr;
    }
    if (&doors->doors.mesh().data() != &mesh.mesh.data()) {
        throw py::value_error("doors is the state of another mesh");
    }
    return &doors->doors;
}

PlaceRow row_of(const std::optional<NavPlace>& place) {
    return place ? PlaceRow{place->polygon.value, 0, place->position} : PlaceRow{};
}

const py::dtype& nav_place_dtype() {
    return record_dtype<PlaceRow>({{"polygon", "u4", offsetof(PlaceRow, polygon)},
                                   {"position", "(3,)f8", offsetof(PlaceRow, position)}});
}

GivenPlaces::GivenPlaces(const char* name, py::handle value)
    : name_(name),
      given_(is_records(value)
                 ? std::variant<Rows, Records>(Records(name, value, nav_place_dtype()))
                 : std::variant<Rows, Records>(Rows(name, value, 3))) {}

std::size_t GivenPlaces::size() const {
    return std::visit([](const auto& rows) { return rows.size(); }, given_);
}

bool GivenPlaces::is_one() const {
    return std::visit([](const auto& rows) { return rows.is_one(); }, given_);
}

NavPlace GivenPlaces::row(std::size_t i) const {
    const std::size_t row = is_one() ? 0 : i;
    if (const auto* const positions = std::get_if<Rows>(&given_)) {
        return {{}, positions->as<Vec3>()[row]};
    }
    return std::get<Records>(given_).as<NavPlace>()[row];
}

std::optional<NavPlace> GivenPlaces::find(const NavMesh& mesh, std::size_t i) const {
    const NavPlace given = row(i);
    if (std::holds_alternative<Rows>(given_)) {
        return locate(mesh, given.position);
    }
    return is_within(given.position, 0x1p100) && is_on_mesh(mesh, given) ? std::optional(given)
                                                                         : std::nullopt;
}

void GivenPlaces::raise(const NavMesh& mesh, std::size_t i) const {
    const NavPlace given = row(i);
    const std::string where = name_ + in_row(i, is_one());
    if (std::holds_alternative<Rows>(given_)) {
        throw py::value_error(where +
                              " has no floor of the mesh below it: " + place_text(given.position) +
                              "; NavMesh.nearest finds the nearest place");
    }
    if (given.polygon.value >= mesh.polygon_count()) {
        throw py::value_error(where + " has no polygon of the mesh");
    }
    throw py::value_error(where + " is not on its polygon " + std::to_string(given.polygon.value) +
                          ": " + place_text(given.position));
}

Places::Places(const char* name, py::handle value, const NavMesh& mesh, unsigned threads) {
    const GivenPlaces given(name, value);
    is_one_ = given.is_one();
    places_ = given.find_all(given.size(), threads, [&](std::size_t) { return &mesh; });
}

MoverStates::MoverStates(const char* name, py::handle value) {
    if (is_records(value)) {
        const Records rows(name, value, mover_state_dtype());
        is_one = rows.is_one();
        const auto given = rows.as<MoverState>();
        all.assign(given.begin(), given.end());
    } else {
        const Rows rows(name, value, 3);
        is_one = rows.is_one();
        for (const Vec3& position : rows.as<Vec3>()) {
            all.push_back(mover_at(position));
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!is_valid(all[i])) {
            throw py::value_error(name + in_row(i, is_one) + " is no state that a mover can have");
        }
    }
}

PlacePairs::PlacePairs(py::handle start, py::handle end, const NavMesh& mesh, unsigned threads)
    : from_("start", start, mesh, threads),
      to_("end", end, mesh, threads),
      size_(common_rows("start", from_, "end", to_)) {}

NavScratch& thread_scratch() {
    thread_local NavScratch scratch;
    return scratch;
}

void raise_out_of_nodes(std::size_t row, std::uint32_t max_nodes) {
    raise({ErrorCode::Limit,
           "the search" + in_row(row) + " needs more than " + std::to_string(max_nodes) +
               " nodes; give a larger max_nodes",
           {}});
}

void PathRows::add(const NavPath& path) {
    const bool is_found = path.status == PathStatus::Complete;
    lengths_.push_back(is_found ? path.length : std::numeric_limits<double>::infinity());
    points_.insert(points_.end(), path.points.begin(), path.points.end());
    offsets_.push_back(static_cast<std::int64_t>(points_.size()));
    for (const NavPolygonId polygon : path.polygons) {
        polygons_.push_back(polygon.value);
    }
    polygon_offsets_.push_back(static_cast<std::int64_t>(polygons_.size()));
}

py::object PathRows::take(bool is_one) {
    const py::dtype number = py::dtype::of<double>();
    const py::array lengths = moved_array(std::move(lengths_), number);
    static const auto* const kPaths =
        new py::object(py::module_::import("halfspace._halfspace").attr("Paths"));
    return (*kPaths)(is_one ? lengths[py::int_(0)] : py::object(lengths),
                     moved_array(std::move(points_), number, 3),
                     moved_array(std::move(offsets_), py::dtype::of<std::int64_t>()),
                     moved_array(std::move(polygons_), py::dtype::of<std::uint32_t>()),
                     moved_array(std::move(polygon_offsets_), py::dtype::of<std::int64_t>()));
}

}  // namespace halfspace::python
