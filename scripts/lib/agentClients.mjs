// The clients of agents that npm has, apart from the dependencies of the repository.
import { join } from "node:path";
import { startNpmFolder } from "./install.mjs";
import { tools } from "./paths.mjs";
import { npm } from "./process.mjs";
import { once } from "./stamps.mjs";
import { unchanged } from "./steps.mjs";

/** `docs/setup.md` names the versions. */
const clients = [
  "@anthropic-ai/claude-code@2.1.332",
  "@openai/codex@0.171.0",
  "@github/copilot@1.0.102",
  "@google/gemini-cli@0.61.0",
  "opencode-ai@1.18.33",
];
const folder = join(tools, "bundles");

/** Returns the file of a client. @param {string} name of its command */
export const clientProgram = (name) => join(folder, "node_modules", ".bin", name);

/** Installs the clients. @param {string[]} more packages */
export async function installClients(...more) {
  const packages = [...clients, ...more];
  const done = await once("bundles", packages.join(" "), [join(folder, "node_modules", ".package-lock.json")], async () => {
    startNpmFolder(folder);
    await npm(["install", "--no-save", "--no-audit", "--no-fund", ...packages], { cwd: folder, heartbeat: true });
  });
  return done || unchanged;
}
