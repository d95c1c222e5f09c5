// SPDX-License-Identifier: MIT
// The JSON and the arrays of numbers of a glTF.
#pragma once

#include "halfspace/base/error.h"

#include "formats/mesh/gltf_json.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halfspace::gltf {

// A glTF with its buffers.
struct Document {
    Json json;
    std::vector<std::vector<std::byte>> buffers;
};

// Takes a .glb or a .gltf apart. source: its name; .bin files lie in its folder. Errors: Damaged,
// Syntax, Unsupported, and those of read_file.
Result<Document> read_document(std::span<const std::byte> bytes, const std::string& source);

// An accessor: `count` elements of one or more numbers, as a view of a buffer.
class NumberArray {
public:
    std::uint64_t count() const { return count_; }
    std::size_t components() const { return components_; }
    bool is_whole() const { return type_ != kFloat; }

    // A number, in doubles; normalized integers are in [-1, 1]. REQUIRES: element < count(),
    // component < components().
    double at(std::uint64_t element, std::size_t component) const;

private:
    static constexpr int kFloat = 5126;

    friend Result<NumberArray> numbers_of(const Document& document,
                                          std::uint64_t accessor,
                                          const std::string& source);

    std::span<const std::byte> bytes_;
    std::uint64_t count_ = 0;
    std::uint64_t stride_ = 0;
    std::size_t components_ = 0;
    int type_ = 0;
    bool is_normalized_ = false;
};

// The accessor with this number, checked against its buffer. Errors: Damaged; Unsupported for a
// sparse accessor, and for one without a buffer view.
Result<NumberArray> numbers_of(const Document& document,
                               std::uint64_t accessor,
                               const std::string& source);

}  // namespace halfspace::gltf
