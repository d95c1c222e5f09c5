// SPDX-License-Identifier: MIT
#include "formats/mesh/gltf_buffers.h"
#include "formats/mesh/gltf_transform.h"
#include "formats/mesh/mesh_builder.h"
#include "formats/shared/linear_light.h"
#include "formats/shared/mesh_reader.h"
#include "formats/text/entity_keys.h"
#include "formats/text/quotes.h"
#include "math/shared/vec_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace halfspace {
namespace {

using namespace gltf;  // NOLINT(google-build-using-namespace): the parts of this reader

using Json = nlohmann::json;

// A node that is still to be visited.
struct Visit {
    int node = 0;
    Affine parent;
    std::uint32_t entity = 0;
};

// The extras of a node or mesh; null if there are none.
Json extras_of(const std::string& text) {
    return text.empty() ? Json() : Json::parse(text, nullptr, false);
}

// A text among the extras, or "".
std::string extra(const Json& extras, const char* name) {
    const auto found = extras.find(name);
    return found != extras.end() && found->is_string() ? found->get<std::string>() : std::string();
}

class Reader {
public:
    Reader(tinygltf::Model model, std::string source, const MeshReadOptions& options)
        : model_(std::move(model)),
          source_(source),
          builder_(std::move(source), options, UpAxis::Y) {}

    Result<ReadWorld> run() {
        if (!visit_nodes()) {
            return std::unexpected(*std::move(error_));
        }
        note_left_out();
        return builder_.finish();
    }

private:
    bool fail(ErrorCode code, const std::string& message) {
        error_ = builder_.error(code, message);
        return false;
    }

    void note_left_out() {
        if (!model_.skins.empty()) {
            builder_.note("skins are left out; objects with a skin stand in their rest pose");
        }
        if (!model_.animations.empty()) {
            builder_.note("animations are left out");
        }
        if (std::ranges::find(model_.extensionsUsed, "EXT_mesh_gpu_instancing") !=
            model_.extensionsUsed.end()) {
            builder_.note("the places of EXT_mesh_gpu_instancing are left out");
        }
        if (has_targets_) {
            builder_.note("morph targets are left out");
        }
        if (has_other_modes_) {
            builder_.note(points_left_out());
        }
        if (has_other_texture_places_) {
            builder_.note(
                "texture coordinates are those of the set 0, and KHR_texture_transform is left "
                "out; some textures lie elsewhere than in other programs");
        }
        if (has_vertex_colours_) {
            builder_.note("colours of vertices are left out");
        }
    }

    // The nodes of the scene, or all nodes without a parent if there is no scene.
    std::vector<int> roots() const {
        if (const auto* const scene = element(model_.scenes, std::max(model_.defaultScene, 0))) {
            return scene->nodes;
        }
        std::vector<bool> has_parent(model_.nodes.size());
        for (const tinygltf::Node& node : model_.nodes) {
            for (const int child : node.children) {
                if (element(model_.nodes, child) != nullptr) {
                    has_parent[static_cast<std::size_t>(child)] = true;
                }
            }
        }
        std::vector<int> result;
        for (std::size_t n = 0; n < has_parent.size(); ++n) {
            if (!has_parent[n]) {
                result.push_back(static_cast<int>(n));
            }
        }
        return result;
    }

    bool visit_nodes() {
        std::vector<bool> is_visited(model_.nodes.size());
        std::vector<Visit> open;
        const auto add =
            [&](const std::vector<int>& nodes, const Affine& at, std::uint32_t entity) {
                for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
                    open.push_back({*node, at, entity});
                }
            };
        add(roots(), {}, 0);
        while (!open.empty()) {
            const Visit visit = open.back();
            open.pop_back();
            const tinygltf::Node* const node = element(model_.nodes, visit.node);
            if (node == nullptr) {
                return fail(ErrorCode::Damaged, "a node is named that is not there");
            }
            if (is_visited[static_cast<std::size_t>(visit.node)]) {
                return fail(ErrorCode::Damaged,
                            "node " + std::to_string(visit.node) + " stands in two places");
            }
            is_visited[static_cast<std::size_t>(visit.node)] = true;
            const Affine here = product(visit.parent, transform_of(*node));
            if (!here.is_finite() || !builder_.placed(here.move)) {
                return fail(ErrorCode::Range,
                            "object " + in_quotes(name_of(*node, visit.node)) +
                                " has a transform with a number that is not finite or too large");
            }
            const Json extras = extras_of(node->extras_json_string);
            const std::uint32_t entity = entity_of(*node, extras, here, visit.entity);
            if (!read_node(*node, visit.node, extras, here, entity)) {
                return false;
            }
            add(node->children, here, entity);
        }
        return true;
    }

