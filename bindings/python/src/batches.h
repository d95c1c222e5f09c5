// SPDX-License-Identifier: MIT
// Batches of questions, without Python's lock. Ctrl-C ends them.
#pragma once

#include "results.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <thread>

namespace halfspace::python {

// Questions in rows, with so many questions in each row.
struct Batch {
    std::size_t rows = 0;
    std::size_t questions = 1;
};

// So few cheap questions that to give Python's lock back, or to read the clock, costs more.
inline bool are_few(Batch batch) {
    constexpr std::size_t kFew = 16;
    return batch.rows <= kFew / std::max<std::size_t>(batch.questions, 1);
}

// Looks for Ctrl-C while a work runs without Python's lock. During a few questions it does not
// look.
class CtrlC {
public:
    explicit CtrlC(Batch batch)
        : looks_(!are_few(batch)),
          next_look_(looks_ ? Clock::now() + kBetweenLooks : Clock::time_point()) {}

    // True if the work must end. Any thread may ask; the one that made this looks, each 50 ms.
    bool looks() {
        if (looks_ && std::this_thread::get_id() == maker_ && Clock::now() >= next_look_ &&
            !stops_) {
            const py::gil_scoped_acquire acquired;
            stops_ = PyErr_CheckSignals() != 0;
            next_look_ = Clock::now() + kBetweenLooks;
        }
        return stops_;
    }
    // True after a look that has found Ctrl-C.
    bool stops() const { return stops_; }
    // Raises what Ctrl-C has raised. REQUIRES: the lock is held.
    void raise_caught() const {
        if (stops_) {
            throw py::error_already_set();
        }
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kBetweenLooks{50};

    std::thread::id maker_ = std::this_thread::get_id();
    bool looks_;
    Clock::time_point next_look_;
    std::atomic<bool> stops_ = false;
};

// Does a work without Python's lock. A few questions keep it.
template <class Work>
void without_lock(Batch batch, const Work& work) {
    std::optional<py::gil_scoped_release> released;
    if (!are_few(batch)) {
        released.emplace();
    }
    work();
}

// Answers a batch in parts, without Python's lock: answer(begin, count, executor) for rows. Ctrl-C
// is seen between parts, which take about 50 ms, whatever a question costs.
template <class Answer>
void in_batches(Batch batch, unsigned threads, const Answer& answer) {
    using Clock = std::chrono::steady_clock;
    constexpr std::size_t kLeastPart = 1024;
    constexpr std::chrono::milliseconds kShort(25);
    constexpr std::chrono::milliseconds kLong(100);
    const Executor run = threads_of(threads);
    const std::size_t least = kLeastPart / std::max<std::size_t>(batch.questions, 1) + 1;
    CtrlC ctrl_c(batch);
    without_lock(batch, [&] {
        std::size_t part = least;
        std::size_t begin = 0;
        while (begin < batch.rows && !ctrl_c.looks()) {
            const std::size_t count = std::min(part, batch.rows - begin);
            const bool is_last = begin + count == batch.rows;  // its time decides nothing
            const auto start = is_last ? Clock::time_point() : Clock::now();
            answer(begin, count, run);
            begin += count;
            if (is_last) {
                break;
            }
            const auto took = Clock::now() - start;
            if (took < kShort) {
                part *= 2;
            } else if (took > kLong) {
                part = std::max(part / 2, least);
            }
        }
    });
    ctrl_c.raise_caught();
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
    constexpr std::size_t kCostOfLook = 32;
    const std::size_t in_task = std::max<std::size_t>(kCostOfTask / cost, 1);
    const std::size_t between_looks = std::max<std::size_t>(kCostOfLook / cost, 1);
    const Executor run = threads_of(threads);
    CtrlC ctrl_c({rows, cost});
    without_lock({rows, cost}, [&] {
        in_tasks(run, 0, rows, in_task, [&](std::size_t i) {
            if (i % between_looks == 0 ? !ctrl_c.looks() : !ctrl_c.stops()) {
                each(i);
            }
        });
    });
    ctrl_c.raise_caught();
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
