// SPDX-License-Identifier: MIT
// The questions of an octree. Each test of a box is monotone: rounded sums and products grow with
// the box. So where a test leaves out a node's box, it leaves out the boxes of all objects in it,
// and the answers do not depend on the shape of the tree.
#include "halfspace/spatial/octree.h"

#include "spatial/answer_writer.h"
#include "spatial/octree/octree_node.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>

namespace halfspace {
namespace {

// Cells halve from one node to the next: from 2^124 for coordinates of 1e37 to 2^-100. A node
// leaves at most seven others for later.
constexpr std::size_t kMaxDepth = 230;
constexpr std::size_t kStackSize = 7 * kMaxDepth + 8;
// So many nodes are found before their objects are tested: meanwhile these come into the cache.
constexpr std::size_t kMaxWaiting = 16;
constexpr std::size_t kCacheLine = 64;  // bytes

// What a box must still be tested for. 0: it is found, and all boxes inside of it.
using Tests = std::uint32_t;

// A test has two functions. finds(box, tests): whether an object's box is found. below(box, tests):
// what is left to test of boxes inside of this one, which a node has; nullopt if none of them is
// found.

struct BoxTest {
    const Aabb& box;

    static constexpr Tests kAll = 1;

    // Without branches: a processor cannot guess which of the boxes near this one touch it.
    bool finds(const Aabb& other, Tests /*tests*/) const {
        return (static_cast<unsigned>(box.min.x <= other.max.x) &
                static_cast<unsigned>(box.min.y <= other.max.y) &
                static_cast<unsigned>(box.min.z <= other.max.z) &
                static_cast<unsigned>(other.min.x <= box.max.x) &
                static_cast<unsigned>(other.min.y <= box.max.y) &
                static_cast<unsigned>(other.min.z <= box.max.z)) != 0;
    }

    std::optional<Tests> below(const Aabb& other, Tests tests) const {
        if (!finds(other, tests)) {
            return std::nullopt;
        }
        return encloses(box, other) ? 0 : kAll;
    }
};

struct SphereTest {
    const Vec3& centre;
    double radius = 0;

    static constexpr Tests kAll = 1;

    bool finds(const Aabb& box, Tests /*tests*/) const {
        const Vec3 near = max(max(box.min - centre, Vec3{}), centre - box.max);
        return dot(near, near) <= radius * radius;
    }

    std::optional<Tests> below(const Aabb& box, Tests tests) const {
        if (!finds(box, tests)) {
            return std::nullopt;
        }
        const Vec3 far = max(centre - box.min, box.max - centre);
        return dot(far, far) <= radius * radius ? 0 : kAll;
    }
};

class ViewTest {
public:
    explicit ViewTest(const Frustum& frustum) {
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            const auto& [n, d] = frustum.planes[i];
            sides_[i] = {n, d, {n.x >= 0, n.y >= 0, n.z >= 0}};
        }
    }

    static constexpr Tests kAll = kAllFrustumPlanes;

    bool finds(const Aabb& box, Tests tests) const {
        unsigned behind = 0;
        for (; tests != 0; tests &= tests - 1) {
            const Side& side = sides_[static_cast<std::size_t>(std::countr_zero(tests))];
            behind |= static_cast<unsigned>(side.farthest(box.min, box.max) < side.d);
        }
        return behind == 0;
    }

    std::optional<Tests> below(const Aabb& box, Tests tests) const {
        if (!finds(box, tests)) {
            return std::nullopt;
        }
        Tests crossed = 0;
        for (; tests != 0; tests &= tests - 1) {
            const Side& side = sides_[static_cast<std::size_t>(std::countr_zero(tests))];
            if (side.farthest(box.max, box.min) < side.d) {
                crossed |= tests & -tests;
            }
        }
        return crossed;
    }

private:
    struct Side {
        Vec3 n;
        double d = 0;
        // By axis: 1 if n points to larger coordinates, else 0.
        std::array<std::size_t, 3> is_up{};

