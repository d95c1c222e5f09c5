// SPDX-License-Identifier: MIT
#include "formats/bsp/bsp_file.h"

#include "halfspace/math/vec.h"

#include "base/shared/bytes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace halfspace::bsp {
namespace {

constexpr std::int32_t kVersion = 46;
constexpr std::size_t kLumpCount = 17;
// The tolerance for the length of a unit normal. In float32 it is off by about 2^-24.
constexpr double kLengthError = 0x1p-8;
// The largest coordinate: far beyond any level, and with few enough bits to be measured in doubles.
constexpr double kFarthest = 0x1p20;
// The most indices for each vertex of a surface. A flat piece has less than two triangles, so six
// indices, for each vertex. Some compilers write a few more.
constexpr std::int64_t kMaxIndices = 12;
constexpr std::int32_t kMaxPatchSize = 129;

static_assert(sizeof(Shader) == 72);
static_assert(sizeof(Plane) == 16);
static_assert(sizeof(Model) == 40);
static_assert(sizeof(CompiledBrush) == 12);
static_assert(sizeof(Side) == 8);
static_assert(sizeof(Vertex) == 44);
static_assert(sizeof(DrawSurface) == 104);

enum class Lump : std::uint8_t {
    Entities = 0,
    Shaders = 1,
    Planes = 2,
    Models = 7,
    Brushes = 8,
    Sides = 9,
    Vertices = 10,
    Indices = 11,
    Surfaces = 13,
};

struct Extent {
    std::int32_t offset = 0;
    std::int32_t length = 0;
};

struct Head {
    std::array<char, 4> magic;
    std::int32_t version;
    std::array<Extent, kLumpCount> lumps;
};
static_assert(sizeof(Head) == 8 + 8 * kLumpCount);

std::string number(std::int64_t value) {
    return std::to_string(value);
}

// Functions that check return false after a failure. The first failure is kept.
class Reader {
public:
    Reader(std::span<const std::byte> bytes, const std::string& source)
        : bytes_(bytes), source_(&source) {}

    Result<File> run() {
        if (!read_head() || !read_lumps() || !check_models() || !check_brushes() ||
            !check_sides() || !check_surfaces()) {
            return std::unexpected(std::move(*error_));
        }
        return std::move(file_);
    }

private:
    bool fail(ErrorCode code, std::string message) {
        error_ = Error{code, std::move(message), {*source_, 0, 0}};
        return false;
    }
    bool damaged(std::string message) { return fail(ErrorCode::Damaged, std::move(message)); }

    bool read_head();
    bool read_lumps();
    bool read_entities();
    template <class T>
    bool read_lump(Lump lump, std::string_view name, std::vector<T>& records);
    std::optional<std::span<const std::byte>> lump_bytes(Lump lump, std::string_view name);

    bool check_range(const std::string& what,
                     std::string_view things,
                     std::int32_t first,
                     std::int32_t count,
                     std::size_t there);
    bool check_share(const std::string& what,
                     std::string_view things,
                     std::int32_t count,
                     std::size_t there,
                     std::size_t& used);
    bool check_index(const std::string& what,
                     std::string_view thing,
                     std::int32_t index,
                     std::size_t there);
    bool check_models();
    bool check_brushes();
    bool check_sides();
    bool check_surfaces();
    bool check_surface(const std::string& what, const DrawSurface& surface);
    bool check_vertices(const std::string& what, const DrawSurface& surface);
    bool check_triangles(const std::string& what, const DrawSurface& surface);
    bool check_patch(const std::string& what, const DrawSurface& surface);

