# SPDX-License-Identifier: MIT
"""Fails if a snippet of a page is not in a file that the page explains, or that tests the page.

    check_snippets.py ROOT

The lines of a block, for example of ```cpp, have to follow one another in one of the files for its
kind. Indentation does not count. Blocks of kinds without files are not looked at.
"""

import pathlib
import re
import sys

PAGES = {
    "docs/tutorials/first_game.md": {
        "cpp": ["examples/programs/gatehouse.cpp"],
        "c": ["examples/programs/gatehouse.c"],
        "map": ["examples/levels/gatehouse.map", "tests/move/tutorial_ladder_test.cpp"],
    },
    "docs/guides/walkable_meshes.md": {
        "cpp": ["examples/programs/terrain.cpp", "examples/programs/walk_on_file.cpp"],
    },
    "docs/guides/mesh_queries.md": {"cpp": ["examples/programs/chain.cpp"]},
    "docs/guides/moving.md": {
        "cpp": ["tests/move/moving_page_test.cpp", "examples/programs/deathmatch.cpp"],
        "c": ["examples/programs/first_person.c"],
    },
    "docs/guides/agents.md": {
        "cpp": [
            "examples/programs/guard.cpp",
            "examples/programs/chase.cpp",
            "examples/programs/crowd.cpp",
            "tests/agents/crowd_test.cpp",
            "tests/agents/follow_links_lifts_test.cpp",
            "tests/agents/follow_progress_test.cpp",
            "tests/agents/follow_links_test.cpp",
            "tests/agents/path_follower_floors_test.cpp",
        ],
    },
    "docs/tutorials/first_page.md": {
        "ts": ["examples/web/main.ts"],
        "html": ["examples/web/index.html"],
        "js": ["examples/web/vite.config.mjs"],
        "json": ["examples/web/tsconfig.json"],
    },
    "docs/guides/web.md": {
        "ts": [
            "tests/web/node/guide.test.ts",
            "tests/web/node/guide_paths.test.ts",
            "tests/web/bundled/main.ts",
            "tests/web/bundled/wasm.d.ts",
        ],
    },
    "bindings/npm/README.md": {"ts": ["tests/web/node/guide.test.ts"]},
}


def stripped(text):
    return "".join(f"{line.strip()}\n" for line in text.splitlines())


def check(root, page, files):
    """Prints the snippets that are missing. True if there are none, and snippets of each kind."""
    text = (root / page).read_text(encoding="utf-8")
    texts = {kind: ["\n" + stripped((root / path).read_text(encoding="utf-8")) for path in paths]
             for kind, paths in files.items()}
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)
    snippets = [(kind, block) for kind, block in blocks if kind in files]
    missing = [f"{page}: not in {' or '.join(files[kind])}:\n{block}" for kind, block in snippets
               if not any(f"\n{stripped(block)}" in text for text in texts[kind])]
    print("\n".join(missing) or f"{page}: {len(snippets)} snippets, none missing")
    return not missing and {kind for kind, _ in snippets} == set(files)


def main():
    root = pathlib.Path(sys.argv[1])
    return 0 if all([check(root, page, files) for page, files in PAGES.items()]) else 1


if __name__ == "__main__":
    sys.exit(main())
