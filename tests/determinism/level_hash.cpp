// SPDX-License-Identifier: MIT
// Compiles levels and prints one line for each: its name, the hash of its bytes and the hash of the
// answers to some thousand queries: to all questions of tests/support/questions.cpp, and to what
// moves, draws, navigates and needs no level. Uses the public headers only, so that it can be built
// in the tree, by an installed consumer and by other compilers; every build has to print the same.
//
//     level_hash THREADS LEVEL.map...
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/level/level.h"
#include "halfspace/math/transform.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/order.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/contact_points.h"
#include "halfspace/spatial/convex.h"
#include "halfspace/spatial/mesh_collide.h"
#include "halfspace/spatial/octree.h"
#include "halfspace/spatial/triangle_bvh.h"
#include "halfspace/tasks/parallel_for.h"

#include "determinism/hash.h"
#include "determinism/nav_hash.h"
#include "support/questions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace {

using halfspace::Level;
using halfspace::PlacedLevel;
using halfspace::Segment;
using halfspace::SpaceId;
using halfspace::Vec3;
using halfspace::test::Asked;
using halfspace::test::Hash;
using halfspace::test::Points;
using halfspace::test::Question;
using halfspace::test::Subject;

// The models of the level, each turned and moved. The world itself comes first, for most levels
// have no other model.
std::vector<halfspace::PlacedModel> placed_models(const Level& level, Points& points) {
    std::vector<halfspace::PlacedModel> placed = {
        {halfspace::kWorldModel, halfspace::moved_by({17.25, -33.5, 8.125})}};
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        const auto at = static_cast<int>(m);
        placed.push_back({halfspace::ModelId(m),
                          halfspace::turned_about(
                              points.next(256),
                              {.pitch = 10.0 + at, .yaw = 37.0 * (at + 1), .roll = -5.0 * at})});
    }
    return placed;
}

// Random points, and corners of faces, which lie on many planes.
std::vector<Vec3> points_of(const Level& level, Points& points) {
    std::vector<Vec3> all;
    for (int i = 0; i < 4000; ++i) {
        for (const std::int64_t step : {1, 32, 2048, 8192}) {
            all.push_back(points.next(step));
        }
    }
    for (const halfspace::VertexRecord& v :
         level.vertices().first(std::min<std::size_t>(level.vertices().size(), 4000))) {
        all.push_back({v.x, v.y, v.z});
    }
    return all;
}

// The motions of a body that goes from each end to the next target, and some of them backwards.
std::vector<Segment> motions_of(const PlacedLevel& here, SpaceId space, Points& points) {
    std::vector<Segment> motions;
    Vec3 at = points.next(32);
    for (int i = 0; i < 1500; ++i) {
        const Vec3 far = points.next(i % 3 == 0 ? 256 : 1);
        const Vec3 target = i % 2 == 0 ? far : at + (far - at) * 0.03125;
        motions.push_back({at, target});
        const halfspace::Contact contact = halfspace::trace(here, space, at, target);
        at = contact.start_blocked || i % 40 == 0 ? points.next(1) : contact.end;
    }
    for (std::size_t i = 0; i < 500; ++i) {
        motions.push_back({motions[i].to, motions[i].from});
    }
    return motions;
}

void hash_question(const PlacedLevel& here,
                   const Question& question,
                   const Asked& asked,
                   Hash& hash) {
    const std::size_t count = count_of(here, question.subject, asked);
    const auto add = [&](const halfspace::test::Way& way) {
        way.ask(here, asked, halfspace::run_serially);
        for (std::size_t i = 0; i < count; ++i) {
            for (const std::uint64_t word : way.answer(i)) {
                hash.add(word);
            }
        }
    };
    add(question.one_by_one(count));
    if (question.all) {
        add(question.all(count));
    }
}

// All questions about points, segments, boxes and models.
void hash_places(const PlacedLevel& here, std::size_t most, Points& points, Hash& hash) {
    std::vector<Vec3> all = points_of(here.level, points);
    all.resize(std::min(all.size(), most));
    std::vector<Segment> segments;
    std::vector<halfspace::Aabb> boxes;
    for (std::size_t i = 0; i < all.size(); ++i) {
        segments.push_back({all[i], all[(i * 7 + 3) % all.size()]});
        const Vec3 size = Vec3{1, 2, 0.5} * static_cast<double>(i % 7 + 1);
        boxes.push_back({all[i] - size, all[i] + size});
    }
    for (const Question& question : halfspace::test::questions()) {
        if (question.subject == Subject::Point || question.subject == Subject::Segment ||
            question.subject == Subject::Box || question.subject == Subject::Model) {
            hash_question(here, question, {all, segments, boxes}, hash);
        }
    }
}

