#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the tests with clang, AddressSanitizer and UndefinedBehaviorSanitizer, and runs them.
# Tests labelled `slow` are left out: they repeat the same code on more input.
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${1:-$(nproc)}
cmake --preset sanitize
cmake --build --preset sanitize -j "$jobs"
ctest --preset sanitize -j "$jobs" -LE slow --no-tests=error
