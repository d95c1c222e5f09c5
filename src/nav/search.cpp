// SPDX-License-Identifier: MIT
#include "nav/search.h"

#include "nav/contains.h"
#include "nav/flat.h"
#include "nav/heap.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// Two ways to a vertex count as equally long if rounding may be what makes them differ: a path of
// a thousand corners loses less.
constexpr double kRounding = 1 + 0x1p-42;

// True if p, which is on the line of a direction through the root, lies behind the root. Exact.
// REQUIRES: from and to differ.
bool is_behind(const Vec3& from, const Vec3& to, const Vec3& root, const Vec3& p) {
    if (std::abs(to.x - from.x) >= std::abs(to.y - from.y)) {
        return to.x > from.x ? p.x < root.x : p.x > root.x;
    }
    return to.y > from.y ? p.y < root.y : p.y > root.y;
}

bool holds(const std::vector<std::uint32_t>& list, std::uint32_t value) {
    return std::ranges::find(list, value) != list.end();
}

std::size_t hash_of(const SearchNode& node) {
    std::uint64_t h = node.root;
    for (const std::uint32_t word :
         {node.edge, node.right.from, node.right.to, node.left.from, node.left.to}) {
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29U;
    }
    return static_cast<std::size_t>(h);
}

bool are_alike(const SearchNode& a, const SearchNode& b) {
    return a.root == b.root && a.edge == b.edge && a.right == b.right && a.left == b.left;
}

}  // namespace

Search::Sides Search::sides_of(const SearchNode& node, const Vec3& p) const {
    const Vec3& root = point(node.root);
    // A bound is a ray from the root. What lies on its line behind the root is half a turn away
    // from it, so it is between the bounds as far as this one tells.
    const auto side = [&](const Bound& bound, int between) {
        if (bound.is_none()) {
            return between;
        }
        const Vec3& from = point(bound.from);
        const Vec3& to = point(bound.to);
        const int found = side_of(from, to, p);
        return found == 0 && is_behind(from, to, root, p) ? between : found;
    };
    return {side(node.right, 1), side(node.left, -1)};
}

void Search::hold(std::vector<std::uint32_t>& polygons, std::uint32_t first, const Vec3& p) const {
    polygons.assign(1, first);
    const auto add_beyond = [&](std::uint32_t e) {
        const std::uint32_t other = twin(e);
        if (other != kNone && !holds(polygons, mesh_.edges[other].polygon)) {
            polygons.push_back(mesh_.edges[other].polygon);
        }
    };
    for (std::size_t i = 0; i < polygons.size(); ++i) {
        const std::uint32_t polygon = polygons[i];
        for (std::uint32_t e = mesh_.first_edges[polygon]; e < mesh_.first_edges[polygon + 1];
             ++e) {
            if (side_of(mesh_.from(e), mesh_.to(e), p) <= 0 &&
                is_between(mesh_.from(e), mesh_.to(e), p)) {
                add_beyond(e);
            }
        }
    }
}

void Search::prepare(const NavPlace& from, const PathOptions& options) {
    SearchMemory& m = memory_;
    m.nodes.clear();
    m.heap.clear();
    m.fresh.clear();
    m.next = kNone;
    m.points.clear();
    m.polygons.clear();
    m.in_table = 0;
    m.max_nodes = options.max_nodes;
    const InnerPoint start = inner_point(mesh_, from);
    m.start = start.point;
    m.doors = door_filter(mesh_, options.doors, start.polygon);
    hold(m.starts, start.polygon, m.start);
    m.roots.resize(std::max(m.roots.size(), mesh_.vertices.size()));
    m.seen.resize(m.roots.size());
    m.table.resize(std::max<std::size_t>(m.table.size(), 1024));
    if (++m.number == 0) {
        std::ranges::fill(m.roots, RootLength{});
        std::ranges::fill(m.seen, RootLength{});
        std::ranges::fill(m.table, TableEntry{});
        m.number = 1;
    }
}

PathStatus Search::begin(const NavPlace& from, const NavPlace& to, const PathOptions& options) {
    SearchMemory& m = memory_;
    prepare(from, options);
    const InnerPoint goal = inner_point(mesh_, to);
    m.has_goal = true;
    m.goal = goal.point;
    if (!are_joined(mesh_, options.doors, m.starts.front(), goal.polygon)) {
        return PathStatus::Unreachable;
    }
    hold(m.goals, goal.polygon, m.goal);
    for (const std::uint32_t polygon : m.starts) {
        if (holds(m.goals, polygon)) {
            return PathStatus::Complete;
        }
    }
    for (const std::uint32_t polygon : m.starts) {
        leave_start(polygon);
    }
    flush();
    return PathStatus::Unfinished;
}

