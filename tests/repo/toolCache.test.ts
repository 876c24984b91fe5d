// Tools that clones share: no run sees half a tool, and installations at once do not collide.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installTool } from "../../scripts/lib/toolCache.mjs";

let cache: string;
beforeEach(() => (cache = mkdtempSync(join(tmpdir(), "handoff-cache-"))));
afterEach(() => rmSync(cache, { recursive: true }));

const tool = () => join(cache, "node-24");
const write = (text: string) => async (folder: string) => {
  writeFileSync(join(folder, "program"), text);
};

test("of two installations at once, both find the whole tool of one", async () => {
  let go: () => void = () => {};
  const bothWork = new Promise<void>((resolve) => (go = resolve));
  const slow = installTool(tool(), async (folder) => {
    await bothWork;
    await write("slow")(folder);
  });
  const fast = installTool(tool(), async (folder) => {
    expect(existsSync(tool())).toBe(false);
    await write("fast")(folder);
  });
  await fast;
  go();
  await slow;
  expect(readdirSync(cache)).toEqual(["node-24"]);
  expect(readFileSync(join(tool(), "program"), "utf8")).toBe("fast");
  expect(await installTool(tool(), write("again"))).toBe(false);
});

test("an installation that fails leaves nothing", async () => {
  const fails = installTool(tool(), async (folder) => {
    await write("half")(folder);
    throw new Error("no network");
  });
  await expect(fails).rejects.toThrow("no network");
  expect(readdirSync(cache)).toEqual([]);
});

test("what an interrupted installation has left is removed a day later", async () => {
  const left = ["node-24.old", "node-24.new"].map((name) => join(cache, name));
  for (const path of left) writeFileSync(path, "");
  const before = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(cache, "node-24.old"), before, before);
  await installTool(tool(), write("whole"));
  expect(readdirSync(cache).toSorted()).toEqual(["node-24", "node-24.new"]);
});
