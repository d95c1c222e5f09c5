// SPDX-License-Identifier: MIT
// Takes a .glb apart by its specification, and asserts the rules that readers rely on.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace halfspace::test {

struct Glb {
    nlohmann::json json;
    std::span<const std::byte> binary;
};

inline std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t word = 0;
    EXPECT_LE(at + 4, bytes.size());
    std::memcpy(&word, bytes.data() + at, 4);
    return word;
}

// The frame and its chunks. The JSON parser refuses what is no UTF-8.
inline Glb parse_glb(std::span<const std::byte> bytes) {
    EXPECT_EQ(word_at(bytes, 0), 0x46546c67u);
    EXPECT_EQ(word_at(bytes, 4), 2u);
    EXPECT_EQ(word_at(bytes, 8), bytes.size());
    const std::size_t length = word_at(bytes, 12);
    EXPECT_EQ(word_at(bytes, 16), 0x4e4f534au);
    EXPECT_EQ(length % 4, 0u);
    const auto* const text = reinterpret_cast<const char*>(bytes.data() + 20);
    Glb glb{nlohmann::json::parse(text, text + length), {}};
    if (20 + length < bytes.size()) {
        EXPECT_EQ(word_at(bytes, 24 + length), 0x004e4942u);
        glb.binary = bytes.subspan(28 + length);
        EXPECT_EQ(glb.binary.size(), word_at(bytes, 20 + length));
        EXPECT_EQ(glb.binary.size() % 4, 0u);
    }
    return glb;
}

// Bytes of one component, by its number in the specification.
inline std::size_t component_size(int type) {
    return type == 5126 || type == 5125 ? 4 : 2;
}
inline std::size_t component_count(const std::string& type) {
    return type == "SCALAR" ? 1 : static_cast<std::size_t>(type.at(3) - '0');
}

// The values of an accessor, as doubles.
inline std::vector<double> values_of(const Glb& glb, int number) {
    const auto& accessor = glb.json.at("accessors").at(static_cast<std::size_t>(number));
    const auto& view = glb.json.at("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
    const int type = accessor.at("componentType");
    const std::size_t components = component_count(accessor.at("type"));
    const std::size_t size = component_size(type);
    const std::size_t count = accessor.at("count");
    const std::size_t start = view.value("byteOffset", std::size_t{0});
    const std::size_t offset = accessor.value("byteOffset", std::size_t{0});
    EXPECT_GE(count, 1u);
    EXPECT_EQ((start + offset) % 4, 0u);
    EXPECT_LE(offset + count * components * size, view.at("byteLength").get<std::size_t>());
    EXPECT_LE(start + view.at("byteLength").get<std::size_t>(),
              glb.json.at("buffers").at(0).at("byteLength").get<std::size_t>());
    if (view.contains("byteStride")) {
        EXPECT_EQ(view.at("byteStride").get<std::size_t>(), components * size);
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < count * components; ++i) {
        const std::byte* const from = glb.binary.data() + start + offset + i * size;
        if (type == 5126) {
            float value = 0;
            std::memcpy(&value, from, 4);
            EXPECT_TRUE(std::isfinite(value));
            values.push_back(value);
        } else {
            std::uint32_t value = 0;
            std::memcpy(&value, from, size);
            values.push_back(value);
        }
    }
    return values;
}

inline void check_primitive(const Glb& glb, const nlohmann::json& primitive) {
    const auto& attributes = primitive.at("attributes");
    const int position = attributes.at("POSITION");
    const std::vector<double> points = values_of(glb, position);
    const auto& accessor = glb.json.at("accessors").at(static_cast<std::size_t>(position));
    for (std::size_t i = 0; i < 3; ++i) {
        double min = points[i];
        double max = points[i];
        for (std::size_t j = i; j < points.size(); j += 3) {
            min = std::min(min, points[j]);
            max = std::max(max, points[j]);
        }
        EXPECT_EQ(accessor.at("min").at(i).get<double>(), min);
        EXPECT_EQ(accessor.at("max").at(i).get<double>(), max);
    }
    const std::vector<double> normals = values_of(glb, attributes.at("NORMAL"));
    EXPECT_EQ(normals.size(), points.size());
    EXPECT_EQ(values_of(glb, attributes.at("TEXCOORD_0")).size(), points.size() / 3 * 2);
    for (std::size_t i = 0; i < normals.size(); i += 3) {
        EXPECT_NEAR(std::hypot(normals[i], normals[i + 1], normals[i + 2]), 1, 1e-6);
    }
    const std::vector<double> indices = values_of(glb, primitive.at("indices"));
    EXPECT_EQ(indices.size() % 3, 0u);
    const double last = *std::max_element(indices.begin(), indices.end());
    EXPECT_LT(last, static_cast<double>(points.size()) / 3);
    const auto& index_accessor =
        glb.json.at("accessors").at(primitive.at("indices").get<std::size_t>());
    EXPECT_FALSE(index_accessor.at("componentType") == 5123 && last == 65535);  // a restart
    EXPECT_LT(primitive.at("material").get<std::size_t>(), glb.json.at("materials").size());
    EXPECT_EQ(primitive.value("mode", 4), 4);
}

inline void expect_nothing_empty(const nlohmann::json& json) {
    EXPECT_FALSE(json.is_null());
    if (json.is_structured()) {
        EXPECT_FALSE(json.empty());
        for (const auto& child : json) {
            expect_nothing_empty(child);
        }
    }
}

inline Glb check_glb(std::span<const std::byte> bytes) {
    Glb glb = parse_glb(bytes);
    EXPECT_EQ(glb.json.at("asset").at("version"), "2.0");
    expect_nothing_empty(glb.json);  // the schema has no empty lists, and no nulls
    EXPECT_EQ(glb.json.contains("buffers"), !glb.binary.empty());
    if (!glb.binary.empty()) {
        EXPECT_EQ(glb.json.at("buffers").size(), 1u);
        const std::size_t length = glb.json.at("buffers").at(0).at("byteLength");
        EXPECT_TRUE(length <= glb.binary.size() && glb.binary.size() < length + 4);
    }
    for (const auto& mesh : glb.json.value("meshes", nlohmann::json::array())) {
        for (const auto& primitive : mesh.at("primitives")) {
            check_primitive(glb, primitive);
        }
    }
    return glb;
}

}  // namespace halfspace::test
