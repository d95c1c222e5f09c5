// SPDX-License-Identifier: MIT
#include "formats/mesh/gltf_buffers.h"

#include "halfspace/base/file.h"

#include "base/shared/bytes.h"
#include "base/shared/path.h"
#include "formats/text/quotes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace::gltf {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kMagic = 0x46546c67;  // "glTF"
constexpr std::size_t kJsonBegin = 20;        // of a .glb
constexpr int kMaxDepth = 64;                 // tinygltf calls itself for each level of the JSON
constexpr double kMaxBufferBytes = 0x1p30;    // of all buffers together

std::unexpected<Error> fail(ErrorCode code, std::string message, const std::string& source) {
    return std::unexpected(Error{code, std::move(message), {source}});
}

// The JSON of a .glb. tinygltf does not check the version, and reads 8 bytes too many of a chunk of
// numbers that ends behind the file.
Result<std::span<const std::byte>> json_of_glb(std::span<const std::byte> bytes,
                                               const std::string& source) {
    ByteReader header(bytes.subspan(4));
    const std::uint32_t version = header.read<std::uint32_t>().value_or(0);
    header.read<std::uint32_t>();
    const std::uint64_t json = header.read<std::uint32_t>().value_or(0);
    if (version != 2) {
        return fail(ErrorCode::Unsupported,
                    "this is a glTF of version " + std::to_string(version) +
                        "; only version 2 is read: open the file in a program such as Blender, and "
                        "export it "
                        "again",
                    source);
    }
    bool is_whole = kJsonBegin + json <= bytes.size();
    if (is_whole && kJsonBegin + json < bytes.size()) {
        ByteReader chunk(bytes.subspan(kJsonBegin + json));
        const std::uint64_t length = chunk.read<std::uint32_t>().value_or(0);
        is_whole = kJsonBegin + json + 8 + length <= bytes.size();
    }
    if (!is_whole) {
        return fail(ErrorCode::Damaged, "the file ends within a chunk", source);
    }
    return bytes.subspan(kJsonBegin, json);
}

// How many bytes the buffers say that they have. tinygltf reads a .bin file once for each buffer
// that names the file, and refuses a buffer whose file has another size than the buffer says.
double bytes_of_all(const Json& buffers) {
    double sum = 0;
    for (const Json& buffer : buffers) {
        const auto length = buffer.find("byteLength");
        const bool is_number = length != buffer.end() && length->is_number();
        sum += is_number ? std::max(0.0, length->get<double>()) : 0;
    }
    return sum;
}

// True for an extension that changes no triangle that we read, or that NumberArray reads.
bool is_harmless(std::string_view extension) {
    return extension.starts_with("KHR_materials_") || extension.starts_with("KHR_texture_") ||
           extension.starts_with("EXT_texture_") || extension == "KHR_mesh_quantization" ||
           extension == "KHR_lights_punctual";
}

// How a file does without an extension.
std::string without_extension(std::string_view extension) {
    return extension == "KHR_draco_mesh_compression" ? "without compression (in Blender: untick "
                                                       "Data > Compression)"
           : extension == "EXT_meshopt_compression"  ? "without compression (gltfpack: without -c "
                                                       "and -cc)"
           : extension == "EXT_mesh_gpu_instancing"  ? "with a node for each place of a mesh"
                                                     : "without it";
}

// Other kinds of files, and the way out. nullopt for a glTF 2 whose meshes are not compressed.
std::optional<std::string> other_kind(const Json& json) {
    const auto asset = json.find("asset");
    const Json* const version =
        asset != json.end() && asset->is_object() && asset->contains("version")
            ? &(*asset)["version"]
            : nullptr;
    const bool is_old = version != nullptr && version->is_string() &&
                        version->get_ref<const std::string&>().starts_with("1");
    if (is_old || (json.contains("nodes") && json["nodes"].is_object())) {
        return "this is a glTF of version 1; only version 2 is read: open the file in a program "
               "such "
               "as Blender, and export it again";
    }
    const auto required = json.find("extensionsRequired");
    if (required != json.end() && required->is_array()) {
        for (const Json& extension : *required) {
            const std::string name = extension.is_string() ? extension.get<std::string>() : "";
            if (!is_harmless(name)) {
                return "the file needs the extension " + in_quotes(name) +
                       ", which is not read; export the file again " + without_extension(name);
            }
        }
    }
    return std::nullopt;
}

