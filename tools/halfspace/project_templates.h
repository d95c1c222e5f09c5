// SPDX-License-Identifier: MIT
// The projects that `halfspace new` makes. They are the folders in tools/halfspace/templates;
// cmake/HalfspaceEmbed.cmake writes the source of this header from their files.
#pragma once

#include <span>
#include <string_view>

namespace halfspace::tool {

struct TemplateFile {
    // Within the project, with '/' between folders.
    std::string_view path;
    // With @NAME@ where the project's name belongs, and @VERSION@ for the version of Halfspace.
    std::string_view text;
};

struct ProjectTemplate {
    std::string_view name;
    std::span<const TemplateFile> files;
};

// In the order of their names.
std::span<const ProjectTemplate> project_templates();

}  // namespace halfspace::tool
