// SPDX-License-Identifier: MIT
// Memory for the questions of an Octree, and the lists that answer them. A question takes a list
// out of the scratch, and the answer gives it back when it ends. So any number of answers are alive
// at once, and once there are enough lists that are large enough, questions allocate nothing.
#pragma once

#include "halfspace/base/id.h"

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace halfspace {

using ObjectId = Id<struct ObjectTag>;  // an object of an Octree

struct ObjectPair {
    ObjectId a;  // the smaller id
    ObjectId b;

    friend auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

struct ObjectHit {
    ObjectId id;
    // How far along the segment it enters the box: 0 at its start, also if it starts inside.
    double fraction = 0;

    friend bool operator==(const ObjectHit&, const ObjectHit&) = default;
};

// The lists of a scratch that no answer has.
template <class Value>
struct SpareLists {
    std::vector<std::vector<Value>> lists;
    std::size_t made = 0;  // spare ones and the ones in answers
};

// What a question found. It stays as it is, whatever is asked or changed later. REQUIRES: it ends
// before its scratch, and in the thread that uses the scratch.
template <class Value>
class AnswerList {
public:
    AnswerList(AnswerList&& other) noexcept
        : list_(std::move(other.list_)),
          size_(std::exchange(other.size_, 0)),
          home_(std::exchange(other.home_, nullptr)) {}
    AnswerList& operator=(AnswerList&& other) noexcept {
        std::swap(list_, other.list_);
        std::swap(size_, other.size_);
        std::swap(home_, other.home_);
        return *this;
    }
    AnswerList(const AnswerList&) = delete;
    AnswerList& operator=(const AnswerList&) = delete;
    ~AnswerList() {
        if (home_ != nullptr) {
            home_->lists.push_back(std::move(list_));  // the place was reserved
        }
    }

    const Value* begin() const { return list_.data(); }
    const Value* end() const { return list_.data() + size_; }
    const Value* data() const { return list_.data(); }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Value& operator[](std::size_t i) const { return list_[i]; }

private:
    friend class Octree;

    // Takes a list, or makes one.
    explicit AnswerList(SpareLists<Value>& home) : home_(&home) {
        if (home.lists.empty()) {
            home.lists.reserve(home.made + 1);
            ++home.made;
        } else {
            list_ = std::move(home.lists.back());
            home.lists.pop_back();
        }
    }

    std::vector<Value> list_;  // its first size_ elements are the answer
    std::size_t size_ = 0;
    SpareLists<Value>* home_ = nullptr;
};

// Each thread has its own.
class QueryScratch {
public:
    QueryScratch() = default;
    // A copy has new memory. Answers keep the memory of the scratch from which they came.
    QueryScratch(const QueryScratch& /*other*/) {}
    QueryScratch& operator=(const QueryScratch& /*other*/) { return *this; }
    ~QueryScratch() {
        assert(ids_.lists.size() == ids_.made && pairs_.lists.size() == pairs_.made &&
               hits_.lists.size() == hits_.made);
    }

private:
    friend class Octree;

    SpareLists<ObjectId> ids_;
    SpareLists<ObjectPair> pairs_;
    SpareLists<ObjectHit> hits_;
    std::vector<std::uint64_t> marks_;  // a bit for each object; all are 0 between questions
};

}  // namespace halfspace
