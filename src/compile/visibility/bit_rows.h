// SPDX-License-Identifier: MIT
// A matrix of bits, row by row, for sets of portals and of clusters.
#pragma once

#include "math/shared/simd.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace halfspace::visibility {

using Word = std::uint64_t;

inline bool has_bit(const Word* row, std::size_t bit) {
    return (row[bit / 64] >> (bit % 64) & 1) != 0;
}
inline void set_bit(Word* row, std::size_t bit) {
    row[bit / 64] |= Word{1} << (bit % 64);
}
inline void clear_bit(Word* row, std::size_t bit) {
    row[bit / 64] &= ~(Word{1} << (bit % 64));
}

// Words come in pairs, for SIMD.
constexpr std::size_t words_of(std::size_t bits) {
    return (bits + 127) / 128 * 2;
}

// Calls function(bit) for each bit that is set, ascending.
template <class Function>
void for_each_bit(const Word* row, std::size_t words, Function function) {
    for (std::size_t i = 0; i < words; ++i) {
        for (Word word = row[i]; word != 0; word &= word - 1) {
            function(static_cast<std::uint32_t>(64 * i) +
                     static_cast<std::uint32_t>(std::countr_zero(word)));
        }
    }
}

inline std::size_t count_bits(const Word* row, std::size_t words) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < words; ++i) {
        count += static_cast<std::size_t>(std::popcount(row[i]));
    }
    return count;
}

inline Mask2 two_words(const Word* words) {
    Mask2 two;
    std::memcpy(&two, words, sizeof two);
    return two;
}

class BitRows {
public:
    BitRows() = default;
    BitRows(std::size_t rows, std::size_t bits)
        : words_(words_of(bits)), bits_(rows * words_of(bits)) {}

    std::size_t words() const { return words_; }  // of a row
    Word* row(std::size_t i) { return bits_.data() + i * words_; }
    const Word* row(std::size_t i) const { return bits_.data() + i * words_; }
    std::span<Word> all() { return bits_; }
    std::span<const Word> all() const { return bits_; }

private:
    std::size_t words_ = 0;
    std::vector<Word> bits_;
};

}  // namespace halfspace::visibility