void Search::begin_all(const NavPlace& from, double max_length, const PathOptions& options) {
    SearchMemory& m = memory_;
    prepare(from, options);
    m.has_goal = false;
    m.max_length = max_length;
    m.goals.clear();
    for (const std::uint32_t polygon : m.starts) {
        leave_start(polygon);
    }
    flush();
}

// The nodes of a polygon that holds the start: all its edges are seen.
void Search::leave_start(std::uint32_t polygon) {
    for (std::uint32_t e = mesh_.first_edges[polygon]; e < mesh_.first_edges[polygon + 1]; ++e) {
        const MeshEdge& edge = mesh_.edges[e];
        if (twin(e) == kNone || holds(memory_.starts, mesh_.edges[edge.twin].polygon)) {
            continue;
        }
        SearchNode node{kStartPoint, edge.twin, {}, {}, 0, kNone, kNone};
        if (side_of(mesh_.from(e), mesh_.to(e), memory_.start) > 0) {
            node.right = {kStartPoint, edge.vertex};
            node.left = {kStartPoint, mesh_.edges[edge.next].vertex};
            add(node);
        } else {
            look_along(node, e, kNone);
        }
    }
}

Search::Progress Search::step(std::size_t most_expansions) {
    SearchMemory& m = memory_;
    std::size_t done = 0;
    while (done < most_expansions) {
        if (m.nodes.size() > m.max_nodes) {
            return {PathStatus::OutOfScratch, done};
        }
        std::uint32_t first = std::exchange(m.next, kNone);
        if (first == kNone) {
            if (m.heap.empty()) {
                return {PathStatus::Unreachable, done};
            }
            const HeapEntry entry = pop_entry(m.heap, is_later);
            first = entry.node;
            if (!m.has_goal && entry.bound > m.max_length) {
                return {PathStatus::Unreachable, done};
            }
        }
        const SearchNode& node = m.nodes[first];
        if (node.edge == kNone) {
            m.fresh.assign(1, first);
            return {PathStatus::Complete, done};
        }
        if (is_superseded(node) || is_dominated(node)) {
            continue;
        }
        expand(first);
        ++done;
    }
    return {PathStatus::Unfinished, done};
}

bool Search::is_superseded(const SearchNode& node) const {
    return node.root != kStartPoint && !is_at_closed_door(node.root) &&
           node.root_length > memory_.roots[node.root].length * kRounding;
}

// Calls visit(turned) where a path may turn at the right or the left end of the node's edge: for a
// node with the end as root that sees what the node's root does not see.
template <class Visit>
void Search::for_each_turn(const SearchNode& node, const Visit& visit) const {
    const std::uint32_t left = mesh_.edges[node.edge].vertex;
    const std::uint32_t right = mesh_.edges[mesh_.edges[node.edge].next].vertex;
    const auto length_by = [&](std::uint32_t end) {
        return node.root_length + flat_length(point(node.root), point(end));
    };
    if (node.right.to == right && node.root != right && may_turn(right)) {
        visit(SearchNode{right, node.edge, {}, {node.root, right}, length_by(right), kNone, kNone});
    }
    if (node.left.to == left && node.root != left && may_turn(left)) {
        visit(SearchNode{left, node.edge, {node.root, left}, {}, length_by(left), kNone, kNone});
    }
}

// Looks from the node's root into the polygon behind its edge. A single child comes next, whatever
// its length: the heap would only hold it in between.
void Search::expand(std::uint32_t first) {
    SearchMemory& m = memory_;
    m.fresh.clear();
    const SearchNode node = m.nodes[first];
    look(node, first);
    for_each_turn(node, [&](const SearchNode& turned) {
        if (is_shorter(turned.root, turned.root_length)) {
            look(turned, first);
        }
    });
    if (m.fresh.size() == 1 && m.nodes[m.fresh[0]].edge != kNone &&
        (m.has_goal || bound_of(m.nodes[m.fresh[0]]) <= m.max_length)) {
        m.next = m.fresh[0];
    } else {
        flush();
    }
}

// The goal's node, if the root of the node sees the goal in the polygon that it enters.
void Search::look_for_goal(const SearchNode& from, std::uint32_t parent) {
    SearchMemory& m = memory_;
    if (holds(m.goals, mesh_.edges[from.edge].polygon) && sides_of(from, m.goal).are_between()) {
        SearchNode goal = from;
        goal.edge = kNone;
        goal.parent = parent;
        goal.turn = kNone;
        m.fresh.push_back(static_cast<std::uint32_t>(m.nodes.size()));
        m.nodes.push_back(goal);
    }
}

