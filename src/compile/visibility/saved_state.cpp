// SPDX-License-Identifier: MIT
#include "compile/visibility/saved_state.h"

#include "halfspace/base/hash.h"

#include "base/shared/bytes.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace::visibility {
namespace {

// Another number for each change of the algorithm or of this layout.
constexpr std::uint64_t kVersion = 0x3230534956534800;  // "\0HSVIS02"

// Behind it: the numbers of FlowState, a byte for each portal, then the rows of might, settled and
// found.
struct Head {
    std::uint64_t version = 0;
    std::uint64_t key = 0;
    std::uint64_t hash = 0;  // of all that follows
};

// Most words are 0: a run is how many are, how many others follow, and these.
struct Run {
    std::uint32_t zeros = 0;
    std::uint32_t words = 0;
};

void write_words(std::span<const Word> words, ByteWriter& out) {
    while (!words.empty()) {
        const auto is_zero = [](Word word) { return word == 0; };
        const auto first = std::ranges::find_if_not(words, is_zero);
        const auto last = std::find_if(first, words.end(), is_zero);
        out.write(Run{static_cast<std::uint32_t>(first - words.begin()),
                      static_cast<std::uint32_t>(last - first)});
        out.write_bytes(std::as_bytes(std::span(first, last)));
        words = words.subspan(static_cast<std::size_t>(last - words.begin()));
    }
}

// Words that are all 0 before. False if the runs are not as many as the words.
bool read_words(ByteReader& in, std::span<Word> words) {
    while (!words.empty()) {
        const std::optional<Run> run = in.read<Run>();
        if (!run || (run->zeros == 0 && run->words == 0) || run->zeros > words.size() ||
            run->words > words.size() - run->zeros) {
            return false;
        }
        words = words.subspan(run->zeros);
        for (Word& word : words.first(run->words)) {
            const std::optional<Word> read = in.read<Word>();
            if (!read) {
                return false;
            }
            word = *read;
        }
        words = words.subspan(run->words);
    }
    return true;
}

// False if a row has bits beyond the first `bits` ones.
bool are_bits_within(const BitRows& rows, std::size_t count, std::size_t bits) {
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t word = bits / 64; word < rows.words(); ++word) {
            const Word beyond = word == bits / 64 ? ~Word{0} << (bits % 64) : ~Word{0};
            if ((rows.row(i)[word] & beyond) != 0) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

std::uint64_t key_of(const PortalGraph& graph, const VisibilityOptions& options) {
    const std::array<std::uint64_t, 3> hashes{hash_bytes(std::as_bytes(std::span(graph.portals))),
                                              hash_bytes(std::as_bytes(std::span(graph.corners))),
                                              graph.cluster_count};
    ByteWriter all;
    all.write(hashes);
    all.write(options.max_distance);
    const bool is_bounded = options.mode == VisibilityMode::Bounded;
    all.write(is_bounded ? options.bounded_steps : std::numeric_limits<std::uint64_t>::max());
    return hash_bytes(all.take());
}

std::vector<std::byte> save_state(const FlowState& state, std::uint64_t key) {
    ByteWriter out;
    out.write(Head{kVersion, key, 0});
    out.write(state.steps);
    out.write(state.stopped);
    out.write_bytes(std::as_bytes(std::span(state.is_done)));
    for (const BitRows* const rows : {&state.might, &state.settled, &state.found}) {
        write_words(rows->all(), out);
    }
    std::vector<std::byte> bytes = out.take();
    const std::uint64_t hash = hash_bytes(std::span(bytes).subspan(sizeof(Head)));
    std::memcpy(bytes.data() + offsetof(Head, hash), &hash, sizeof hash);
    return bytes;
}

bool load_state(std::span<const std::byte> bytes, std::uint64_t key, FlowState& state) {
    ByteReader in(bytes);
    const std::optional<Head> head = in.read<Head>();
    if (!head || head->version != kVersion || head->key != key ||
        head->hash != hash_bytes(bytes.subspan(sizeof(Head)))) {
        return false;
    }
    const std::size_t portals = state.is_done.size();
    const std::size_t clusters = state.cluster_count;
    const auto steps = in.read<std::uint64_t>();
    const auto stopped = in.read<std::uint32_t>();
    if (!steps || !stopped) {
        return false;
    }
    std::vector<std::uint8_t> is_done(portals);
    for (std::uint8_t& done : is_done) {
        const std::optional<std::uint8_t> read = in.read<std::uint8_t>();
        if (!read || *read > 1) {
            return false;
        }
        done = *read;
    }
    BitRows might(portals, portals);
    BitRows settled(clusters, clusters);
    BitRows found(clusters, clusters);
    if (!read_words(in, might.all()) || !read_words(in, settled.all()) ||
        !read_words(in, found.all()) || in.remaining() != 0 ||
        !are_bits_within(settled, clusters, clusters) ||
        !are_bits_within(found, clusters, clusters)) {
        return false;
    }
    // Only what a flood reached as well: the flow ends because no portal is behind itself.
    std::ranges::transform(
        state.might.all(), might.all(), state.might.all().begin(), std::bit_and());
    state.steps = *steps;
    state.stopped = *stopped;
    state.settled = std::move(settled);
    state.found = std::move(found);
    state.is_done = std::move(is_done);
    return true;
}

}  // namespace halfspace::visibility
