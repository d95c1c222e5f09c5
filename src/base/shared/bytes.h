// SPDX-License-Identifier: MIT
// Reads values from a block of bytes and writes values into one, little-endian.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace halfspace {

static_assert(std::endian::native == std::endian::little,
              "files are mapped as they are; a big-endian port needs a converting loader");

// Reads values one after the other. `bytes` must outlive the reader.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    // Bytes read so far, and bytes left.
    std::size_t position() const { return position_; }
    std::size_t remaining() const { return bytes_.size() - position_; }

    // The next value. If fewer than sizeof(T) bytes are left, the answer is nullopt and the reader
    // moves to the end.
    template <class T>
        requires std::is_trivially_copyable_v<T>
    std::optional<T> read() {
        if (remaining() < sizeof(T)) {
            position_ = bytes_.size();
            return std::nullopt;
        }
        T value;
        std::memcpy(&value, bytes_.data() + position_, sizeof(T));
        position_ += sizeof(T);
        return value;
    }

private:
    std::span<const std::byte> bytes_;
    std::size_t position_ = 0;
};

// Appends values and arrays to a buffer. The buffer grows as needed.
class ByteWriter {
public:
    // Bytes written so far.
    std::size_t size() const { return bytes_.size(); }

    // Takes room for this many bytes in all.
    void reserve(std::size_t size) { bytes_.reserve(size); }

    template <class T>
        requires std::is_trivially_copyable_v<T>
    void write(const T& value) {
        write_bytes(std::as_bytes(std::span(&value, 1)));
    }

    void write_bytes(std::span<const std::byte> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }

    // Appends zeros until the size is a multiple of `alignment` bytes. REQUIRES: alignment > 0.
    void align(std::size_t alignment) {
        bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
    }

    // Replaces the bytes from `position` on. REQUIRES: position + sizeof(T) <= size().
    template <class T>
        requires std::is_trivially_copyable_v<T>
    void overwrite(std::size_t position, const T& value) {
        std::memcpy(bytes_.data() + position, &value, sizeof(T));
    }

    // Gives the buffer away. The writer must not be used afterwards.
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

}  // namespace halfspace
