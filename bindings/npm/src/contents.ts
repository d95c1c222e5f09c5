// SPDX-License-Identifier: MIT

/** What fills space: bits of masks and of answers. */
export const Contents = {
    Empty: 0,
    Solid: 0x0001,
    Detail: 0x0002,
    Fence: 0x0004,
    Illusionary: 0x0008,
    PlayerClip: 0x0010,
    MonsterClip: 0x0020,
    Water: 0x0040,
    Slime: 0x0080,
    Lava: 0x0100,
    Sky: 0x0200,
    Void: 0x0400,
    Trigger: 0x0800,
    Ladder: 0x1000,
    AreaPortal: 0x2000,
    /** All contents that block a body. */
    BodyBlockers: 0x0637,
    /** What an obstacle blocks by default: bodies, but not sight. */
    ObstacleContents: 0x0034,
    /** Water, slime and lava. */
    Liquids: 0x01c0,
} as const;
