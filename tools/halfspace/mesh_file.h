// SPDX-License-Identifier: MIT
// All meshes of a file as one, with a tree, for the commands that ask it.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/spatial/triangle_bvh.h"
#include "halfspace/world/world.h"

#include "mesh_input.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::tool {

class MeshFile {
public:
    // Inside: is_solid may be asked.
    enum class Asks : std::uint8_t { Surface, Inside };

    // Errors: those of read_meshes and of TriangleBvh::build.
    static Result<std::unique_ptr<MeshFile>> load(const std::string& path,
                                                  const MeshFlags& flags,
                                                  Asks asks = Asks::Surface);

    const TriangleBvh& tree() const { return *tree_; }

    // True in the solid that closed objects fill, whichever way their faces look, and in the solid
    // around rooms. REQUIRES: the file was loaded for this question.
    bool is_solid(const Vec3& point) const;

    // The name of the triangle's object.
    const std::string& object(TriangleId triangle) const { return its(triangle).name; }
    // The number of the triangle in its object, from 0.
    std::uint32_t number(TriangleId triangle) const { return triangle.value - its(triangle).first; }

    // "triangle 7 of 'door'"
    std::string text(TriangleId triangle) const;
    // The members of a JSON object.
    std::string json(TriangleId triangle) const;

private:
    // Where the faces of an object look. Within an object, the winding number of a point is 1 or
    // more in the first case, and -1 or less in the others.
    enum class Facing : std::uint8_t { Outwards, InsideOut, Room };

    struct Object {
        std::string name;
        std::uint32_t first;  // its first triangle
    };
    struct Part {
        std::vector<std::uint32_t> indices;
        std::optional<TriangleBvh> tree;  // refers to `indices`
    };

    MeshFile() = default;

    static Facing facing_of(const Mesh& mesh, const MeshShape& shape);
    void add(const Mesh& mesh);
    const Object& its(TriangleId triangle) const;

    std::vector<Object> objects_;
    std::vector<double> positions_;
    std::vector<std::uint32_t> indices_;
    std::unique_ptr<TriangleBvh> tree_;
    std::map<Facing, Part> by_facing_;
};

}  // namespace halfspace::tool
