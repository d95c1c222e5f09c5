// SPDX-License-Identifier: MIT
#include "support/scenes.h"

#include "support/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace halfspace::test {
namespace {

// A point in whole steps of 1/40 unit: five of them are 1/8, four are 0.1.
struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
};
constexpr std::int64_t kUnit = 40;
constexpr std::int64_t kEighth = 5;
constexpr Int128 kDecimalsPerStep = Int128{1'000'000'000'000'000'000} / kUnit;

Point operator+(const Point& a, const Point& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

// The nearest point of the 1/8 grid, from units.
Point on_grid(const Vec3& p) {
    return {std::llround(p.x * 8) * kEighth,
            std::llround(p.y * 8) * kEighth,
            std::llround(p.z * 8) * kEighth};
}

Vec3 on_units(const Vec3& p) {
    return {std::round(p.x), std::round(p.y), std::round(p.z)};
}

DecimalPoint to_decimals(const Point& p) {
    return {Decimal{p.x * kDecimalsPerStep},
            Decimal{p.y * kDecimalsPerStep},
            Decimal{p.z * kDecimalsPerStep}};
}

// Six times the signed volume of the tetrahedron: positive if d is in front of the plane in
// which a, b, c are counter-clockwise. Steps are below 2^18, so nothing overflows.
std::int64_t orientation(const Point& a, const Point& b, const Point& c, const Point& d) {
    const Point u{b.x - a.x, b.y - a.y, b.z - a.z};
    const Point v{c.x - a.x, c.y - a.y, c.z - a.z};
    const Point w{d.x - a.x, d.y - a.y, d.z - a.z};
    return (u.y * v.z - u.z * v.y) * w.x + (u.z * v.x - u.x * v.z) * w.y +
           (u.x * v.y - u.y * v.x) * w.z;
}

// A side through three points that faces away from a fourth.
void add_side(Brush& brush, Point a, Point b, Point c, const Point& inside) {
    if (orientation(a, b, c, inside) > 0) {
        std::swap(b, c);
    }
    BrushSide side;
    side.points = {to_decimals(a), to_decimals(b), to_decimals(c)};
    side.material = MaterialId(0);
    brush.sides.push_back(side);
}

Point middle_of(const Point& a, const Point& b) {
    return {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
}

// min < max in every coordinate.
Brush box(const Point& min, const Point& max) {
    Brush brush;
    const Point inside = middle_of(min, max);
    add_side(brush, min, {min.x, max.y, min.z}, {min.x, min.y, max.z}, inside);
    add_side(brush, min, {max.x, min.y, min.z}, {min.x, min.y, max.z}, inside);
    add_side(brush, min, {max.x, min.y, min.z}, {min.x, max.y, min.z}, inside);
    add_side(brush, max, {max.x, min.y, max.z}, {max.x, max.y, min.z}, inside);
    add_side(brush, max, {min.x, max.y, max.z}, {max.x, max.y, min.z}, inside);
    add_side(brush, max, {min.x, max.y, max.z}, {max.x, min.y, max.z}, inside);
    return brush;
}

struct Axes {
    Vec3 x, y, z;
};

Vec3 unit(const Vec3& v) {
    return v * (1 / length(v));
}

Vec3 random_direction(Random& random) {
    for (;;) {
        const Vec3 v{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        if (dot(v, v) > 0.01 && dot(v, v) <= 1) {
            return unit(v);
        }
    }
}

Axes random_axes(Random& random) {
    Axes axes;
    axes.z = random_direction(random);
    Vec3 other = random_direction(random);
    while (std::abs(dot(axes.z, other)) > 0.95) {
        other = random_direction(random);
    }
    axes.x = unit(cross(other, axes.z));
    axes.y = cross(axes.z, axes.x);
    return axes;
}

// A box at any angle; each side goes through three points of the grid near where it should be.
Brush rotated_box(const Vec3& centre, const Axes& axes, const Vec3& half) {
    Brush brush;
    const Point inside = on_grid(centre);
    const std::array<Vec3, 3> e{axes.x * half.x, axes.y * half.y, axes.z * half.z};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& u = e[(i + 1) % 3];
        const Vec3& v = e[(i + 2) % 3];
        for (const double sign : {-1.0, 1.0}) {
            const Vec3 face = centre + e[i] * sign;
            add_side(
                brush, on_grid(face - u - v), on_grid(face + u - v), on_grid(face - u + v), inside);
        }
    }
    return brush;
}

// Random numbers are drawn one statement at a time (or in braces): the order in which arguments of
// a call are computed differs between compilers.
Vec3 random_point(Random& random, double reach) {
    return {random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
}

Brush make_rotated_box(Random& random, double reach) {
    const Vec3 half{random.real(16, 160), random.real(16, 160), random.real(16, 160)};
    const Vec3 centre = random_point(random, reach);
    return rotated_box(centre, random_axes(random), half);
}

// Wedge `i` of `count` around the axis between two points; some are cut shorter, and some radial
// planes are moved a little, so that neighbours overlap or leave a gap.
Brush make_pie_wedge(Random& random, int i, int brushes) {
    const int count = std::max(brushes, 3);
    const Point low = {0, 0, -256 * kUnit};
    const Point high = {24 * kUnit, 40 * kUnit, 256 * kUnit};
    const auto rim = [&](int k, double radius) {
        const double angle = 2 * std::numbers::pi * k / count;
        return on_grid({radius * std::cos(angle), radius * std::sin(angle), -256});
    };
    const double radius = 512;
    Point from = rim(i, radius);
    Point to = rim(i + 1, radius);
    if (random.one_in(8) && count <= 400) {
        to = to + Point{random.integer(-8, 8) * kEighth, random.integer(-8, 8) * kEighth, 0};
    }
    const Point inside{(low.x + from.x + to.x + high.x) / 4,
                       (low.y + from.y + to.y + high.y) / 4,
                       (low.z + from.z + to.z + high.z) / 4};
    const Point axis{high.x - low.x, high.y - low.y, high.z - low.z};
    const std::int64_t top = random.one_in(4) ? random.integer(-100, 200) * kUnit : 250 * kUnit;
    Brush brush;
    add_side(brush, low, high, from, inside);
    add_side(brush, low, high, to, inside);
    add_side(brush, from, to, from + axis, inside);
    add_side(
        brush, low, low + Point{kUnit, 0, 0}, low + Point{0, kUnit, 0}, {inside.x, inside.y, 0});
    const Point lid{0, 0, top};
    add_side(brush,
             lid,
             lid + Point{kUnit, 0, 0},
             lid + Point{0, kUnit, 0},
             {inside.x, inside.y, low.z});
    return brush;
}

// Four corners, the last one only a little off the plane of the others.
Brush make_sliver(Random& random, double reach) {
    for (;;) {
        const Vec3 centre = random_point(random, reach);
        const std::array<double, 3> sizes{
            random.real(100, 600), random.real(2, 200), random.real(0.25, 6)};
        const Vec3 along = random_direction(random) * sizes[0];
        const Vec3 across = random_direction(random) * sizes[1];
        const Vec3 away = random_direction(random) * sizes[2];
        const std::array<Point, 4> p{on_grid(centre - along),
                                     on_grid(centre + along),
                                     on_grid(centre + across),
                                     on_grid(centre - across + away)};
        if (orientation(p[0], p[1], p[2], p[3]) == 0) {
            continue;
        }
        Brush brush;
        add_side(brush, p[0], p[1], p[2], p[3]);
        add_side(brush, p[0], p[1], p[3], p[2]);
        add_side(brush, p[0], p[2], p[3], p[1]);
        add_side(brush, p[1], p[2], p[3], p[0]);
        return brush;
    }
}

// A plate on a pile: its faces tilt by some eighths of a unit over hundreds of units.
Brush make_tilted_plate(Random& random, int i, int count) {
    const std::int64_t half = random.integer(128, 512) * kUnit;
    const Point centre{random.integer(-64, 64) * kUnit,
                       random.integer(-64, 64) * kUnit,
                       std::int64_t{8} * (i % 32 - std::min(count, 32) / 2) * kUnit};
    const std::int64_t thickness = random.integer(4, 16) * kUnit;
    const auto hair = [&] { return random.integer(-3, 3) * kEighth; };
    Brush brush =
        box(centre + Point{-half, -half, -thickness}, centre + Point{half, half, thickness});
    for (const int side : {2, 5}) {
        const std::int64_t z = centre.z + (side == 2 ? -thickness : thickness);
        const std::array<std::int64_t, 3> corners{z + hair(), z + hair(), z + hair()};
        Brush tilted;
        add_side(tilted,
                 {centre.x - half, centre.y - half, corners[0]},
                 {centre.x + half, centre.y - half, corners[1]},
                 {centre.x - half, centre.y + half, corners[2]},
                 centre);
        brush.sides[static_cast<std::size_t>(side)] = tilted.sides[0];
    }
    return brush;
}

// 0.1 units thick, its edges at odd tenths.
Brush make_thin_panel(Random& random) {
    const auto tenths = [&](std::int64_t low, std::int64_t high) {
        return random.integer(low * 10, high * 10) * (kUnit / 10);
    };
    Point min{tenths(-512, 256), tenths(-512, 256), tenths(-256, 128)};
    Point max = min + Point{tenths(64, 256), tenths(64, 256), tenths(64, 128)};
    if (random.one_in(3)) {
        min.z = tenths(-128, 128);
        max.z = min.z + kUnit / 10;
    } else if (random.one_in(2)) {
        min.y = tenths(-512, 512);
        max.y = min.y + kUnit / 10;
    } else {
        min.x = tenths(-512, 512);
        max.x = min.x + kUnit / 10;
    }
    return box(min, max);
}

// One triangle of a height field: cells of 64 units, two triangles each, row by row.
Brush make_terrain_prism(std::uint64_t seed, int i, int count) {
    const int columns = std::max(1, static_cast<int>(std::sqrt(count / 2.0)));
    const int cell = i / 2;
    const auto corner = [&](int dx, int dy) {
        const std::int64_t column = cell % columns + dx;
        const std::int64_t row = cell / columns + dy;
        Random height(seed ^ (static_cast<std::uint64_t>(column) * 0x9e3779b97f4a7c15u +
                              static_cast<std::uint64_t>(row) * 0xc2b2ae3d27d4eb4fu));
        return Point{(column - columns / 2) * 64 * kUnit,
                     (row - columns / 2) * 64 * kUnit,
                     height.integer(-32 * 8, 32 * 8) * kEighth};
    };
    const Point a = i % 2 == 0 ? corner(0, 0) : corner(1, 1);
    const Point b = corner(1, 0);
    const Point c = corner(0, 1);
    const std::int64_t floor = -64 * kUnit;
    const Point inside{(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, -48 * kUnit};
    Brush brush;
    add_side(brush, a, b, c, inside);
    add_side(brush, {a.x, a.y, floor}, {b.x, b.y, floor}, {c.x, c.y, floor}, inside);
    for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
        add_side(brush, p, q, {p.x, p.y, p.z + kUnit}, inside);
    }
    return brush;
}

// A box with sides that touch it at an edge or a corner, lie outside of it, or repeat one.
Brush make_redundant(Random& random, double reach) {
    if (random.one_in(2)) {
        Brush brush = make_rotated_box(random, reach);
        const auto twin = static_cast<std::size_t>(random.integer(0, 5));
        brush.sides.push_back(brush.sides[twin]);
        return brush;
    }
    const Point min = on_grid(random_point(random, reach));
    const Point max = min + Point{random.integer(8, 320) * kUnit,
                                  random.integer(8, 320) * kUnit,
                                  random.integer(8, 320) * kUnit};
    Brush brush = box(min, max);
    const Point inside = middle_of(min, max);
    const std::int64_t a = random.integer(1, 40) * kUnit;
    const std::int64_t b = random.integer(1, 40) * kUnit;
    const std::int64_t away = random.one_in(2) ? 0 : random.integer(1, 64) * kEighth;
    const Point edge{max.x + away, max.y, max.z};  // along y
    add_side(brush, edge, edge + Point{0, -kUnit, 0}, edge + Point{a, 0, -b}, inside);
    const Point corner{min.x - away, min.y, max.z};
    add_side(brush, corner, corner + Point{a, -b, 0}, corner + Point{a, 0, b}, inside);
    return brush;
}

// A side in the plane dot(normal, p) = distance, through three points around its foot near
// `centre`, each written with six decimals. REQUIRES: normal has length 1.
void add_decimal_side(Brush& brush, const Vec3& normal, double distance, const Vec3& centre) {
    constexpr double kSpread = 64;
    const Vec3 foot = centre + normal * (distance - dot(normal, centre));
    const Vec3 other = std::abs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = unit(cross(other, normal)) * kSpread;
    const Vec3 v = cross(normal, u);
    BrushSide side;
    const std::array<Vec3, 3> points{foot, foot + u, foot + v};
    for (std::size_t p = 0; p < 3; ++p) {
        const std::array<double, 3> xyz{points[p].x, points[p].y, points[p].z};
        for (std::size_t i = 0; i < 3; ++i) {
            constexpr Int128 kMillionth = 1'000'000'000'000;
            side.points[p][i] = Decimal{std::llround(xyz[i] * 1e6) * kMillionth};
        }
    }
    side.material = MaterialId(0);
    brush.sides.push_back(side);
}

// A box of which sides shave a little off edges and corners. Their faces are slivers, some of them
// nearly in the plane of a side: a plane near such a face may be far from the side's elsewhere.
Brush make_shaved(Random& random, double reach) {
    const Vec3 centre = on_units(random_point(random, reach));
    const Axes axes =
        random.one_in(2) ? Axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} : random_axes(random);
    const std::array<Vec3, 3> along{axes.x, axes.y, axes.z};
    std::array<double, 3> half{};
    for (double& h : half) {
        h = static_cast<double>(random.integer(8, random.one_in(6) ? 512 : 128));
    }
    Brush brush;
    for (std::size_t i = 0; i < 3; ++i) {
        for (const double sign : {-1.0, 1.0}) {
            const Vec3 normal = along[i] * sign;
            add_decimal_side(brush, normal, dot(normal, centre) + half[i], centre);
        }
    }
    for (std::int64_t shaves = random.integer(1, 4); shaves > 0; --shaves) {
        Vec3 normal;
        Vec3 corner = centre;
        const auto spared = random.integer(0, 5);  // the axis along an edge; none of a corner
        for (std::int64_t i = 0; i < 3; ++i) {
            const auto axis = static_cast<std::size_t>(i);
            const double sign = random.one_in(2) ? 1 : -1;
            const double weight = random.one_in(3) ? 0.002 : 1;
            if (i != spared) {
                normal = normal + along[axis] * (sign * weight * random.real(0.2, 1));
                corner = corner + along[axis] * (sign * half[axis]);
            }
        }
        normal = unit(normal);
        const double depth = random.real(0.001, 0.02);
        add_decimal_side(brush, normal, dot(normal, corner) - depth, corner);
    }
    return brush;
}

Brush make_brush(SceneKind kind, int i, int count, std::uint64_t seed, Random& random) {
    // Denser scenes for more brushes would only be solid: the room grows with their number.
    const double reach = std::min(1600.0, 80 * std::cbrt(static_cast<double>(count)) + 60);
    switch (kind) {
        case SceneKind::RotatedBoxes:
            return make_rotated_box(random, reach);
        case SceneKind::PieWedges:
            return make_pie_wedge(random, i, count);
        case SceneKind::Slivers:
            return make_sliver(random, std::min(reach, 1200.0));
        case SceneKind::TiltedPlates:
            return make_tilted_plate(random, i, count);
        case SceneKind::ThinPanels:
            return make_thin_panel(random);
        case SceneKind::TerrainPrisms:
            return make_terrain_prism(seed, i, count);
        case SceneKind::RedundantPlanes:
            return make_redundant(random, reach);
        case SceneKind::ShavedBrushes:
            return make_shaved(random, reach);
    }
    return {};
}

Contents random_contents(Random& random) {
    static constexpr std::array kChoices{Contents::Solid,
                                         Contents::Solid,
                                         Contents::Detail,
                                         Contents::Fence,
                                         Contents::Water,
                                         Contents::Slime,
                                         Contents::Lava,
                                         Contents::Sky,
                                         Contents::PlayerClip,
                                         Contents::MonsterClip,
                                         Contents::Illusionary,
                                         Contents::VisBlocker};
    return kChoices[static_cast<std::size_t>(random.integer(0, kChoices.size() - 1))];
}

}  // namespace

World make_scene(SceneKind kind, int brushes, std::uint64_t seed, SceneContents contents) {
    Random random(seed * 16 + static_cast<std::uint64_t>(kind));
    Random choice(seed + 1);
    World world;
    world.source = to_string(kind);
    world.materials.push_back({"scene"});
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", "worldspawn"});
    for (int i = 0; i < brushes; ++i) {
        Brush brush = make_brush(kind, i, brushes, seed, random);
        brush.position.line = static_cast<std::uint32_t>(i + 1);
        brush.contents =
            contents == SceneContents::Mixed ? random_contents(choice) : Contents::Solid;
        entity.brushes.push_back(std::move(brush));
    }
    return world;
}

std::string to_string(SceneKind kind) {
    static constexpr std::array kNames{"rotated_boxes",
                                       "pie_wedges",
                                       "slivers",
                                       "tilted_plates",
                                       "thin_panels",
                                       "terrain_prisms",
                                       "redundant_planes",
                                       "shaved_brushes"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace halfspace::test
