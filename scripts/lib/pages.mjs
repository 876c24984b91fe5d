// The pages of the extension: each is a folder in `webviews/` with a `page.tsx` and a style sheet
// with its name.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "./paths.mjs";

const folders = readdirSync(join(root, "webviews"), { recursive: true, encoding: "utf8" })
  .filter((file) => basename(file) === "page.tsx")
  .map((file) => join("webviews", dirname(file)));

/**
 * Returns a file of each page, by the name of the page.
 * @param {(folder: string, name: string) => string} fileOf
 */
const byName = (fileOf) => Object.fromEntries(folders.map((folder) => [basename(folder), fileOf(folder, basename(folder))]));

export const pageScripts = byName((folder) => join(folder, "page.tsx"));
export const pageStyles = byName((folder, name) => join(folder, `${name}.css`));
