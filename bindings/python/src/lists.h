// SPDX-License-Identifier: MIT
// Answers of several values each, for one row or for many.
#pragma once

#include "halfspace/spatial/query_scratch.h"

#include "batches.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace halfspace::python {

// Answers of several values each, in one array: row i has values[starts[i]] up to
// values[starts[i + 1]]. Values have the size of `width` items of the dtype.
struct ListKind {
    py::dtype dtype;
    py::ssize_t width = 1;  // of two or more: the values are (K, width)
};

// Asks ask(row, scratch, to) for each row, which appends to `to`. make_scratch gives what up to 64
// rows use one after the other. Returns the values for one row, else the tuple (starts, values).
template <class Value, class MakeScratch, class Ask>
py::object in_lists_with(const ListKind& kind,
                         const Question& question,
                         const MakeScratch& make_scratch,
                         const Ask& ask) {
    // A block is one task: small if its questions cost much, so that there are tasks for all
    // threads.
    constexpr std::size_t kCostOfBlock = 4096;
    const std::size_t rows = question.rows;
    const std::size_t in_block = std::clamp<std::size_t>(kCostOfBlock / question.cost, 1, 64);
    const std::size_t blocks = (rows + in_block - 1) / in_block;
    std::vector<std::vector<Value>> found(blocks);
    std::vector<std::int64_t> starts(rows + 1);
    const Executor run = threads_of(question.threads);
    CtrlC ctrl_c({rows, question.cost});
    without_lock({rows, question.cost}, [&] {
        in_tasks(run, 0, blocks, 1, [&](std::size_t block) {
            auto scratch = make_scratch();
            const std::size_t end = std::min(rows, (block + 1) * in_block);
            for (std::size_t i = block * in_block; i < end && !ctrl_c.looks(); ++i) {
                const std::size_t before = found[block].size();
                ask(i, scratch, found[block]);
                starts[i + 1] = static_cast<std::int64_t>(found[block].size() - before);
            }
        });
    });
    ctrl_c.raise_caught();
    for (std::size_t i = 0; i < rows; ++i) {
        starts[i + 1] += starts[i];
    }
    std::vector<py::ssize_t> shape{starts.back()};
    if (kind.width > 1) {
        shape.push_back(kind.width);
    }
    py::array values(kind.dtype, shape);
    auto* to = static_cast<std::byte*>(values.mutable_data());
    for (const std::vector<Value>& block : found) {
        if (!block.empty()) {
            std::memcpy(to, block.data(), block.size() * sizeof(Value));
            to += block.size() * sizeof(Value);
        }
    }
    if (question.is_one) {
        return values;
    }
    py::array_t<std::int64_t> ends(static_cast<py::ssize_t>(starts.size()));
    std::copy(starts.begin(), starts.end(), ends.mutable_data());
    return py::make_tuple(std::move(ends), std::move(values));
}

template <class Value, class Ask>
py::object in_lists(const ListKind& kind, const Question& question, const Ask& ask) {
    return in_lists_with<Value>(kind, question, [] { return QueryScratch(); }, ask);
}

template <class Value, class Found>
void append(const Found& found, std::vector<Value>& to) {
    to.insert(to.end(), found.begin(), found.end());
}

}  // namespace halfspace::python
