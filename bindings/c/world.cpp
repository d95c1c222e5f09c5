// SPDX-License-Identifier: MIT
#include "halfspace/world/world.h"

#include "halfspace/formats/mesh_tag.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/world/describe.h"

#include "halfspace_compile.h"
#include "handle.h"
#include "world_handle.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace halfspace::c {
namespace {

// The largest coordinate of a decimal.
constexpr double kMaxCoordinate = 0x1p40;

DecimalPoint decimal_point(const double* p) {
    return to_decimals({p[0], p[1], p[2]});
}

bool has_entity(const halfspace_world* world, uint32_t entity) {
    return world != nullptr && entity < world->world.entities.size();
}

bool has_material(const halfspace_world* world, uint32_t material) {
    return world != nullptr && material < world->world.materials.size();
}

// A polygon. corner(i) is the index of the point of its corner i.
template <class Corner>
SurfacePolygon polygon_of(const double* points,
                          const double* texcoords,
                          size_t count,
                          uint32_t material,
                          const Corner& corner) {
    SurfacePolygon polygon;
    polygon.material = MaterialId(material);
    for (size_t i = 0; i < count; ++i) {
        const size_t at = corner(i);
        polygon.corners.push_back({decimal_point(points + 3 * at),
                                   texcoords == nullptr ? 0 : texcoords[2 * at],
                                   texcoords == nullptr ? 0 : texcoords[2 * at + 1]});
    }
    return polygon;
}

bool are_texcoords(const double* texcoords, size_t count) {
    return texcoords == nullptr ||
           std::all_of(texcoords, texcoords + 2 * count, [](double x) { return std::isfinite(x); });
}

constexpr uint32_t kObjectFlags = HALFSPACE_OBJECT_NOT_DRAWN | HALFSPACE_OBJECT_ROOM;

// True if the arrays of an object fit together, and its materials and contents are there. Vertices
// and indices may be wrong: the compiler tells that, with the name of the object.
bool is_object(const halfspace_world* world, const halfspace_object& object) {
    const size_t triangles = object.index_count / 3;
    return (object.vertices != nullptr || object.vertex_count == 0) &&
           object.vertex_count <= UINT32_MAX && object.index_count % 3 == 0 &&
           (triangles == 0 || (object.indices != nullptr && object.materials != nullptr)) &&
           std::all_of(object.materials,
                       object.materials + triangles,
                       [&](uint32_t material) { return has_material(world, material); }) &&
           are_texcoords(object.texcoords, object.index_count) &&
           (object.opacities == nullptr ||
            std::all_of(object.opacities,
                        object.opacities + triangles,
                        [](double opacity) { return opacity >= 0 && opacity <= 1; })) &&
           !any(static_cast<Contents>(object.contents) & ~kBrushContents) &&
           (object.flags & ~kObjectFlags) == 0;
}

Mesh mesh_of(const halfspace_object& object) {
    Mesh mesh;
    mesh.name = object.name == nullptr ? "" : object.name;
    mesh.contents = static_cast<Contents>(object.contents);
    mesh.surface =
        (object.flags & HALFSPACE_OBJECT_NOT_DRAWN) != 0 ? SurfaceKind::NoDraw : SurfaceKind::Drawn;
    mesh.filled =
        (object.flags & HALFSPACE_OBJECT_ROOM) != 0 ? Mesh::Filled::Outside : Mesh::Filled::Inside;
    for (size_t v = 0; v < object.vertex_count; ++v) {
        mesh.vertices.push_back(vec3(object.vertices + 3 * v));
    }
    for (size_t t = 0; t < object.index_count / 3; ++t) {
        MeshTriangle& triangle = mesh.triangles.emplace_back();
        for (size_t c = 0; c < 3; ++c) {
            const size_t i = 3 * t + c;
            triangle.corners[c].vertex = object.indices[i];
            if (object.texcoords != nullptr) {
                triangle.corners[c].u = object.texcoords[2 * i];
                triangle.corners[c].v = object.texcoords[2 * i + 1];
            }
        }
        triangle.material = MaterialId(object.materials[t]);
        triangle.opacity = object.opacities == nullptr ? 1 : object.opacities[t];
    }
    return mesh;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_world* halfspace_new_world(void) {
    return pointer_of([] {
        World world;
        world.source = "world";
        world.entities.emplace_back().keys.push_back({"classname", "worldspawn"});
        return new halfspace_world{std::move(world), {}};
    });
}

void halfspace_free_world(halfspace_world* world) {
    delete world;
}

halfspace_world* halfspace_read_world(
    const void* bytes, size_t size, const char* name, char* error, size_t error_size) {
    if ((bytes == nullptr && size > 0) || name == nullptr) {
        copy_text("bytes or name is null", error, error_size);
        return nullptr;
    }
    const auto read_world = [&]() -> Result<halfspace_world> {
        Result<ReadWorld> read =
            halfspace::read_world({static_cast<const std::byte*>(bytes), size}, name);
        if (!read) {
            return std::unexpected(read.error());
        }
        return halfspace_world{std::move(read->world), std::move(read->diagnostics)};
    };
    return new_handle<halfspace_world>(read_world, error, error_size);
}

halfspace_status halfspace_set_source(halfspace_world* world, const char* name) {
    if (world == nullptr || name == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { world->world.source = name; });
}

uint32_t halfspace_add_material(halfspace_world* world,
                                const char* name,
                                uint32_t width,
                                uint32_t height) {
    if (world == nullptr || name == nullptr) {
        return HALFSPACE_NONE;
    }
    std::vector<Material>& materials = world->world.materials;
    const auto number = static_cast<uint32_t>(materials.size());
    return status_of([&] { materials.push_back({name, width, height, false}); }) == HALFSPACE_OK
               ? number
               : HALFSPACE_NONE;
}

halfspace_status halfspace_mask_material(halfspace_world* world, uint32_t material) {
    if (!has_material(world, material)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    world->world.materials[material].is_masked = true;
    return HALFSPACE_OK;
}

uint32_t halfspace_add_entity(halfspace_world* world, const char* classname) {
    if (world == nullptr || classname == nullptr) {
        return HALFSPACE_NONE;
    }
    std::vector<Entity>& entities = world->world.entities;
    const auto number = static_cast<uint32_t>(entities.size());
    Entity entity;
    return status_of([&] {
               entity.keys.push_back({"classname", classname});
               entities.push_back(std::move(entity));
           }) == HALFSPACE_OK
               ? number
               : HALFSPACE_NONE;
}

halfspace_status halfspace_set_key(halfspace_world* world,
                                   uint32_t entity,
                                   const char* key,
                                   const char* value) {
    if (!has_entity(world, entity) || key == nullptr || value == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        auto& keys = world->world.entities[entity].keys;
        const auto known = std::find_if(
            keys.begin(), keys.end(), [&](const auto& present) { return present.key == key; });
        if (known != keys.end()) {
            known->value = value;
        } else {
            keys.push_back({key, value});
        }
    });
}

halfspace_status halfspace_set_origin(halfspace_world* world,
                                      uint32_t entity,
                                      const double origin[3]) {
    if (!has_entity(world, entity) || !is_point(origin, kMaxCoordinate)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    world->world.entities[entity].origin = vec3(origin);
    world->world.entities[entity].has_origin = true;
    return HALFSPACE_OK;
}

halfspace_status halfspace_add_brush(halfspace_world* world,
                                     uint32_t entity,
                                     uint32_t contents,
                                     const halfspace_side* sides,
                                     size_t count) {
    if (!has_entity(world, entity) || sides == nullptr || count < 4 ||
        any(static_cast<Contents>(contents) & ~kBrushContents)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!are_points(&sides[i].points[0][0], 3, kMaxCoordinate) ||
            !has_material(world, sides[i].material)) {
            return HALFSPACE_BAD_ARGUMENT;
        }
    }
    return status_of([&] {
        auto& brushes = world->world.entities[entity].brushes;
        Brush brush;
        brush.contents = static_cast<Contents>(contents);
        for (size_t i = 0; i < count; ++i) {
            BrushSide& side = brush.sides.emplace_back();
            for (size_t p = 0; p < 3; ++p) {
                side.points[p] = decimal_point(sides[i].points[p]);
            }
            side.material = MaterialId(sides[i].material);
        }
        brushes.push_back(std::move(brush));
    });
}

halfspace_status halfspace_add_polygon(halfspace_world* world,
                                       uint32_t entity,
                                       uint32_t material,
                                       const double* points,
                                       const double* texcoords,
                                       size_t count) {
    if (!has_entity(world, entity) || !has_material(world, material) || count < 3 ||
        !are_points(points, count, kMaxCoordinate) || !are_texcoords(texcoords, count)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        world->world.entities[entity].polygons.push_back(
            polygon_of(points, texcoords, count, material, [](size_t i) { return i; }));
    });
}

halfspace_status halfspace_add_mesh(halfspace_world* world,
                                    uint32_t entity,
                                    uint32_t material,
                                    const double* points,
                                    const double* texcoords,
                                    size_t point_count,
                                    const uint32_t* indices,
                                    size_t index_count) {
    if (!has_entity(world, entity) || !has_material(world, material) ||
        !are_points(points, point_count, kMaxCoordinate) ||
        !are_texcoords(texcoords, point_count) || indices == nullptr || index_count % 3 != 0 ||
        !std::all_of(
            indices, indices + index_count, [&](uint32_t index) { return index < point_count; })) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        std::vector<SurfacePolygon> triangles;
        for (size_t i = 0; i < index_count; i += 3) {
            triangles.push_back(polygon_of(points, texcoords, 3, material, [&](size_t corner) {
                return indices[i + corner];
            }));
        }
        auto& polygons = world->world.entities[entity].polygons;
        polygons.insert(polygons.end(), triangles.begin(), triangles.end());
    });
}

halfspace_status halfspace_add_object(halfspace_world* world,
                                      uint32_t entity,
                                      const halfspace_object* object) {
    if (!has_entity(world, entity) || object == nullptr || !is_object(world, *object)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        Mesh mesh = mesh_of(*object);
        const Tagged tagged = object->tag == nullptr ? Tagged::Kept : apply_tag(mesh, object->tag);
        if (tagged == Tagged::LeftOut) {
            return HALFSPACE_NOT_FOUND;
        }
        std::vector<Mesh>& meshes = world->world.entities[entity].meshes;
        meshes.push_back(std::move(mesh));
        if (tagged == Tagged::Unknown) {
            const auto number = static_cast<uint32_t>(meshes.size() - 1);
            world->diagnostics.push_back(
                {Severity::Warning,
                 describe_mesh(world->world, entity, number) + unknown_tag(object->tag),
                 {world->world.source}});
        }
        return HALFSPACE_OK;
    });
}
