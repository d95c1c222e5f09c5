// SPDX-License-Identifier: MIT
#include "compile/tree_builder.h"

#include "halfspace/base/progress.h"
#include "halfspace/level/records.h"
#include "halfspace/tasks/parallel_for.h"

#include "compile/cell_contents.h"
#include "compile/splitter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// Boxes this far from a plane [grid steps] are on its side without further questions: far above
// the rounding of their doubles.
constexpr double kBoxMargin = 0x1p-16;

std::int64_t floor_to(double value, std::int64_t step) {
    return static_cast<std::int64_t>(std::floor(value / static_cast<double>(step))) * step;
}

bool is_cancelled(const CompileOptions& options) {
    return options.progress != nullptr && options.progress->cancel.load(std::memory_order_relaxed);
}

// A subtree while it is built: a leaf, or a node of a list.
struct Branch {
    std::int32_t node = -1;  // -1: a leaf
    CellContents contents = {};

    bool is_leaf() const { return node < 0; }
};

struct BuildNode {
    PlaneId plane;
    Branch child[2];
    std::vector<Fragment> faces;  // drawn, in the node's plane
    std::vector<NodeContact> contacts;
};

// What is left to divide: a cell, the fragments in its interior and the volumes that may reach
// into it.
struct Work {
    Polyhedron cell;
    std::vector<Fragment> fragments;
    std::vector<std::uint32_t> volumes;
};

struct Division {
    Work child[2];
    std::vector<Fragment> faces;        // those in the splitter that are drawn
    std::vector<NodeContact> contacts;  // of those that are touched
};

struct SideOfBox {
    bool front;  // may reach in front
    bool back;
};

// Divides works over one set of volumes; one object per thread.
class Divider {
public:
    Divider(std::span<const BodyVolume> volumes, const PlaneTable& planes)
        : volumes_(volumes), predicates_(planes) {}

    std::uint64_t splits() const { return splits_; }
    const SideCounters& counters() const { return predicates_.counters(); }

    CellContents contents(const Work& work) {
        return contents_of_cell(work.cell, volumes_, work.volumes, predicates_);
    }

    // REQUIRES: the plane (even) runs through the interior of the cell.
    Division divide(Work work, PlaneId plane) {
        Division result;
        PolyhedronSplit cells = split(work.cell, plane, predicates_);
        result.child[0].cell = *std::move(cells.front);
        result.child[1].cell = *std::move(cells.back);
        for (Fragment& fragment : work.fragments) {
            divide_fragment(std::move(fragment), plane, result);
        }
        divide_volumes(work.volumes, plane, result);
        std::sort(result.contacts.begin(), result.contacts.end());
        const auto repeated = std::unique(result.contacts.begin(), result.contacts.end());
        result.contacts.erase(repeated, result.contacts.end());
        return result;
    }

private:
    // The sides of a box that are certain; nothing is certain of one that comes near the plane.
    static SideOfBox side_of_box(const Vec3& centre,
                                 const Vec3& half,
                                 const PlaneTable::Filter& plane) {
        const double middle =
            plane.n[0] * centre.x + plane.n[1] * centre.y + plane.n[2] * centre.z - plane.d;
        const double reach = std::fabs(plane.n[0]) * half.x + std::fabs(plane.n[1]) * half.y +
                             std::fabs(plane.n[2]) * half.z;
        return {middle + reach > -kBoxMargin, middle - reach < kBoxMargin};
    }

    void divide_fragment(Fragment fragment, PlaneId plane, Division& result) {
        if (fragment.polygon.plane.pair() == plane.pair()) {
            if (!fragment.is_hint) {
                result.contacts.push_back(contact_of(fragment));
            }
            if (fragment.is_drawn) {
                result.faces.push_back(std::move(fragment));
            }
            return;
        }
        const SideOfBox sides =
            side_of_box(fragment.centre, fragment.half, predicates_.planes().filter(plane));
        if (sides.front != sides.back) {
            result.child[sides.front ? 0 : 1].fragments.push_back(std::move(fragment));
            return;
        }
        PolygonSplit pieces = split(std::move(fragment.polygon), plane, predicates_);
        const bool is_cut = pieces.front && pieces.back;
        splits_ += is_cut ? 1 : 0;
        for (const int c : {0, 1}) {
            std::optional<Polygon>& polygon = c == 0 ? pieces.front : pieces.back;
            if (!polygon) {
                continue;
            }
            Fragment piece = fragment;  // its polygon is moved away
            piece.polygon = *std::move(polygon);
            if (is_cut) {
                update_box(piece);
            }
            result.child[c].fragments.push_back(std::move(piece));
        }
    }

