// SPDX-License-Identifier: MIT
import { suite } from "../nav_doors.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