// The children of a node. Corner c_0 is the right end of its edge, and the polygon's corners follow
// counter-clockwise: so seen from the root they go from right to left, up to the left end.
void Search::look(const SearchNode& from, std::uint32_t parent) {
    look_for_goal(from, parent);
    const Vec3& root = point(from.root);
    std::uint32_t e = mesh_.edges[from.edge].next;
    Sides a_sides = sides_of(from, mesh_.from(e));
    for (; e != from.edge; e = mesh_.edges[e].next) {
        const MeshEdge& edge = mesh_.edges[e];
        const std::uint32_t a = edge.vertex;
        const std::uint32_t b = mesh_.edges[edge.next].vertex;
        const Sides b_sides = sides_of(from, mesh_.vertices[b]);
        const bool is_right_end_seen = a_sides.of_right >= 0;
        const bool is_left_end_seen = b_sides.of_left <= 0;
        const bool does_touch = b_sides.of_right >= 0 && a_sides.of_left <= 0;
        const bool does_cross = b_sides.of_right > 0 && a_sides.of_left < 0;
        a_sides = b_sides;
        if (!does_touch || twin(e) == kNone) {
            continue;
        }
        SearchNode child = from;
        child.edge = edge.twin;
        child.parent = parent;
        child.turn = kNone;
        child.right = is_right_end_seen ? Bound{from.root, a} : from.right;
        child.left = is_left_end_seen ? Bound{from.root, b} : from.left;
        if (a == from.root || b == from.root) {
            // The root goes on around itself: it sees all behind an edge on which it is.
            (a == from.root ? child.right : child.left) = {};
            if (a == from.root ? is_left_end_seen : is_right_end_seen) {
                add(child);
            }
            continue;
        }
        if (side_of(mesh_.vertices[a], mesh_.vertices[b], root) <= 0) {
            look_along(from, e, parent);
        } else if (does_cross) {
            add(child);
        }
    }
}

// An edge that the root sees from its end, as a line: a path may turn around its nearer end.
void Search::look_along(const SearchNode& from, std::uint32_t edge, std::uint32_t parent) {
    const std::uint32_t a = mesh_.edges[edge].vertex;
    const std::uint32_t b = mesh_.edges[mesh_.edges[edge].next].vertex;
    const Vec3& root = point(from.root);
    const double to_a = flat_length(root, mesh_.vertices[a]);
    const double to_b = flat_length(root, mesh_.vertices[b]);
    SearchNode child = from;
    child.edge = mesh_.edges[edge].twin;
    child.parent = parent;
    child.turn = parent == kNone || memory_.nodes[parent].root == from.root ? kNone : from.root;
    if (to_a < to_b && may_turn(a) && is_shorter(a, from.root_length + to_a)) {
        child.root = a;
        child.root_length = from.root_length + to_a;
        child.right = {};
        child.left = {a, b};
        add(child);
    }
    if (to_b < to_a && may_turn(b) && is_shorter(b, from.root_length + to_b)) {
        child.root = b;
        child.root_length = from.root_length + to_b;
        child.right = {b, a};
        child.left = {};
        add(child);
    }
}

// Notes a way to a vertex. False if a shorter one is known. At closed doors ways are not compared:
// they may come to the vertex in parts of the mesh that do not join there. There are few, and
// is_known ends those that go in circles.
bool Search::is_shorter(std::uint32_t vertex, double length) {
    if (is_at_closed_door(vertex)) {
        return true;
    }
    RootLength& root = memory_.roots[vertex];
    if (root.search != memory_.number) {
        root = {length, memory_.number};
        return true;
    }
    if (length > root.length * kRounding) {
        return false;
    }
    root.length = std::min(root.length, length);
    return true;
}

// True if an equal node is there whose root is as near. Else the node, which will be the next one,
// goes to the table. Without this, ways of equal length would multiply.
bool Search::is_known(const SearchNode& node) {
    SearchMemory& m = memory_;
    if (2 * m.in_table >= m.table.size()) {
        grow_table();
    }
    std::size_t i = hash_of(node) & (m.table.size() - 1);
    for (; m.table[i].search == m.number; i = (i + 1) & (m.table.size() - 1)) {
        const SearchNode& other = m.nodes[m.table[i].node];
        if (are_alike(other, node)) {
            if (other.root_length <= node.root_length * kRounding) {
                return true;
            }
            m.table[i].node = static_cast<std::uint32_t>(m.nodes.size());
            return false;
        }
    }
    m.table[i] = {m.number, static_cast<std::uint32_t>(m.nodes.size())};
    ++m.in_table;
    return false;
}

