// SPDX-License-Identifier: MIT
import { suite } from "../same_as_native.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
