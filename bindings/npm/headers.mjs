// SPDX-License-Identifier: MIT
// Reads the headers for C and prints what the package needs to know of them. No source of the package
// repeats a function, a field or a number of the headers.
//
//     node headers.mjs names HEADER...              the functions of the headers, for CMake
//     node headers.mjs exports (TYPE FUNCTION...)...  src/exports.ts: the functions as TypeScript
//     node headers.mjs constants                    src/constants.ts: the numbers of #define
//     node headers.mjs contents                     src/contents.ts: the contents, by their names
//     node headers.mjs fields                       what wasm/layout.cpp includes: the structs
//
// This is no parser of C: our headers have one style, with the comments of C90. A declaration that
// is none of the kinds below stops the build, with its file and its line.
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../c/", import.meta.url));

// What is passed by value, as WebAssembly has it.
const scalars = {
    float: "number",
    double: "number",
    size_t: "number",
    int8_t: "number",
    uint8_t: "number",
    int16_t: "number",
    uint16_t: "number",
    int32_t: "number",
    uint32_t: "number",
    int64_t: "bigint",
    uint64_t: "bigint",
    halfspace_status: "Status",
};

const define = /^#define HALFSPACE_(\w+) (0x[0-9a-f]+|\d+)u?$/;
const guardOrMacro = /^#define HALFSPACE_(\w*H|API.*)$/;
const directive = /^#(include|if|ifdef|ifndef|else|endif)\b/;
const bracket = /^(extern "C" \{|\})$/;

const opaque = /^typedef struct (halfspace_\w+) \1$/;
const alias = /^typedef (\w+) (halfspace_\w+)$/;
const struct = /^typedef struct (halfspace_\w+) \{ ?(.*?);? ?\} \1$/;
const field = /^(?:const )?\w+\*?\*? ?(\w+)((?:\[\w+\])*)$/;
const functionField = /^\w+\*? \(\*(\w+)\)\(.*\)$/;
const call = /^HALFSPACE_API (?:const )?(\w+)(\*?) (halfspace_\w+)\((.*)\)$/;
const parameter = /^(?:const )?(\w+)(\*{0,2}) (\w+)(\[\w+\])?$/;

/**
 * What a header declares: { functions, structs, constants }. Throws for a declaration of another
 * style. types: the types of headers that were read before; the types of this header are added.
 */
export function declarations(text, path, types = new Map()) {
    const found = { functions: [], structs: [], constants: [] };
    const code = text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/./g, " "));
    let offset = 0; // of the statement that is read
    const fail = () => {
        const line = text.slice(0, offset).split("\n").length;
        throw new Error(`${path}:${line}: ${basename(import.meta.url)} does not understand this`);
    };
    const lines = text.split("\n");
    const statements = code.replace(/^(?:#.*|extern "C".*|\})$/gm, (line, at) => {
        const [, name, value] = define.exec(line.trim()) ?? [];
        offset = at;
        if (name !== undefined) {
            const above = lines[text.slice(0, at).split("\n").length - 2] ?? "";
            found.constants.push({ name, value, comment: /^\/\* (.*) \*\/$/.exec(above)?.[1] });
        } else if (![guardOrMacro, directive, bracket].some((each) => each.test(line.trim()))) {
            fail();
        }
        return " ".repeat(line.length);
    });

    const typeOf = (name, isPointer) => {
        const type = scalars[name] ?? types.get(name);
        return isPointer && (type !== undefined || name === "void" || name === "char")
            ? "Pointer"
            : (type ?? fail());
    };
    const argument = (declared) => {
        const [, type, stars, name, array] = parameter.exec(declared) ?? fail();
        const passed = typeOf(type, stars !== "" || array !== undefined);
        return { name, type: passed === "struct" || passed === "opaque" ? fail() : passed };
    };
    const addFunction = ([, type, star, name, declared]) => {
        const parameters = declared === "void" ? [] : declared.split(/, ?/).map(argument);
        let result = type === "void" && star === "" ? "void" : typeOf(type, star !== "");
        if (result === "struct") {
            // WebAssembly returns a struct at an address that the caller gives.
            parameters.unshift({ name: "returned", type: "Pointer" });
            result = "void";
        }
        found.functions.push({ name, parameters, result: result === "opaque" ? fail() : result });
    };
    const addStruct = ([, name, body]) => {
        const fields = body.split(/; ?/).map((declared) => {
            const [, own] = functionField.exec(declared) ?? field.exec(declared) ?? fail();
            return own;
        });
        types.set(name, "struct");
        found.structs.push({ name, fields: fields.filter((own) => own !== "reserved") });
    };

    // A statement ends at a semicolon outside of braces.
    for (const { 0: whole, index } of statements.matchAll(/(?:[^;{}]|\{[^{}]*\})*;|\S[^]*$/g)) {
        offset = index + whole.search(/\S/);
        const statement = whole
            .replace(/\s+/g, " ")
            .replace(/^ | ?;$/g, "")
            .replace(/\( /g, "(");
        let match;
        if ((match = opaque.exec(statement))) {
            types.set(match[1], types.get(match[1]) ?? "opaque");
        } else if ((match = struct.exec(statement))) {
            addStruct(match);
        } else if ((match = alias.exec(statement))) {
            types.set(match[2], scalars[match[2]] ?? typeOf(match[1], false));
        } else if ((match = call.exec(statement))) {
            addFunction(match);
        } else {
            fail();
        }
    }
    return found;
}

