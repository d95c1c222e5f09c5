// SPDX-License-Identifier: MIT
#include "halfspace/query/model_order.h"

#include "halfspace/query/visible_faces.h"

#include "level/shared/record_box.h"
#include "query/fan.h"
#include "query/order/draw_parents.h"
#include "query/order/piece_cutter.h"
#include "query/placed_frames.h"
#include "query/walk/descent.h"

#include <algorithm>
#include <cassert>
#include <compare>
#include <utility>

namespace halfspace {
namespace {

// crossed_planes takes boxes within these coordinates [map units].
constexpr double kMaxCoordinate = 0x1p27;

}  // namespace

// The pieces of all models go down the world's tree. If pieces of several models come to one leaf,
// the pieces of the others go down the tree of the first model there, and so on. One stack of tasks
// holds all that is still to do.
class ModelOrder::Sorter {
public:
    void sort(const PlacedLevel& here,
              const Vec3& eye,
              DrawOrder order,
              const Frustum* frustum,
              const VisibleFaces* visible);

    const std::vector<DrawItem>& items() const { return items_; }
    const PieceCutter& cutter() const { return cutter_; }
    const std::vector<PlacedModel>& models() const { return models_; }

private:
    // A piece of a tree's own model.
    struct OwnPiece {
        std::uint32_t node = 0;  // the draw node in whose plane the piece's face lies
        std::uint32_t piece = 0;
        friend auto operator<=>(const OwnPiece&, const OwnPiece&) = default;
    };
    // The tree of a placed model, or of the world. It serves one cell at a time.
    struct Tree {
        const Transform* transform = nullptr;  // null: the world's
        Vec3 eye;                              // in the tree's frame
        double bound = 0;                      // filter_bound_at(eye)
        // While pieces of other models go down the tree: the pieces of the tree's own model in the
        // same cell, sorted by node.
        std::vector<OwnPiece> own;
        // The nodes of these pieces and all nodes above them, ascending.
        std::vector<std::uint32_t> above;
    };

    // What is still to do. Subtree: go through the subtree at `child` with pieces of other models.
    // Plane: draw what lies in the plane of the node `child`.
    struct Task {
        enum class Kind : std::uint8_t { Subtree, Plane };
        Kind kind = Kind::Subtree;
        Side side = Side::On;         // of the eye
        WalkChild child = kWalkLeaf;  // of a draw tree
        std::uint32_t tree = 0;       // into trees_
        PieceList pieces;
    };

    std::uint32_t add_tree(ModelId model, const Transform* transform);
    void add_faces(std::uint32_t placed);
    bool is_left_out(const PlacedModel& model) const;
    bool is_outside(std::uint32_t piece) const;
    void go_through(Task task);
    void split_at_node(Task task);
    void draw_plane(const Task& task);
    void draw_world_plane(const Task& task);
    void draw_own(const Task& task);
    void begin_group(PieceList pieces);
    void find_above(Tree& tree);
    bool is_drawn_below(std::uint32_t tree, WalkChild child) const;
    std::uint32_t node_of_piece(std::uint32_t piece) const;
    void draw_sorted(PieceList& pieces);
    void add_run(std::uint32_t first, std::uint32_t count);
    PieceList take_list();
    void give_back(PieceList list);

    const Level* level_ = nullptr;
    std::vector<PlacedModel> models_;
    Vec3 eye_;
    DrawOrder order_ = DrawOrder::BackToFront;
    const Frustum* frustum_ = nullptr;
    const VisibleFaces* visible_ = nullptr;

