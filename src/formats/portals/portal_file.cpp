// SPDX-License-Identifier: MIT
#include "halfspace/formats/portal_file.h"

#include "halfspace/base/number_text.h"
#include "halfspace/level/portal_check.h"

#include "formats/mesh/mesh_text.h"
#include "formats/text/quotes.h"
#include "formats/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace halfspace {
namespace {

// The fewest bytes of a portal ("3 0 1(0 0 0)(0 0 0)(0 0 1)\n"), of a solid face and of a number.
constexpr std::uint64_t kPortalBytes = 26;
constexpr std::uint64_t kFaceBytes = 24;
constexpr std::uint64_t kNumberBytes = 2;
constexpr std::uint64_t kMaxLeaves = 1u << 24;

enum class Dialect : std::uint8_t { Quake, Clusters, LeafClusters, Quake3 };

class Reader {
public:
    Reader(std::string_view text, const std::string& source)
        : rest_(without_byte_order_mark(text)), source_(source) {}

    Result<PortalGraph> run() {
        if (!read_header() || !read_portals() || !read_tail()) {
            return std::unexpected(*std::move(error_));
        }
        return std::move(graph_);
    }

private:
    bool fail(ErrorCode code, const std::string& message) {
        error_ = Error{code, message, {source_, line_, 0}};
        return false;
    }

    // The next word, parenthesis included as a word of its own; empty at the end of the text.
    std::string_view take() {
        current_ = trimmed(current_);
        while (current_.empty() && !rest_.empty()) {
            current_ = trimmed(next_line(rest_));
            ++line_;
        }
        const std::size_t size = current_.starts_with('(') || current_.starts_with(')')
                                     ? 1
                                     : current_.find_first_of("() \t");
        const std::string_view word = current_.substr(0, size);
        current_.remove_prefix(word.size());
        return word;
    }

    static std::string found(std::string_view word) {
        return word.empty() ? "the end of the file" : in_quotes(word);
    }

    // A whole number from `least` to `most`. what: for messages.
    bool take_number(const std::string& what,
                     std::int64_t& value,
                     std::int64_t least,
                     std::int64_t most) {
        const std::string_view word = take();
        const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
        const bool is_whole = parsed.ptr == word.data() + word.size() && !word.empty();
        if (!is_whole || parsed.ec == std::errc::invalid_argument) {
            return fail(ErrorCode::Syntax, "expected " + what + ", found " + found(word));
        }
        if (parsed.ec != std::errc() || value < least || value > most) {
            return fail(ErrorCode::Range,
                        what + " is " + in_quotes(word, 20) + "; it must be from " +
                            std::to_string(least) + " to " + std::to_string(most));
        }
        return true;
    }

    bool take_count(const std::string& what,
                    std::uint64_t& count,
                    std::uint64_t most,
                    std::uint64_t bytes) {
        std::int64_t value = 0;
        if (!take_number(
                "the number of " + what, value, 0, std::numeric_limits<std::int64_t>::max())) {
            return false;
        }
        count = static_cast<std::uint64_t>(value);
        if (bytes != 0 && count > (std::uint64_t{rest_.size()} + 1) / bytes) {
            return fail(ErrorCode::Damaged,
                        "the file is too short for " + std::to_string(count) + " " + what);
        }
        if (count > most) {
            return fail(ErrorCode::Limit,
                        "the file has " + std::to_string(count) + " " + what + "; at most " +
                            std::to_string(most) + " are read");
        }
        return true;
    }

    bool read_header() {
        const std::string_view word = take();
        if (word == "PRT1") {
            dialect_ = Dialect::Quake;
        } else if (word == "PRT2") {
            dialect_ = Dialect::Clusters;
        } else if (word == "PRT1-AM") {
            dialect_ = Dialect::LeafClusters;
        } else {
            return fail(ErrorCode::Unsupported,
                        "expected PRT1, PRT2 or PRT1-AM as the first word, found " + found(word));
        }
        return read_counts();
    }

    bool read_counts() {
        std::uint64_t clusters = 0;
        const bool is_read =
            dialect_ == Dialect::Clusters
                ? take_count("leaves", leaves_, kMaxLeaves, kNumberBytes) &&
                      take_count("clusters", clusters, kMaxClusters, kNumberBytes) &&
                      take_count("portals", portals_, kMaxPortals, kPortalBytes)
                : take_count("clusters", clusters, kMaxClusters, 0) &&
                      take_count("portals", portals_, kMaxPortals, kPortalBytes);
        if (!is_read) {
            return false;
        }
        graph_.cluster_count = static_cast<std::uint32_t>(clusters);
        if (dialect_ == Dialect::LeafClusters) {
            return take_count("leaves", leaves_, kMaxLeaves, kNumberBytes);
        }
        if (dialect_ == Dialect::Quake && next_line_is_one_number()) {
            dialect_ = Dialect::Quake3;
            return take_count("solid faces", faces_, kMaxLeaves, kFaceBytes);
        }
        return true;
    }

    // Quake III's third count has a line of its own; a portal has more than one word.
    bool next_line_is_one_number() const {
        std::string_view text = rest_;
        std::string_view line;
        while (line.empty() && !text.empty()) {
            line = trimmed(next_line(text));
        }
        return !line.empty() && line.find_first_of("( \t") == std::string_view::npos;
    }

    bool take_cluster(const std::string& what, std::uint32_t& cluster) {
        std::int64_t value = 0;
        if (!take_number(
                "the cluster of " + what, value, 0, std::int64_t{graph_.cluster_count} - 1)) {
            return false;
        }
        cluster = static_cast<std::uint32_t>(value);
        return true;
    }

