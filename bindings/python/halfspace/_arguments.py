# SPDX-License-Identifier: MIT
"""What dask, env and farm do with arrays alike. Each message names the argument, and its row."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]


def whole(name: str, number: object, least: int, below: int | None = None) -> int:
    """The number as an int, from `least` on. Raises TypeError, ValueError."""
    try:
        found = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {number!r}") from None
    if found < least or (below is not None and found >= below):
        end = "" if below is None else f" and below 2^{below.bit_length() - 1}"
        raise ValueError(f"{name} must be at least {least}{end}, not {found}")
    return found


def seeds_of(seed: Any, players: int) -> list[int]:
    """The seed of each player, of one number or a number for each. Raises TypeError, ValueError."""
    given = np.asarray(seed, dtype=object)
    try:
        seeds = [operator.index(number) for number in given.ravel()]
    except TypeError:
        raise TypeError("seed must be a whole number, or one for each player") from None
    if given.ndim == 0:
        seeds = [seeds[0] + player for player in range(players)]
    if given.ndim > 1 or len(seeds) != players or not all(0 <= s < 1 << 64 for s in seeds):
        raise ValueError(f"seed must be a number from 0 to below 2^64, or {players} of them")
    return seeds


def check_reals(name: str, dtype: np.dtype[Any]) -> None:
    """Raises TypeError for a dtype whose numbers float64 does not hold."""
    if dtype.kind not in "fiu" or dtype.itemsize > 8:
        raise TypeError(f"{name} has the dtype {dtype}; it must be float64, or what float64 holds exactly")


def reals(name: str, value: ArrayLike) -> Array:
    """The argument as an array of real numbers. Raises TypeError; ValueError where one is masked."""
    try:
        array = np.asanyarray(value)
    except ValueError as error:
        raise TypeError(f"{name} must be an array of numbers") from error
    if np.ma.is_masked(array):
        masked = np.atleast_1d(np.ma.getmaskarray(array))
        raise ValueError(f"{name} is masked in row {int(np.argwhere(masked)[0][0])}")
    check_reals(name, array.dtype)
    return np.asarray(array)


def finite_rows(name: str, value: ArrayLike, width: int) -> NDArray[np.float64]:
    """A copy of the argument: rows (N, width) of finite numbers. Raises TypeError, ValueError."""
    rows = np.array(reals(name, value), dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != width:
        raise ValueError(f"{name} must have the shape (N, {width}), not {rows.shape}")
    is_finite = np.isfinite(rows).all(axis=1)
    if not is_finite.all():
        row = int(np.argmin(is_finite))
        raise ValueError(f"{name} is not finite in row {row}: {tuple(rows[row].tolist())}")
    return rows


def check_options(ask: Callable[..., Any], given: Iterable[str], without: Iterable[str] = ()) -> None:
    """Raises TypeError for a name that is no option of a compiled function. without: not allowed."""
    # inspect knows no signature of compiled functions; the first line of their text is one.
    signature = (ask.__doc__ or "").partition("\n")[0]
    names = re.findall(r"(\w+): ", signature.partition("*, ")[2])
    known = [name for name in names if name not in without]
    for name in given:
        if name not in known:
            there = f"has {', '.join(known)}" if known else "has none"
            raise TypeError(f"{ask.__name__} has no option {name!r}; it {there}")


def copy_of(rows: Array) -> Array:
    # As bytes: numpy copies records field by field, which takes 20 times as long.
    return rows.view(np.uint8).copy().view(rows.dtype)


def chosen(dtype: np.dtype[Any], fields: str | Iterable[str] | None) -> np.dtype[Any]:
    """The dtype of an answer of which these fields are kept."""
    if fields is None:
        return dtype
    names = [fields] if isinstance(fields, str) else list(fields)
    for name in names:
        if name not in (dtype.names or ()):
            raise KeyError(f"fields has {name!r}; there are {', '.join(dtype.names or ())}")
    if isinstance(fields, str):
        return dtype[fields]
    return np.dtype([(name, dtype[name].base, dtype[name].shape) for name in names])
