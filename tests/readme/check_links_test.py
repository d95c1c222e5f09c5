# SPDX-License-Identifier: MIT
"""Plants faults in a small site and expects check_links.py --site to find each of them."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import check_links


class Site(unittest.TestCase):
    def faults(self, body):
        """What is said of a site of two pages, one of which has this body."""
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder)
            (site / "other.html").write_text('<h2 id="place">Place</h2>', encoding="utf-8")
            (site / "index.html").write_text(body, encoding="utf-8")
            with contextlib.redirect_stdout(io.StringIO()) as said:
                result = check_links.check_site(site)
            return said.getvalue().splitlines() if result else []

    def test_accepts_links_to_pages_places_and_other_hosts(self):
        self.assertEqual([], self.faults('<a href="other.html#place">a</a> <a href="#top">b</a>'
                                         '<p id="top"></p><a href="https://example.org/x">c</a>'))

    def test_finds_a_link_to_a_page_that_is_not_there(self):
        self.assertEqual(["index.html: absent.html is not there"],
                         self.faults('<a href="absent.html">a</a>'))

    def test_finds_a_link_to_a_place_that_is_not_there(self):
        self.assertEqual(["index.html: other.html#absent names no place of the page"],
                         self.faults('<a href="other.html#absent">a</a>'))

    def test_finds_what_is_loaded_from_another_host(self):
        self.assertEqual(["index.html: loads https://example.org/x.js",
                          "index.html: loads https://example.org/x.css"],
                         self.faults('<script src="https://example.org/x.js"></script>'
                                     '<link rel="stylesheet" href="https://example.org/x.css">'))

    def test_finds_a_picture_that_is_not_there(self):
        self.assertEqual(["index.html: absent.png is not there"],
                         self.faults('<img src="absent.png">'))


if __name__ == "__main__":
    unittest.main()
