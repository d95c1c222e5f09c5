// SPDX-License-Identifier: MIT
// All records of a level. They are little-endian and trivially copyable, and have no padding but
// the fields named `reserved`, which writers set to 0 and readers ignore.
#pragma once

#include "halfspace/level/body_records.h"
#include "halfspace/level/drawn_records.h"
#include "halfspace/level/source_records.h"
#include "halfspace/level/tree_records.h"
