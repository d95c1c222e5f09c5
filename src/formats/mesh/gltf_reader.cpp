// SPDX-License-Identifier: MIT
#include "halfspace/base/number_text.h"
#include "halfspace/formats/mesh_reader.h"

#include "formats/mesh/gltf_buffers.h"
#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"
#include "formats/text/entity_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

using namespace gltf;  // NOLINT(google-build-using-namespace): the parts of this reader

constexpr std::uint64_t kTriangles = 4;
constexpr std::uint64_t kStrip = 5;
constexpr std::uint64_t kFan = 6;

// The extensions that a file may require: they change no shape, or NumberArray reads them.
constexpr std::array<std::string_view, 3> kKnownExtensions{
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_lights_punctual"};

// A node that is still to be visited.
struct Visit {
    std::uint64_t node = 0;
    Affine parent;
    std::uint32_t entity = 0;
};

class Reader {
public:
    Reader(Document document, std::string source, const MeshReadOptions& options)
        : document_(std::move(document)),
          source_(source),
          builder_(std::move(source), options, UpAxis::Y) {}

    Result<ReadWorld> run() {
        if (!check_extensions() || !visit_nodes()) {
            return std::unexpected(*std::move(error_));
        }
        note_left_out();
        return builder_.finish();
    }

private:
    const Json& json() const { return document_.json; }

    bool fail(ErrorCode code, const std::string& message) {
        error_ = builder_.error(code, message);
        return false;
    }

    bool check_extensions() {
        for (const Json& name : member(json(), "extensionsRequired")) {
            const std::string extension = text(name);
            const bool is_known =
                extension.starts_with("KHR_materials_") ||
                std::find(kKnownExtensions.begin(), kKnownExtensions.end(), extension) !=
                    kKnownExtensions.end();
            if (!is_known) {
                return fail(ErrorCode::Unsupported,
                            "the file needs the extension " + in_quotes(extension) +
                                ", which is not read; export without compression");
            }
        }
        return true;
    }

    void note_left_out() {
        const auto is_there = [&](const char* name) { return !member(json(), name).empty(); };
        if (is_there("skins")) {
            builder_.note("skins are left out; objects with a skin stand in their rest pose");
        }
        if (is_there("animations")) {
            builder_.note("animations are left out");
        }
        if (has_targets_) {
            builder_.note("morph targets are left out");
        }
        if (has_other_modes_) {
            builder_.note("points and lines are left out");
        }
    }

    // The nodes of the scene, or all nodes without a parent if there is no scene.
    std::vector<std::uint64_t> roots() const {
        const std::uint64_t scene = whole(member(json(), "scene")).value_or(0);
        const Json& chosen = element(member(json(), "scenes"), scene);
        std::vector<std::uint64_t> result;
        if (chosen.is_object()) {
            for (const Json& node : member(chosen, "nodes")) {
                result.push_back(whole(node).value_or(std::numeric_limits<std::uint64_t>::max()));
            }
            return result;
        }
        const Json& nodes = member(json(), "nodes");
        std::vector<bool> has_parent(nodes.size());
        for (const Json& node : nodes) {
            for (const Json& child : member(node, "children")) {
                const std::uint64_t c = whole(child).value_or(nodes.size());
                if (c < has_parent.size()) {
                    has_parent[c] = true;
                }
            }
        }
        for (std::uint64_t n = 0; n < has_parent.size(); ++n) {
            if (!has_parent[n]) {
                result.push_back(n);
            }
        }
        return result;
    }

    bool visit_nodes() {
        const Json& nodes = member(json(), "nodes");
        std::vector<bool> is_visited(nodes.is_array() ? nodes.size() : 0);
        std::vector<Visit> open;
        const std::vector<std::uint64_t> first = roots();
        for (auto node = first.rbegin(); node != first.rend(); ++node) {
            open.push_back({*node, {}, 0});
        }
        while (!open.empty()) {
            const Visit visit = open.back();
            open.pop_back();
            if (visit.node >= is_visited.size() || is_visited[visit.node]) {
                return fail(ErrorCode::Damaged,
                            visit.node >= is_visited.size()
                                ? "a node is named that is not there"
                                : "node " + std::to_string(visit.node) + " stands in two places");
            }
            is_visited[visit.node] = true;
            const Json& node = nodes[visit.node];
            const Affine here = product(visit.parent, transform_of(node));
            const std::uint32_t entity = entity_of(node, here, visit.entity);
            if (!read_node(node, visit.node, here, entity)) {
                return false;
            }
            const Json& children = member(node, "children");
            for (std::size_t c = children.is_array() ? children.size() : 0; c-- > 0;) {
                open.push_back({whole(children[c]).value_or(is_visited.size()), here, entity});
            }
        }
        return true;
    }

    // The entity of a node: a new one if its extras name a class, else that of its parent.
    std::uint32_t entity_of(const Json& node, const Affine& here, std::uint32_t parent) {
        const Json& extras = member(node, "extras");
        const std::string classname = text(member(extras, "classname"));
        if (classname.empty()) {
            return parent;
        }
        const Vec3 origin = builder_.placed(here.move);
        // The class is first, as in worlds that are built by calls.
        std::vector<KeyValue> keys{{std::string(keys::kClassname), classname}};
        for (const auto& [key, value] : extras.items()) {
            if (key != keys::kClassname &&
                (value.is_string() || value.is_number() || value.is_boolean())) {
                keys.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
            }
        }
        if (!member(node, "mesh").is_number() && !extras.contains("origin")) {
            keys.push_back({std::string(keys::kOrigin),
                            number_text(origin.x) + " " + number_text(origin.y) + " " +
                                number_text(origin.z)});
        }
        return builder_.add_entity(keys, origin);
    }

    bool read_node(const Json& node,
                   std::uint64_t number,
                   const Affine& here,
                   std::uint32_t entity) {
        const Json& mesh_number = member(node, "mesh");
        if (!mesh_number.is_number()) {
            return true;
        }
        const Json& mesh =
            element(member(json(), "meshes"),
                    whole(mesh_number).value_or(std::numeric_limits<std::uint64_t>::max()));
        std::string name = text(member(node, "name"));
        name = name.empty() ? text(member(mesh, "name")) : name;
        name = name.empty() ? "node " + std::to_string(number) : name;
        std::string tag = text(member(member(node, "extras"), "halfspace"));
        tag = tag.empty() ? text(member(member(mesh, "extras"), "halfspace")) : tag;
        if (!mesh.is_object()) {
            return fail(ErrorCode::Damaged,
                        "object " + in_quotes(name) + " has a mesh that is not there");
        }
        const double determinant = here.determinant();
        if (!std::isfinite(determinant) || determinant == 0) {
            return fail(ErrorCode::Geometry,
                        "object " + in_quotes(name) +
                            " is flattened by the transforms of its nodes: a scale is 0");
        }
        name_ = std::move(name);
        builder_.begin(name_, 0, tag, entity);
        for (const Json& primitive : member(mesh, "primitives")) {
            if (!read_primitive(primitive, here, determinant < 0)) {
                return false;
            }
        }
        return true;
    }

    bool read_primitive(const Json& primitive, const Affine& here, bool is_mirrored) {
        has_targets_ = has_targets_ || !member(primitive, "targets").empty();
        const std::uint64_t mode = whole(member(primitive, "mode")).value_or(kTriangles);
        if (mode != kTriangles && mode != kStrip && mode != kFan) {
            has_other_modes_ = true;
            return true;
        }
        const Json& attributes = member(primitive, "attributes");
        const auto array = [&](const Json& number) -> std::optional<NumberArray> {
            const std::optional<std::uint64_t> accessor = whole(number);
            if (!accessor) {
                return std::nullopt;
            }
            Result<NumberArray> found = numbers_of(document_, *accessor, source_);
            if (!found) {
                found.error().message += " in object " + in_quotes(name_);
                error_ = std::move(found.error());
                return std::nullopt;
            }
            return *found;
        };
        const std::optional<NumberArray> places = array(member(attributes, "POSITION"));
        const std::optional<NumberArray> texture = array(member(attributes, "TEXCOORD_0"));
        const std::optional<NumberArray> indices = array(member(primitive, "indices"));
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
               add_triangles(primitive, mode, *places, texture, indices, first, is_mirrored);
    }

    bool add_vertices(const NumberArray& places, const Affine& here) {
        std::vector<Vec3>& vertices = builder_.object().vertices;
        for (std::uint64_t v = 0; v < places.count(); ++v) {
            const Vec3 p =
                builder_.placed(here({places.at(v, 0), places.at(v, 1), places.at(v, 2)}));
            if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
                return fail(ErrorCode::Range,
                            "object " + in_quotes(name_) + " has a vertex (" + std::to_string(v) +
                                ") with a coordinate that is not a finite number");
            }
            vertices.push_back(p);
        }
        return vertices.size() <= std::numeric_limits<std::uint32_t>::max() / 2 &&
                       (total_vertices_ += places.count()) <= 3 * kMostMeshTriangles
                   ? true
                   : fail(ErrorCode::Limit, too_many_triangles());
    }

    bool add_triangles(const Json& primitive,
                       std::uint64_t mode,
                       const NumberArray& places,
                       const std::optional<NumberArray>& texture,
                       const std::optional<NumberArray>& indices,
                       std::uint32_t first,
                       bool is_mirrored) {
        const std::uint64_t count = indices ? indices->count() : places.count();
        const std::uint64_t triangles = mode == kTriangles ? count / 3 : count < 3 ? 0 : count - 2;
        const MeshTriangle like = look_of(primitive);
        for (std::uint64_t t = 0; t < triangles; ++t) {
            std::array<std::uint64_t, 3> at{3 * t, 3 * t + 1, 3 * t + 2};
            if (mode == kStrip) {
                at = {t, t + 1 + t % 2, t + 2 - t % 2};
            } else if (mode == kFan) {
                at = {0, t + 1, t + 2};
            }
            if (is_mirrored) {
                std::swap(at[1], at[2]);
            }
            std::array<MeshCorner, 3> corners;
            for (std::size_t i = 0; i < 3; ++i) {
                const double v = indices ? indices->at(at[i], 0) : static_cast<double>(at[i]);
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
    MeshTriangle look_of(const Json& primitive) {
        MeshTriangle like;
        const std::optional<std::uint64_t> number = whole(member(primitive, "material"));
        const Json& material = number ? element(member(json(), "materials"), *number) : Json();
        std::string name = text(member(material, "name"));
        if (name.empty() && number) {
            name = "material " + std::to_string(*number);
        }
        const std::string mode = text(member(material, "alphaMode"));
        like.material = builder_.material(name, mode == "MASK");
        if (mode == "BLEND") {
            const Json& colour =
                member(member(material, "pbrMetallicRoughness"), "baseColorFactor");
            like.opacity = std::clamp(gltf::number(element(colour, 3), 1), 0.0, 1.0);
        }
        return like;
    }

    Document document_;
    std::string source_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    std::string name_;  // of the current object
    std::uint64_t total_vertices_ = 0;
    bool has_targets_ = false;
    bool has_other_modes_ = false;
};

}  // namespace

Result<ReadWorld> read_gltf(std::span<const std::byte> bytes,
                            std::string source,
                            const MeshReadOptions& options) {
    if (const std::optional<BadOption> bad = bad_option(options)) {
        return std::unexpected(to_error(*bad));
    }
    if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) {
        return std::unexpected(Error{ErrorCode::Limit, "the file has 4 GiB or more", {source}});
    }
    Result<gltf::Document> document = read_document(bytes, source);
    if (!document) {
        return std::unexpected(std::move(document.error()));
    }
    return Reader(*std::move(document), std::move(source), options).run();
}

}  // namespace halfspace
