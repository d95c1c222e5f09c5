// SPDX-License-Identifier: MIT
// Batches of questions, without Python's lock.
#pragma once

#include "results.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace halfspace::python {

// Questions in rows, with so many questions in each row.
struct Batch {
    std::size_t rows = 0;
    std::size_t questions = 1;
};

// Answers a batch in parts, without Python's lock: answer(begin, count, executor) for rows.
// Ctrl-C is seen between parts. A few questions keep the lock: to give it back costs more.
template <class Answer>
void in_batches(Batch batch, unsigned threads, const Answer& answer) {
    constexpr std::size_t kFew = 16;
    constexpr std::size_t kPart = std::size_t{1} << 18;
    const Executor run = threads_of(threads);
    const std::size_t questions = std::max<std::size_t>(batch.questions, 1);
    if (batch.rows <= kFew / questions) {
        answer(std::size_t{0}, batch.rows, run);
        return;
    }
    const std::size_t part = std::max<std::size_t>(kPart / questions, 1);
    for (std::size_t begin = 0; begin < batch.rows; begin += part) {
        {
            const py::gil_scoped_release released;
            answer(begin, std::min(part, batch.rows - begin), run);
        }
        if (PyErr_CheckSignals() != 0) {
            throw py::error_already_set();
        }
    }
}

// Calls each(i) for i in [begin, begin + count), so many of them in each task of the executor.
template <class Each>
void in_tasks(const Executor& run,
              std::size_t begin,
              std::size_t count,
              std::size_t in_task,
              const Each& each) {
    run((count + in_task - 1) / in_task, [&](std::size_t task) {
        const std::size_t end = begin + std::min(count, (task + 1) * in_task);
        for (std::size_t i = begin + task * in_task; i < end; ++i) {
            each(i);
        }
    });
}

// Calls each(i) for all rows, in tasks and without the lock. cost: of one row, in cheap questions.
template <class Each>
void for_each_row(std::size_t rows, std::size_t cost, unsigned threads, const Each& each) {
    constexpr std::size_t kCostOfTask = 1024;
    const std::size_t in_task = std::max<std::size_t>(kCostOfTask / cost, 1);
    in_batches(
        {rows, cost}, threads, [&](std::size_t begin, std::size_t count, const Executor& run) {
            in_tasks(run, begin, count, in_task, each);
        });
}

// Lowers `least` to the number if that is less: it becomes the first row that is wrong.
inline void lower_to(std::atomic<std::size_t>& least, std::size_t number) {
    std::size_t known = least;
    while (number < known && !least.compare_exchange_weak(known, number)) {
    }
}

// A question about rows, each with one answer.
struct Question {
    std::size_t rows = 0;
    bool is_one = false;  // one row, whose answer is returned alone
    unsigned threads = 1;
    std::size_t cost = 1;  // of one row, in cheap questions
    py::handle out = py::none();
    Inputs inputs = {};
};

// Answers each row by ask(i). Returns what Results::take does.
template <class Answer, class Ask>
py::object answer_rows(const Question& question, const py::dtype& dtype, const Ask& ask) {
    Results results("out", question.out, dtype, {question.rows}, question.inputs);
    const auto to = results.as<Answer>();
    for_each_row(
        question.rows, question.cost, question.threads, [&](std::size_t i) { to[i] = ask(i); });
    return results.take(question.is_one);
}

template <class Answer, class Ask>
py::object answer_rows(const Question& question, const Ask& ask) {
    return answer_rows<Answer>(question, py::dtype::of<Answer>(), ask);
}

}  // namespace halfspace::python