    NodeContact contact_of(const Fragment& fragment) const {
        const BodyVolume& volume = volumes_[fragment.brush];
        const BodyVolume::Side& side = volume.sides[fragment.side];
        return {volume.brush,
                side.side,
                volume.space | (fragment.polygon.plane.is_flipped() ? kContactTurned : 0) |
                    (side.is_bevel ? kContactBevel : 0)};
    }

    void divide_volumes(const std::vector<std::uint32_t>& list, PlaneId plane, Division& result) {
        const Aabb boxes[2] = {bounds(result.child[0].cell), bounds(result.child[1].cell)};
        for (const std::uint32_t v : list) {
            const SideOfBox sides = sides_of_volume(volumes_[v], plane);
            if (sides.front && touch(boxes[0], volumes_[v].bounds)) {
                result.child[0].volumes.push_back(v);
            }
            if (sides.back && touch(boxes[1], volumes_[v].bounds)) {
                result.child[1].volumes.push_back(v);
            }
        }
    }

    SideOfBox sides_of_volume(const BodyVolume& volume, PlaneId plane) {
        const Aabb& box = volume.bounds;
        const SideOfBox certain = side_of_box((box.min + box.max) * 0.5,
                                              (box.max - box.min) * 0.5,
                                              predicates_.planes().filter(plane));
        if (certain.front != certain.back) {
            return certain;
        }
        SideOfBox sides{false, false};
        for (const ExactPoint& point : volume.solid.points) {
            const Side side = predicates_.side(point, plane);
            sides.front = sides.front || side == Side::Front;
            sides.back = sides.back || side == Side::Back;
            if (sides.front && sides.back) {
                break;
            }
        }
        return sides;
    }

    std::span<const BodyVolume> volumes_;
    Predicates predicates_;
    std::uint64_t splits_ = 0;
};

// The tree below one cell of the fixed grid.
class BlockBuilder {
public:
    BlockBuilder(std::span<const BodyVolume> volumes,
                 const PlaneTable& planes,
                 std::int64_t relief_spacing,
                 const CompileOptions& options)
        : divider_(volumes, planes),
          planes_(&planes),
          relief_spacing_(relief_spacing),
          options_(&options) {}

    // depth: nodes above.
    Branch build_block(Work work, std::uint32_t depth) { return build(std::move(work), depth); }
    bool is_too_deep() const { return is_too_deep_; }

    std::vector<BuildNode> take_nodes() { return std::move(nodes_); }
    const Divider& divider() const { return divider_; }

private:
    // REQUIRES: there are fragments.
    PlaneId choose(const Work& work) const {
        std::vector<const Fragment*> fragments;
        std::vector<PlaneId> eligible;
        for (const Fragment& fragment : work.fragments) {
            fragments.push_back(&fragment);
            eligible.push_back(fragment.polygon.plane);
        }
        std::vector<PlaneId> relief;
        if (relief_spacing_ > 0 && fragments.size() >= kFewestFragmentsForRelief) {
            relief = relief_planes(work.cell, fragments, relief_spacing_, *planes_);
        }
        return *choose_splitter(work.cell, fragments, eligible, relief, *planes_, *options_);
    }

    Branch build(Work work, std::uint32_t depth) {
        const bool is_deep = depth >= std::uint32_t{kMaxTreeDepth} && !work.fragments.empty();
        is_too_deep_ = is_too_deep_ || is_deep;
        if (work.fragments.empty() || is_too_deep_ || is_cancelled(*options_)) {
            return {-1, divider_.contents(work)};
        }
        const PlaneId plane = choose(work);
        const bool is_hint = std::any_of(
            work.fragments.begin(), work.fragments.end(), [&](const Fragment& fragment) {
                return fragment.is_hint && fragment.polygon.plane.pair() == plane.pair();
            });
        Division division = divider_.divide(std::move(work), plane);
        BuildNode node;
        node.plane = plane;
        node.faces = std::move(division.faces);
        node.contacts = std::move(division.contacts);
        for (const int c : {0, 1}) {
            node.child[c] = build(std::move(division.child[c]), depth + 1);
        }
        const bool is_needless = node.child[0].is_leaf() && node.child[1].is_leaf() &&
                                 node.child[0].contents == node.child[1].contents && !is_hint;
        if (is_needless) {
            return node.child[0];
        }
        nodes_.push_back(std::move(node));
        return {static_cast<std::int32_t>(nodes_.size() - 1), {}};
    }

    Divider divider_;
    const PlaneTable* planes_;
    std::int64_t relief_spacing_;
    const CompileOptions* options_;
    std::vector<BuildNode> nodes_;
    bool is_too_deep_ = false;
};

