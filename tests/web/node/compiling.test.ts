// SPDX-License-Identifier: MIT
import { suite } from "../compiling.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
