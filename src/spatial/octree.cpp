// SPDX-License-Identifier: MIT
#include "halfspace/spatial/octree.h"

#include "spatial/octree_node.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

namespace halfspace {
namespace {

// Coordinates are below 2^(e + 1), e their exponent. A cell's edge is at least 2^(e - 48), so that
// its centre and its corners are doubles.
constexpr int kCellBits = 48;
// A list has room for at least this many objects.
constexpr std::uint32_t kLeastRoom = 4;
constexpr double kSmallestCell = 1e-30;
constexpr double kLargestCell = 1e30;

bool is_place(const Vec3& p) {
    return std::abs(p.x) <= kMostObjectPlace && std::abs(p.y) <= kMostObjectPlace &&
           std::abs(p.z) <= kMostObjectPlace;
}

bool is_box(const Aabb& box) {
    return is_place(box.min) && is_place(box.max) && box.min.x <= box.max.x &&
           box.min.y <= box.max.y && box.min.z <= box.max.z;
}

Error box_error() {
    return {ErrorCode::Range,
            "the box of an object must have min <= max on each axis and coordinates from -1e37 to "
            "1e37",
            {}};
}

// The least k with x <= 2^k. REQUIRES: x > 0.
int ceil_exponent(double x) {
    const int k = std::ilogb(x);
    return std::ldexp(1.0, k) == x ? k : k + 1;
}

// The number of the cell that holds x, of cells with the edge 2^exponent: floor(x / edge).
double cell_number(double x, int exponent) {
    // A small negative number would become -0.
    return std::abs(x) < std::ldexp(1.0, exponent) ? (x < 0 ? -1 : 0)
                                                   : std::floor(std::ldexp(x, -exponent));
}

double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

struct Cell {
    Vec3 centre;
    double half = 0;
};

// The smallest cell with an edge of at least 2^exponent that holds both points. REQUIRES: on each
// axis both are negative, or none is.
Cell common_cell(const Vec3& p, const Vec3& q, int exponent) {
    for (;; ++exponent) {
        Vec3 number;
        bool is_common = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            number[axis] = cell_number(p[axis], exponent);
            is_common = is_common && number[axis] == cell_number(q[axis], exponent);
        }
        if (is_common) {
            const double half = std::ldexp(0.5, exponent);
            return {(number + Vec3{0.5, 0.5, 0.5}) * (2 * half), half};
        }
    }
}

}  // namespace

Result<Octree> Octree::create(const OctreeOptions& options) {
    if (!(options.smallest_cell >= kSmallestCell && options.smallest_cell <= kLargestCell)) {
        return std::unexpected(
            Error{ErrorCode::Range, "smallest_cell must be from 1e-30 to 1e30 units", {}});
    }
    if (options.split_above < 2 || options.split_above > 1000) {
        return std::unexpected(
            Error{ErrorCode::Range, "split_above must be from 2 to 1000 objects", {}});
    }
    if (options.merge_below > options.split_above / 2) {
        return std::unexpected(
            Error{ErrorCode::Range, "merge_below must be at most half of split_above", {}});
    }
    return Octree(options);
}

Octree::Octree(const OctreeOptions& options)
    : options_(options), smallest_exponent_(ceil_exponent(options.smallest_cell)) {
    new_node(kNoNode, {}, std::numeric_limits<double>::infinity());
}

Octree::Octree(const Octree&) = default;
Octree::Octree(Octree&&) noexcept = default;
Octree& Octree::operator=(const Octree&) = default;
Octree& Octree::operator=(Octree&&) noexcept = default;
Octree::~Octree() = default;

const Aabb& Octree::box(ObjectId id) const {
    assert(holds(id));
    return objects_[id.value].box;
}

bool Octree::holds(ObjectId id) const {
    return id.value < objects_.size() && objects_[id.value].node != kNoNode;
}

std::size_t Octree::size() const {
    return nodes_[kRoot].count;
}

