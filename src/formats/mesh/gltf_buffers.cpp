// SPDX-License-Identifier: MIT
#include "formats/mesh/gltf_buffers.h"

#include "halfspace/base/bytes.h"
#include "halfspace/base/file.h"
#include "halfspace/base/path.h"

#include "formats/mesh/mesh_text.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546c67;        // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4e4f534a;    // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004e4942;  // "BIN"

std::unexpected<Error> fail(ErrorCode code, std::string message, const std::string& source) {
    return std::unexpected(Error{code, std::move(message), {source}});
}

struct Chunks {
    std::span<const std::byte> json;
    std::optional<std::span<const std::byte>> binary;
};

Result<Chunks> chunks_of(std::span<const std::byte> bytes, const std::string& source) {
    ByteReader reader(bytes);
    reader.read<std::uint32_t>();
    const std::uint32_t version = reader.read<std::uint32_t>().value_or(0);
    if (version != 2) {
        return fail(
            ErrorCode::Unsupported,
            "this is a glTF of version " + std::to_string(version) + "; only version 2 is read",
            source);
    }
    reader.read<std::uint32_t>();
    Chunks chunks;
    while (reader.remaining() >= 8) {
        const std::uint32_t length = reader.read<std::uint32_t>().value_or(0);
        const std::uint32_t type = reader.read<std::uint32_t>().value_or(0);
        if (length > reader.remaining()) {
            return fail(ErrorCode::Damaged, "the file ends within a chunk", source);
        }
        const std::span<const std::byte> chunk = bytes.subspan(reader.position(), length);
        if (type == kJsonChunk && chunks.json.empty()) {
            chunks.json = chunk;
        } else if (type == kBinaryChunk && !chunks.binary) {
            chunks.binary = chunk;
        }
        reader = ByteReader(bytes.subspan(reader.position() + length));
        bytes = bytes.subspan(bytes.size() - reader.remaining());
    }
    return chunks;
}

// "a%20b" gives "a b".
std::string decoded_uri(std::string_view uri) {
    std::string result;
    const auto digit = [](char c) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        return kDigits.find(static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c));
    };
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) != std::string_view::npos &&
            digit(uri[i + 2]) != std::string_view::npos) {
            result += static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2]));
            i += 2;
        } else {
            result += uri[i];
        }
    }
    return result;
}

Result<std::vector<std::byte>> buffer_of(const std::string& uri, const std::string& source) {
    if (uri.starts_with("data:")) {
        const std::size_t comma = uri.find(',');
        std::optional<std::vector<std::byte>> bytes;
        if (comma != std::string::npos && uri.substr(0, comma).ends_with(";base64")) {
            bytes = from_base64(std::string_view(uri).substr(comma + 1));
        }
        if (!bytes) {
            return fail(ErrorCode::Damaged, "a buffer is no base64", source);
        }
        return *std::move(bytes);
    }
    const std::string name = decoded_uri(uri);
    // A level must not read whatever file its maker names.
    const bool is_beside =
        !name.empty() && !name.starts_with('/') && name.find("..") == std::string::npos &&
        name.find_first_of(":\\") == std::string::npos && name.find('\0') == std::string::npos;
    if (!is_beside) {
        return fail(ErrorCode::Unsupported,
                    "the buffer " + in_quotes(name) + " does not lie in the folder of the file",
                    source);
    }
    return read_file(joined_path(folder_of(source), name));
}

struct Layout {
    std::size_t components = 0;
    std::size_t size = 0;  // of a component, bytes
};

std::optional<Layout> layout_of(const std::string& type, std::uint64_t component) {
    Layout layout;
    layout.components = type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : 0;
    layout.size = component == 5120 || component == 5121   ? 1
                  : component == 5122 || component == 5123 ? 2
                  : component == 5125 || component == 5126 ? 4
                                                           : 0;
    return layout.components != 0 && layout.size != 0 ? std::optional(layout) : std::nullopt;
}

template <class T>
T value_at(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

template <class T>
double integer_at(const std::byte* at, bool is_normalized) {
    const auto value = static_cast<double>(value_at<T>(at));
    return is_normalized
               ? std::max(-1.0, value / static_cast<double>(std::numeric_limits<T>::max()))
               : value;
}

}  // namespace

