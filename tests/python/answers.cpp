// SPDX-License-Identifier: MIT
// What C++ answers to the questions that tests of the Python package ask, too.
//
//   halfspace_python_answers LEVEL QUESTION [MESH] < rows of doubles > answers, as doubles
//
// MESH: a file with the number of vertices and of triangles, then the coordinates and the vertices
// of the triangles, all of them doubles.
#include "halfspace/level/level.h"

#include "game_answers.h"
#include "geometry_answers.h"
#include "nav_answers.h"

#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

int run(std::span<char*> words) {
    if (words.size() < 3) {
        return 2;
    }
    const std::string question = words[2];
    const std::vector<double> numbers = read_doubles(stdin);
    const bool is_game = question.starts_with("game");
    if (!is_game && !question.starts_with("nav")) {
        const char* const mesh = words.size() > 3 ? words[3] : nullptr;
        return answer_geometry(question, mesh, numbers) ? 0 : 2;
    }
    const auto level = load_level(words[1]);
    if (!level) {
        std::fputs(level.error().message.c_str(), stderr);
        return 1;
    }
    std::vector<Segment> rows;
    for (std::size_t i = 0; i + 6 <= numbers.size(); i += 6) {
        rows.push_back({{numbers[i], numbers[i + 1], numbers[i + 2]},
                        {numbers[i + 3], numbers[i + 4], numbers[i + 5]}});
    }
    const std::vector<double> answers =
        is_game ? game_answers(*level, question, rows) : nav_answers(*level, question, rows);
    std::fwrite(answers.data(), sizeof(double), answers.size(), stdout);
    return 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** words) {
    return halfspace::test::run({words, static_cast<std::size_t>(count)});
}
