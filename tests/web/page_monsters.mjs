// SPDX-License-Identifier: MIT
// Checks of page.mjs: monsters that chase the player.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

function box([x0, y0, z0], [x1, y1, z1]) {
    const sides = [
        [`${x0} 0 0`, `${x0} 1 0`, `${x0} 0 1`],
        [`${x1} 0 0`, `${x1} 0 1`, `${x1} 1 0`],
        [`0 ${y0} 0`, `0 ${y0} 1`, `1 ${y0} 0`],
        [`0 ${y1} 0`, `1 ${y1} 0`, `0 ${y1} 1`],
        [`0 0 ${z0}`, `1 0 ${z0}`, `0 1 ${z0}`],
        [`0 0 ${z1}`, `0 1 ${z1}`, `1 0 ${z1}`],
    ].map((points) => `${points.map((each) => `( ${each} )`).join(" ")} stone 0 0 0 1 1`);
    return `{\n${sides.join("\n")}\n}\n`;
}

function entity(keys, ...boxes) {
    const lines = Object.entries(keys).map(([key, value]) => `"${key}" "${value}"\n`);
    return `{\n${lines.join("")}${boxes.join("")}}\n`;
}

// A floor with a small room behind a wall that breaks, and a teleporter to a floor above.
const teleporterRooms = [
    entity(
        { classname: "worldspawn" },
        box([0, 0, -16], [1024, 1024, 0]),
        box([128, 0, 0], [144, 96, 128]),
        box([0, 96, 0], [48, 112, 128]),
        box([112, 96, 0], [144, 112, 128]),
        box([1088, 0, 240], [2112, 512, 256]),
    ),
    entity({ classname: "info_player_start", origin: "512 512 32" }),
    entity({ classname: "func_breakable" }, box([48, 98, 0], [112, 110, 128])),
    entity({ classname: "trigger_teleport", target: "t" }, box([400, 400, 0], [440, 480, 96])),
    entity({ classname: "info_teleport_destination", targetname: "t", origin: "1800 256 290" }),
].join("");

