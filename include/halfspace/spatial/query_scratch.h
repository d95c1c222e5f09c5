// SPDX-License-Identifier: MIT
// Memory for questions to an Octree and to a TriangleBvh, and the lists that answer them. A
// question takes a list out of the scratch, and the answer gives it back when it ends. So any
// number of answers are alive at once, and once there are enough lists that are large enough,
// questions allocate nothing.
#pragma once

#include "halfspace/spatial/query_results.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace halfspace {

// The lists of a scratch that no answer has.
template <class Value>
struct SpareLists {
    SpareLists() = default;
    SpareLists(const SpareLists& /*other*/) {}
    SpareLists& operator=(const SpareLists& /*other*/) { return *this; }
    ~SpareLists() { assert(lists.size() == made); }  // no answer outlives its scratch

    std::vector<std::vector<Value>> lists;
    std::size_t made = 0;  // spare ones and the ones in answers
};

// A scratch serves one thread. A copy has separate memory; answers keep the memory of the
// scratch from which they came.
class QueryScratch {
private:
    template <class Value>
    friend class AnswerList;
    friend class Octree;

    SpareLists<ObjectId>& spare(ObjectId*) { return ids_; }
    SpareLists<ObjectPair>& spare(ObjectPair*) { return pairs_; }
    SpareLists<ObjectHit>& spare(ObjectHit*) { return hits_; }
    SpareLists<TriangleId>& spare(TriangleId*) { return triangles_; }
    SpareLists<TrianglePair>& spare(TrianglePair*) { return triangle_pairs_; }
    SpareLists<RayHit>& spare(RayHit*) { return ray_hits_; }

    SpareLists<ObjectId> ids_;
    SpareLists<ObjectPair> pairs_;
    SpareLists<ObjectHit> hits_;
    SpareLists<TriangleId> triangles_;
    SpareLists<TrianglePair> triangle_pairs_;
    SpareLists<RayHit> ray_hits_;
    std::vector<std::uint64_t> marks_;  // a bit for each object; all are 0 between questions
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
    friend struct AnswerWriter;  // of the questions

    // Takes a list, or makes one.
    explicit AnswerList(QueryScratch& scratch)
        : home_(&scratch.spare(static_cast<Value*>(nullptr))) {
        if (home_->lists.empty()) {
            home_->lists.reserve(home_->made + 1);
            ++home_->made;
        } else {
            list_ = std::move(home_->lists.back());
            home_->lists.pop_back();
        }
    }

    std::vector<Value> list_;  // its first size_ elements are the answer
    std::size_t size_ = 0;
    SpareLists<Value>* home_ = nullptr;
};

}  // namespace halfspace
