// SPDX-License-Identifier: MIT
#include "mesh_split.h"

#include "halfspace/compile/compile.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/world/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace halfspace::viewer {
namespace {

using Errors = std::vector<Error>;

constexpr std::size_t kMaxNames = 3;

// What a verdict says about objects, and what one can do.
struct Reason {
    MeshVerdict verdict;
    std::string_view of_one;
    std::string_view of_many;
    std::string_view advice;
};
constexpr std::array<Reason, 5> kReasons{
    {{MeshVerdict::Open, "is open", "are open", "`halfspace mesh check` shows where"},
     {MeshVerdict::Flat,
      "encloses no volume",
      "enclose no volume",
      "a thickness would make a solid"},
     {MeshVerdict::LooksInwards,
      "looks inwards",
      "look inwards",
      "--flip turns such objects inside out, --rooms takes them for rooms"},
     {MeshVerdict::LooksOutwards,
      "is called a room and looks outwards",
      "are called rooms and look outwards",
      "turn the faces, or take the name of a room away"},
     {MeshVerdict::Refused,
      "cannot be compiled",
      "cannot be compiled",
      "`halfspace mesh check` says why"}}};

// The names of objects for a message: "'roof', 'tree', 'fence' and 4 more".
class Names {
public:
    void add(const std::string& name) {
        if (++count_ <= kMaxNames) {
            names_.push_back(name);
        }
    }
    std::size_t count() const { return count_; }
    std::string text() const {
        std::string text = fmt::format("{}", fmt::join(names_, ", "));
        return count_ > kMaxNames ? fmt::format("{} and {} more", text, count_ - kMaxNames) : text;
    }

private:
    std::vector<std::string> names_;
    std::size_t count_ = 0;
};

// "'roof'", or "object 3" of objects without a name, counted from 1.
std::string name_of(const Mesh& mesh, std::size_t number) {
    return mesh.name.empty() ? fmt::format("object {}", number) : fmt::format("'{}'", mesh.name);
}

bool blocks(const Mesh& mesh) {
    return any(mesh.contents & kBodyBlockers);
}

std::string told(const Names& names, std::size_t total, const Reason& reason, bool is_walked_on) {
    const bool is_one = names.count() == 1;
    const std::string who = total == 1
                                ? fmt::format("the object {} {}", names.text(), reason.of_one)
                                : fmt::format("{} of {} objects {} ({})",
                                              names.count(),
                                              total,
                                              is_one ? reason.of_one : reason.of_many,
                                              names.text());
    if (!is_walked_on) {
        return fmt::format("{}: {} only drawn", who, is_one ? "it is" : "they are");
    }
    return is_one ? who + ": it is walked on as it is, and has no inside"
                  : who + ": they are walked on as they are, and have no inside";
}

// Why an object cannot be shown; empty if it can.
std::string hindrance(const World& world, const Mesh& mesh) {
    if (const auto problem = mesh_problem(mesh)) {
        return *problem;
    }
    for (const Vec3& vertex : mesh.vertices) {
        if (!is_within(vertex, kMaxMoverPlace)) {
            return fmt::format(
                "a vertex is at {}, and nobody walks farther than {} from the origin; take a "
                "smaller --scale, or move the objects to the origin",
                place_text(world, vertex),
                length_text(world, kMaxMoverPlace));
        }
    }
    return {};
}

class Splitter {
public:
    Splitter(World& world, WalkOn which, const CompileOptions& options)
        : world_(&world), which_(which) {
        for (const Entity& entity : world.entities) {
            total_ += entity.meshes.size();
        }
        // Without a verdict all objects are taken.
        verdicts_.assign(total_, MeshVerdict::Refused);
        if (which == WalkOn::Bad) {
            const std::vector<MeshCheck> checks = check_meshes(world, options);
            for (std::size_t i = 0; i < checks.size(); ++i) {
                is_good_.push_back(checks[i].errors.empty());
                verdicts_[i] = checks[i].verdict;
            }
        } else {
            is_good_.assign(total_, false);
        }
    }

    std::expected<TakenMeshes, Errors> run() {
        std::size_t number = 0;
        std::size_t kept = 0;
        for (Entity& entity : world_->entities) {
            std::vector<Mesh> meshes = std::exchange(entity.meshes, {});
            for (Mesh& mesh : meshes) {
                if (is_good_[number]) {
                    entity.meshes.push_back(std::move(mesh));
                    ++kept;
                } else {
                    take(std::move(mesh), number);
                }
                ++number;
            }
        }
        if (kept == 0 && result_.meshes.empty() && !left_out_.empty()) {
            return std::unexpected(std::move(left_out_));
        }
        tell();
        return std::move(result_);
    }

private:
    void take(Mesh mesh, std::size_t number) {
        const std::string problem = hindrance(*world_, mesh);
        const std::string name = name_of(mesh, number + 1);
        if (!problem.empty()) {
            left_out_.push_back({ErrorCode::Range,
                                 fmt::format("{} cannot be shown: {}", name, problem),
                                 {world_->source, mesh.line}});
            return;
        }
        const auto reason = std::ranges::find(kReasons, verdicts_[number], &Reason::verdict);
        groups_[static_cast<std::size_t>(reason - kReasons.begin())][blocks(mesh) ? 0 : 1].add(
            name);
        result_.meshes.push_back(std::move(mesh));
    }