void Search::grow_table() {
    SearchMemory& m = memory_;
    m.table.assign(2 * m.table.size(), TableEntry{});
    for (std::size_t n = 0; n < m.nodes.size(); ++n) {
        const SearchNode& node = m.nodes[n];
        if (node.edge == kNone) {
            continue;
        }
        std::size_t i = hash_of(node) & (m.table.size() - 1);
        while (m.table[i].search == m.number && !are_alike(m.nodes[m.table[i].node], node)) {
            i = (i + 1) & (m.table.size() - 1);
        }
        m.table[i] = {m.number, static_cast<std::uint32_t>(n)};
    }
}

void Search::add(const SearchNode& node) {
    SearchMemory& m = memory_;
    const std::uint32_t polygon = mesh_.edges[node.edge].polygon;
    if (m.has_goal && mesh_.exits[polygon] == 1 && !holds(m.goals, polygon)) {
        return;  // nothing is behind it
    }
    if (is_known(node)) {
        return;
    }
    m.fresh.push_back(static_cast<std::uint32_t>(m.nodes.size()));
    m.nodes.push_back(node);
    const SeenEdge seen = seen_edge(node);
    if (seen.left.is_vertex) {
        note(mesh_.edges[node.edge].vertex,
             node.root_length + flat_length(seen.root, seen.left.vertex));
    }
    if (seen.right.is_vertex) {
        note(mesh_.edges[mesh_.edges[node.edge].next].vertex,
             node.root_length + flat_length(seen.root, seen.right.vertex));
    }
}

// Notes a way to a vertex.
void Search::note(std::uint32_t vertex, double length) {
    RootLength& seen = memory_.seen[vertex];
    if (seen.search != memory_.number || length < seen.length) {
        seen = {length, memory_.number};
    }
}

// Puts the fresh nodes into the heap.
void Search::flush() {
    SearchMemory& m = memory_;
    for (const std::uint32_t node : m.fresh) {
        push_entry(m.heap, HeapEntry{bound_of(m.nodes[node]), node}, is_later);
    }
    m.fresh.clear();
}

void Search::trace_back(const SearchNode& last,
                        std::vector<Vec3>& points,
                        std::vector<NavPolygonId>& polygons) const {
    const auto add_polygon = [&](std::uint32_t polygon) {
        if (polygons.empty() || polygons.back() != mesh_.whole(polygon)) {
            polygons.push_back(mesh_.whole(polygon));
        }
    };
    std::uint32_t root = kNone;
    std::uint32_t edge = kNone;
    for (const SearchNode* node = &last;; node = &memory_.nodes[node->parent]) {
        for (const std::uint32_t point : {node->root, node->turn}) {
            if (point < kStartPoint && point != root &&
                !same_flat(points.back(), mesh_.vertices[point])) {
                points.push_back(mesh_.vertices[point]);
            }
        }
        root = node->turn == kNone ? node->root : node->turn;
        if (node->edge != kNone) {
            edge = node->edge;
            add_polygon(mesh_.edges[edge].polygon);
        }
        if (node->parent == kNone) {
            break;
        }
    }
    add_polygon(mesh_.edges[mesh_.edges[edge].twin].polygon);
}

std::optional<Search::Last> Search::way_to(std::uint32_t n, const Vec3& p) const {
    const SearchNode& node = memory_.nodes[n];
    const auto straight = [&](SearchNode from) -> std::optional<Last> {
        if (!sides_of(from, p).are_between()) {
            return std::nullopt;
        }
        from.edge = kNone;
        from.parent = n;
        from.turn = kNone;
        return Last{from, from.root_length + flat_length(point(from.root), p)};
    };
    std::optional<Last> best = straight(node);
    for_each_turn(node, [&](const SearchNode& turned) {
        const std::optional<Last> way = straight(turned);
        if (way && (!best || way->length < best->length)) {
            best = way;
        }
    });
    return best;
}

double Search::finish(const NavPlace& from, const NavPlace& to) {
    SearchMemory& m = memory_;
    m.points.push_back(to.position);
    if (m.fresh.empty()) {  // one polygon holds both places
        const auto both = std::ranges::find_if(
            m.starts, [&](std::uint32_t polygon) { return holds(m.goals, polygon); });
        m.polygons.push_back(mesh_.whole(*both));
    } else {
        trace_back(m.nodes[m.fresh.front()], m.points, m.polygons);
    }
    if (!same_flat(m.points.back(), from.position)) {
        m.points.push_back(from.position);
    }
    std::ranges::reverse(m.points);
    std::ranges::reverse(m.polygons);
    return flat_length(m.points);
}

}  // namespace halfspace
