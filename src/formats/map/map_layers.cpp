// SPDX-License-Identifier: MIT
#include "formats/map/map_layers.h"

#include "formats/text/entity_keys.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace halfspace::map {
namespace {

std::string_view value_of(const ParsedEntity& entity, std::string_view key) {
    for (const ParsedKey& pair : entity.keys) {
        if (pair.key == key) {
            return pair.value;
        }
    }
    return {};
}

// Layers and groups by their ids. Values are indices of entities.
struct Containers {
    std::unordered_map<std::string_view, std::size_t> layers;
    std::unordered_map<std::string_view, std::size_t> groups;
    std::optional<std::size_t> world;
};

// Adds a layer or group. An empty id is skipped: an entity without the key is in no layer or group.
void add_container(std::unordered_map<std::string_view, std::size_t>& containers,
                   const ParsedEntity& entity,
                   std::size_t index) {
    if (const std::string_view id = value_of(entity, keys::kEditorId); !id.empty()) {
        containers.emplace(id, index);
    }
}

Containers find_containers(std::span<const ParsedEntity> entities) {
    Containers found;
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const std::string_view type = value_of(entities[i], keys::kEditorType);
        if (type == "_tb_layer") {
            add_container(found.layers, entities[i], i);
        } else if (type == "_tb_group") {
            add_container(found.groups, entities[i], i);
        } else if (!found.world && value_of(entities[i], keys::kClassname) == "worldspawn") {
            found.world = i;
        }
    }
    return found;
}

// The layer or group that directly contains an entity; nullopt for layers and the world.
std::optional<std::size_t> container_of(const ParsedEntity& entity, const Containers& containers) {
    if (value_of(entity, keys::kEditorType) == "_tb_layer") {
        return std::nullopt;
    }
    const auto group = containers.groups.find(value_of(entity, keys::kEditorGroup));
    if (group != containers.groups.end()) {
        return group->second;
    }
    const auto layer = containers.layers.find(value_of(entity, keys::kEditorLayer));
    return layer != containers.layers.end() ? std::optional(layer->second) : containers.world;
}

// Finds the layers of entities. The layer of each group on the way is stored, so no group is
// visited twice.
class LayerFinder {
public:
    LayerFinder(std::span<const ParsedEntity> entities, const Containers& containers)
        : entities_(entities), containers_(containers), layers_(entities.size(), kUnknown) {}

    // The entity of the layer, or the number of entities if there is none.
    std::size_t layer_of(std::size_t entity) {
        const std::size_t none = entities_.size();
        std::vector<std::size_t> path;
        std::size_t layer = none;
        for (std::size_t at = entity; at != none;) {
            if (layers_[at] != kUnknown) {
                layer = layers_[at];  // none if the path has returned to itself
                break;
            }
            layers_[at] = none;
            path.push_back(at);
            const std::optional<std::size_t> next = container_of(entities_[at], containers_);
            if (!next || *next == at) {
                layer = at;
                break;
            }
            at = *next;
        }
        for (const std::size_t step : path) {
            layers_[step] = layer;
        }
        return layer;
    }

private:
    static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

    std::span<const ParsedEntity> entities_;
    const Containers& containers_;
    std::vector<std::size_t> layers_;
};

bool is_omitted_layer(const ParsedEntity& entity) {
    const std::string_view mark = value_of(entity, keys::kOmitLayer);
    return !mark.empty() && mark != "0";
}

std::string name_of(const ParsedEntity& layer) {
    const std::string_view name = value_of(layer, keys::kEditorName);
    return std::string(name.empty() ? "Default Layer" : name);
}

void leave_out(Omitted& omitted, OmittedLayer& layer, const ParsedEntity& entity, std::size_t i) {
    const bool is_world = value_of(entity, keys::kClassname) == "worldspawn";
    omitted.parts[i] = is_world ? Omitted::Part::Shapes : Omitted::Part::All;
    layer.brushes += entity.brushes.size() + entity.patches.size();
    layer.entities += is_world || !value_of(entity, keys::kEditorType).empty() ? 0 : 1;
}

}  // namespace

Omitted find_omitted(std::span<const ParsedEntity> entities) {
    Omitted omitted;
    omitted.parts.resize(entities.size(), Omitted::Part::Nothing);
    const Containers containers = find_containers(entities);
    // Indices of omitted layers in omitted.layers.
    std::unordered_map<std::size_t, std::size_t> places;
    const auto add = [&](std::size_t layer) {
        places.emplace(layer, omitted.layers.size());
        omitted.layers.push_back({name_of(entities[layer]), entities[layer].position});
    };
    if (containers.world && is_omitted_layer(entities[*containers.world])) {
        add(*containers.world);
    }
    for (std::size_t i = 0; i < entities.size(); ++i) {
        if (value_of(entities[i], keys::kEditorType) == "_tb_layer" &&
            is_omitted_layer(entities[i])) {
            add(i);
        }
    }
    if (places.empty()) {
        return omitted;
    }
    LayerFinder finder(entities, containers);
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const auto place = places.find(finder.layer_of(i));
        if (place != places.end()) {
            leave_out(omitted, omitted.layers[place->second], entities[i], i);
        }
    }
    return omitted;
}

}  // namespace halfspace::map
