// Writes the demo project to a folder, with dates relative to today:
//   npm run demo -- --folder PATH [--language ja]        after `npm run build`
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { playDemo } from "../extension/src/demo/player.ts";
import { engineLoader } from "../extension/src/engine/engineLoader.ts";
import { dist, root } from "./lib/paths.mjs";
import { Failure } from "./lib/process.mjs";
import { main } from "./lib/steps.mjs";

/** @param {string} name */
const readDemo = async (name) => readFileSync(join(root, "extension", "demo", name));

await main(async () => {
  const { values } = parseArgs({ options: { folder: { type: "string" }, language: { type: "string", default: "en" } } });
  if (values.folder === undefined) throw new Failure("Usage: npm run demo -- --folder PATH [--language ja]");
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), values.folder);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Failure(`The folder ${folder} is not empty.`);
  const loadEngine = engineLoader(async () => readFileSync(join(dist, "engine", "engine_bg.wasm")));
  const { files } = await playDemo(loadEngine, readDemo, values.language);
  for (const [path, bytes] of files) {
    const file = join(folder, ...path.split("/"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  console.log(`The demo project is in ${folder}.`);
});