/** What the headers declare, by their names; those that others include come first. */
export function readHeaders() {
    const names = readdirSync(folder).filter((name) => /^halfspace.*\.h$/.test(name));
    const texts = new Map(names.map((name) => [name, readFileSync(`${folder}${name}`, "utf8")]));
    const read = new Map();
    const types = new Map();
    const visit = (name) => {
        if (!read.has(name)) {
            const text = texts.get(name);
            for (const [, included] of text.matchAll(/^#include "(\w+\.h)"$/gm)) {
                visit(included);
            }
            read.set(name, declarations(text, `${folder}${name}`, types));
        }
    };
    names.forEach(visit);
    return read;
}

const all = (headers, kind) => [...headers.values()].flatMap((header) => header[kind]);

// "PLAYER_CLIP" is "PlayerClip".
const pascalCase = (name) =>
    name.toLowerCase().replace(/(^|_)([a-z])/g, (_, before, letter) => letter.toUpperCase());
// "error_size" is "errorSize".
const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

const top =
    "// SPDX-License-Identifier: MIT\n// Made by headers.mjs of the headers for C. Do not edit.\n";

function exportsText(headers, words) {
    const functions = new Map(all(headers, "functions").map((each) => [each.name, each]));
    let text = `${top}import type { BaseExports } from "./wasm.js";

export type Pointer = number;
/** HALFSPACE_OK and so on; see constants.ts. */
export type Status = number;
`;
    const interfaces = words.join(" ").matchAll(/([A-Z]\w*)((?: [a-z]\w*)*)/g);
    for (const [, type, names] of interfaces) {
        const lines = names
            .trim()
            .split(" ")
            .map((name) => {
                const { parameters, result } = functions.get(name);
                const list = parameters.map((each) => `${camelCase(each.name)}: ${each.type}`);
                return `    ${name}(${list.join(", ")}): ${result};\n`;
            });
        text += `\nexport interface ${type} extends BaseExports {\n${lines.join("")}}\n`;
    }
    return text;
}

function constantsText(headers) {
    const lines = all(headers, "constants").map(
        ({ name, value }) => `export const ${name} = ${value};\n`,
    );
    return `${top}// Numbers of #define, without the HALFSPACE_ of their names.\n\n${lines.join("")}`;
}

function contentsText(headers) {
    const lines = headers.get("halfspace_contents.h").constants.map(({ name, value, comment }) => {
        const documented = comment === undefined ? "" : `    /** ${comment} */\n`;
        return `${documented}    ${pascalCase(name)}: ${value},\n`;
    });
    return `${top}
/** What fills space: bits of masks and of answers. */
export const Contents = {
    Empty: 0,
${lines.join("")}} as const;
`;
}

function fieldsText(headers) {
    const structs = all(headers, "structs").map(({ name, fields }) => {
        const lines = fields.map((each) => `FIELD(${name}, ${each})\n`);
        return `BEGIN(${name.replace("halfspace_", "")})\n${lines.join("")}END()\n`;
    });
    return structs.join("");
}

function namesText(headers, words) {
    const functions = words.flatMap((header) => headers.get(header).functions);
    return functions.map(({ name }) => name).join(";");
}

const kinds = {
    names: namesText,
    exports: exportsText,
    constants: constantsText,
    contents: contentsText,
    fields: fieldsText,
};

if (argv[1] === fileURLToPath(import.meta.url)) {
    const print = kinds[argv[2]];
    if (print === undefined) {
        console.error(`expected ${Object.keys(kinds).join(", ")}`);
        exit(2);
    }
    try {
        process.stdout.write(print(readHeaders(), argv.slice(3)));
    } catch (error) {
        console.error(error.message);
        exit(1);
    }
}
