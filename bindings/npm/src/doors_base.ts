// SPDX-License-Identifier: MIT
// What followers need of the doors that a game moves. It is no part of halfspace/three, so that a
// follower needs no three.js.
import type { Level } from "./level.js";
import { Handle } from "./runtime.js";

/** The `Doors` of halfspace/three. */
export abstract class DoorsBase extends Handle {
    /** The level that the doors belong to. */
    abstract readonly level: Level;
}
