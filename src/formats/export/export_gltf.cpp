// SPDX-License-Identifier: MIT
#include "halfspace/formats/export.h"
#include "halfspace/formats/image_file.h"

#include "base/shared/name_colour.h"
#include "formats/export/export_scene.h"
#include "formats/export/triangulate.h"
#include "formats/shared/linear_light.h"
#include "formats/shared/material_look.h"
#include "formats/text/utf8.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>
#include <utility>

namespace halfspace {
namespace {

// Lengths in a GLB have 32 bits, and many readers take them for signed.
constexpr std::size_t kMaxBytes = 0x7fffffff - 0x100000;
// Many programs give the 16-bit index 65535 another meaning.
constexpr std::size_t kMaxShortVertices = 65535;

using Bytes = std::vector<unsigned char>;

template <class T>
void append(Bytes& bytes, const T& value) {
    const auto* const from = reinterpret_cast<const unsigned char*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof(T));
}

void align(Bytes& bytes) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
}

// The painter uses the alpha of masked materials only. Readers of glTF use the alpha of all
// materials with BLEND. So the pictures of other materials become opaque.
void make_opaque(Image& image) {
    for (Rgba& pixel : image.pixels) {
        pixel.a = 255;
    }
}

// The arrays of one primitive.
struct Geometry {
    std::vector<std::array<float, 3>> positions;
    std::vector<std::array<float, 3>> normals;
    std::vector<TexcoordRecord> texcoords;
    std::vector<std::uint32_t> indices;
};

// A kind of data in the file: one buffer view, with accessors into it.
struct View {
    Bytes bytes;
    std::size_t stride = 0;
    int target = 0;
    int index = -1;
};

class GlbWriter {
public:
    GlbWriter(const Level& level, const GlbOptions& options)
        : level_(level),
          options_(options),
          scene_(export_scene(level, options.sky ? SkyFaces::Keep : SkyFaces::LeaveOut)),
          frame_{UpAxis::Y, 1 / level.units_per_metre()} {}

    Result<ExportedGlb> write() {
        model_.asset.version = "2.0";
        model_.asset.generator = "Halfspace";
        add_materials();
        for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
            if (!add_node(scene_.objects[i], level_.entities()[i])) {
                return std::unexpected(too_far_out());
            }
        }
        join_views();
        return file();
    }

