// SPDX-License-Identifier: MIT
#include "viewer/mesh_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace halfspace::viewer {

ObjObject sheet(const std::string& name, const Vec3& min, const Vec3& max) {
    return {name, {min, {max.x, min.y, max.z}, max, {min.x, max.y, min.z}}, {{0, 1, 2, 3}}};
}

ObjObject crate(const std::string& name, const Vec3& min, const Vec3& max) {
    ObjObject object{name, {}, {}};
    for (int i = 0; i < 8; ++i) {
        object.vertices.push_back({(i & 1) != 0 ? max.x : min.x,
                                   (i & 2) != 0 ? max.y : min.y,
                                   (i & 4) != 0 ? max.z : min.z});
    }
    object.faces = {
        {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {0, 4, 6, 2}, {1, 3, 7, 5}, {2, 6, 7, 3}};
    return object;
}

ObjObject shed(const std::string& name, const Vec3& min, const Vec3& max) {
    ObjObject object = crate(name, min, max);
    object.faces.erase(object.faces.begin());
    return object;
}

ObjObject turned_inside_out(ObjObject object) {
    for (std::vector<int>& face : object.faces) {
        std::ranges::reverse(face);
    }
    return object;
}

MeshFolder::MeshFolder() {
    std::string folder = (std::filesystem::path(testing::TempDir()) / "mesh_XXXXXX").string();
    folder_ = mkdtemp(folder.data());
}

MeshFolder::~MeshFolder() {
    std::filesystem::remove_all(folder_);
}

LevelSource MeshFolder::write(const std::vector<ObjObject>& objects) const {
    const std::filesystem::path path = folder_ / "yard.obj";
    std::ofstream file(path);
    file.precision(12);
    int first = 1;
    for (const ObjObject& object : objects) {
        file << "o " << object.name << '\n';
        for (const Vec3& v : object.vertices) {
            file << "v " << v.x << ' ' << v.y << ' ' << v.z << '\n';
        }
        for (const std::vector<int>& face : object.faces) {
            file << 'f';
            for (const int corner : face) {
                file << ' ' << first + corner;
            }
            file << '\n';
        }
        first += static_cast<int>(object.vertices.size());
    }
    return {path.string(), {}, {.up = UpAxis::Z}};
}

}  // namespace halfspace::viewer
