# SPDX-License-Identifier: MIT
"""Gathers the pages of the site: README.md, and whatever it leads to by links of the project.

    make_pages.py ROOT FOLDER

Pages and pictures are copied to the same places in FOLDER. A linked source becomes a page that
shows it, and a linked folder a list of its files. Fails if nothing leads to a page of docs/.
"""

import pathlib
import re
import shutil
import sys

LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")  # of the project, with its place
PICTURES = {".jpg", ".png", ".svg"}
LANGUAGES = {".h": "cpp", ".cpp": "cpp", ".c": "c", ".py": "python", ".ts": "ts", ".mjs": "js"}


def page_of(root, path):
    """Where the page for a file or folder of the project is, from the root."""
    if path.is_dir():
        path = path / "README.md"
    name = path.relative_to(root).as_posix()
    return name if path.suffix in PICTURES | {".md"} else f"{name}.md"


def text_of(root, path):
    """The text of the page for a file or folder of the project."""
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file())
        rows = [f"[{file.name}]({file.name})" if file.suffix in LANGUAGES else file.name
                for file in files]
        return f"# {path.relative_to(root)}\n\n" + "".join(f"- {row}\n" for row in rows)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    language = LANGUAGES.get(path.suffix, "text")
    return f"# {path.relative_to(root)}\n\n````{language}\n{text}````\n"


def gather(root, folder):
    todo = [root / "README.md"]
    done = set()
    while todo:
        path = todo.pop()
        page = page_of(root, path)
        if page in done:
            continue
        done.add(page)
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in PICTURES:
            shutil.copy(path, target)
            continue
        if (path / "README.md").is_file():
            path /= "README.md"
        base = path if path.is_dir() else path.parent
        up = "../" * page.count("/")

        def link(match):
            to = (base / match[2]).resolve()
            todo.append(to)
            return f"{match[1]}{up}{page_of(root, to)}{match[3]}"

        text = text_of(root, path)
        if path.suffix not in LANGUAGES:
            text = LINK.sub(link, text)
        target.write_text(text, encoding="utf-8")
    lost = [page for page in (root / "docs").rglob("*.md") if page_of(root, page) not in done]
    print("\n".join(f"no link leads to {page.relative_to(root)}" for page in lost) or
          f"{len(done)} pages and pictures")
    return 1 if lost else 0


def main():
    root, folder = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    shutil.rmtree(folder, ignore_errors=True)
    return gather(root, folder)


if __name__ == "__main__":
    sys.exit(main())
