// SPDX-License-Identifier: MIT
// The 128-bit integer that g++ and clang have.
#pragma once

namespace halfspace {

__extension__ typedef __int128 Int128;

}  // namespace halfspace