Result<Document> read_document(std::span<const std::byte> bytes, const std::string& source) {
    Chunks chunks{bytes, std::nullopt};
    if (ByteReader(bytes).read<std::uint32_t>() == kMagic) {
        Result<Chunks> found = chunks_of(bytes, source);
        if (!found) {
            return std::unexpected(std::move(found.error()));
        }
        chunks = *found;
    }
    Document document;
    const auto* const text = reinterpret_cast<const char*>(chunks.json.data());
    document.json = Json::parse(text, text + chunks.json.size(), nullptr, false);
    if (!document.json.is_object()) {
        return fail(ErrorCode::Syntax, "the file is no glTF: it holds no JSON object", source);
    }
    const Json& buffers = member(document.json, "buffers");
    for (std::uint64_t b = 0; buffers.is_array() && b < buffers.size(); ++b) {
        const Json& uri = member(buffers[b], "uri");
        if (!uri.is_string()) {
            if (b != 0 || !chunks.binary) {
                return fail(
                    ErrorCode::Damaged, "buffer " + std::to_string(b) + " has no bytes", source);
            }
            document.buffers.emplace_back(chunks.binary->begin(), chunks.binary->end());
            continue;
        }
        Result<std::vector<std::byte>> buffer = buffer_of(uri.get<std::string>(), source);
        if (!buffer) {
            return std::unexpected(std::move(buffer.error()));
        }
        document.buffers.push_back(*std::move(buffer));
    }
    return document;
}

double NumberArray::at(std::uint64_t element, std::size_t component) const {
    const std::byte* const first = bytes_.data() + element * stride_;
    switch (type_) {
        case 5120:
            return integer_at<std::int8_t>(first + component, is_normalized_);
        case 5121:
            return integer_at<std::uint8_t>(first + component, is_normalized_);
        case 5122:
            return integer_at<std::int16_t>(first + 2 * component, is_normalized_);
        case 5123:
            return integer_at<std::uint16_t>(first + 2 * component, is_normalized_);
        case 5125:
            return integer_at<std::uint32_t>(first + 4 * component, is_normalized_);
        default:
            return value_at<float>(first + 4 * component);
    }
}

Result<NumberArray> numbers_of(const Document& document,
                               std::uint64_t accessor,
                               const std::string& source) {
    const std::string name = "accessor " + std::to_string(accessor);
    const Json& from = element(member(document.json, "accessors"), accessor);
    if (member(from, "sparse").is_object()) {
        return fail(ErrorCode::Unsupported, name + " is sparse; export without", source);
    }
    const std::optional<std::uint64_t> view_number = whole(member(from, "bufferView"));
    const std::optional<std::uint64_t> count = whole(member(from, "count"));
    const std::optional<std::uint64_t> type = whole(member(from, "componentType"));
    const std::optional<Layout> layout = layout_of(text(member(from, "type")), type.value_or(0));
    if (!view_number || !count || !layout) {
        return fail(ErrorCode::Damaged, name + " does not say what it holds, and where", source);
    }
    const Json& view = element(member(document.json, "bufferViews"), *view_number);
    const std::optional<std::uint64_t> buffer = whole(member(view, "buffer"));
    const std::optional<std::uint64_t> length = whole(member(view, "byteLength"));
    const std::uint64_t view_offset = whole(member(view, "byteOffset")).value_or(0);
    const std::uint64_t offset = whole(member(from, "byteOffset")).value_or(0);
    const std::uint64_t size = layout->components * layout->size;
    const std::uint64_t stride = whole(member(view, "byteStride")).value_or(size);
    if (!buffer || !length || *buffer >= document.buffers.size() ||
        view_offset > document.buffers[*buffer].size() ||
        *length > document.buffers[*buffer].size() - view_offset) {
        return fail(ErrorCode::Damaged, name + " lies outside of its buffer", source);
    }
    // All numbers are at most 2^53, and a file is shorter, so that nothing here overflows.
    const bool is_within = stride >= size && offset <= *length &&
                           (*count == 0 || (size <= *length - offset &&
                                            *count - 1 <= (*length - offset - size) / stride));
    if (!is_within) {
        return fail(ErrorCode::Damaged, name + " is longer than its buffer view", source);
    }
    NumberArray numbers;
    numbers.bytes_ = std::span(document.buffers[*buffer]).subspan(view_offset + offset);
    numbers.count_ = *count;
    numbers.stride_ = stride;
    numbers.components_ = layout->components;
    numbers.type_ = static_cast<int>(*type);
    const Json& normalized = member(from, "normalized");
    numbers.is_normalized_ = normalized.is_boolean() && normalized.get<bool>();
    return numbers;
}

}  // namespace halfspace::gltf
