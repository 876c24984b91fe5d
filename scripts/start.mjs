// `npm start [-- --folder PATH] [-- --port N]`: sets up, builds, packages, and opens a project in VSCode with the extension installed; by default the demo project.
// `--prepare` opens nothing.
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { findCode, toolEnv } from "./lib/machine.mjs";
import { packageFile, root, tools } from "./lib/paths.mjs";
import { Failure, run, which } from "./lib/process.mjs";
import { digest, once } from "./lib/stamps.mjs";
import { main, step, unchanged } from "./lib/steps.mjs";
import { toolCache } from "./lib/toolCache.mjs";
import { installExtension, serve } from "./lib/vscodeServer.mjs";
import { pack } from "./package.mjs";
import { setUp } from "./setup.mjs";

const demo = join(tools, "demo");

function readArguments() {
  const start = process.env.INIT_CWD ?? process.cwd();
  const options = /** @type {const} */ ({ folder: { type: "string" }, port: { type: "string", default: "8080" }, prepare: { type: "boolean" } });
  const usage = "npm start [-- --folder PATH] [-- --port N] [-- --prepare]";
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Failure(`"${values.port}" is not a port.`);
  const isOpened = values.prepare !== true;
  if (values.folder === undefined) return { folder: undefined, port, isOpened };
  const folder = resolve(start, values.folder);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Failure(`The folder ${folder} does not exist.`);
  return { folder, port, isOpened };
}

/** Creates the demo project as of today. Changes in it are kept until the next day. */
async function demoProject() {
  const folder = join(demo, new Date().toISOString().slice(0, 10), "tern-bay");
  await step("create the demo project", async () => {
    if (existsSync(folder)) return unchanged;
    return await run("node", ["--no-warnings", join(root, "scripts", "demo.mjs"), "--folder", folder], { env: toolEnv() });
  });
  return folder;
}

/**
 * Creates a VSCode profile without welcome pages, and without the question about the repository around
 * the demo project. Later changes by the user are kept.
 */
function demoProfile() {
  const profile = { userData: join(demo, "user-data"), extensions: join(demo, "extensions") };
  const settings = join(profile.userData, "User", "settings.json");
  if (!existsSync(settings)) {
    mkdirSync(join(settings, ".."), { recursive: true });
    const quiet = {
      "workbench.startupEditor": "none",
      "workbench.secondarySideBar.defaultVisibility": "hidden",
      "git.openRepositoryInParentFolders": "never",
    };
    writeFileSync(settings, `${JSON.stringify(quiet, null, 2)}\n`);
  }
  mkdirSync(profile.extensions, { recursive: true });
  return profile;
}

/** Says how long the first run takes and what it needs, as measured for CONTRIBUTING.md. @param {boolean} hasCode */
function foreword(hasCode) {
  if (existsSync(packageFile)) return "Set-up has been done before, so this takes about a minute if the sources have changed.";
  const disk = hasCode ? "1.7 GB" : "2.5 GB";
  return `The first run takes about five minutes on two cores and needs ${disk}. The tools go to ${toolCache}, which other clones share.`;
}

/** Says how to get the command, which agents use. */
function commandHint() {
  const built = ["command", "debug"].map((profile) => join(root, "target", profile, process.platform === "win32" ? "handoff.exe" : "handoff"));
  const command = which("handoff") ?? built.find((path) => existsSync(path));
  return command === undefined ? "The handoff command for agents: cargo install --path crates/cli --profile command" : `The handoff command for agents: ${command}`;
}

/** @param {string} code @param {string} folder */
async function openDesktop(code, folder) {
  await step("install into VSCode", () => run(code, ["--install-extension", packageFile, "--force"]));
  await run(code, [folder]);
  console.log(`\nVSCode opens ${folder}. Select Handoff in the Activity Bar.\n${commandHint()}`);
}

/** @param {string} folder @param {number} port */
async function openServed(folder, port) {
  const profile = demoProfile();
  await step("install into VSCode", async () => {
    await once("demo", digest([packageFile]), [profile.extensions], () => installExtension(profile, packageFile));
  });
  const server = await serve(profile, { port });
  console.log(`\nOpen http://127.0.0.1:${server.port}/?folder=${encodeURI(folder)}`);
  console.log(`Select Handoff in the Activity Bar. Press Ctrl+C to stop VSCode.\n${commandHint()}`);
  const stop = () => void server.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

await main(async () => {
  const { folder, port, isOpened } = readArguments();
  const code = findCode();
  console.log(foreword(code !== undefined));
  await setUp("start");
  await build({ profile: "trial", hasCommand: false });
  await pack("trial", false);
  if (!isOpened) return;
  const project = folder ?? (await demoProject());
  await (code === undefined ? openServed(project, port) : openDesktop(code, project));
});
