// Players walk in the level as in the browser, but without a picture.
import { CollisionWorld, compileMap, loadLevel, type Level, type Point } from "halfspace";
import { playerStart, Walker } from "halfspace/three";
import { beforeAll, expect, test } from "vitest";
import source from "../level.map?raw";
import { Dog } from "../src/dog";
import { Game } from "../src/game";

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
    readonly walker = new Walker(level, { doors: this.game.doors });
    readonly dog = new Dog(level, [96, 160, 26]);

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
        this.dog.advance(seconds, this.position, this.game.doors.placements);
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

test("the dog follows through the tunnel, and waits at the player", () => {
    const player = new Player();
    const [x, y] = player.dog.position;
    expect(player.walkTo(96, 290)).toBe(true);
    expect(player.walkTo(96, 420, { crouch: true })).toBe(true);
    expect(player.walkTo(110, 536)).toBe(true);
    for (let step = 0; step < 3 / seconds; ++step) {
        player.step({ yaw: 0, forward: 0 });
    }
    const [dogX, dogY] = player.dog.position;
    expect(Math.hypot(dogX - x, dogY - y)).toBeGreaterThan(300);
    expect(Math.hypot(dogX - player.position[0], dogY - player.position[1])).toBeLessThan(96);
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
