// SPDX-License-Identifier: MIT
// Every key of an entity that has a meaning for readers and exporters; docs/reference/levels.md
// shows the table. The level keeps all keys of an entity for games, except TrenchBroom's own keys.
#pragma once

#include <string_view>

namespace halfspace::keys {

inline constexpr std::string_view kClassname = "classname";
inline constexpr std::string_view kOrigin = "origin";
inline constexpr std::string_view kModel = "model";
inline constexpr std::string_view kAlpha = "alpha";
inline constexpr std::string_view kEngineAlpha = "_alpha";
inline constexpr std::string_view kRenderMode = "rendermode";
inline constexpr std::string_view kRenderAmount = "renderamt";
inline constexpr std::string_view kWad = "wad";
inline constexpr std::string_view kTargetName = "targetname";
// All of TrenchBroom's own keys begin with this. None of them reaches the level.
inline constexpr std::string_view kEditorPrefix = "_tb_";
inline constexpr std::string_view kEditorType = "_tb_type";
inline constexpr std::string_view kEditorId = "_tb_id";
inline constexpr std::string_view kEditorName = "_tb_name";
inline constexpr std::string_view kEditorGroup = "_tb_group";
inline constexpr std::string_view kEditorLayer = "_tb_layer";
inline constexpr std::string_view kOmitLayer = "_tb_layer_omit_from_export";

struct NamedKey {
    std::string_view key;
    std::string_view meaning;
};

inline constexpr NamedKey kNamedKeys[] = {
    {kClassname, "The entity's class, see above."},
    {kOrigin,
     "Three numbers. For an entity with brushes: the point that its model turns about, unless the "
     "entity has an `origin` brush. In a `.bsp` the model is also moved by these numbers."},
    {kModel, "In a `.bsp`: `*1` and so on, the model that the entity's brushes come from."},
    {kAlpha, "0 to 1: how opaque the entity's brushes and patches are drawn. 0 counts as not set."},
    {kEngineAlpha, "The same as `alpha`, for an entity without `alpha`."},
    {kRenderMode, "Any number but 0 makes `renderamt` count."},
    {kRenderAmount, "0 to 255: the opacity of an entity without `alpha` and `_alpha`."},
    {kWad,
     "Of worldspawn: the WADs with the textures, with `;` between them. Only the files' names "
     "count; `--wad-path` says where they are."},
    {kTargetName, "`halfspace export` gives this name to the entity's node or object."},
    {kEditorType, "`_tb_layer` or `_tb_group`: the entity is a layer or group of TrenchBroom."},
    {kEditorId, "The number of a layer or group; other entities refer to this number."},
    {kEditorName, "The name of a layer, for messages."},
    {kEditorGroup, "The group that the entity lies in."},
    {kEditorLayer, "The layer that the entity lies in; 0 or none is the default layer."},
    {kOmitLayer, "1: the layer is left out with everything in it, and a note says so."},
};

}  // namespace halfspace::keys
