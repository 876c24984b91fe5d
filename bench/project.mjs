// Opens a project folder with the built engine, like the extension but without VSCode.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The steps that the native and this measurement share. */
export const steps = JSON.parse(readFileSync(join(root, "bench/steps.json"), "utf8"));

function read(folder, prefix, into) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = prefix + entry.name;
    if (entry.isDirectory()) {
      into.push({ kind: "folder", path });
      read(join(folder, entry.name), `${path}/`, into);
    } else {
      into.push({ kind: "file", path, bytes: new Uint8Array(readFileSync(join(folder, entry.name))) });
    }
  }
  return into;
}

/** Returns the memory of the module, the `Engine` class, the files, and an engine with those files that `isFed` accepts. */
export async function openProject(folder, isFed = () => true) {
  const { engineLoader } = await import("../extension/src/engine/engineLoader.ts");
  const Engine = await engineLoader(async () => readFileSync(join(root, "dist/engine/engine_bg.wasm")))();
  const { default: loaded } = await import(pathToFileURL(join(root, "dist/engine/engine.js")).href);
  const { memory } = await loaded();
  const files = read(join(folder, ".handoff"), "", []);
  const engine = new Engine();
  engine.feed([""], files.filter(isFed), steps.context);
  return { memory, Engine, files, engine, context: steps.context };
}
