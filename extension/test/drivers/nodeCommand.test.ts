// The command for Node.js as a child of a program in Node.js, whose pipes are sockets.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { root } from "../../../scripts/lib/paths.mjs";
import { removeAllScratch, scratchFolder } from "../harness/scratch.ts";

afterAll(removeAllScratch);

const run = promisify(execFile);
const script = join(root, "dist", "command", "main.js");

// A pipe holds about 200 kB. What exceeds it waits until the reader has taken some.
test("a long output arrives whole", async () => {
  const folder = scratchFolder("long");
  const text = Array.from({ length: 20_000 }, (_, line) => `Line ${line} of a text that no pipe holds at once.\n`).join("");
  writeFileSync(join(folder, "text.md"), text);
  const options = { cwd: folder, maxBuffer: Infinity, env: { ...process.env, HOME: join(folder, "home"), XDG_STATE_HOME: join(folder, "state") } };
  await run(process.execPath, [script, "init", "Harbour"], options);
  await run(process.execPath, [script, "store", "--name", "long", "--file", "text.md"], options);
  const { stdout } = await run(process.execPath, [script, "retrieve", "--name", "long"], options);
  expect(stdout.length).toBe(text.length);
  expect(stdout).toBe(text);
});
