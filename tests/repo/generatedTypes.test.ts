// Checks that the committed TypeScript types are up to date with crates/protocol.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/paths.mjs";

const committed = join(root, "webviews", "contract", "generated");

function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

// Compiles the tests of all crates, unless the tests of the engine have run before.
test("generating the types again changes nothing", { timeout: 900_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "handoff-types-"));
  try {
    const env = { ...process.env, TS_RS_EXPORT_DIR: folder };
    execFileSync("cargo", ["test", "--quiet", "--workspace", "--lib", "--test", "values", "export_bindings"], {
      cwd: root,
      env,
      stdio: "pipe",
    });
    expect(contents(folder), "npm run types writes them").toEqual(contents(committed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
