// SPDX-License-Identifier: MIT
#include "halfspace/world/world.h"

#include <string_view>

namespace halfspace {

const std::string& Entity::value(std::string_view key) const {
    static const std::string kMissing;
    for (const KeyValue& pair : keys) {
        if (pair.key == key) {
            return pair.value;
        }
    }
    return kMissing;
}

}  // namespace halfspace
