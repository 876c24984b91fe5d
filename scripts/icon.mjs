// Renders the extension's icon from docs/pictures/icon.svg: npm run icon
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumOptions } from "./lib/machine.mjs";
import { root } from "./lib/paths.mjs";

const drawing = readFileSync(join(root, "docs", "pictures", "icon.svg"), "utf8");
/** The file for each size of the picture in pixels. */
const files = { 128: "extension/media/icon.png", 256: "docs/pictures/icon-256.png" };

const browser = await chromium.launch(await chromiumOptions());
try {
  for (const [size, file] of Object.entries(files)) {
    const viewport = { width: 128, height: 128 };
    const page = await browser.newPage({ viewport, deviceScaleFactor: Number(size) / viewport.width });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
    await page.screenshot({ path: join(root, file), omitBackground: true });
  }
} finally {
  await browser.close();
}
