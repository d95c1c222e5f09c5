// SPDX-License-Identifier: MIT
// The server of multiplayer.js. It makes each player's steps by itself, from the controls that the
// player's page sends, and tells everybody where all players are.
//
// Messages of a page: { number, controls } for each step. Messages of the server: { number, state,
// players }: `state` is the player's mover after the step `number`, as base64.
import { compileMap, loadLevel, Mover } from "halfspace";
import { playerStart } from "halfspace/three";
import { WebSocketServer } from "ws";

const tellMilliseconds = 50;
/** A page may be ahead of the clock by so many steps, and no more. */
const mostAhead = 64;

/** Hosts a game on a server of HTTP, at /game. source: the text of keep.map. */
export async function hostGame(httpServer, source) {
    const { bytes } = await compileMap(source, { name: "keep.map" });
    const level = await loadLevel(bytes);
    const { position } = playerStart(level, { body: "stand" });
    const players = new Map();
    let nextId = 0;

    const takeStep = (player, { number, controls }) => {
        const { mover } = player;
        const steps = (performance.now() - player.since) / 1000 / mover.seconds;
        if (number !== player.number + 1 || number > steps + mostAhead) {
            throw new Error("a step too many, or out of order");
        }
        mover.step(controls);
        player.number = number;
    };

    const sockets = new WebSocketServer({ noServer: true });
    // Other sockets belong to vite.
    httpServer.on("upgrade", (request, socket, head) => {
        if (request.url === "/game") {
            sockets.handleUpgrade(request, socket, head, (game) =>
                sockets.emit("connection", game),
            );
        }
    });
    sockets.on("connection", (socket) => {
        const mover = new Mover(level, { position });
        const player = { id: nextId++, mover, number: 0, since: performance.now() };
        players.set(socket, player);
        socket.on("message", (message) => {
            try {
                takeStep(player, JSON.parse(message));
            } catch (error) {
                // What a page sends may be anything. HalfspaceErrors say which number is wrong.
                socket.close(1008, String(error.message).slice(0, 100));
            }
        });
        socket.on("error", () => {}); // "close" follows
        socket.on("close", () => {
            players.delete(socket);
            mover.dispose();
        });
    });

    setInterval(() => {
        const places = [...players.values()].map(({ id, mover }) => ({ id, at: mover.position }));
        for (const [socket, { id, mover, number }] of players) {
            const state = Buffer.from(mover.save()).toString("base64");
            const others = places.filter((place) => place.id !== id);
            socket.send(JSON.stringify({ number, state, players: others }));
        }
    }, tellMilliseconds).unref();
}
