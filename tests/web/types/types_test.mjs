// SPDX-License-Identifier: MIT
// Checks the samples, and the examples of the pages, as `tsc --strict` does, without the types of Node.
// Also: the samples of a module of the package use everything that it exports, and every public
// member of its classes. Everything that is exported has a comment.
import { exit } from "node:process";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const samples = {
    halfspace: ["sample.ts", "nav_sample.ts", "../question_rows.ts"],
    "halfspace/spatial": ["spatial_sample.ts"],
    "halfspace/three": ["three_sample.ts"],
};
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
// The examples have no such claim: they are only checked.
const examples = ["../../../examples/web/main.ts", "../bundled/main.ts", "../bundled/wasm.d.ts"];
const program = ts.createProgram([...Object.values(samples).flat(), ...examples].map(pathOf), {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"],
    types: [],
});
const problems = ts
    .getPreEmitDiagnostics(program)
    // The types of three.js are not ours.
    .filter(({ file }) => !file?.fileName.includes("/node_modules/@types/"))
    .map((problem) =>
        ts.formatDiagnostic(problem, {
            getCanonicalFileName: (name) => name,
            getCurrentDirectory: () => "/",
            getNewLine: () => "\n",
        }),
    );

const checker = program.getTypeChecker();
const aliased = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

// The declarations of everything that a name of the samples stands for.
const used = new Set();
const use = (symbol) => symbol?.declarations?.forEach((declaration) => used.add(declaration));
const isUsed = (symbol) => symbol.declarations?.some((declaration) => used.has(declaration));
const modules = new Map();
function visit(node) {
    if (ts.isIdentifier(node)) {
        const symbol = checker.getSymbolAtLocation(node);
        if (symbol && !ts.isImportSpecifier(node.parent)) {
            use(aliased(symbol));
        }
    }
    if (ts.isObjectBindingPattern(node)) {
        const type = checker.getTypeAtLocation(node);
        for (const { propertyName, name } of node.elements) {
            use(type.getProperty((propertyName ?? name).text));
        }
    }
    if (ts.isImportDeclaration(node)) {
        modules.set(node.moduleSpecifier.text, checker.getSymbolAtLocation(node.moduleSpecifier));
    }
    ts.forEachChild(node, visit);
}
Object.values(samples)
    .flat()
    .forEach((name) => visit(program.getSourceFile(pathOf(name))));

function isPublic(member) {
    const declaration = member.valueDeclaration;
    return (
        declaration !== undefined &&
        !declaration.getSourceFile().fileName.includes("/node_modules/") &&
        member.name !== "prototype" &&
        !member.name.startsWith("__") &&
        !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) &&
        !(declaration.name && ts.isPrivateIdentifier(declaration.name)) &&
        !ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === "internal")
    );
}

for (const [name, [sample]] of Object.entries(samples)) {
    for (const exported of checker.getExportsOfModule(modules.get(name)).map(aliased)) {
        if (!isUsed(exported)) {
            problems.push(`${sample} does not use ${exported.name} of ${name}\n`);
        }
        if (exported.getDocumentationComment(checker).length === 0) {
            problems.push(`${exported.name} of ${name} has no comment\n`);
        }
        if (exported.flags & ts.SymbolFlags.Class) {
            const own = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(exported));
            for (const member of [...own, ...exported.exports.values()]) {
                if (isPublic(member) && !isUsed(member)) {
                    problems.push(`${sample} does not use ${exported.name}.${member.name}\n`);
                }
            }
        }
    }
}
problems.forEach((problem) => process.stdout.write(problem));
exit(problems.length === 0 ? 0 : 1);