// The place of an object with this box.
Octree::Body Octree::body_of(const Aabb& box) {
    const Vec3 size = box.max - box.min;
    return {(box.min + box.max) * 0.5, std::max({size.x, size.y, size.z})};
}

// The exponent of the smallest cell's edge for a body.
int Octree::least_exponent(const Body& body) const {
    int least = smallest_exponent_;
    if (body.extent > 0) {
        least = std::max(least, ceil_exponent(body.extent));
    }
    const double far = largest(body.centre);
    return far > 0 ? std::max(least, std::ilogb(far) - kCellBits) : least;
}

std::uint32_t Octree::new_node(std::uint32_t parent, const Vec3& centre, double half) {
    std::uint32_t node = 0;
    if (free_nodes_.empty()) {
        node = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back();
    } else {
        node = free_nodes_.back();
        free_nodes_.pop_back();
        nodes_[node] = {};
    }
    nodes_[node].parent = parent;
    nodes_[node].children.fill(kNoNode);
    nodes_[node].split_above = options_.split_above;
    set_cell(node, centre, half);
    return node;
}

void Octree::free_node(std::uint32_t node) {
    release_list(node);
    free_nodes_.push_back(node);
}

void Octree::set_cell(std::uint32_t node, const Vec3& centre, double half) {
    nodes_[node].centre = centre;
    nodes_[node].half = half;
    set_widest(node, nodes_[node].widest);
}

void Octree::set_widest(std::uint32_t number, double widest) {
    Node& node = nodes_[number];
    node.widest = widest;
    // A box reaches half of its longest side beyond its centre. Its centre and its side are
    // rounded.
    const double rounding = 0x1p-50 * (largest(node.centre) + node.half + widest);
    node.reach = node.half + 0.5 * widest + rounding;
}

// Gives the node's list room for at least `count` objects.
void Octree::reserve(std::uint32_t number, std::uint32_t count) {
    if (count <= nodes_[number].room) {
        return;
    }
    const std::uint32_t room = std::max(kLeastRoom, std::bit_ceil(count));
    const auto kind = static_cast<std::size_t>(std::countr_zero(room));
    free_lists_.resize(std::max(free_lists_.size(), kind + 1));
    auto& free = free_lists_[kind];
    std::uint32_t first = 0;
    if (free.empty()) {
        first = static_cast<std::uint32_t>(lists_.size());
        lists_.resize(lists_.size() + room);
    } else {
        first = free.back();
        free.pop_back();
    }
    Node& node = nodes_[number];
    std::copy_n(lists_.begin() + node.first, node.size, lists_.begin() + first);
    const std::uint32_t size = node.size;
    release_list(number);
    node.first = first;
    node.size = size;
    node.room = room;
}

void Octree::release_list(std::uint32_t number) {
    Node& node = nodes_[number];
    if (node.room > 0) {
        free_lists_[static_cast<std::size_t>(std::countr_zero(node.room))].push_back(node.first);
    }
    node.first = node.size = node.room = 0;
}

void Octree::add(std::uint32_t number, std::uint32_t object) {
    reserve(number, nodes_[number].size + 1);
    Node& node = nodes_[number];
    objects_[object].node = number;
    objects_[object].slot = node.size;
    lists_[node.first + node.size] = object;
    ++node.size;
}

// Takes the object off the list of its node.
void Octree::take_out(std::uint32_t object) {
    const auto [box, number, slot] = objects_[object];
    Node& node = nodes_[number];
    --node.size;
    const std::uint32_t last = lists_[node.first + node.size];
    lists_[node.first + slot] = last;
    objects_[last].slot = slot;
    if (node.size < node.split_above / 4) {
        node.split_above = options_.split_above;
    }
}

// Puts an object into a node that it fits, or below it.
void Octree::place(std::uint32_t object, const Body& body, std::uint32_t number) {
    const double least = std::ldexp(1.0, least_exponent(body));
    for (;;) {
        Node& node = nodes_[number];
        ++node.count;
        if (body.extent > node.widest) {
            set_widest(number, body.extent);
        }
        if (node.is_leaf() || least > node.half) {
            break;
        }
        number = child_for(number, body);
    }
    add(number, object);
    if (nodes_[number].is_leaf() && nodes_[number].size > nodes_[number].split_above) {
        split(number);
    }
}

