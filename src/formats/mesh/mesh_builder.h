// SPDX-License-Identifier: MIT
// Collects the objects of a file for all readers of meshes: places vertices, cuts polygons into
// triangles, and obeys the tags in names.
#pragma once

#include "halfspace/formats/mesh_options.h"
#include "halfspace/formats/mesh_tag.h"
#include "halfspace/formats/read_world.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

class MeshBuilder {
public:
    // usual_up: the axis that points up if the options do not say.
    MeshBuilder(std::string source, const MeshReadOptions& options, UpAxis usual_up);

    // A point of the file in the level's axes and units. nullopt if a coordinate is not finite or
    // above kMaxMeshPlace.
    std::optional<Vec3> placed(const Vec3& file) const;

    // The material of this name; a new one gets the next id. "" stands for no material.
    MaterialId material(std::string_view name, bool is_masked = false);
    // The material with this id, to set its colour and its picture.
    Material& look(MaterialId id) { return result_.world.materials[id.value]; }
    // Adds a picture and returns its number. A note, and kNone, if it is neither PNG nor JPEG, or
    // if all pictures together have more than 1 GiB.
    std::uint32_t add_picture(std::string_view name, std::span<const std::byte> file);

    // Begins an object; the builder keeps it. tag: as apply_tag takes it; one without a meaning
    // gives a warning. entity: where the object goes.
    void begin(std::string_view name,
               std::uint32_t line,
               std::string_view tag,
               std::uint32_t entity);
    bool has_object() const { return !objects_.empty(); }
    // The object that was begun last. REQUIRES: has_object().
    Mesh& object() { return objects_.back().mesh; }

    // A new entity with these keys; returns its number.
    std::uint32_t add_entity(const std::vector<KeyValue>& keys, const Vec3& origin);

    // Adds a polygon as triangles to the last object. corners: counter-clockwise seen from the
    // front, with their vertices in the object. like: its material, opacity and line. REQUIRES:
    // has_object(), 3 to kMaxMeshCorners corners. False if the file has too many triangles.
    bool add_polygon(std::span<const MeshCorner> corners, const MeshTriangle& like);

    void note(const std::string& message, std::uint32_t line = 0);

    Error error(ErrorCode code, const std::string& message, std::uint32_t line = 0) const;

    // The world. Geometry if there is no triangle in it.
    Result<ReadWorld> finish();

private:
    void mend(Mesh& mesh, const std::string& name);
    void diagnose(Severity severity, const std::string& message, std::uint32_t line);

    struct Object {
        Mesh mesh;
        std::uint32_t entity = 0;
        Tagged tagged = Tagged::Kept;
    };

    MeshReadOptions options_;
    ReadWorld result_;
    std::vector<Object> objects_;
    std::size_t triangles_ = 0;         // of all objects
    std::size_t crossing_ = 0;          // number of polygons that cross themselves
    std::uint32_t first_crossing_ = 0;  // line of the first one
    std::map<std::string, MaterialId, std::less<>> materials_;
    std::uint64_t picture_bytes_ = 0;
};

// What keeps a file from being read: a bad option (Range), or a size of 4 GiB or more (Limit).
std::optional<Error> problem_before_reading(std::size_t size,
                                            const std::string& source,
                                            const MeshReadOptions& options);

// The message for a file with more than kMaxMeshTriangles triangles.
std::string too_many_triangles();

// The note for a file with points or lines.
std::string points_left_out();

// The message for a polygon with fewer than 3 or more than kMaxMeshCorners corners.
std::string wrong_corners(std::size_t count);

// "object 'Crate'", or "object 3" without a name.
std::string mesh_name(std::string_view name, std::size_t number);

}  // namespace halfspace
