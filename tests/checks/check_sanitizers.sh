#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the tests with clang, AddressSanitizer and UndefinedBehaviorSanitizer, and runs them.
# Random input is a tenth as long as usual (tests/support/repeats.h), and real levels are left out:
# both repeat the same code. Tests labelled `check` are left out, too: they run no code of ours. So
# are the comparisons of determinism, and the tests of all examples and pictures of the command
# line: they repeat what other tests do, for minutes here. The Python package runs under the
# sanitizers, too (tests/python/suite.cmake). (The presets leave out UBSan's vptr check: it needs
# RTTI, and the runtime modules have none.)
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${1:-$(nproc)}
cmake --preset sanitize -DHALFSPACE_PYTHON=AUTO
cmake --build --preset sanitize -j "$jobs"
ctest --preset sanitize -j "$jobs" -LE '^check$' -E '^determinism\.|^tool\.(examples|render)_test$' --no-tests=error
