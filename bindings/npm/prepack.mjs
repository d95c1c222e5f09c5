// SPDX-License-Identifier: MIT
// npm runs this before it packs the package. Without it npm packs a package that is not built: the
// packed file then lacks all modules, and npm reports success.
import { existsSync, readFileSync } from "node:fs";
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
