// SPDX-License-Identifier: MIT
// Whether records can be a navigation mesh.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/nav/nav_mesh.h"

#include <cstddef>
#include <string>

namespace halfspace {

// An error of the code Damaged, in record `record` of an array.
Error damaged(const std::string& array, std::size_t record, const std::string& what);

// Errors: those of NavMesh::from_records that need no look at neighbours.
Result<void> check_records(const NavRecords& records);

}  // namespace halfspace
