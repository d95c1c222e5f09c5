# SPDX-License-Identifier: MIT
"""Holds docs/reference/file_format.md against the headers of the records.

    check_file_format.py ROOT

Each section has a row in the page's list and, if its records have fields, a table of them: the
fields of the struct, in their order, each where the one before ends, up to the size in the list.
The bits of contents have a table with the bits, names and blocker bits of base/contents.h.
Prints one line for each difference and exits with 1 if there is any.
"""

import pathlib
import re
import sys

TYPE_SIZES = {"u8": 1, "u16": 2, "u32": 4, "i32": 4, "f32": 4, "u64": 8, "i64": 8, "f64": 8}

# Sections of plain numbers; points and texture coordinates are described in words.
WITHOUT_TABLE = {"face_vertices", "vertices", "strings", "face_texcoords", "space_roots", "bevels",
                 "walk_sources", "walk_roots", "draw_nodes", "hull_roots", "hull_corners"}


def sections_of_header(text):
    """[(section, record type)] in the order of for_each_section."""
    types = {name: record for record, name in
             re.findall(r"(?:Array|One)<([\w:]+)>\s+(\w+)(?:\{\})?;", text)}
    visited = re.findall(r'visit\("(\w+)", level\.(\w+)\);', text)
    for name, member in visited:
        if name != member:
            yield f"{name} visits {member}", None
    for name, _ in visited:
        yield name, types.get(name)


def fields_of_structs(text):
    """{struct: [field]} of all structs in a header."""
    structs = {}
    for name, body in re.findall(r"^struct (\w+) \{\n(.*?)^\};", text, re.M | re.S):
        body = re.sub(r"//[^\n]*", "", body)
        structs[name] = [re.sub(r"\[\d+\]|=.*", "", field).strip()
                         for names in re.findall(r"^\s*[\w:]+\s+([^;]+);", body, re.M)
                         for field in names.split(",")]
    return structs


def rows_of_page(text):
    """{section: bytes} of the page's list of sections."""
    listed = text[text.index("## Sections"):text.index("### ")]
    return {name: int(size) for name, size in
            re.findall(r"^\| \d+ \| (\w+) \| (\d+) \|", listed, re.M)}


def tables_of_page(text):
    """{section: [(at, type, field)]}."""
    tables = {}
    for name, body in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", text, re.M | re.S):
        rows = re.findall(r"^\| (\d+) \| (\w+(?: × \d+)?) \| (\w+) \|", body, re.M)
        if rows:
            tables[name] = [(int(at), kind, field) for at, kind, field in rows]
    return tables


def size_of(kind):
    name, _, count = kind.partition(" × ")
    return TYPE_SIZES[name] * int(count or 1)


def check_table(section, table, fields, size):
    if [field for _, _, field in table] != fields:
        yield f"{section}: the page has the fields {[row[2] for row in table]}, not {fields}"
    end = 0
    for at, kind, field in table:
        if at != end:
            yield f"{section}: {field} is said to be at {at}, but the field before ends at {end}"
        end = at + size_of(kind)
    if end != size:
        yield f"{section}: the fields end at {end}, but a record has {size} bytes"


def contents_of_header(text):
    """[(name, bit, blocker bit or "")], lowest bit first."""
    values = {name: 1 << int(bit)
              for name, bit in re.findall(r"^    (\w+) = 1u << (\d+)", text, re.M)}
    rows = sorted((values[bit], words, kind) for bit, words, kind in
                  re.findall(r'^        \{(\w+), "([\w ]+)", (\w+), ', text, re.M))
    barriers = [bit for bit, _, kind in rows if kind == "Barrier"]
    for bit, words, kind in rows:
        yield words, str(bit), ("1" if kind == "Opaque" else
                                str(2 << barriers.index(bit)) if kind == "Barrier" else "")


def check_contents(page, contents_header):
    contents = list(contents_of_header(contents_header))
    table = page[page.index("| bit of `Contents` |"):]
    listed = re.findall(r"^\| ([a-z ]+) \| (\d+) \| (\d*) ?\|", table[:table.index("\n\n")], re.M)
    for row in sorted(set(contents) ^ set(listed)):
        place = "header" if row in contents else "page"
        yield f"contents: {' '.join(row).strip()} is only in the {place}"
    width = 1 + sum(int(blocker or 1) > 1 for _, _, blocker in contents)
    if f"those of space s from bit {width}s on" not in page:
        yield f"leaves: a space has {width} blocker bits"


def check_limits(page, headers):
    most = re.search(r"kMaxSpaces = (\d+);", "\n".join(headers))[1]
    if f"up to {most} spaces" not in page:
        yield f"spaces: a level has up to {most}"


def differences(page, sections_header, record_headers, contents_header):
    rows = rows_of_page(page)
    tables = tables_of_page(page)
    structs = {}
    for header in record_headers:
        structs.update(fields_of_structs(header))
    yield from check_contents(page, contents_header)
    yield from check_limits(page, record_headers)
    sections = list(sections_of_header(sections_header))
    if list(rows) != [name for name, _ in sections]:
        yield f"the page lists {list(rows)}, for_each_section {[s for s, _ in sections]}"
    for section, record in sections:
        if section in WITHOUT_TABLE or section not in rows:
            continue
        if section not in tables:
            yield f"{section}: no table of its fields"
        elif record not in structs:
            yield f"{section}: no struct {record}"
        else:
            yield from check_table(section, tables[section], structs[record], rows[section])


def main():
    root = pathlib.Path(sys.argv[1])
    level = root / "include/halfspace/level"
    found = list(differences(
        (root / "docs/reference/file_format.md").read_text(encoding="utf-8"),
        (level / "sections.h").read_text(encoding="utf-8"),
        [p.read_text(encoding="utf-8") for p in sorted(level.glob("*_records.h"))],
        (root / "include/halfspace/base/contents.h").read_text(encoding="utf-8")))
    for line in found:
        print("docs/reference/file_format.md: " + line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
