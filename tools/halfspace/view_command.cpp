// SPDX-License-Identifier: MIT
// halfspace view: starts the viewer, which is a program of its own.
#include "command.h"
#include "console.h"

#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace halfspace::tool {
namespace {

constexpr const char* kViewer = "halfspace-view";

// The viewer beside this program; the bare name, which is looked for in the PATH, if there is none.
std::string viewer_program() {
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path beside = self.parent_path() / kViewer;
    return !error && std::filesystem::exists(beside, error) ? beside.string() : kViewer;
}

ExitCode start_viewer(std::vector<std::string> words) {
    words.insert(words.begin(), viewer_program());
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    print_error(
        "the viewer (halfspace-view) is not installed. Debian: install the package "
        "halfspace-viewer. From the sources: `scripts/setup --viewer` installs what it needs; then "
        "build and install Halfspace again. `halfspace render LEVEL -o picture.png` paints a "
        "picture "
        "without it");
    return ExitCode::BadInput;
}

}  // namespace

Command add_view_command(CLI::App& parent) {
    CLI::App* const app =
        parent.add_subcommand("view", "Walk through a level in a window; see view --help");
    // The viewer reads its arguments itself, also --help.
    app->set_help_flag();
    app->prefix_command();
    return {app, [app] { return start_viewer(app->remaining()); }};
}

}  // namespace halfspace::tool
