// SPDX-License-Identifier: MIT
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { suite } from "../out_of_memory.js";
import { runSuite } from "./run_suite.js";

// The suite collects what nobody holds.
setFlagsFromString("--expose-gc");
Object.assign(globalThis, { gc: runInNewContext("gc") });
runSuite(suite);
