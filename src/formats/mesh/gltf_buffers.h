// SPDX-License-Identifier: MIT
// A glTF as tinygltf reads it, and its arrays of numbers, whose ranges tinygltf does not check.
#pragma once

#include "halfspace/base/error.h"

#include <tiny_gltf.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace halfspace::gltf {

// Reads a .glb or a .gltf with its buffers. source: its name; .bin files lie in its folder. Numbers
// that name other parts of the file are not checked. Errors: Damaged, Syntax, Unsupported, and
// those of read_file.
Result<tinygltf::Model> read_model(std::span<const std::byte> bytes, const std::string& source);

// An accessor: `count` elements of one or more numbers, as a view of a buffer.
class NumberArray {
public:
    std::uint64_t count() const { return count_; }
    std::size_t components() const { return components_; }
    bool is_whole() const { return type_ != TINYGLTF_COMPONENT_TYPE_FLOAT; }
    // The same integers as they are stored: an index is never normalized, whatever the file says.
    NumberArray as_stored() const {
        NumberArray stored = *this;
        stored.is_normalized_ = false;
        return stored;
    }

    // A number, in doubles; normalized integers are in [-1, 1]. REQUIRES: element < count(),
    // component < components().
    double at(std::uint64_t element, std::size_t component) const;

private:
    friend Result<NumberArray> numbers_of(const tinygltf::Model& model,
                                          int accessor,
                                          const std::string& source);

    const unsigned char* first_ = nullptr;
    std::uint64_t count_ = 0;
    std::uint64_t stride_ = 0;
    std::size_t components_ = 0;
    int type_ = 0;
    bool is_normalized_ = false;
};

// The accessor with this number, checked against its buffer. It points into the model. Errors:
// Damaged; Unsupported for a sparse accessor.
Result<NumberArray> numbers_of(const tinygltf::Model& model,
                               int accessor,
                               const std::string& source);

// A file that the glTF names. Errors: those of read_file; Unsupported if it does not lie in the
// folder of the glTF or below.
Result<std::vector<std::byte>> read_beside(const std::string& source, const std::string& name);

// The file of a picture, wherever it is. Errors: those of read_beside; Damaged if it lies outside
// of its buffer.
Result<std::vector<std::byte>> picture_file(const tinygltf::Model& model,
                                            const tinygltf::Image& image,
                                            const std::string& source);

// The element of an array of the model; null if there is none of this number.
template <class T>
const T* element(const std::vector<T>& elements, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < elements.size()
               ? &elements[static_cast<std::size_t>(index)]
               : nullptr;
}

}  // namespace halfspace::gltf
