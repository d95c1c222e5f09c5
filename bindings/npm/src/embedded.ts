// SPDX-License-Identifier: MIT
// `import "halfspace/embedded"`: the .wasm files and the worker as JavaScript, for pages whose bundler
// loses files: vite without configuration, esbuild without a loader. It is a third larger than the files.
import runtime from "./embedded/halfspace.js";
import compiler from "./embedded/halfspace_compile.js";
import spatial from "./embedded/halfspace_spatial.js";
import worker from "./embedded/worker.js";
import { embed } from "./own_files.js";

embed({
    "halfspace.wasm": runtime,
    "halfspace_compile.wasm": compiler,
    "halfspace_spatial.wasm": spatial,
    "worker.js": worker,
});
