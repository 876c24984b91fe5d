// Runs docs/tutorial.md with the command in `HANDOFF`, or else the one that the tests of the engine have built, and compares what it prints.
//
// A block ```sh NAME has commands, which the actor NAME runs, or the reader if it is `you`; the block ```text after it has what they print.
// A block with another name is the file of that name. A block without a name is not run.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";

const command = process.env.HANDOFF ?? join(root, "target", "debug", process.platform === "win32" ? "handoff.exe" : "handoff");
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "handoff-tutorial-")));
const folder = join(scratch, "shop");
mkdirSync(folder);
afterAll(() => rmSync(scratch, { recursive: true }));

const { PATH, SystemRoot } = process.env;
const env = { PATH, SystemRoot, HOME: scratch, USERPROFILE: scratch, XDG_STATE_HOME: join(scratch, "state"), GIT_CEILING_DIRECTORIES: scratch, TZ: "UTC" };

/** Runs a line as the actor, and returns what it prints. */
function run(line, actor) {
  const [program, ...words] = line.match(/(?:[^\s"]|"[^"]*")+/gu).map((word) => word.replaceAll('"', ""));
  expect(program).toBe("handoff");
  const { error, stdout, stderr } = spawnSync(command, words, { cwd: folder, env: actor === "you" ? env : { ...env, HANDOFF_ACTOR: actor }, encoding: "utf8" });
  if (error !== undefined) throw error;
  return stdout + stderr;
}

/** Replaces what differs in each run: weekdays, dates and times, IDs of sessions, and how long ago an actor was heard. */
const withoutTimes = (text) =>
  text
    .replaceAll(/Today: [A-Z][a-z]+day /gu, "Today: DAY ")
    .replaceAll(/\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?/gu, "DATE")
    .replaceAll(/\d{8}-\d{6}(?:-\d{6})?/gu, "ID")
    .replaceAll(/heard (?:just now|\d+ min ago)/gu, "heard");

const blocks = [...readFileSync(join(root, "docs", "tutorial.md"), "utf8").matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gmu)];
const named = blocks.map(([, , name, text], index) => ({ name, text, printed: blocks[index + 1]?.[3] })).filter(({ name }) => name !== "");
const actors = ["you", "claude", "codex"];

test("the tutorial has steps of the reader and of two agents, and a file", () => {
  expect(new Set(named.map(({ name }) => name))).toEqual(new Set([...actors, "cart.js"]));
  for (const { name, text } of named.filter((block) => !actors.includes(block.name))) writeFileSync(join(folder, name), text);
});

test.each(named.filter(({ name }) => actors.includes(name)))("$name: $text", ({ name, text, printed }) => {
  const lines = text.trimEnd().split("\n");
  expect(withoutTimes(lines.map((line) => run(line, name)).join("").trimEnd())).toBe(withoutTimes(printed.trimEnd()));
});