        // How far the corner that lies farthest in front reaches along n. With low and high
        // exchanged: the corner that lies farthest behind.
        double farthest(const Vec3& low, const Vec3& high) const {
            const std::array corners{&low, &high};
            return dot(n, {corners[is_up[0]]->x, corners[is_up[1]]->y, corners[is_up[2]]->z});
        }
    };
    std::array<Side, 5> sides_;
};

// Where the segment from `from` to `to` enters the box; nullopt if it does not meet it.
std::optional<double> entry(const Aabb& box, const Vec3& from, const Vec3& to) {
    double first = 0;
    double last = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double way = to[axis] - from[axis];
        const double low = box.min[axis] - from[axis];
        const double high = box.max[axis] - from[axis];
        if (way == 0) {
            if (low > 0 || high < 0) {
                return std::nullopt;
            }
            continue;
        }
        first = std::max(first, (way > 0 ? low : high) / way);
        last = std::min(last, (way > 0 ? high : low) / way);
    }
    return first <= last ? std::optional(first) : std::nullopt;
}

struct SegmentTest {
    const Vec3& from;
    const Vec3& to;

    static constexpr Tests kAll = 1;

    bool finds(const Aabb& box, Tests /*tests*/) const { return entry(box, from, to).has_value(); }

    std::optional<Tests> below(const Aabb& box, Tests tests) const {
        return finds(box, tests) ? std::optional(kAll) : std::nullopt;
    }
};

bool are_near(const Aabb& a, const Aabb& b, double margin) {
    return a.min.x - b.max.x <= margin && b.min.x - a.max.x <= margin &&
           a.min.y - b.max.y <= margin && b.min.y - a.max.y <= margin &&
           a.min.z - b.max.z <= margin && b.min.z - a.max.z <= margin;
}

}  // namespace

class Octree::Search {
public:
    Search(const Octree& tree, ObjectMask mask) : tree_(tree), mask_(mask) {}

    // Calls found(index, passes) for each object whose node passes, with its index in the lists of
    // all nodes and with whether it passes itself.
    template <class Test, class Found>
    void visit(const Test& test, const Found& found) const {
        std::array<Entry, kStackSize> stack;
        stack[0] = {kRoot, Test::kAll};
        std::size_t size = root_count();
        std::array<Entry, kMaxWaiting> waiting;
        std::size_t waiting_size = 0;
        const auto visit_objects = [&] {
            for (const auto [number, tests] : std::span(waiting).first(waiting_size)) {
                const Node& node = tree_.nodes_[number];
                for (std::uint32_t i = node.first; i < node.first + node.size; ++i) {
                    found(i, tests == 0 || test.finds(tree_.boxes_[i], tests));
                }
            }
            waiting_size = 0;
        };
        while (size > 0) {
            auto [number, tests] = stack[--size];
            const Node& node = tree_.nodes_[number];
            if (tests != 0 && number != kRoot) {
                const std::optional<Tests> left = test.below(node.loose_box(), tests);
                if (!left) {
                    continue;
                }
                tests = *left;
            }
            if (node.size > 0) {
                fetch(node, tests);
                waiting[waiting_size++] = {number, tests};
                if (waiting_size == kMaxWaiting) {
                    visit_objects();
                }
            }
            if (node.is_leaf()) {
                continue;
            }
            for (const std::uint32_t child : node.children) {
                if (child != kNone) {
                    assert(size < kStackSize);
                    __builtin_prefetch(&tree_.nodes_[child]);
                    stack[size++] = {child, tests};
                }
            }
        }
        visit_objects();
    }

    // True if the mask does not skip the object.
    bool is_wanted(ObjectId id) const {
        return id.value >= tree_.masks_.size() || (tree_.masks_[id.value] & mask_) != 0;
    }

