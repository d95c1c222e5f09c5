// SPDX-License-Identifier: MIT
// Files with meshes that the tests of the viewer write: OBJ with 32 map units in a unit, Z up.
#pragma once

#include "halfspace/math/vec.h"

#include "level_source.h"

#include <filesystem>
#include <string>
#include <vector>

namespace halfspace::viewer {

// The text of an object. Faces are lists of vertices, counted from 0.
struct ObjObject {
    std::string name;
    std::vector<Vec3> vertices;
    std::vector<std::vector<int>> faces;
};

// A square that looks up.
ObjObject sheet(const std::string& name, const Vec3& min, const Vec3& max);
// A closed box.
ObjObject crate(const std::string& name, const Vec3& min, const Vec3& max);
// The same without a bottom.
ObjObject shed(const std::string& name, const Vec3& min, const Vec3& max);
ObjObject turned_inside_out(ObjObject object);

// A folder that is removed at the end, because tests run at the same time.
class MeshFolder {
public:
    MeshFolder();
    ~MeshFolder();
    MeshFolder(const MeshFolder&) = delete;
    MeshFolder& operator=(const MeshFolder&) = delete;

    // Writes the file and returns how the viewer reads it.
    LevelSource write(const std::vector<ObjObject>& objects) const;

private:
    std::filesystem::path folder_;
};

}  // namespace halfspace::viewer
