// SPDX-License-Identifier: MIT
// One small level, written in every dialect from the same points and the same texture mappings, is
// the same world. What a mapping is to each dialect is computed here by the formulas of the games'
// tools, apart from world/shared/texture.h.
#include "formats/map/map_text.h"
#include "world/shared/texture.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

namespace halfspace {
namespace {

constexpr double kNear = 1e-6;

struct Texture {
    const char* name;
    std::uint32_t width;
    std::uint32_t height;
};
constexpr std::array<Texture, 3> kTextures{
    {{"wall", 64, 128}, {"base/floor", 32, 32}, {"trim", 256, 16}}};

// What the standard dialect can say of a side.
struct Mapping {
    double u_offset;
    double v_offset;
    double rotation;
    double u_scale;
    double v_scale;
};
constexpr std::array<Mapping, 7> kMappings{{{0, 0, 0, 1, 1},
                                            {16, -24.5, 90, 0.5, 2},
                                            {3, 5, 45, 1, 1},
                                            {-7.25, 0, -30, 1.5, 0.75},
                                            {0, 11, 180, -1, 1},
                                            {100, 200, 12.5, 0.25, -0.5},
                                            {1, 2, 270, 1, 1}}};

struct Face {
    std::array<Vec3, 3> points;  // clockwise seen from outside
    Texture texture;
    Mapping mapping;
};
using Solid = std::vector<Face>;

Vec3 normal_of(const Face& face) {
    const Vec3 n = cross(face.points[2] - face.points[0], face.points[1] - face.points[0]);
    return n * (1 / length(n));
}

// Points as they will stand in the text.
double rounded(double x) {
    return std::round(x * 1e6) / 1e6;
}

class SceneMaker {
public:
    std::vector<Solid> make() {
        box({0, 0, 0}, {64, 128, 32});
        box({-256, 8, -16}, {-8, 16, 240});
        wedge({100, 100, 0}, {164, 228, 48});
        box({300, 0, 0}, {364, 64, 64});
        turn(std::numbers::pi / 6);
        box({500, 20, 10}, {520, 90, 300});
        turn(-1.1);
        return std::move(solids_);
    }

private:
    void face(const Vec3& a, const Vec3& b, const Vec3& c) {
        solids_.back().push_back({{a, b, c},
                                  kTextures[count_ % kTextures.size()],
                                  kMappings[count_ % kMappings.size()]});
        ++count_;
    }

    void box(const Vec3& lo, const Vec3& hi) {
        solids_.emplace_back();
        face({lo.x, lo.y, lo.z}, {lo.x, hi.y, lo.z}, {lo.x, lo.y, hi.z});
        face({hi.x, lo.y, lo.z}, {hi.x, lo.y, hi.z}, {hi.x, hi.y, lo.z});
        face({lo.x, lo.y, lo.z}, {lo.x, lo.y, hi.z}, {hi.x, lo.y, lo.z});
        face({lo.x, hi.y, lo.z}, {hi.x, hi.y, lo.z}, {lo.x, hi.y, hi.z});
        face({lo.x, lo.y, lo.z}, {hi.x, lo.y, lo.z}, {lo.x, hi.y, lo.z});
        face({lo.x, lo.y, hi.z}, {lo.x, hi.y, hi.z}, {hi.x, lo.y, hi.z});
    }

    // A box without its half above the diagonal from lo to hi in x and z.
    void wedge(const Vec3& lo, const Vec3& hi) {
        box(lo, hi);
        solids_.back().erase(solids_.back().begin() + 5);
        solids_.back().erase(solids_.back().begin());
        face({lo.x, lo.y, lo.z}, {lo.x, hi.y, lo.z}, {hi.x, lo.y, hi.z});
    }

