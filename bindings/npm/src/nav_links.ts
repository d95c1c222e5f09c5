// SPDX-License-Identifier: MIT
// The kinds of links of navigation meshes, and sets of them.
import { shown } from "./arguments.js";
import * as c from "./constants.js";
import { HalfspaceError } from "./error.js";

/**
 * How a mover goes a link. "walk": it walks on, as over a riser that leans. "drop": it walks on and falls.
 * "jump": it jumps onto a wall, or over a gap after a run-up. "chance": by chance alone; a way that is
 * meant to arrive takes none. "teleport": it touches a teleporter. "push": a trigger throws it. "ladder":
 * it climbs. "drawn": the designer says that there is a way. "lift": it rides a lift.
 */
export type NavLinkKind =
    | "walk"
    | "drop"
    | "jump"
    | "chance"
    | "teleport"
    | "push"
    | "ladder"
    | "drawn"
    | "lift";

export const linkKinds: Record<number, NavLinkKind> = {
    [c.NAV_WALK]: "walk",
    [c.NAV_DROP]: "drop",
    [c.NAV_JUMP]: "jump",
    [c.NAV_CHANCE]: "chance",
    [c.NAV_TELEPORT]: "teleport",
    [c.NAV_PUSH]: "push",
    [c.NAV_LADDER]: "ladder",
    [c.NAV_DRAWN]: "drawn",
    [c.NAV_LIFT]: "lift",
};

const numbers = Object.keys(linkKinds).map(Number);

function kindsOf(bits: number): readonly NavLinkKind[] {
    return numbers.filter((kind) => (bits & (1 << kind)) !== 0).map((kind) => linkKinds[kind]!);
}

/** What a mover goes by its controls alone. */
export const moverLinks: readonly NavLinkKind[] = kindsOf(c.MOVER_LINKS);
/** Where the game moves the mover: it calls `Triggers.apply`, and moves the lifts of `FollowOptions.lifts`. */
export const gameLinks: readonly NavLinkKind[] = kindsOf(c.GAME_LINKS);

/** The bits of a set of kinds. */
export function linkBits(kinds: readonly NavLinkKind[], what: string): number {
    if (!Array.isArray(kinds)) {
        throw new HalfspaceError(`${what}: expected an array of kinds, found ${shown(kinds)}`);
    }
    let bits = 0;
    for (const kind of kinds as readonly NavLinkKind[]) {
        const number = numbers.find((each) => linkKinds[each] === kind);
        if (number === undefined) {
            const all = numbers.map((each) => `"${linkKinds[each]}"`).join(", ");
            throw new HalfspaceError(`${what}: there is no kind ${shown(kind)}; there are ${all}`);
        }
        bits |= 1 << number;
    }
    return bits;
}
