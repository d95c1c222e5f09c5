// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace halfspace::test {

// Writes what C++ answers to questions about convex shapes and octrees, and about the mesh at
// `path` (as answers.cpp has it) if that is not null. False if there is no such question.
bool answer_geometry(const std::string& question,
                     const char* path,
                     const std::vector<double>& numbers);

// The numbers of a file, and of what comes from another program.
std::vector<double> read_doubles(const char* path);
std::vector<double> read_doubles(std::FILE* file);

}  // namespace halfspace::test
