// SPDX-License-Identifier: MIT
// A player who moves at once, and agrees with the server later. The page makes each step by itself and
// sends what the keys said. The server makes the same step. Both have the same bytes, on any machine; if
// they did not, the page would begin at the server's state and make the later steps again.
import "halfspace/embedded"; // the files of the package as JavaScript, so vite needs no configuration
import { compileMap, loadLevel, Mover } from "halfspace";
import { Input, LevelObject, playerStart, toCameraQuaternion, toThree } from "halfspace/three";
import { CapsuleGeometry, Mesh, MeshNormalMaterial } from "three";
import { makeStage, say } from "./stage.js";

const { bytes } = await compileMap(await fetch("keep.map"), { name: "keep.map" });
const level = await loadLevel(bytes);
const { canvas, camera, scene, run } = makeStage();
const world = new LevelObject(level);
scene.add(world);

const { position, yaw } = playerStart(level, { body: "stand" });
const mover = new Mover(level, { position });
const angles = { pitch: 0, yaw };
const input = new Input(canvas, {
    locksMouse: true,
    onLook: (left, down) => {
        angles.yaw += left;
        angles.pitch = Math.min(Math.max(angles.pitch + down, -89), 89);
    },
});

const socket = new WebSocket(`ws://${location.host}/game`);
const waiting = []; // steps that the server has not told of: { number, controls, state }
let number = 0;
let corrections = 0;

socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    const state = Uint8Array.from(atob(told.state), (byte) => byte.charCodeAt(0));
    while (waiting.length > 0 && waiting[0].number < told.number) {
        waiting.shift();
    }
    const mine = waiting[0]?.number === told.number ? waiting.shift() : null;
    if (mine && mine.state.some((byte, i) => byte !== state[i])) {
        ++corrections;
        mover.restore(state);
        for (const step of waiting) {
            mover.step(step.controls);
            step.state = mover.save();
        }
    }
    showOthers(told.players);
};

const others = new Map();
function showOthers(players) {
    for (const { id, at } of players) {
        if (!others.has(id)) {
            // The body "stand": 32 units wide and 56 high, from 24 below its position.
            const figure = new Mesh(new CapsuleGeometry(0.5, 0.75), new MeshNormalMaterial());
            others.set(id, figure);
            scene.add(figure);
        }
        toThree([at[0], at[1], at[2] + 4], others.get(id).position);
    }
    for (const [id, figure] of others) {
        if (!players.some((player) => player.id === id)) {
            scene.remove(figure);
            others.delete(id);
        }
    }
}

let time = 0;
run((seconds) => {
    const { forward, left, up, jump, crouch } = input.read();
    time = socket.readyState === WebSocket.OPEN ? Math.min(time + seconds, 0.25) : 0;
    for (; time >= mover.seconds; time -= mover.seconds) {
        const controls = { forward, left, up, jump, crouch, ...angles };
        mover.step(controls);
        waiting.push({ number: ++number, controls, state: mover.save() });
        socket.send(JSON.stringify({ number, controls }));
    }
    const [x, y, z] = mover.position;
    toThree([x, y, z + (mover.isCrouched ? 10 : 22)], camera.position);
    toCameraQuaternion(angles, camera.quaternion);
    world.update(camera);
    const place = mover.position.map(Math.round);
    const players = others.size === 0 ? "1 player" : `${others.size + 1} players`;
    say(`${players}, at ${place}, step ${number}, ${corrections} corrections`);
});
socket.onclose = ({ reason }) => {
    say(`the server has ended the game. ${reason}`);
};
