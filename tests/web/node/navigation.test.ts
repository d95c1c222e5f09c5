// SPDX-License-Identifier: MIT
import { suite } from "../navigation.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
