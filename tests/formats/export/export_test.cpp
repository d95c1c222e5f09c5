// SPDX-License-Identifier: MIT
// Exported files as Assimp, which knows nothing of us, reads them.
#include "halfspace/formats/export.h"

#include "halfspace/base/file.h"

#include "formats/export/export_levels.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <assimp/GltfMaterial.h>
#include <assimp/Importer.hpp>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <tuple>

namespace halfspace {
namespace {

// A material of the file, and the faces of one entity that have it.
using Key = std::tuple<std::uint32_t, std::uint32_t, bool, bool>;
using Parts = std::map<Key, std::vector<std::uint32_t>>;

std::vector<Parts> parts_by_entity(const Level& level) {
    std::vector<Parts> entities(level.entities().size());
    for (const ModelRecord& model : level.models()) {
        for (std::uint32_t i = model.first_face; i < model.first_face + model.face_count; ++i) {
            const FaceRecord& face = level.faces()[i];
            const std::uint32_t opacity = face.flags >> 8 & 255;
            const Key key{face.material, opacity, (face.flags & 2) != 0, (face.flags & 1) != 0};
            entities[model.entity][key].push_back(i);
        }
    }
    return entities;
}

aiVector3D corner(const Level& level, std::size_t number) {
    const VertexRecord& vertex = level.vertices()[level.face_vertices()[number]];
    return {vertex.x, vertex.y, vertex.z};
}

aiVector3D normal(const Level& level, const FaceRecord& face) {
    const ExactPlane plane = level.plane(PlaneId{face.plane});
    aiVector3t<double> n(static_cast<double>(plane.n[0]),
                         static_cast<double>(plane.n[1]),
                         static_cast<double>(plane.n[2]));
    n.Normalize();
    return {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)};
}

aiVector3D y_up(const aiVector3D& v) {
    return {v.x, v.z, -v.y};
}

// Twice the area, as a vector along the normal.
aiVector3D twice_area(const aiVector3D& a, const aiVector3D& b, const aiVector3D& c) {
    return (b - a) ^ (c - a);
}

double area(const Level& level, const FaceRecord& face) {
    aiVector3t<double> sum;
    for (std::uint32_t i = 2; i < face.vertex_count; ++i) {
        const aiVector3D a = corner(level, face.first_vertex);
        const aiVector3D b = corner(level, face.first_vertex + i - 1);
        const aiVector3D c = corner(level, face.first_vertex + i);
        const aiVector3t<double> ab(b.x - a.x, b.y - a.y, b.z - a.z);
        const aiVector3t<double> ac(c.x - a.x, c.y - a.y, c.z - a.z);
        sum += ab ^ ac;
    }
    return sum.Length() / 2;
}

// How a mesh of the file came from the level.
struct Frame {
    aiVector3D origin;  // map units
    float scale = 1;
    bool is_y_up = true;
    float v_at_0 = 0;  // Assimp counts v upwards; it makes 1 - v of a glTF's
};

struct Worst {
    double position = 0;  // relative to the larger of 1 and the value
    double normal = 0;
    double texcoord = 0;
};

void raise(double& worst, float expected, float found) {
    const double difference = std::abs(double{expected} - double{found});
    worst = std::max(worst, difference / std::max(1.0, std::abs(double{expected})));
}

void raise(double& worst, const aiVector3D& expected, const aiVector3D& found) {
    for (unsigned axis = 0; axis < 3; ++axis) {
        raise(worst, expected[axis], found[axis]);
    }
}

// All corners of these faces are the mesh's vertices, in order.
Worst compare_corners(const Level& level,
                      const std::vector<std::uint32_t>& faces,
                      const aiMesh& mesh,
                      const Frame& frame) {
    Worst worst;
    unsigned vertex = 0;
    for (const std::uint32_t number : faces) {
        const FaceRecord& face = level.faces()[number];
        const aiVector3D n = normal(level, face);
        for (std::uint32_t i = 0; i < face.vertex_count && vertex < mesh.mNumVertices; ++i) {
            const std::uint32_t c = face.first_vertex + i;
            const aiVector3D point = (corner(level, c) - frame.origin) * frame.scale;
            raise(worst.position, frame.is_y_up ? y_up(point) : point, mesh.mVertices[vertex]);
            raise(worst.normal, frame.is_y_up ? y_up(n) : n, mesh.mNormals[vertex]);
            const TexcoordRecord& texcoord = level.face_texcoords()[c];
            const aiVector3D& found = mesh.mTextureCoords[0][vertex];
            raise(worst.texcoord, texcoord.u, found.x);
            raise(worst.texcoord, frame.v_at_0 - texcoord.v, found.y);
            ++vertex;
        }
    }
    EXPECT_EQ(vertex, mesh.mNumVertices);
    return worst;
}

void expect_exact(const Worst& worst) {
    EXPECT_LE(worst.position, 1e-6);
    EXPECT_LE(worst.normal, 1e-6);
    EXPECT_LE(worst.texcoord, 1e-6);
}

// Each face's triangles are its own, look to its front, use all its corners and fill it.
void expect_filled(const Level& level,
                   const std::vector<std::uint32_t>& faces,
                   const aiMesh& mesh,
                   double scale) {
    std::vector<std::size_t> owner;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        owner.insert(owner.end(), level.faces()[faces[i]].vertex_count, i);
    }
    ASSERT_EQ(owner.size(), mesh.mNumVertices);
    std::vector<double> areas(faces.size());
    std::vector<bool> is_used(owner.size());
    for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
        const aiFace& face = mesh.mFaces[i];
        ASSERT_EQ(face.mNumIndices, 3u);
        const unsigned* const v = face.mIndices;
        EXPECT_TRUE(owner[v[0]] == owner[v[1]] && owner[v[1]] == owner[v[2]]);
        is_used[v[0]] = is_used[v[1]] = is_used[v[2]] = true;
        const aiVector3D size =
            twice_area(mesh.mVertices[v[0]], mesh.mVertices[v[1]], mesh.mVertices[v[2]]);
        EXPECT_GT(size * mesh.mNormals[v[0]], 0) << "face " << faces[owner[v[0]]];
        areas[owner[v[0]]] += size.Length() / 2.0;
    }
    EXPECT_EQ(std::count(is_used.begin(), is_used.end(), false), 0);
    EXPECT_EQ(mesh.mNumFaces, owner.size() - 2 * faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const double expected = area(level, level.faces()[faces[i]]) * scale * scale;
        EXPECT_NEAR(areas[i], expected, 1e-4 * expected + 1e-9) << "face " << faces[i];
    }
}