// Errors: what tinygltf does not stand, because it would use too much memory or stack, or compute a
// bad address. Else the number of buffers that lie in files of their own.
Result<std::size_t> check_json(std::span<const std::byte> bytes, const std::string& source) {
    int deepest = 0;
    const auto* const text = reinterpret_cast<const char*>(bytes.data());
    const Json json = Json::parse(
        text,
        text + bytes.size(),
        [&](int depth, Json::parse_event_t, const Json&) {
            deepest = std::max(deepest, depth);
            return true;
        },
        false);
    if (!json.is_object()) {
        return fail(ErrorCode::Syntax, "the file is no glTF: it holds no JSON object", source);
    }
    if (deepest > kMaxDepth) {
        return fail(ErrorCode::Unsupported,
                    "the JSON is nested deeper than " + std::to_string(kMaxDepth) + " levels",
                    source);
    }
    if (std::optional<std::string> kind = other_kind(json)) {
        return fail(ErrorCode::Unsupported, *std::move(kind), source);
    }
    std::size_t files = 0;
    const auto buffers = json.find("buffers");
    const auto uri_of = [](const Json& buffer) {
        const auto uri = buffer.find("uri");
        return uri != buffer.end() && uri->is_string() ? uri->get<std::string>() : std::string();
    };
    const auto lies_inside = [&](const Json& buffer) { return uri_of(buffer).empty(); };
    const auto lies_in_file = [&](const Json& buffer) {
        return !lies_inside(buffer) && !uri_of(buffer).starts_with("data:");
    };
    if (buffers != json.end() && buffers->is_array()) {
        if (std::count_if(buffers->begin(), buffers->end(), lies_inside) > 1) {
            return fail(ErrorCode::Damaged, "two buffers have no bytes of their own", source);
        }
        files =
            static_cast<std::size_t>(std::count_if(buffers->begin(), buffers->end(), lies_in_file));
        if (bytes_of_all(*buffers) > kMaxBufferBytes) {
            return fail(ErrorCode::Limit, "the buffers have more than 1 GiB", source);
        }
    }
    // It takes the place of a picture in its buffer, wherever that is.
    const auto views = json.find("bufferViews");
    const auto lies_nowhere = [](const Json& view) {
        const auto offset = view.find("byteOffset");
        return offset != view.end() && offset->is_number() && offset->get<double>() > 0x1p32;
    };
    if (views != json.end() && views->is_array() &&
        std::any_of(views->begin(), views->end(), lies_nowhere)) {
        return fail(ErrorCode::Damaged, "a buffer view begins behind 4 GiB", source);
    }
    return files;
}

// Reads files for tinygltf: first those of buffers, then those of pictures. Keeps the error of a
// buffer, which tinygltf would make a text of. A picture may be missing.
struct BufferFiles {
    std::string source;
    std::size_t buffers = 0;  // that are still to be read
    std::optional<Error> error = {};

    bool read(const std::string& name, std::vector<unsigned char>& bytes) {
        Result<void> done = read_beside(name, bytes);
        if (!done && buffers > 0) {
            error = std::move(done.error());
        }
        buffers -= buffers > 0 ? 1 : 0;
        return done.has_value();
    }

