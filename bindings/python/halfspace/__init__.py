# SPDX-License-Identifier: MIT
"""Solid 3D worlds: what is here, who sees whom, where does a moving body first touch?

Questions take arrays of numpy and answer in arrays: a question for one point and for a million is
the same call. The answers have the same bits on every machine.

>>> import halfspace
>>> level = halfspace.compile("examples/levels/keep.map")
>>> touch = level.trace("stand", [(64, 256, 64), (96, 256, 64)], (64, 256, -100))
>>> touch["point"][:, 2]
array([24., 24.])
"""

from . import _halfspace
from ._halfspace import *  # all that has a name without an underscore; _halfspace.pyi lists it
from ._halfspace import Level, Shape, __version__ as __version__, from_bytes


# What pickles name.
def _load_again(path: str, checksum: int, nbytes: int) -> Level:
    return _halfspace._load_again(path, checksum, nbytes)


def _shape(maker: str, *numbers: object) -> Shape:
    shape: Shape = getattr(Shape, maker)(*numbers)
    return shape


def _from_bytes(data: bytes, name: str) -> Level:
    return from_bytes(data, name)
