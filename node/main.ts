// The `handoff` command in Node.js: starts the engine in a thread of its own, and passes standard input on when the
// engine listens to it, as the MCP server does.

import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createMailbox, sendTo } from "./mailbox.ts";
import type { FromCommand, Start } from "./mailbox.ts";

/** The exit code after an error in the engine, as after a panic of the native command. */
const BROKEN = 101;

start();

function start(): void {
  const mailbox = createMailbox();
  const workerData: Start = { mailbox, args: process.argv.slice(2), file: process.argv[1] ?? "" };
  const command = new Worker(join(__dirname, "runCommand.js"), {
    workerData,
    // Node.js would warn that its WASI may change.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // Otherwise the worker's output goes through `process.stdout`, which makes the file non-blocking: then what the engine
    // writes itself is cut where a pipe is full.
    stdout: true,
    stderr: true,
  });
  let more: (() => void) | undefined;
  command.on("message", (message: FromCommand) => {
    if (message.kind === "ended") process.exit(message.code);
    if (more === undefined) more = listen(command, mailbox);
    else more();
  });
  command.on("error", (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(BROKEN);
  });
}

/** Begins to pass on standard input, a part at a time. Returns what asks for the next part. */
function listen(command: Worker, mailbox: SharedArrayBuffer): () => void {
  let isWanted = true;
  // Read only when it is wanted, so that a client which sends more is held back.
  const pass = (): void => {
    const part = isWanted ? (process.stdin.read() as Buffer | null) : null;
    if (part === null) return;
    isWanted = false;
    sendTo(command, mailbox, new Uint8Array(part));
  };
  const end = (): void => sendTo(command, mailbox, null);
  process.stdin.on("readable", pass);
  process.stdin.on("end", end);
  process.stdin.on("error", end);
  // The server releases its claims and ends. A second signal ends it at once.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, end);
  return () => {
    isWanted = true;
    pass();
  };
}
