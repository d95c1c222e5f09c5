// SPDX-License-Identifier: MIT
#include "formats/textures/jpeg_check.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace halfspace {
namespace {

constexpr unsigned kMark = 0xff;
constexpr unsigned kCodeTables = 0xc4;
constexpr unsigned kScan = 0xda;
constexpr unsigned kEnd = 0xd9;
constexpr std::size_t kLengths = 16;
constexpr unsigned kMostCodes = 256;

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
        if (kind_ == kScan) {
            ++scans_;
        }
        if (kind_ == kCodeTables && !are_sound_tables(here_)) {
            are_tables_sound_ = false;
        }
        here_ += std::max<std::size_t>(length_at(here_), 1);
    }

    std::size_t length_at(std::size_t place) const { return at(place) << 8 | at(place + 1); }

    // Checks all tables of the segment whose length stands at `place`.
    bool are_sound_tables(std::size_t place) const {
        const std::size_t end = place + length_at(place);
        for (std::size_t table = place + 2; table < end;) {
            unsigned codes = 0;
            for (std::size_t i = 1; i <= kLengths; ++i) {
                codes += at(table + i);
            }
            if (codes > kMostCodes) {
                return false;
            }
            table += 1 + kLengths + codes;
        }
        return true;
    }

    std::span<const std::byte> bytes_;
    std::size_t here_ = 2;
    unsigned kind_ = 0;
    std::size_t scans_ = 0;
    bool are_tables_sound_ = true;
};

}  // namespace

bool has_sound_tables(std::span<const std::byte> bytes) {
    return Checker(bytes).are_tables_sound();
}

bool has_too_many_scans(std::span<const std::byte> bytes) {
    return Checker(bytes).scans() > kMostJpegScans;
}

bool has_jpeg_end(std::span<const std::byte> bytes) {
    const std::array end{std::byte{kMark}, std::byte{kEnd}};
    return std::search(bytes.begin(), bytes.end(), end.begin(), end.end()) != bytes.end();
}

}  // namespace halfspace
