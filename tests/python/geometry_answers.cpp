// SPDX-License-Identifier: MIT
// What C++ answers about two meshes, bodies among triangles, pairs of shapes and octrees.
#include "geometry_answers.h"

#include "halfspace/spatial/convex.h"
#include "halfspace/spatial/mesh_collide.h"
#include "halfspace/spatial/mesh_sweep.h"
#include "halfspace/spatial/octree.h"

#include <algorithm>
#include <span>

namespace halfspace::test {
namespace {

// Answers as numbers, one after the other.
class Numbers {
public:
    void push(double number) { numbers_.push_back(number); }
    void push(const Vec3& p) { numbers_.insert(numbers_.end(), {p.x, p.y, p.z}); }
    void write() const { std::fwrite(numbers_.data(), sizeof(double), numbers_.size(), stdout); }

private:
    std::vector<double> numbers_;
};

template <class Ask>
void for_each_row(const std::vector<double>& numbers, std::size_t width, const Ask& ask) {
    for (std::size_t i = 0; i + width <= numbers.size(); i += width) {
        ask(&numbers[i]);
    }
}

Vec3 point_at(const double* row) {
    return {row[0], row[1], row[2]};
}

// A matrix of three rows of four numbers.
Transform pose_at(const double* m) {
    return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

void answer_shapes(const std::string& question,
                   const std::vector<double>& numbers,
                   Numbers& answers) {
    const PlacedShape box{*ConvexShape::box({1, 2, 3})};
    const ConvexShape drum = *ConvexShape::cylinder(2, 1.5);
    for_each_row(numbers, 12, [&](const double* row) {
        const PlacedShape other{drum, pose_at(row)};
        if (question == "shape_distance") {
            const Distance found = distance(box, other);
            answers.push(found.distance);
            answers.push(found.error);
            answers.push(found.point_a);
            answers.push(found.point_b);
            answers.push(found.normal);
        } else if (question == "penetration") {
            const Penetration found = penetration(box, other).value_or(Penetration{});
            answers.push(found.depth);
            answers.push(found.normal);
            answers.push(found.point);
            answers.push(found.error);
        } else {
            const auto found = time_of_impact(box, other, {8, 1, -2});
            const TimeOfImpact impact = found.value_or(TimeOfImpact{1});
            answers.push(found ? 1 : 0);
            answers.push(impact.fraction);
            answers.push(impact.distance);
            answers.push(impact.normal);
            answers.push(impact.point);
        }
    });
}

// The first half of the rows are boxes of objects; the second half are questions.
void answer_octree(const std::vector<double>& numbers, Numbers& answers) {
    Octree octree = *Octree::create();
    const std::size_t half = numbers.size() / 12 * 6;
    for_each_row(
        {numbers.begin(), numbers.begin() + static_cast<long>(half)}, 6, [&](const double* row) {
            (void)octree.insert({point_at(row), point_at(row + 3)});
        });
    QueryScratch scratch;
    for_each_row(
        {numbers.begin() + static_cast<long>(half), numbers.end()}, 6, [&](const double* row) {
            for (const ObjectId id : octree.in_box({point_at(row), point_at(row + 3)}, scratch)) {
                answers.push(id.value);
            }
            for (const ObjectHit& hit :
                 octree.on_segment(point_at(row), point_at(row + 3), scratch)) {
                answers.push(hit.id.value);
                answers.push(hit.fraction);
            }
        });
}

void push_nearest(const TriangleBvh& tree, const Vec3& p, Numbers& answers) {
    const NearestTriangles found = **distance(tree, tree, moved_by(p));
    answers.push(found.triangles.a.value);
    answers.push(found.triangles.b.value);
    answers.push(found.distance);
    answers.push(found.point_a);
    answers.push(found.point_b);
}

void push_touch(const TriangleBvh& tree, const double* row, Numbers& answers) {
    const PlacedShape ball{*ConvexShape::sphere(0.25), moved_by(point_at(row))};
    const auto found = sweep(tree, ball, point_at(row + 3) - point_at(row));
    const MeshTouch touch = found.value_or(MeshTouch{.fraction = 1});
    answers.push(found ? touch.triangle.value : kNone);
    answers.push(touch.start_blocked ? 1 : 0);
    answers.push(touch.fraction);
    answers.push(touch.point);
    answers.push(touch.normal);
}

bool answer_mesh(const std::string& question,
                 const char* path,
                 const std::vector<double>& numbers,
                 Numbers& answers) {
    const std::vector<double> all = read_doubles(path);
    const auto corners = static_cast<std::ptrdiff_t>(3 * all[0]);
    const std::vector<double> vertices(all.begin() + 2, all.begin() + 2 + corners);
    const std::vector<std::uint32_t> triangles(all.begin() + 2 + corners, all.end());
    const TriangleBvh tree = *TriangleBvh::build({std::span<const double>(vertices), triangles});
    QueryScratch scratch;
    if (question == "nearest") {
        for_each_row(
            numbers, 3, [&](const double* row) { push_nearest(tree, point_at(row), answers); });
    } else if (question == "pairs") {
        std::vector<TrianglePair> found;
        for_each_row(numbers, 3, [&](const double* row) {
            (void)visit_pairs(tree, tree, moved_by(point_at(row)), [&](const TrianglePair& pair) {
                found.push_back(pair);
                return true;
            });
            std::ranges::sort(found);
            for (const TrianglePair& pair : found) {
                answers.push(pair.a.value);
                answers.push(pair.b.value);
            }
            found.clear();
        });
    } else if (question == "in_sphere") {
        for_each_row(numbers, 3, [&](const double* row) {
            for (const TriangleId id : tree.in_sphere(point_at(row), 1, scratch)) {
                answers.push(id.value);
            }
        });
    } else if (question == "mesh_sweep") {
        for_each_row(numbers, 6, [&](const double* row) { push_touch(tree, row, answers); });
    } else {
        return false;
    }
    return true;
}

}  // namespace

std::vector<double> read_doubles(std::FILE* file) {
    std::vector<double> numbers;
    std::vector<double> part(1 << 16);
    while (const std::size_t count = std::fread(part.data(), sizeof(double), part.size(), file)) {
        numbers.insert(numbers.end(), part.begin(), part.begin() + static_cast<long>(count));
    }
    return numbers;
}

std::vector<double> read_doubles(const char* path) {
    std::FILE* const file = std::fopen(path, "rb");
    std::vector<double> numbers = read_doubles(file);
    std::fclose(file);
    return numbers;
}

bool answer_geometry(const std::string& question,
                     const char* path,
                     const std::vector<double>& numbers) {
    Numbers answers;
    if (path != nullptr) {
        if (!answer_mesh(question, path, numbers, answers)) {
            return false;
        }
    } else if (question == "octree") {
        answer_octree(numbers, answers);
    } else if (question == "shape_distance" || question == "penetration" || question == "impact") {
        answer_shapes(question, numbers, answers);
    } else {
        return false;
    }
    answers.write();
    return true;
}

}  // namespace halfspace::test
