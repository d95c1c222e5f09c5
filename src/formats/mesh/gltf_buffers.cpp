// SPDX-License-Identifier: MIT
#include "formats/mesh/gltf_buffers.h"

#include "halfspace/base/file.h"

#include "base/shared/bytes.h"
#include "base/shared/path.h"
#include "formats/text/quotes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
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

constexpr const char* kWayOut =
    "; only version 2 is read: open the file in a program such as Blender, and export it again";

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
                    "this is a glTF of version " + std::to_string(version) + kWayOut,
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
        return std::string("this is a glTF of version 1") + kWayOut;
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

// A number of an object; `missing` if there is none.
double number_of(const Json& object, const char* name, double missing) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found != object.end() && found->is_number() ? found->get<double>() : missing;
}

// An element of an array of the file; null if it is not there.
const Json& element_of(const Json& json, const char* array, double index) {
    static const Json kNothing;
    const auto found = json.find(array);
    return found != json.end() && found->is_array() && index >= 0 &&
                   index < static_cast<double>(found->size())
               ? (*found)[static_cast<std::size_t>(index)]
               : kNothing;
}

// tinygltf takes the address of a picture in its buffer, wherever this is.
bool has_pictures_outside(const Json& json) {
    const auto images = json.find("images");
    return images != json.end() && images->is_array() &&
           std::ranges::any_of(*images, [&](const Json& image) {
               const Json& view =
                   element_of(json, "bufferViews", number_of(image, "bufferView", -1));
               const Json& buffer = element_of(json, "buffers", number_of(view, "buffer", -1));
               return view.is_object() &&
                      !(number_of(view, "byteOffset", 0) < number_of(buffer, "byteLength", 0));
           });
}

// Errors: what tinygltf does not stand, because it would use too much memory or stack, or compute a
// bad address.
Result<void> check_json(std::span<const std::byte> bytes, const std::string& source) {
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
    const auto buffers = json.find("buffers");
    const auto lies_inside = [](const Json& buffer) {
        const auto uri = buffer.find("uri");
        return uri == buffer.end() || !uri->is_string() ||
               uri->get_ref<const std::string&>().empty();
    };
    if (buffers != json.end() && buffers->is_array()) {
        if (std::count_if(buffers->begin(), buffers->end(), lies_inside) > 1) {
            return fail(ErrorCode::Damaged, "two buffers have no bytes of their own", source);
        }
        if (bytes_of_all(*buffers) > kMaxBufferBytes) {
            return fail(ErrorCode::Limit, "the buffers have more than 1 GiB", source);
        }
    }
    return has_pictures_outside(json)
               ? fail(ErrorCode::Damaged, "a picture lies outside of its buffer", source)
               : Result<void>();
}

// Reads .bin files for tinygltf, and keeps the error, which tinygltf would make a text of.
struct BufferFiles {
    std::string source;
    std::optional<Error> error = {};

    bool read(const std::string& name, std::vector<unsigned char>& bytes) {
        Result<std::vector<std::byte>> file = read_beside(source, name);
        if (!file) {
            error = std::move(file.error());
            return false;
        }
        bytes.resize(file->size());
        std::transform(file->begin(), file->end(), bytes.begin(), [](std::byte byte) {
            return std::to_integer<unsigned char>(byte);
        });
        return true;
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

// The text with each "%20" and its like as the byte that it stands for.
std::string url_decoded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        int byte = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
            result += static_cast<char>(byte);
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
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
    if (Result<void> good = check_json(json, source); !good) {
        return std::unexpected(std::move(good.error()));
    }
    BufferFiles files{source};
    tinygltf::TinyGLTF reader;
    reader.SetFsCallbacks(callbacks(files));
    // A picture in the JSON is kept as it is. tinygltf does not check where one in a buffer lies,
    // and opens no other file; picture_file does both.
    reader.SetImageLoader(
        [](tinygltf::Image* image,
           int,
           std::string*,
           std::string*,
           int,
           int,
           const unsigned char* file,
           int size,
           void*) {
            if (image->bufferView < 0) {
                image->image.assign(file, file + size);
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

Result<std::vector<std::byte>> read_beside(const std::string& source, const std::string& name) {
    // A level must not read whatever file its maker names.
    const bool is_beside =
        !name.empty() && !name.starts_with('/') && name.find("..") == std::string::npos &&
        name.find_first_of(":\\") == std::string::npos && name.find('\0') == std::string::npos;
    return is_beside
               ? read_file(joined_path(folder_of(source), name))
               : fail(ErrorCode::Unsupported,
                      "the file " + in_quotes(name) + " does not lie in the folder of the glTF",
                      source);
}

Result<std::vector<std::byte>> picture_file(const tinygltf::Model& model,
                                            const tinygltf::Image& image,
                                            const std::string& source) {
    const auto copy = [](std::span<const unsigned char> bytes) {
        const std::span<const std::byte> raw = std::as_bytes(bytes);
        return std::vector<std::byte>(raw.begin(), raw.end());
    };
    if (image.bufferView < 0) {
        return image.uri.empty() ? copy(image.image) : read_beside(source, url_decoded(image.uri));
    }
    const tinygltf::BufferView* const view = element(model.bufferViews, image.bufferView);
    const tinygltf::Buffer* const buffer =
        view == nullptr ? nullptr : element(model.buffers, view->buffer);
    if (buffer == nullptr || !lies_in(view->byteOffset, view->byteLength, buffer->data.size())) {
        return fail(ErrorCode::Damaged, "it lies outside of its buffer", source);
    }
    return copy(std::span(buffer->data).subspan(view->byteOffset, view->byteLength));
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
