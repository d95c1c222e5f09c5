// SPDX-License-Identifier: MIT
// embed.mjs writes the module.
declare const text: string;
export default text;
