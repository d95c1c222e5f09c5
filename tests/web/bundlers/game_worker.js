// SPDX-License-Identifier: MIT
import "halfspace/embedded";
import { play } from "./game.js";

void play().then((said) => self.postMessage(said));
