// SPDX-License-Identifier: MIT
#include "halfspace/formats/export.h"

#include "base/shared/name_colour.h"
#include "formats/export/export_scene.h"
#include "formats/shared/material_look.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace halfspace {
namespace {

// Colours in MTL files are values of a screen.
std::array<double, 3> screen(const Rgba& colour) {
    return {colour.r / 255.0, colour.g / 255.0, colour.b / 255.0};
}

// The shortest text that reads back as this float.
void append_number(std::string& text, float value) {
    std::array<char, 24> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end);
}

template <class Numbers>
void append_line(std::string& text, std::string_view keyword, const Numbers& numbers) {
    text += keyword;
    for (const auto number : numbers) {
        text += ' ';
        append_number(text, static_cast<float>(number));
    }
    text += '\n';
}

// Blanks and backslashes are replaced: readers end a name at a blank, and take a backslash at the
// end of a line for its continuation.
std::string without_blanks(std::string_view name) {
    std::string clean(name);
    std::replace_if(
        clean.begin(),
        clean.end(),
        [](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return byte <= 0x20 || byte == 0x7f || c == '\\';
        },
        '_');
    return clean.empty() ? "_" : clean;
}

class UniqueNames {
public:
    std::string add(std::string_view name) {
        const std::string clean = without_blanks(name);
        std::string unique = clean;
        for (int number = 2; !taken_.insert(unique).second; ++number) {
            unique = clean + "." + std::to_string(number);
        }
        return unique;
    }

private:
    std::unordered_set<std::string> taken_;
};

// Numbers values in the order of their first use, from 1 as in OBJ.
class Numbering {
public:
    struct Number {
        std::size_t value;
        bool is_new;
    };
    Number number(std::uint64_t key) {
        const auto [place, is_new] = numbers_.try_emplace(key, numbers_.size() + 1);
        return {place->second, is_new};
    }

private:
    std::unordered_map<std::uint64_t, std::size_t> numbers_;
};

std::uint64_t bits(const TexcoordRecord& texcoord) {
    return std::uint64_t{std::bit_cast<std::uint32_t>(texcoord.u)} << 32 |
           std::bit_cast<std::uint32_t>(texcoord.v);
}

class ObjWriter {
public:
    ObjWriter(const Level& level, const ObjOptions& options)
        : level_(level),
          options_(options),
          scene_(export_scene(level, options.sky ? SkyFaces::Keep : SkyFaces::LeaveOut)),
          frame_{options.up, options.scale.value_or(1 / level.units_per_metre())} {}

    Result<ExportedObj> write() {
        done_.counts.faces = scene_.faces;
        done_.counts.materials = scene_.materials.size();
        add_materials();
        done_.obj = "mtllib " + options_.mtl_name + "\n";
        for (const ExportObject& object : scene_.objects) {
            if (object.parts.empty()) {
                continue;
            }
            ++done_.counts.objects;
            done_.obj += "o " + object_names_.add(object.name) + "\n";
            for (const ExportPart& part : object.parts) {
                add_part(part);
            }
        }
        if (!is_in_range_) {
            return std::unexpected(too_far_out());
        }
        return std::move(done_);
    }

private:
    void add_materials() {
        std::unordered_set<std::string> files;
        UniqueNames names;
        for (const ExportMaterial& material : scene_.materials) {
            const std::string_view name = level_.material_name(MaterialId(material.material));
            material_names_.push_back(names.add(name));
            const std::string& file = image_file(material.material);
            const bool is_plain = file.empty();
            done_.mtl += "newmtl " + material_names_.back() + "\n";
            const Rgba plain =
                colour_of(level_.materials()[material.material]).value_or(name_colour(name));
            append_line(done_.mtl, "Kd", is_plain ? screen(plain) : std::array<double, 3>{1, 1, 1});
            append_line(done_.mtl, "d", std::array{material.opacity / 255.0});
            done_.mtl += "illum 1\n";  // without highlights
            if (!is_plain) {
                done_.mtl += "map_Kd " + file + "\n";
                files.insert(file);
            }
        }
        done_.counts.images = files.size();
    }

    // All variants of a material use the same picture.
    const std::string& image_file(std::uint32_t material) {
        const auto [place, is_new] = image_files_.try_emplace(material);
        if (is_new && options_.image_file) {
            place->second = options_.image_file(MaterialId(material));
        }
        return place->second;
    }

    // Writes vertices before the first faces that use them.
    void add_part(const ExportPart& part) {
        std::string polygons;
        for (const std::uint32_t number : part.faces) {
            const FaceRecord& face = level_.faces()[number];
            const std::string normal = "/" + std::to_string(normal_number(face));
            polygons += 'f';
            for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
                const std::uint32_t corner = face.first_vertex + i;
                polygons += ' ';
                polygons += std::to_string(vertex_number(corner));
                polygons += '/';
                polygons += std::to_string(texcoord_number(level_.face_texcoords()[corner]));
                polygons += normal;
            }
            polygons += '\n';
        }
        done_.obj += "usemtl " + material_names_[part.material] + "\n" + polygons;
    }

    std::size_t vertex_number(std::uint32_t corner) {
        const auto [number, is_new] = vertices_.number(level_.face_vertices()[corner]);
        if (is_new) {
            const std::array<float, 3> point = file_point(corner_point(level_, corner), {}, frame_);
            is_in_range_ = is_in_range_ && is_in_range(point);
            append_line(done_.obj, "v", point);
        }
        return number;
    }

    std::size_t texcoord_number(const TexcoordRecord& texcoord) {
        const auto [number, is_new] = texcoords_.number(bits(texcoord));
        if (is_new) {
            append_line(done_.obj, "vt", std::array{texcoord.u, 0 - texcoord.v});
        }
        return number;
    }

    std::size_t normal_number(const FaceRecord& face) {
        const auto [number, is_new] = normals_.number(face.plane);
        if (is_new) {
            const Vec3 normal = to_file_axes(face_normal(level_, face), frame_.up);
            append_line(done_.obj, "vn", std::array{normal.x, normal.y, normal.z});
        }
        return number;
    }

    const Level& level_;
    const ObjOptions& options_;
    ExportScene scene_;
    ExportFrame frame_;
    std::vector<std::string> material_names_;
    std::unordered_map<std::uint32_t, std::string> image_files_;  // index: material of the level
    UniqueNames object_names_;
    Numbering vertices_;
    Numbering texcoords_;
    Numbering normals_;
    bool is_in_range_ = true;
    ExportedObj done_;
};

}  // namespace

std::optional<BadOption> bad_option(const ObjOptions& options) {
    const bool has_control = std::any_of(options.mtl_name.begin(),
                                         options.mtl_name.end(),
                                         [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    return first_problem({
        bad_number("scale", options.scale.value_or(1), {.min = kMinScale, .max = kMaxScale}),
        has_control ? std::optional(BadOption{"mtl_name",
                                              "expected a name without control characters, which "
                                              "an OBJ cannot hold"})
                    : std::nullopt,
    });
}

Result<ExportedObj> export_obj(const Level& level, const ObjOptions& options) {
    if (const std::optional<BadOption> bad = bad_option(options)) {
        return std::unexpected(to_error(*bad));
    }
    return ObjWriter(level, options).write();
}

}  // namespace halfspace
