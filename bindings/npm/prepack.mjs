// SPDX-License-Identifier: MIT
// npm runs this before it packs the package. Without it npm packs a package that is not built: the
// packed file then lacks all modules, and npm reports success. It also adds the reference of all
// functions (api/index.html) and the changelog.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { exit } from "node:process";
import { fileURLToPath } from "node:url";

const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const files = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? entry : Object.values(entry),
);
const missing = files.find((file) => !existsSync(new URL(file, import.meta.url)));
if (missing !== undefined) {
    const script = fileURLToPath(new URL("../../scripts/web", import.meta.url));
    console.error(`The package is not built: it lacks ${missing}. Run ${script} --build first.`);
    exit(1);
}

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
// The package has no docs/: links to it become plain text.
const changes = readFileSync(at("../../CHANGELOG.md"), "utf8");
writeFileSync(at("CHANGELOG.md"), changes.replaceAll(/\[([^\]]*)\]\(docs\/[^)]*\)/g, "$1"));
rmSync(at("api"), { recursive: true, force: true });
// What a program prints would be mixed with the name of the packed file, which npm prints.
execFileSync(
    at("../../node_modules/.bin/typedoc"),
    ["--options", at("../../docs/site/typedoc.json"), "--out", at("api")],
    { stdio: ["ignore", "ignore", "inherit"] },
);
