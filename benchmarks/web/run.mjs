// SPDX-License-Identifier: MIT
// Benchmarks of the npm package and of the page, beside the native library, three-mesh-bvh, three's
// Octree and Rapier:
//
//     node benchmarks/web/run.mjs [--seconds S] [--rounds N] NATIVE PAGE LEVEL...
//
// NATIVE: the program halfspace_web_bench. PAGE: the folder of the built page. LEVEL: a .map or a
// .grid. `scripts/web --bench` builds both and calls this.
//
// Each job runs in turns as a native program with one thread, in Node and in Chromium, as often as
// takes S seconds (default 0.5), in N rounds (default 5). All times are CPU times of whole processes,
// with what their threads for compiling JavaScript and for collecting garbage take. The tables show
// medians of the rounds. Ratios are medians of the ratios within a round.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { argv, cpuUsage, exit } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openBrowser } from "../../tests/web/browser.mjs";
import { serve } from "../../tests/web/serve.mjs";
import { prepare, questions } from "./jobs.mjs";
import { median } from "./median.mjs";
import { measurePage } from "./page_speed.mjs";

const { values, positionals } = parseArgs({
    args: argv.slice(2),
    options: {
        seconds: { type: "string", default: "0.5" },
        rounds: { type: "string", default: "5" },
    },
    allowPositionals: true,
});
const [native, page, ...levels] = positionals;
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
if (levels.length === 0 || !(seconds > 0) || !(rounds >= 1)) {
    console.error("usage: run.mjs [--seconds S] [--rounds N] NATIVE PAGE LEVEL...");
    exit(2);
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "halfspace_web_bench_"));
const server = await serve(
    {
        "/benchmarks/": here("."),
        "/package/": here("../../bindings/npm/dist"),
        "/modules/": here("../../node_modules"),
    },
    Object.fromEntries(levels.map((path) => [`/levels/${basename(path)}`, path])),
);

// A side is a function (job, times) that gives the CPU time of all repetitions in seconds.

function nativeSide(path, { motions, rays, capsule }) {
    const files = { motions, rays };
    for (const [name, segments] of Object.entries(files)) {
        files[name] = join(folder, name);
        writeFileSync(files[name], segments);
    }
    const { halfHeight, radius, centre } = capsule;
    const bodies = [halfHeight, radius, centre].map(String);
    const program = spawn(native, [path, files.motions, files.rays, ...bodies], {
        stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    return {
        async time(job, times) {
            program.stdin.write(`${job} ${times}\n`);
            const { value, done } = await lines.next();
            if (done) {
                throw new Error(`${native} has ended at the job ${job}`);
            }
            return Number(value);
        },
        end: () => program.stdin.end(),
    };
}

function nodeSide(bench) {
    return {
        async time(job, times) {
            const start = cpuUsage();
            await bench.run(job, times);
            const { user, system } = cpuUsage(start);
            return (user + system) / 1e6;
        },
        end: () => {},
    };
}

async function chromiumSide(path) {
    const browser = await openBrowser();
    const tab = await browser.newPage();
    await tab.goto(`${server.address}/benchmarks/page.html`);
    await tab.waitForFunction(() => globalThis.prepare);
    await tab.evaluate(async (name) => {
        const source = await (await fetch(`/levels/${name}`)).arrayBuffer();
        globalThis.bench = await globalThis.prepare(new Uint8Array(source), name);
    }, basename(path));
    const devtools = await browser.newBrowserCDPSession();
    const cpu = async () => {
        const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
        return processInfo
            .filter(({ type }) => type === "renderer")
            .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    };
    return {
        async time(job, times) {
            const start = await cpu();
            await tab.evaluate(([what, n]) => globalThis.bench.run(what, n), [job, times]);
            return (await cpu()) - start;
        },
        end: () => browser.close(),
    };
}

/** How often a side must do a job to take `seconds`. Also warms the side up. */
async function repetitions(side, job) {
    for (let times = 1; ; times *= 4) {
        const taken = await side.time(job, times);
        if (taken > seconds / 4) {
            return Math.max(1, Math.round((times * seconds) / taken));
        }
    }
}

/** For each side and job the nanoseconds of a question in each round. */
async function measure(sides, names) {
    const nativeNames = new Set(["trace", "sweep", "ray", "contents", "sees", "compile"]);
    const measured = Object.fromEntries(
        Object.keys(sides).map((side) => [
            side,
            Object.fromEntries(
                names
                    .filter((job) => side !== "native" || nativeNames.has(job))
                    .map((job) => [job, []]),
            ),
        ]),
    );
    for (const job of names) {
        const times = {};
        const present = Object.keys(sides).filter((side) => measured[side][job]);
        for (const side of present) {
            times[side] = await repetitions(sides[side], job);
        }
        for (let round = 0; round < rounds; ++round) {
            for (const side of present) {
                const taken = await sides[side].time(job, times[side]);
                measured[side][job].push((taken * 1e9) / (times[side] * questions(job)));
            }
        }
    }
    return measured;
}

const digits = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2));
const ratio = (a, b) => digits(median(a.map((x, round) => x / b[round])));
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

