// Takes a picture of the board in every theme and at several sizes, into dist/gallery/pictures/.
//   node webviews/gallery/pictures.mjs [part of a picture's name]
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumArguments, findChromium } from "../../scripts/lib/machine.mjs";
import { dist } from "../../scripts/lib/paths.mjs";
import { serveGallery } from "./serve.mjs";

const pictures = [3, 41, 1000].flatMap((cards) =>
  ["dark", "light", "highContrast", "highContrastLight"].map((theme) => ({ name: `board-${cards}-${theme}`, query: { theme, cards } })),
);
pictures.push(
  { name: "board-lanes-dark", query: { theme: "dark", lanes: "assignee" } },
  { name: "board-lanes-light", query: { theme: "light", lanes: "priority" } },
  { name: "board-empty-dark", query: { theme: "dark", cards: 0 } },
  { name: "board-readonly-light", query: { theme: "light", readOnly: "" } },
);

const wanted = process.argv[2] ?? "";
const folder = join(dist, "gallery", "pictures");
await mkdir(folder, { recursive: true });
const gallery = await serveGallery();
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  page.on("console", (message) => {
    if (message.type() === "error") process.stderr.write(`${message.text()}\n`);
  });
  page.on("pageerror", (error) => process.stderr.write(`${error.stack}\n`));
  for (const { name, query } of pictures.filter((picture) => picture.name.includes(wanted))) {
    await page.goto(`${gallery.url}?${new URLSearchParams({ surface: "board", ...query })}`);
    await page.locator(".board, .empty").waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    process.stdout.write(`${join(folder, `${name}.png`)}\n`);
  }
} finally {
  await browser.close();
  gallery.close();
}