// A range of blocks of the fixed grid: boundaries [first, last) run through it.
struct BlockRange {
    std::size_t first[3];
    std::size_t last[3];
};

class TreeBuilder {
public:
    TreeBuilder(std::span<const BodyVolume> volumes,
                const TreeSpace& space,
                const PlaneTable& planes,
                const CompileOptions& options)
        : volumes_(volumes),
          space_(&space),
          planes_(&planes),
          options_(&options),
          top_(volumes, planes) {}

    std::optional<BuiltTree> run(const Polyhedron& cell, std::vector<Fragment> fragments) {
        Work work{cell, std::move(fragments), {}};
        for (std::uint32_t v = 0; v < volumes_.size(); ++v) {
            work.volumes.push_back(v);
        }
        BlockRange range{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            range.last[axis] = space_->boundaries[axis].size();
        }
        const TopBranch root = divide_top(std::move(work), range, 0);
        build_blocks();
        if (options_->progress != nullptr && options_->progress->cancel) {
            return std::nullopt;
        }
        number(finish(root));
        result_.blocks = blocks_.size();
        result_.splits += top_.splits();
        result_.counters += top_.counters();
        return std::move(result_);
    }

private:
    // Above the blocks: a node, a block, or a leaf.
    struct TopBranch {
        std::int32_t node = -1;
        std::int32_t block = -1;
        CellContents contents = {};
    };
    struct TopNode {
        PlaneId plane;
        TopBranch child[2];
        std::vector<Fragment> faces;
        std::vector<NodeContact> contacts;
    };
    struct Block {
        Work work;
        std::uint32_t depth = 0;  // nodes above
        Branch root;
        std::vector<BuildNode> nodes;
        std::uint64_t splits = 0;
        SideCounters counters;
        bool is_too_deep = false;
    };

    TopBranch divide_top(Work work, BlockRange range, std::uint32_t depth) {
        if (work.fragments.empty() || is_cancelled(*options_)) {
            return {-1, -1, top_.contents(work)};
        }
        std::size_t axis = 0;
        for (const std::size_t other : {1, 2}) {
            if (range.last[other] - range.first[other] > range.last[axis] - range.first[axis]) {
                axis = other;
            }
        }
        if (range.first[axis] == range.last[axis]) {
            blocks_.push_back({std::move(work), depth, {}, {}, 0, {}, false});
            return {-1, static_cast<std::int32_t>(blocks_.size() - 1), {}};
        }
        const std::size_t middle = (range.first[axis] + range.last[axis]) / 2;
        ExactPlane plane;
        plane.n[axis] = 1;
        plane.d = space_->boundaries[axis][middle];
        TopNode node;
        node.plane = *planes_->find(plane);
        BlockRange above = range;
        BlockRange below = range;
        above.first[axis] = middle + 1;
        below.last[axis] = middle;
        Division division = top_.divide(std::move(work), node.plane);
        node.faces = std::move(division.faces);
        node.contacts = std::move(division.contacts);
        node.child[0] = divide_top(std::move(division.child[0]), above, depth + 1);
        node.child[1] = divide_top(std::move(division.child[1]), below, depth + 1);
        top_nodes_.push_back(std::move(node));
        return {static_cast<std::int32_t>(top_nodes_.size() - 1), -1, {}};
    }

    void build_blocks() {
        const auto build = [&](std::size_t i) {
            Block& block = blocks_[i];
            BlockBuilder builder(volumes_, *planes_, space_->relief_spacing, *options_);
            block.root = builder.build_block(std::move(block.work), block.depth);
            block.is_too_deep = builder.is_too_deep();
            block.nodes = builder.take_nodes();
            block.splits = builder.divider().splits();
            block.counters = builder.divider().counters();
        };
        parallel_for(blocks_.size(), options_->threads, build, [&](std::size_t done) {
            if (options_->progress != nullptr && options_->progress->report) {
                options_->progress->report(
                    "tree", static_cast<double>(done) / static_cast<double>(blocks_.size()));
            }
        });
        for (const Block& block : blocks_) {
            result_.splits += block.splits;
            result_.is_too_deep = result_.is_too_deep || block.is_too_deep;
            result_.counters += block.counters;
        }
    }

