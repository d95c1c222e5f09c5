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
# A line for each finding: file:line:column: what.
if ! findings=$(printf '%s\0' "${files[@]}" |
    xargs -0 -n 32 -P "$(nproc)" clang-format-19 --dry-run -Werror 2>&1); then
    grep -oP '^[^:]+(?=:\d+:\d+: error)' <<<"$findings" | sort -u | sed 's/^/not formatted: /' || echo "$findings"
    echo "mend it with: git ls-files '*.h' '*.cpp' | xargs clang-format-19 -i"
    exit 1
fi
echo "${#files[@]} files are formatted"
