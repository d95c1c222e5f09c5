// SPDX-License-Identifier: MIT
#include "level/file_layout.h"

#include "halfspace/base/hash.h"

#include <cassert>

namespace halfspace {
namespace {

// Sections are aligned to 64 bytes within a file. The bytes of the file and the arrays of LevelData
// come from operator new. So every record is aligned as its type needs.
template <class Record>
void set_records(std::span<const std::byte> bytes, std::span<const Record>& records) {
    static_assert(std::is_trivially_copyable_v<Record>);
    static_assert(alignof(Record) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    assert(reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Record) == 0);
    records = {reinterpret_cast<const Record*>(bytes.data()), bytes.size() / sizeof(Record)};
}

}  // namespace

LevelView view_of(const SectionBytes& sections,
                  std::int32_t grid_exponent,
                  double units_per_metre) {
    LevelView view;
    view.grid_exponent = grid_exponent;
    view.units_per_metre = units_per_metre;
    std::size_t next = 0;
    for_each_section(
        view, [&](const char*, auto& records) { set_records(sections.at(next++), records); });
    return view;
}

std::uint64_t file_checksum(std::span<const std::byte> file) {
    return hash_bytes(file.subspan(kChecksummed));
}

}  // namespace halfspace