    PieceCutter cutter_;
    std::vector<DrawItem> items_;
    std::vector<Tree> trees_;  // the world's, then one for each placed model
    std::size_t tree_count_ = 0;
    std::vector<Task> tasks_;
    std::vector<PieceList> spare_;
    std::vector<std::uint32_t> parents_;  // of all draw nodes, where they are known; kNone: a root
};

PieceList ModelOrder::Sorter::take_list() {
    if (spare_.empty()) {
        return {};
    }
    PieceList list = std::move(spare_.back());
    spare_.pop_back();
    list.clear();
    return list;
}

void ModelOrder::Sorter::give_back(PieceList list) {
    spare_.push_back(std::move(list));
}

// Reuses a tree of the last sort, with its memory.
std::uint32_t ModelOrder::Sorter::add_tree(ModelId model, const Transform* transform) {
    assert(model.value < level_->models().size());
    const ModelRecord& record = level_->models()[model.value];
    if (tree_count_ == trees_.size()) {
        trees_.emplace_back();
    }
    Tree& tree = trees_[tree_count_];
    tree.transform = transform;
    tree.eye = transform == nullptr ? eye_ : to_local(*transform, eye_);
    assert(is_finite(tree.eye));
    tree.bound = filter_bound_at(*level_, record, tree.eye);
    return static_cast<std::uint32_t>(tree_count_++);
}

// True if the model has no faces, or none that is in the frustum and may be seen, as the box around
// them tells.
bool ModelOrder::Sorter::is_left_out(const PlacedModel& model) const {
    const WalkChild root = level_->models()[model.model.value].draw_root;
    if (is_leaf(root)) {
        return true;
    }
    const Aabb box = box_to_world(model.transform, box_of(level_->node_faces()[node_index(root)]));
    if (visible_ != nullptr && !visible_->may_see_box(box)) {
        return true;
    }
    if (frustum_ == nullptr) {
        return false;
    }
    const Vec3 far = max(box.max, -box.min);
    const bool is_in_reach = std::max({far.x, far.y, far.z}) <= kMaxCoordinate;
    return is_in_reach && !crossed_planes(*frustum_, kAllFrustumPlanes, box.min, box.max);
}

bool ModelOrder::Sorter::is_outside(std::uint32_t piece) const {
    if (frustum_ == nullptr) {
        return false;
    }
    const FacePiece& record = cutter_.pieces()[piece];
    const std::span<const FaceVertex> corners =
        cutter_.vertices().subspan(record.first_vertex, record.vertex_count);
    return std::any_of(frustum_->planes.begin(), frustum_->planes.end(), [&](const Plane& plane) {
        return std::all_of(corners.begin(), corners.end(), [&](const FaceVertex& corner) {
            return dot(plane.n, corner.point) < plane.d;
        });
    });
}

// Adds the faces of a model that look to the eye, in the model's own order.
void ModelOrder::Sorter::add_faces(std::uint32_t placed) {
    const PlacedModel& model = models_[placed];
    const std::uint32_t tree = add_tree(model.model, &model.transform);
    if (is_left_out(model)) {
        return;
    }
    PieceList& pieces = tasks_.front().pieces;
    FaceOrder faces(*level_, trees_[tree].eye, order_, nullptr, model.model);
    while (const std::optional<FaceRun> run = faces.next()) {
        for (std::uint32_t f = run->first; f < run->first + run->count; ++f) {
            const std::uint32_t piece = cutter_.add(*level_, f, placed, model.transform);
            if (!is_outside(piece)) {
                pieces.push_back(piece);
            }
        }
    }
}

void ModelOrder::Sorter::sort(const PlacedLevel& here,
                              const Vec3& eye,
                              DrawOrder order,
                              const Frustum* frustum,
                              const VisibleFaces* visible) {
    assert(is_finite(eye));
    const Level& level = here.level;
    level_ = &level;
    models_.clear();
    any_model(here, AllOfThem{}, [&](ModelId model, const Transform& transform) {
        models_.push_back({model, transform});
        return false;
    });
    eye_ = eye;
    order_ = order;
    frustum_ = frustum;
    visible_ = visible;
    cutter_.clear();
    items_.clear();
    tasks_.clear();  // not empty after a sort that ran out of memory
    tree_count_ = 0;
    parents_.clear();
    add_tree(kWorldModel, nullptr);
    Task whole;
    whole.child = level.models()[0].draw_root;
    whole.pieces = take_list();
    tasks_.push_back(std::move(whole));
    for (std::uint32_t placed = 0; placed < models_.size(); ++placed) {
        add_faces(placed);
    }
    while (!tasks_.empty()) {
        Task task = std::move(tasks_.back());
        tasks_.pop_back();
        if (task.kind == Task::Kind::Plane) {
            draw_plane(task);
        } else {
            go_through(std::move(task));
        }
    }
}

// True if something of the tree's model is drawn in the subtree: pieces, or faces of the world. In
// the world's tree every subtree has faces.
bool ModelOrder::Sorter::is_drawn_below(std::uint32_t tree, WalkChild child) const {
    if (is_leaf(child)) {
        return false;
    }
    if (tree == 0) {
        return visible_ == nullptr || visible_->has_node(node_index(child));
    }
    const std::vector<std::uint32_t>& above = trees_[tree].above;
    return std::binary_search(above.begin(), above.end(), node_index(child));
}

// The draw node in whose plane the piece's face lies. Draw nodes have their faces in order.
std::uint32_t ModelOrder::Sorter::node_of_piece(std::uint32_t piece) const {
    const std::span<const NodeFacesRecord> faces = level_->node_faces();
    const auto next = std::ranges::upper_bound(
        faces, cutter_.pieces()[piece].face, {}, &NodeFacesRecord::first_face);
    return static_cast<std::uint32_t>(next - faces.begin() - 1);
}

void ModelOrder::Sorter::go_through(Task task) {
    if (!is_drawn_below(task.tree, task.child)) {
        begin_group(std::move(task.pieces));
    } else if (task.pieces.empty() && task.tree == 0) {
        give_back(std::move(task.pieces));
        FaceOrder faces(
            *level_, eye_, order_, frustum_, visible_, trees_.front().bound, task.child);
        for_each_run(faces, [&](FaceRun run) { items_.push_back({run, kNone}); });
    } else {
        split_at_node(std::move(task));
    }
}

void ModelOrder::Sorter::split_at_node(Task task) {
    const WalkNodeRecord& node = level_->draw_nodes()[node_index(task.child)];
    const Tree& tree = trees_[task.tree];
    PieceList sides[2] = {take_list(), take_list()};
    if (!task.pieces.empty()) {
        Plane splitter = level_->plane(node);
        if (tree.transform != nullptr) {
            splitter = plane_to_world(*tree.transform, splitter);
        }
        cutter_.split(splitter, task.pieces, sides);
    }
    give_back(std::move(task.pieces));
    const Side side = node_side(*level_, node, tree.eye, tree.bound);
    const std::size_t near = side == Side::Back ? 1 : 0;
    const std::size_t first = order_ == DrawOrder::BackToFront ? 1 - near : near;
    Task subtree;
    subtree.tree = task.tree;
    Task plane = subtree;
    plane.kind = Task::Kind::Plane;
    plane.side = side;
    plane.child = task.child;
    Task second = subtree;
    second.child = node.child[1 - first];
    second.pieces = std::move(sides[1 - first]);
    subtree.child = node.child[first];
    subtree.pieces = std::move(sides[first]);
    tasks_.push_back(std::move(second));
    tasks_.push_back(std::move(plane));
    tasks_.push_back(std::move(subtree));
}

// Draws the faces [first, first + count) of the world, as far as they are marked.
void ModelOrder::Sorter::add_run(std::uint32_t first, std::uint32_t count) {
    const std::uint32_t end = first + count;
    while (first != end) {
        const FaceRun run =
            visible_ == nullptr ? FaceRun{first, count} : visible_->first_run(first, end);
        if (run.count != 0) {
            items_.push_back({run, kNone});
        }
        first = run.first + run.count;
    }
}

void ModelOrder::Sorter::draw_plane(const Task& task) {
    if (task.tree != 0) {
        draw_own(task);
    } else if (task.side != Side::On) {
        draw_world_plane(task);
    }
}

void ModelOrder::Sorter::draw_world_plane(const Task& task) {
    const NodeFacesRecord* const faces = &level_->node_faces()[node_index(task.child)];
    const std::uint32_t middle = first_opposite(*faces);
    FaceRun same{faces->first_face, middle - faces->first_face};
    FaceRun opposite{middle, faces[1].first_face - middle};
    if (task.side == Side::Back) {
        std::swap(same, opposite);
    }
    for (std::uint32_t f = opposite.first;
         (faces->first_opposite & kFacesTwoSided) != 0 && f < opposite.first + opposite.count;
         ++f) {
        if ((level_->faces()[f].flags & kFaceTwoSided) != 0) {
            add_run(f, 1);
        }
    }
    add_run(same.first, same.count);
}

// Draws the tree's own pieces in the plane of a node. They do not hide one another.
void ModelOrder::Sorter::draw_own(const Task& task) {
    const auto drawn = std::ranges::equal_range(
        trees_[task.tree].own, node_index(task.child), {}, &OwnPiece::node);
    for (const OwnPiece& own : drawn) {
        items_.push_back({{}, own.piece});
    }
}

// Draws pieces of one model, in the model's own order.
void ModelOrder::Sorter::draw_sorted(PieceList& pieces) {
    std::sort(pieces.begin(), pieces.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(cutter_.rank(a), a) < std::pair(cutter_.rank(b), b);
    });
    for (const std::uint32_t piece : pieces) {
        items_.push_back({{}, piece});
    }
}

