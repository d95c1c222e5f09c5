# SPDX-License-Identifier: MIT
"""A hook of mkdocs: the references that doxygen and typedoc wrote get links in the navigation.

mkdocs takes a link to a file that it did not make only with a slash in front. Without the slash the
link also works where the site is not at the root of its host.
"""

from mkdocs.structure.nav import Link


def on_nav(nav, **_):
    for section in nav.items:
        for item in section.children or []:
            if isinstance(item, Link):
                item.url = item.url.lstrip("/")
    return nav
