// SPDX-License-Identifier: MIT
// halfspace mesh: questions about the meshes of a file.
#include "halfspace/math/transform.h"
#include "halfspace/spatial/mesh_collide.h"
#include "halfspace/spatial/mesh_sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "commands.h"
#include "console.h"
#include "json_report.h"
#include "mesh_file.h"
#include "mesh_input.h"
#include "point_input.h"
#include "shape_input.h"
#include "words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

struct MeshArguments {
    std::string file;
    std::string other;               // of the questions about two meshes
    std::vector<std::string> words;  // one query; empty: see the help of the question
    std::vector<double> turn;        // pitch, yaw and roll of the second mesh; or none
    bool json = false;
    MeshFlags flags;
    // Of sweeps.
    ShapeArguments shape;
    std::optional<BlockingSides> sides;
    double skin = MeshSweepOptions().skin;
};

// Appends the line that answers one query. Errors: those of the question.
using AnswerQuery = std::function<Result<void>(const Numbers&, fmt::memory_buffer& text)>;

// What is wrong with the flags; nullopt if they are good.
std::optional<std::string> problem_of(const MeshArguments& arguments) {
    if (!std::ranges::all_of(arguments.turn, [](double angle) { return std::isfinite(angle); })) {
        return "--turn: expected three finite numbers";
    }
    if (!(arguments.skin >= 0) || !std::isfinite(arguments.skin)) {
        return "--skin: expected a number of at least 0, in map units";
    }
    return mesh_flag_problem(arguments.flags);
}

// Answers the query of the command line, or those of standard input.
ExitCode answer_all(const MeshArguments& arguments, std::size_t count, const AnswerQuery& answer) {
    Result<void> answered;
    const auto respond = [&](std::span<const Numbers> queries, fmt::memory_buffer& text) {
        for (const Numbers& query : queries) {
            // The answers end at the first error.
            if (answered) {
                answered = answer(query, text);
            }
        }
    };
    if (arguments.words.empty()) {
        const Result<void> read = answer_input(count, kMaxBvhCoordinate, respond);
        if (!answered || !read) {
            return bad_input(answered ? read.error() : answered.error());
        }
        return ExitCode::Done;
    }
    const Result<Numbers> query = parse_words(arguments.words, count, kMaxBvhCoordinate);
    if (!query) {
        return wrong_usage(query.error().message);
    }
    answer_one(*query, respond);
    if (!answered) {
        return bad_input(answered.error());
    }
    return ExitCode::Done;
}

// Loads one file and answers.
ExitCode ask_one(const MeshArguments& arguments,
                 std::size_t count,
                 const std::function<AnswerQuery(const MeshFile&)>& answer,
                 MeshFile::Asks asks = MeshFile::Asks::Surface) {
    const auto file = MeshFile::load(arguments.file, arguments.flags, asks);
    if (!file) {
        return bad_input(file.error());
    }
    return answer_all(arguments, count, answer(**file));
}

ExitCode run_ray(const MeshArguments& arguments) {
    return ask_one(arguments, 6, [&](const MeshFile& file) -> AnswerQuery {
        return [&](const Numbers& n, fmt::memory_buffer& text) -> Result<void> {
            const Vec3 from{n[0], n[1], n[2]};
            const Vec3 along = Vec3{n[3], n[4], n[5]} - from;
            const auto hit = file.tree().raycast({.origin = from, .direction = along, .max_t = 1});
            if (!hit) {
                text.append(std::string_view(arguments.json
                                                 ? "{\"fraction\":1,\"point\":null,\"object\":null,"
                                                   "\"triangle\":null}\n"
                                                 : "free\n"));
                return {};
            }
            const Vec3 point = from + along * hit->t;
            if (arguments.json) {
                fmt::format_to(std::back_inserter(text),
                               "{{\"fraction\":{},\"point\":{},{}}}\n",
                               hit->t,
                               json_point(point),
                               file.json(hit->triangle));
            } else {
                fmt::format_to(std::back_inserter(text),
                               "{} at {} {}\n",
                               hit->t,
                               point_text(point),
                               file.text(hit->triangle));
            }
            return {};
        };
    });
}

