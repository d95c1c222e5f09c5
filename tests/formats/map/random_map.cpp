// SPDX-License-Identifier: MIT
#include "formats/map/random_map.h"

#include "world/shared/texture.h"

#include <array>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

class RandomMapMaker {
public:
    explicit RandomMapMaker(std::uint64_t seed) : random_(seed) {
        line_end_ = std::array<std::string_view, 3>{"\n", "\r\n", "\r"}[below(3)];
    }

    RandomMap make() {
        text_ = below(4) == 0 ? "\xef\xbb\xbf" : "";
        line_ = 1;
        line_start_ = text_.size();
        text_ += "// Game: Quake 3";  // where the numbers behind a face mean nothing but detail
        end_line();
        gap();
        const std::uint64_t entities = 1 + below(4);
        for (std::uint64_t i = 0; i < entities; ++i) {
            entity(i == 0 ? "worldspawn" : kClasses[below(kClasses.size())]);
            gap();
        }
        return {std::move(text_), std::move(world_), repaired_};
    }

private:
    static constexpr std::array<std::string_view, 3> kClasses{"light", "func_door", "func_wall"};
    static constexpr std::array<std::string_view, 8> kNames{
        "stone", "Stone", "a/b", "+0x", "with blank", "quo\"te", "back\\slash", "-1"};
    static constexpr std::int64_t kMillion = 1'000'000;

    std::uint64_t below(std::uint64_t count) { return random_() % count; }
    bool chance(std::uint64_t one_in) { return below(one_in) == 0; }

    SourcePosition here() const {
        return {line_, static_cast<std::uint32_t>(text_.size() - line_start_ + 1)};
    }
    void end_line() {
        text_ += line_end_;
        ++line_;
        line_start_ = text_.size();
    }

    // Blanks, at least one where two words would run together.
    void blank() { text_ += std::array<std::string_view, 4>{" ", "\t", "  ", " \v\f "}[below(4)]; }
    void maybe_blank() {
        if (chance(2)) {
            blank();
        }
    }
    // Between fields of a face.
    void space() {
        blank();
        if (chance(20)) {
            text_ += "// ( 1 } \" ;";
            end_line();
        } else if (chance(20)) {
            end_line();
        }
    }
    // Between faces, keys, brushes and entities.
    void gap() {
        while (!chance(3)) {
            maybe_blank();
            if (chance(6)) {
                text_ += std::array<std::string_view, 3>{"// { \"x\"", "; } (", "//"}[below(3)];
                end_line();
            } else if (chance(2)) {
                end_line();
            }
        }
    }