    // Corners to the end of graph_.corners.
    bool take_corners(const std::string& what, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            if (const std::string_view word = take(); word != "(") {
                return fail(ErrorCode::Syntax,
                            "expected '(' of corner " + std::to_string(i + 1) + " of " + what +
                                ", found " + found(word));
            }
            Vec3 corner;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::string_view word = take();
                const std::optional<double> number = number_of(word);
                if (!number) {
                    return fail(ErrorCode::Syntax,
                                "expected a finite number of " + what + ", found " + found(word));
                }
                corner[axis] = *number;
            }
            if (const std::string_view word = take(); word != ")") {
                return fail(ErrorCode::Syntax,
                            "expected ')' of corner " + std::to_string(i + 1) + " of " + what +
                                ", found " + found(word));
            }
            graph_.corners.push_back(corner);
        }
        return true;
    }

    bool read_portals() {
        graph_.portals.reserve(portals_);
        while (graph_.portals.size() < portals_) {
            if (!read_portal("portal " + std::to_string(graph_.portals.size()))) {
                return false;
            }
        }
        return true;
    }

    bool read_portal(const std::string& what) {
        std::int64_t corners = 0;
        std::int64_t hint = 0;
        PortalRecord portal{{0, 0}, static_cast<std::uint32_t>(graph_.corners.size()), 0};
        if (!take_number("the number of corners of " + what, corners, 3, kMaxPortalCorners) ||
            !take_cluster(what, portal.cluster[0]) || !take_cluster(what, portal.cluster[1]) ||
            (dialect_ == Dialect::Quake3 && !take_number("the hint of " + what, hint, 0, 1)) ||
            !take_corners(what, corners)) {
            return false;
        }
        portal.corner_count = static_cast<std::uint32_t>(corners);
        // The file's corners run clockwise seen from the first cluster.
        std::reverse(graph_.corners.begin() + portal.first_corner, graph_.corners.end());
        if (const std::optional<Error> problem = portal_problem(graph_, portal)) {
            return fail(problem->code, what + ": " + problem->message);
        }
        graph_.portals.push_back(portal);
        return true;
    }

    bool read_tail() {
        switch (dialect_) {
            case Dialect::Quake:
                break;
            case Dialect::Quake3:
                if (!read_faces()) {
                    return false;
                }
                break;
            case Dialect::Clusters:
                if (!read_leaves_of_clusters()) {
                    return false;
                }
                break;
            case Dialect::LeafClusters:
                if (!read_clusters_of_leaves()) {
                    return false;
                }
                break;
        }
        const std::string_view word = take();
        return word.empty() ||
               fail(ErrorCode::Damaged, "expected the end of the file, found " + in_quotes(word));
    }

    bool read_faces() {
        const std::size_t own = graph_.corners.size();
        for (std::uint64_t i = 0; i < faces_; ++i) {
            const std::string what = "solid face " + std::to_string(i);
            std::int64_t corners = 0;
            std::uint32_t cluster = 0;
            if (!take_number("the number of corners of " + what, corners, 3, kMaxPortalCorners) ||
                !take_cluster(what, cluster) || !take_corners(what, corners)) {
                return false;
            }
            graph_.corners.resize(own);
        }
        return true;
    }

    // PRT2: for each cluster its leaves, and -1 behind them.
    bool read_leaves_of_clusters() {
        std::uint64_t leaves = 0;
        for (std::uint32_t cluster = 0; cluster < graph_.cluster_count; ++cluster) {
            const std::string what = "a leaf of cluster " + std::to_string(cluster);
            std::int64_t leaf = 0;
            do {
                if (!take_number(what, leaf, -1, static_cast<std::int64_t>(leaves_) - 1)) {
                    return false;
                }
                leaves += leaf >= 0 ? 1 : 0;
            } while (leaf >= 0);
        }
        return leaves == leaves_ ||
               fail(ErrorCode::Damaged,
                    "the clusters have " + std::to_string(leaves) +
                        " leaves, but the file counts " + std::to_string(leaves_));
    }

    // PRT1-AM: for each leaf its cluster.
    bool read_clusters_of_leaves() {
        std::uint32_t cluster = 0;
        for (std::uint64_t leaf = 0; leaf < leaves_; ++leaf) {
            if (!take_cluster("leaf " + std::to_string(leaf), cluster)) {
                return false;
            }
        }
        return true;
    }

    std::string_view rest_;
    const std::string& source_;
    std::optional<Error> error_;
    std::uint32_t line_ = 0;
    std::string_view current_;  // what is left of the line
    Dialect dialect_ = Dialect::Quake;
    std::uint64_t leaves_ = 0;
    std::uint64_t portals_ = 0;
    std::uint64_t faces_ = 0;
    PortalGraph graph_;
};

}  // namespace

Result<PortalGraph> read_portals(std::string_view text, const std::string& source_name) {
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
        return std::unexpected(
            Error{ErrorCode::Limit, "the file has 4 GiB or more", {source_name, 0, 0}});
    }
    return Reader(text, source_name).run();
}

std::string write_portals(const PortalGraph& graph) {
    std::string text = "PRT1\n" + std::to_string(graph.cluster_count) + "\n" +
                       std::to_string(graph.portals.size()) + "\n";
    for (const PortalRecord& portal : graph.portals) {
        text += std::to_string(portal.corner_count) + " " + std::to_string(portal.cluster[0]) +
                " " + std::to_string(portal.cluster[1]);
        // Clockwise seen from the first cluster.
        for (std::uint32_t i = portal.corner_count; i-- > 0;) {
            const Vec3& corner = graph.corners[portal.first_corner + i];
            text += " (";
            for (std::size_t axis = 0; axis < 3; ++axis) {
                text += number_text(corner[axis]) + " ";
            }
            text += ")";
        }
        text += "\n";
    }
    return text;
}

}  // namespace halfspace