    void warn(Severity severity, std::string message) {
        result_.diagnostics.push_back({severity, std::move(message), {world_->source}});
    }

    void tell() {
        if (which_ == WalkOn::All) {
            warn(Severity::Note,
                 "nothing is compiled: objects are walked on as they are, and have no inside");
        }
        for (std::size_t r = 0; r < kReasons.size() && which_ == WalkOn::Bad; ++r) {
            for (const bool is_walked_on : {true, false}) {
                if (const Names& names = groups_[r][is_walked_on ? 0 : 1]; names.count() > 0) {
                    warn(Severity::Warning,
                         told(names, total_, kReasons[r], is_walked_on) + "; " +
                             std::string(kReasons[r].advice));
                }
            }
        }
        for (const Error& error : left_out_) {
            result_.diagnostics.push_back({Severity::Warning, error.message, error.where});
        }
    }

    World* world_;
    WalkOn which_;
    std::size_t total_ = 0;
    std::vector<MeshVerdict> verdicts_;
    std::vector<bool> is_good_;
    // By the reason, and by whether the objects block.
    std::array<std::array<Names, 2>, kReasons.size()> groups_;
    TakenMeshes result_;
    Errors left_out_;
};

// The largest size of all objects together that a person walks through: 2 kilometres [map units].
constexpr double kLarge = 0x1p16;
// The size that a better scale for a small file gives [map units].
constexpr double kWanted = 1024;

double longest_side(const Aabb& box) {
    const Vec3 size = box.max - box.min;
    return std::max({size.x, size.y, size.z});
}

// 1, 2 or 5 times a power of ten: the largest that is not above x.
double rounded_down(double x) {
    const double power = std::pow(10, std::floor(std::log10(x)));
    return power * (x >= 5 * power ? 5 : x >= 2 * power ? 2 : 1);
}

}  // namespace

std::expected<TakenMeshes, Errors> take_meshes(World& world,
                                               WalkOn which,
                                               const CompileOptions& options) {
    if (which == WalkOn::None) {
        return TakenMeshes{};
    }
    return Splitter(world, which, options).run();
}

std::optional<Aabb> box_of_meshes(const World& world) {
    Aabb box;
    for (const Entity& entity : world.entities) {
        for (const Mesh& mesh : entity.meshes) {
            for (const MeshTriangle& triangle : mesh.triangles) {
                for (const MeshCorner& corner : triangle.corners) {
                    const bool is_there = corner.vertex < mesh.vertices.size() &&
                                          is_finite(mesh.vertices[corner.vertex]);
                    box = is_there ? merge(box, mesh.vertices[corner.vertex]) : box;
                }
            }
        }
    }
    return is_empty(box) ? std::nullopt : std::optional(box);
}

bool is_small(const Aabb& box) {
    return longest_side(box) < kSmallSize;
}

std::optional<std::string> size_advice(const World& world, const Aabb& box) {
    const Vec3 size = box.max - box.min;
    const double longest = longest_side(box);
    if (!(longest > 0) || (longest >= kSmallSize && longest <= kLarge)) {
        return std::nullopt;
    }
    const double scale = world.source_frame.scale;
    std::vector<std::string> better;
    const auto offer = [&](double factor, std::string_view unit) {
        better.push_back(fmt::format(
            "--scale {:.6g} {}makes them {:.6g} long", scale * factor, unit, longest * factor));
    };
    if (longest > kLarge) {
        for (const auto& [factor, unit] :
             {std::pair(0.01, "(if the unit of the file is a centimetre) "),
              std::pair(0.001, "(a millimetre) ")}) {
            if (longest * factor >= kSmallSize && longest * factor <= kLarge) {
                offer(factor, unit);
            }
        }
    }
    if (better.empty()) {
        offer(rounded_down(scale * (longest < kSmallSize ? kWanted : kLarge) / longest) / scale,
              "");
    }
    const Body stand = default_bodies().front();
    return fmt::format(
        "all objects together are {:.6g} x {:.6g} x {:.6g} map units; a person is {:.6g} high. {}",
        size.x,
        size.y,
        size.z,
        stand.max.z - stand.min.z,
        fmt::join(better, ", "));
}

}  // namespace halfspace::viewer