// Draws pieces that share a convex cell in which nothing else is drawn.
void ModelOrder::Sorter::begin_group(PieceList pieces) {
    const auto placed = [&](std::uint32_t piece) { return cutter_.pieces()[piece].placed; };
    std::uint32_t first = kNone;
    std::uint32_t last = 0;
    for (const std::uint32_t piece : pieces) {
        first = std::min(first, placed(piece));
        last = std::max(last, placed(piece));
    }
    if (first == kNone || first == last) {
        draw_sorted(pieces);
        give_back(std::move(pieces));
        return;
    }
    Tree& tree = trees_[first + 1];
    tree.own.clear();
    Task task;
    task.tree = first + 1;
    task.child = level_->models()[models_[first].model.value].draw_root;
    task.pieces = take_list();
    for (const std::uint32_t piece : pieces) {
        if (placed(piece) == first) {
            tree.own.push_back({node_of_piece(piece), piece});
        } else {
            task.pieces.push_back(piece);
        }
    }
    give_back(std::move(pieces));
    find_above(tree);
    tasks_.push_back(std::move(task));
}

// Sorts the tree's own pieces by node and finds the nodes above them.
void ModelOrder::Sorter::find_above(Tree& tree) {
    std::sort(tree.own.begin(), tree.own.end());
    if (parents_.empty()) {
        find_draw_parents(*level_, parents_);
    }
    tree.above.clear();
    for (const OwnPiece& own : tree.own) {
        for (std::uint32_t n = own.node; n != kNone; n = parents_[n]) {
            tree.above.push_back(n);
        }
    }
    std::sort(tree.above.begin(), tree.above.end());
    tree.above.erase(std::unique(tree.above.begin(), tree.above.end()), tree.above.end());
}