ExitCode run_closest(const MeshArguments& arguments) {
    const auto answer = [&](const MeshFile& file) -> AnswerQuery {
        return [&](const Numbers& n, fmt::memory_buffer& text) -> Result<void> {
            const Vec3 p{n[0], n[1], n[2]};
            const std::optional<MeshPoint> found = file.tree().closest_point(p);
            const bool is_inside = file.is_solid(p);
            if (arguments.json) {
                fmt::format_to(std::back_inserter(text),
                               "{{\"distance\":{},\"point\":{},{},\"inside\":{},"
                               "\"winding\":{}}}\n",
                               found->distance,
                               json_point(found->point),
                               file.json(found->triangle),
                               is_inside,
                               file.tree().winding(p));
            } else {
                fmt::format_to(std::back_inserter(text),
                               "{} at {} {}, {}\n",
                               found->distance,
                               point_text(found->point),
                               file.text(found->triangle),
                               is_inside ? "inside" : "outside");
            }
            return {};
        };
    };
    return ask_one(arguments, 3, answer, MeshFile::Asks::Inside);
}

// The line of a touch, or of the lack of one.
std::string sweep_text(const MeshFile& file, const std::optional<MeshTouch>& touch) {
    if (!touch) {
        return "free\n";
    }
    if (touch->start_blocked) {
        return fmt::format("blocked at the start by {}\n", file.text(touch->triangle));
    }
    return fmt::format("{} at {} normal {} {}\n",
                       touch->fraction,
                       point_text(touch->point),
                       point_text(touch->normal),
                       file.text(touch->triangle));
}

std::string sweep_json(const MeshFile& file, const std::optional<MeshTouch>& touch) {
    if (!touch) {
        return R"({"fraction":1,"start_blocked":false,"point":null,"normal":null,)"
               R"("object":null,"triangle":null})"
               "\n";
    }
    const auto or_null = [&](const Vec3& value) {
        return touch->start_blocked ? "null" : json_point(value);
    };
    return fmt::format("{{\"fraction\":{},\"start_blocked\":{},\"point\":{},\"normal\":{},{}}}\n",
                       touch->fraction,
                       touch->start_blocked,
                       or_null(touch->point),
                       or_null(touch->normal),
                       file.json(touch->triangle));
}

ExitCode run_sweep(const MeshArguments& arguments) {
    const Result<GivenShape> body = parse_shape(arguments.shape);
    if (!body) {
        print_error(body.error());
        return body.error().where.file.empty() ? ExitCode::Usage : ExitCode::BadInput;
    }
    return ask_one(arguments, 6, [&](const MeshFile& file) -> AnswerQuery {
        return [&](const Numbers& n, fmt::memory_buffer& text) -> Result<void> {
            const Vec3 from{n[0], n[1], n[2]};
            if (!is_within(from, kMaxShapeSize) ||
                !is_within(Vec3{n[3], n[4], n[5]}, kMaxShapeSize)) {
                return std::unexpected(
                    Error{ErrorCode::Range,
                          fmt::format("a coordinate of a sweep is above {}", kMaxShapeSize),
                          {}});
            }
            PlacedShape placed{body->shape, body->transform};
            placed.transform.translation += from;
            const auto touch = sweep(
                file.tree(),
                placed,
                Vec3{n[3], n[4], n[5]} - from,
                {.sides = arguments.sides.value_or(BlockingSides::Both), .skin = arguments.skin});
            text.append(arguments.json ? sweep_json(file, touch) : sweep_text(file, touch));
            return {};
        };
    });
}

