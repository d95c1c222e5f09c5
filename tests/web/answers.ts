// SPDX-License-Identifier: MIT
// Hashes of what a level consists of, and of answers that need no body of any shape: those of
// questions.c.
import type { CollisionWorld, ContactList, Level } from "halfspace";
import { Hash } from "./hash.js";
import { Places, kMaxModels, kSurfaces, nextAngles, segmentsOf } from "./questions.js";

type Halfspace = typeof import("halfspace");

const kNone = 0xffffffff;

export function hashBytes(level: Level): Hash {
    const hash = new Hash();
    hash.bytes(level.bytes());
    return hash;
}

export function hashParts(level: Level): Hash {
    const hash = new Hash();
    hash.word(level.modelCount);
    for (const space of level.spaces) {
        hash.text(space.name);
        hash.doubles(space.min);
        hash.doubles(space.max);
    }
    for (const entity of level.entities) {
        for (const name of entity.keys) {
            hash.text(name);
            hash.text(entity.get(name) ?? "");
        }
        hash.doubles(entity.vec3("origin") ?? []);
        hash.doubles(entity.facing ?? []);
        hash.word(entity.model ?? kNone);
    }
    for (const material of level.materials) {
        hash.text(material);
    }
    for (const face of level.faces()) {
        hash.word(face.firstCorner);
        hash.word(face.cornerCount);
        hash.word(face.material);
        hash.flag(face.isSky);
        hash.flag(face.isTwoSided);
        hash.memory(new Float32Array([face.opacity]));
    }
    const corners = level.corners();
    hash.memory(corners.positions);
    hash.memory(corners.texcoords);
    return hash;
}

/** What a body touches, of the first two spaces. */
export function hashSurfaces(level: Level): Hash {
    const segments = segmentsOf(level, 13, kSurfaces);
    const hash = new Hash();
    let contacts: ContactList | undefined;
    for (let space = 0; space < 2 && space < level.spaces.length; ++space) {
        contacts = level.traceAll(space, segments, contacts && { into: contacts });
        for (let i = 0; i < kSurfaces; ++i) {
            const surface = level.touchedSurface(space, contacts.at(i));
            hash.word(surface.brush);
            hash.word(surface.side);
            hash.flag(surface.isSky);
            hash.flag(surface.isBevel);
            hash.text(surface.material ?? "no material");
        }
    }
    return hash;
}

/** The walls of the second space. */
export async function hashWalls(halfspace: Halfspace, level: Level): Promise<Hash> {
    const { positions, firsts, planes, colours } = await halfspace.bodyWalls(level, 1);
    const hash = new Hash();
    hash.memory(positions);
    for (let i = 0; i + 1 < firsts.length; ++i) {
        hash.word(firsts[i]);
        hash.memory(planes.subarray(4 * i, 4 * i + 4));
        hash.bytes(colours.subarray(4 * i, 4 * i + 4));
    }
    return hash;
}

/** A world of the level with its models, each turned around a place. */
export function turnedModels(halfspace: Halfspace, level: Level, all: Places): CollisionWorld {
    const world = new halfspace.CollisionWorld(level);
    const count = Math.min(level.modelCount - 1, kMaxModels);
    for (let model = 1; model <= count; ++model) {
        const pivot = all.next(64);
        world.placeModel(level.turnedPlacement(model, pivot, nextAngles(all.random)));
    }
    return world;
}

export function hashOrder(halfspace: Halfspace, level: Level): Hash {
    const all = new Places(level, 19);
    const world = turnedModels(halfspace, level, all);
    const sorter = new halfspace.ModelOrder(world);
    const marks = new halfspace.VisibleFaces(level);
    const hash = new Hash();
    for (let i = 0; i < 20; ++i) {
        const order = i % 3 === 0 ? "front-to-back" : "back-to-front";
        const eye = all.next(i % 2 === 0 ? 1 : 512);
        const angles = nextAngles(all.random);
        hash.memory(level.orderFaces(eye, { order }));
        const frustum = halfspace.Frustum.lookAlong(eye, angles, 90, 1.5);
        hash.memory(level.orderFaces(eye, { order, frustum }));
        marks.lookFrom(eye);
        const visible = i % 4 < 2 ? marks : undefined;
        const { items, vertices } = sorter.sort(eye, { order, frustum, visible });
        hash.memory(items);
        hash.memory(vertices);
    }
    marks.dispose();
    sorter.dispose();
    world.dispose();
    return hash;
}
