// SPDX-License-Identifier: MIT
import { suite } from "../meshes.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
