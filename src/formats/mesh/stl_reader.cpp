// SPDX-License-Identifier: MIT
#include "base/shared/path.h"
#include "formats/mesh/mesh_builder.h"
#include "formats/shared/mesh_reader.h"
#include "formats/text/quotes.h"

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// What Assimp says without the name that it gives to a file in memory.
std::string without_its_name(std::string message) {
    constexpr std::string_view kName = " for $$$___magic___$$$.stl";
    const std::size_t at = message.find(kName);
    return at == std::string::npos ? message : message.erase(at, kName.size());
}

// Adds a mesh of Assimp as an object.
std::optional<Error> add_object(const aiMesh& from, const std::string& file, MeshBuilder& builder) {
    const std::string name = from.mName.length > 0 ? from.mName.C_Str() : file;
    builder.begin(name, 0, "", 0);
    std::vector<Vec3>& vertices = builder.object().vertices;
    for (const aiVector3D& p : std::span(from.mVertices, from.mNumVertices)) {
        const std::optional<Vec3> place = builder.placed({p.x, p.y, p.z});
        if (!place) {
            return builder.error(ErrorCode::Range,
                                 "object " + in_quotes(name) + " has a vertex (" +
                                     std::to_string(vertices.size()) +
                                     ") with a coordinate that is not finite or too large");
        }
        vertices.push_back(*place);
    }
    MeshTriangle like;
    like.material = builder.material("");
    for (const aiFace& face : std::span(from.mFaces, from.mNumFaces)) {
        const std::span<const unsigned int> indices(face.mIndices, face.mNumIndices);
        std::array<MeshCorner, 3> corners;
        if (indices.size() != corners.size() ||
            std::any_of(indices.begin(), indices.end(), [&](unsigned int index) {
                return index >= vertices.size();
            })) {
            return builder.error(
                ErrorCode::Damaged,
                "object " + in_quotes(name) + " has a facet without three vertices");
        }
        for (std::size_t i = 0; i < corners.size(); ++i) {
            corners[i].vertex = indices[i];
        }
        if (!builder.add_polygon(corners, like)) {
            return builder.error(ErrorCode::Limit, too_many_triangles());
        }
    }
    return std::nullopt;
}

}  // namespace

Result<ReadWorld> read_stl(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options) {
    if (std::optional<Error> problem = problem_before_reading(bytes.size(), source, options)) {
        return std::unexpected(*std::move(problem));
    }
    const std::string file(file_name(source));
    MeshBuilder builder(std::move(source), options, UpAxis::Z);
    if (bytes.empty()) {
        return std::unexpected(builder.error(ErrorCode::Damaged, "the file is empty"));
    }
    Assimp::Importer importer;
    const aiScene* scene = nullptr;
    std::string problem;
    try {
        scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), 0, "stl");
        problem = importer.GetErrorString();
    } catch (const std::exception& exception) {
        problem = exception.what();
    }
    if (scene == nullptr) {
        return std::unexpected(builder.error(
            ErrorCode::Damaged,
            "the file is neither ASCII nor binary STL, or it is cut off: Assimp says " +
                in_quotes(without_its_name(problem), 200) + "; export it again, as binary STL"));
    }
    for (const aiMesh* const mesh : std::span(scene->mMeshes, scene->mNumMeshes)) {
        if (std::optional<Error> error = add_object(*mesh, file, builder)) {
            return std::unexpected(*std::move(error));
        }
    }
    return builder.finish();
}

}  // namespace halfspace
