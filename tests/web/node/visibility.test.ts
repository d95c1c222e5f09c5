// SPDX-License-Identifier: MIT
import { suite } from "../visibility.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
