// SPDX-License-Identifier: MIT
// How questions fill the lists that answer them.
#pragma once

#include "halfspace/spatial/query_scratch.h"

#include <cstddef>
#include <vector>

namespace halfspace {

struct AnswerWriter {
    // An answer whose list holds whatever the last question with this list has left there.
    template <class Value>
    static AnswerList<Value> take(QueryScratch& scratch) {
        return AnswerList<Value>(scratch);
    }
    template <class Value>
    static std::vector<Value>& list(AnswerList<Value>& answer) {
        return answer.list_;
    }
    // The first `size` elements of the list are the answer.
    template <class Value>
    static void set_size(AnswerList<Value>& answer, std::size_t size) {
        answer.size_ = size;
    }

    // The answer with the elements that fill(list) puts into an empty list.
    template <class Value, class Fill>
    static AnswerList<Value> filled(QueryScratch& scratch, const Fill& fill) {
        AnswerList<Value> answer(scratch);
        answer.list_.clear();
        fill(answer.list_);
        answer.size_ = answer.list_.size();
        return answer;
    }
};

}  // namespace halfspace