    std::span<const std::byte> bytes_;
    const std::string* source_;
    Head head_{};
    File file_;
    std::size_t used_vertices_ = 0;
    std::optional<Error> error_;
};

// How levels of other games with this ending begin: with a version number or with four letters.
std::string_view game_of(std::string_view magic) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kGames{
        {{{"\x1d\0\0\0", 4}, "Quake (version 29)"},
         {{"\x1e\0\0\0", 4}, "Half-Life (version 30)"},
         {"BSP2", "Quake (BSP2)"},
         {"VBSP", "Source (VBSP)"},
         {"RBSP", "Raven's games (RBSP)"},
         {"FBSP", "QFusion (FBSP)"}}};
    const auto game =
        std::find_if(kGames.begin(), kGames.end(), [&](const auto& g) { return g.first == magic; });
    return game == kGames.end() ? std::string_view() : game->second;
}

bool Reader::read_head() {
    constexpr const char* kSupported = "; supported is version 46 (Quake III)";
    ByteReader in(bytes_);
    const auto letters = in.read<std::array<char, 4>>();
    const auto version = in.read<std::int32_t>();
    const std::string_view magic =
        letters ? std::string_view(letters->data(), letters->size()) : std::string_view();
    if (const std::string_view game = game_of(magic); !game.empty()) {
        return fail(ErrorCode::Unsupported, "a level of " + std::string(game) + kSupported);
    }
    if (letters && magic != "IBSP") {
        return fail(ErrorCode::Unsupported,
                    "this is no level of Quake III: it does not begin with \"IBSP\"");
    }
    if (version && *version != kVersion) {
        return fail(ErrorCode::Unsupported,
                    "a level of " +
                        std::string(*version == 38 ? "Quake 2 (version 38)"
                                                   : "version " + number(*version)) +
                        kSupported);
    }
    const auto lumps = in.read<std::array<Extent, kLumpCount>>();
    if (!lumps) {
        return damaged("the file is " + number(static_cast<std::int64_t>(bytes_.size())) +
                       " bytes, a header takes " + number(sizeof(Head)));
    }
    head_.lumps = *lumps;
    return true;
}

std::optional<std::span<const std::byte>> Reader::lump_bytes(Lump lump, std::string_view name) {
    const Extent& extent = head_.lumps[static_cast<std::size_t>(lump)];
    if (extent.offset < 0 || extent.length < 0) {
        damaged("the " + std::string(name) + " have a negative " +
                (extent.length < 0 ? "length, " + number(extent.length)
                                   : "place, " + number(extent.offset)));
        return std::nullopt;
    }
    if (static_cast<std::size_t>(extent.offset) > bytes_.size() ||
        static_cast<std::size_t>(extent.length) >
            bytes_.size() - static_cast<std::size_t>(extent.offset)) {
        damaged("the " + std::string(name) + " (" + number(extent.length) + " bytes from " +
                number(extent.offset) + ") lie beyond the end of the file, at " +
                number(static_cast<std::int64_t>(bytes_.size())));
        return std::nullopt;
    }
    return bytes_.subspan(static_cast<std::size_t>(extent.offset),
                          static_cast<std::size_t>(extent.length));
}

template <class T>
bool Reader::read_lump(Lump lump, std::string_view name, std::vector<T>& records) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto found = lump_bytes(lump, name);
    if (!found) {
        return false;
    }
    if (found->size() % sizeof(T) != 0) {
        return damaged("the " + std::string(name) + " take " + number(std::int64_t(found->size())) +
                       " bytes, which is no multiple of " + number(sizeof(T)));
    }
    records.resize(found->size() / sizeof(T));
    if (!records.empty()) {
        std::memcpy(records.data(), found->data(), found->size());
    }
    return true;
}

bool Reader::read_entities() {
    const auto found = lump_bytes(Lump::Entities, "entities");
    if (!found) {
        return false;
    }
    const std::string_view text(reinterpret_cast<const char*>(found->data()), found->size());
    file_.entities = text.substr(0, text.find('\0'));
    return true;
}

