// SPDX-License-Identifier: MIT
#include "halfspace/spatial/octree.h"

#include "spatial/octree/octree_node.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>

namespace halfspace {
namespace {

// Coordinates are below 2^(e + 1), e their exponent. A cell's edge is at least 2^(e - 48), so that
// its centre and its corners are doubles.
constexpr int kCellBits = 48;
constexpr double kMinCell = 1e-30;
constexpr double kMaxCell = 1e30;
constexpr ObjectData kUsual;

bool is_side(double min, double max) {
    return -kMaxObjectPlace <= min && min <= max && max <= kMaxObjectPlace;
}

bool is_box(const Aabb& box) {
    return is_side(box.min.x, box.max.x) && is_side(box.min.y, box.max.y) &&
           is_side(box.min.z, box.max.z);
}

Error box_error() {
    return {ErrorCode::Range,
            "the box of an object must have min <= max on each axis and coordinates from -1e37 to "
            "1e37",
            {}};
}

Error id_error(ObjectId id) {
    return {ErrorCode::Range,
            "there is no object with the id " + std::to_string(id.value) + "; it may be removed",
            {}};
}

// The value of an object in a list that leaves out the last objects with the usual value.
template <class Value>
Value value_of(const std::vector<Value>& values, ObjectId id, Value usual) {
    return id.value < values.size() ? values[id.value] : usual;
}

template <class Value>
void set_value(std::vector<Value>& values, ObjectId id, Value value, Value usual) {
    if (id.value >= values.size()) {
        if (value == usual) {
            return;
        }
        values.resize(std::size_t{id.value} + 1, usual);
    }
    values[id.value] = value;
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
    if (!(options.smallest_cell >= kMinCell && options.smallest_cell <= kMaxCell)) {
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
    : options_(options), smallest_exponent_(ceil_exponent(options.smallest_cell)) {}

Octree::Octree(const Octree&) = default;
Octree::Octree(Octree&&) noexcept = default;
Octree& Octree::operator=(const Octree&) = default;
Octree& Octree::operator=(Octree&&) noexcept = default;
Octree::~Octree() = default;

// A new tree has no nodes, and neither has one whose nodes were moved to another.
void Octree::Editor::make_root(Octree& tree) {
    tree.free_lists_.fill(kNone);
    tree.entries_ = 0;
    new_node(tree, kNone, {}, std::numeric_limits<double>::infinity());
}

Aabb Octree::box(ObjectId id) const {
    assert(holds(id));
    const auto [node, slot] = objects_[id.value];
    return boxes_[nodes_[node].first + slot];
}

bool Octree::holds(ObjectId id) const {
    return has(id);
}

std::size_t Octree::size() const {
    return nodes_.empty() ? 0 : nodes_[kRoot].count;
}

std::uint64_t Octree::user(ObjectId id) const {
    assert(holds(id));
    return value_of(users_, id, kUsual.user);
}

ObjectMask Octree::mask(ObjectId id) const {
    assert(holds(id));
    return value_of(masks_, id, kUsual.mask);
}

void Octree::set_user(ObjectId id, std::uint64_t user) {
    assert(holds(id));
    set_value(users_, id, user, kUsual.user);
}

void Octree::set_mask(ObjectId id, ObjectMask mask) {
    assert(holds(id));
    set_value(masks_, id, mask, kUsual.mask);
}

// The exponent of the smallest cell's edge for a body.
int Octree::Editor::least_exponent(const Octree& tree, const Body& body) {
    int least = tree.smallest_exponent_;
    if (body.extent > 0) {
        least = std::max(least, ceil_exponent(body.extent));
    }
    const double far = max_abs(body.centre);
    return far > 0 ? std::max(least, std::ilogb(far) - kCellBits) : least;
}

// Puts an object into a node that it fits, or below it.
void Octree::Editor::place(
    Octree& tree, std::uint32_t object, const Aabb& box, const Body& body, std::uint32_t number) {
    const double least = std::ldexp(1.0, least_exponent(tree, body));
    for (;;) {
        Node& node = tree.nodes_[number];
        ++node.count;
        if (body.extent > node.widest) {
            set_widest(tree, number, body.extent);
        }
        if (node.is_leaf() || least > node.half) {
            break;
        }
        number = child_for(tree, number, body);
    }
    add(tree, number, object, box);
    if (tree.nodes_[number].is_leaf() &&
        tree.nodes_[number].size > tree.nodes_[number].split_above) {
        split(tree, number);
    }
}

// The child of a node that a body fits. Makes it, or makes its cell larger, or puts a node between.
std::uint32_t Octree::Editor::child_for(Octree& tree, std::uint32_t parent, const Body& body) {
    const std::size_t octant = tree.nodes_[parent].octant_of(body.centre);
    const std::uint32_t child = tree.nodes_[parent].children[octant];
    int exponent = least_exponent(tree, body);
    if (child == kNone) {
        if (parent == kRoot) {
            const double far = max_abs(body.centre);
            exponent = far > 0 ? std::max(exponent, std::ilogb(far) + 1) : exponent;
        } else {
            exponent = std::ilogb(tree.nodes_[parent].half);
        }
        const Cell cell = common_cell(body.centre, body.centre, exponent);
        const std::uint32_t made = new_node(tree, parent, cell.centre, cell.half);
        tree.nodes_[parent].children[octant] = made;
        ++tree.nodes_[parent].child_count;
        return made;
    }
    if (tree.nodes_[child].fits(body)) {
        return child;
    }
    const Vec3 centre = tree.nodes_[child].centre;
    exponent = std::max(exponent, std::ilogb(tree.nodes_[child].half) + 2);
    const double way = max_abs(body.centre - centre);
    exponent = way > 0 ? std::max(exponent, std::ilogb(way)) : exponent;
    const Cell cell = common_cell(body.centre, centre, exponent);
    if (tree.nodes_[child].is_leaf() && tree.nodes_[child].size < tree.nodes_[child].split_above) {
        set_cell(tree, child, cell.centre, cell.half);
        return child;
    }
    const std::uint32_t between = new_node(tree, parent, cell.centre, cell.half);
    Node& node = tree.nodes_[between];
    node.count = tree.nodes_[child].count;
    node.children[node.octant_of(centre)] = child;
    node.child_count = 1;
    set_widest(tree, between, tree.nodes_[child].widest);
    tree.nodes_[child].parent = between;
    tree.nodes_[parent].children[octant] = between;
    return between;
}

// Makes the cell of a leaf as small as its objects allow, so that they lie in several octants or
// are too large for them.
void Octree::Editor::shrink_cell(Octree& tree, std::uint32_t number) {
    const Node& node = tree.nodes_[number];
    const Vec3 start = body_of(tree.boxes_[node.first]).centre;
    Cell cell{start, 0};
    for (std::uint32_t i = 0; i < node.size; ++i) {
        const Body body = body_of(tree.boxes_[node.first + i]);
        int exponent = least_exponent(tree, body);
        if (cell.half > 0) {
            exponent = std::max(exponent, std::ilogb(cell.half) + 1);
        }
        cell = common_cell(body.centre, cell.centre, exponent);
    }
    if (cell.half < node.half) {
        set_cell(tree, number, cell.centre, cell.half);
    }
}

// Gives a leaf children, and them its objects. If all are too large for children, the leaf stays.
void Octree::Editor::split(Octree& tree, std::uint32_t number) {
    if (number != kRoot) {
        shrink_cell(tree, number);
    }
    const std::uint32_t first = tree.nodes_[number].first;
    const std::uint32_t size = tree.nodes_[number].size;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t object = tree.listed_[first + i];
        const Aabb box = tree.boxes_[first + i];
        const Body body = body_of(box);
        if (std::ldexp(1.0, least_exponent(tree, body)) > tree.nodes_[number].half) {
            tree.listed_[first + kept] = object;
            tree.boxes_[first + kept] = box;
            tree.objects_[object].slot = kept;
            ++kept;
            continue;
        }
        place(tree, object, box, body, child_for(tree, number, body));
    }
    tree.nodes_[number].size = kept;
    if (tree.nodes_[number].is_leaf()) {
        tree.nodes_[number].split_above = 2 * size;
    }
}

// Mends the tree above and at a node that has lost an object.
void Octree::Editor::tidy(Octree& tree, std::uint32_t number) {
    std::uint32_t few = kNone;  // the highest node that should be a leaf
    for (;;) {
        Node& node = tree.nodes_[number];
        const std::uint32_t parent = node.parent;
        if (number == kRoot) {
            few = node.count <= tree.options_.merge_below ? number : few;
            break;
        }
        if (node.count == 0) {
            Node& above = tree.nodes_[parent];
            above.children[above.octant_of(node.centre)] = kNone;
            --above.child_count;
            if (above.is_leaf() && above.size > above.split_above) {
                above.split_above = 2 * above.size;  // its objects are too large for children
            }
            free_node(tree, number);
        } else if (node.child_count == 1 && node.size == 0) {
            const std::uint32_t child = *std::ranges::find_if(
                node.children, [](std::uint32_t each) { return each != kNone; });
            Node& above = tree.nodes_[parent];
            above.children[above.octant_of(node.centre)] = child;
            tree.nodes_[child].parent = parent;
            free_node(tree, number);
        } else if (node.count <= tree.options_.merge_below) {
            few = number;
        } else {
            break;
        }
        number = parent;
    }
    if (few != kNone && !tree.nodes_[few].is_leaf()) {
        collapse(tree, few);
    }
}

// Makes a node a leaf that has the objects of all nodes below it.
void Octree::Editor::collapse(Octree& tree, std::uint32_t number) {
    reserve(tree, number, tree.nodes_[number].count);
    set_widest(tree, number, 0);
    for (std::uint32_t i = 0; i < tree.nodes_[number].size; ++i) {
        const double extent = body_of(tree.boxes_[tree.nodes_[number].first + i]).extent;
        set_widest(tree, number, std::max(tree.nodes_[number].widest, extent));
    }
    const auto children = tree.nodes_[number].children;
    tree.nodes_[number].children.fill(kNone);
    tree.nodes_[number].child_count = 0;
    tree.nodes_[number].split_above = tree.options_.split_above;
    for (const std::uint32_t child : children) {
        if (child == kNone) {
            continue;
        }
        collapse(tree, child);
        for (std::uint32_t i = 0; i < tree.nodes_[child].size; ++i) {
            const std::uint32_t at = tree.nodes_[child].first + i;
            const Aabb box = tree.boxes_[at];
            add(tree, number, tree.listed_[at], box);
        }
        set_widest(tree, number, std::max(tree.nodes_[number].widest, tree.nodes_[child].widest));
        free_node(tree, child);
    }
}

Result<ObjectId> Octree::insert(const Aabb& box, const ObjectData& data) {
    if (!is_box(box)) {
        return std::unexpected(box_error());
    }
    if (nodes_.empty()) {
        Editor::make_root(*this);
    }
    std::uint32_t object = 0;
    if (free_objects_.empty()) {
        object = static_cast<std::uint32_t>(objects_.size());
        objects_.emplace_back();
    } else {
        object = free_objects_.back();
        free_objects_.pop_back();
    }
    const ObjectId id(object);
    Editor::place(*this, object, box, Editor::body_of(box), kRoot);
    set_user(id, data.user);
    set_mask(id, data.mask);
    return id;
}

Result<void> Octree::update(ObjectId id, const Aabb& box) {
    if (!has(id)) {
        return std::unexpected(id_error(id));
    }
    if (!is_box(box)) {
        return std::unexpected(box_error());
    }
    Editor::set_box(*this, id.value, box);
    return {};
}

Result<void> Octree::update_all(std::span<const ObjectId> ids, std::span<const Aabb> boxes) {
    if (ids.size() != boxes.size()) {
        return std::unexpected(
            Error{ErrorCode::Range, "update_all needs as many boxes as ids", {}});
    }
    const auto dead = std::ranges::find_if_not(ids, [&](ObjectId id) { return has(id); });
    if (dead != ids.end()) {
        return std::unexpected(id_error(*dead));
    }
    if (!std::ranges::all_of(boxes, is_box)) {
        return std::unexpected(box_error());
    }
    // The objects from here on have come into the cache, then their nodes, then their boxes.
    const auto ahead = [&](std::size_t i, std::size_t by, const auto& fetch) {
        if (i + by < ids.size()) {
            fetch(objects_[ids[i + by].value]);
        }
    };
    for (std::size_t i = 0; i < ids.size(); ++i) {
        ahead(i, 24, [](const Object& object) { __builtin_prefetch(&object); });
        ahead(i, 16, [&](const Object& object) { __builtin_prefetch(&nodes_[object.node]); });
        ahead(i, 8, [&](const Object& object) {
            __builtin_prefetch(&boxes_[nodes_[object.node].first + object.slot], 1);
        });
        Editor::set_box(*this, ids[i].value, boxes[i]);
    }
    return {};
}

// Gives an object another box, and puts it where it then belongs.
void Octree::Editor::set_box(Octree& tree, std::uint32_t object, const Aabb& box) {
    const Body body = body_of(box);
    const auto [before, slot] = tree.objects_[object];
    const Node& node = tree.nodes_[before];
    const bool stays = node.fits(body) && (node.is_leaf() || body.extent > node.half);
    std::uint32_t number = before;
    if (stays) {
        tree.boxes_[node.first + slot] = box;
    } else {
        take_out(tree, object);
        --tree.nodes_[number].count;
        while (!tree.nodes_[number].fits(body)) {
            number = tree.nodes_[number].parent;
            --tree.nodes_[number].count;
        }
    }
    for (std::uint32_t above = number; above != kNone && tree.nodes_[above].widest < body.extent;
         above = tree.nodes_[above].parent) {
        set_widest(tree, above, body.extent);
    }
    if (!stays) {
        place(tree, object, box, body, number);
        tidy(tree, before);
    }
}

bool Octree::remove(ObjectId id) {
    if (!holds(id)) {
        return false;
    }
    const std::uint32_t before = objects_[id.value].node;
    Editor::take_out(*this, id.value);
    for (std::uint32_t number = before; number != kNone; number = nodes_[number].parent) {
        --nodes_[number].count;
    }
    objects_[id.value].node = kNone;
    free_objects_.push_back(id.value);
    Editor::tidy(*this, before);
    return true;
}

}  // namespace halfspace