// Loads two files and answers for each place of the second.
ExitCode ask_two(
    const MeshArguments& arguments,
    const std::function<Result<void>(
        const MeshFile& a, const MeshFile& b, const Transform& b_to_a, fmt::memory_buffer& text)>&
        answer) {
    const auto second = arguments.file == arguments.other
                            ? Result<std::unique_ptr<MeshFile>>(nullptr)
                            : MeshFile::load(arguments.other, arguments.flags);
    if (!second) {
        return bad_input(second.error());
    }
    MeshArguments queries = arguments;
    if (arguments.words.empty()) {
        queries.words = {"0,0,0"};
    } else if (arguments.words == std::vector<std::string>{"-"}) {
        queries.words.clear();
    }
    const std::vector<double>& turn = arguments.turn;
    const Transform turned =
        turn.empty() ? Transform()
                     : turned_about({}, {.pitch = turn[0], .yaw = turn[1], .roll = turn[2]});
    return ask_one(queries, 3, [&](const MeshFile& a) -> AnswerQuery {
        const MeshFile& b = *second ? **second : a;
        return [&](const Numbers& n, fmt::memory_buffer& text) {
            return answer(a, b, moved_by({n[0], n[1], n[2]}) * turned, text);
        };
    });
}

ExitCode run_collide(const MeshArguments& arguments) {
    QueryScratch scratch;
    return ask_two(arguments,
                   [&](const MeshFile& a,
                       const MeshFile& b,
                       const Transform& b_to_a,
                       fmt::memory_buffer& text) -> Result<void> {
                       const auto found = all_pairs(a.tree(), b.tree(), b_to_a, scratch);
                       if (!found) {
                           return std::unexpected(found.error());
                       }
                       const std::span<const TrianglePair> pairs = *found;
                       if (!arguments.json) {
                           fmt::format_to(std::back_inserter(text), "{} pairs\n", pairs.size());
                           return {};
                       }
                       fmt::format_to(std::back_inserter(text), "{{\"pairs\":[");
                       for (std::size_t i = 0; i < pairs.size(); ++i) {
                           fmt::format_to(std::back_inserter(text),
                                          "{}{{\"a\":{{{}}},\"b\":{{{}}}}}",
                                          i == 0 ? "" : ",",
                                          a.json(pairs[i].a),
                                          b.json(pairs[i].b));
                       }
                       fmt::format_to(std::back_inserter(text), "]}}\n");
                       return {};
                   });
}

ExitCode run_distance(const MeshArguments& arguments) {
    return ask_two(arguments,
                   [&](const MeshFile& a,
                       const MeshFile& b,
                       const Transform& b_to_a,
                       fmt::memory_buffer& text) -> Result<void> {
                       const auto found = distance(a.tree(), b.tree(), b_to_a);
                       if (!found) {
                           return std::unexpected(found.error());
                       }
                       const NearestTriangles& nearest = **found;
                       if (arguments.json) {
                           fmt::format_to(std::back_inserter(text),
                                          "{{\"distance\":{},\"a\":{{\"point\":{},{}}},"
                                          "\"b\":{{\"point\":{},{}}}}}\n",
                                          nearest.distance,
                                          json_point(nearest.point_a),
                                          a.json(nearest.triangles.a),
                                          json_point(nearest.point_b),
                                          b.json(nearest.triangles.b));
                       } else {
                           fmt::format_to(std::back_inserter(text),
                                          "{} from {} {} to {} {}\n",
                                          nearest.distance,
                                          point_text(nearest.point_a),
                                          a.text(nearest.triangles.a),
                                          point_text(nearest.point_b),
                                          b.text(nearest.triangles.b));
                       }
                       return {};
                   });
}

constexpr std::string_view kUnitsHelp =
    "Coordinates are map units, and Z points up: the same that compile makes of the file. With\n"
    "--scale 1 --up z they are the file's own.\n"
    "Standard input has one query on each line. Blank lines are skipped; a bad line stops with\n"
    "exit code 1.\n";

struct Question {
    const char* name;
    const char* what;
    const char* words;  // the help of the query's numbers
    int numbers;        // of a query
    bool has_other;     // asks about two files
    bool has_body;      // moves a body
    ExitCode (*run)(const MeshArguments&);
    const char* footer;
};

