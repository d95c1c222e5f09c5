// SPDX-License-Identifier: MIT
#include "formats/mesh/gltf_transform.h"

namespace halfspace::gltf {
namespace {

// The vector with its largest coordinate made 1 or -1; 0 stays 0.
Vec3 with_largest_one(const Vec3& v) {
    const double largest = max_abs(v);
    return largest > 0 ? Vec3{v.x / largest, v.y / largest, v.z / largest} : v;
}

}  // namespace

int Affine::sign() const {
    const double determinant =
        dot(with_largest_one(x), cross(with_largest_one(y), with_largest_one(z)));
    return determinant > 0 ? 1 : determinant < 0 ? -1 : 0;
}

Affine product(const Affine& outer, const Affine& inner) {
    const auto turned = [&](const Vec3& p) { return outer(p) - outer.move; };
    return {turned(inner.x), turned(inner.y), turned(inner.z), outer(inner.move)};
}

Affine transform_of(const tinygltf::Node& node) {
    if (const std::vector<double>& m = node.matrix; m.size() == 16) {
        return {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
    }
    Affine result;
    if (const std::vector<double>& rotation = node.rotation; rotation.size() == 4) {
        const double x = rotation[0];
        const double y = rotation[1];
        const double z = rotation[2];
        const double w = rotation[3];
        // A quaternion of another length turns, too, and does not scale.
        const double square = x * x + y * y + z * z + w * w;
        const double s = square > 0 ? 2 / square : 0;
        result.x = {1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)};
        result.y = {s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)};
        result.z = {s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y)};
    }
    if (const std::vector<double>& scale = node.scale; scale.size() == 3) {
        result.x = result.x * scale[0];
        result.y = result.y * scale[1];
        result.z = result.z * scale[2];
    }
    if (const std::vector<double>& translation = node.translation; translation.size() == 3) {
        result.move = {translation[0], translation[1], translation[2]};
    }
    return result;
}

}  // namespace halfspace::gltf
