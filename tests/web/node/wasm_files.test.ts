// SPDX-License-Identifier: MIT
// What the .wasm files of the package ask of their host, and how large they and its entries are.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);

interface File {
    name: string;
    /** "memory" is the memory that the package gives. */
    imports: string[];
    /**
     * After gzip -9: a tenth above the size when this was written, so that no growth is overlooked.
     * A new question may need more. Then look for what is compiled twice, raise the limit, and say
     * the new size in CHANGELOG.md.
     */
    mostBytes: number;
}

const files: File[] = [
    {
        name: "halfspace.wasm",
        imports: [
            "env.memory",
            "halfspace.number_of_text",
            "halfspace.number_text",
            "halfspace.out_of_memory",
        ],
        mostBytes: 290_000,
    },
    {
        name: "halfspace_compile.wasm",
        imports: [
            "env.memory",
            "halfspace.leak",
            "halfspace.now",
            "halfspace.number_of_text",
            "halfspace.number_text",
            "halfspace.out_of_memory",
            "halfspace.report",
            "halfspace.warn",
        ],
        mostBytes: 700_000,
    },
    {
        name: "halfspace_spatial.wasm",
        imports: ["env.memory", "halfspace.out_of_memory"],
        mostBytes: 88_000,
    },
];

test.each(files)("$name asks its host for no more than is written here", async (file) => {
    const bytes = readFileSync(require.resolve(`halfspace/${file.name}`));
    const module = await WebAssembly.compile(bytes);
    const imports = WebAssembly.Module.imports(module).map((each) => `${each.module}.${each.name}`);
    expect(imports.sort()).toEqual(file.imports);
});

test.each(files)("$name stays below $mostBytes bytes after gzip", (file) => {
    const bytes = readFileSync(require.resolve(`halfspace/${file.name}`));
    const { length } = gzipSync(bytes, { level: 9 });
    console.log(`${file.name}: ${bytes.length} bytes, ${length} after gzip`);
    expect(length).toBeLessThan(file.mostBytes);
});

/** What a game loads of each entry besides the .wasm files, made small by esbuild and gzip -9. */
const entries = [
    { name: "halfspace", mostBytes: 29_400 },
    { name: "halfspace/three", mostBytes: 51_850 },
    { name: "halfspace/spatial", mostBytes: 8_700 },
    { name: "halfspace/embedded", mostBytes: 1_427_000 },
    { name: "halfspace/worker.js", mostBytes: 4_650 },
];

test.each(entries)("$name stays below $mostBytes bytes after gzip", async ({ name, mostBytes }) => {
    const { outputFiles } = await build({
        stdin: {
            contents: `export * from "${name}"; import "${name}";`,
            resolveDir: fileURLToPath(new URL(".", import.meta.url)),
        },
        bundle: true,
        minify: true,
        format: "esm",
        external: ["three"],
        write: false,
    });
    const { length } = gzipSync(outputFiles[0]!.contents, { level: 9 });
    console.log(`${name}: ${outputFiles[0]!.contents.length} bytes, ${length} after gzip`);
    expect(length).toBeLessThan(mostBytes);
    expect(outputFiles[0]!.text.includes('"three"')).toBe(name === "halfspace/three");
});
