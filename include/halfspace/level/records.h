// SPDX-License-Identifier: MIT
// All records of a level. They are little-endian and trivially copyable. Their only padding is in
// fields named `reserved`; writers set these to 0, and readers ignore them.
#pragma once

#include "halfspace/level/body_records.h"
#include "halfspace/level/drawn_records.h"
#include "halfspace/level/nav_records.h"
#include "halfspace/level/portal_records.h"
#include "halfspace/level/source_records.h"
#include "halfspace/level/tree_records.h"
