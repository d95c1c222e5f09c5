// SPDX-License-Identifier: MIT
// The same in React, by @react-three/fiber: a level and a player are components.
/** @jsxRuntime automatic */
import "halfspace/embedded"; // the files of the package as JavaScript, so vite needs no configuration
import { Canvas, useFrame, useThree } from "@react-three/fiber";
import { compileMap, loadLevel } from "halfspace";
import { Doors, LevelControls, LevelObject } from "halfspace/three";
import { StrictMode, Suspense, use, useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { say } from "./stage.js";

const levels = new Map();

/**
 * A level by the address of its source; it is compiled once. A failure stays in `levels`, too: React
 * renders anew when a promise fails, and would compile without end.
 */
function useLevel(address) {
    if (!levels.has(address)) {
        const made = fetch(address)
            .then((answer) => compileMap(answer, { name: address }))
            .then(({ bytes }) => loadLevel(bytes));
        made.catch((error) => say(error.message));
        levels.set(address, made);
    }
    return use(levels.get(address));
}

/** A level that is drawn and walked in. What is made of it lives as long as the component. */
function Walk({ address }) {
    const level = useLevel(address);
    const { camera, gl } = useThree();
    const group = useRef(null);
    const made = useRef(null);
    useEffect(() => {
        const place = group.current;
        const world = new LevelObject(level);
        const doors = new Doors(level);
        const controls = new LevelControls(camera, gl.domElement, level, { doors });
        made.current = { world, doors, controls };
        place.add(world);
        return () => {
            made.current = null;
            place.remove(world);
            controls.dispose();
            doors.dispose();
            world.dispose();
        };
    }, [camera, gl, level]);
    useFrame((_, seconds) => {
        if (!made.current) {
            return;
        }
        const { world, doors, controls } = made.current;
        controls.update(seconds);
        world.place(doors.placements);
        world.update(camera);
        const { doing, bodyPosition } = controls.walker;
        say(`${doing} ${bodyPosition?.map(Math.round)}`);
    });
    return <group ref={group} />;
}

createRoot(document.querySelector("#root")).render(
    <StrictMode>
        <Canvas camera={{ fov: 75, near: 0.05, far: 1000 }}>
            <Suspense fallback={null}>
                <Walk address="keep.map" />
            </Suspense>
        </Canvas>
    </StrictMode>,
);
