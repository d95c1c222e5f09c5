// SPDX-License-Identifier: MIT
#include "formats/shared/grid_reader.h"

#include "formats/grid/grid_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace halfspace {
namespace {

// Corners of a cell, counter-clockwise from above.
enum CellCorner : std::uint8_t { kSouthWest, kSouthEast, kNorthEast, kNorthWest };
// Its sides; side s runs from corner s to corner s + 1.
enum CellSide : std::uint8_t { kSouth, kEast, kNorth, kWest };

// The open part of a cell: its corners counter-clockwise from above; none if the cell is solid.
struct OpenPart {
    std::uint8_t count;
    std::array<std::uint8_t, 4> corners;
};

OpenPart open_part(char cell) {
    switch (cell) {
        case '1':
            return {0, {}};
        case '2':
            return {3, {kSouthWest, kSouthEast, kNorthEast}};
        case '3':
            return {3, {kSouthWest, kSouthEast, kNorthWest}};
        case '4':
            return {3, {kSouthWest, kNorthEast, kNorthWest}};
        case '5':
            return {3, {kSouthEast, kNorthEast, kNorthWest}};
        default:
            return {4, {kSouthWest, kSouthEast, kNorthEast, kNorthWest}};
    }
}

// A side is open if both its corners follow one another in the open part, else solid.
bool is_solid(char cell, std::uint8_t side) {
    const OpenPart part = open_part(cell);
    for (std::uint8_t i = 0; i < part.count; ++i) {
        if (part.corners[i] == side && part.corners[(i + 1) % part.count] == (side + 1) % 4) {
            return false;
        }
    }
    return true;
}

// The exact text of a number, with as few digits as possible.
std::string text_of(Decimal value) {
    const auto magnitude = value.scaled < 0 ? -value.scaled : value.scaled;
    std::string text = std::to_string(static_cast<std::int64_t>(magnitude / Decimal::kOne));
    std::string fraction = std::to_string(static_cast<std::int64_t>(magnitude % Decimal::kOne));
    if (fraction != "0") {
        fraction.insert(0, static_cast<std::size_t>(Decimal::kDecimals) - fraction.size(), '0');
        text += "." + fraction.substr(0, fraction.find_last_not_of('0') + 1);
    }
    return value.scaled < 0 ? "-" + text : text;
}

class GridBuilder {
public:
    GridBuilder(grid::Plan plan, std::string source)
        : plan_(std::move(plan)),
          columns_(static_cast<std::int64_t>(plan_.rows[0].cells.size())),
          rows_(static_cast<std::int64_t>(plan_.rows.size())) {
        const grid::Settings& settings = plan_.settings;
        repeats_ = to_double(settings.cell) / to_double(settings.repeat);
        height_repeats_ = to_double(settings.height) / to_double(settings.repeat);
        read_.world.source = std::move(source);
        walls_ = material(settings.wall_texture);
        floors_ = material(settings.floor_texture);
        ceilings_ = material(settings.ceiling_texture);
        Entity world;
        world.keys.push_back({"classname", "worldspawn"});
        if (!settings.message.empty()) {
            world.keys.push_back({"message", settings.message});
        }
        world.position = {plan_.rows[0].line, plan_.rows[0].column};
        read_.world.entities.push_back(std::move(world));
    }

    Result<ReadWorld> run() {
        for (std::int64_t row = 0; row < rows_; ++row) {
            for (std::int64_t column = 0; column < columns_; ++column) {
                add_cell(column, row);
            }
        }
        if (!has_open_) {
            const grid::Row& first = plan_.rows[0];
            return std::unexpected(Error{ErrorCode::Geometry,
                                         "nothing of the plan is open; write a dot for each cell "
                                         "that is",
                                         {read_.world.source, first.line, first.column}});
        }
        if (read_.world.entities.size() == 1) {
            read_.diagnostics.push_back({Severity::Note,
                                         "the plan has no start; write P into an open cell",
                                         {read_.world.source, plan_.rows[0].line}});
        }
        return std::move(read_);
    }

private:
    // A place in the plan, in cells from its south-west corner.
    struct Place {
        std::int64_t x;
        std::int64_t y;
    };

    MaterialId material(const std::string& name) {
        std::vector<Material>& materials = read_.world.materials;
        const auto known = std::find_if(
            materials.begin(), materials.end(), [&](const Material& m) { return m.name == name; });
        if (known != materials.end()) {
            return MaterialId(static_cast<std::uint32_t>(known - materials.begin()));
        }
        materials.push_back({name});
        return MaterialId(static_cast<std::uint32_t>(materials.size() - 1));
    }

    // The character of a cell; solid outside of the plan.
    char cell_at(std::int64_t column, std::int64_t row) const {
        const bool is_inside = column >= 0 && column < columns_ && row >= 0 && row < rows_;
        return is_inside ? plan_.rows[static_cast<std::size_t>(row)]
                               .cells[static_cast<std::size_t>(column)]
                         : '1';
    }

    bool faces_solid(std::int64_t column, std::int64_t row, std::uint8_t side) const {
        switch (side) {
            case kSouth:
                return is_solid(cell_at(column, row + 1), kNorth);
            case kEast:
                return is_solid(cell_at(column + 1, row), kWest);
            case kNorth:
                return is_solid(cell_at(column, row - 1), kSouth);
            default:
                return is_solid(cell_at(column - 1, row), kEast);
        }
    }

