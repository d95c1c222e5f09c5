# SPDX-License-Identifier: MIT
"""What dask, env and farm do with arrays alike. Each message names the argument, and its row."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

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


def number_of(name: str, number: object, below: int) -> int:
    """The number of one of `below` things. Raises TypeError, IndexError."""
    found = whole(name, number, -(1 << 64))
    if not 0 <= found < below:
        raise IndexError(f"{name} is {found}; it must be from 0 to {below - 1}")
    return found


def seeds_of(seed: Any, players: int) -> list[int]:
    """The seed of each player, of one number or a number for each. Raises TypeError, ValueError."""
    given = unmasked("seed", seed, object)
    try:
        seeds = [operator.index(number) for number in given.ravel()]
    except TypeError:
        raise TypeError("seed must be a whole number, or one for each player") from None
    if given.ndim == 0:
        seeds = [seeds[0] + player for player in range(players)]
    if given.ndim > 1 or len(seeds) != players or not all(0 <= s < 1 << 64 for s in seeds):
        raise ValueError(f"seed must be a number from 0 to below 2^64, or {players} of them")
    return seeds


def _place(bad: Array) -> str:
    """Where the first True is, as messages say it."""
    if bad.ndim == 0:
        return ""
    return f" {'at index' if bad.ndim == 1 else 'in row'} {int(np.argwhere(bad)[0][0])}"


def unmasked(name: str, value: ArrayLike, dtype: DTypeLike = None) -> Array:
    """The argument as an array. Raises TypeError; ValueError where an entry is masked."""
    try:
        array = np.asanyarray(value, dtype)
    except ValueError as error:
        raise TypeError(f"{name} must be an array of numbers") from error
    if np.ma.is_masked(array):
        raise ValueError(f"{name} is masked{_place(np.ma.getmaskarray(array))}")
    return np.asarray(array)


def check_reals(name: str, dtype: np.dtype[Any]) -> None:
    """Raises TypeError for a dtype whose numbers float64 does not hold."""
    if dtype.kind not in "fiu" or dtype.itemsize > 8:
        raise TypeError(f"{name} has the dtype {dtype}; it must be float64, or what float64 holds exactly")


def reals(name: str, value: ArrayLike) -> Array:
    """The argument as an array of numbers that float64 holds. Raises TypeError; ValueError for an entry
    that is masked, or an integer beyond what float64 holds.
    """
    array = unmasked(name, value)
    check_reals(name, array.dtype)
    if array.dtype.kind != "f" and array.dtype.itemsize == 8:
        is_large = np.asarray(np.abs(array.astype(np.float64)) >= 2**53)
        if is_large.any():
            where = _place(is_large)
            raise ValueError(f"{name} has an integer of 2^53 or more{where}, which float64 may not hold")
    return array


def reals_or_flags(name: str, value: ArrayLike) -> Array:
    """As reals; True counts as 1."""
    array = unmasked(name, value)
    return array.astype(np.uint8) if array.dtype.kind == "b" else reals(name, array)


def flags(name: str, value: ArrayLike) -> Array:
    """The argument as an array of bool. Raises TypeError; ValueError for a number but 0 and 1."""
    array = unmasked(name, value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} has the dtype {array.dtype}; it must be bool")
    is_flag = np.asarray((array == 0) | (array == 1))
    if not is_flag.all():
        raise ValueError(f"{name}{_place(~is_flag)} is not True, False, 1 or 0")
    return np.asarray(array == 1)


def real(name: str, number: object) -> float:
    """The number as a float. Raises TypeError; ValueError for one that is not finite, and as reals."""
    try:
        found = reals(name, number)  # type: ignore[arg-type]
    except TypeError:
        found = None
    if found is None or found.ndim != 0:
        raise TypeError(f"{name} must be a real number, not {number!r}")
    if not np.isfinite(found):
        raise ValueError(f"{name} must be finite, not {number}")
    return float(found)


def finite_rows(
    name: str, value: ArrayLike, width: int, count: int | None = None
) -> NDArray[np.float64]:
    """A copy of the argument: rows (N, width) of finite numbers, or as many. Raises TypeError, ValueError."""
    rows = np.array(reals(name, value), dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != width or count not in (None, len(rows)):
        wanted = "N" if count is None else count
        raise ValueError(f"{name} must have the shape ({wanted}, {width}), not {rows.shape}")
    is_finite = np.isfinite(rows).all(axis=1)
    if not is_finite.all():
        row = int(np.argmin(is_finite))
        raise ValueError(f"{name} is not finite in row {row}: {tuple(rows[row].tolist())}")
    return rows


def row_numbers(name: str, value: ArrayLike, count: int, below: int) -> Array:
    """The argument: `count` numbers of rows. Raises TypeError, ValueError, IndexError."""
    rows = unmasked(name, value)
    if rows.dtype.kind not in "iu":
        raise TypeError(f"{name} has the dtype {rows.dtype}; it must be integers")
    if rows.shape != (count,):
        raise ValueError(f"{name} must be {count} numbers of rows")
    is_there = (0 <= rows) & (rows < below)
    if not is_there.all():
        row = int(np.argmin(is_there))
        raise IndexError(f"{name} in row {row} is {rows[row]}; it must be from 0 to {below - 1}")
    return rows


def with_row_from(error: Exception, first: int) -> Exception:
    """The error about a part of an array whose first row has this number in the whole array."""

    def row(found: re.Match[str]) -> str:
        return f"in row {first + int(found[1])}"

    return type(error)(re.sub(r"\bin row (\d+)", row, str(error), count=1))


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
    if not names:
        raise ValueError("fields must have at least one name")
    for name in names:
        if name not in (dtype.names or ()):
            raise KeyError(f"fields has {name!r}; there are {', '.join(dtype.names or ())}")
    if isinstance(fields, str):
        return dtype[fields]
    return np.dtype([(name, dtype[name].base, dtype[name].shape) for name in names])
