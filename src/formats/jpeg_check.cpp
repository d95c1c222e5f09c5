// SPDX-License-Identifier: MIT
#include "formats/jpeg_check.h"

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

class Checker {
public:
    explicit Checker(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool is_sound() { return are_sound_up_to_scan() && are_sound_from_here(); }

private:
    // 0 past the end, as the decoder reads it.
    unsigned at(std::size_t place) const {
        return place < bytes_.size() ? std::to_integer<unsigned>(bytes_[place]) : 0;
    }

    // Segment by segment, so that pictures within a picture's notes do not count.
    bool are_sound_up_to_scan() {
        while (here_ < bytes_.size()) {
            while (here_ < bytes_.size() && at(here_) != kMark) {
                ++here_;
            }
            while (at(here_) == kMark) {
                ++here_;
            }
            const unsigned kind = at(here_);
            ++here_;
            if (kind == kScan) {
                return true;
            }
            if (kind == kCodeTables && !are_sound_tables(here_)) {
                return false;
            }
            here_ += std::max<std::size_t>(length_at(here_), 1);
        }
        return true;
    }

    // Where the data of scans end is not known without decoding them; valid data hold no such mark.
    bool are_sound_from_here() const {
        for (std::size_t place = here_; place + 1 < bytes_.size(); ++place) {
            if (at(place) == kMark && at(place + 1) == kCodeTables &&
                !are_sound_tables(place + 2)) {
                return false;
            }
        }
        return true;
    }

    std::size_t length_at(std::size_t place) const { return at(place) << 8 | at(place + 1); }

    // All tables of the segment whose length stands here.
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
};

}  // namespace

bool has_sound_tables(std::span<const std::byte> bytes) {
    return Checker(bytes).is_sound();
}

bool has_jpeg_end(std::span<const std::byte> bytes) {
    const std::array end{std::byte{kMark}, std::byte{kEnd}};
    return std::search(bytes.begin(), bytes.end(), end.begin(), end.end()) != bytes.end();
}

}  // namespace halfspace
