# SPDX-License-Identifier: MIT
"""How far do rays come in a level? Asked by all processes of an MPI job, without Dask's scheduler.

    mpirun -n 4 python3 mpi_rays.py LEVEL.hsw [--rays 100000000]

Every process maps the level under the same path and asks its share. The counts do not depend on how
many processes there are. MPI fits jobs whose machines stay: if a process dies, the whole job ends.
"""

from __future__ import annotations

import argparse
import socket

import halfspace
import numpy as np
from halfspace.dask import uniform_rows
from mpi4py import MPI

BLOCK = 1 << 16


def check_levels(world: MPI.Comm, level: halfspace.Level) -> None:
    """Ends the job unless all processes have the same level."""
    mine = (f"{level.checksum:016x}", halfspace.__version__, socket.gethostname())
    every = world.allgather(mine)
    for checksum, version, host in every:
        if (checksum, version) != every[0][:2]:
            raise SystemExit(f"{host} has the level {checksum} and halfspace {version}; "
                             f"{every[0][2]} has {every[0][0]} and {every[0][1]}")  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("level")
    arguments.add_argument("--rays", type=int, default=100_000_000)
    given = arguments.parse_args()
    world = MPI.COMM_WORLD
    level = halfspace.load(given.level)
    check_levels(world, level)
    low, high = level.bounds()
    counts = np.zeros(11, np.int64)
    touches = np.empty(BLOCK, halfspace.contact_dtype)
    for begin in range(world.rank * BLOCK, given.rays, world.size * BLOCK):
        numbers = uniform_rows(1, begin, min(BLOCK, given.rays - begin))
        segments = np.tile(low, 2) + np.tile(high - low, 2) * numbers
        found = level.trace("point", segments, out=touches[: len(segments)])
        counts += np.bincount((10 * found["fraction"]).astype(int), minlength=11)
    total = np.zeros_like(counts)
    world.Reduce(counts, total)
    if world.rank == 0:
        print(f"{given.rays:,} rays by {world.size} processes; so many end in each tenth of their way:")
        print(*total[:10])
        print(f"{total[10]} touch nothing")


if __name__ == "__main__":
    main()
