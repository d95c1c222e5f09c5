// SPDX-License-Identifier: MIT
#include "halfspace/base/file.h"

#include "formats/shared/mesh_reader.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace halfspace::test {
namespace {

constexpr MeshReadOptions kMetres{.scale = 1, .up = UpAxis::Y, .rooms = false};

std::string box_text() {
    const Result<std::vector<std::byte>> bytes =
        read_file(project_file("fuzz/corpus/gltf/box.gltf").string());
    EXPECT_TRUE(bytes);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
}

Result<ReadWorld> read(const std::string& text) {
    return read_gltf(std::as_bytes(std::span(text)), "test.gltf", kMetres);
}

World world_of(const std::string& text) {
    Result<ReadWorld> result = read(text);
    EXPECT_TRUE(result) << to_string(result.error());
    return result ? std::move(result->world)
                  : World{.source = "", .entities = {{}}, .materials = {}};
}

std::string error_of(const std::string& text) {
    const Result<ReadWorld> result = read(text);
    EXPECT_FALSE(result);
    return result ? "" : to_string(result.error());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(ReadGltf, NormalizedIndicesDoNotCollapse) {
    const World world = world_of(replaced(
        box_text(), "\"componentType\": 5123", "\"normalized\": true, \"componentType\": 5123"));
    const MeshShape shape = shape_of(world.entities[0].meshes.at(0));
    EXPECT_EQ(shape.collapsed, 0u);
    EXPECT_DOUBLE_EQ(shape.volume, 1);
}

TEST(ReadGltf, TakesNodesWithTheirTransforms) {
    const World world = world_of(box_text());
    ASSERT_EQ(world.entities.size(), 2u);
    ASSERT_EQ(world.entities[0].meshes.size(), 2u);
    const Mesh& clip = world.entities[0].meshes[0];
    EXPECT_EQ(clip.name, "a-clip");
    EXPECT_EQ(clip.contents, Contents::PlayerClip | Contents::MonsterClip);
    EXPECT_EQ(clip.triangles.size(), 12u);
    EXPECT_EQ(clip.triangles[0].opacity, 0.5);
    EXPECT_EQ(world.materials[clip.triangles[0].material.value].name, "glass");
    // Y is up: (1, 1, 1) of the file is (1, -1, 1).
    EXPECT_DOUBLE_EQ(shape_of(clip).box.min.y, -1);
    EXPECT_DOUBLE_EQ(shape_of(clip).box.max.z, 1);
    // The matrix shears: x' = x + y / 2 + 3.
    const Mesh& sheared = world.entities[0].meshes[1];
    EXPECT_EQ(sheared.filled, Mesh::Filled::Outside);
    EXPECT_DOUBLE_EQ(shape_of(sheared).box.max.x, 4.5);
}

TEST(ReadGltf, MirroredNodesTurnWindings) {
    const World world = world_of(box_text());
    ASSERT_EQ(world.entities[1].meshes.size(), 1u);
    const MeshShape mirrored = shape_of(world.entities[1].meshes[0]);
    EXPECT_TRUE(mirrored.open_edges.empty());
    EXPECT_NEAR(mirrored.volume, 2, 1e-12);  // scaled by -1, 1, 2
}

TEST(ReadGltf, SmallScalesAreNotFlat) {
    // The determinant is below the least double.
    const World world = world_of(replaced(box_text(), "[-1, 1, 2]", "[-1e-120, 1e-120, 2e-120]"));
    EXPECT_EQ(world.entities[1].meshes.at(0).triangles.size(), 12u);
}

TEST(ReadGltf, TransformsThatAreNotFiniteAreErrors) {
    std::string nodes = replaced(box_text(), "[-1, 1, 2]", "[1e200, 1e200, 1e200]");
    nodes = replaced(nodes, "\"name\": \"a-clip\", \"mesh\": 0", "\"scale\": [1e200, 1, 1]");
    EXPECT_EQ(error_of(nodes),
              "test.gltf: error: object 'node 1' has a transform with a number that is not finite "
              "or too large");
    // A node without a mesh is the place of an entity.
    EXPECT_EQ(error_of(replaced(box_text(),
                                "\"mesh\": 0, \"scale\": [-1, 1, 2]",
                                "\"name\": \"start\", \"translation\": [0, 1e38, 0]")),
              "test.gltf: error: object 'start' has a transform with a number that is not finite "
              "or too large");
}

TEST(ReadGltf, ATagWithoutAMeaningIsAWarning) {
    const Result<ReadWorld> result =
        read(replaced(box_text(), "\"halfspace\": \"room\"", "\"halfspace\": \"wobble\""));
    ASSERT_TRUE(result);
    const Diagnostic& first = result->diagnostics.at(0);
    EXPECT_EQ(first.severity, Severity::Warning);
    EXPECT_NE(first.message.find("has the unknown tag 'wobble'; known are col, convcol, colonly"),
              std::string::npos)
        << first.message;
}

TEST(ReadGltf, ExtrasWithAClassMakeAnEntity) {
    const World world = world_of(box_text());
    EXPECT_EQ(world.entities[1].value("classname"), "func_door");
    EXPECT_EQ(world.entities[1].value("speed"), "3");
    const World large = world_of(replaced(box_text(), "\"speed\": 3", "\"speed\": 4294967295"));
    EXPECT_EQ(large.entities.at(1).value("speed"), "4294967295");
}

// What tinygltf would read too far, copy too often or follow too deeply.
TEST(ReadGltf, RefusesWhatTheLibraryDoesNotStand) {
    const std::string deep(100000, '[');
    EXPECT_EQ(error_of("{\"extras\": " + deep + std::string(100000, ']') + "}"),
              "test.gltf: error: the JSON is nested deeper than 64 levels");
    EXPECT_EQ(error_of("{\"buffers\": [{\"byteLength\": 4}, {\"byteLength\": 4}]}"),
              "test.gltf: error: two buffers have no bytes of their own");
    // One .bin file that is read for each buffer.
    EXPECT_EQ(error_of("{\"buffers\": [{\"byteLength\": 600000000, \"uri\": \"a.bin\"}, "
                       "{\"byteLength\": 600000000, \"uri\": \"a.bin\"}]}"),
              "test.gltf: error: the buffers have more than 1 GiB");
    for (const std::string offset : {"4", "18446744073709551615"}) {
        EXPECT_EQ(error_of("{\"buffers\": [{\"byteLength\": 4}], \"bufferViews\": [{\"buffer\": 0, "
                           "\"byteOffset\": " +
                           offset + "}], \"images\": [{\"bufferView\": 0}]}"),
                  "test.gltf: error: a picture lies outside of its buffer");
    }
    auto bytes = read_file(project_file("fuzz/corpus/gltf/box.glb").string());
    ASSERT_TRUE(bytes);
    const auto json = std::to_integer<std::size_t>((*bytes)[12]) +
                      256 * std::to_integer<std::size_t>((*bytes)[13]);
    std::byte& length = (*bytes)[20 + json];
    length = static_cast<std::byte>(std::to_integer<int>(length) + 4);
    const Result<ReadWorld> result = read_gltf(*bytes, "test.glb", kMetres);
    ASSERT_FALSE(result);
    EXPECT_EQ(to_string(result.error()), "test.glb: error: the file ends within a chunk");
}

TEST(ReadGltf, NotesSayWhatIsLeftOut) {
    const std::string second = "\"baseColorTexture\": {\"index\": 0, \"texCoord\": 1}, ";
    const std::string moved =
        "\"baseColorTexture\": {\"index\": 0, \"extensions\": {\"KHR_texture_transform\": "
        "{\"scale\": [2, 2]}}}, ";
    for (const std::string& texture : {second, moved}) {
        const Result<ReadWorld> read_back =
            read(replaced(box_text(), "\"baseColorFactor\"", texture + "\"baseColorFactor\""));
        ASSERT_TRUE(read_back);
        EXPECT_TRUE(read_back->diagnostics.back().message.starts_with(
            "texture coordinates are those of the set 0"));
    }
    const Result<ReadWorld> result = read(box_text());
    ASSERT_TRUE(result);
    std::string notes;
    for (const Diagnostic& note : result->diagnostics) {
        notes += note.message + "\n";
    }
    EXPECT_NE(notes.find("skins are left out"), std::string::npos);
    EXPECT_NE(notes.find("animations are left out"), std::string::npos);
}

TEST(ReadGltf, ReadsTheBinaryForm) {
    const auto bytes = read_file(project_file("fuzz/corpus/gltf/box.glb").string());
    ASSERT_TRUE(bytes);
    const Result<ReadWorld> result = read_gltf(*bytes, "box.glb", kMetres);
    ASSERT_TRUE(result) << to_string(result.error());
    EXPECT_EQ(result->world.entities[0].meshes.size(), 3u);
    for (const Mesh& mesh : result->world.entities[0].meshes) {
        EXPECT_DOUBLE_EQ(shape_of(mesh).volume, 1) << mesh.name;
    }
    // Every shorter file is an error or holds fewer objects, and never a crash.
    for (std::size_t size = 0; size < bytes->size(); ++size) {
        const auto part = std::span(*bytes).first(size);
        EXPECT_FALSE(read_gltf(part, "box.glb", kMetres)) << size;
    }
}

TEST(ReadGltf, BufferFilesLieBesideTheFile) {
    EXPECT_NE(error_of(replaced(box_text(), "data:application", "../x:application"))
                  .find("does not lie in the folder"),
              std::string::npos);
    EXPECT_NE(error_of(replaced(box_text(), "data:application/octet-stream;base64,", "/etc/"))
                  .find("does not lie in the folder"),
              std::string::npos);
}

TEST(ReadGltf, ErrorsNameTheObjectAndTheCause) {
    const std::string box = box_text();
    EXPECT_EQ(error_of("{"), "test.gltf: error: the file is no glTF: it holds no JSON object");
    EXPECT_EQ(error_of(replaced(box, "\"count\": 8", "\"count\": 9")),
              "test.gltf: error: accessor 0 is longer than its buffer view in object 'a-clip'");
    EXPECT_EQ(error_of(replaced(box, "\"count\": 8", "\"count\": 9007199254740992")),
              "test.gltf: error: accessor 0 is longer than its buffer view in object 'a-clip'");
    EXPECT_EQ(
        error_of(replaced(box, "\"count\": 8", "\"count\": 7")),
        "test.gltf: error: object 'a-clip' has a triangle (2) with a vertex that is not there");
    EXPECT_EQ(error_of(replaced(box, "\"byteLength\": 96", "\"byteLength\": 960")),
              "test.gltf: error: accessor 0 lies outside of its buffer in object 'a-clip'");
    EXPECT_EQ(error_of(replaced(box, "[-1, 1, 2]", "[-1, 0, 2]")),
              "test.gltf: error: object 'node 1' is flattened by the transforms of its nodes: a "
              "scale is 0");
    EXPECT_EQ(error_of(replaced(box, "[-1, 1, 2]", "[1e999, 1, 2]")).substr(0, 17),
              "test.gltf: error:");
    EXPECT_EQ(error_of(replaced(box, "[-1, 1, 2]", "[-1e300, 1e300, 2]")),
              "test.gltf: error: object 'node 1' has a vertex (2) with a coordinate that is not "
              "finite or too large");
    EXPECT_EQ(error_of(replaced(box, "\"children\": [1]", "\"children\": [0]")),
              "test.gltf: error: node 0 stands in two places");
    for (const auto& [extension, way] :
         {std::pair("KHR_draco_mesh_compression",
                    "without compression (in Blender: untick Data > "
                    "Compression)"),
          std::pair("EXT_meshopt_compression",
                    "without compression (gltfpack: without -c and -cc)"),
          std::pair("EXT_mesh_gpu_instancing", "with a node for each place of a mesh"),
          std::pair("XYZ_other", "without it")}) {
        EXPECT_EQ(
            error_of(replaced(box,
                              "\"scene\": 0",
                              std::string("\"extensionsRequired\": [\"") + extension + "\"]")),
            std::string("test.gltf: error: the file needs the extension '") + extension +
                "', which is not read; export the file again " + way);
    }
    EXPECT_EQ(error_of(replaced(box, "2.0", "1.1")).substr(0, 51),
              "test.gltf: error: this is a glTF of version 1; only");
}

}  // namespace
}  // namespace halfspace::test