    Result<void> read_beside(const std::string& name, std::vector<unsigned char>& bytes) const {
        // A level must not read whatever file its maker names.
        const bool is_beside =
            !name.empty() && !name.starts_with('/') && name.find("..") == std::string::npos &&
            name.find_first_of(":\\") == std::string::npos && name.find('\0') == std::string::npos;
        if (!is_beside) {
            return fail(ErrorCode::Unsupported,
                        "the buffer " + in_quotes(name) + " does not lie in the folder of the file",
                        source);
        }
        Result<std::vector<std::byte>> file = read_file(joined_path(folder_of(source), name));
        if (!file) {
            return std::unexpected(std::move(file.error()));
        }
        bytes.resize(file->size());
        std::transform(file->begin(), file->end(), bytes.begin(), [](std::byte byte) {
            return std::to_integer<unsigned char>(byte);
        });
        return {};
    }
};

tinygltf::FsCallbacks callbacks(BufferFiles& files) {
    tinygltf::FsCallbacks calls{};
    calls.FileExists = [](const std::string&, void*) { return true; };
    calls.ExpandFilePath = [](const std::string& name, void*) { return name; };
    calls.ReadWholeFile =
        [](std::vector<unsigned char>* bytes, std::string*, const std::string& name, void* user) {
            return static_cast<BufferFiles*>(user)->read(name, *bytes);
        };
    calls.user_data = &files;
    return calls;
}

// A range of bytes that lies in an array of `size` bytes.
bool lies_in(std::uint64_t begin, std::uint64_t length, std::uint64_t size) {
    return begin <= size && length <= size - begin;
}

template <class T>
T value_at(const unsigned char* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

template <class T>
double integer_at(const unsigned char* at, bool is_normalized) {
    const auto value = static_cast<double>(value_at<T>(at));
    return is_normalized
               ? std::max(-1.0, value / static_cast<double>(std::numeric_limits<T>::max()))
               : value;
}

}  // namespace

Result<tinygltf::Model> read_model(std::span<const std::byte> bytes, const std::string& source) {
    const bool is_binary = ByteReader(bytes).read<std::uint32_t>() == kMagic;
    std::span<const std::byte> json = bytes;
    if (is_binary) {
        const Result<std::span<const std::byte>> chunk = json_of_glb(bytes, source);
        if (!chunk) {
            return std::unexpected(chunk.error());
        }
        json = *chunk;
    }
    const Result<std::size_t> buffer_files = check_json(json, source);
    if (!buffer_files) {
        return std::unexpected(buffer_files.error());
    }
    BufferFiles files{source, *buffer_files};
    tinygltf::TinyGLTF reader;
    reader.SetFsCallbacks(callbacks(files));
    // The file of a picture is kept as it is. tinygltf does not check where one in a buffer lies;
    // picture_file does.
    reader.SetImageLoader(
        [](tinygltf::Image* image,
           int,
           std::string*,
           std::string*,
           int,
           int,
           const unsigned char* bytes,
           int size,
           void*) {
            if (image->bufferView < 0) {
                image->image.assign(bytes, bytes + size);
            }
            return true;
        },
        nullptr);
    // As values, whole numbers of extras would be cut to 32 bits.
    reader.SetStoreOriginalJSONForExtrasAndExtensions(true);
    tinygltf::Model model;
    std::string problem;
    std::string warnings;
    bool is_good = false;
    try {
        const auto size = static_cast<unsigned int>(bytes.size());
        is_good =
            is_binary
                ? reader.LoadBinaryFromMemory(&model,
                                              &problem,
                                              &warnings,
                                              reinterpret_cast<const unsigned char*>(bytes.data()),
                                              size,
                                              "",
                                              tinygltf::NO_REQUIRE)
                : reader.LoadASCIIFromString(&model,
                                             &problem,
                                             &warnings,
                                             reinterpret_cast<const char*>(bytes.data()),
                                             size,
                                             "",
                                             tinygltf::NO_REQUIRE);
    } catch (const std::exception& exception) {
        problem = exception.what();
    }
    if (files.error) {
        return std::unexpected(*std::move(files.error));
    }
    if (!is_good) {
        problem =
            problem.empty() ? "tinygltf refuses it" : "tinygltf says " + in_quotes(problem, 200);
        return fail(ErrorCode::Damaged,
                    "the file is no good glTF: " + problem + "; export it again, as glTF 2.0",
                    source);
    }
    return model;
}

