// SPDX-License-Identifier: MIT
import { suite } from "../bad_arguments.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
