// SPDX-License-Identifier: MIT
// A signed integer of 128 bits, an extension of g++ and clang.
#pragma once

namespace halfspace {

__extension__ typedef __int128 Int128;

}  // namespace halfspace
