// SPDX-License-Identifier: MIT
import { suite } from "../crowds.js";
import { runSuite } from "./run_suite.js";

runSuite(suite);
