// SPDX-License-Identifier: MIT
#include "halfspace/formats/texture_library.h"

#include "halfspace/base/file.h"

#include "base/shared/path.h"
#include "formats/map/map_contents.h"
#include "formats/map/map_tokenizer.h"
#include "formats/shared/linear_light.h"
#include "formats/shared/material_look.h"
#include "formats/shared/wad.h"
#include "formats/text/entity_keys.h"
#include "formats/text/lower_case.h"
#include "formats/textures/file_index.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace halfspace {

struct TextureLibrary::Sources {
    std::vector<Wad> wads;
    std::vector<FileIndex> folders;
    bool has_places = false;  // true if the search names places, even if nothing is there
    Palette palette = plain_palette();
};

namespace {

// Extensions of pictures; the first one that exists is used.
constexpr std::array<std::string_view, 4> kPictures{".png", ".tga", ".jpg", ".jpeg"};
// The most WADs that a level may name; no game could load more.
constexpr std::size_t kMaxWads = 256;
constexpr std::size_t kHeadSize = 1 << 16;

std::string_view base_name(std::string_view path) {
    return path.substr(path.find_last_of("/\\") + 1);
}

bool is_wad(const std::string& path) {
    return lower_case(extension(path)) == ".wad";
}

// "C:\games\a.wad;/b.wad" -> "a.wad", "b.wad", each once.
std::vector<std::string> listed_wads(std::string_view list) {
    std::vector<std::string> names;
    while (!list.empty() && names.size() < kMaxWads) {
        const std::size_t end = std::min(list.find(';'), list.size());
        std::string_view name = base_name(list.substr(0, end));
        name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
        name = name.substr(0, name.find_last_not_of(" \t") + 1);
        std::string lower = lower_case(name);
        if (!lower.empty() && std::find(names.begin(), names.end(), lower) == names.end()) {
            names.push_back(std::move(lower));
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

const std::string* find_file(const FileIndex& files, const std::string& name) {
    const auto found = files.find(name);
    return found == files.end() ? nullptr : &found->second;
}

// A picture with one of the extensions.
const std::string* find_picture(const FileIndex& files, const std::string& name) {
    for (const std::string_view extension : kPictures) {
        if (const std::string* const path = find_file(files, name + std::string(extension))) {
            return path;
        }
    }
    return nullptr;
}

const std::string* find_picture(const std::vector<FileIndex>& folders, std::string_view material) {
    std::string name = lower_case(material);
    std::replace(name.begin(), name.end(), '\\', '/');
    std::string plain = name;
    std::replace(plain.begin(), plain.end(), '*', '#');
    for (const FileIndex& files : folders) {
        for (const std::string& spelling : {name, plain}) {
            const std::string* const below = find_picture(files, "textures/" + spelling);
            const std::string* const path =
                below != nullptr ? below : find_picture(files, spelling);
            if (path != nullptr) {
                return path;
            }
        }
    }
    return nullptr;
}

struct WadTexture {
    const Wad* wad = nullptr;
    std::string_view name;
};

WadTexture find_in_wads(const std::vector<Wad>& wads, std::string_view material) {
    for (const std::string_view name : {material, base_name(material)}) {
        for (const Wad& wad : wads) {
            if (wad.has(name)) {
                return {&wad, name};
            }
        }
    }
    return {};
}

template <class Function>
auto with_file(const std::string& path, Function function)
    -> decltype(function(std::span<const std::byte>(), std::string())) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    return function(std::span<const std::byte>(*bytes), path);
}

// Reads only the first bytes at first, because most bytes of a picture do not tell its size.
Result<ImageSize> size_of_picture(const std::string& path) {
    const Result<std::vector<std::byte>> head = read_file_head(path, kHeadSize);
    if (!head) {
        return std::unexpected(head.error());
    }
    const Result<ImageSize> size = image_size(*head, path);
    return size || head->size() < kHeadSize ? size : with_file(path, image_size);
}

Diagnostic warning(const Error& error) {
    return {Severity::Warning, error.message, error.where};
}

// True if the texture is needed. Sides that are not drawn need no picture; editors have pictures
// for them.
bool needs_texture(const Material& material) {
    const SurfaceKind surface = map::classify_texture(material.name).surface;
    return surface == SurfaceKind::Drawn || surface == SurfaceKind::Sky;
}

}  // namespace

// Builds a library.
class TextureLibraryMaker {
public:
    explicit TextureLibraryMaker(const World& world)
        : world_(world), sources_(std::make_shared<TextureLibrary::Sources>()) {}

    void open(const TextureSearch& search) {
        sources_->has_places = !search.folders.empty() || !search.wad_paths.empty();
        for (const std::string& folder : search.folders) {
            open_folder(folder);
        }
        for (const std::string& path : search.wad_paths) {
            add_wad_path(path);
        }
        const std::string& list =
            world_.entities.empty() ? std::string() : world_.entities.front().value(keys::kWad);
        if (!listed_wads(list).empty()) {
            open_listed(list);
            open_given_files();
        } else {
            open_all();
        }
    }

    OpenedTextures take() {
        OpenedTextures opened;
        opened.library.sources_ = std::move(sources_);
        opened.diagnostics = std::move(diagnostics_);
        return opened;
    }

private:
    void open_folder(const std::string& folder) {
        IndexedFolder indexed =
            index_files(folder,
                        Depth::AllBelow,
                        {kPictures[0], kPictures[1], kPictures[2], kPictures[3], ".lmp"});
        report(std::move(indexed.diagnostics));
        take_palette(indexed.files, "gfx/palette.lmp");
        sources_->folders.push_back(std::move(indexed.files));
    }

    void add_wad_path(const std::string& path) {
        if (is_wad(path)) {
            FileIndex one;
            one.emplace(lower_case(file_name(path)), path);
            wad_files_.push_back(std::move(one));
            given_.push_back(path);
            given_files_.push_back(path);
            return;
        }
        IndexedFolder indexed = index_files(path, Depth::Folder, {".wad", ".lmp"});
        report(std::move(indexed.diagnostics));
        take_palette(indexed.files, "palette.lmp");
        for (const auto& [name, file] : indexed.files) {
            if (is_wad(file)) {
                given_.push_back(file);
            }
        }
        wad_files_.push_back(std::move(indexed.files));
    }

    void open_listed(std::string_view list) {
        if (!world_.source.empty()) {
            const std::string folder(folder_of(world_.source));
            // The user did not ask for this folder, so no message says that it cannot be read.
            wad_files_.push_back(
                index_files(folder.empty() ? "." : folder, Depth::Folder, {".wad"}).files);
        }
        for (const std::string& name : listed_wads(list)) {
            const std::string* path = nullptr;
            for (const FileIndex& files : wad_files_) {
                path = path == nullptr ? find_file(files, name) : path;
            }
            if (path != nullptr) {
                open_wad(*path);
                listed_.push_back(*path);
            } else {
                warn("cannot find the WAD " + map::in_quotes(name) +
                         " that the level names: it is neither beside the level nor in a folder "
                         "for WADs",
                     world_.source);
            }
        }
    }

    // Opens the WADs that the user named, even if the level does not name them.
    void open_given_files() {
        for (const std::string& path : given_files_) {
            if (std::find(listed_.begin(), listed_.end(), path) == listed_.end()) {
                open_wad(path);
            }
        }
    }

    // Opens all WADs in an order that does not depend on the file system.
    void open_all() {
        std::sort(given_.begin(), given_.end());
        for (const std::string& path : given_) {
            open_wad(path);
        }
    }

    void open_wad(const std::string& path) {
        Result<std::vector<std::byte>> bytes = read_file(path);
        if (!bytes) {
            diagnostics_.push_back(warning(bytes.error()));
            return;
        }
        Result<Wad> wad = Wad::from_bytes(*std::move(bytes), path);
        if (wad) {
            sources_->wads.push_back(*std::move(wad));
        } else {
            diagnostics_.push_back(warning(wad.error()));
        }
    }

    void take_palette(const FileIndex& files, const std::string& name) {
        const std::string* const path = find_file(files, name);
        if (path == nullptr) {
            return;
        }
        const Result<Palette> palette = with_file(*path, read_palette);
        if (palette) {
            sources_->palette = *palette;
        } else {
            diagnostics_.push_back(warning(palette.error()));
        }
    }

    void report(std::vector<Diagnostic> more) {
        std::move(more.begin(), more.end(), std::back_inserter(diagnostics_));
    }
    void warn(std::string message, const std::string& file) {
        diagnostics_.push_back({Severity::Warning, std::move(message), {file, 0, 0}});
    }

    const World& world_;
    std::shared_ptr<TextureLibrary::Sources> sources_;
    std::vector<Diagnostic> diagnostics_;
    std::vector<FileIndex> wad_files_;
    std::vector<std::string> given_;        // WADs in the folders of wad_paths
    std::vector<std::string> given_files_;  // WADs that are wad_paths themselves
    std::vector<std::string> listed_;       // WADs that the level names and that were found
};

TextureLibrary::TextureLibrary() : sources_(std::make_shared<const Sources>()) {}

bool TextureLibrary::has_places() const {
    return sources_->has_places;
}

bool TextureLibrary::has_sources() const {
    return !sources_->wads.empty() || !sources_->folders.empty();
}

std::optional<Result<ImageSize>> TextureLibrary::size(std::string_view material) const {
    if (const WadTexture found = find_in_wads(sources_->wads, material); found.wad != nullptr) {
        return found.wad->size(found.name);
    }
    const std::string* const path = find_picture(sources_->folders, material);
    return path == nullptr ? std::nullopt : std::optional(size_of_picture(*path));
}

std::optional<Image> TextureLibrary::load(std::string_view material) const {
    Result<Image> image = std::unexpected(Error{});
    if (const WadTexture found = find_in_wads(sources_->wads, material); found.wad != nullptr) {
        image = found.wad->image(found.name, sources_->palette);
    } else if (const std::string* const path = find_picture(sources_->folders, material)) {
        image = with_file(*path, read_image);
    }
    return image ? std::optional(*std::move(image)) : std::nullopt;
}

OpenedTextures open_textures(const World& world, const TextureSearch& search) {
    TextureLibraryMaker maker(world);
    maker.open(search);
    return maker.take();
}

std::optional<Result<Image>> material_image(const Level& level, MaterialId material) {
    const MaterialRecord& record = level.materials()[material.value];
    const std::optional<Rgba> colour = colour_of(record);
    if (record.picture == kNone) {
        return colour ? std::optional(Image{1, 1, {*colour}}) : std::nullopt;
    }
    const std::string_view name = level.string(level.pictures()[record.picture].name);
    Result<Image> image = read_image(level.picture_file(record.picture), name);
    if (image && colour) {
        const std::array<double, 3> factor = linear_light(*colour);
        const auto times = [](std::uint8_t channel, double by) {
            return screen_channel(linear_light(channel) * by);
        };
        std::array<std::array<std::uint8_t, 256>, 3> table{};
        for (std::size_t c = 0; c < 3; ++c) {
            for (std::size_t value = 0; value < 256; ++value) {
                table[c][value] = times(static_cast<std::uint8_t>(value), factor[c]);
            }
        }
        for (Rgba& pixel : image->pixels) {
            pixel = {table[0][pixel.r], table[1][pixel.g], table[2][pixel.b], pixel.a};
        }
    }
    return image;
}

std::vector<Diagnostic> resolve_materials(World& world, const TextureLibrary& library) {
    std::vector<Diagnostic> diagnostics;
    const std::string usual = ": it counts as 64 x 64 texels";
    bool is_any_unknown = false;
    for (Material& material : world.materials) {
        if (!needs_texture(material)) {
            continue;
        }
        const std::optional<Result<ImageSize>> size = library.size(material.name);
        if (size && *size) {
            material.width = (*size)->width;
            material.height = (*size)->height;
        } else if (size) {
            diagnostics.push_back(
                {Severity::Warning, size->error().message + usual, size->error().where});
        } else if (material.picture != kNone || material.colour) {
            if (material.picture != kNone) {
                const Picture& picture = world.pictures[material.picture];
                if (const Result<ImageSize> own = image_size(picture.bytes(), picture.name)) {
                    material.width = own->width;
                    material.height = own->height;
                }
            }
            continue;
        } else if (library.has_sources()) {
            diagnostics.push_back({Severity::Warning,
                                   "there is no texture " + map::in_quotes(material.name) + usual,
                                   {world.source, 0, 0}});
        }
        is_any_unknown = is_any_unknown || !size;
    }
    if (is_any_unknown && !library.has_sources()) {
        const std::string cause = library.has_places()
                                      ? "nothing was found where WADs and textures were looked for"
                                      : "there are no WADs and no folders of textures to look into";
        diagnostics.push_back({Severity::Note,
                               cause + ": every texture counts as 64 x 64 texels",
                               {world.source, 0, 0}});
    }
    return diagnostics;
}

}  // namespace halfspace
