// Installs what the day is measured with from npm, apart from the dependencies of the repository.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tools } from "../../scripts/lib/paths.mjs";
import { npm, run } from "../../scripts/lib/process.mjs";
import { once } from "../../scripts/lib/stamps.mjs";

const TOKENIZER = "gpt-tokenizer@4.0.0";
const BACKLOG = "backlog.md@1.52.0";
const modules = join(tools, "day", "node_modules");
const tokenizer = join(modules, "gpt-tokenizer", "esm", "encoding", "o200k_base.js");
const backlog = join(modules, "backlog.md", "cli.js");

async function install(name, packages, output) {
  await once(`day-${name}`, packages, [output], async () => {
    const folder = join(tools, "day");
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await npm(["install", "--no-audit", "--no-fund", packages], { cwd: folder });
  });
}

/** Returns the function that counts the tokens (o200k) of a text. */
export async function installTokenizer() {
  await install("tokenizer", TOKENIZER, tokenizer);
  const { countTokens } = await import(pathToFileURL(tokenizer));
  return (text) => countTokens(text);
}

/** Returns the script that starts Backlog.md, or why it cannot run here. */
export async function installBacklog() {
  try {
    await install("backlog", BACKLOG, backlog);
    await run(process.execPath, [backlog, "--version"]);
    return { script: backlog };
  } catch (error) {
    return { reason: error.message };
  }
}
