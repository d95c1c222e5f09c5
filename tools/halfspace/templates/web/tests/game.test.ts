// Players walk in the level as in the browser, but without a picture.
import { CollisionWorld, compileMap, loadLevel, type Level, type Point } from "halfspace";
import { playerStart, Walker } from "halfspace/three";
import { beforeAll, expect, test } from "vitest";
import source from "../level.map?raw";
import { Game } from "../src/game";
import { Monsters } from "../src/monsters";

const seconds = 1 / 64;

let level: Level;
beforeAll(async () => {
    level = await loadLevel((await compileMap(source, { name: "level.map", nav: true })).bytes);
});

/** What somebody at the controls does in one step. */
interface Keys {
    yaw: number;
    forward: number;
    jump?: boolean;
    crouch?: boolean;
}

class Player {
    readonly game = new Game(level);
    readonly world = new CollisionWorld(level);
    readonly monsters = new Monsters(level, playerStart(level)!.position);
    readonly walker = new Walker(level, {
        doors: this.game.doors,
        obstacles: () => this.monsters.obstacles,
    });

    constructor() {
        const start = this.walker.findStart()!;
        const [x, y, z] = start.position;
        expect(start).toEqual(playerStart(level));
        expect(this.walker.standAt([x, y, z + this.walker.body.standingEye])).toBe(true);
    }

    get position(): Point {
        return this.walker.bodyPosition!;
    }

    /** Makes a step. No wall and no door may hold the player or let the player through. */
    step({ yaw, ...keys }: Keys): void {
        const before = this.position;
        this.walker.angles.yaw = yaw;
        this.walker.advance(seconds, keys);
        this.game.visit(this.position);
        this.monsters.advance(seconds, this.position, this.game.doors);
        const body = this.walker.isCrouched ? "crouch" : "stand";
        this.game.doors.placements.forEach((door) => this.world.placeModel(door));
        expect(this.world.isFree(body, this.position)).toBe(true);
        expect(this.world.trace("point", before, this.position).hit).toBe(false);
    }

    /** Walks to a place on the floor; false if the player has not arrived after 20 seconds. */
    walkTo(x: number, y: number, keys: Partial<Keys> = {}): boolean {
        for (let step = 0; step < 20 / seconds; ++step) {
            const [atX, atY] = this.position;
            const distance = Math.hypot(x - atX, y - atY);
            if (distance < 12 && ["walks", "crouches"].includes(this.walker.doing)) {
                return true;
            }
            const yaw = (Math.atan2(y - atY, x - atX) * 180) / Math.PI;
            // Each jump needs a new press of the button.
            const jump = keys.jump && distance > 60 && step % 2 === 0;
            this.step({ yaw, forward: 1, ...keys, jump });
        }
        return false;
    }
}

test("the way to the key and through the door leads out", () => {
    const player = new Player();
    const { game } = player;
    expect(player.walkTo(96, 290)).toBe(true);
    expect(player.walkTo(96, 420, { crouch: true })).toBe(true);
    expect(player.walkTo(110, 536)).toBe(true);
    expect(player.walkTo(216, 536, { jump: true })).toBe(true);
    expect(game.hasKey).toBe(true);
    expect(player.walkTo(110, 536)).toBe(true);
    expect(player.walkTo(96, 420)).toBe(true);
    expect(player.walkTo(96, 290, { crouch: true })).toBe(true);
    expect(player.walkTo(340, 160)).toBe(true);
    expect(player.walkTo(704, 160)).toBe(true);
    expect(game.isOut).toBe(true);
});

/** Both are boxes of 30 x 30 x 56 units, or lower ones. */
function doOverlap(a: Point, b: Point): boolean {
    return [30, 30, 40].every((size, axis) => Math.abs(a[axis]! - b[axis]!) < size);
}

test("the monsters come to the player, stop near, and nobody overlaps", () => {
    const player = new Player();
    const { monsters } = player;
    const inHall = () => monsters.positions.slice(0, 2); // the third one is behind the door
    for (let step = 0; step < 6 / seconds; ++step) {
        const yaw = Math.floor(step / 96) * 90; // around a square
        player.step({ yaw, forward: step < 4 / seconds ? 0.5 : 0 });
        const all = [player.position, ...monsters.positions];
        all.forEach((a, i) => all.slice(0, i).forEach((b) => expect(doOverlap(a, b)).toBe(false)));
    }
    for (const [x, y] of inHall()) {
        const far = Math.hypot(x - player.position[0], y - player.position[1]);
        expect(far).toBeGreaterThan(48);
        expect(far).toBeLessThan(112);
    }
    expect(monsters.positions[2]![0]).toBeGreaterThan(400);
});

test("behind the tunnel a player is safe from the monsters", () => {
    const player = new Player();
    expect(player.walkTo(96, 290)).toBe(true);
    expect(player.walkTo(96, 420, { crouch: true })).toBe(true);
    expect(player.walkTo(110, 536)).toBe(true);
    for (let step = 0; step < 3 / seconds; ++step) {
        player.step({ yaw: 0, forward: 0 });
    }
    for (const position of player.monsters.positions) {
        expect(position[1]).toBeLessThan(320);
    }
});

test("the tunnel is too low for a player who stands", () => {
    const player = new Player();
    expect(player.walkTo(96, 290)).toBe(true);
    expect(player.walkTo(96, 420)).toBe(false);
});

test("the door stays shut without the key", () => {
    const player = new Player();
    expect(player.walkTo(340, 160)).toBe(true);
    expect(player.walkTo(450, 160)).toBe(false);
    expect(player.game.open).toBe(0);
});

test("no wall lets a player through who walks at random", () => {
    let state = 1; // of a small generator, so that every run is the same
    const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
    for (let walk = 0; walk < 10; ++walk) {
        const player = new Player();
        for (let turn = 0; turn < 60; ++turn) {
            const keys: Keys = {
                yaw: random() * 360,
                forward: 1,
                jump: random() < 0.3,
                crouch: random() < 0.3,
            };
            for (let step = 0; step < 20; ++step) {
                player.step(keys);
            }
        }
    }
});

test("a player below the level has fallen, and one in the level has not", () => {
    const { game, walker } = new Player();
    expect(game.hasFallen(walker.bodyPosition!)).toBe(false);
    // Below the floor there is nothing to fall on.
    const [x, y] = walker.bodyPosition!;
    expect(walker.standAt([x, y, -200])).toBe(true);
    expect(game.hasFallen(walker.bodyPosition!)).toBe(false);
    for (let step = 0; step < 2 / seconds; ++step) {
        walker.advance(seconds, {});
    }
    expect(game.hasFallen(walker.bodyPosition!)).toBe(true);
});
