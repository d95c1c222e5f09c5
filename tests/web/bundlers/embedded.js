// SPDX-License-Identifier: MIT
import "halfspace/embedded";
import "./plain.js";