// All questions about the bodies of spaces, where they rest and touch.
void hash_bodies(const PlacedLevel& here, Points& points, Hash& hash) {
    for (std::uint32_t s = 0; s < here.level.spaces().size(); ++s) {
        const SpaceId space(s);
        const std::vector<Segment> motions = motions_of(here, space, points);
        std::vector<Vec3> positions;
        for (std::size_t i = 0; i < 400; ++i) {
            positions.push_back(i % 2 == 0 ? points.next(1) : motions[i].from);
        }
        for (const Question& question : halfspace::test::questions()) {
            if (question.subject == Subject::Position || question.subject == Subject::Motion) {
                hash_question(here, question, {positions, motions, {}, space}, hash);
            }
        }
    }
}

// All questions about bodies of every shape, upright and turned.
void hash_shape_motions(const PlacedLevel& here, Points& points, Hash& hash) {
    const Vec3 corners[] = {{12, 0, -9}, {-7, 11, -9}, {-8, -10, -9}, {1, 2, 20}};
    using Shape = halfspace::ConvexShape;
    const Shape shapes[] = {*Shape::box({16, 16, 28}),
                            *Shape::sphere(8.5),
                            *Shape::capsule(14, 12),
                            *Shape::cylinder(20, 12.25),
                            *Shape::points(corners)};
    for (int i = 0; i < 100; ++i) {
        const halfspace::Transform stands =
            halfspace::turned_about({}, {.pitch = 15.0 * (i % 4), .yaw = 7.0 * (i % 13)});
        const halfspace::PlacedShape body{shapes[i % 5], stands};
        std::vector<Segment> motions;
        for (int k = 0; k < 10; ++k) {
            const Vec3 from = points.next(k % 2 == 0 ? 1 : 2048);
            motions.push_back({from, points.next(k % 3 == 0 ? 256 : 1)});
        }
        for (const Question& question : halfspace::test::questions()) {
            if (question.subject == Subject::ShapeMotion) {
                hash_question(here, question, {.segments = motions, .body = &body}, hash);
            }
        }
    }
}