    void add_cell(std::int64_t column, std::int64_t row) {
        const char cell = cell_at(column, row);
        const OpenPart part = open_part(cell);
        if (part.count == 0) {
            return;
        }
        has_open_ = true;
        const grid::Row& text = plan_.rows[static_cast<std::size_t>(row)];
        position_ = {text.line, text.column + static_cast<std::uint32_t>(column)};
        std::array<Place, 4> places{};
        for (std::uint8_t i = 0; i < part.count; ++i) {
            const std::uint8_t corner = part.corners[i];
            const bool is_east = corner == kSouthEast || corner == kNorthEast;
            const bool is_north = corner == kNorthEast || corner == kNorthWest;
            places[i] = {column + (is_east ? 1 : 0), rows_ - 1 - row + (is_north ? 1 : 0)};
        }
        const std::span<const Place> outline(places.data(), part.count);
        if (plan_.settings.has_floor) {
            add_floor(outline);
        }
        if (plan_.settings.has_ceiling) {
            add_ceiling(outline);
        }
        for (std::uint8_t i = 0; i < part.count; ++i) {
            const std::uint8_t corner = part.corners[i];
            const std::uint8_t next = part.corners[(i + 1) % part.count];
            const bool is_cut = next != (corner + 1) % 4;
            if (is_cut || faces_solid(column, row, corner)) {
                // The open part lies to the left of its outline. The wall looks at it from the
                // right.
                add_wall(places[(i + 1) % part.count], places[i]);
            }
        }
        if (cell == 'P') {
            add_start(column, row);
        }
    }

    DecimalPoint point(const Place& place, const Decimal& z) const {
        const Int128 half = plan_.settings.cell.scaled / 2;
        return {Decimal{half * (2 * place.x - columns_)}, Decimal{half * (2 * place.y - rows_)}, z};
    }
    Decimal top() const { return {plan_.settings.base.scaled + plan_.settings.height.scaled}; }

    double repeats(std::int64_t cells) const { return static_cast<double>(cells) * repeats_; }

    void add_polygon(std::vector<PolygonCorner> corners, MaterialId material) {
        SurfacePolygon polygon;
        polygon.corners = std::move(corners);
        polygon.material = material;
        polygon.position = position_;
        read_.world.entities[0].polygons.push_back(std::move(polygon));
    }

    // The picture of a floor lies as on a map: north is up.
    void add_floor(std::span<const Place> outline) {
        std::vector<PolygonCorner> corners;
        for (const Place& p : outline) {
            corners.push_back({point(p, plan_.settings.base), repeats(p.x), repeats(rows_ - p.y)});
        }
        add_polygon(std::move(corners), floors_);
    }

    // The picture of a ceiling, for a viewer who lies on the back with the head to the north: west
    // is on the right.
    void add_ceiling(std::span<const Place> outline) {
        std::vector<PolygonCorner> corners;
        for (std::size_t i = outline.size(); i-- > 0;) {
            const Place& p = outline[i];
            corners.push_back({point(p, top()), repeats(columns_ - p.x), repeats(rows_ - p.y)});
        }
        add_polygon(std::move(corners), ceilings_);
    }

    // The picture of a wall runs from left to right for a viewer in front of it. It continues from
    // wall to wall in a row. On a cut corner it is stretched to one cell.
    void add_wall(const Place& left, const Place& right) {
        const auto u = [&](const Place& p) {
            if (right.x != left.x) {
                return repeats(right.x > left.x ? p.x : columns_ - p.x);
            }
            return repeats(right.y > left.y ? p.y : rows_ - p.y);
        };
        const Decimal bottom = plan_.settings.base;
        add_polygon({{point(left, bottom), u(left), height_repeats_},
                     {point(right, bottom), u(right), height_repeats_},
                     {point(right, top()), u(right), 0},
                     {point(left, top()), u(left), 0}},
                    walls_);
    }

    // Adds a start half a cell above the floor, or in the middle of a lower room.
    void add_start(std::int64_t column, std::int64_t row) {
        const Int128 half = plan_.settings.cell.scaled / 2;
        const Int128 above = std::min(half, plan_.settings.height.scaled / 2);
        const Decimal x{half * (2 * column + 1 - columns_)};
        const Decimal y{half * (rows_ - 2 * row - 1)};
        const Decimal z{plan_.settings.base.scaled + above};
        Entity start;
        start.keys.push_back({"classname", "info_player_start"});
        start.keys.push_back({"origin", text_of(x) + " " + text_of(y) + " " + text_of(z)});
        start.origin = {to_double(x), to_double(y), to_double(z)};
        start.has_origin = true;
        start.position = position_;
        read_.world.entities.push_back(std::move(start));
    }

    grid::Plan plan_;
    std::int64_t columns_;
    std::int64_t rows_;
    double repeats_ = 1;  // repeats of a texture in a cell
    double height_repeats_ = 3;
    ReadWorld read_;
    MaterialId walls_;
    MaterialId floors_;
    MaterialId ceilings_;
    SourcePosition position_;  // of the current cell
    bool has_open_ = false;
};

}  // namespace

Result<ReadWorld> read_grid(std::string_view text, std::string source) {
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
        return std::unexpected(
            Error{ErrorCode::Limit, "a grid level of 4 GiB or more", {std::move(source)}});
    }
    Result<grid::Plan> plan = grid::parse_plan(text, source);
    if (!plan) {
        return std::unexpected(std::move(plan.error()));
    }
    return GridBuilder(std::move(*plan), std::move(source)).run();
}

}  // namespace halfspace
