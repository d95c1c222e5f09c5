// SPDX-License-Identifier: MIT
// What all checks get: the source and its level. And the list that they add findings to.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/lint/lint.h"

#include <string>
#include <utility>
#include <vector>

namespace halfspace {

struct LintInput {
    const World& world;
    const Level& level;
    const LintOptions& options;
};

// Where a finding is.
struct FoundAt {
    std::uint32_t entity = 0;
    SourcePosition position;
    std::optional<Vec3> place;  // map units
};

class FindingList {
public:
    explicit FindingList(const World& world) : world_(world) {}

    void add(LintCheck check, const FoundAt& at, std::string message) {
        const Entity& entity = world_.entities[at.entity];
        findings_.push_back({check,
                             {row_of(check).severity,
                              std::move(message),
                              {world_.source, at.position.line, at.position.column}},
                             entity.value("classname"),
                             at.place});
    }

    std::vector<LintFinding> take() { return std::move(findings_); }

private:
    const World& world_;
    std::vector<LintFinding> findings_;
};

}  // namespace halfspace
