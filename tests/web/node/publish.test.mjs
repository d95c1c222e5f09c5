// SPDX-License-Identifier: MIT
// What `npm publish` would send: all that package.json promises, and nothing else of the folder.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../bindings/npm", import.meta.url));

test("npm publish has nothing to say, and sends the package", () => {
    const { status, stdout, stderr } = spawnSync("npm", ["publish", "--dry-run", "--json"], {
        cwd: folder,
        encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    const warnings = stderr.split("\n").filter((line) => /^npm (warn|error)/i.test(line));
    expect(warnings.filter((line) => !line.includes("requires you to be logged in"))).toEqual([]);
    const report = JSON.parse(stdout);
    const { files } = report.halfspace ?? report; // npm 11, npm 10
    const paths = files.map(({ path }) => path);
    const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const promised = Object.values(exports)
        .flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)))
        .map((path) => path.replace("./", ""));
    expect(paths).toEqual(expect.arrayContaining(promised));
    const pages = ["LICENSE", "README.md", "CHANGELOG.md", "package.json", "api/index.html"];
    expect(paths).toEqual(expect.arrayContaining(pages));
    const others = paths.filter((path) => !pages.includes(path) && !/^(api|dist)\//.test(path));
    expect(others).toEqual([]);
    // Links lead to files of the package.
    for (const page of ["README.md", "CHANGELOG.md"]) {
        const links = readFileSync(`${folder}/${page}`, "utf8").matchAll(/\]\(([^)#:]+)[^):]*\)/g);
        expect([...links].map(([, path]) => path).filter((path) => !paths.includes(path))).toEqual(
            [],
        );
    }
    // A debugger shows the sources, which the maps hold.
    const scripts = paths.filter((path) => /^dist\/.*\.js$/.test(path) && !/embedded\//.test(path));
    expect(scripts.length).toBeGreaterThan(40);
    for (const script of scripts) {
        expect(paths).toContain(`${script}.map`);
        const { sourcesContent } = JSON.parse(readFileSync(`${folder}/${script}.map`, "utf8"));
        expect(sourcesContent[0], script).toContain("SPDX-License-Identifier: MIT");
    }
});