ModelOrder::ModelOrder() : sorter_(std::make_unique<Sorter>()) {}
ModelOrder::~ModelOrder() = default;
ModelOrder::ModelOrder(ModelOrder&&) noexcept = default;
ModelOrder& ModelOrder::operator=(ModelOrder&&) noexcept = default;

void ModelOrder::sort(const PlacedLevel& here,
                      const Vec3& eye,
                      DrawOrder order,
                      const Frustum* frustum,
                      const VisibleFaces* visible) {
    sorter_->sort(here, eye, order, frustum, visible);
}

std::span<const DrawItem> ModelOrder::items() const {
    return sorter_->items();
}

std::span<const FacePiece> ModelOrder::pieces() const {
    return sorter_->cutter().pieces();
}

std::span<const FaceVertex> ModelOrder::vertices() const {
    return sorter_->cutter().vertices();
}

std::span<const PlacedModel> ModelOrder::models() const {
    return sorter_->models();
}

std::size_t write_triangles(const ModelOrder& order,
                            std::uint32_t piece,
                            std::span<std::uint32_t> indices) {
    assert(piece < order.pieces().size());
    const FacePiece& record = order.pieces()[piece];
    return write_fan(record.first_vertex, record.vertex_count, indices);
}

}  // namespace halfspace