    // Joins the blocks' nodes and the top into one list.
    Branch finish(const TopBranch& branch) {
        if (branch.block >= 0) {
            Block& block = blocks_[static_cast<std::size_t>(branch.block)];
            const auto offset = static_cast<std::int32_t>(nodes_.size());
            for (BuildNode& node : block.nodes) {
                for (Branch& child : node.child) {
                    child.node += child.is_leaf() ? 0 : offset;
                }
                nodes_.push_back(std::move(node));
            }
            Branch root = block.root;
            root.node += root.is_leaf() ? 0 : offset;
            return root;
        }
        if (branch.node < 0) {
            return {-1, branch.contents};
        }
        TopNode& top = top_nodes_[static_cast<std::size_t>(branch.node)];
        BuildNode node;
        node.plane = top.plane;
        node.faces = std::move(top.faces);
        node.contacts = std::move(top.contacts);
        node.child[0] = finish(top.child[0]);
        node.child[1] = finish(top.child[1]);
        if (node.child[0].is_leaf() && node.child[1].is_leaf() &&
            node.child[0].contents == node.child[1].contents) {
            return node.child[0];
        }
        nodes_.push_back(std::move(node));
        return {static_cast<std::int32_t>(nodes_.size() - 1), {}};
    }

    void number(const Branch& root) { result_.root = number(root, 0); }

    // Depth first, front before back.
    std::int32_t number(const Branch& branch, std::uint32_t depth) {
        result_.depth = std::max(result_.depth, depth);
        if (branch.is_leaf()) {
            result_.leaves.push_back({branch.contents});
            return -static_cast<std::int32_t>(result_.leaves.size());
        }
        BuildNode& node = nodes_[static_cast<std::size_t>(branch.node)];
        const auto index = static_cast<std::uint32_t>(result_.nodes.size());
        result_.nodes.push_back(
            {node.plane, {0, 0}, static_cast<std::uint32_t>(result_.contacts.size())});
        result_.contacts.insert(result_.contacts.end(), node.contacts.begin(), node.contacts.end());
        for (Fragment& face : node.faces) {
            result_.faces.push_back({std::move(face), index});
        }
        for (const int c : {0, 1}) {
            const std::int32_t child = number(node.child[c], depth + 1);
            result_.nodes[index].child[c] = child;
        }
        return static_cast<std::int32_t>(index);
    }

    std::span<const BodyVolume> volumes_;
    const TreeSpace* space_;
    const PlaneTable* planes_;
    const CompileOptions* options_;
    Divider top_;
    std::vector<TopNode> top_nodes_;
    std::vector<Block> blocks_;
    std::vector<BuildNode> nodes_;
    BuiltTree result_;
};

}  // namespace

TreeSpace make_space(Aabb box, std::int64_t block_size, std::int64_t margin, PlaneTable& planes) {
    if (is_empty(box)) {
        box = {{0, 0, 0}, {0, 0, 0}};
    }
    // Blocks grow where the world is so wide that their number would.
    constexpr double kMostBlocks = 64;  // along an axis
    std::int64_t step = block_size > 0 ? block_size : margin;
    const Vec3 size = box.max - box.min;
    while (block_size > 0 &&
           std::max({size.x, size.y, size.z}) > kMostBlocks * static_cast<double>(step)) {
        step *= 2;
    }
    const double room = static_cast<double>(margin);
    const std::array<double, 3> low{box.min.x, box.min.y, box.min.z};
    const std::array<double, 3> high{box.max.x, box.max.y, box.max.z};
    TreeSpace space;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        space.box.min[axis] = std::max(floor_to(low[axis] - room, step), -kMaxCoordinate);
        space.box.max[axis] = std::min(-floor_to(-high[axis] - room, step), kMaxCoordinate);
        for (std::int64_t at = space.box.min[axis] + step;
             block_size > 0 && at < space.box.max[axis];
             at += step) {
            space.boundaries[axis].push_back(at);
            ExactPlane plane;
            plane.n[axis] = 1;
            plane.d = at;
            planes.intern(plane);
        }
    }
    return space;
}

void add_relief_planes(TreeSpace& space, PlaneTable& planes) {
    // At least this many along the longest side of the box, so that some lie in every model.
    constexpr std::int64_t kFewestPlanes = 256;
    std::int64_t longest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        longest = std::max(longest, space.box.max[axis] - space.box.min[axis]);
    }
    space.relief_spacing = 1;
    while (space.relief_spacing * 2 * kFewestPlanes <= longest) {
        space.relief_spacing *= 2;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ExactPlane plane;
        plane.n[axis] = 1;
        for (std::int64_t at =
                 floor_to(static_cast<double>(space.box.min[axis]), space.relief_spacing);
             at < space.box.max[axis];
             at += space.relief_spacing) {
            plane.d = at;
            planes.intern(plane);
        }
    }
}

std::optional<BuiltTree> build_tree(std::span<const BodyVolume> volumes,
                                    std::vector<Fragment> fragments,
                                    const TreeSpace& space,
                                    const Polyhedron& cell,
                                    const PlaneTable& planes,
                                    const CompileOptions& options) {
    return TreeBuilder(volumes, space, planes, options).run(cell, std::move(fragments));
}

}  // namespace halfspace