    // The objects that pass, by id.
    template <class Test>
    AnswerList<ObjectId> ids(const Test& test, QueryScratch& scratch) const {
        auto answer = AnswerWriter::take<ObjectId>(scratch);
        std::vector<ObjectId>& list = AnswerWriter::list(answer);
        list.resize(std::max(list.size(), tree_.size() + 1));
        ObjectId* const first = list.data();
        ObjectId* end = first;
        visit(test, [&](std::uint32_t i, bool passes) {
            *end = id_of(i);  // the next one takes its place, unless it passes
            end += static_cast<std::size_t>(passes);
        });
        if (!tree_.masks_.empty()) {
            end = std::remove_if(first, end, [&](ObjectId id) { return !is_wanted(id); });
        }
        AnswerWriter::set_size(answer, static_cast<std::size_t>(end - first));
        sort(std::span(first, end), scratch.marks_);
        return answer;
    }

    // Pairs within a node and below it.
    void pairs_in(std::uint32_t number, double margin, std::vector<ObjectPair>& pairs) const {
        const Node& node = tree_.nodes_[number];
        for (std::uint32_t i = node.first; i < node.first + node.size; ++i) {
            for (std::uint32_t k = i + 1; k < node.first + node.size; ++k) {
                add_if_near(i, k, margin, pairs);
            }
        }
        if (node.is_leaf()) {
            return;
        }
        for (std::size_t i = 0; i < 8; ++i) {
            const std::uint32_t child = node.children[i];
            if (child == kNone) {
                continue;
            }
            pairs_in(child, margin, pairs);
            pairs_with(node, child, margin, pairs);
            for (std::size_t k = i + 1; k < 8; ++k) {
                if (node.children[k] != kNone) {
                    pairs_between(child, node.children[k], margin, pairs);
                }
            }
        }
    }

    ObjectId id_of(std::uint32_t index) const { return ObjectId(tree_.listed_[index]); }

private:
    struct Entry {
        std::uint32_t node;
        Tests tests;
    };

    // 0 if no object can be found.
    std::size_t root_count() const { return tree_.nodes_.empty() || mask_ == 0 ? 0 : 1; }

    // Asks for what the tests of a node's objects will read.
    void fetch(const Node& node, Tests tests) const {
        if (tests == 0) {
            __builtin_prefetch(&tree_.listed_[node.first]);
            return;
        }
        const auto* const boxes = reinterpret_cast<const std::byte*>(&tree_.boxes_[node.first]);
        for (std::size_t at = 0; at < node.size * sizeof(Aabb); at += kCacheLine) {
            __builtin_prefetch(boxes + at);
        }
    }

    // a and b are indices in the lists.
    void add_if_near(std::uint32_t a,
                     std::uint32_t b,
                     double margin,
                     std::vector<ObjectPair>& pairs) const {
        if (are_near(tree_.boxes_[a], tree_.boxes_[b], margin)) {
            add_pair(a, b, pairs);
        }
    }

    // Few boxes are near one another: with this function inside of the loops they take a fifth
    // more.
    [[gnu::noinline]] void add_pair(std::uint32_t a,
                                    std::uint32_t b,
                                    std::vector<ObjectPair>& pairs) const {
        const auto [low, high] = std::minmax({id_of(a), id_of(b)});
        if (is_wanted(low) && is_wanted(high)) {
            pairs.push_back({low, high});
        }
    }

    // Pairs of an object in a node's own list and one below another node.
    void pairs_with(const Node& node,
                    std::uint32_t below,
                    double margin,
                    std::vector<ObjectPair>& pairs) const {
        for (std::uint32_t i = node.first; i < node.first + node.size; ++i) {
            pairs_of(i, below, margin, pairs);
        }
    }

    // Pairs of an object, by its index in the lists, and one below a node.
    void pairs_of(std::uint32_t index,
                  std::uint32_t number,
                  double margin,
                  std::vector<ObjectPair>& pairs) const {
        const Node& node = tree_.nodes_[number];
        if (!are_near(tree_.boxes_[index], node.loose_box(), margin)) {
            return;
        }
        for (std::uint32_t i = node.first; i < node.first + node.size; ++i) {
            add_if_near(index, i, margin, pairs);
        }
        if (!node.is_leaf()) {
            for (const std::uint32_t child : node.children) {
                if (child != kNone) {
                    pairs_of(index, child, margin, pairs);
                }
            }
        }
    }

