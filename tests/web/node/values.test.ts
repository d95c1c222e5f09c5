// SPDX-License-Identifier: MIT
import { suite } from "../values.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
