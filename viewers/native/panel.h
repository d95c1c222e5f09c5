// SPDX-License-Identifier: MIT
// The panel of the window: views, counts and times, the player, what was picked, and messages.
#pragma once

#include "session.h"

namespace halfspace::viewer {

// What the panel asks of the window.
struct PanelState {
    bool is_shown = true;
    bool captures_mouse = false;
};

// Describes the panel to Dear ImGui. REQUIRES: between ImGui::NewFrame and ImGui::Render.
void show_panel(Session& session, PanelState& state);

}  // namespace halfspace::viewer
