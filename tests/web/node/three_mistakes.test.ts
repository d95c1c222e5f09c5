// SPDX-License-Identifier: MIT
// Mistakes of a caller of halfspace/three: each is a HalfspaceError.
import { HalfspaceError, type Level } from "halfspace";
import { initSpatial, TriangleBvh } from "halfspace/spatial";
import {
    addWire,
    directionFromThree,
    directionToThree,
    Doors,
    fromCameraQuaternion,
    fromMatrix,
    fromThree,
    frustumOf,
    heatColour,
    Input,
    leafColour,
    LevelControls,
    levelGeometry,
    LevelObject,
    lightOn,
    patternOf,
    patternTexture,
    playerStart,
    startNote,
    toCameraQuaternion,
    toMatrix,
    toThree,
    treeRaycast,
    Walker,
    wireMaterial,
    wireUniforms,
} from "halfspace/three";
import { BoxGeometry, Matrix4, Mesh, MeshBasicMaterial, PerspectiveCamera, Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { exampleLevel } from "./levels.js";

/** A call with what TypeScript forbids. Most values are wrong for each function. */
type Wrong = (value: never) => unknown;

const calls: Record<string, (keep: Level) => Wrong> = {
    "the camera of LevelControls": (keep) => (value) => new LevelControls(value, value, keep),
    "the element of LevelControls": (keep) => (value) =>
        new LevelControls(new PerspectiveCamera(), value, keep),
    "the level of LevelControls": () => (value) =>
        new LevelControls(new PerspectiveCamera(), value, value),
    "the options of LevelObject": (keep) => (value) => new LevelObject(keep, value).dispose(),
    "the material of LevelObject": (keep) => (value) =>
        new LevelObject(keep, { material: () => value }),
    "the place of a LevelObject": (keep) => (value) => new LevelObject(keep).place(value),
    "the camera of a LevelObject": (keep) => (value) => new LevelObject(keep).update(value),
    "the level of Doors": () => (value) => new Doors(value),
    "the seconds of Doors": (keep) => (value) => new Doors(keep).step(value, []),
    "a player before Doors": (keep) => (value) => new Doors(keep).step(1, [value]),
    "the players before Doors": (keep) => (value) => new Doors(keep).step(1, value),
    "the areas of Doors": (keep) => (value) => new Doors(keep).setAreas(value),
    "the marks of a LevelObject": (keep) => (value) =>
        new LevelObject(keep, { ordered: "all" }).update(new PerspectiveCamera(), value),
    "the options of Doors": (keep) => (value) => new Doors(keep, value),
    "where a walker writes its eye": (keep) => (value) => new Walker(keep).eye(value),
    "whether a walker flies": (keep) => (value) => new Walker(keep).setFlying(value),
    "the eye of a walker that flies": (keep) => (value) => new Walker(keep).flyAt(value),
    "the start of startNote": (keep) => (value) => startNote(keep, value),
    "the target of toThree": () => (value) => toThree([1, 2, 3], value),
    "the target of directionToThree": () => (value) => directionToThree([1, 2, 3], value),
    "the target of toMatrix": () => (value) => toMatrix({ model: 1 }, value),
    "the target of toCameraQuaternion": () => (value) =>
        toCameraQuaternion({ pitch: 0, yaw: 0 }, value),
    "the raycaster of treeRaycast": () => (value) =>
        treeRaycast.call(new Mesh(new BoxGeometry()), value, []),
    "the greatest t of a ray": () => (value) =>
        new TriangleBvh([0, 0, 0, 1, 0, 0, 0, 1, 0]).raycast([0, 0, 1], [0, 0, -1], value),
    "the options of Walker": (keep) => (value) => new Walker(keep, value),
    "the doors of Walker": (keep) => (value) => new Walker(keep, { doors: value }),
    "the models of Walker": (keep) => (value) => new Walker(keep, { models: value }),
    "the answer of models": (keep) => (value) =>
        new Walker(keep, { models: () => value }).standAt([64, 256, 46]),
    "the answer of obstacles": (keep) => (value) => {
        const walker = new Walker(keep, { obstacles: () => value });
        walker.standAt([64, 256, 46]);
        walker.advance(0.1);
    },
    "the options of standAt": (keep) => (value) => new Walker(keep).standAt([0, 0, 0], value),
    "the input of a walker": (keep) => (value) => new Walker(keep).advance(0.1, value),
    "the body of a walker": (keep) => (value) => new Walker(keep).setBody(value),
    "the element of Input": () => (value) => new Input(value, { onLook: () => undefined }),
    "the options of Input": () => (value) => new Input(value, value),
    playerStart: () => playerStart,
    levelGeometry: () => levelGeometry,
    "the options of levelGeometry": (keep) => (value) => levelGeometry(keep, value),
    "the filter of levelGeometry": (keep) => (value) => levelGeometry(keep, { filter: value }),
    "the materialOf of levelGeometry": (keep) => (value) =>
        levelGeometry(keep, { materialOf: value }),
    frustumOf: () => frustumOf,
    toThree: () => toThree,
    fromThree: () => fromThree,
    directionToThree: () => directionToThree,
    directionFromThree: () => directionFromThree,
    toCameraQuaternion: () => toCameraQuaternion,
    fromCameraQuaternion: () => fromCameraQuaternion,
    toMatrix: () => toMatrix,
    fromMatrix: () => (value) => fromMatrix(1, value),
    lightOn: () => lightOn,
    leafColour: () => leafColour,
    heatColour: () => heatColour,
    patternOf: () => patternOf,
    patternTexture: () => patternTexture,
    addWire: () => addWire,
    "the options of addWire": () => (value) => addWire(new MeshBasicMaterial(), value),
    wireUniforms: () => wireUniforms,
    wireMaterial: () => wireMaterial,
};

describe("junk for halfspace/three", () => {
    let keep: Level;
    beforeAll(async () => {
        keep = await exampleLevel("keep.map");
        await initSpatial();
    });
    const junk = [
        null,
        NaN,
        Infinity,
        -1,
        0.5,
        5n,
        "x",
        true,
        [],
        [1, NaN, 2],
        [null],
        {},
        () => 1,
    ];

    it.each(Object.entries(calls))("%s: a mistake is a HalfspaceError", (_, callOf) => {
        const call = callOf(keep);
        for (const value of junk) {
            try {
                call(value as never);
            } catch (error) {
                expect(error, `${String(value)}: ${error}`).toBeInstanceOf(HalfspaceError);
            }
        }
        expect(() => call(null as never)).toThrow(HalfspaceError);
    });

    it("asks for a number of units above 0", () => {
        const camera = new PerspectiveCamera();
        const element = null as unknown as HTMLElement;
        for (const unitsPerMetre of [0, -32, NaN]) {
            const acts: (() => unknown)[] = [
                () => new LevelObject(keep, { unitsPerMetre }),
                () => levelGeometry(keep, { unitsPerMetre }),
                () => new LevelControls(camera, element, keep, { unitsPerMetre }),
                () => frustumOf(camera, unitsPerMetre),
                () => toThree([1, 2, 3], undefined, unitsPerMetre),
                () => fromThree(new Vector3(), unitsPerMetre),
                () => toMatrix({ model: 1 }, undefined, unitsPerMetre),
                () => fromMatrix(1, new Matrix4(), unitsPerMetre),
            ];
            for (const act of acts) {
                expect(act).toThrow(/^unitsPerMetre: expected a (number above 0|finite number)/);
            }
        }
    });

    it("asks for words that there are", () => {
        const ordered = "al" as "all";
        const message = 'ordered: expected "translucent" or "all", found "al"';
        expect(() => new LevelObject(keep, { ordered })).toThrow(message);
        const start = "here" as "player";
        expect(
            () => new LevelControls(new PerspectiveCamera(), null as never, keep, { start }),
        ).toThrow('start: expected "player" or "camera" or "ground", found "here"');
    });
});