// The child of a node that a body fits. Makes it, or makes its cell larger, or puts a node between.
std::uint32_t Octree::child_for(std::uint32_t parent, const Body& body) {
    const std::size_t octant = nodes_[parent].octant_of(body.centre);
    const std::uint32_t child = nodes_[parent].children[octant];
    int exponent = least_exponent(body);
    if (child == kNoNode) {
        if (parent == kRoot) {
            const double far = largest(body.centre);
            exponent = far > 0 ? std::max(exponent, std::ilogb(far) + 1) : exponent;
        } else {
            exponent = std::ilogb(nodes_[parent].half);
        }
        const Cell cell = common_cell(body.centre, body.centre, exponent);
        const std::uint32_t made = new_node(parent, cell.centre, cell.half);
        nodes_[parent].children[octant] = made;
        ++nodes_[parent].child_count;
        return made;
    }
    if (nodes_[child].fits(body)) {
        return child;
    }
    const Vec3 centre = nodes_[child].centre;
    exponent = std::max(exponent, std::ilogb(nodes_[child].half) + 2);
    const double way = largest(body.centre - centre);
    exponent = way > 0 ? std::max(exponent, std::ilogb(way)) : exponent;
    const Cell cell = common_cell(body.centre, centre, exponent);
    if (nodes_[child].is_leaf() && nodes_[child].size < nodes_[child].split_above) {
        set_cell(child, cell.centre, cell.half);
        return child;
    }
    const std::uint32_t between = new_node(parent, cell.centre, cell.half);
    Node& node = nodes_[between];
    node.count = nodes_[child].count;
    node.children[node.octant_of(centre)] = child;
    node.child_count = 1;
    set_widest(between, nodes_[child].widest);
    nodes_[child].parent = between;
    nodes_[parent].children[octant] = between;
    return between;
}

// Makes the cell of a leaf as small as its objects allow, so that they lie in several octants or
// are too large for them.
void Octree::shrink_cell(std::uint32_t number) {
    const Node& node = nodes_[number];
    const Vec3 start = body_of(objects_[lists_[node.first]].box).centre;
    Cell cell{start, 0};
    for (std::uint32_t i = 0; i < node.size; ++i) {
        const Body body = body_of(objects_[lists_[node.first + i]].box);
        int exponent = least_exponent(body);
        if (cell.half > 0) {
            exponent = std::max(exponent, std::ilogb(cell.half) + 1);
        }
        cell = common_cell(body.centre, cell.centre, exponent);
    }
    if (cell.half < node.half) {
        set_cell(number, cell.centre, cell.half);
    }
}

// Gives a leaf children, and them its objects. If all are too large for children, the leaf stays.
void Octree::split(std::uint32_t number) {
    if (number != kRoot) {
        shrink_cell(number);
    }
    const std::uint32_t first = nodes_[number].first;
    const std::uint32_t size = nodes_[number].size;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t object = lists_[first + i];
        const Body body = body_of(objects_[object].box);
        if (std::ldexp(1.0, least_exponent(body)) > nodes_[number].half) {
            lists_[first + kept] = object;
            objects_[object].slot = kept;
            ++kept;
            continue;
        }
        const std::uint32_t child = child_for(number, body);
        ++nodes_[child].count;
        set_widest(child, std::max(nodes_[child].widest, body.extent));
        add(child, object);
    }
    nodes_[number].size = kept;
    if (nodes_[number].is_leaf()) {
        nodes_[number].split_above = 2 * size;
        return;
    }
    const auto children = nodes_[number].children;
    for (const std::uint32_t child : children) {
        if (child != kNoNode && nodes_[child].size > nodes_[child].split_above) {
            split(child);
        }
    }
}

