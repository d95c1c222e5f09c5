// SPDX-License-Identifier: MIT
import { suite } from "../starting.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
