// SPDX-License-Identifier: MIT
// The table of subcommands. Few sources include it, so that a new line builds little.
#pragma once

#include "command.h"

namespace halfspace::tool {

Command add_compile_command(CLI::App& parent);
Command add_check_command(CLI::App& parent);
Command add_info_command(CLI::App& parent);
Command add_verify_command(CLI::App& parent);
Command add_classify_command(CLI::App& parent);
Command add_sight_command(CLI::App& parent);
Command add_trace_command(CLI::App& parent);
Command add_sweep_command(CLI::App& parent);
Command add_walk_command(CLI::App& parent);
Command add_nav_command(CLI::App& parent);
// Subcommands of `nav`.
Command add_nav_info_command(CLI::App& nav);
Command add_nav_links_command(CLI::App& nav);
Command add_mesh_command(CLI::App& parent);
// Subcommands of `mesh`.
Command add_mesh_info_command(CLI::App& mesh);
Command add_mesh_check_command(CLI::App& mesh);
Command add_render_command(CLI::App& parent);
Command add_view_command(CLI::App& parent);
Command add_export_command(CLI::App& parent);
Command add_vis_command(CLI::App& parent);
Command add_new_command(CLI::App& parent);

// All subcommands of halfspace, in the order of its help.
inline constexpr Command (*kCommands[])(CLI::App& parent) = {add_compile_command,
                                                             add_check_command,
                                                             add_info_command,
                                                             add_verify_command,
                                                             add_classify_command,
                                                             add_sight_command,
                                                             add_trace_command,
                                                             add_sweep_command,
                                                             add_walk_command,
                                                             add_nav_command,
                                                             add_mesh_command,
                                                             add_render_command,
                                                             add_view_command,
                                                             add_export_command,
                                                             add_vis_command,
                                                             add_new_command};

}  // namespace halfspace::tool