bool Reader::read_lumps() {
    return read_entities() && read_lump(Lump::Shaders, "shaders", file_.shaders) &&
           read_lump(Lump::Planes, "planes", file_.planes) &&
           read_lump(Lump::Models, "models", file_.models) &&
           read_lump(Lump::Brushes, "brushes", file_.brushes) &&
           read_lump(Lump::Sides, "brush sides", file_.sides) &&
           read_lump(Lump::Vertices, "vertices", file_.vertices) &&
           read_lump(Lump::Indices, "vertex indices", file_.indices) &&
           read_lump(Lump::Surfaces, "surfaces", file_.surfaces);
}

bool Reader::check_range(const std::string& what,
                         std::string_view things,
                         std::int32_t first,
                         std::int32_t count,
                         std::size_t there) {
    if (first >= 0 && count >= 0 &&
        std::int64_t{first} + count <= static_cast<std::int64_t>(there)) {
        return true;
    }
    return damaged(what + " has " + number(count) + " " + std::string(things) + " from " +
                   number(first) + " on, but there are " +
                   number(static_cast<std::int64_t>(there)));
}

// Checks that records do not share their things. used: the number of things that all records so far
// use; if it is larger than the number in the file, some are shared.
bool Reader::check_share(const std::string& what,
                         std::string_view things,
                         std::int32_t count,
                         std::size_t there,
                         std::size_t& used) {
    used += static_cast<std::size_t>(count);
    if (used <= there) {
        return true;
    }
    return damaged(what + " shares its " + std::string(things) +
                   " with others: the records up to this one "
                   "use " +
                   number(static_cast<std::int64_t>(used)) + ", but there are " +
                   number(static_cast<std::int64_t>(there)));
}

bool Reader::check_index(const std::string& what,
                         std::string_view thing,
                         std::int32_t index,
                         std::size_t there) {
    if (index >= 0 && static_cast<std::size_t>(index) < there) {
        return true;
    }
    return damaged(what + " has the " + std::string(thing) + " " + number(index) +
                   ", but there are " + number(static_cast<std::int64_t>(there)));
}

bool Reader::check_models() {
    if (file_.models.empty()) {
        return damaged("there is no model, not even the world's");
    }
    std::size_t brushes = 0;
    std::size_t surfaces = 0;
    for (std::size_t i = 0; i < file_.models.size(); ++i) {
        const Model& model = file_.models[i];
        const std::string what = "model " + std::to_string(i);
        const std::size_t all_brushes = file_.brushes.size();
        const std::size_t all_surfaces = file_.surfaces.size();
        if (!check_range(what, "brushes", model.first_brush, model.brush_count, all_brushes) ||
            !check_share(what, "brushes", model.brush_count, all_brushes, brushes) ||
            !check_range(
                what, "surfaces", model.first_surface, model.surface_count, all_surfaces) ||
            !check_share(what, "surfaces", model.surface_count, all_surfaces, surfaces)) {
            return false;
        }
    }
    return true;
}

bool Reader::check_brushes() {
    std::size_t sides = 0;
    for (std::size_t i = 0; i < file_.brushes.size(); ++i) {
        const CompiledBrush& brush = file_.brushes[i];
        const std::string what = "brush " + std::to_string(i);
        if (!check_range(what, "sides", brush.first_side, brush.side_count, file_.sides.size()) ||
            !check_share(what, "sides", brush.side_count, file_.sides.size(), sides) ||
            !check_index(what, "shader", brush.shader, file_.shaders.size())) {
            return false;
        }
    }
    return true;
}

bool Reader::check_sides() {
    for (std::size_t i = 0; i < file_.sides.size(); ++i) {
        const Side& side = file_.sides[i];
        const std::string what = "brush side " + std::to_string(i);
        if (!check_index(what, "plane", side.plane, file_.planes.size()) ||
            !check_index(what, "shader", side.shader, file_.shaders.size())) {
            return false;
        }
        const Plane& plane = file_.planes[static_cast<std::size_t>(side.plane)];
        const Vec3 normal{plane.normal[0], plane.normal[1], plane.normal[2]};
        // Written so that a NaN is refused.
        if (!(std::fabs(length(normal) - 1) <= kLengthError) ||
            !(std::fabs(plane.distance) <= kFarthest)) {
            return damaged("plane " + number(side.plane) + " of " + what +
                           " has no normal of length 1, or lies beyond 2^20 units");
        }
    }
    return true;
}

