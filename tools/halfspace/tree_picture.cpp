// SPDX-License-Identifier: MIT
#include "tree_picture.h"

#include "halfspace/base/contents.h"
#include "halfspace/level/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

constexpr double kMargin = 24;
constexpr double kWidest = 4000;       // width of the picture of a large tree
constexpr double kWidestStep = 56;     // largest distance of leaves
constexpr double kLabelledStep = 112;  // distance of leaves with labels
constexpr double kRow = 26;
constexpr std::size_t kMaxLabelled = 48;  // trees with more nodes get no labels
constexpr double kLegendRow = 18;
constexpr double kLegendWidth = 240;

constexpr std::string_view kEmpty = "#f3efe2";

std::string colour_of(Contents contents) {
    const ContentsRow* const row = strongest_row(contents);
    return row == nullptr ? std::string(kEmpty) : fmt::format("#{:06x}", row->colour);
}

// A node or leaf in the picture.
struct Place {
    std::int32_t child;
    std::size_t parent;  // index in the places
    int depth;
    double x;
};

// The places of all nodes and leaves: parents before children, leaves from left to right.
struct Layout {
    std::vector<Place> places;
    std::size_t leaves = 0;
    int depth = 0;
    double step = 0;
    bool has_labels = false;
};

Layout lay_out(const Level& level, std::int32_t root) {
    Layout layout;
    struct Above {
        std::size_t parent;
        int depth;
    };
    const auto add = [&](std::int32_t child, const Above& above, double x) {
        layout.places.push_back({child, above.parent, above.depth, x});
        layout.depth = std::max(layout.depth, above.depth);
        return Above{layout.places.size() - 1, above.depth + 1};
    };
    for_each_leaf(
        level.nodes(),
        root,
        Above{0, 0},
        [&](std::size_t node, Above&& above) -> ChildStates<Above> {
            const Above below = add(static_cast<std::int32_t>(node), above, 0);
            return {below, below};
        },
        [&](LeafId leaf, Above&& above) {
            add(-1 - static_cast<std::int32_t>(leaf.value),
                above,
                static_cast<double>(layout.leaves++));
        });
    // A node stands above the middle of its children.
    for (std::size_t i = layout.places.size(); i-- > 1;) {
        layout.places[layout.places[i].parent].x += layout.places[i].x / 2;
    }
    const std::size_t nodes = layout.places.size() - layout.leaves;
    layout.has_labels = nodes <= kMaxLabelled;
    layout.step = std::min(layout.has_labels ? kLabelledStep : kWidestStep,
                           kWidest / static_cast<double>(std::max<std::size_t>(layout.leaves, 1)));
    return layout;
}

std::string number(double value) {
    return fmt::format("{:.6g}", std::round(value * 1000) / 1000);
}

std::string plane_text(const Level& level, const NodeRecord& node) {
    const ExactPlane plane = level.plane(PlaneId{2 * node.plane});
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ExactPlane square;
        square.n[axis] = 1;
        if (plane.n == square.n) {
            return fmt::format(
                "{} = {}",
                "xyz"[axis],
                std::ldexp(static_cast<double>(plane.d), -level.grid_exponent()) + 0.0);  // no -0
        }
    }
    // The plane with a normal of length 1.
    const Vec3 n{static_cast<double>(plane.n[0]),
                 static_cast<double>(plane.n[1]),
                 static_cast<double>(plane.n[2])};
    const double size = length(n);
    return fmt::format(
        "{:.2f} {:.2f} {:.2f} = {}",
        n.x / size,
        n.y / size,
        n.z / size,
        number(std::ldexp(static_cast<double>(plane.d), -level.grid_exponent()) / size));
}

class Picture {
public:
    Picture(const Level& level, Layout layout) : level_(&level), layout_(std::move(layout)) {}

