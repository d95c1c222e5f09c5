// SPDX-License-Identifier: MIT
#include "halfspace/formats/portal_file.h"

#include "halfspace/base/file.h"
#include "halfspace/level/portal_check.h"

#include "support/repeats.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

std::string text_of(const std::filesystem::path& path) {
    const auto bytes = read_file(path.string());
    EXPECT_TRUE(bytes) << path;
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
}

std::string seed(const std::string& name) {
    return text_of(project_file("fuzz/corpus/portals/" + name));
}

PortalGraph graph_of(const std::string& text) {
    const Result<PortalGraph> graph = read_portals(text, "a.prt");
    EXPECT_TRUE(graph) << to_string(graph.error());
    return graph ? *graph : PortalGraph{};
}

std::string error_of(const std::string& text) {
    const Result<PortalGraph> graph = read_portals(text, "a.prt");
    EXPECT_FALSE(graph) << text;
    return graph ? "" : to_string(graph.error());
}

const std::string kHead = "PRT1\n2\n1\n";
const std::string kSquare = "(64 0 0)(64 0 64)(64 64 64)(64 64 0)\n";

std::vector<std::filesystem::path> real_files() {
    return files_below(test_data("vis"), ".prt");
}

TEST(ReadPortals, ReadsEachDialect) {
    EXPECT_EQ(graph_of(seed("quake.prt")).cluster_count, 3u);
    EXPECT_EQ(graph_of(seed("quake.prt")).portals.size(), 2u);
    EXPECT_EQ(graph_of(seed("quake.prt")).corners.size(), 7u);
    for (const char* const name : {"clusters.prt", "leaf_clusters.prt", "quake3.prt"}) {
        const PortalGraph graph = graph_of(seed(name));
        EXPECT_EQ(graph.cluster_count, 2u) << name;
        EXPECT_EQ(graph.portals.size(), 1u) << name;
        EXPECT_EQ(graph.corners.size(), 4u) << name;
    }
    EXPECT_EQ(graph_of(seed("single.prt")).cluster_count, 1u);
}

TEST(ReadPortals, CornersRunCounterClockwiseSeenFromTheFirstCluster) {
    const PortalGraph graph = graph_of(kHead + "4 0 1 " + kSquare);
    const Plane plane = portal_plane(graph, graph.portals[0]);
    // The file's corners run clockwise seen from x > 64: cluster 0 is there.
    EXPECT_EQ(plane.n, (Vec3{1, 0, 0}));
    EXPECT_EQ(plane.d, 64);
    EXPECT_EQ(graph.portals[0].cluster[0], 0u);
}

// Clusters are convex, so the corners of all their portals are on one side of each portal.
TEST(ReadPortals, EachClusterOfRealFilesIsInFrontOfItsPortals) {
    if (real_files().empty()) {
        GTEST_SKIP() << "no portal files to read";
    }
    for (const std::filesystem::path& path : real_files()) {
        const PortalGraph graph = graph_of(text_of(path));
        std::vector<std::vector<Vec3>> corners(graph.cluster_count);
        for (const PortalRecord& portal : graph.portals) {
            for (const std::uint32_t cluster : portal.cluster) {
                corners[cluster].insert(
                    corners[cluster].end(),
                    graph.corners.begin() + portal.first_corner,
                    graph.corners.begin() + portal.first_corner + portal.corner_count);
            }
        }
        for (const PortalRecord& portal : graph.portals) {
            const Plane plane = portal_plane(graph, portal);
            for (const Vec3& corner : corners[portal.cluster[0]]) {
                EXPECT_GT(signed_distance(plane, corner), -1e-9) << path;
            }
            for (const Vec3& corner : corners[portal.cluster[1]]) {
                EXPECT_LT(signed_distance(plane, corner), 1e-9) << path;
            }
        }
    }
}

TEST(ReadPortals, RealFilesHaveTheirCounts) {
    if (real_files().empty()) {
        GTEST_SKIP() << "no portal files to read";
    }
    const PortalGraph graph = graph_of(text_of(test_data("vis/e1m1.prt")));
    EXPECT_EQ(graph.cluster_count, 1167u);
    EXPECT_EQ(graph.portals.size(), 3062u);
}

TEST(ReadPortals, WrongHeadersAreRefused) {
    EXPECT_EQ(error_of(""),
              "a.prt: error: expected PRT1, PRT2 or PRT1-AM as the first word, found the end of "
              "the file");
    EXPECT_EQ(error_of("PRT3\n"),
              "a.prt:1: error: expected PRT1, PRT2 or PRT1-AM as the first word, found 'PRT3'");
    EXPECT_EQ(error_of("PRT1\n-1\n0\n"),
              "a.prt:2: error: the number of clusters is '-1'; it must be from 0 to "
              "9223372036854775807");
    EXPECT_EQ(error_of("PRT1\n2\nx\n"),
              "a.prt:3: error: expected the number of portals, found 'x'");
    EXPECT_EQ(error_of("PRT1\n2\n4000000000\n"),
              "a.prt:3: error: the file is too short for 4000000000 portals");
    EXPECT_EQ(error_of("PRT1\n70000\n0\n"),
              "a.prt:2: error: the file has 70000 clusters; at most 65536 are read");
    EXPECT_EQ(error_of("PRT2\n9\n1\n0\n-1\n"),
              "a.prt:2: error: the file is too short for 9 leaves");
    EXPECT_FALSE(read_portals(seed("counts.prt"), "a.prt"));
}

