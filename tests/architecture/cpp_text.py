# SPDX-License-Identifier: MIT
"""Reads C++ sources as far as the checks of this folder need it."""

import re

CODE_SUFFIXES = {".h", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<tag>[^\s()\\]{0,16})\(.*?\)(?P=tag)"'
    r"|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'", re.S)


def without_comments_and_strings(text):
    """The code alone, with every line where it was."""
    return NOT_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)


def code_files(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in CODE_SUFFIXES)


def includes(text):
    """(line number, '"' or '<', name) of each include."""
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1], match[2]
