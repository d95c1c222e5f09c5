// SPDX-License-Identifier: MIT
// Pictures of navigation meshes and of paths.
import { BufferAttribute, BufferGeometry, Vector3 } from "three";
import { checkObject, checkOptions, finite, positive, shown } from "../arguments.js";
import { HalfspaceError } from "../error.js";
import { NavMesh, type NavPath, type Point } from "../index.js";
import { defaultUnitsPerMetre, toThree } from "./convert.js";
import { normalOf, TriangleBuffer, type Polygon } from "./triangles.js";

/** How a path is shown. */
export interface PathGeometryOptions {
    /** Map units in a metre (32). */
    unitsPerMetre?: number;
    /** How far above the floor [metres]: else pixels of both are mixed. Default: 0.02. */
    lift?: number;
}

/** How a navigation mesh is shown. */
export interface NavGeometryOptions extends PathGeometryOptions {
    /** Adds what `wireMaterial` and `addWire` need: 40 bytes for each vertex. */
    outlines?: boolean;
}

const pathOptions = ["unitsPerMetre", "lift"] as const;

// From positions of the body to points below its feet, in the axes of three.js.
function toFeet(mesh: NavMesh, options: PathGeometryOptions): (position: Point) => Vector3 {
    if (!(mesh instanceof NavMesh)) {
        throw new HalfspaceError(`expected a NavMesh, found ${shown(mesh)}`);
    }
    const { unitsPerMetre = defaultUnitsPerMetre, lift = 0.02 } = options;
    positive(unitsPerMetre, "unitsPerMetre");
    finite(lift, "lift");
    const feet = mesh.space.min[2];
    const target = new Vector3();
    return ([x, y, z]) => {
        toThree([x, y, z + feet], target, unitsPerMetre).y += lift;
        return target;
    };
}

/**
 * The polygons of a navigation mesh, at the feet of its body. Each island is one group, whose number in
 * `Mesh.material` is that of the island. The attribute `face` holds the number of the polygon.
 *
 *     scene.add(new Mesh(navGeometry(floors, { outlines: true }), wireMaterial()));
 */
export function navGeometry(mesh: NavMesh, options: NavGeometryOptions = {}): BufferGeometry {
    checkOptions(options, [...pathOptions, "outlines"], "navGeometry");
    const placed = toFeet(mesh, options);
    const { firstCorners, corners, islands } = mesh.polygons();
    const positions = new Float32Array(corners.length);
    for (let i = 0; i < corners.length; i += 3) {
        placed([corners[i]!, corners[i + 1]!, corners[i + 2]!]).toArray(positions, i);
    }
    const texcoords = new Float32Array((corners.length / 3) * 2);
    const vertices = corners.length - 6 * islands.length;
    const buffer = new TriangleBuffer(Math.max(vertices, 0), options.outlines === true);
    const { geometry } = buffer;
    const normal = new Vector3();
    const byIsland = Array.from(islands, (_, p) => p).sort(
        (p, q) => islands[p]! - islands[q]! || p - q,
    );
    for (let i = 0; i < byIsland.length; ) {
        const start = buffer.count;
        const island = islands[byIsland[i]!]!;
        for (; i < byIsland.length && islands[byIsland[i]!] === island; ++i) {
            const p = byIsland[i]!;
            const [first, end] = [firstCorners[p]!, firstCorners[p + 1]!];
            const polygon: Polygon = {
                count: end - first,
                positions: positions.subarray(3 * first, 3 * end),
                texcoords: texcoords.subarray(2 * first, 2 * end),
            };
            buffer.append(polygon, normalOf(polygon, normal), p);
        }
        geometry.addGroup(start, buffer.count - start, island);
    }
    geometry.computeBoundingSphere();
    return geometry;
}

/**
 * The points of a path, at the feet of the body of its mesh, for a `Line`. On ramps and stairs a straight
 * piece may be above or below the floor.
 *
 *     scene.add(new Line(pathGeometry(floors, path), new LineBasicMaterial()));
 */
export function pathGeometry(
    mesh: NavMesh,
    path: NavPath,
    options: PathGeometryOptions = {},
): BufferGeometry {
    checkOptions(options, pathOptions, "pathGeometry");
    const placed = toFeet(mesh, options);
    checkObject(path, "path");
    const positions = new Float32Array(3 * path.points.length);
    path.points.forEach((point, i) => placed([...point]).toArray(positions, 3 * i));
    return new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
}