function head(...cells) {
    console.log();
    row(...cells);
    row(...cells.map(() => "---"));
}

function show(level, bench, { native: machine, node, chromium }) {
    const touches = bench.touches();
    const percent = (name) => `${Math.round(100 * touches[name])} %`;
    console.log(`\n## ${level}: ${bench.triangles} triangles`);
    head(
        "in batches",
        "native, ns",
        "Node, ns",
        "Chromium, ns",
        "Node / native",
        "Chromium / native",
    );
    for (const job of Object.keys(machine)) {
        const unit = job === "compile" ? 1e6 : 1;
        const time = (side) => digits(median(side[job]) / unit);
        row(
            job === "compile" ? "compile, ms" : job,
            ...[machine, node, chromium].map(time),
            ...[node, chromium].map((side) => ratio(side[job], machine[job])),
        );
    }
    const sides = { Node: node, Chromium: chromium };
    head(
        ...["other / ours", "touch", "its ns", "others touch"],
        ...["/ batch of traces", "/ trace", "/ batch of sweeps", "/ sweep"],
    );
    for (const [name, side] of Object.entries(sides)) {
        for (const peer of ["bvh capsule", "octree capsule", "rapier capsule"]) {
            row(
                ...[`${peer}, ${name}`, percent("sweep")],
                ...[digits(median(side[peer])), percent(peer)],
                ...["trace", "trace one", "sweep", "sweep one"].map((ours) =>
                    ratio(side[peer], side[ours]),
                ),
            );
        }
    }
    head("other / ours", "touch", "its ns", "others touch", "/ batch of rays", "/ ray");
    for (const [name, side] of Object.entries(sides)) {
        for (const peer of ["bvh ray", "rapier ray"]) {
            row(
                ...[`${peer}, ${name}`, percent("ray")],
                ...[digits(median(side[peer])), percent(peer)],
                ...["ray", "ray one"].map((ours) => ratio(side[peer], side[ours])),
            );
        }
    }
    head("a single call", "Node, ns", "beside its work", "Chromium, ns", "beside its work");
    for (const job of ["contents", "sees", "ray", "trace", "sweep"]) {
        const cells = [];
        for (const side of [node, chromium]) {
            const one = side[`${job} one`];
            cells.push(digits(median(one)));
            cells.push(digits(median(one.map((x, round) => x - side[job][round]))));
        }
        row(job, ...cells);
    }
    row("a mover's step", digits(median(node.step)), "", digits(median(chromium.step)), "");
}

try {
    for (const path of levels) {
        const bench = await prepare(new Uint8Array(readFileSync(path)), basename(path));
        const sides = {
            native: nativeSide(path, bench),
            node: nodeSide(bench),
            chromium: await chromiumSide(path),
        };
        show(basename(path), bench, await measure(sides, bench.names));
        for (const side of Object.values(sides)) {
            await side.end();
        }
    }
    console.log("\n## The page");
    for (const { what, value } of await measurePage(page, levels, rounds)) {
        console.log(`${what}: ${value}`);
    }
} finally {
    server.close();
    rmSync(folder, { recursive: true });
}
exit(0);
