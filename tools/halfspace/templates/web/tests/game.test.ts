// Players walk in the level as in the browser, but without a picture.
import { compileMap, loadLevel, Mover, type Level, type Point } from "halfspace";
import { beforeAll, expect, test } from "vitest";
import source from "../level.map?raw";
import { Game } from "../src/game";

const seconds = 1 / 64;

let level: Level;
beforeAll(async () => {
    level = await loadLevel((await compileMap(source, { name: "level.map" })).bytes);
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
    readonly mover = new Mover(level, { position: this.game.start, seconds });

    /** Makes a step. No wall and no door may hold the player or let the player through. */
    step(keys: Keys): void {
        const before = this.mover.position;
        this.mover.step(keys, { models: this.game.step(seconds, before) });
        const after = this.mover.position;
        const body = this.mover.isCrouched ? "crouch" : "stand";
        const models = [this.game.door];
        expect(level.isFree(body, after, { models })).toBe(true);
        expect(level.trace("point", before, after, { models }).hit).toBe(false);
    }

    /** Walks to a place on the floor; false if the player has not arrived after 20 seconds. */
    walkTo(x: number, y: number, keys: Partial<Keys> = {}): boolean {
        for (let step = 0; step < 20 / seconds; ++step) {
            const [atX, atY] = this.mover.position;
            const distance = Math.hypot(x - atX, y - atY);
            if (distance < 12 && this.mover.mode === "ground") {
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
    const { game, mover } = new Player();
    expect(game.hasFallen(mover.position)).toBe(false);
    const [x, y] = game.start;
    mover.placeAt([x, y, -200]);
    expect(game.hasFallen(mover.position)).toBe(false);
    for (let step = 0; step < 2 / seconds; ++step) {
        mover.step();
    }
    expect(game.hasFallen(mover.position)).toBe(true);
});