    // The entity of a node: a new one if its extras name a class, else that of its parent.
    std::uint32_t entity_of(const tinygltf::Node& node,
                            const Json& extras,
                            const Affine& here,
                            std::uint32_t parent) {
        const std::string classname = extra(extras, "classname");
        if (classname.empty()) {
            return parent;
        }
        const Vec3 origin = builder_.placed(here.move).value_or(Vec3{});
        // The class is first, as in worlds that are built by calls.
        std::vector<KeyValue> keys{{std::string(keys::kClassname), classname}};
        for (const auto& [key, value] : extras.items()) {
            if (key != keys::kClassname &&
                (value.is_string() || value.is_number() || value.is_boolean())) {
                keys.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
            }
        }
        if (node.mesh < 0 && !extras.contains("origin")) {
            keys.push_back({std::string(keys::kOrigin), vec_text(origin)});
        }
        return builder_.add_entity(keys, origin);
    }

    std::string name_of(const tinygltf::Node& node, int number) const {
        const tinygltf::Mesh* const mesh = element(model_.meshes, node.mesh);
        const std::string& name = node.name.empty() && mesh != nullptr ? mesh->name : node.name;
        return name.empty() ? "node " + std::to_string(number) : name;
    }

    bool read_node(const tinygltf::Node& node,
                   int number,
                   const Json& extras,
                   const Affine& here,
                   std::uint32_t entity) {
        if (node.mesh == -1) {
            return true;
        }
        const tinygltf::Mesh* const mesh = element(model_.meshes, node.mesh);
        const std::string name = name_of(node, number);
        if (mesh == nullptr) {
            return fail(ErrorCode::Damaged,
                        "object " + in_quotes(name) + " has a mesh that is not there");
        }
        std::string tag = extra(extras, "halfspace");
        tag = tag.empty() ? extra(extras_of(mesh->extras_json_string), "halfspace") : tag;
        const int sign = here.sign();
        if (sign == 0) {
            return fail(ErrorCode::Geometry,
                        "object " + in_quotes(name) +
                            " is flattened by the transforms of its nodes: a scale is 0");
        }
        name_ = name;
        builder_.begin(name_, 0, tag, entity);
        for (const tinygltf::Primitive& primitive : mesh->primitives) {
            if (!read_primitive(primitive, here, sign < 0)) {
                return false;
            }
        }
        return true;
    }