TEST(ReadPortals, WrongPortalsAreRefused) {
    const auto of = [](const std::string& portal) { return error_of(kHead + portal); };
    EXPECT_EQ(of("2 0 1 (0 0 0)(0 0 64)(0 0 64)\n"),
              "a.prt:4: error: the number of corners of portal 0 is '2'; it must be from 3 to 256");
    EXPECT_EQ(of("4 0 2 " + kSquare),
              "a.prt:4: error: the cluster of portal 0 is '2'; it must be from 0 to 1");
    EXPECT_EQ(of("4 1 1 " + kSquare),
              "a.prt:4: error: portal 0: the portal leads from a cluster to the same cluster");
    EXPECT_EQ(of("4 0 1 (64 0 0)(64 0 64)(64 64 64)(65 64 0)\n"),
              "a.prt:4: error: portal 0: the portal is not flat");
    EXPECT_EQ(of("4 0 1 (64 0 0)(64 0 64)(64 16 16)(64 64 0)\n"),
              "a.prt:4: error: portal 0: the portal is not convex");
    EXPECT_EQ(of("4 0 1 (64 0 0)(64 64 64)(64 0 64)(64 64 0)\n"),
              "a.prt:4: error: portal 0: the portal has no area");
    EXPECT_EQ(of("3 0 1 (64 0 0)(64 0 8)(64 0 64)          \n"),
              "a.prt:4: error: portal 0: the portal has no area");
    EXPECT_EQ(of("3 0 1 (64 0 0)(nan 0 8)(64 0 64)         \n"),
              "a.prt:4: error: expected a finite number of portal 0, found 'nan'");
    EXPECT_EQ(of("3 0 1 (64 0 0)(1e7 0 8)(64 0 64)         \n"),
              "a.prt:4: error: portal 0: a coordinate is no number or is above 1048576 map units");
    EXPECT_EQ(of("3 0 1 64 0 0 64 0 8 64 0 64              \n"),
              "a.prt:4: error: expected '(' of corner 1 of portal 0, found '64'");
    EXPECT_EQ(of("4 0 1 (64 0 0)(64 0 64)(64 64 64)    \n"),
              "a.prt:4: error: expected '(' of corner 4 of portal 0, found the end of the file");
    EXPECT_EQ(of("4 0 1 " + kSquare + "4 0 1 " + kSquare),
              "a.prt:5: error: expected the end of the file, found '4'");
}

TEST(ReadPortals, WrongTailsAreRefused) {
    const std::string clusters = "PRT2\n3\n2\n1\n4 0 1 " + kSquare;
    EXPECT_EQ(error_of(clusters + "0 -1\n1 -1\n"),
              "a.prt:7: error: the clusters have 2 leaves, but the file counts 3");
    EXPECT_EQ(error_of(clusters + "0 3 -1\n1 -1\n"),
              "a.prt:6: error: a leaf of cluster 0 is '3'; it must be from -1 to 2");
    EXPECT_EQ(error_of(clusters + "0 2 -1\n1\n"),
              "a.prt:7: error: expected a leaf of cluster 1, found the end of the file");
    EXPECT_EQ(error_of("PRT1-AM\n2\n1\n1\n4 0 1 " + kSquare + "2\n"),
              "a.prt:6: error: the cluster of leaf 0 is '2'; it must be from 0 to 1");
    EXPECT_EQ(error_of("PRT1\n2\n1\n1\n4 0 1 0 " + kSquare + "4 2 " + kSquare),
              "a.prt:6: error: the cluster of solid face 0 is '2'; it must be from 0 to 1");
}

TEST(WritePortals, AFileIsReadBack) {
    std::vector<std::string> texts{seed("quake.prt"), seed("quake3.prt"), seed("single.prt")};
    for (const std::filesystem::path& path : real_files()) {
        texts.push_back(text_of(path));
    }
    for (const std::string& text : texts) {
        const PortalGraph graph = graph_of(text);
        const PortalGraph again = graph_of(write_portals(graph));
        EXPECT_EQ(again.cluster_count, graph.cluster_count);
        EXPECT_EQ(again.corners, graph.corners);
        EXPECT_EQ(write_portals(again), write_portals(graph));
    }
    EXPECT_EQ(write_portals(graph_of(kHead + "3 0 1 (64 0 0) (64 0 64) (64 64.25 64)")),
              "PRT1\n2\n1\n3 0 1 (64 0 0 ) (64 0 64 ) (64 64.25 64 )\n");
}

// Whatever the bytes are, the reader ends with an error or with a graph that is right.
TEST(ReadPortals, DamagedFilesDoNoHarm) {
    std::mt19937_64 random(20);
    std::size_t refused = 0;
    for (const char* const name :
         {"quake.prt", "clusters.prt", "leaf_clusters.prt", "quake3.prt"}) {
        const std::string whole = seed(name);
        for (std::size_t round = 0; round < repeats(3000); ++round) {
            std::string text = whole;
            for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
                const std::size_t at = random() % text.size();
                static constexpr std::string_view kLetters = "0123456789-.e() \nx";
                switch (random() % 3) {
                    case 0:
                        text[at] = kLetters[random() % kLetters.size()];
                        break;
                    case 1:
                        text.insert(at, 1, kLetters[random() % kLetters.size()]);
                        break;
                    default:
                        text.erase(at, 1 + random() % 3);
                        text += '\n';
                        break;
                }
            }
            const Result<PortalGraph> graph = read_portals(text, "a.prt");
            if (graph) {
                EXPECT_FALSE(graph_problem(*graph)) << text;
            } else {
                ++refused;
                EXPECT_FALSE(graph.error().message.empty());
            }
        }
    }
    EXPECT_GT(refused, 100u);
}

}  // namespace
}  // namespace halfspace::test
