// SPDX-License-Identifier: MIT
// What bindings/npm/headers.mjs reads of the headers for C.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it, test } from "vitest";
import { declarations, readHeaders } from "../../../bindings/npm/headers.mjs";

const require = createRequire(import.meta.url);

/** What a module exports. The module runs nothing. */
async function exportsOf(name) {
    const module = await WebAssembly.compile(readFileSync(require.resolve(`halfspace/${name}`)));
    const imports = WebAssembly.Module.imports(module).map(({ name, kind }) => [
        name,
        kind === "memory" ? new WebAssembly.Memory({ initial: 128, maximum: 65536 }) : () => 0,
    ]);
    const all = Object.fromEntries(imports);
    const { exports } = await WebAssembly.instantiate(module, { env: all, halfspace: all });
    return Object.entries(exports);
}

test.each(["halfspace.wasm", "halfspace_spatial.wasm", "halfspace_compile.wasm"])(
    "%s takes as many arguments as the headers say",
    async (name) => {
        const functions = [...readHeaders().values()].flatMap((header) => header.functions);
        const counts = new Map(functions.map((each) => [each.name, each.parameters.length]));
        const exported = (await exportsOf(name)).filter(([name]) => name.startsWith("halfspace_"));
        expect(exported.length).toBeGreaterThan(20);
        for (const [name, call] of exported) {
            expect([name, call.length]).toEqual([name, counts.get(name)]);
            expect(call.length, `${name}: src/wasm.ts passes 8`).toBeLessThanOrEqual(8);
        }
    },
);

describe("headers.mjs", () => {
    const header = `/* SPDX-License-Identifier: MIT */
#ifndef HALFSPACE_SAMPLE_H
#define HALFSPACE_SAMPLE_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef int32_t halfspace_status;
typedef struct halfspace_level halfspace_level;
/* All that is. */
#define HALFSPACE_ALL 0x0fu /* a mask */
typedef struct halfspace_pair {
    uint32_t a; /* one;
                 * two */
    uint32_t reserved;
    const double* b[2];
    int32_t (*report)(void* context, double fraction);
} halfspace_pair;
HALFSPACE_API halfspace_pair halfspace_pair_of(uint64_t user);
HALFSPACE_API halfspace_status halfspace_write_pairs(
    const halfspace_level* level, const double from[3], size_t pair_count, halfspace_pair* to);
HALFSPACE_API void halfspace_end(void);
#ifdef __cplusplus
}
#endif
#endif
`;

    it("reads functions, structs and numbers", () => {
        expect(declarations(header, "sample.h")).toEqual({
            constants: [{ name: "ALL", value: "0x0f", comment: "All that is." }],
            structs: [{ name: "halfspace_pair", fields: ["a", "b", "report"] }],
            functions: [
                {
                    name: "halfspace_pair_of",
                    parameters: [
                        { name: "returned", type: "Pointer" },
                        { name: "user", type: "bigint" },
                    ],
                    result: "void",
                },
                {
                    name: "halfspace_write_pairs",
                    parameters: [
                        { name: "level", type: "Pointer" },
                        { name: "from", type: "Pointer" },
                        { name: "pair_count", type: "number" },
                        { name: "to", type: "Pointer" },
                    ],
                    result: "Status",
                },
                { name: "halfspace_end", parameters: [], result: "void" },
            ],
        });
    });

    it.each([
        ["HALFSPACE_API int halfspace_odd(void);"],
        ["HALFSPACE_API void halfspace_odd(uint32_t a, ...);"],
        ["HALFSPACE_API void halfspace_odd(halfspace_pair by_value);"],
        ["HALFSPACE_API void halfspace_odd(const halfspace_unknown* a);"],
        ["HALFSPACE_API void halfspace_odd(uint32_t);"],
        ["HALFSPACE_API void halfspace_odd();"],
        ["void halfspace_odd(void);"],
        ["inline int odd(void) { return 0; }"],
        ["typedef enum halfspace_odd { HALFSPACE_A } halfspace_odd;"],
        ["typedef struct halfspace_odd { uint32_t a, b; } halfspace_odd;"],
        ["typedef struct halfspace_odd { uint32_t a : 1; } halfspace_odd;"],
        ["extern uint32_t halfspace_odd;"],
        ["#define HALFSPACE_ODD (1 << 4)"],
        ["#pragma pack(1)"],
        ["// odd"],
    ])("says where it does not understand %s", (odd) => {
        const line = header.slice(0, header.indexOf("HALFSPACE_API")).split("\n").length;
        const planted = header.replace("HALFSPACE_API", `${odd}\nHALFSPACE_API`);
        expect(() => declarations(planted, "sample.h")).toThrow(`sample.h:${line}: `);
    });
});