private:
    using Model = tinygltf::Model;

    // The index of the texture of a material of the level, or -1.
    int texture(std::uint32_t material) {
        const auto known = textures_.find(material);
        if (known != textures_.end()) {
            return known->second;
        }
        const MaterialRecord& record = level_.materials()[material];
        const std::string_view name = level_.string(record.name);
        std::optional<Image> image = options_.image ? options_.image(name) : std::nullopt;
        if (image && (record.flags & kMaterialMasked) == 0) {
            make_opaque(*image);
        }
        const int index = image ? add_texture(write_png(*image), "image/png", name) : -1;
        textures_.emplace(material, index);
        return index;
    }

    // The index of the texture of a picture of the level, or -1. Its file is copied, but as an
    // opaque PNG if readers would blend by its alpha.
    int own_texture(std::uint32_t picture, bool is_blended) {
        const auto [known, is_new] = own_textures_.try_emplace({picture, is_blended}, -1);
        if (is_new) {
            const std::span<const std::byte> file = level_.picture_file(picture);
            const std::string_view name = level_.string(level_.pictures()[picture].name);
            if (!is_blended || !is_png(file)) {
                known->second = add_texture(
                    {file.begin(), file.end()}, is_png(file) ? "image/png" : "image/jpeg", name);
            } else if (Result<Image> image = read_image(file, name)) {
                make_opaque(*image);
                known->second = add_texture(write_png(*image), "image/png", name);
            }
        }
        return known->second;
    }

    // Adds a texture and returns its index, or -1 if there are no bytes.
    int add_texture(const std::vector<std::byte>& file, const char* type, std::string_view name) {
        if (file.empty()) {
            return -1;
        }
        const auto* const from = reinterpret_cast<const unsigned char*>(file.data());
        pictures_.push_back({from, from + file.size()});
        tinygltf::Image record;
        record.name = valid_utf8(name);
        record.mimeType = type;
        model_.images.push_back(std::move(record));
        if (model_.samplers.empty()) {
            tinygltf::Sampler sampler;
            sampler.wrapS = TINYGLTF_TEXTURE_WRAP_REPEAT;
            sampler.wrapT = TINYGLTF_TEXTURE_WRAP_REPEAT;
            model_.samplers.push_back(sampler);
        }
        tinygltf::Texture texture;
        texture.sampler = 0;
        texture.source = static_cast<int>(model_.images.size() - 1);
        model_.textures.push_back(texture);
        return static_cast<int>(model_.textures.size() - 1);
    }

    void add_materials() {
        for (const ExportMaterial& source : scene_.materials) {
            const MaterialRecord& record = level_.materials()[source.material];
            const std::string_view name = level_.string(record.name);
            tinygltf::Material material;
            material.name = valid_utf8(name);
            material.doubleSided = source.is_two_sided;
            if (source.opacity < kFaceOpacityMask) {
                material.alphaMode = "BLEND";
            } else if ((record.flags & kMaterialMasked) != 0) {
                material.alphaMode = "MASK";
            }
            if (source.is_sky) {
                material.extras =
                    tinygltf::Value(tinygltf::Value::Object{{"sky", tinygltf::Value(true)}});
            }
            tinygltf::PbrMetallicRoughness& surface = material.pbrMetallicRoughness;
            surface.metallicFactor = 0;
            surface.roughnessFactor = 1;
            surface.baseColorTexture.index = texture(source.material);
            Rgba colour{255, 255, 255};
            if (surface.baseColorTexture.index < 0) {
                if (record.picture != kNone) {
                    surface.baseColorTexture.index =
                        own_texture(record.picture, material.alphaMode == "BLEND");
                }
                colour = colour_of(record).value_or(
                    surface.baseColorTexture.index < 0 ? name_colour(name) : colour);
            }
            const auto [r, g, b] = linear_light(colour);
            surface.baseColorFactor = {r, g, b, source.opacity / 255.0};
            model_.materials.push_back(std::move(material));
        }
    }

    // False if a corner is beyond the range of floats.
    bool add_node(const ExportObject& object, const EntityRecord& entity) {
        tinygltf::Node node;
        node.name = valid_utf8(object.name);
        node.extras = keys(entity);
        if (object.origin) {
            const std::array<float, 3> place = file_point(*object.origin, {}, frame_);
            if (is_in_range(place)) {
                node.translation.assign(place.begin(), place.end());
            }
        }
        tinygltf::Mesh mesh;
        mesh.name = node.name;
        for (const ExportPart& part : object.parts) {
            const Geometry geometry = part_geometry(part, object.origin.value_or(Vec3{}));
            if (!std::all_of(geometry.positions.begin(), geometry.positions.end(), is_in_range)) {
                return false;
            }
            if (!geometry.indices.empty()) {
                mesh.primitives.push_back(primitive(geometry, part.material));
            }
        }
        if (!mesh.primitives.empty()) {
            model_.meshes.push_back(std::move(mesh));
            node.mesh = static_cast<int>(model_.meshes.size() - 1);
        }
        model_.nodes.push_back(std::move(node));
        return true;
    }

    tinygltf::Value keys(const EntityRecord& entity) const {
        tinygltf::Value::Object object;
        for (const KeyRecord& pair : level_.keys().subspan(entity.first_key, entity.key_count)) {
            object.emplace(valid_utf8(level_.string(pair.key)),
                           tinygltf::Value(valid_utf8(level_.string(pair.value))));
        }
        return object.empty() ? tinygltf::Value() : tinygltf::Value(std::move(object));
    }

    Geometry part_geometry(const ExportPart& part, const Vec3& origin) const {
        Geometry geometry;
        std::vector<Vec3> corners;
        for (const std::uint32_t number : part.faces) {
            const FaceRecord& face = level_.faces()[number];
            const Vec3 normal = face_normal(level_, face);
            const Vec3 up = to_file_axes(normal, UpAxis::Y);
            const auto first = static_cast<std::uint32_t>(geometry.positions.size());
            corners.clear();
            for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
                corners.push_back(corner_point(level_, face.first_vertex + i));
                geometry.positions.push_back(file_point(corners.back(), origin, frame_));
                geometry.normals.push_back(
                    {static_cast<float>(up.x), static_cast<float>(up.y), static_cast<float>(up.z)});
                geometry.texcoords.push_back(level_.face_texcoords()[face.first_vertex + i]);
            }
            for (const TriangleCorners& triangle : triangulate(corners, normal)) {
                for (const std::uint32_t corner : triangle) {
                    geometry.indices.push_back(first + corner);
                }
            }
        }
        return geometry;
    }

    tinygltf::Primitive primitive(const Geometry& geometry, std::uint32_t material) {
        tinygltf::Primitive primitive;
        primitive.mode = TINYGLTF_MODE_TRIANGLES;
        primitive.material = static_cast<int>(material);
        primitive.attributes["POSITION"] = position_accessor(geometry);
        primitive.attributes["NORMAL"] =
            accessor(normals_, TINYGLTF_TYPE_VEC3, TINYGLTF_COMPONENT_TYPE_FLOAT, geometry.normals);
        primitive.attributes["TEXCOORD_0"] = accessor(
            texcoords_, TINYGLTF_TYPE_VEC2, TINYGLTF_COMPONENT_TYPE_FLOAT, geometry.texcoords);
        primitive.indices = index_accessor(geometry);
        triangles_ += geometry.indices.size() / 3;
        return primitive;
    }

    int position_accessor(const Geometry& geometry) {
        const int index = accessor(
            positions_, TINYGLTF_TYPE_VEC3, TINYGLTF_COMPONENT_TYPE_FLOAT, geometry.positions);
        std::array<float, 3> min = geometry.positions.front();
        std::array<float, 3> max = min;
        for (const std::array<float, 3>& position : geometry.positions) {
            for (std::size_t i = 0; i < 3; ++i) {
                min[i] = std::min(min[i], position[i]);
                max[i] = std::max(max[i], position[i]);
            }
        }
        model_.accessors.back().minValues.assign(min.begin(), min.end());
        model_.accessors.back().maxValues.assign(max.begin(), max.end());
        return index;
    }

    int index_accessor(const Geometry& geometry) {
        if (geometry.positions.size() > kMaxShortVertices) {
            return accessor(indices_,
                            TINYGLTF_TYPE_SCALAR,
                            TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT,
                            geometry.indices);
        }
        const std::vector<std::uint16_t> indices(geometry.indices.begin(), geometry.indices.end());
        return accessor(
            indices_, TINYGLTF_TYPE_SCALAR, TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, indices);
    }

    template <class T>
    int accessor(View& view, int type, int component, const std::vector<T>& values) {
        if (view.index < 0) {
            view.index = static_cast<int>(model_.bufferViews.size());
            model_.bufferViews.emplace_back();
        }
        tinygltf::Accessor accessor;
        accessor.bufferView = view.index;
        accessor.byteOffset = view.bytes.size();
        accessor.type = type;
        accessor.componentType = component;
        accessor.count = values.size();
        for (const T& value : values) {
            append(view.bytes, value);
        }
        align(view.bytes);
        model_.accessors.push_back(std::move(accessor));
        return static_cast<int>(model_.accessors.size() - 1);
    }

    // A GLB has one buffer for everything.
    void join_views() {
        Bytes joined;
        for (View* const view : {&positions_, &normals_, &texcoords_, &indices_}) {
            if (view->index >= 0) {
                tinygltf::BufferView& record =
                    model_.bufferViews[static_cast<std::size_t>(view->index)];
                record.byteStride = view->stride;
                record.target = view->target;
                append_view(joined, record, std::move(view->bytes));
            }
        }
        for (std::size_t i = 0; i < pictures_.size(); ++i) {
            model_.images[i].bufferView = static_cast<int>(model_.bufferViews.size());
            append_view(joined, model_.bufferViews.emplace_back(), std::move(pictures_[i]));
        }
        if (!joined.empty()) {
            model_.buffers.emplace_back().data = std::move(joined);
        }
    }

    static void append_view(Bytes& joined, tinygltf::BufferView& record, Bytes&& bytes) {
        record.buffer = 0;
        record.byteOffset = joined.size();
        record.byteLength = bytes.size();
        joined.insert(joined.end(), bytes.begin(), bytes.end());
        align(joined);
    }

    Result<ExportedGlb> file() {
        if (!model_.buffers.empty() && model_.buffers[0].data.size() > kMaxBytes) {
            return std::unexpected(
                Error{ErrorCode::Limit, "the level is too large for a .glb file (2 GiB)", {}});
        }
        tinygltf::Scene scene;
        for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
            scene.nodes.push_back(static_cast<int>(i));
        }
        model_.scenes.push_back(std::move(scene));
        model_.defaultScene = 0;
        std::ostringstream stream;
        tinygltf::TinyGLTF().WriteGltfSceneToStream(&model_, stream, false, true);
        const std::string_view text = stream.view();
        ExportedGlb done;
        done.bytes.resize(text.size());
        std::memcpy(done.bytes.data(), text.data(), text.size());
        done.counts = {model_.nodes.size(),
                       scene_.faces,
                       triangles_,
                       model_.materials.size(),
                       model_.images.size()};
        return done;
    }

    const Level& level_;
    const GlbOptions& options_;
    ExportScene scene_;
    ExportFrame frame_;
    Model model_;
    View positions_{{}, 12, TINYGLTF_TARGET_ARRAY_BUFFER};
    View normals_{{}, 12, TINYGLTF_TARGET_ARRAY_BUFFER};
    View texcoords_{{}, 8, TINYGLTF_TARGET_ARRAY_BUFFER};
    View indices_{{}, 0, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER};
    std::map<std::uint32_t, int> textures_;                       // of materials
    std::map<std::pair<std::uint32_t, bool>, int> own_textures_;  // of pictures of the level
    std::vector<Bytes> pictures_;
    std::size_t triangles_ = 0;
};

}  // namespace

Result<ExportedGlb> export_glb(const Level& level, const GlbOptions& options) {
    return GlbWriter(level, options).write();
}

}  // namespace halfspace
