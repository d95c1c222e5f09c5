// SPDX-License-Identifier: MIT
#include "base/shared/name_colour.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace halfspace {
namespace {

struct Hue {
    std::string_view word;  // part of the name, in lower case
    Rgba colour;
};

// The first word that the name contains decides. So special words stand before general words.
constexpr std::array kHues = std::to_array<Hue>({
    {"lava", {214, 96, 28}},    {"slime", {86, 122, 36}},    {"tele", {92, 64, 140}},
    {"sky", {126, 168, 216}},   {"water", {56, 98, 148}},    {"*", {56, 98, 148}},
    {"glass", {150, 186, 196}}, {"window", {158, 176, 170}}, {"light", {226, 206, 150}},
    {"torch", {220, 170, 90}},  {"brick", {146, 88, 66}},    {"grass", {94, 126, 62}},
    {"ground", {112, 104, 68}}, {"dirt", {120, 94, 66}},     {"sand", {190, 168, 120}},
    {"door", {122, 90, 58}},    {"wood", {134, 98, 60}},     {"plank", {134, 98, 60}},
    {"crate", {140, 106, 64}},  {"wiz", {118, 120, 84}},     {"metal", {118, 124, 134}},
    {"tech", {108, 116, 126}},  {"comp", {96, 112, 118}},    {"trim", {124, 120, 112}},
    {"rock", {118, 110, 100}},  {"stone", {140, 134, 124}},  {"wall", {138, 128, 114}},
    {"floor", {120, 116, 110}}, {"ceil", {128, 126, 122}},   {"roof", {126, 76, 60}},
    {"tile", {140, 140, 132}},  {"city", {130, 116, 96}},    {"cliff", {116, 100, 80}},
    {"snow", {216, 222, 228}},  {"fence", {110, 112, 112}},  {"grate", {104, 108, 108}},
});

std::uint8_t clamped(int value) {
    return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

std::string lower(std::string_view name) {
    std::string text(name);
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

}  // namespace

std::uint32_t mixed_bits(std::uint32_t a, std::uint32_t b) {
    std::uint32_t h = a * 0x9e3779b1u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    h = (h ^ (h >> 12)) * 0x297a2d39u;
    return h ^ (h >> 15);
}

std::uint32_t name_hash(std::string_view name) {
    std::uint32_t h = 2166136261u;
    for (const char c : name) {
        h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
    }
    return mixed_bits(h, 0);
}

Rgba name_colour(std::string_view name) {
    const std::string text = lower(name);
    const std::uint32_t hash = name_hash(text);
    const auto part = [&](unsigned shift, std::uint32_t range) {
        return static_cast<int>((hash >> shift) % range) - static_cast<int>(range / 2);
    };
    const auto known = std::find_if(kHues.begin(), kHues.end(), [&](const Hue& hue) {
        return text.find(hue.word) != std::string::npos;
    });
    const bool is_known = known != kHues.end();
    const Rgba base = is_known ? known->colour : Rgba{132, 124, 114, 255};
    const std::uint32_t range = is_known ? 21 : 33;
    // All channels together and each channel alone are shifted a little by the hash, so that two
    // stones differ.
    const int light = part(0, 25);
    return {clamped(base.r + light + part(5, range)),
            clamped(base.g + light + part(11, range)),
            clamped(base.b + light + part(17, range)),
            255};
}

}  // namespace halfspace
