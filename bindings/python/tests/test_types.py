# SPDX-License-Identifier: MIT
"""mypy --strict finds nothing in what is written in Python: modules, their tests, examples."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import halfspace
import pytest

pytest.importorskip("mypy")

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = pathlib.Path(halfspace.__file__).parent
CHECKED = [
    *(PACKAGE / f"{name}.py" for name in (
        "_arguments", "_finished", "_records", "_segments", "env", "spaces", "dask", "farm", "plot")),
    *(ROOT / f"bindings/python/tests/{name}.py" for name in (
        "rooms", "same_bits", "test_cluster", "test_dask", "test_env", "test_episodes", "test_examples",
        "test_guides", "test_plot", "test_types")),
    *sorted((ROOT / "examples/python").glob("*.py")),
]  # fmt: skip


def mypy(tmp_path: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    folders = [PACKAGE.parent, ROOT / "bindings/python/tests", ROOT / "examples/python"]
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), "--config-file",
         str(ROOT / "bindings/python/mypy.ini"), *arguments],
        env={**os.environ, "MYPYPATH": os.pathsep.join(map(str, folders))},
        capture_output=True, text=True, check=False, timeout=250,
    )  # fmt: skip


def test_types_fit(tmp_path: pathlib.Path) -> None:
    if not (PACKAGE / "_halfspace.pyi").exists():
        pytest.skip("the compiled module has no stubs")
    told = mypy(tmp_path, *map(str, CHECKED))
    assert told.returncode == 0, told.stdout + told.stderr
    wrong = "import halfspace.env\nhalfspace.env.fan('nine')\n"
    assert "arg-type" in mypy(tmp_path, "-c", wrong).stdout
