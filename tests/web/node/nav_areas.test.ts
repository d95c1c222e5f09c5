// SPDX-License-Identifier: MIT
import { suite } from "../nav_areas.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
