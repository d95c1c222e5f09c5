// SPDX-License-Identifier: MIT
const worker = new Worker(new URL("./game_worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => (document.body.textContent = data);
worker.onerror = ({ message }) => (document.body.textContent = message || "no worker");