std::span<const std::byte> picture_file(const tinygltf::Model& model, int image) {
    const tinygltf::Image* const from = element(model.images, image);
    if (from == nullptr || from->bufferView < 0) {
        return from == nullptr ? std::span<const std::byte>()
                               : std::as_bytes(std::span(from->image));
    }
    const tinygltf::BufferView* const view = element(model.bufferViews, from->bufferView);
    const tinygltf::Buffer* const buffer =
        view == nullptr ? nullptr : element(model.buffers, view->buffer);
    return buffer != nullptr && lies_in(view->byteOffset, view->byteLength, buffer->data.size())
               ? std::as_bytes(std::span(buffer->data)).subspan(view->byteOffset, view->byteLength)
               : std::span<const std::byte>();
}

double NumberArray::at(std::uint64_t element, std::size_t component) const {
    const unsigned char* const first = first_ + element * stride_;
    switch (type_) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return integer_at<std::int8_t>(first + component, is_normalized_);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return integer_at<std::uint8_t>(first + component, is_normalized_);
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return integer_at<std::int16_t>(first + 2 * component, is_normalized_);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return integer_at<std::uint16_t>(first + 2 * component, is_normalized_);
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return integer_at<std::uint32_t>(first + 4 * component, is_normalized_);
        default:
            return value_at<float>(first + 4 * component);
    }
}

Result<NumberArray> numbers_of(const tinygltf::Model& model,
                               int accessor,
                               const std::string& source) {
    const std::string name = "accessor " + std::to_string(accessor);
    const tinygltf::Accessor* const from = element(model.accessors, accessor);
    if (from != nullptr && from->sparse.isSparse) {
        return fail(ErrorCode::Unsupported, name + " is sparse; export without", source);
    }
    const tinygltf::BufferView* const view =
        from == nullptr ? nullptr : element(model.bufferViews, from->bufferView);
    const tinygltf::Buffer* const buffer =
        view == nullptr ? nullptr : element(model.buffers, view->buffer);
    if (buffer == nullptr || from->componentType == TINYGLTF_COMPONENT_TYPE_INT ||
        from->componentType == TINYGLTF_COMPONENT_TYPE_DOUBLE) {
        return fail(ErrorCode::Damaged, name + " does not say what it holds, and where", source);
    }
    if (!lies_in(view->byteOffset, view->byteLength, buffer->data.size())) {
        return fail(ErrorCode::Damaged, name + " lies outside of its buffer", source);
    }
    NumberArray numbers;
    numbers.count_ = from->count;
    numbers.components_ = static_cast<std::size_t>(
        tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(from->type)));
    const std::uint64_t size =
        numbers.components_ * static_cast<std::uint64_t>(tinygltf::GetComponentSizeInBytes(
                                  static_cast<std::uint32_t>(from->componentType)));
    numbers.stride_ = view->byteStride == 0 ? size : view->byteStride;
    // The last element ends in the view. No product overflows.
    const std::uint64_t length = view->byteLength;
    if (numbers.stride_ < size || from->byteOffset > length ||
        (from->count > 0 &&
         (!lies_in(from->byteOffset, size, length) ||
          from->count - 1 > (length - from->byteOffset - size) / numbers.stride_))) {
        return fail(ErrorCode::Damaged, name + " is longer than its buffer view", source);
    }
    numbers.first_ = buffer->data.data() + view->byteOffset + from->byteOffset;
    numbers.type_ = from->componentType;
    numbers.is_normalized_ = from->normalized;
    return numbers;
}

}  // namespace halfspace::gltf
