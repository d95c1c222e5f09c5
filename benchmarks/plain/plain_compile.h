// SPDX-License-Identifier: MIT
// The way into the copy of the compiler that works in plain doubles.
#pragma once

#include <cstddef>

// Reads nothing and prints nothing: compiles .map text on one thread and returns the number of
// nodes, 0 if it failed.
extern "C" std::size_t compile_in_plain_doubles(const char* text, std::size_t size);
