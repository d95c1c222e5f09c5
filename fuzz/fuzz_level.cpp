// SPDX-License-Identifier: MIT
// Any bytes as a level: refused, or walked and read in full, and its navigation meshes are asked.
// Size and checksum are set right when the magic is there, so that mutations reach the checks
// behind them.
#include "halfspace/level/level.h"
#include "halfspace/level/walk.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"

#include "level/shared/record_fields.h"
#include "level/shared/walk_nodes.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace {

// Places in the header, from docs/reference/file_format.md.
constexpr std::size_t kChecksumPlace = 8;
constexpr std::size_t kChecksummedPlace = 16;
constexpr std::size_t kFileSizePlace = 24;
constexpr std::size_t kHeaderSize = 48;
constexpr char kMagicBytes[] = "\x89HSW\r\n\x1a\n";

void mend(std::vector<std::byte>& bytes) {
    if (bytes.size() < kHeaderSize || std::memcmp(bytes.data(), kMagicBytes, 8) != 0) {
        return;
    }
    const std::uint64_t size = bytes.size();
    std::memcpy(bytes.data() + kFileSizePlace, &size, sizeof(size));
    const std::uint64_t checksum =
        XXH3_64bits(bytes.data() + kChecksummedPlace, bytes.size() - kChecksummedPlace);
    std::memcpy(bytes.data() + kChecksumPlace, &checksum, sizeof(checksum));
}

void require(bool holds) {
    if (!holds) {
        __builtin_trap();
    }
}

// Follows both children of every node below the root; sums what a query would read.
double walk(const halfspace::Level& level, std::int32_t root) {
    double sum = 0;
    std::size_t visited = 0;
    std::vector<std::int32_t> open{root};
    while (!open.empty()) {
        const std::int32_t at = open.back();
        open.pop_back();
        if (at < 0) {
            const halfspace::LeafId leaf = halfspace::leaf_of(at);
            sum += static_cast<double>(static_cast<std::uint32_t>(level.contents(leaf)));
            continue;
        }
        require(++visited <= level.nodes().size());
        const halfspace::NodeRecord& node = level.nodes()[static_cast<std::size_t>(at)];
        const halfspace::ExactPlane front = level.plane(halfspace::PlaneId{2 * node.plane});
        const halfspace::ExactPlane back = level.plane(halfspace::PlaneId{2 * node.plane + 1});
        require(halfspace::flipped(front) == back);
        sum += level.scaled_plane(node.plane).d;
        open.push_back(node.child[0]);
        open.push_back(node.child[1]);
    }
    return sum;
}

// The same for a walk tree or a draw tree. nodes: all nodes of such trees.
double walk(const halfspace::Level& level,
            std::span<const halfspace::WalkNodeRecord> nodes,
            halfspace::WalkChild root) {
    double sum = 0;
    std::size_t visited = 0;
    std::vector<halfspace::WalkChild> open{root};
    while (!open.empty()) {
        const halfspace::WalkChild at = open.back();
        open.pop_back();
        if (halfspace::is_leaf(at)) {
            sum += static_cast<double>(static_cast<std::uint32_t>(halfspace::leaf_contents(at)));
            continue;
        }
        require(++visited <= nodes.size());
        const halfspace::WalkNodeRecord& node = nodes[halfspace::node_index(at)];
        sum += level.plane(node).d;
        open.push_back(node.child[0]);
        open.push_back(node.child[1]);
    }
    return sum;
}

// Requires of each number that points to a record that the record is there.
void follow_references(const halfspace::Level& level) {
    using halfspace::FieldKind;
    const halfspace::SectionBytes sections = halfspace::bytes_of(level.view());
    const std::uint64_t leaves = level.leaves().size();
    for (const halfspace::Field& field : halfspace::kFields) {
        const halfspace::FieldMeaning& meaning = field.meaning;
        if (!meaning.target || meaning.is_derived) {
            continue;  // the walks below follow what is derived
        }
        const std::uint64_t count = halfspace::record_count(sections, *meaning.target);
        const std::span<const std::byte> section = sections[field.section.index()];
        const std::size_t records = halfspace::record_count(sections, field.section);
        for (std::size_t i = 0; i < records * field.length; ++i) {
            const std::size_t record = i / field.length;
            const auto number =
                halfspace::number_at<std::uint32_t>(section, field, record, i % field.length);
            if (meaning.kind == FieldKind::Child) {
                require((number >> 31) != 0 ? ~number < leaves : number < count);
            } else if (meaning.kind == FieldKind::PlaneId) {
                require(number < 2 * count);
            } else if (meaning.kind == FieldKind::Begin) {
                require(number <= count);
            } else if (meaning.kind == FieldKind::Range || meaning.kind == FieldKind::Consecutive) {
                require(number + std::uint64_t{halfspace::number_at<std::uint32_t>(
                                     section, (&field)[1], record)} <=
                        count);
            } else if (meaning.kind != FieldKind::SideOfBrush) {  // follow_sides_and_spaces
                require(number < count || (meaning.may_be_none && number == halfspace::kNone));
            }
        }
    }
    require(level.view().strings.empty() || level.view().strings.back() == '\0');
}

