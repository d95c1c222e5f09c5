// SPDX-License-Identifier: MIT
// Makes the pictures of the cards, from the built page:
//     node make_pictures.mjs
// Writes pictures/LEVEL.jpg for each bundled level with a card.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PageBrowser } from "../../tests/web/page_tab.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [width, height, finer] = [360, 225, 3];

const browser = await PageBrowser.start(join(here, "dist"), tmpdir());
const page = await browser.open();
const names = await page
    .locator("#cards button")
    .evaluateAll((cards) => cards.map(({ dataset }) => dataset.level));
for (const name of names) {
    await page.goTo(`#level=${name}`);
    await page.untilLevel(name);
    const address = await page.page(
        async (self, [w, h, times]) => {
            const { walker } = self.scene.controls;
            const size = { width: w * times, height: h * times };
            const pixels = await self.drawPicture({ ...size, eye: walker.eye(), ...walker.angles });
            const large = new OffscreenCanvas(size.width, size.height);
            const data = new ImageData(new Uint8ClampedArray(pixels), size.width, size.height);
            large.getContext("2d").putImageData(data, 0, 0);
            const small = document.createElement("canvas");
            [small.width, small.height] = [w, h];
            const context = small.getContext("2d");
            context.imageSmoothingQuality = "high";
            context.drawImage(large, 0, 0, w, h);
            return small.toDataURL("image/jpeg", 0.72);
        },
        [width, height, finer],
    );
    const bytes = Buffer.from(address.split(",")[1], "base64");
    writeFileSync(join(here, "pictures", `${name}.jpg`), bytes);
    console.log(`pictures/${name}.jpg: ${bytes.length} bytes`);
}
await browser.close();