void compare_material(const Level& level, const Key& key, const aiMaterial& material) {
    const auto& [number, opacity, is_two_sided, is_sky] = key;
    const MaterialRecord& record = level.materials()[number];
    aiString name;
    ASSERT_EQ(material.Get(AI_MATKEY_NAME, name), AI_SUCCESS);
    EXPECT_EQ(name.C_Str(), level.string(record.name));
    aiString mode;
    ASSERT_EQ(material.Get(AI_MATKEY_GLTF_ALPHAMODE, mode), AI_SUCCESS);
    const bool is_masked = (record.flags & kMaterialMasked) != 0;
    EXPECT_STREQ(mode.C_Str(), opacity < 255 ? "BLEND" : (is_masked ? "MASK" : "OPAQUE"));
    bool is_double_sided = false;
    ASSERT_EQ(material.Get(AI_MATKEY_TWOSIDED, is_double_sided), AI_SUCCESS);
    EXPECT_EQ(is_double_sided, is_two_sided);
    aiColor4D colour;
    ASSERT_EQ(material.Get(AI_MATKEY_BASE_COLOR, colour), AI_SUCCESS);
    EXPECT_FLOAT_EQ(colour.a, static_cast<float>(opacity) / 255);
    float metallic = 1;
    ASSERT_EQ(material.Get(AI_MATKEY_METALLIC_FACTOR, metallic), AI_SUCCESS);
    EXPECT_EQ(metallic, 0);
}

aiVector3D translation(const aiNode& node) {
    const aiMatrix4x4& m = node.mTransformation;
    return {m.a4, m.b4, m.c4};
}

const ModelRecord* first_model(const Level& level, std::size_t entity) {
    for (const ModelRecord& model : level.models()) {
        if (model.entity == entity) {
            return &model;
        }
    }
    return nullptr;
}

