// SPDX-License-Identifier: MIT
#include "import/surfaces/open_edges.h"

#include <algorithm>
#include <compare>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

namespace halfspace {
namespace {

// A line. Edges on the same line have equal numbers here. Directions have 28 bits, moments 57.
struct Line {
    GridPoint direction{};  // divided by its gcd; the first number that is not 0 is positive
    GridPoint moment{};     // point x direction; the same for all points of the line

    friend auto operator<=>(const Line&, const Line&) = default;
};

struct Edge {
    Line line;
    std::int64_t low = 0;  // low and high: places along the line, low < high
    std::int64_t high = 0;
    GridPoint low_point{};
    GridPoint high_point{};
    bool is_upward = false;
    std::uint32_t polygon = 0;
};

Edge edge_of(const GridPoint& from, const GridPoint& to, std::uint32_t polygon) {
    GridPoint d = difference(to, from);
    std::int64_t divisor = std::gcd(std::gcd(d[0], d[1]), d[2]);
    const bool is_upward = d > GridPoint{};
    divisor = is_upward ? divisor : -divisor;
    for (std::int64_t& x : d) {
        x /= divisor;
    }
    Edge edge;
    edge.line.direction = d;
    edge.line.moment = cross<std::int64_t>(from, d);
    edge.low_point = is_upward ? from : to;
    edge.high_point = is_upward ? to : from;
    edge.low = dot<std::int64_t>(edge.low_point, d);
    edge.high = dot<std::int64_t>(edge.high_point, d);
    edge.is_upward = is_upward;
    edge.polygon = polygon;
    return edge;
}

// The number of edges of a line over a place, upwards and downwards.
struct Cover {
    std::int64_t up = 0;
    std::int64_t down = 0;

    friend bool operator==(const Cover&, const Cover&) = default;
};

struct Event {
    std::int64_t place = 0;
    GridPoint point{};
    Cover change;
    std::uint32_t edge = 0;  // the edge that begins or ends here
    bool is_begin = false;
};

class LineSweep {
public:
    explicit LineSweep(std::span<const Edge> edges) : edges_(edges) {
        for (std::uint32_t e = 0; e < edges.size(); ++e) {
            const Edge& edge = edges[e];
            const Cover here = edge.is_upward ? Cover{1, 0} : Cover{0, 1};
            events_.push_back({edge.low, edge.low_point, here, e, true});
            events_.push_back({edge.high, edge.high_point, {-here.up, -here.down}, e, false});
        }
        std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
            return a.place < b.place;
        });
    }

    void run(std::vector<OpenEdge>& result) {
        Cover cover;
        const Event* begin = nullptr;  // where the stretch with this cover begins
        for (std::size_t i = 0; i < events_.size();) {
            const Event& here = events_[i];
            const std::size_t first = i;
            Cover next = cover;
            Cover changes;  // number of edges that begin or end here
            for (; i < events_.size() && events_[i].place == here.place; ++i) {
                next.up += events_[i].change.up;
                next.down += events_[i].change.down;
                changes.up += std::abs(events_[i].change.up);
                changes.down += std::abs(events_[i].change.down);
            }
            // A stretch ends also where the open edge of one polygon ends and that of another
            // begins.
            const bool is_handed_on = (cover.up > cover.down && changes.up > 0) ||
                                      (cover.down > cover.up && changes.down > 0);
            if (next != cover || is_handed_on) {
                if (cover.up != cover.down) {
                    result.push_back(stretch(*begin, here, cover));
                }
                cover = next;
                begin = &here;
            }
            add_begun(std::span<const Event>(events_).subspan(first, i - first));
        }
    }

private:
    // A queue of edges with the lowest index on top.
    using FirstEdge =
        std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

    void add_begun(std::span<const Event> events) {
        for (const Event& event : events) {
            if (event.is_begin) {
                begun_[edges_[event.edge].is_upward ? 1 : 0].push(event.edge);
            }
        }
    }

    // The open stretch from `low` to `high`. REQUIRES: `begun_` contains the edges that begin below
    // `high`.
    OpenEdge stretch(const Event& low, const Event& high, const Cover& cover) {
        const bool is_upward = cover.up > cover.down;
        OpenEdge open;
        open.from = is_upward ? low.point : high.point;
        open.to = is_upward ? high.point : low.point;
        open.along = static_cast<std::uint32_t>(is_upward ? cover.up : cover.down);
        open.against = static_cast<std::uint32_t>(is_upward ? cover.down : cover.up);
        // An edge that has not ended runs along the whole stretch, because no edge of this
        // direction begins or ends within it.
        FirstEdge& begun = begun_[is_upward ? 1 : 0];
        while (edges_[begun.top()].high <= low.place) {
            begun.pop();
        }
        open.polygon = edges_[begun.top()].polygon;
        return open;
    }

    std::span<const Edge> edges_;
    std::vector<Event> events_;
    FirstEdge begun_[2];  // [0] downward, [1] upward edges; some may have ended
};

}  // namespace

std::vector<OpenEdge> open_edges(std::span<const ImportedPolygon> polygons) {
    std::vector<std::vector<GridPoint>> loops(polygons.size());
    for (std::size_t p = 0; p < polygons.size(); ++p) {
        for (const Corner& corner : polygons[p].polygon.corners) {
            loops[p].push_back(grid_point(corner.point));
        }
    }
    return open_edges_of_loops(loops);
}

std::vector<OpenEdge> open_edges_of_loops(std::span<const std::vector<GridPoint>> loops) {
    std::vector<Edge> edges;
    for (std::uint32_t p = 0; p < loops.size(); ++p) {
        for (std::size_t i = 0; i < loops[p].size(); ++i) {
            const GridPoint& from = loops[p][i];
            const GridPoint& to = loops[p][(i + 1) % loops[p].size()];
            if (from != to) {
                edges.push_back(edge_of(from, to, p));
            }
        }
    }
    std::stable_sort(
        edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.line < b.line; });
    std::vector<OpenEdge> result;
    for (auto first = edges.begin(); first != edges.end();) {
        const auto last = std::find_if(
            first, edges.end(), [&](const Edge& edge) { return edge.line != first->line; });
        LineSweep(std::span<const Edge>(first, last)).run(result);
        first = last;
    }
    return result;
}

}  // namespace halfspace
