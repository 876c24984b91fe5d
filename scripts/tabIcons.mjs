// Writes `dist/icons/`: the icons of the tabs, for light and dark themes. `build.mjs` runs it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { iconSvg, projectSurfaces } from "../webviews/contract/surfaces.ts";
import { dist } from "./lib/paths.mjs";

/** The color of the lines in each theme, as in VSCode's own icons. */
const strokes = { light: "#424242", dark: "#C5C5C5" };

const folder = join(dist, "icons");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const surface of projectSurfaces) {
  for (const [theme, stroke] of Object.entries(strokes)) writeFileSync(join(folder, `${surface}-${theme}.svg`), `${iconSvg(surface, stroke)}\n`);
}
