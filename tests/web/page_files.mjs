// SPDX-License-Identifier: MIT
// Checks of page.mjs: models with their own textures, other formats, and files that are none.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { box, glb, pngRow, withMaterial } from "./glb.mjs";
import { objText, plyText, stlBytes } from "./model_texts.mjs";
import { patience } from "./page_tab.mjs";

const size = { width: 64, height: 48 };

/** Models in all formats, and foreign files. */
export function fileChecks({ browser, examples }) {
    const house = readFileSync(join(examples, "levels", "house.glb"));

    // The colour in the middle of the picture of a point, without light: divided by the brightest.
    async function colourAt(page, eye, look) {
        const picture = await page.pictureOf({ ...size, eye, look, view: "textured" });
        const at = 4 * (size.width * (size.height / 2) + size.width / 2);
        const colour = [...picture.subarray(at, at + 3)];
        const brightest = Math.max(...colour);
        return colour.map((x) => x / brightest);
    }

    function assertColour(found, wanted, what) {
        const isNear = found.every((x, i) => Math.abs(x - wanted[i]) < 0.04);
        assert.ok(isNear, `${what}: ${found.map((x) => x.toFixed(3))} instead of ${wanted}`);
    }

    return {
        async "shows the textures, colours and holes of a dropped .glb"() {
            const page = await browser.openShared();
            const [red, clear] = [
                [255, 0, 0, 255],
                [0, 0, 255, 0],
            ];
            const material = (name, more) => ({ name, ...more });
            const pbr = (factor) => ({ pbrMetallicRoughness: { baseColorFactor: factor } });
            // Boxes in a row along x. The places on textures are x and y in metres.
            const at = (x) => [`box ${x}`, [x, 0, 0], [x + 2, 2, 2]];
            const objects = [
                // Two materials of one name, one with a picture, one with a linear colour.
                withMaterial(box(...at(0)), material("paint", { png: pngRow([red]) })),
                withMaterial(box(...at(4)), material("paint", pbr([0, 1, 0.214, 1]))),
                // A picture times a colour.
                withMaterial(
                    box(...at(8)),
                    material("", { png: pngRow([[255, 255, 0, 255]]), ...pbr([1, 0.214, 1, 1]) }),
                ),
                // Half of each repeat is absent.
                withMaterial(
                    box(...at(12)),
                    material("leafs", { png: pngRow([red, clear]), alphaMode: "MASK" }),
                ),
                { ...box(...at(16)), colours: Array.from({ length: 8 }, () => [0, 0, 1]).flat() },
            ];
            await page.drop("paint.glb", glb(objects));
            await page.untilLevel("paint.glb");
            // From the south: units are 1/32 metre, and y of the level is -z of the file.
            const look = (x, y = -64) =>
                colourAt(page, [32 * x + 2, -200, 33], [32 * x + 2, y, 33]);
            assertColour(await look(1), [1, 0, 0], "a picture");
            assertColour(await look(5), [0, 1, 0.5], "a colour, 0.214 linear");
            assertColour(await look(9), [1, 0.5, 0], "a picture times a colour");
            assertColour(await look(12.2), [1, 0, 0], "a texel");
            assertColour(await look(12.7, 0), [16 / 22, 18 / 22, 1], "a hole, and the background");
            assertColour(await look(17), [0, 0, 1], "the colour of vertices");
            assert.deepEqual(page.errors, []);
        },

        async "a picture counts before the colours of vertices, so it is not copied for each colour"() {
            const page = await browser.openShared();
            const red = [255, 0, 0, 255];
            const colours = Array.from({ length: 24 }, (_, i) => (i % 8) / 7);
            const painted = withMaterial(box("painted", [0, 0, 0], [2, 2, 2]), {
                name: "paint",
                png: pngRow([red]),
            });
            await page.drop("painted.glb", glb([{ ...painted, colours }]));
            await page.untilLevel("painted.glb");
            const names = await page.page(({ scene }) => [...scene.level.materials]);
            assert.deepEqual(
                names.filter((name) => name.startsWith("paint")),
                ["paint"],
            );
            assertColour(await colourAt(page, [34, -200, 33], [34, -64, 33]), [1, 0, 0], "red");
            assert.deepEqual(page.errors, []);
        },

        async "a model of many meshes with many colours of vertices has few materials"() {
            const page = await browser.openShared();
            const mixed = (seed) => (1000 * Math.abs(Math.sin(seed * seed))) % 1;
            const boxes = Array.from({ length: 40 }, (_, i) => ({
                ...box(`box ${i}`, [4 * i, 0, 0], [4 * i + 2, 2, 2]),
                colours: Array.from({ length: 24 }, (_, at) => mixed(24 * i + at + 1)),
            }));
            await page.drop("mixed.glb", glb(boxes));
            await page.untilLevel("mixed.glb");
            const count = await page.page(({ scene }) => scene.level.materials.length);
            assert.ok(count > 20 && count <= 260, `${count} materials`);
            assert.deepEqual(page.errors, []);
        },

        async "makes pictures smaller that are too large together"() {
            const page = await browser.openShared();
            const png = pngRow(new Array(1024).fill([255, 0, 0, 255]), 1024);
            const boxes = Array.from({ length: 33 }, (_, i) =>
                withMaterial(box(`box ${i}`, [4 * i, 0, 0], [4 * i + 2, 2, 2]), {
                    name: `picture ${i}`,
                    png,
                }),
            );
            await page.drop("large.glb", glb(boxes));
            await page.untilLevel("large.glb");
            assert.match(await page.locator("#words").innerText(), /512 texels on a side at most/);
            assertColour(await colourAt(page, [34, -200, 33], [34, -64, 33]), [1, 0, 0], "red");
            await page.drop("small.glb", glb(boxes.slice(0, 4)));
            await page.untilLevel("small.glb");
            assert.equal(await page.locator("#message").isVisible(), false);
            assert.deepEqual(page.errors, []);
        },

        async "tells which pictures outside of a model are missing, and asks no server for them"() {
            const page = await browser.openShared();
            const asked = [];
            page.tab.on("request", (request) => asked.push(request.url()));
            const at = (x) => [`box ${x}`, [x, 0, 0], [x + 2, 2, 2]];
            const red = [255, 0, 0, 255];
            const objects = [
                withMaterial(box(...at(0)), { name: "a", uri: "maps/wall.png" }),
                withMaterial(box(...at(4)), { name: "b", uri: "https://host.invalid/far.png" }),
                withMaterial(box(...at(8)), { name: "c", png: pngRow([red]) }),
            ];
            await page.drop("outside.glb", glb(objects));
            await page.untilLevel("outside.glb");
            assert.match(
                await page.locator("#words").innerText(),
                /^outside\.glb needs the pictures maps\/wall\.png, https:\/\/host\.invalid\/far\.png, .*as \.glb/m,
            );
            const wrong = asked.filter((url) => /wall|far/.test(url));
            assert.deepEqual(wrong, []);
            // What the model holds is shown.
            const colour = await colourAt(page, [290, -200, 33], [290, -64, 33]);
            assertColour(colour, [1, 0, 0], "its own picture");
            // GLTFLoader writes into the console that it has no such picture.
            assert.deepEqual(
                page.errors.filter((text) => !/Couldn't load texture/.test(text)),
                [],
            );
        },

        async "says that pictures are shown without KHR_texture_transform"() {
            const page = await browser.openShared();
            const words = page.locator("#words");
            const png = pngRow([[255, 0, 0, 255]]);
            for (const [name, moved, isTold] of [
                ["still.glb", {}, false],
                ["moved.glb", { offset: [0.5, 0] }, true],
                ["scaled.glb", { scale: [2, 1] }, true],
                ["turned.glb", { rotation: 1 }, true],
            ]) {
                const material = { name: "paint", png, moved };
                await page.drop(
                    name,
                    glb([withMaterial(box("box", [0, 0, 0], [2, 2, 2]), material)]),
                );
                await page.untilLevel(name);
                const said = (await words.isVisible()) ? await words.innerText() : "";
                assert.equal(/KHR_texture_transform/.test(said), isTold, `${name}: ${said}`);
            }
            assert.deepEqual(page.errors, []);
        },

        async "a material with the name of a texture of the page shows it"() {
            const page = await browser.openShared();
            await page.drop("house.glb", house);
            await page.untilLevel("house.glb");
            const eye = [0, 0, 100];
            const own = await page.pictureOf({ ...size, eye, look: [0, 0, 0.5], view: "textured" });
            const colours = new Set();
            for (let i = 0; i < own.length; i += 4) {
                colours.add(own.subarray(i, i + 3).join());
            }
            assert.ok(colours.size > 20, `a floor of ${colours.size} colours`);
        },

        async "opens .obj, .stl and .ply with their axis that points up, their unit and their colours"() {
            const page = await browser.openShared();
            const room = box("hall", [0, 0, 0], [8, 4, 6]);
            const files = [
                ["hall.obj", objText(room, "stone1"), [4, 2, 6, 0, -1, 0]],
                ["hall.stl", stlBytes(room), null],
                ["hall.ply", plyText(room, [0, 255, 128]), null],
            ];
            for (const [name, bytes] of files) {
                await page.drop(name, bytes);
                await page.untilLevel(name);
                const box = await page.page(({ scene }) => scene.level.modelBox(0));
                const isYUp = name.endsWith(".obj");
                assert.deepEqual(
                    [Array.from(box.min), Array.from(box.max)],
                    isYUp
                        ? [
                              [0, -192, 0],
                              [256, 0, 128],
                          ]
                        : [
                              [0, 0, 0],
                              [256, 128, 192],
                          ],
                    name,
                );
                await page.until("doing === 'walks'");
            }
            assertColour(
                await colourAt(page, [100, -200, 90], [100, 0, 90]),
                [0, 1, 0.5],
                "a PLY's vertices",
            );
            // Without a unit, 3 mm and 3 km are hardly meant.
            const small = box("pin", [0, 0, 0], [0.04, 0.02, 0.03]);
            await page.drop("pin.stl", stlBytes(small));
            await page.untilLevel("pin.stl");
            const pin = await page.page(({ scene }) => scene.level.modelBox(0).max[0]);
            assert.ok(Math.abs(pin - 128) < 0.01, `a length of ${pin}`);
            assert.match(
                await page.locator("#words").innerText(),
                /pin\.stl is 0\.04 long.*100 times/,
            );
            assert.deepEqual(page.errors, []);
        },

        async "tells in words what a foreign file is, and what the page takes"() {
            const page = await browser.openShared();
            const zip = Buffer.from("PK\x03\x04 and so on", "latin1");
            const json = (value) => JSON.stringify(value);
            const takes = /The page takes levels \(.*\.map.*\) and 3D models \(.*\.glb.*\)\.$/;
            const gltf = { asset: { version: "2.0" } };
            const draco = "KHR_draco_mesh_compression";
            const files = [
                ["pack.zip", zip, /is a ZIP archive, not a level or a 3D model/, takes],
                ["photo.png", pngRow([[1, 2, 3, 4]]), /is a PNG picture, not a level/, takes],
                ["data.json", json({ a: 1 }), /is a JSON text, not a level/, takes],
                ["notes.txt", "hello", /notes\.txt is not a level or a 3D model/, takes],
                ["level.gz", gzipSync("level"), /is a gzip archive/, takes],
                ["pack.glb", zip, /pack\.glb is a ZIP archive, not a binary glTF model/, takes],
                ["photo.map", pngRow([[1, 2, 3, 4]]), /is a PNG picture, not a \.map level/, takes],
                ["data.map", json({ a: 1 }), /is a JSON text, not a \.map level/, takes],
                ["page.map", "<!doctype html>", /is a web page or another XML text/, takes],
                ["cut.glb", house.subarray(0, 5000), /is cut off: it holds 5000 of \d+ bytes/],
                ["stub.glb", house.subarray(0, 8), /is cut off: it holds 8 bytes/],
                ["text.gltf", "no JSON", /text\.gltf is not a glTF model/, takes],
                ["data.gltf", json({ a: 1 }), /is a JSON text, not a glTF model/, takes],
                ["old.gltf", json({ asset: { version: "1.0" } }), /is glTF 1\.0.*glTF 2\.0/],
                [
                    "parts.gltf",
                    json({ ...gltf, buffers: [{ uri: "parts.bin", byteLength: 4 }] }),
                    /needs the file parts\.bin.*as \.glb/,
                ],
                [
                    "small.gltf",
                    json({ ...gltf, extensionsRequired: [draco] }),
                    /compressed by Draco.*without compression/,
                ],
                ["text.obj", "hello", /text\.obj is not an OBJ model/, takes],
                ["text.stl", "hello", /text\.stl is not an STL model/, takes],
                ["text.ply", "hello", /text\.ply is not a PLY model/, takes],
                [
                    "points.ply",
                    plyText(box("b", [0, 0, 0], [1, 1, 1]), [1, 2, 3], { faces: false }),
                    /points\.ply cannot be read: it holds points, but no triangles/,
                ],
            ];
            for (const [name, bytes, ...wanted] of files) {
                await page.drop(name, bytes);
                await page.tab.waitForFunction(
                    (file) => document.querySelector("#words").textContent.startsWith(file),
                    name,
                    patience,
                );
                const words = await page.locator("#words").innerText();
                wanted.forEach((part) => assert.match(words, part));
                assert.doesNotMatch(words, /Unexpected|token|undefined|NaN/);
                assert.equal(await page.levelName(), "keep");
            }
            assert.deepEqual(page.errors, []);
        },
    };
}
