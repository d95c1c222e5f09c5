#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the tests with clang, AddressSanitizer and UndefinedBehaviorSanitizer, and runs them.
# Left out are tests labelled `slow`, which repeat the same code on more input, and `check`, which
# run no code of ours. (The presets leave out UBSan's vptr check: it needs RTTI, and the runtime
# modules have none.)
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${1:-$(nproc)}
cmake --preset sanitize
cmake --build --preset sanitize -j "$jobs"
ctest --preset sanitize -j "$jobs" -LE '^(slow|check)$' --no-tests=error
