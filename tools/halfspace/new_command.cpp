// SPDX-License-Identifier: MIT
// halfspace new: makes the folder of a small game to begin with.
#include "halfspace/base/file.h"

#include "command.h"
#include "project_templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace halfspace::tool {
namespace {

using Path = std::filesystem::path;

struct NewArguments {
    std::string name;
    std::string project;  // the template
};

constexpr std::size_t kMaxNameLength = 64;

// What CMake, npm and every file system accept.
bool is_project_name(std::string_view name) {
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto is_plain = [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !name.empty() && name.size() <= kMaxNameLength && is_letter(name.front()) &&
           std::ranges::all_of(name, is_plain);
}

std::string replaced(std::string text, std::string_view mark, std::string_view value) {
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + value.size())) {
        text.replace(at, mark.size(), value);
    }
    return text;
}

std::string filled_in(std::string_view text, std::string_view name) {
    return replaced(replaced(std::string(text), "@NAME@", name), "@VERSION@", HALFSPACE_VERSION);
}

std::string_view readme_of(const ProjectTemplate& project) {
    return std::ranges::find(project.files, "README.md", &TemplateFile::path)->text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (const auto line : std::views::split(text, '\n')) {
        lines.emplace_back(line.begin(), line.end());
    }
    return lines;
}

// The README of a template says in line 3 what the project is. Its table has a row for each file:
// "| `level.map` | the level |". Its indented lines are the commands to begin with.
std::string help_of(const ProjectTemplate& project) {
    const std::vector<std::string_view> lines = lines_of(readme_of(project));
    std::string text = fmt::format("{}: {}\n", project.name, lines[2]);
    for (const std::string_view line : lines) {
        const std::size_t middle = line.find("` | ");
        if (line.starts_with("| `") && middle != std::string_view::npos) {
            text += fmt::format("  {:<22} {}\n",
                                line.substr(3, middle - 3),
                                line.substr(middle + 4, line.size() - middle - 6));
        }
    }
    return text;
}

void print_next(const ProjectTemplate& project, std::string_view name) {
    fmt::print("{}: {} files\nWhat to do in this folder; its README.md says more:\n",
               name,
               project.files.size());
    for (const std::string_view line : lines_of(readme_of(project))) {
        if (line.starts_with("    ")) {
            fmt::print("{}\n", filled_in(line, name));
        }
    }
}

Error cannot_write(const Path& path, const std::error_code& reason) {
    return {ErrorCode::Io, "cannot write: " + reason.message(), {path.string()}};
}

// Makes a folder beside `folder`, for files that are not complete yet.
Result<Path> make_aside(const Path& folder) {
    for (int number = 0;; ++number) {
        Path aside = fmt::format(".{}.new{}", folder.string(), number);
        std::error_code failed;
        if (std::filesystem::create_directory(aside, failed)) {
            return aside;
        }
        if (failed) {
            return std::unexpected(cannot_write(folder, failed));
        }
    }
}

// Errors name the files as they would have been called.
Result<void> write_files(const ProjectTemplate& project,
                         const std::string& name,
                         const Path& folder) {
    for (const TemplateFile& file : project.files) {
        const Path path = folder / file.path;
        const Path final_path = Path(name) / file.path;
        std::error_code failed;
        std::filesystem::create_directories(path.parent_path(), failed);
        if (failed) {
            return std::unexpected(cannot_write(final_path, failed));
        }
        const std::string text = filled_in(file.text, name);
        if (auto written = write_file(path.string(), std::as_bytes(std::span(text))); !written) {
            written.error().where.file = final_path.string();
            return written;
        }
    }
    return {};
}

// The files are written aside. The complete folder is then renamed: it is there as a whole or not
// at all. A rename replaces an empty folder, but no other.
Result<void> make_project(const ProjectTemplate& project, const std::string& name) {
    const Result<Path> aside = make_aside(name);
    if (!aside) {
        return std::unexpected(aside.error());
    }
    Result<void> done = write_files(project, name, *aside);
    std::error_code failed;
    if (done) {
        std::filesystem::rename(*aside, name, failed);
        if (failed) {
            done = std::unexpected(cannot_write(name, failed));
        }
    }
    if (!done) {
        std::filesystem::remove_all(*aside, failed);
    }
    return done;
}

// True if there is something that a project would replace.
bool is_taken(const std::string& name) {
    std::error_code failed;
    const auto status = std::filesystem::symlink_status(name, failed);
    if (!std::filesystem::exists(status)) {
        return false;
    }
    return !std::filesystem::is_directory(status) || !std::filesystem::is_empty(name, failed);
}

ExitCode run_new(const NewArguments& arguments) {
    const std::string& name = arguments.name;
    if (!is_project_name(name)) {
        return wrong_usage(
            fmt::format("'{}' cannot name a project; a name has lower-case letters, digits, "
                        "'-' and '_', begins with a letter, and is at most {} long",
                        name,
                        kMaxNameLength));
    }
    if (is_taken(name)) {
        return bad_input(
            {ErrorCode::Io,
             fmt::format("'{}' is there already, and is no empty folder; take another name", name),
             {}});
    }
    const ProjectTemplate& project =
        *std::ranges::find(project_templates(), arguments.project, &ProjectTemplate::name);
    if (const Result<void> done = make_project(project, name); !done) {
        return bad_input(done.error());
    }
    print_next(project, name);
    return ExitCode::Done;
}

}  // namespace

Command add_new_command(CLI::App& parent) {
    const auto arguments = std::make_shared<NewArguments>();
    CLI::App* app = parent.add_subcommand("new", "Make the folder of a small game to begin with");
    app->add_option("NAME", arguments->name, "The folder to make here, and the game's name")
        ->required()
        ->type_name("");
    std::vector<std::string> names;
    std::string help = "The files of each template:\n";
    for (const ProjectTemplate& project : project_templates()) {
        names.emplace_back(project.name);
        help += "\n" + help_of(project);
    }
    app->add_option("--template", arguments->project, "What kind of game: cpp or web")
        ->required()
        ->check(CLI::IsMember(names))
        ->type_name("TEMPLATE");
    app->footer(help +
                "\nIn an error nothing is made. NAME may be an empty folder.\n"
                "Example:\n"
                "  halfspace new maze --template cpp\n");
    return {app, [arguments] { return run_new(*arguments); }};
}

}  // namespace halfspace::tool