    bool read_primitive(const tinygltf::Primitive& primitive,
                        const Affine& here,
                        bool is_mirrored) {
        has_targets_ = has_targets_ || !primitive.targets.empty();
        has_vertex_colours_ = has_vertex_colours_ || primitive.attributes.contains("COLOR_0");
        if (primitive.mode != TINYGLTF_MODE_TRIANGLES &&
            primitive.mode != TINYGLTF_MODE_TRIANGLE_STRIP &&
            primitive.mode != TINYGLTF_MODE_TRIANGLE_FAN) {
            has_other_modes_ = true;
            return true;
        }
        const auto array = [&](int accessor) -> std::optional<NumberArray> {
            if (accessor == -1) {
                return std::nullopt;
            }
            Result<NumberArray> found = numbers_of(model_, accessor, source_);
            if (!found) {
                found.error().message += " in object " + in_quotes(name_);
                error_ = std::move(found.error());
                return std::nullopt;
            }
            return *found;
        };
        const auto attribute = [&](const char* name) {
            const auto found = primitive.attributes.find(name);
            return array(found == primitive.attributes.end() ? -1 : found->second);
        };
        const std::optional<NumberArray> places = attribute("POSITION");
        const std::optional<NumberArray> texture = attribute("TEXCOORD_0");
        const std::optional<NumberArray> indices = array(primitive.indices);
        if (error_) {
            return false;
        }
        if (!places) {
            return true;  // the specification allows it: nothing is drawn
        }
        if (places->components() != 3 || (texture && texture->components() != 2) ||
            (texture && texture->count() < places->count()) ||
            (indices && (indices->components() != 1 || !indices->is_whole())) ||
            places->count() > std::numeric_limits<std::uint32_t>::max() / 2) {
            return fail(ErrorCode::Damaged,
                        "the arrays of object " + in_quotes(name_) + " do not fit together");
        }
        const auto first = static_cast<std::uint32_t>(builder_.object().vertices.size());
        return add_vertices(*places, here) &&
               add_triangles(primitive, *places, texture, indices, first, is_mirrored);
    }

    bool add_vertices(const NumberArray& places, const Affine& here) {
        std::vector<Vec3>& vertices = builder_.object().vertices;
        for (std::uint64_t v = 0; v < places.count(); ++v) {
            const std::optional<Vec3> place =
                builder_.placed(here({places.at(v, 0), places.at(v, 1), places.at(v, 2)}));
            if (!place) {
                return fail(ErrorCode::Range,
                            "object " + in_quotes(name_) + " has a vertex (" + std::to_string(v) +
                                ") with a coordinate that is not finite or too large");
            }
            vertices.push_back(*place);
        }
        return vertices.size() <= std::numeric_limits<std::uint32_t>::max() / 2 &&
                       (total_vertices_ += places.count()) <= 3 * kMaxMeshTriangles
                   ? true
                   : fail(ErrorCode::Limit, too_many_triangles());
    }

    bool add_triangles(const tinygltf::Primitive& primitive,
                       const NumberArray& places,
                       const std::optional<NumberArray>& texture,
                       const std::optional<NumberArray>& indices,
                       std::uint32_t first,
                       bool is_mirrored) {
        const std::uint64_t count = indices ? indices->count() : places.count();
        const std::uint64_t triangles = primitive.mode == TINYGLTF_MODE_TRIANGLES ? count / 3
                                        : count < 3                               ? 0
                                                                                  : count - 2;
        const MeshTriangle like = look_of(primitive);
        const std::optional<NumberArray> stored =
            indices ? std::optional(indices->as_stored()) : std::nullopt;
        for (std::uint64_t t = 0; t < triangles; ++t) {
            std::array<std::uint64_t, 3> at{3 * t, 3 * t + 1, 3 * t + 2};
            if (primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP) {
                at = {t, t + 1 + t % 2, t + 2 - t % 2};
            } else if (primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN) {
                at = {0, t + 1, t + 2};
            }
            if (is_mirrored) {
                std::swap(at[1], at[2]);
            }
            std::array<MeshCorner, 3> corners;
            for (std::size_t i = 0; i < 3; ++i) {
                const double v = stored ? stored->at(at[i], 0) : static_cast<double>(at[i]);
                if (!(v >= 0 && v < static_cast<double>(places.count()))) {
                    return fail(ErrorCode::Damaged,
                                "object " + in_quotes(name_) + " has a triangle (" +
                                    std::to_string(t) + ") with a vertex that is not there");
                }
                const auto vertex = static_cast<std::uint64_t>(v);
                corners[i].vertex = first + static_cast<std::uint32_t>(vertex);
                if (texture) {
                    corners[i].u = finite(texture->at(vertex, 0));
                    corners[i].v = finite(texture->at(vertex, 1));
                }
            }
            if (!builder_.add_polygon(corners, like)) {
                return fail(ErrorCode::Limit, too_many_triangles());
            }
        }
        return true;
    }