    // Pairs of an object below a and one below b. Neither node is below the other one.
    void pairs_between(std::uint32_t a,
                       std::uint32_t b,
                       double margin,
                       std::vector<ObjectPair>& pairs) const {
        const Node* large = &tree_.nodes_[a];
        const Node* small = &tree_.nodes_[b];
        if (!are_near(large->loose_box(), small->loose_box(), margin)) {
            return;
        }
        if (large->is_leaf() || (!small->is_leaf() && large->half < small->half)) {
            std::swap(a, b);
            std::swap(large, small);
        }
        pairs_with(*large, b, margin, pairs);
        if (!large->is_leaf()) {
            for (const std::uint32_t child : large->children) {
                if (child != kNone) {
                    pairs_between(child, b, margin, pairs);
                }
            }
        }
    }

    // By id. Few are sorted; many are marked in a row of bits, which is then read.
    void sort(std::span<ObjectId> ids, std::vector<std::uint64_t>& marks) const {
        const std::size_t words = (tree_.objects_.size() + 63) / 64;
        if (ids.size() < words / 4) {
            std::ranges::sort(ids);
            return;
        }
        marks.resize(std::max(marks.size(), words));
        for (const ObjectId id : ids) {
            marks[id.value / 64] |= std::uint64_t{1} << (id.value % 64);
        }
        auto next = ids.begin();
        for (std::size_t word = 0; word < words; ++word) {
            for (std::uint64_t left = marks[word]; left != 0; left &= left - 1) {
                *next++ = ObjectId(static_cast<std::uint32_t>(64 * word) +
                                   static_cast<std::uint32_t>(std::countr_zero(left)));
            }
            marks[word] = 0;
        }
    }

    const Octree& tree_;
    ObjectMask mask_;
};

AnswerList<ObjectId> Octree::in_box(const Aabb& box, QueryScratch& scratch, ObjectMask mask) const {
    return Search(*this, has_points(box) ? mask : 0).ids(BoxTest{box}, scratch);
}

AnswerList<ObjectId> Octree::in_sphere(const Vec3& centre,
                                       double radius,
                                       QueryScratch& scratch,
                                       ObjectMask mask) const {
    assert(radius >= 0);
    return Search(*this, mask).ids(SphereTest{centre, radius}, scratch);
}

AnswerList<ObjectId> Octree::in_view(const Frustum& frustum,
                                     QueryScratch& scratch,
                                     ObjectMask mask) const {
    return Search(*this, mask).ids(ViewTest{frustum}, scratch);
}

AnswerList<ObjectHit> Octree::on_segment(const Vec3& from,
                                         const Vec3& to,
                                         QueryScratch& scratch,
                                         ObjectMask mask) const {
    return AnswerWriter::filled<ObjectHit>(scratch, [&](std::vector<ObjectHit>& hits) {
        const Search search(*this, mask);
        search.visit(SegmentTest{from, to}, [&](std::uint32_t i, bool passes) {
            if (passes && search.is_wanted(search.id_of(i))) {
                hits.push_back({search.id_of(i), *entry(boxes_[i], from, to)});
            }
        });
        std::ranges::sort(hits, [](const ObjectHit& a, const ObjectHit& b) {
            return a.fraction != b.fraction ? a.fraction < b.fraction : a.id < b.id;
        });
    });
}

AnswerList<ObjectPair> Octree::near_pairs(double margin,
                                          QueryScratch& scratch,
                                          ObjectMask mask) const {
    assert(margin >= 0);
    return AnswerWriter::filled<ObjectPair>(scratch, [&](std::vector<ObjectPair>& pairs) {
        if (!nodes_.empty() && mask != 0) {
            Search(*this, mask).pairs_in(kRoot, margin, pairs);
        }
        std::ranges::sort(pairs);
    });
}

}  // namespace halfspace