aiVector3D to_ai(const double* v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

void compare_glb(const Level& level) {
    const Result<ExportedGlb> done = export_glb(level);
    ASSERT_TRUE(done);
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFileFromMemory(
        done->bytes.data(), done->bytes.size(), aiProcess_ValidateDataStructure, "glb");
    ASSERT_NE(scene, nullptr) << importer.GetErrorString();
    EXPECT_EQ(scene->mFlags & AI_SCENE_FLAGS_VALIDATION_WARNING, 0u);

    const std::vector<Parts> entities = parts_by_entity(level);
    const auto scale = static_cast<float>(1 / level.units_per_metre());
    ASSERT_EQ(scene->mRootNode->mNumChildren, entities.size());
    std::size_t triangles = 0;
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const aiNode& node = *scene->mRootNode->mChildren[i];
        ASSERT_EQ(node.mNumMeshes, entities[i].size());
        Frame frame{{}, scale, true, 1};
        if (const ModelRecord* const model = first_model(level, i)) {
            frame.origin = to_ai(model->origin);
            EXPECT_TRUE(translation(node).Equal(y_up(frame.origin) * scale, 1e-4F));
        }
        unsigned number = 0;
        for (const auto& [key, faces] : entities[i]) {
            const aiMesh& mesh = *scene->mMeshes[node.mMeshes[number++]];
            compare_material(level, key, *scene->mMaterials[mesh.mMaterialIndex]);
            expect_exact(compare_corners(level, faces, mesh, frame));
            expect_filled(level, faces, mesh, double{scale});
            triangles += mesh.mNumFaces;
        }
    }
    EXPECT_EQ(done->counts.triangles, triangles);
    EXPECT_EQ(done->counts.objects, entities.size());
}

const aiScene* read_obj(Assimp::Importer& importer, const ExportedObj& done) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) /
                                         ("export_obj_" + std::to_string(getpid()) + "_" +
                                          std::to_string(std::hash<std::string>{}(done.obj)));
    std::filesystem::create_directory(folder);
    EXPECT_TRUE(write_file(folder / "level.mtl", std::as_bytes(std::span(done.mtl))));
    EXPECT_TRUE(write_file(folder / "level.obj", std::as_bytes(std::span(done.obj))));
    const aiScene* const scene =
        importer.ReadFile((folder / "level.obj").string(), aiProcess_ValidateDataStructure);
    std::filesystem::remove_all(folder);
    return scene;
}

void compare_obj(const Level& level, const ObjOptions& options, const Frame& frame) {
    const Result<ExportedObj> done = export_obj(level, options);
    ASSERT_TRUE(done);
    Assimp::Importer importer;
    const aiScene* const scene = read_obj(importer, *done);
    ASSERT_NE(scene, nullptr) << importer.GetErrorString();
    unsigned object = 0;
    for (const Parts& parts : parts_by_entity(level)) {
        if (parts.empty()) {
            continue;
        }
        ASSERT_LT(object, scene->mRootNode->mNumChildren);
        const aiNode& node = *scene->mRootNode->mChildren[object++];
        ASSERT_EQ(node.mNumMeshes, parts.size());
        unsigned number = 0;
        for (const auto& [key, faces] : parts) {
            const aiMesh& mesh = *scene->mMeshes[node.mMeshes[number++]];
            expect_exact(compare_corners(level, faces, mesh, frame));
            ASSERT_EQ(mesh.mNumFaces, faces.size());
            for (std::size_t i = 0; i < faces.size(); ++i) {
                EXPECT_EQ(mesh.mFaces[i].mNumIndices, level.faces()[faces[i]].vertex_count);
            }
            float opacity = 0;
            const aiMaterial& material = *scene->mMaterials[mesh.mMaterialIndex];
            ASSERT_EQ(material.Get(AI_MATKEY_OPACITY, opacity), AI_SUCCESS);
            EXPECT_FLOAT_EQ(opacity, static_cast<float>(std::get<1>(key)) / 255);
        }
    }
    EXPECT_EQ(done->counts.objects, object);
}

void compare_both(const Level& level) {
    compare_glb(level);
    const auto scale = static_cast<float>(1 / level.units_per_metre());
    compare_obj(level, {}, {{}, scale, true, 0});
    compare_obj(level, {.up = UpAxis::Z, .scale = 1}, {{}, 1, false, 0});
}

TEST(ExportRead, ALevelWithEveryKindOfMaterialAndCurves) {
    compare_both(test::level_of(test::decorated_level()));
}

TEST(ExportRead, OtherUnitsPerMetre) {
    LevelData data = test::decorated_level();
    data.units_per_metre = 39.37;
    compare_both(test::level_of(data));
}

TEST(ExportRead, TheExampleLevels) {
    for (const char* name : {"keep", "station", "leak"}) {
        SCOPED_TRACE(name);
        const Result<Level> level =
            test::compiled_map(test::project_file(std::string("examples/levels/") + name + ".map"));
        ASSERT_TRUE(level);
        compare_both(*level);
    }
}

TEST(ExportRead, ARealLevel) {
    const std::filesystem::path path = test::test_data("maps/id1/start.map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const Result<Level> level = test::compiled_map(path);
    ASSERT_TRUE(level);
    compare_both(*level);
}

}  // namespace
}  // namespace halfspace
