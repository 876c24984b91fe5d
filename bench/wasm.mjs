// Measures the engine as WebAssembly in Node, with the same steps as crates/engine/benches/figures.rs: node bench/wasm.mjs FOLDER
import { performance } from "node:perf_hooks";
import { openProject, steps } from "./project.mjs";

/** Returns the median time of several runs in milliseconds. `run` gets the result of `prepare`, whose time is not measured. */
function median(runs, prepare, run) {
  const times = [];
  for (let index = 0; index < runs; index += 1) {
    const input = prepare();
    const begun = performance.now();
    run(input);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)];
}

/** Like `median`, after as many runs that are not measured: V8 compiles a function again, for speed, while it is used. */
function warmMedian(runs, prepare, run) {
  median(runs, prepare, run);
  return median(runs, prepare, run);
}

const opened = await openProject(process.argv[2]);
const { Engine, files, context, memory } = opened;
const nothing = () => undefined;
const figures = {};
let { engine } = opened;
figures.load = median(
  5,
  () => {
    engine.free();
    engine = new Engine();
  },
  () => engine.feed([""], files, context),
);
const original = files.find((file) => file.path.includes("_task.todo"));
const text = new TextDecoder().decode(original.bytes);
let turn = 0;
/** Returns the file with a new title each time, so that each feed is a change. */
const edited = () => {
  turn += 1;
  const bytes = new TextEncoder().encode(text.replace('"title": "', `"title": "${turn} `));
  return [{ kind: "file", path: original.path, bytes }];
};
figures["feed one file"] = warmMedian(25, edited, (file) => engine.feed([original.path], file, context));
figures["feed one file, board"] = warmMedian(25, edited, (file) => {
  engine.feed([original.path], file, context);
  JSON.parse(engine.view(steps.views.board, context));
});
for (const [name, query] of Object.entries(steps.views)) {
  figures[`view ${name}`] = warmMedian(15, nothing, () => JSON.parse(engine.view(query, context)));
}
for (const [name, command] of Object.entries(steps.commands)) {
  const planned = engine.plan(command, context);
  if (planned.kind !== "planned") throw new Error(`${name} is refused: ${planned.refusal.text.template}`);
  figures[`plan ${name}`] = warmMedian(15, nothing, () => engine.plan(command, context));
}
figures["memory MB"] = memory.buffer.byteLength / 2 ** 20;
console.log(JSON.stringify(figures));
