// SPDX-License-Identifier: MIT
import { suite } from "../bad_files.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