// All questions, about the world alone and with its models somewhere.
void hash_questions(const Level& level, Hash& hash) {
    Points points(level);
    const std::vector<halfspace::PlacedModel> models = placed_models(level, points);
    hash_places(level, 20'000, points, hash);
    hash_places({level, models}, 1000, points, hash);
    for (const PlacedLevel& here : {PlacedLevel(level), PlacedLevel(level, models)}) {
        hash_bodies(here, points, hash);
        hash_shape_motions(here, points, hash);
    }
}

// All models of the level during one step: they shift, or turn around a place.
void move_models(halfspace::CollisionWorld& world, const Vec3& place, int step) {
    const Level& level = world.level();
    for (std::uint32_t m = 1; m < level.models().size(); ++m) {
        const auto at = [&](int time) {
            return m % 2 == 0 ? halfspace::moved_by({0, 0, 0.75 * time})
                              : halfspace::turned_about(place, {.yaw = 1.5 * time});
        };
        world.place(halfspace::ModelId(m), at(step));
        world.move(halfspace::ModelId(m), at(step + 1));
    }
}

halfspace::MoverInput walk_input(int round, int step, std::size_t walker) {
    const int turns = step / 24;
    return halfspace::quantised(
        {.view = {.pitch = 5.0 * round, .yaw = 40.0 * turns + 110.0 * walker},
         .forward = 1,
         .left = 0.125 * round - 0.75,
         .jump = step % 20 == 10,
         .crouch = step / 30 == 1});
}

// Three walkers from several places, among each other and models that shift and turn.
void hash_walks(const Level& level, Hash& hash) {
    Points points(level);
    const auto stand = halfspace::find_space(level, "stand");
    const auto crouch = halfspace::find_space(level, "crouch");
    if (!stand || !crouch) {
        return;
    }
    const halfspace::MoverBodies bodies{*stand, *crouch};
    const halfspace::ShapeBody shape = halfspace::shape_of(level, bodies.stand);
    for (int round = 0; round < 12; ++round) {
        const Vec3 start = points.next(64);
        std::vector<halfspace::MoverState> walkers;
        for (int i = 0; i < 3; ++i) {
            walkers.push_back(halfspace::mover_at(start + Vec3{40.0 * i, 8.0 * i, 0}));
        }
        halfspace::CollisionWorld world(level);
        for (std::uint32_t i = 0; i < 3; ++i) {
            world.place(halfspace::ObstacleId(i), {shape, walkers[i].position});
        }
        for (int step = 0; step < 96; ++step) {
            move_models(world, start, step);
            for (std::size_t i = 0; i < walkers.size(); ++i) {
                const halfspace::ObstacleId itself(static_cast<std::uint32_t>(i));
                const halfspace::MoverStep moved =
                    halfspace::step_mover({world, {.obstacles = {&itself, 1}}},
                                          bodies,
                                          walkers[i],
                                          walk_input(round, step, i));
                walkers[i] = moved.state;
                world.place(itself, {shape, moved.state.position});
                hash.add(std::as_bytes(std::span(&moved.state, 1)));
                hash.add(static_cast<std::uint32_t>(moved.wall_count));
                hash.add(moved.crush ? 1u : 0u);
            }
        }
    }
}

// What a game draws from some eyes: the faces of the world, and of the other models between them.
void hash_orders(const Level& level, Hash& hash) {
    Points points(level);
    std::vector<halfspace::PlacedModel> models = placed_models(level, points);
    std::erase_if(models,
                  [](const auto& placed) { return placed.model == halfspace::kWorldModel; });
    halfspace::ModelOrder order;
    for (int i = 0; i < 20; ++i) {
        const Vec3 eye = points.next(i % 2 == 0 ? 1 : 2048);
        const auto direction =
            i % 3 == 0 ? halfspace::DrawOrder::FrontToBack : halfspace::DrawOrder::BackToFront;
        for (const halfspace::FaceRun run : halfspace::FaceOrder(level, eye, direction)) {
            hash.add(run.first);
            hash.add(run.count);
        }
        order.sort({level, models}, eye, direction);
        for (const halfspace::DrawItem& item : order.items()) {
            hash.add(item.run.first);
            hash.add(item.piece);
        }
        for (const halfspace::FaceVertex& vertex : order.vertices()) {
            hash.add(vertex.point);
            hash.add(Vec3{vertex.u, vertex.v, 0});
        }
    }
}

void hash_pair(const halfspace::PlacedShape& a, const halfspace::PlacedShape& b, Hash& hash) {
    const halfspace::Distance apart = halfspace::distance(a, b);
    hash.add(std::as_bytes(std::span(&apart, 1)));
    hash.add(halfspace::overlaps(a, b) ? 1u : 0u);
    if (const auto deep = halfspace::penetration(a, b)) {
        hash.add(std::as_bytes(std::span(&*deep, 1)));
        const halfspace::ContactPoints touches = halfspace::contact_points(a, b, *deep);
        hash.add(std::as_bytes(std::span(touches.points.data(), touches.count)));
    }
    if (const auto met = halfspace::time_of_impact(a, b, b.transform.translation * 2)) {
        hash.add(std::as_bytes(std::span(&*met, 1)));
    }
}

// Pairs of convex shapes of all kinds, at places that have to do with the level's size.
void hash_shapes(const Level& level, Hash& hash) {
    using halfspace::ConvexShape;
    Points points(level);
    std::vector<Vec3> corners;
    for (int i = 0; i < 20; ++i) {
        corners.push_back(points.next(1) * 0x1p-6);
    }
    const std::vector<ConvexShape> shapes{*ConvexShape::box({16, 8, 24}),
                                          *ConvexShape::sphere(10),
                                          *ConvexShape::capsule(12, 9),
                                          *ConvexShape::cylinder(20, 11),
                                          *ConvexShape::points(corners)};
    for (int i = 0; i < 500; ++i) {
        const ConvexShape& a = shapes[static_cast<std::size_t>(i) % shapes.size()];
        const ConvexShape& b = shapes[static_cast<std::size_t>(i) / 5 % shapes.size()];
        const halfspace::Transform turned = halfspace::turned_about(
            points.next(64) * 0x1p-8,
            {.pitch = 7.0 * i, .yaw = 31.0 * i, .roll = i % 4 == 0 ? 0 : -11.0 * i});
        hash_pair({a}, {b, halfspace::moved_by(points.next(64) * 0x1p-6) * turned}, hash);
    }
}

// A mesh against itself, turned and moved.
void hash_pairs(const halfspace::TriangleBvh& tree, Hash& hash) {
    halfspace::QueryScratch scratch;
    for (const Vec3& by : {Vec3{8, 4, 2}, Vec3{1e5, 0, 0}}) {
        halfspace::Transform pose = halfspace::turned_about({}, {.pitch = 10, .yaw = 20});
        pose.translation = by;
        const auto pairs = all_pairs(tree, tree, pose, scratch);
        for (const halfspace::TrianglePair& pair : *pairs) {
            hash.add(pair.a.value);
            hash.add(pair.b.value);
        }
        const auto first = *first_pair(tree, tree, pose);
        hash.add(first ? first->b.value : 0);
        const auto apart = *distance(tree, tree, pose);
        hash.add(apart ? apart->distance : -1.0);
        hash.add(apart ? apart->triangles.a.value : 0);
    }
}

// Trees over the triangles of the level's faces, rays against them, and the triangles of two such
// meshes that touch.
void hash_meshes(const Level& level, unsigned threads, Hash& hash) {
    std::vector<double> positions;
    for (const halfspace::VertexRecord& vertex : level.vertices()) {
        positions.insert(positions.end(), {vertex.x, vertex.y, vertex.z});
    }
    std::vector<std::uint32_t> triangles;
    for (const halfspace::FaceRecord& face : level.faces()) {
        const auto corners = level.face_vertices().subspan(face.first_vertex);
        for (std::uint32_t i = 2; i < face.vertex_count; ++i) {
            triangles.insert(triangles.end(), {corners[0], corners[i - 1], corners[i]});
        }
    }
    const halfspace::TriangleMesh mesh{std::span<const double>(positions), triangles};
    for (const auto method : {halfspace::BvhBuilder::Sah, halfspace::BvhBuilder::Ploc}) {
        const auto tree =
            halfspace::TriangleBvh::build(mesh, {method}, halfspace::executor(threads));
        hash.add(tree->statistics().cost);
        Points points(level);
        for (int i = 0; i < 1000; ++i) {
            const Vec3 origin = points.next(1);
            const auto hit = tree->raycast({origin, points.next(64) - origin});
            hash.add(hit ? hit->triangle.value : 0);
            hash.add(hit ? hit->t : -1.0);
        }
        hash_pairs(*tree, hash);
    }
}

// Boxes that move through the level: the answers of an octree, and its shape. All boxes are exact,
// whatever flags this program has.
void hash_octree(const Level& level, Hash& hash) {
    Points points(level);
    halfspace::Octree octree = *halfspace::Octree::create();
    std::vector<halfspace::ObjectId> ids;
    for (int i = 0; i < 1000; ++i) {
        const Vec3 corner = points.next(1);
        ids.push_back(*octree.insert({corner, corner + Vec3{8, 4, 2} * (i % 7)}));
    }
    halfspace::QueryScratch scratch;
    for (int round = 0; round < 100; ++round) {
        for (const halfspace::ObjectId id : ids) {
            const Vec3 way = points.next(1) * (id.value % 50 == 0 ? 1.0 : 0x1p-8);
            if (!octree.update(id, moved(octree.box(id), way))) {
                std::abort();
            }
        }
        const Vec3 from = points.next(64);
        const Vec3 to = points.next(64);
        for (const halfspace::ObjectHit& hit : octree.on_segment(from, to, scratch)) {
            hash.add(hit.id.value);
            hash.add(std::as_bytes(std::span(&hit.fraction, 1)));
        }
        hash.add(std::as_bytes(std::span(octree.in_sphere(from, 300, scratch))));
        if (const auto view = halfspace::look_at(from, to, 90, 1.5)) {
            hash.add(std::as_bytes(std::span(octree.in_view(frustum_of(*view), scratch))));
        }
        hash.add(std::as_bytes(std::span(octree.near_pairs(0.1, scratch))));
        hash.add(static_cast<std::uint32_t>(octree.statistics().nodes));
        hash.add(static_cast<std::uint32_t>(octree.statistics().entries));
    }
}

int fail(const halfspace::Error& error) {
    std::fprintf(stderr, "%s\n", halfspace::to_string(error).c_str());
    return 1;
}

int hash_level(const std::string& path, unsigned threads) {
    const auto file = halfspace::read_file(path);
    if (!file) {
        return fail(file.error());
    }
    const auto source = halfspace::read_world(*file, path);
    if (!source) {
        return fail(source.error());
    }
    const auto compiled = halfspace::compile(source->world, {.threads = threads});
    if (!compiled) {
        return fail(compiled.error().front());
    }
    const auto level = Level::from_bytes(halfspace::write_level(compiled->level));
    if (!level) {
        return fail(level.error());
    }
    Hash bytes;
    bytes.add(level->bytes());
    Hash answers;
    hash_questions(*level, answers);
    hash_walks(*level, answers);
    hash_orders(*level, answers);
    hash_shapes(*level, answers);
    hash_meshes(*level, threads, answers);
    hash_octree(*level, answers);
    if (const auto done =
            halfspace::test::hash_navigation(compiled->level, *level, threads, answers);
        !done) {
        return fail(done.error());
    }
    std::printf("%s %016llx %016llx\n",
                path.substr(path.find_last_of('/') + 1).c_str(),
                static_cast<unsigned long long>(bytes.value()),
                static_cast<unsigned long long>(answers.value()));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: level_hash THREADS LEVEL.map...\n");
        return 2;
    }
    const auto threads = static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10));
    for (int i = 2; i < argc; ++i) {
        if (const int failed = hash_level(argv[i], threads); failed != 0) {
            return failed;
        }
    }
    return 0;
}