    std::string svg() {
        draw_edges();
        draw_places();
        const double legend = kMargin + kLegendRow * static_cast<double>(legend_.size() + 1);
        const double width = std::max(
            2 * kMargin + layout_.step * static_cast<double>(layout_.leaves), kLegendWidth);
        const double height = 2 * kMargin + kRow * (layout_.depth + 1);
        fmt::format_to(std::back_inserter(head_),
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
                       "width=\"{0}\" height=\"{1}\" font-family=\"sans-serif\" font-size=\"11\">\n"
                       "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
                       number(width),
                       number(height + legend));
        draw_legend(height);
        return head_ + body_ + "</svg>\n";
    }

private:
    double x_of(const Place& place) const { return kMargin + (place.x + 0.5) * layout_.step; }
    static double y_of(const Place& place) { return kMargin + kRow * (place.depth + 0.5); }

    void draw_edges() {
        body_ += "<path fill=\"none\" stroke=\"#9aa0a8\" stroke-width=\"0.8\" d=\"";
        for (std::size_t i = 1; i < layout_.places.size(); ++i) {
            const Place& place = layout_.places[i];
            const Place& parent = layout_.places[place.parent];
            fmt::format_to(std::back_inserter(body_),
                           "M{} {}L{} {}",
                           number(x_of(parent)),
                           number(y_of(parent)),
                           number(x_of(place)),
                           number(y_of(place)));
        }
        body_ += "\"/>\n";
    }

    // All leaves with equal contents are one path, so the files of large trees stay small.
    void draw_places() {
        const double size = std::clamp(layout_.step * 0.8, 0.6, 10.0);
        std::map<std::string, std::string> squares;
        for (const Place& place : layout_.places) {
            if (place.child >= 0) {
                draw_node(place, size);
                continue;
            }
            const Contents contents = level_->contents(leaf_of(place.child));
            const std::string name = to_string(contents);
            legend_[name].first = colour_of(contents);
            ++legend_[name].second;
            fmt::format_to(std::back_inserter(squares[name]),
                           "M{} {}h{s}v{s}h-{s}z",
                           number(x_of(place) - size / 2),
                           number(y_of(place) - size / 2),
                           fmt::arg("s", number(size)));
            label(place, size, name);
        }
        for (const auto& [name, path] : squares) {
            fmt::format_to(std::back_inserter(body_),
                           "<path id=\"{}\" fill=\"{}\" stroke=\"#30343a\" stroke-width=\"{}\" "
                           "d=\"{}\"/>\n",
                           name,
                           legend_[name].first,
                           number(size / 16),
                           path);
        }
    }

    void draw_node(const Place& place, double size) {
        if (!layout_.has_labels) {
            return;
        }
        fmt::format_to(std::back_inserter(body_),
                       "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#30343a\"/>\n",
                       number(x_of(place)),
                       number(y_of(place)),
                       number(size / 3));
        label(place,
              size,
              plane_text(*level_, level_->nodes()[static_cast<std::size_t>(place.child)]));
    }

    void label(const Place& place, double size, std::string_view text) {
        if (layout_.has_labels) {
            fmt::format_to(std::back_inserter(body_),
                           "<text x=\"{}\" y=\"{}\" fill=\"#30343a\">{}</text>\n",
                           number(x_of(place) + size * 0.7),
                           number(y_of(place) + 4),
                           text);
        }
    }

    void draw_legend(double top) {
        double y = top + kLegendRow;
        fmt::format_to(std::back_inserter(body_),
                       "<text x=\"{}\" y=\"{}\">{} nodes, {} leaves, {} deep; the front child is "
                       "on the left</text>\n",
                       number(kMargin),
                       number(y),
                       layout_.places.size() - layout_.leaves,
                       layout_.leaves,
                       layout_.depth);
        for (const auto& [name, entry] : legend_) {
            y += kLegendRow;
            fmt::format_to(std::back_inserter(body_),
                           "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\" "
                           "stroke=\"#30343a\" stroke-width=\"0.6\"/>"
                           "<text x=\"{}\" y=\"{}\">{} {}</text>\n",
                           number(kMargin),
                           number(y - 10),
                           entry.first,
                           number(kMargin + 18),
                           number(y),
                           name,
                           entry.second);
        }
    }

    const Level* level_;
    Layout layout_;
    std::map<std::string, std::pair<std::string, std::size_t>> legend_;
    std::string head_;
    std::string body_;
};

}  // namespace

std::string tree_svg(const Level& level, ModelId model) {
    return Picture(level, lay_out(level, level.models()[model.value].root)).svg();
}

}  // namespace halfspace::tool
