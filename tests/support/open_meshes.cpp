// SPDX-License-Identifier: MIT
#include "support/open_meshes.h"

#include "support/random.h"

#include <cmath>
#include <functional>
#include <numbers>

namespace halfspace::test {
namespace {

constexpr double kHalf = kOpenMeshHalf;
constexpr double kTurn = 2 * std::numbers::pi;

// A sheet over a grid of count * count cells: place(i, j) for i, j from 0 to count.
OpenMesh sheet(std::size_t count, const std::function<Vec3(std::size_t, std::size_t)>& place) {
    OpenMesh mesh;
    for (std::size_t j = 0; j <= count; ++j) {
        for (std::size_t i = 0; i <= count; ++i) {
            mesh.add_vertex(place(i, j));
        }
    }
    const auto at = [&](std::size_t i, std::size_t j) {
        return static_cast<std::uint32_t>(j * (count + 1) + i);
    };
    for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t i = 0; i < count; ++i) {
            mesh.indices.insert(mesh.indices.end(), {at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh.indices.insert(mesh.indices.end(), {at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    }
    return mesh;
}

double place_in(std::size_t i, std::size_t count) {
    return kHalf * (2 * static_cast<double>(i) / static_cast<double>(count) - 1);
}

// Walls around the square. They are single quads, so they have T-junctions with all floors.
OpenMesh walls() {
    OpenMesh mesh;
    const double low = -400;
    const double high = 20000;  // a fast lift throws a walker 10,000 units high
    for (int side = 0; side < 4; ++side) {
        const Vec3 out = side % 2 == 0 ? Vec3{1.0 - side, 0, 0} : Vec3{0, 2.0 - side, 0};
        const Vec3 along{-out.y, out.x, 0};
        const Vec3 a = out * kHalf - along * kHalf;
        const Vec3 b = out * kHalf + along * kHalf;
        mesh.add_quad({a.x, a.y, low}, {a.x, a.y, high}, {b.x, b.y, high}, {b.x, b.y, low});
    }
    return mesh;
}

OpenMesh floor_at(double z) {
    OpenMesh mesh;
    mesh.add_quad({-kHalf, -kHalf, z}, {kHalf, -kHalf, z}, {kHalf, kHalf, z}, {-kHalf, kHalf, z});
    return mesh;
}

double hills(double x, double y) {
    return 60 * std::sin(x / 90) * std::cos(y / 110) + 25 * std::sin(x / 31 + y / 47) +
           8 * std::cos(x / 13 - y / 17);
}

OpenMesh terrain() {
    constexpr std::size_t kCount = 80;
    OpenMesh mesh = sheet(kCount, [](std::size_t i, std::size_t j) {
        const double x = place_in(i, kCount);
        const double y = place_in(j, kCount);
        return Vec3{x, y, hills(x, y)};
    });
    mesh.add(walls());
    return mesh;
}

// A scanned hill: vertices are noisy, many triangles are needles, some are points, doubled or
// turned over.
OpenMesh scanned_hill() {
    constexpr std::size_t kCount = 90;
    Random random(5);
    OpenMesh mesh = sheet(kCount, [&](std::size_t i, std::size_t j) {
        const bool is_rim = i == 0 || j == 0 || i == kCount || j == kCount;
        const double noise = is_rim ? 0 : random.real(-5, 5);
        const double x = place_in(i, kCount) + noise;
        const double y = place_in(j, kCount) + (is_rim ? 0 : random.real(-5, 5));
        return Vec3{x, y, 120 * std::exp(-(x * x + y * y) / 60000) + random.real(-2, 2)};
    });
    const std::size_t count = mesh.indices.size() / 3;
    for (std::size_t i = 0; i < count / 10; ++i) {
        const auto t = 3 * static_cast<std::size_t>(random.integer(0, static_cast<int>(count) - 1));
        const auto a = mesh.indices[t];
        const auto b = mesh.indices[t + 1];
        const auto c = mesh.indices[t + 2];
        switch (i % 4) {
            case 0:  // the other side
                std::swap(mesh.indices[t], mesh.indices[t + 1]);
                break;
            case 1:  // twice
                mesh.indices.insert(mesh.indices.end(), {a, b, c});
                break;
            case 2:  // a point, and an edge
                mesh.indices.insert(mesh.indices.end(), {a, a, a, a, b, b});
                break;
            default: {  // a needle along an edge
                const auto at = [&](std::uint32_t v) {
                    return Vec3{mesh.positions[3 * v],
                                mesh.positions[3 * v + 1],
                                mesh.positions[3 * v + 2]};
                };
                mesh.add_triangle(at(a), at(b), lerp(at(a), at(b), 0.5) + Vec3{0, 0, 1e-7});
            }
        }
    }
    mesh.add(walls());
    return mesh;
}

// Treads and risers around a pillar, up to a landing.
OpenMesh spiral_stairs() {
    OpenMesh mesh = floor_at(0);
    constexpr int kSteps = 48;
    constexpr double kRise = 12;
    const auto at = [](double radius, int step, double z) {
        const double angle = kTurn * step / 24;
        return Vec3{radius * std::cos(angle), radius * std::sin(angle), z};
    };
    for (int i = 0; i < kSteps; ++i) {
        const double z = (i + 1) * kRise;
        mesh.add_quad(at(60, i, z), at(260, i, z), at(260, i + 1, z), at(60, i + 1, z));
        mesh.add_quad(at(60, i, z - kRise), at(260, i, z - kRise), at(260, i, z), at(60, i, z));
        mesh.add_quad(at(60, i, 0), at(60, i + 1, 0), at(60, i + 1, z), at(60, i, z));
    }
    mesh.add(walls());
    return mesh;
}

// A tunnel with a round cross section that winds along x, and a floor below it.
OpenMesh tube() {
    OpenMesh mesh = floor_at(-300);
    constexpr int kAround = 20;
    constexpr int kAlong = 40;
    const auto at = [](int along, int around) {
        const double x = kHalf * (2.0 * along / kAlong - 1);
        const double angle = kTurn * around / kAround;
        return Vec3{x,
                    100 * std::sin(x / 150) + 130 * std::sin(angle),
                    60 * std::cos(x / 200) - 130 * std::cos(angle)};
    };
    for (int i = 0; i < kAlong; ++i) {
        for (int k = 0; k < kAround; ++k) {
            mesh.add_quad(at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1));
        }
    }
    mesh.add(walls());
    return mesh;
}

// Houses without bottoms on one floor: no vertex of a house is one of the floor.
OpenMesh city() {
    OpenMesh mesh = floor_at(0);
    Random random(11);
    for (int i = -4; i < 4; ++i) {
        for (int j = -4; j < 4; ++j) {
            const double x = i * 128 + 24;
            const double y = j * 128 + 24;
            const double high = random.one_in(3) ? 16 : random.real(12, 200);
            mesh.add_house({x, y, random.one_in(2) ? 0.0 : -5.0},
                           {x + random.real(30, 90), y + random.real(30, 90), high});
        }
    }
    mesh.add(walls());
    return mesh;
}

// Tiles with cracks and steps between them, all narrower than the skin.
OpenMesh cracked_floor() {
    OpenMesh mesh;
    Random random(3);
    constexpr double kTile = 32;
    for (double x = -kHalf; x < kHalf; x += kTile) {
        for (double y = -kHalf; y < kHalf; y += kTile) {
            const double gap = random.real(0, 0.01);
            const double z = random.real(-0.005, 0.005);
            const double tip = random.real(-0.005, 0.005);
            mesh.add_quad({x, y, z},
                          {x + kTile - gap, y, z + tip},
                          {x + kTile - gap, y + kTile - gap, z},
                          {x, y + kTile - gap, z - tip});
        }
    }
    mesh.add(walls());
    return mesh;
}

// Sheets over one another, with little room between some of them, and ramps.
OpenMesh bridges() {
    OpenMesh mesh = floor_at(0);
    for (int i = 0; i < 6; ++i) {
        const double z = 40 + 34.0 * i;
        const double x = -400 + 120.0 * i;
        mesh.add_quad({x, -300, z}, {x + 100, -300, z}, {x + 100, 300, z}, {x, 300, z});
        mesh.add_quad(
            {x, -300, z}, {x + 100, -300, z}, {x + 100, -300 - 2 * z, 0}, {x, -300 - 2 * z, 0});
    }
    for (int i = 0; i < 5; ++i) {
        const double y = -250 + 110.0 * i;
        mesh.add_quad({-450, y, 130}, {450, y, 150}, {450, y + 70, 150}, {-450, y + 70, 130});
    }
    mesh.add(walls());
    return mesh;
}

// Triangles of all sizes and directions on a floor.
OpenMesh scrap_yard() {
    OpenMesh mesh = floor_at(0);
    Random random(8);
    for (int i = 0; i < 250; ++i) {
        const Vec3 at{random.real(-450, 450), random.real(-450, 450), random.real(-10, 60)};
        const double size = random.one_in(4) ? 120 : 30;
        const auto corner = [&] {
            return at + Vec3{random.real(-size, size),
                             random.real(-size, size),
                             random.real(-size, size)};
        };
        mesh.add_triangle(corner(), corner(), corner());
    }
    mesh.add(walls());
    return mesh;
}

// Many thin walls that share edges with one another and with the floor.
OpenMesh fins() {
    OpenMesh mesh = sheet(
        16, [](std::size_t i, std::size_t j) { return Vec3{place_in(i, 16), place_in(j, 16), 0}; });
    Random random(6);
    for (int i = 0; i < 60; ++i) {
        const Vec3 foot{random.integer(-6, 6) * 64.0, random.integer(-6, 6) * 64.0, 0};
        const double high = random.one_in(2) ? 15 : 80;
        for (int fin = 0; fin < 4; ++fin) {
            const double angle = random.real(0, kTurn);
            const Vec3 out{50 * std::cos(angle), 50 * std::sin(angle), 0};
            mesh.add_quad(foot, foot + out, foot + out + Vec3{0, 0, high}, foot + Vec3{0, 0, high});
        }
    }
    mesh.add(walls());
    return mesh;
}

// Steep slopes that meet in gutters and ridges.
OpenMesh gutters() {
    constexpr std::size_t kCount = 10;
    OpenMesh mesh = sheet(kCount, [](std::size_t i, std::size_t j) {
        const double x = place_in(i, kCount);
        const double y = place_in(j, kCount);
        return Vec3{x, y, (i % 2 == 0 ? 0.0 : 120.0) + 0.2 * y};
    });
    mesh.add(walls());
    return mesh;
}

}  // namespace

std::uint32_t OpenMesh::add_vertex(const Vec3& place) {
    positions.insert(positions.end(), {place.x, place.y, place.z});
    return static_cast<std::uint32_t>(positions.size() / 3 - 1);
}

void OpenMesh::add_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    for (const Vec3& corner : {a, b, c}) {
        indices.push_back(add_vertex(corner));
    }
}

void OpenMesh::add_quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    add_triangle(a, b, c);
    add_triangle(a, c, d);
}

void OpenMesh::add_house(const Vec3& min, const Vec3& max) {
    const auto corner = [&](int i, double z) {
        return Vec3{i == 1 || i == 2 ? max.x : min.x, i >= 2 ? max.y : min.y, z};
    };
    for (int i = 0; i < 4; ++i) {
        const int next = (i + 1) % 4;
        add_quad(corner(i, min.z), corner(next, min.z), corner(next, max.z), corner(i, max.z));
    }
    add_quad(corner(0, max.z), corner(1, max.z), corner(2, max.z), corner(3, max.z));
}

void OpenMesh::add(const OpenMesh& other) {
    const auto first = static_cast<std::uint32_t>(positions.size() / 3);
    positions.insert(positions.end(), other.positions.begin(), other.positions.end());
    for (const std::uint32_t index : other.indices) {
        indices.push_back(first + index);
    }
}

OpenMesh plane_mesh(double half, std::size_t count) {
    const auto at = [&](std::size_t i) {
        return half * (2 * static_cast<double>(i) / static_cast<double>(count) - 1);
    };
    return sheet(count, [&](std::size_t i, std::size_t j) { return Vec3{at(i), at(j), 0}; });
}

const std::vector<OpenMeshKind>& open_mesh_kinds() {
    static const std::vector<OpenMeshKind> kinds{{"terrain", terrain, {0, 0, 300}},
                                                 {"scanned_hill", scanned_hill, {0, 0, 300}},
                                                 {"spiral_stairs", spiral_stairs, {400, 0, 100}},
                                                 {"tube", tube, {0, 0, 0}},
                                                 {"city", city, {0, 0, 300}},
                                                 {"cracked_floor", cracked_floor, {0, 0, 100}},
                                                 {"bridges", bridges, {-490, 0, 10}},
                                                 {"scrap_yard", scrap_yard, {0, 0, 400}},
                                                 {"fins", fins, {30, 30, 200}},
                                                 {"gutters", gutters, {0, 0, 300}}};
    return kinds;
}

}  // namespace halfspace::test
