// `npm run pack:mcpb`: packs `dist/handoff.mcpb`, which Claude Desktop installs, and writes `dist/server.json`, the entry of the
// MCP registry with the hash of this file.
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { serverEntry } from "./bundles.mjs";
import { dist, root } from "./lib/paths.mjs";
import { npm } from "./lib/process.mjs";
import { main, step } from "./lib/steps.mjs";

/** The tool that validates and packs. */
export const mcpbTool = "@anthropic-ai/mcpb@2.1.2";
const file = join(dist, "handoff.mcpb");

/** Copies what belongs into the bundle to a folder. Returns the folder. */
export function fillMcpb() {
  const folder = join(dist, "mcpb");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(dist, "command"), join(folder, "command"), { recursive: true });
  copyFileSync(join(dist, "NOTICES.txt"), join(folder, "NOTICES.txt"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  copyFileSync(join(root, "extension", "media", "icon.png"), join(folder, "icon.png"));
  copyFileSync(join(root, "bundles", "mcpb", "manifest.json"), join(folder, "manifest.json"));
  return folder;
}

/** Packs the bundle, and writes the entry of the registry. */
async function pack() {
  await npm(["exec", "--yes", "--", mcpbTool, "pack", fillMcpb(), file]);
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  writeFileSync(join(dist, "server.json"), `${JSON.stringify(serverEntry(hash), null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    await build();
    await step("pack for Claude Desktop", pack);
  });
}
