// Times the engine as the extension runs it, the same steps as crates/engine/benches/figures.rs: node bench/wasm.mjs FOLDER
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const steps = JSON.parse(readFileSync(join(root, "bench/steps.json"), "utf8"));
const { default: load, Engine } = await import(join(root, "dist/engine/engine.js"));
const instance = await load({ module_or_path: readFileSync(join(root, "dist/engine/engine_bg.wasm")) });

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

/** The median of so many runs in milliseconds; what `prepare` returns is handed to `run` and not measured. */
function median(runs, prepare, run) {
  const times = [];
  for (let index = 0; index < runs; index += 1) {
    const input = prepare();
    const begun = performance.now();
    run(input);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)];
}

const files = read(join(process.argv[2], ".handoff"), "", []);
const { context } = steps;
const nothing = () => undefined;
const figures = {};
let engine;
figures.load = median(
  5,
  () => {
    engine?.free();
    engine = new Engine();
  },
  () => engine.feed(files, context.now),
);
const original = files.find((file) => file.path.includes("_task.todo"));
const text = new TextDecoder().decode(original.bytes);
let turn = 0;
/** The file with another title each time, so that the feed is never a repetition. */
const edited = () => {
  turn += 1;
  const bytes = new TextEncoder().encode(text.replace('"title": "', `"title": "${turn} `));
  return [{ kind: "file", path: original.path, bytes }];
};
figures["feed one file"] = median(25, edited, (file) => engine.feed(file, context.now));
figures["feed one file, board"] = median(25, edited, (file) => {
  engine.feed(file, context.now);
  engine.view(steps.views.board, context);
});
for (const [name, query] of Object.entries(steps.views)) {
  figures[`view ${name}`] = median(15, nothing, () => engine.view(query, context));
}
for (const [name, command] of Object.entries(steps.commands)) {
  const planned = engine.plan(command, context);
  if (planned.kind !== "planned") throw new Error(`${name} is refused: ${planned.refusal.text.template}`);
  figures[`plan ${name}`] = median(15, nothing, () => engine.plan(command, context));
}
figures["memory MB"] = instance.memory.buffer.byteLength / 2 ** 20;
console.log(JSON.stringify(figures));