    static double finite(double value) { return std::isfinite(value) ? value : 0; }

    // The material of a primitive.
    MeshTriangle look_of(const tinygltf::Primitive& primitive) {
        MeshTriangle like;
        const tinygltf::Material* const material = element(model_.materials, primitive.material);
        std::string name = material == nullptr ? "" : material->name;
        if (name.empty() && primitive.material >= 0) {
            name = "material " + std::to_string(primitive.material);
        }
        if (material != nullptr) {
            const tinygltf::TextureInfo& texture = material->pbrMetallicRoughness.baseColorTexture;
            has_other_texture_places_ = has_other_texture_places_ || texture.texCoord != 0 ||
                                        texture.extensions.contains("KHR_texture_transform");
        }
        const std::string mode = material == nullptr ? "" : material->alphaMode;
        like.material = builder_.material(name, mode == "MASK");
        if (material != nullptr) {
            colour_material(primitive.material, like.material);
        }
        if (mode == "BLEND") {
            const std::vector<double>& colour = material->pbrMetallicRoughness.baseColorFactor;
            like.opacity = colour.size() == 4 ? std::clamp(colour[3], 0.0, 1.0) : 1;
        }
        return like;
    }

    // Of several materials of one name the first one counts.
    void colour_material(int number, MaterialId id) {
        const auto [first, is_new] = numbers_.try_emplace(id.value, number);
        Material& material = builder_.look(id);
        if (!is_new) {
            if (first->second != number && told_.insert(id.value).second) {
                builder_.note("several materials have the name " + in_quotes(material.name) +
                              "; colour and picture are those of the first one");
            }
            return;
        }
        const tinygltf::PbrMetallicRoughness& surface =
            element(model_.materials, number)->pbrMetallicRoughness;
        const tinygltf::Texture* const texture =
            element(model_.textures, surface.baseColorTexture.index);
        material.picture = texture == nullptr ? kNone : picture(texture->source);
        // White is the default of the format.
        const std::vector<double>& light = surface.baseColorFactor;
        if (light.size() == 4 && (light[0] != 1 || light[1] != 1 || light[2] != 1)) {
            material.colour = screen_colour(light);
        }
    }

    // The number of a picture in the world, or kNone. A picture that cannot be used is told once.
    std::uint32_t picture(int number) {
        const auto [known, is_new] = pictures_.try_emplace(number, kNone);
        if (!is_new) {
            return known->second;
        }
        const tinygltf::Image* const image = element(model_.images, number);
        if (image == nullptr) {
            builder_.note("a texture has no PNG or JPEG; it is left out");
            return kNone;
        }
        const std::string& name = image->name.empty() ? image->uri : image->name;
        const Result<std::vector<std::byte>> file = picture_file(model_, *image, source_);
        if (file) {
            known->second = builder_.add_picture(name, *file);
        } else {
            builder_.note("the picture " + in_quotes(name) +
                          " is left out: " + file.error().message);
        }
        return known->second;
    }

    tinygltf::Model model_;
    std::string source_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    std::string name_;  // of the current object
    std::uint64_t total_vertices_ = 0;
    bool has_targets_ = false;
    bool has_vertex_colours_ = false;
    std::map<int, std::uint32_t> pictures_;  // numbers in the world, of images of the file
    std::map<std::uint32_t, int> numbers_;   // of the world's materials in the file
    std::set<std::uint32_t> told_;           // materials whose name others have, too
    bool has_other_modes_ = false;
    bool has_other_texture_places_ = false;
};

}  // namespace

Result<ReadWorld> read_gltf(std::span<const std::byte> bytes,
                            std::string source,
                            const MeshReadOptions& options) {
    if (std::optional<Error> problem = problem_before_reading(bytes.size(), source, options)) {
        return std::unexpected(*std::move(problem));
    }
    Result<tinygltf::Model> model = read_model(bytes, source);
    if (!model) {
        return std::unexpected(std::move(model.error()));
    }
    return Reader(*std::move(model), std::move(source), options).run();
}

}  // namespace halfspace
