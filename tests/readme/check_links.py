# SPDX-License-Identifier: MIT
"""Fails if a document links to a file, or names a file, of the project that is not there.

    check_links.py ROOT
    check_links.py --site FOLDER    the same for a built site, with the places inside of pages. A
                                    page must not load anything from another host

A name is a word in backquotes with a slash and with one of the endings below, or with a slash at
its end. Names are relative to the project's folder, include or include/halfspace. The records of
docs/decisions tell history: only their links are checked.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

NAME = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/(?:[\w-]+\.(?:h|cpp|c|md|py|cmake|txt|mjs))?)`")
FOLDERS = (".", "include", "include/halfspace")


def missing_links(document, text):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not (document.parent / target).exists():
            yield target


def missing_names(root, text):
    for name in NAME.findall(text):
        if not any((root / folder / name).exists() for folder in FOLDERS):
            yield name


class Page(html.parser.HTMLParser):
    """The links of a page, what it loads, and the places that links may name."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.places = [], [], set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.places |= {attributes.get("id"), attributes.get("name")}
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag in ("img", "script", "link") and attributes.get("rel") != "canonical":
            self.loads.append(attributes.get("src") or attributes.get("href") or "")


def faults_of_site(site):
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for url in page.links + page.loads:
            scheme, host, target, _, place = urllib.parse.urlsplit(url)
            if scheme or host:
                if url in page.loads and scheme != "data":
                    yield f"{path.relative_to(site)}: loads {url}"
                continue
            to = (path.parent / urllib.parse.unquote(target)).resolve() if target else path
            if not to.is_file():
                yield f"{path.relative_to(site)}: {url} is not there"
            elif path.is_relative_to(site / "reference"):
                continue  # doxygen's own links to places: a class of private classes has a dead one
            elif place and to in pages and urllib.parse.unquote(place) not in pages[to].places:
                yield f"{path.relative_to(site)}: {url} names no place of the page"
    if not pages:
        yield f"{site} has no pages"


def check_site(site):
    faults = list(faults_of_site(site.resolve()))
    print("\n".join(faults) or f"{site}: no link is dead")
    return 1 if faults else 0


def main():
    if sys.argv[1] == "--site":
        return check_site(pathlib.Path(sys.argv[2]))
    root = pathlib.Path(sys.argv[1]).resolve()
    documents = [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md")),
                 root / "bindings/npm/README.md"]
    missing = []
    names = 0
    for document in documents:
        text = document.read_text("utf-8")
        absent = list(missing_links(document, text))
        if document.parent.name != "decisions":
            names += len(NAME.findall(text))
            absent += missing_names(root, text)
        missing += [f"{document.relative_to(root)}: {name} is not there" for name in absent]
    print("\n".join(missing) or
          f"{len(documents)} documents, {names} names of files, none missing")
    return 1 if missing or not documents or not names else 0


if __name__ == "__main__":
    sys.exit(main())