constexpr Question kQuestions[] = {
    {"ray",
     "Print which triangle a line between two points meets first",
     "Two points; without them, two points per line from standard input",
     6,
     false,
     false,
     run_ray,
     "The answer is a fraction of the way, a point and a triangle; or \"free\". Triangles count\n"
     "from 0 in each object.\n"
     "Example: halfspace mesh ray house.obj 0,0,500 0,0,0\n"},
    {"closest",
     "Print the point of the meshes that is nearest to a point",
     "x,y,z or x y z; without a point, one point per line from standard input",
     3,
     false,
     false,
     run_closest,
     "The answer is a distance, a point and a triangle, and whether the point of the query is\n"
     "inside: in the solid of an object, or in the solid around rooms. The last is right for "
     "closed\n"
     "objects only. --json also tells the winding number: how many objects are around the point; "
     "an\n"
     "object whose faces look inwards counts as -1.\n"
     "Example: halfspace mesh closest house.obj 0,0,500\n"},
    {"sweep",
     "Print which triangle a moving body touches first",
     "Two positions; without them, two positions per line from standard input",
     6,
     false,
     true,
     run_sweep,
     "The body moves along a straight line and does not turn. The meshes may be open: a triangle "
     "is\n"
     "as thin as a sheet, and nothing is inside. The answer is a fraction of the way, a point of "
     "the\n"
     "touched triangle, the normal of the surface there and the triangle; or \"free\"; or "
     "\"blocked "
     "at\n"
     "the start\" if the body overlaps a triangle before it moves. Edges inside of a surface do "
     "not\n"
     "stop a body. --skin says how far apart triangles may be that belong to one surface.\n"
     "Example: halfspace mesh sweep terrain.obj --capsule 28,14 0,0,500 0,0,-500\n"},
    {"collide",
     "Print how many pairs of triangles of two files touch; with --json all pairs",
     "Where the second file's origin is (default 0,0,0); - for one place per line from standard "
     "input",
     3,
     true,
     false,
     run_collide,
     "Triangles touch if they share a point. This is decided exactly.\n"
     "Example: halfspace mesh collide house.obj car.obj 100,0,0\n"},
    {"distance",
     "Print how far two files' meshes are apart, and between which points",
     "Where the second file's origin is (default 0,0,0); - for one place per line from standard "
     "input",
     3,
     true,
     false,
     run_distance,
     "Example: halfspace mesh distance house.obj car.obj 100,0,0\n"}};

}  // namespace

Command add_mesh_command(CLI::App& parent) {
    CLI::App* const app = parent.add_subcommand("mesh", "Ask questions about the meshes of a file");
    app->require_subcommand(1);
    app->footer(
        "Examples:\n"
        "  halfspace mesh info house.obj\n"
        "  halfspace mesh check house.obj --picture house.png\n"
        "  halfspace mesh ray house.obj 0,0,500 0,0,0\n"
        "  halfspace mesh collide --help\n");
    std::vector<Command> commands{add_mesh_info_command(*app), add_mesh_check_command(*app)};
    for (const Question& question : kQuestions) {
        const auto arguments = std::make_shared<MeshArguments>();
        CLI::App* const its = app->add_subcommand(question.name, question.what);
        its->add_option("FILE", arguments->file, "A file with meshes")->required()->type_name("");
        if (question.has_other) {
            its->add_option("OTHER", arguments->other, "The second file; may be the same")
                ->required()
                ->type_name("");
            its->add_option("--turn",
                            arguments->turn,
                            "How the second file is turned about its origin: pitch, yaw and roll "
                            "in degrees")
                ->type_name("P,Y,R")
                ->delimiter(',')
                ->expected(3);
        }
        if (question.has_body) {
            add_shape_options(*its, arguments->shape);
            add_sides_option(*its, arguments->sides);
            its->add_option("--skin",
                            arguments->skin,
                            fmt::format("How far apart triangles of one surface may be, in units "
                                        "(default {})",
                                        arguments->skin))
                ->type_name("UNITS");
        }
        its->add_option("POINT", arguments->words, question.words)
            ->type_name("")
            ->expected(0, question.numbers);
        its->add_flag("--json", arguments->json, "Print one JSON object per line");
        add_mesh_flags(*its, arguments->flags);
        its->footer(std::string(kUnitsHelp) + question.footer);
        commands.push_back({its, [arguments, run = question.run] {
                                if (const auto problem = problem_of(*arguments)) {
                                    return wrong_usage(*problem);
                                }
                                return run(*arguments);
                            }});
    }
    return {app, [commands] { return run_parsed(commands); }};
}

}  // namespace halfspace::tool
