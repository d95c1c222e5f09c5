// SPDX-License-Identifier: MIT
#include "formats/textures/jpeg_check.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace halfspace {
namespace {

constexpr unsigned kMark = 0xff;
constexpr unsigned kCodeTables = 0xc4;
constexpr unsigned kFactorTables = 0xdb;
constexpr unsigned kFrame = 0xc0;
constexpr unsigned kExtendedFrame = 0xc1;
constexpr unsigned kProgressiveFrame = 0xc2;
constexpr unsigned kScan = 0xda;
constexpr unsigned kEnd = 0xd9;
constexpr std::size_t kLengths = 16;
constexpr unsigned kMaxCodes = 256;

bool is_restart(unsigned kind) {
    return 0xd0 <= kind && kind <= 0xd7;
}

// Walks from mark to mark up to the end mark, as the decoder does. Bytes behind the end mark do not
// belong to the picture. Bytes within a segment (such as a preview in a note) are not marks.
class Checker {
public:
    explicit Checker(std::span<const std::byte> bytes) : bytes_(bytes) {
        while (here_ < bytes_.size() && next_mark() != kEnd) {
            take_segment();
        }
    }

    bool are_tables_sound() const { return are_tables_sound_; }
    std::size_t scans() const { return scans_; }

private:
    // The byte at a place; 0 behind the end, as in the decoder.
    unsigned at(std::size_t place) const {
        return place < bytes_.size() ? std::to_integer<unsigned>(bytes_[place]) : 0;
    }

    // Moves behind the next mark and returns its kind, or kEnd. The data of a scan have no length.
    // They end with a mark that is neither a restart nor an escaped 0xff.
    unsigned next_mark() {
        while (here_ < bytes_.size()) {
            while (here_ < bytes_.size() && at(here_) != kMark) {
                ++here_;
            }
            while (at(here_) == kMark) {
                ++here_;
            }
            kind_ = at(here_);
            ++here_;
            if (scans_ == 0 || (kind_ != 0 && !is_restart(kind_))) {
                return here_ <= bytes_.size() ? kind_ : kEnd;
            }
        }
        return kEnd;
    }

    void take_segment() {
        if (kind_ == kCodeTables) {
            take_code_tables(here_);
        } else if (kind_ == kFactorTables) {
            take_factor_tables(here_);
        } else if (kind_ == kFrame || kind_ == kExtendedFrame || kind_ == kProgressiveFrame) {
            take_frame(here_);
        } else if (kind_ == kScan) {
            ++scans_;
            take_scan(here_);
        }
        here_ += std::max<std::size_t>(length_at(here_), 1);
    }

    std::size_t length_at(std::size_t place) const { return at(place) << 8 | at(place + 1); }

    // The bit of a table in a set of tables. number: 0 to 3; the decoder refuses others.
    static unsigned bit(unsigned number) { return 1u << (number & 3); }

    // The following functions take the segment whose length stands at `place`. A segment of codes
    // holds tables for the first number of each block (high half of the first byte 0) and for the
    // others (1).
    void take_code_tables(std::size_t place) {
        const std::size_t end = place + length_at(place);
        for (std::size_t table = place + 2; table < end;) {
            unsigned codes = 0;
            for (std::size_t i = 1; i <= kLengths; ++i) {
                codes += at(table + i);
            }
            if (codes > kMaxCodes) {
                are_tables_sound_ = false;
                return;
            }
            (at(table) >> 4 == 0 ? first_codes_ : other_codes_) |= bit(at(table));
            table += 1 + kLengths + codes;
        }
    }

    // 64 factors of one byte each (high half of the first byte 0), or of two bytes (1).
    void take_factor_tables(std::size_t place) {
        const std::size_t end = place + length_at(place);
        for (std::size_t table = place + 2; table < end;) {
            factors_ |= bit(at(table));
            table += at(table) >> 4 == 0 ? 65 : 129;
        }
    }

    // Three bytes for each channel, behind eight others; the last of the three is its factors.
    void take_frame(std::size_t place) {
        is_progressive_ = kind_ == kProgressiveFrame;
        wanted_factors_ = 0;
        const unsigned channels = at(place + 7);
        for (unsigned i = 0; i < channels; ++i) {
            wanted_factors_ |= bit(at(place + 8 + 3 * std::size_t{i} + 2));
        }
    }

    // Two bytes for each channel, behind three others; the second of the two is its codes. Then the
    // first and the last number of a block, and which bits of them the scan has.
    void take_scan(std::size_t place) {
        const unsigned channels = at(place + 2);
        const std::size_t range = place + 3 + 2 * std::size_t{channels};
        const bool has_first = at(range) == 0;
        const bool has_refined = at(range + 2) >> 4 != 0;
        const bool wants_first = !is_progressive_ || (has_first && !has_refined);
        const bool wants_others = !is_progressive_ || !has_first;
        for (unsigned i = 0; i < channels; ++i) {
            const unsigned codes = at(place + 3 + 2 * std::size_t{i} + 1);
            if ((wants_first && (first_codes_ & bit(codes >> 4)) == 0) ||
                (wants_others && (other_codes_ & bit(codes)) == 0)) {
                are_tables_sound_ = false;
            }
        }
        if ((wanted_factors_ & ~factors_) != 0) {
            are_tables_sound_ = false;
        }
    }

    std::span<const std::byte> bytes_;
    std::size_t here_ = 2;
    unsigned kind_ = 0;
    std::size_t scans_ = 0;
    // Sets of tables: the ones read so far, and the factors that the frame asks for.
    unsigned first_codes_ = 0;
    unsigned other_codes_ = 0;
    unsigned factors_ = 0;
    unsigned wanted_factors_ = 0;
    bool is_progressive_ = false;
    bool are_tables_sound_ = true;
};

}  // namespace

bool has_sound_tables(std::span<const std::byte> bytes) {
    return Checker(bytes).are_tables_sound();
}

bool has_too_many_scans(std::span<const std::byte> bytes) {
    return Checker(bytes).scans() > kMaxJpegScans;
}

bool has_jpeg_end(std::span<const std::byte> bytes) {
    const std::array end{std::byte{kMark}, std::byte{kEnd}};
    return std::search(bytes.begin(), bytes.end(), end.begin(), end.end()) != bytes.end();
}

}  // namespace halfspace
