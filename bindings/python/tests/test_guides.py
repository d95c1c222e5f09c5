# SPDX-License-Identifier: MIT
"""The programs of the guides run, with fewer rays."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
from typing import Any

import halfspace
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def programs(page: str) -> list[str]:
    text = (ROOT / "docs/guides" / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DASK_TEMPORARY_DIRECTORY", str(tmp_path))
    return tmp_path


def test_the_environment_of_the_guide_runs() -> None:
    (program,) = programs("python_env.md")
    names: dict[str, Any] = {}
    exec(program, names)
    assert names["observations"].shape == (64, 32)
    assert np.any(names["rewards"] != 0)


def test_the_programs_of_the_guide_to_dask_run(folder: pathlib.Path) -> None:
    pytest.importorskip("distributed")
    compiles, rays, farm, matrix = programs("dask.md")
    exec(compiles, {})
    (folder / "rays.py").write_text(rays.replace("100_000_000", "300_000"), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "rays.py"], capture_output=True, text=True, check=True, timeout=120
    ).stdout
    counts = [int(n) for n in re.findall(r"\b\d+\b(?!\.)", told.split("]")[0])]
    assert len(counts) == 11 and sum(counts) == 300_000
    for name in ("keep.map", "arena.map"):
        (folder / name).write_bytes((ROOT / "examples/levels" / name).read_bytes())
    (folder / "farm.py").write_text(farm, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "farm.py"], capture_output=True, text=True, check=True, timeout=120
    ).stdout
    assert re.findall(r"(\w+\.map) \w{16}\.hsw", told) == ["keep.map", "arena.map"]
    import halfspace.dask as hd

    level = halfspace.load("castle.hsw")
    places = np.array([(-352, 32, 40), (-300, 60, 40)])
    names: dict[str, Any] = {"hd": hd, "level": level, "places": places}
    exec(matrix, names)
    assert (names["matrix"].compute(scheduler="synchronous") > 0.5).all()
