// SPDX-License-Identifier: MIT
// Words of the command line for the values of an enum. Each enum has one table; reading, printing
// and the help use it.
#pragma once

#include "halfspace/world/mesh.h"
#include "halfspace/world/source_frame.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace halfspace::tool {

template <class Value>
struct Word {
    std::string_view word;
    Value value;
};

// nullopt if the text is none of the words.
template <class Value, std::size_t Count>
std::optional<Value> value_of(const std::array<Word<Value>, Count>& words, std::string_view text) {
    const auto* const found = std::ranges::find(words, text, &Word<Value>::word);
    if (found == words.end()) {
        return std::nullopt;
    }
    return std::optional<Value>(std::in_place, found->value);  // the value may be an optional, too
}

// REQUIRES: the value has a word.
template <class Value, std::size_t Count>
std::string_view word_of(const std::array<Word<Value>, Count>& words, Value value) {
    return std::ranges::find(words, value, &Word<Value>::value)->word;
}

// "solid, node or leafy"
template <class Value, std::size_t Count>
std::string list_of(const std::array<Word<Value>, Count>& words) {
    std::string text;
    for (std::size_t i = 0; i < Count; ++i) {
        text.append(i == 0 ? "" : (i + 1 == Count ? " or " : ", ")).append(words[i].word);
    }
    return text;
}

inline constexpr std::array kUpAxes{Word{"y", UpAxis::Y}, Word{"z", UpAxis::Z}};
inline constexpr std::array kMeshVerdicts{Word{"closed", MeshVerdict::Solid},
                                          Word{"room", MeshVerdict::Room},
                                          Word{"open", MeshVerdict::Open},
                                          Word{"flat", MeshVerdict::Flat},
                                          Word{"inside out", MeshVerdict::LooksInwards},
                                          Word{"no room", MeshVerdict::LooksOutwards},
                                          Word{"refused", MeshVerdict::Refused}};

// Adds an option that takes one of the words. REQUIRES: `value` and `words` live longer than the
// parsing.
template <class Value, std::size_t Count>
CLI::Option* add_word_option(CLI::App& app,
                             const char* name,
                             std::optional<Value>& value,
                             const std::array<Word<Value>, Count>& words,
                             const std::string& help) {
    const auto set = [name, &value, &words](const std::string& text) {
        value = value_of(words, text);
        if (!value) {
            throw CLI::ValidationError(name,
                                       "expected " + list_of(words) + ", found '" + text + "'");
        }
    };
    return app.add_option_function<std::string>(name, set, help);
}

}  // namespace halfspace::tool
