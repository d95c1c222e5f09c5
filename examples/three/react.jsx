// SPDX-License-Identifier: MIT
// The same in React, by @react-three/fiber: a level and a player are components.
import { Canvas, useFrame, useThree } from "@react-three/fiber";
import { compileMap, loadLevel } from "halfspace";
import { Doors, LevelControls, LevelObject } from "halfspace/three";
import { use, useEffect, useMemo, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { say } from "./stage.js";

const levels = new Map();

/** A level by the address of its source; it is compiled once. */
function useLevel(address) {
    if (!levels.has(address)) {
        const made = fetch(address)
            .then((answer) => compileMap(answer, { name: address }))
            .then(({ bytes }) => loadLevel(bytes));
        levels.set(address, made);
    }
    return use(levels.get(address));
}

/** A level that is drawn and walked in. */
function Walk({ address }) {
    const level = useLevel(address);
    const { camera, gl } = useThree();
    const world = useMemo(() => new LevelObject(level), [level]);
    const doors = useMemo(() => new Doors(level), [level]);
    const controls = useMemo(() => ({ current: null }), []);
    useEffect(() => {
        controls.current = new LevelControls(camera, gl.domElement, level, { doors });
        return () => {
            controls.current.dispose();
            controls.current = null;
        };
    }, [camera, gl, level, doors, controls]);
    useFrame((_, seconds) => {
        controls.current?.update(seconds);
        world.place(doors.placements);
        world.update(camera);
        const { doing, bodyPosition } = controls.current?.walker ?? {};
        say(`${doing} ${bodyPosition?.map(Math.round)}`);
    });
    return <primitive object={world} />;
}

createRoot(document.querySelector("#root")).render(
    <Canvas camera={{ fov: 75, near: 0.05, far: 1000 }}>
        <Suspense fallback={null}>
            <Walk address="keep.map" />
        </Suspense>
    </Canvas>,
);
