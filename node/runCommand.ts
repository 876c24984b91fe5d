// Runs the engine as a program of WASI, with what WASI cannot do from Node.js (`host.ts`).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WASI } from "node:wasi";
import { parentPort, workerData } from "node:worker_threads";
import { createHost } from "./host.ts";
import type { FromCommand, Start } from "./mailbox.ts";
import { Inbox } from "./mailbox.ts";
import { fromSystem, roots } from "./paths.ts";

runCommand();

/** Runs the command, and reports its exit code. */
function runCommand(): void {
  if (parentPort === null) throw new Error("The engine runs in a thread of its own.");
  const { args, file, mailbox } = workerData as Start;
  const wasi = new WASI({
    version: "preview1",
    args: ["handoff", ...args],
    env: { ...process.env, PWD: fromSystem(process.cwd()) },
    preopens: roots(),
    returnOnExit: true,
  });
  const answer = createHost(new Inbox(parentPort, mailbox), file);
  let kept: Uint8Array = new Uint8Array();
  // The memory grows, and has another buffer then.
  const bytes = (start: number, length: number): Uint8Array =>
    new Uint8Array((instance.exports["memory"] as WebAssembly.Memory).buffer, start, length);
  const imports = {
    ...wasi.getImportObject(),
    handoff: {
      ask: (start: number, length: number) => {
        kept = answer(bytes(start, length));
        return kept.length;
      },
      take: (start: number) => bytes(start, kept.length).set(kept),
    },
  } as WebAssembly.Imports;
  const module = new WebAssembly.Module(readFileSync(join(__dirname, "handoff.wasm")));
  const instance = new WebAssembly.Instance(module, imports);
  parentPort.postMessage({ kind: "ended", code: wasi.start(instance) } satisfies FromCommand);
}
