// SPDX-License-Identifier: MIT
// Classes of entities that games of the Quake family and Half-Life share, for the checks that ask
// whether a class is misspelled or lacks its brushes. A game may have any other class.
#pragma once

#include <span>
#include <string_view>

namespace halfspace {

struct KnownClass {
    std::string_view name;  // in lower case
    bool needs_brushes = false;
};

// Only classes func_…, trigger_…, info_… and light…: their names are much alike in all games. A
// class that some game uses with brushes and another one without needs none here.
std::span<const KnownClass> known_classes();

// The known class with this name, in lower case; nullptr if there is none.
const KnownClass* known_class(std::string_view name);

// The known class that the name probably means: they differ by one letter, which is missing, too
// much, another one or exchanged with its neighbour. A digit at the end is no mistake, as in
// func_door2. nullptr for a known class, and if there is none or more than one. name: in lower
// case.
const KnownClass* meant_class(std::string_view name);

}  // namespace halfspace