bool Reader::check_surfaces() {
    for (std::size_t i = 0; i < file_.surfaces.size(); ++i) {
        if (!check_surface("surface " + std::to_string(i), file_.surfaces[i])) {
            return false;
        }
    }
    return true;
}

bool Reader::check_surface(const std::string& what, const DrawSurface& surface) {
    if (!check_index(what, "shader", surface.shader, file_.shaders.size())) {
        return false;
    }
    switch (surface.type) {
        case SurfaceType::Planar:
            return check_vertices(what, surface) && check_triangles(what, surface);
        case SurfaceType::Patch:
            return check_vertices(what, surface) && check_patch(what, surface);
        case SurfaceType::Triangles:
        case SurfaceType::Flare:
            return true;  // surfaces of this kind are not read
    }
    return damaged(what + " is of type " + number(static_cast<std::int32_t>(surface.type)) +
                   "; there are 1 to 4");
}

bool Reader::check_vertices(const std::string& what, const DrawSurface& surface) {
    const std::size_t all = file_.vertices.size();
    if (!check_range(what, "vertices", surface.first_vertex, surface.vertex_count, all) ||
        !check_share(what, "vertices", surface.vertex_count, all, used_vertices_)) {
        return false;
    }
    const auto first = file_.vertices.begin() + surface.first_vertex;
    for (auto vertex = first; vertex != first + surface.vertex_count; ++vertex) {
        const auto is_near = [](float x) { return std::fabs(x) <= kFarthest; };
        if (!std::all_of(vertex->place.begin(), vertex->place.end(), is_near)) {
            return damaged(what + " has a vertex beyond 2^20 units");
        }
        // Existing levels have texture coordinates that are not numbers, on faces that nobody sees.
        if (!std::all_of(vertex->texture.begin(), vertex->texture.end(), is_near)) {
            vertex->texture = {};
        }
    }
    return true;
}

bool Reader::check_triangles(const std::string& what, const DrawSurface& surface) {
    if (!check_range(what,
                     "vertex indices",
                     surface.first_index,
                     surface.index_count,
                     file_.indices.size())) {
        return false;
    }
    // Indices may be shared: surfaces of the same shape use the same ones.
    if (surface.index_count > kMaxIndices * std::int64_t{surface.vertex_count}) {
        return damaged(what + " has " + number(surface.index_count) + " vertex indices for " +
                       number(surface.vertex_count) + " vertices");
    }
    for (const std::int32_t index :
         range(file_.indices, surface.first_index, surface.index_count)) {
        if (!check_index(what, "vertex", index, static_cast<std::size_t>(surface.vertex_count))) {
            return false;
        }
    }
    return true;
}

bool Reader::check_patch(const std::string& what, const DrawSurface& surface) {
    const auto is_size = [](std::int32_t size) {
        return size >= 3 && size <= kMaxPatchSize && size % 2 == 1;
    };
    if (!is_size(surface.patch_width) || !is_size(surface.patch_height)) {
        return damaged(what + " is a patch of " + number(surface.patch_width) + " times " +
                       number(surface.patch_height) +
                       " points; both have to be odd and from 3 to 129");
    }
    if (surface.patch_width * surface.patch_height != surface.vertex_count) {
        return damaged(what + " is a patch of " + number(surface.patch_width) + " times " +
                       number(surface.patch_height) + " points, but has " +
                       number(surface.vertex_count));
    }
    return true;
}

}  // namespace

Result<File> read_file(std::span<const std::byte> bytes, const std::string& source) {
    return Reader(bytes, source).run();
}

std::string_view name_of(const Shader& shader) {
    const std::string_view whole(shader.name.data(), shader.name.size());
    return whole.substr(0, whole.find('\0'));
}

}  // namespace halfspace::bsp
