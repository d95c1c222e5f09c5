// SPDX-License-Identifier: MIT
// The functions that compute the records which follow from other records. They put each record into
// a sink, with its index. `derive` has sinks that store the records. The loader has sinks that
// compare them with those of the file, so it needs no second copy of a section.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/executor.h"
#include "halfspace/level/sections.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace halfspace {

// Two kinds of sinks of one section. put and end return false if nothing more is wanted.

// Stores the records.
template <class Record>
struct StoredRecords {
    std::vector<Record> records;

    bool put(std::size_t index, const Record& record) {
        if (index >= records.size()) {
            records.resize(index + 1);
        }
        records[index] = record;
        return true;
    }
    // How many records there are.
    bool end(std::size_t count) {
        records.resize(count);
        return true;
    }
    // REQUIRES: put has had this index.
    const Record& operator[](std::size_t index) const { return records[index]; }
};

// Compares all bits of the records with those of a file, up to the first that differs.
template <class Record>
struct ComparedRecords {
    std::span<const Record> records;
    std::optional<std::size_t> wrong = std::nullopt;  // records.size(): their number is

    bool put(std::size_t index, const Record& record) {
        constexpr std::size_t kWordSize = sizeof(Record) % 8 == 0 ? 8 : 4;
        using Word = std::conditional_t<kWordSize == 8, std::uint64_t, std::uint32_t>;
        using Words = std::array<Word, sizeof(Record) / kWordSize>;
        if (index < records.size() &&
            std::bit_cast<Words>(records[index]) == std::bit_cast<Words>(record)) {  // -0 is not 0
            return true;
        }
        wrong = std::min(index, records.size());
        return false;
    }
    // How many records there are.
    bool end(std::size_t count) {
        if (count != records.size()) {
            wrong = records.size();
        }
        return !wrong;
    }
    // REQUIRES: put has had this index and returned true.
    const Record& operator[](std::size_t index) const { return records[index]; }
};

// Compares a field of each record of a file, and counts.
template <class Record, std::uint32_t Record::* Field>
struct ComparedField {
    std::span<const Record> records;
    std::optional<std::size_t> wrong = std::nullopt;  // the first that differs
    std::size_t count = 0;

    bool put(std::size_t index, std::uint32_t value) {
        if (index < records.size() && records[index].*Field != value && !wrong) {
            wrong = index;
        }
        return true;
    }
    bool end(std::size_t number) {
        count = number;
        return true;
    }
};

// scaled_planes. REQUIRES: as derive.
template <class Sink>
bool derive_scaled_planes(const LevelView& level, Sink& sink);

// The sections walk_nodes, walk_sources, walk_roots, hull_roots and cluster_walk_roots,
// HullRecord::contents and ClusterRecord::contents.
struct StoredWalks {
    StoredRecords<WalkNodeRecord> nodes;
    StoredRecords<std::uint32_t> sources;
    StoredRecords<std::uint32_t> roots;
    StoredRecords<std::uint32_t> hull_roots;
    StoredRecords<std::uint32_t> hull_contents;
    StoredRecords<std::uint32_t> cluster_roots;
    StoredRecords<std::uint32_t> cluster_contents;
};
struct ComparedWalks {
    ComparedRecords<WalkNodeRecord> nodes;
    ComparedRecords<std::uint32_t> sources;
    ComparedRecords<std::uint32_t> roots;
    ComparedRecords<std::uint32_t> hull_roots;
    ComparedField<HullRecord, &HullRecord::contents> hull_contents;
    ComparedRecords<std::uint32_t> cluster_roots;
    ComparedField<ClusterRecord, &ClusterRecord::contents> cluster_contents;
};

// All walk trees: space after space, and in a space model after model. Behind them all hull trees:
// model after model, and at last the cluster tree. The nodes of one tree are in the order in which
// a visit meets them that goes to child 0 before child 1. Hulls and clusters are numbered in the
// order of the nodes, child 0 before child 1. REQUIRES: as derive; scaled_planes and the leaves'
// blockers are derived already. Cost: linear in nodes times spaces. Memory: 8 bytes for each node,
// 16 for each plane.
template <class Sink>
bool derive_walk_trees(const LevelView& level, Sink& sink);

// The sections draw_nodes and node_faces, and ModelRecord::draw_root.
struct StoredDraws {
    StoredRecords<WalkNodeRecord> nodes;
    StoredRecords<NodeFacesRecord> faces;
    StoredRecords<std::uint32_t> roots;
};
struct ComparedDraws {
    ComparedRecords<WalkNodeRecord> nodes;
    ComparedRecords<NodeFacesRecord> faces;
    ComparedField<ModelRecord, &ModelRecord::draw_root> roots;
};

// All draw trees. Draw nodes are in the order of the main nodes from which they come, so their
// faces are in the order of faces. If there are more than kMaxWalkNodes, only their number goes to
// the sink. REQUIRES: as derive; scaled_planes are derived already. Memory: 4 bytes for each node,
// 16 for each plane.
template <class Sink>
bool derive_draw_trees(const LevelView& level, Sink& sink);

// The sections hulls, hull_corners and hull_planes.
struct Hulls {
    std::vector<HullRecord> hulls;
    std::vector<Vec3> corners;
    std::vector<HullPlaneRecord> planes;
};

// The hulls of all leaves that block. Each model's hull tree divides the model's box exactly; the
// corners are then rounded to doubles. Cost: a cut of a polyhedron for each node of a hull tree.
// REQUIRES: as derive; walk_nodes, walk_sources and hull_roots are derived already.
Hulls derived_hulls(const LevelView& level,
                    std::span<const std::uint32_t> contents,
                    const Executor& executor);

}  // namespace halfspace