void require_side(const halfspace::Level& level, std::uint32_t brush, std::uint32_t side) {
    const halfspace::BrushRecord& record = level.brushes()[brush];
    require(side - record.first_side < record.side_count);
}

// Requires what more than one field says: the sides of faces, the sides and spaces of contacts.
void follow_sides_and_spaces(const halfspace::Level& level) {
    for (const halfspace::FaceRecord& face : level.faces()) {
        if (face.brush != halfspace::kNone) {
            require_side(level, face.brush, face.side);
        }
    }
    for (const halfspace::ContactRecord& contact : level.view().contacts) {
        require((contact.flags & halfspace::kContactSpaceMask) < level.spaces().size());
        if (contact.brush == halfspace::kNone) {
            require(contact.side < level.materials().size());
        } else {
            require_side(level, contact.brush, contact.side);
        }
    }
}

// What a sweep reads of a hull.
double read_hull(const halfspace::Level& level, std::size_t hull) {
    const halfspace::HullRecord& record = level.hulls()[hull];
    double sum = 0;
    for (const halfspace::Vec3& corner : level.corners_of_hull(hull)) {
        require(record.min[0] <= corner.x && corner.x <= record.max[0]);
        sum += corner.x + corner.y + corner.z;
    }
    for (const halfspace::HullPlaneRecord& plane : level.planes_of_hull(hull)) {
        require(plane.n[0] <= 2 && plane.d - plane.d == 0);
        sum += plane.n[1] + plane.n[2];
    }
    return sum;
}

// Asks the navigation meshes for places, ways and straight lines.
double ask_navigation(const halfspace::Level& level) {
    constexpr std::uint32_t kNodes = 1u << 12;  // a search gives up then
    double sum = 0;
    for (const halfspace::NavMeshRecord& record : level.nav_meshes()) {
        const auto mesh = halfspace::NavMesh::from_level(level, halfspace::SpaceId(record.space));
        if (!mesh) {  // a coordinate is above 2^100
            require(!mesh.error().message.empty());
            continue;
        }
        const auto vertices = level.nav_vertices();
        for (const halfspace::Vec3& vertex :
             vertices.first(std::min<std::size_t>(vertices.size(), 16))) {
            const auto place = halfspace::locate(*mesh, vertex);
            sum += place ? place->position.z : 0;
        }
        halfspace::NavScratch scratch;
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            const auto from = halfspace::random_place(*mesh, seed);
            const auto to = halfspace::random_place(*mesh, seed + 100);
            if (!from || !to) {
                break;
            }
            require(from->polygon.value < mesh->polygon_count());
            sum += halfspace::find_path(*mesh, *from, *to, scratch, {.max_nodes = kNodes}).length;
            const halfspace::RouteOptions ways{
                .links = halfspace::kMoverLinks | halfspace::kGameLinks, .max_nodes = kNodes};
            sum += halfspace::find_route(*mesh, *from, *to, scratch, ways).seconds;
            sum += halfspace::raycast(*mesh, *from, to->position).end.position.x;
        }
    }
    return sum;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto* first = reinterpret_cast<const std::byte*>(data);
    std::vector<std::byte> bytes(first, first + size);
    mend(bytes);
    const halfspace::Result<halfspace::Level> level =
        halfspace::Level::from_bytes(std::move(bytes), "fuzz");
    if (!level) {
        require(!level.error().message.empty());
        return 0;
    }
    follow_references(*level);
    follow_sides_and_spaces(*level);
    double sum = level->filter_bound() + level->statistics().largest_move;
    require(level->filter_bound() > 0);
    for (const halfspace::ModelRecord& model : level->models()) {
        sum += walk(*level, model.root);
        sum += walk(*level, level->draw_nodes(), model.draw_root);
    }
    for (const halfspace::WalkChild root : level->walk_roots()) {
        sum += walk(*level, level->walk_nodes(), root);
    }
    for (const halfspace::WalkChild root : level->hull_roots()) {
        sum += walk(*level, level->walk_nodes(), root);
    }
    std::size_t corners = 0;
    for (std::size_t h = 0; h < level->hulls().size(); ++h) {
        sum += read_hull(*level, h);
        corners += level->corners_of_hull(h).size();
    }
    require(corners == level->hull_corners().size());
    for (const std::uint32_t node : level->walk_sources()) {
        sum += static_cast<double>(level->contacts_of(halfspace::NodeId(node)).size());
    }
    for (std::size_t n = 0; n < level->draw_nodes().size(); ++n) {
        const halfspace::NodeFacesRecord& faces = level->node_faces()[n];
        const std::uint32_t next = level->node_faces()[n + 1].first_face;
        const std::uint32_t middle = halfspace::first_opposite(faces);
        require(faces.first_face <= middle && middle <= next && next <= level->faces().size());
    }
    sum += ask_navigation(*level);
    volatile double kept = sum;
    static_cast<void>(kept);
    return 0;
}