    // In millionths, so that both the decimal and the double are known without reading the text.
    std::int64_t millionths(std::int64_t step) {
        const auto range = static_cast<std::uint64_t>(chance(5) ? 60'000'000'000 : 4'000'000'000);
        const auto value = static_cast<std::int64_t>(below(range)) / step * step;
        return chance(2) ? value : -value;
    }
    void spell(std::int64_t value) {
        text_ += value < 0 || (value == 0 && chance(4)) ? "-" : chance(10) ? "+" : "";
        const std::int64_t magnitude = value < 0 ? -value : value;
        if (chance(6)) {
            text_ += std::to_string(magnitude) + (chance(2) ? "e-6" : "E-06");
            return;
        }
        const std::int64_t whole = magnitude / kMillion;
        std::string fraction = std::to_string(magnitude % kMillion + kMillion).substr(1);
        if (!chance(4)) {
            fraction.erase(fraction.find_last_not_of('0') + 1);
        }
        if (whole != 0 || fraction.empty() || chance(2)) {
            text_ += (chance(10) ? "00" : "") + std::to_string(whole);
        }
        text_ += fraction.empty() && !chance(10) ? "" : "." + fraction;
    }
    Decimal coordinate() {
        const std::int64_t value = millionths(chance(3) ? 1 : kMillion);
        spell(value);
        return {Int128{value} * 1'000'000'000'000};
    }
    double number() {
        const std::int64_t value = millionths(125'000);
        spell(value);
        return static_cast<double>(value) / static_cast<double>(kMillion);
    }

    void string(std::string_view value) {
        text_ += '"';
        text_ += value;
        text_ += '"';
    }
    void key(Entity& entity, const std::string& name, const std::string& value) {
        string(name);
        space();
        string(value);
        gap();
        entity.keys.push_back({name, value});
    }

    void entity(std::string_view classname) {
        Entity entity;
        entity.position = here();
        text_ += '{';
        gap();
        key(entity, "classname", std::string(classname));
        for (std::uint64_t i = below(3); i > 0; --i) {
            key(entity, "key" + std::to_string(i), chance(2) ? "{ // \\\" }" : "");
        }
        for (std::uint64_t i = classname == "light" ? 0 : below(4); i > 0; --i) {
            if (chance(8)) {
                entity.patches.push_back(patch());
            } else {
                entity.brushes.push_back(brush());
            }
        }
        text_ += '}';
        world_.entities.push_back(std::move(entity));
    }

    Brush brush() {
        Brush brush;
        brush.position = here();
        text_ += '{';
        gap();
        const bool is_named = chance(4);
        if (is_named) {
            text_ += "brushDef";
            space();
            text_ += '{';
            gap();
        }
        bool is_repaired = false;
        for (std::uint64_t i = 1 + below(8); i > 0; --i) {
            brush.sides.push_back(side());
            BrushSide& side = brush.sides.back();
            const Vec3 normal = normal_of(side);
            if (is_degenerate(side.texture, normal)) {
                repair(side.texture, normal);
                is_repaired = true;
            }
            gap();
        }
        repaired_ += is_repaired ? 1 : 0;
        if (is_named) {
            text_ += '}';
            gap();
        }
        text_ += '}';
        gap();
        return brush;
    }

    void open(char bracket) {
        space();
        text_ += bracket;
        maybe_blank();
    }
    void close(char bracket) {
        maybe_blank();
        text_ += bracket;
    }

    Patch patch() {
        Patch patch;
        patch.position = here();
        patch.width = static_cast<std::uint32_t>(3 + 2 * below(3));
        patch.height = static_cast<std::uint32_t>(3 + 2 * below(3));
        patch.controls.resize(std::size_t{patch.width} * patch.height);
        text_ += "{ patchDef2";
        open('{');
        patch.material = material(kNames[below(kNames.size())]);
        open('(');
        text_ += std::to_string(patch.width) + " " + std::to_string(patch.height) + " 0 0 0";
        close(')');
        open('(');
        for (std::size_t column = 0; column < patch.width; ++column) {
            open('(');
            for (std::size_t row = 0; row < patch.height; ++row) {
                patch.controls[row * patch.width + column] = control();
            }
            close(')');
        }
        close(')');
        gap();
        text_ += "} }";
        return patch;
    }

    PolygonCorner control() {
        PolygonCorner corner;
        open('(');
        for (Decimal& decimal : corner.point) {
            decimal = coordinate();
            blank();
        }
        corner.u = number();
        blank();
        corner.v = number();
        close(')');
        return corner;
    }

    DecimalPoint point() {
        text_ += '(';
        DecimalPoint point;
        for (Decimal& decimal : point) {
            space();
            decimal = coordinate();
        }
        maybe_blank();
        text_ += ')';
        return point;
    }

    BrushSide side() {
        BrushSide side;
        side.position = here();
        side.points[0] = point();
        maybe_blank();
        side.points[2] = point();
        maybe_blank();
        side.points[1] = point();
        blank();
        const bool has_matrix = chance(4);
        if (has_matrix) {
            side.texture = matrix(normal_of(side));
            blank();
        }
        side.material = material(kNames[below(kNames.size())]);
        if (!has_matrix) {
            space();
            side.texture = projection();
        }
        for (std::uint64_t i = chance(3) ? below(7) : 0; i > 0; --i) {
            space();
            text_ += std::to_string(below(8));
        }
        blank();
        return side;
    }

    MaterialId material(std::string_view name) {
        if (name.find(' ') != std::string_view::npos || chance(4)) {
            text_ += '"';
            for (const char c : name) {
                text_ += c == '"' || c == '\\' ? "\\" : "";
                text_ += c;
            }
            text_ += '"';
        } else {
            text_ += name;
        }
        for (std::size_t i = 0; i < world_.materials.size(); ++i) {
            if (world_.materials[i].name == name) {
                return MaterialId(static_cast<std::uint32_t>(i));
            }
        }
        world_.materials.push_back({std::string(name)});
        return MaterialId(static_cast<std::uint32_t>(world_.materials.size() - 1));
    }

    Vec3 axis(double& offset) {
        text_ += '[';
        Vec3 axis;
        for (double* value : {&axis.x, &axis.y, &axis.z, &offset}) {
            space();
            *value = number();
        }
        maybe_blank();
        text_ += ']';
        return axis;
    }

    TextureProjection matrix(const Vec3& normal) {
        const PrimitiveAxes axes = primitive_axes(normal * (1 / length(normal)));
        TextureProjection texture;
        texture.kind = TextureProjection::Kind::BrushPrimitives;
        text_ += '(';
        for (const auto& [axis, offset] : {std::pair(&texture.u_axis, &texture.u_offset),
                                           std::pair(&texture.v_axis, &texture.v_offset)}) {
            open('(');
            const double along_u = number();
            blank();
            const double along_v = number();
            blank();
            *offset = number();
            *axis = axes.u * along_u + axes.v * along_v;
            close(')');
        }
        close(')');
        return texture;
    }

    TextureProjection projection() {
        TextureProjection texture;
        if (chance(2)) {
            texture.kind = TextureProjection::Kind::Valve220;
            texture.u_axis = axis(texture.u_offset);
            maybe_blank();
            texture.v_axis = axis(texture.v_offset);
        } else {
            texture.u_offset = number();
            space();
            texture.v_offset = number();
        }
        for (double* value : {&texture.rotation, &texture.u_scale, &texture.v_scale}) {
            space();
            *value = number();
        }
        return texture;
    }

    std::mt19937_64 random_;
    std::string_view line_end_;
    std::string text_;
    std::uint32_t line_ = 1;
    std::size_t line_start_ = 0;
    World world_;
    std::size_t repaired_ = 0;
};

}  // namespace

RandomMap random_map(std::uint64_t seed) {
    return RandomMapMaker(seed).make();
}

}  // namespace halfspace::test
