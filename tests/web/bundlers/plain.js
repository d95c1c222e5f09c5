// SPDX-License-Identifier: MIT
import { play } from "./game.js";

const options = globalThis.workerAddress ? { worker: globalThis.workerAddress } : {};
void play(options).then((said) => (document.body.textContent = said));