// Mends the tree above and at a node that has lost an object.
void Octree::tidy(std::uint32_t number) {
    std::uint32_t few = kNoNode;  // the highest node that should be a leaf
    for (;;) {
        Node& node = nodes_[number];
        const std::uint32_t parent = node.parent;
        if (number == kRoot) {
            few = node.count <= options_.merge_below ? number : few;
            break;
        }
        if (node.count == 0) {
            Node& above = nodes_[parent];
            above.children[above.octant_of(node.centre)] = kNoNode;
            --above.child_count;
            free_node(number);
        } else if (node.child_count == 1 && node.size == 0) {
            const std::uint32_t child = *std::ranges::find_if(
                node.children, [](std::uint32_t each) { return each != kNoNode; });
            Node& above = nodes_[parent];
            above.children[above.octant_of(node.centre)] = child;
            nodes_[child].parent = parent;
            free_node(number);
        } else if (node.count <= options_.merge_below) {
            few = number;
        } else {
            break;
        }
        number = parent;
    }
    if (few != kNoNode && !nodes_[few].is_leaf()) {
        collapse(few);
    }
}

// Makes a node a leaf that has the objects of all nodes below it.
void Octree::collapse(std::uint32_t number) {
    reserve(number, nodes_[number].count);
    set_widest(number, 0);
    for (std::uint32_t i = 0; i < nodes_[number].size; ++i) {
        const std::uint32_t object = lists_[nodes_[number].first + i];
        const double extent = body_of(objects_[object].box).extent;
        set_widest(number, std::max(nodes_[number].widest, extent));
    }
    const auto children = nodes_[number].children;
    nodes_[number].children.fill(kNoNode);
    nodes_[number].child_count = 0;
    nodes_[number].split_above = options_.split_above;
    for (const std::uint32_t child : children) {
        if (child == kNoNode) {
            continue;
        }
        collapse(child);
        for (std::uint32_t i = 0; i < nodes_[child].size; ++i) {
            add(number, lists_[nodes_[child].first + i]);
        }
        set_widest(number, std::max(nodes_[number].widest, nodes_[child].widest));
        free_node(child);
    }
}

Result<ObjectId> Octree::insert(const Aabb& box) {
    if (!is_box(box)) {
        return std::unexpected(box_error());
    }
    std::uint32_t object = 0;
    if (free_objects_.empty()) {
        object = static_cast<std::uint32_t>(objects_.size());
        objects_.emplace_back();
    } else {
        object = free_objects_.back();
        free_objects_.pop_back();
    }
    objects_[object].box = box;
    place(object, body_of(box), kRoot);
    return ObjectId(object);
}

Result<void> Octree::update(ObjectId id, const Aabb& box) {
    assert(holds(id));
    if (!is_box(box)) {
        return std::unexpected(box_error());
    }
    const Body body = body_of(box);
    objects_[id.value].box = box;
    const std::uint32_t before = objects_[id.value].node;
    const Node& node = nodes_[before];
    const bool stays = node.fits(body) && (node.is_leaf() || body.extent > node.half);
    std::uint32_t number = before;
    if (!stays) {
        take_out(id.value);
        --nodes_[number].count;
        while (!nodes_[number].fits(body)) {
            number = nodes_[number].parent;
            --nodes_[number].count;
        }
    }
    for (std::uint32_t above = number; above != kNoNode && nodes_[above].widest < body.extent;
         above = nodes_[above].parent) {
        set_widest(above, body.extent);
    }
    if (!stays) {
        place(id.value, body, number);
        tidy(before);
    }
    return {};
}

void Octree::remove(ObjectId id) {
    assert(holds(id));
    const std::uint32_t before = objects_[id.value].node;
    take_out(id.value);
    for (std::uint32_t number = before; number != kNoNode; number = nodes_[number].parent) {
        --nodes_[number].count;
    }
    objects_[id.value].node = kNoNode;
    free_objects_.push_back(id.value);
    tidy(before);
}

}  // namespace halfspace
