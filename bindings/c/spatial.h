// SPDX-License-Identifier: MIT
// Behind the handles of halfspace_spatial.h: questions whose answers are lists, and meshes.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/spatial/query_scratch.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "halfspace_spatial.h"
#include "handle.h"

#include <cstddef>
#include <cstdint>
#include <memory>
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

struct halfspace_mesh_bvh {
    // Collision worlds share it.
    std::shared_ptr<halfspace::TriangleBvh> shared;
    halfspace::TriangleBvh& tree = *shared;
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

// A greatest distance or t: at least 0, and infinity is allowed.
inline bool is_most(double most) {
    return most >= 0;
}

}  // namespace halfspace::c
