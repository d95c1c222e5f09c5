/* SPDX-License-Identifier: MIT */
/* Contents: what fills space, in masks and answers.
 * Made by bindings/write_contents.cpp. Do not edit. */
#ifndef HALFSPACE_CONTENTS_H
#define HALFSPACE_CONTENTS_H

#define HALFSPACE_SOLID 0x0001u
#define HALFSPACE_DETAIL 0x0002u
#define HALFSPACE_FENCE 0x0004u
#define HALFSPACE_ILLUSIONARY 0x0008u
#define HALFSPACE_PLAYER_CLIP 0x0010u
#define HALFSPACE_MONSTER_CLIP 0x0020u
#define HALFSPACE_WATER 0x0040u
#define HALFSPACE_SLIME 0x0080u
#define HALFSPACE_LAVA 0x0100u
#define HALFSPACE_SKY 0x0200u
#define HALFSPACE_VOID 0x0400u
#define HALFSPACE_TRIGGER 0x0800u
#define HALFSPACE_LADDER 0x1000u
#define HALFSPACE_AREA_PORTAL 0x2000u
#define HALFSPACE_VIS_BLOCKER 0x8000u
/* All contents that block a body. */
#define HALFSPACE_BODY_BLOCKERS 0x0637u
/* All contents that block a player: not what is meant to stop monsters alone. */
#define HALFSPACE_PLAYER_BLOCKERS 0x0617u
/* What an obstacle blocks by default: bodies, but not sight. */
#define HALFSPACE_OBSTACLE_CONTENTS 0x0034u
/* All liquids. */
#define HALFSPACE_LIQUIDS 0x01c0u

#endif