    // The last solid around two axes, so that no side stays axial.
    void turn(double angle) {
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        for (Face& side : solids_.back()) {
            for (Vec3& p : side.points) {
                p = {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
                p = {p.x, c * p.y - s * p.z, s * p.y + c * p.z};
                p = {rounded(p.x), rounded(p.y), rounded(p.z)};
            }
        }
    }

    std::vector<Solid> solids_;
    std::size_t count_ = 0;
};

struct Axes {
    Vec3 u;
    Vec3 v;
};

// The table of Quake's compiler: the first row with the largest dot product.
Axes base_axes(const Vec3& n) {
    const std::array<std::array<Vec3, 3>, 6> rows{{{{{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}},
                                                   {{{0, 0, -1}, {1, 0, 0}, {0, -1, 0}}},
                                                   {{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}},
                                                   {{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}},
                                                   {{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}},
                                                   {{{0, -1, 0}, {1, 0, 0}, {0, 0, -1}}}}};
    double best = 0;
    Axes axes{rows[0][1], rows[0][2]};
    for (const auto& row : rows) {
        if (dot(n, row[0]) > best) {
            best = dot(n, row[0]);
            axes = {row[1], row[2]};
        }
    }
    return axes;
}

// Its rotation: both axes as coordinates in the plane of the two.
Axes turned_axes(const Face& face) {
    const Axes axes = base_axes(normal_of(face));
    const double angle = face.mapping.rotation * std::numbers::pi / 180;
    const double sine = std::sin(angle);
    const double cosine = std::cos(angle);
    const auto array = [](const Vec3& v) { return std::array<double, 3>{v.x, v.y, v.z}; };
    const auto nonzero = [&](const Vec3& v) {
        return v.x != 0 ? std::size_t{0} : v.y != 0 ? std::size_t{1} : std::size_t{2};
    };
    const std::size_t s = nonzero(axes.u);
    const std::size_t t = nonzero(axes.v);
    const auto turn = [&](const Vec3& v) {
        std::array<double, 3> a = array(v);
        const double along_s = cosine * a[s] - sine * a[t];
        const double along_t = sine * a[s] + cosine * a[t];
        a[s] = along_s;
        a[t] = along_t;
        return Vec3{a[0], a[1], a[2]};
    };
    return {turn(axes.u), turn(axes.v)};
}

TextureCoordinates expected_at(const Face& face, const Vec3& p) {
    const Axes axes = turned_axes(face);
    const Mapping& m = face.mapping;
    return {(dot(p, axes.u) / m.u_scale + m.u_offset) / face.texture.width,
            (dot(p, axes.v) / m.v_scale + m.v_offset) / face.texture.height};
}

// Corners, the middle and a place beside the triangle, all in the plane.
std::vector<Vec3> places_on(const Face& face) {
    const auto& [a, b, c] = face.points;
    return {a, b, c, (a + b + c) * (1.0 / 3), a + (b - a) * 2.5 - (c - a) * 0.75};
}

std::string text_of(double x) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.17g", x);
    return text.data();
}

std::string words(std::initializer_list<double> numbers) {
    std::string text;
    for (const double x : numbers) {
        text += " " + text_of(x);
    }
    return text;
}

std::string points_of(const Face& face) {
    std::string text;
    for (const Vec3& p : face.points) {
        std::array<char, 100> point{};
        std::snprintf(point.data(), point.size(), "( %.6f %.6f %.6f ) ", p.x, p.y, p.z);
        text += point.data();
    }
    return text;
}

std::string standard(const Face& face) {
    const Mapping& m = face.mapping;
    return points_of(face) + face.texture.name +
           words({m.u_offset, m.v_offset, m.rotation, m.u_scale, m.v_scale});
}

std::string valve(const Face& face) {
    const Mapping& m = face.mapping;
    const auto [u, v] = turned_axes(face);
    return points_of(face) + face.texture.name + " [" + words({u.x, u.y, u.z, m.u_offset}) +
           " ] [" + words({v.x, v.y, v.z, m.v_offset}) + " ]" +
           words({m.rotation, m.u_scale, m.v_scale});
}

// a, b and c with a x + b y + c = t in three places, by Cramer's rule.
std::string matrix_row(const std::array<Vec3, 3>& xyt) {
    const auto& [p, q, r] = xyt;
    const double area = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
    const double a = ((q.z - p.z) * (r.y - p.y) - (r.z - p.z) * (q.y - p.y)) / area;
    const double b = ((q.x - p.x) * (r.z - p.z) - (r.x - p.x) * (q.z - p.z)) / area;
    return "(" + words({a, b, p.z - a * p.x - b * p.y}) + " )";
}

// The matrix that says the same in the side's plane, by NetRadiant's axes.
std::string primitive(const Face& face) {
    const Vec3 n = normal_of(face);
    const double about_y = -std::atan2(n.z, std::hypot(n.x, n.y));
    const double about_z = std::atan2(n.y, n.x);
    const Vec3 x{-std::sin(about_z), std::cos(about_z), 0};
    const Vec3 y{-std::sin(about_y) * std::cos(about_z),
                 -std::sin(about_y) * std::sin(about_z),
                 -std::cos(about_y)};
    std::array<Vec3, 3> u;
    std::array<Vec3, 3> v;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& p = face.points[i];
        const TextureCoordinates at = expected_at(face, p);
        u[i] = {dot(p, x), dot(p, y), at.u};
        v[i] = {dot(p, x), dot(p, y), at.v};
    }
    return points_of(face) + "( " + matrix_row(u) + " " + matrix_row(v) + " ) " + face.texture.name;
}

struct Dialect {
    const char* name;
    const char* head;
    std::string (*write)(const Face& face);
    const char* numbers;  // behind each face
    bool is_named = false;
};

const std::array kDialects{
    Dialect{"standard", "// Game: Quake\n// Format: Standard\n", standard, ""},
    Dialect{"exported", "", standard, ""},
    Dialect{"quake2", "// Game: Quake 2\n// Format: Quake2\n", standard, " 0 0 0"},
    Dialect{"quake3", "// Game: Quake 3\n// Format: Quake3 (legacy)\n", standard, " 0 4 0"},
    Dialect{"hexen2", "// Game: Hexen 2\n// Format: Hexen2\n", standard, " 0"},
    Dialect{"daikatana", "// Game: Daikatana\n", standard, " 0 0 0 255 128 0"},
    Dialect{"valve", "// Game: Half-Life\n// Format: Valve\n", valve, ""},
    Dialect{"quake2_valve", "// Format: Quake2 (Valve)\n", valve, " 0 0 0"},
    Dialect{"brush_primitives", "", primitive, " 0 0 0", true},
};

std::string write(const std::vector<Solid>& scene, const Dialect& dialect) {
    std::string text = std::string(dialect.head) + "{\n\"classname\" \"worldspawn\"\n";
    for (const Solid& solid : scene) {
        text += dialect.is_named ? "{\nbrushDef\n{\n" : "{\n";
        for (const Face& face : solid) {
            text += dialect.write(face) + dialect.numbers + "\n";
        }
        text += dialect.is_named ? "}\n}\n" : "}\n";
    }
    return text + "}\n";
}

// With the sizes that a library of textures would find.
World read_scene(const std::string& text) {
    ReadWorld read = test::read(text);
    EXPECT_TRUE(read.diagnostics.empty()) << to_string(read.diagnostics.front());
    for (Material& material : read.world.materials) {
        for (const Texture& texture : kTextures) {
            if (material.name == texture.name) {
                material.width = texture.width;
                material.height = texture.height;
            }
        }
    }
    return std::move(read.world);
}

DecimalPoint decimals(const Vec3& p) {
    const auto decimal = [](double x) {
        std::array<char, 40> text{};
        std::snprintf(text.data(), text.size(), "%.6f", x);
        return parse_decimal(text.data()).value;
    };
    return {decimal(p.x), decimal(p.y), decimal(p.z)};
}

void expect_side(const BrushSide& side, const Face& face, const World& world) {
    EXPECT_EQ(side.points[0], decimals(face.points[0]));
    EXPECT_EQ(side.points[1], decimals(face.points[2]));
    EXPECT_EQ(side.points[2], decimals(face.points[1]));
    const Material& material = world.materials.at(side.material.value);
    EXPECT_EQ(material.name, face.texture.name);
    EXPECT_EQ(side.surface, SurfaceKind::Drawn);
    EXPECT_EQ(side.opacity, 1);
    const TextureMapping mapping = texture_mapping(side.texture, normal_of(side), material);
    for (const Vec3& place : places_on(face)) {
        const TextureCoordinates expected = expected_at(face, place);
        const TextureCoordinates found = texture_coordinates(mapping, place);
        EXPECT_NEAR(found.u, expected.u, kNear);
        EXPECT_NEAR(found.v, expected.v, kNear);
    }
}

class EveryDialect : public testing::TestWithParam<Dialect> {};

TEST_P(EveryDialect, SaysTheSameWorld) {
    const std::vector<Solid> scene = SceneMaker().make();
    const World world = read_scene(write(scene, GetParam()));
    ASSERT_EQ(world.entities.size(), 1u);
    EXPECT_EQ(world.materials.size(), kTextures.size());
    const std::vector<Brush>& brushes = world.entities[0].brushes;
    ASSERT_EQ(brushes.size(), scene.size());
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        EXPECT_EQ(brushes[i].contents, Contents::Solid);
        ASSERT_EQ(brushes[i].sides.size(), scene[i].size());
        for (std::size_t side = 0; side < scene[i].size(); ++side) {
            SCOPED_TRACE("brush " + std::to_string(i) + ", side " + std::to_string(side));
            expect_side(brushes[i].sides[side], scene[i][side], world);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dialects,
                         EveryDialect,
                         testing::ValuesIn(kDialects),
                         [](const testing::TestParamInfo<Dialect>& dialect) {
                             return std::string(dialect.param.name);
                         });

TEST(Scene, HasSidesThatAreOffTheAxesAndAllMappings) {
    std::size_t slanted = 0;
    std::size_t sides = 0;
    for (const Solid& solid : SceneMaker().make()) {
        for (const Face& face : solid) {
            const Vec3 n = normal_of(face);
            const double largest = std::max({std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)});
            slanted += largest < 0.99 ? 1 : 0;
            ++sides;
        }
    }
    EXPECT_EQ(sides, 29u);
    EXPECT_GE(slanted, 11u);
}

}  // namespace
}  // namespace halfspace
