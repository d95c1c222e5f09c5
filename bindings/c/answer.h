// SPDX-License-Identifier: MIT
// Questions whose answers are lists (halfspace_answer).
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/spatial/query_scratch.h"

#include "guard.h"
#include "halfspace_octree.h"
#include "handle.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

struct halfspace_answer {
    halfspace::QueryScratch scratch;
    std::variant<std::monostate,
                 halfspace::AnswerList<halfspace::ObjectId>,
                 halfspace::AnswerList<halfspace::ObjectPair>,
                 halfspace::AnswerList<halfspace::ObjectHit>,
                 halfspace::AnswerList<halfspace::TriangleId>,
                 halfspace::AnswerList<halfspace::RayHit>>
        found;
};

namespace halfspace::c {

// A caller reads the answers as structs of C, and gives boxes as six numbers.
template <class Value, class AsC>
constexpr bool kIsSame = sizeof(Value) == sizeof(AsC) && alignof(Value) == alignof(AsC) &&
                         std::is_standard_layout_v<Value>;
static_assert(kIsSame<ObjectId, uint32_t> && kIsSame<TriangleId, uint32_t>);

inline Aabb box_from(const double* min, const double* max) {
    return {vec3(min), vec3(max)};
}

// Calls ask(tree, scratch), and gives its answer to the caller. asked: a handle with a tree inside.
// AsC: the struct of C that looks like an element of the answer.
template <class Asked, class AsC, class Ask>
halfspace_status answer_of(const Asked* asked,
                           halfspace_answer* answer,
                           const AsC** found,
                           size_t* count,
                           const Ask& ask) {
    if (asked == nullptr || answer == nullptr || found == nullptr || count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        answer->found = std::monostate{};  // its list goes back to the scratch
        using List = decltype(ask(asked->tree, answer->scratch));
        const List& list = answer->found.template emplace<List>(ask(asked->tree, answer->scratch));
        *found = reinterpret_cast<const AsC*>(list.data());
        *count = list.size();
        return HALFSPACE_OK;
    });
}

}  // namespace halfspace::c
