#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fails if clang-format 19 would change a source file; says how to mend it.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v clang-format-19 >/dev/null; then
    echo "clang-format-19 is not installed; run scripts/setup" >&2
    exit 1
fi
# Files under version control, and new ones that are not ignored.
mapfile -t files < <(git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp' |
    while IFS= read -r file; do [ -f "$file" ] && printf '%s\n' "$file"; done)
if ! clang-format-19 --dry-run -Werror "${files[@]}"; then
    echo "mend it with: git ls-files '*.h' '*.cpp' | xargs clang-format-19 -i" >&2
    exit 1
fi
echo "${#files[@]} files are formatted"