/** Levels with and without a navigation mesh. */
export function monsterChecks({ browser, compile, examples }) {
    const said = (page) =>
        page.tab.evaluate(() => {
            const message = document.querySelector("#message");
            return message.hidden ? "" : document.querySelector("#words").textContent;
        });
    const positions = (page) =>
        page.page(({ scene }) => scene.monsters.poses().map(({ position }) => position));
    const flat = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

    return {
        async "monsters come to the player, by J, and none overlaps another or the player"() {
            const page = await browser.openShared();
            await page.page((self) => self.goToStart());
            await page.until("doing === 'walks'");
            await page.keyboard.press("KeyJ");
            assert.match(await said(page), /^6 monsters chase you\. J sends them away\.$/);
            assert.equal(await page.page(() => document.querySelector("#monsters").checked), true);
            const before = await page.page((self) => {
                self.setMonsters(true); // others, before they have made a step
                return self.scene.monsters.poses().map(({ position }) => position);
            });
            // The game's time, not that of the frames: 15 seconds in small frames.
            const nearest = await page.page(({ scene }) => {
                let least = Infinity;
                for (let frame = 0; frame < 900; ++frame) {
                    scene.controls.walker.advance(1 / 60, {});
                    scene.advanceMonsters(1 / 60);
                    const all = scene.monsters.obstacles.map(({ position }) => position);
                    all.push(scene.controls.walker.bodyPosition);
                    all.forEach((p, i) =>
                        all.slice(0, i).forEach((q) => {
                            const apart = [30, 30, 56].map(
                                (size, axis) => Math.abs(p[axis] - q[axis]) - size,
                            );
                            least = Math.min(least, Math.max(...apart));
                        }),
                    );
                }
                return least;
            });
            assert.ok(nearest > 0, `${nearest} units apart`);
            const { position } = await page.player();
            const after = await positions(page);
            after.forEach((place, i) => {
                assert.ok(flat(place, position) < 200, `monster ${i} is at ${place}`);
                assert.ok(flat(before[i], position) >= 192, `monster ${i} began at ${before[i]}`);
            });
            // The player turns to one of them.
            await page.page(({ scene }) => {
                const { walker } = scene.controls;
                const [x, y] = scene.monsters.poses()[0].position;
                const [fromX, fromY] = walker.eye();
                walker.angles.yaw = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
                walker.angles.pitch = 10;
            });
            await page.screenshot("monsters");
            assert.deepEqual(page.errors, []);
        },

        async "monsters block the player, and go away by J or by the switch"() {
            const page = await browser.openShared();
            await page.page((self) => self.goToStart());
            await page.until("doing === 'walks'");
            const obstacleCount = () =>
                page.page(({ scene }) => {
                    scene.controls.walker.advance(0.1, {});
                    const { world } = scene.controls.walker;
                    return [0, 1, 2, 3, 4, 5].filter((id) => world.obstacleWay(id) !== null).length;
                });
            assert.equal(await obstacleCount(), 0);
            const isEmpty = () => page.page(({ scene }) => scene.view.overlay.isEmpty);
            assert.equal(await isEmpty(), true);
            await page.page(() => document.querySelector("#monsters").click());
            assert.equal(await obstacleCount(), 6);
            assert.equal(await isEmpty(), false);
            await page.keyboard.press("KeyJ");
            assert.equal(await page.page(({ scene }) => scene.monsters), null);
            assert.equal(await obstacleCount(), 0);
            assert.equal(await isEmpty(), true);
            // Another level begins without them.
            await page.keyboard.press("KeyJ");
            await page.page((self) => self.openBundled("gatehouse"));
            assert.equal(await page.page((self) => self.hasMonsters), false);
            assert.equal(await page.page(({ scene }) => scene.monsters), null);
            assert.deepEqual(page.errors, []);
        },

        async "monsters follow a player who flies, and walk in a level that was dropped"() {
            const page = await browser.openShared();
            await page.drop("cistern.map", readFileSync(join(examples, "levels/cistern.map")));
            await page.untilLevel("cistern.map");
            await page.keyboard.press("KeyF");
            await page.keyboard.press("KeyJ");
            assert.match(await said(page), /monsters? chase/);
            await page.page(({ scene }) => {
                for (let frame = 0; frame < 600; ++frame) {
                    scene.advanceMonsters(1 / 60);
                }
            });
            const statuses = await page.page(({ scene }) =>
                scene.monsters.monsters.map(({ agent }) => agent.status),
            );
            assert.ok(statuses.includes("arrived"), statuses.join(" "));
            assert.deepEqual(page.errors, []);
        },

        async "monsters pass a sliding door, which stands a bit into its doorway when it is open"() {
            const page = await browser.openShared();
            await page.drop("cistern.map", readFileSync(join(examples, "levels/cistern.map")));
            await page.untilLevel("cistern.map");
            const places = await page.page((self) => {
                const { scene } = self;
                const { walker } = scene.controls;
                const all = [];
                for (let time = 0; time < 3; ++time) {
                    walker.standAt([60, 60, 46], { drop: true });
                    self.setMonsters(true);
                    walker.standAt([680, 90, 110], { drop: true }); // far behind the door
                    for (let frame = 0; frame < 1200; ++frame) {
                        walker.advance(1 / 60, {});
                        scene.advanceMonsters(1 / 60);
                    }
                    all.push(...scene.monsters.poses().map(({ position }) => position));
                }
                return all;
            });
            assert.ok(places.length > 8, `${places.length} monsters`);
            places.forEach((place) => assert.ok(place[0] > 350, `a monster is at ${place}`));
            assert.deepEqual(page.errors, []);
        },

        async "monsters follow the player through a teleporter, and not through a closed door"() {
            const page = await browser.openShared();
            await page.drop("rooms.map", Buffer.from(teleporterRooms));
            await page.untilLevel("rooms.map");
            await page.page((self) => self.goToStart());
            await page.until("doing === 'walks'");
            // A player who walks into the teleporter is on the floor above.
            const walked = await page.page(({ scene }) => {
                const { walker } = scene.controls;
                walker.standAt([380, 440, 48], { drop: true });
                walker.angles.yaw = 0;
                walker.advance(0, {});
                for (let frame = 0; frame < 60; ++frame) {
                    walker.advance(1 / 60, { forward: 1 });
                }
                return walker.bodyPosition;
            });
            assert.ok(walked[2] > 240, `${walked}`);
            await page.page((self) => self.goToStart());
            await page.keyboard.press("KeyJ");
            assert.match(await said(page), /^6 monsters chase you\./);
            const chase = (place) =>
                page.page(
                    ({ scene }, [eye]) => {
                        const { walker } = scene.controls;
                        if (!walker.standAt(eye, { drop: true })) {
                            throw new Error("no room");
                        }
                        for (let frame = 0; frame < 900; ++frame) {
                            walker.advance(1 / 60, {});
                            scene.advanceMonsters(1 / 60);
                        }
                        return scene.monsters.monsters.map(({ agent }) => [
                            agent.mover.position,
                            agent.status,
                        ]);
                    },
                    [place],
                );
            // Behind what no door of the page opens.
            (await chase([64, 64, 48])).forEach(([place, status]) => {
                assert.equal(status, "unreachable", `${place}`);
            });
            (await chase([1300, 64, 304])).forEach(([place]) => {
                assert.ok(place[2] > 240, `${place} is above`);
                assert.ok(flat(place, [1300, 64]) < 400, `${place} is near the player`);
            });
            assert.deepEqual(page.errors, []);
        },

        async "says that there are no monsters without a navigation mesh"() {
            const page = await browser.openShared();
            await page.drop("plain.hsw", readFileSync(compile("keep.map")));
            await page.untilLevel("plain.hsw");
            await page.keyboard.press("KeyJ");
            assert.match(await said(page), /no navigation mesh.*--nav/);
            assert.equal(await page.page((self) => self.hasMonsters), false);
            assert.equal(await page.page(() => document.querySelector("#monsters").checked), false);
        },
    };
}
