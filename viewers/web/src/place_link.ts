// SPDX-License-Identifier: MIT
// The place of the player as the part of the page's address behind #.
import type { Point } from "halfspace";
import type { ViewName } from "./level_view.js";
import { viewNames } from "./look.js";

export interface Place {
    /** A bundled level, or the name of a file that was dropped. */
    level: string;
    eye: Point;
    pitch: number;
    yaw: number;
    flies: boolean;
    view: ViewName;
    /** The size of the body beside that of the level. */
    scale: number;
}

/** The sizes of bodies, as the panel has them. */
export const scales = { least: 0.25, most: 3 };

function numbers(text: string | null, count: number): number[] | null {
    const values = text?.split(",").map(Number) ?? [];
    return values.length === count &&
        values.every((x) => Number.isFinite(x) && Math.abs(x) < 2 ** 27)
        ? values
        : null;
}

/** Reads what the address says. What it does not say, or says wrongly, is left out. */
export function readPlace(hash: string): Partial<Place> {
    const fields = new URLSearchParams(hash.replace(/^#/, ""));
    const place: Partial<Place> = {};
    const level = fields.get("level");
    const eye = numbers(fields.get("eye"), 3);
    const look = numbers(fields.get("look"), 2);
    const scale = numbers(fields.get("body"), 1)?.[0];
    const view = viewNames.find((name) => name === fields.get("view"));
    if (level) {
        place.level = level;
    }
    if (eye) {
        place.eye = [eye[0]!, eye[1]!, eye[2]!];
    }
    if (look) {
        place.pitch = Math.min(Math.max(look[0]!, -90), 90);
        place.yaw = look[1]!;
    }
    if (view) {
        place.view = view;
    }
    if (scale !== undefined) {
        place.scale = Math.min(Math.max(scale, scales.least), scales.most);
    }
    if (eye) {
        // writePlace() leaves out what is usual.
        place.scale ??= 1;
        place.view ??= "textured";
    }
    place.flies = fields.get("fly") === "1";
    return place;
}

function rounded(x: number): string {
    return String(Math.round(x * 100) / 100);
}

export function writePlace(place: Place): string {
    const fields = [
        `level=${encodeURIComponent(place.level)}`,
        `eye=${place.eye.map(rounded).join(",")}`,
        `look=${rounded(place.pitch)},${rounded(place.yaw)}`,
    ];
    if (place.flies) {
        fields.push("fly=1");
    }
    if (place.scale !== 1) {
        fields.push(`body=${rounded(place.scale)}`);
    }
    if (place.view !== "textured") {
        fields.push(`view=${place.view}`);
    }
    return `#${fields.join("&")}`;
}
