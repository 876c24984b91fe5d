// `npm run clients`: runs the steps of day.json on the built command with the official MCP clients. `HANDOFF` selects another command.
import { cp, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { root, tools } from "../../scripts/lib/paths.mjs";
import { Failure, npm, run, which } from "../../scripts/lib/process.mjs";
import { once } from "../../scripts/lib/stamps.mjs";
import { main, runAll, unchanged } from "../../scripts/lib/steps.mjs";

/** The installed packages, from npm and PyPI. */
const TYPESCRIPT = "@modelcontextprotocol/client@2.4.0";
const PYTHON = "mcp==2.3.0";
/** Protocol options of a client, and the protocol revision that they lead to. */
const MODES = { legacy: "2025-11-25", auto: "2026-07-28" };

const here = dirname(fileURLToPath(import.meta.url));
const isWindows = process.platform === "win32";
const built = join(root, "target", "command", isWindows ? "handoff.exe" : "handoff");
const command = process.env.HANDOFF === undefined ? built : resolve(process.env.HANDOFF);
const folder = join(tools, "clients");
const modules = join(folder, "typescript");
const python = join(folder, "python", isWindows ? "Scripts/python.exe" : "bin/python");
const day = JSON.parse(readFileSync(join(here, "day.json"), "utf8"));

async function install() {
  const packages = [join(modules, "node_modules", ".package-lock.json"), python];
  const done = await once("clients", `${TYPESCRIPT} ${PYTHON}`, packages, async () => {
    const ownPython = which("python3") ?? which("python");
    if (ownPython === undefined) throw new Failure("Python 3.10 or newer is missing.");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(modules, { recursive: true });
    writeFileSync(join(modules, "package.json"), '{ "private": true }\n');
    await npm(["install", "--no-save", TYPESCRIPT], { cwd: modules });
    await run(ownPython, ["-m", "venv", join(folder, "python")]);
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PYTHON]);
  });
  return done || unchanged;
}

/** Command lines of the clients. */
const CLIENTS = { TypeScript: ["node", join(here, "client.mjs")], Python: [python, join(here, "client.py")] };

/** Runs the parts of the day one after another in a new project, each with its own server process. */
async function spend([program, script], mode, layout, parts, example) {
  const place = await realpath(await mkdtemp(join(tmpdir(), "handoff-clients-")));
  try {
    const project = join(place, "project");
    await (example === undefined ? mkdir(project) : cp(example, project, { recursive: true }));
    const args = ["mcp", "--project", project, "--layout", layout];
    const env = { HOME: place, USERPROFILE: place, XDG_STATE_HOME: join(place, "state") };
    for (const part of parts) {
      const steps = day[part].filter((one) => one.mode === undefined || one.mode === mode);
      const task = JSON.stringify({ command, args, env, mode, steps, modules });
      const revision = await run(program, [script], { env: { ...process.env, CLIENT_TASK: task }, onlyOutput: true });
      if (revision.trim() !== MODES[mode]) throw new Failure(`The client speaks ${revision.trim()}, not ${MODES[mode]}.`);
    }
  } finally {
    await rm(place, { recursive: true });
  }
}

await main(async () => {
  if (!existsSync(command))
    throw new Failure(`There is no ${command}. "cargo build --profile command -p handoff-cli" makes it.`);
  const needs = ["the clients"];
  const atlas = join(root, "tests/projects/tide-atlas");
  const days = Object.entries(MODES).flatMap(([mode, revision]) => [
    ...Object.entries(CLIENTS).flatMap(([name, client]) =>
      ["toml", "json"].map((layout) => ({
        name: `${name}, ${revision}, ${layout}`,
        needs,
        work: () => spend(client, mode, layout, ["plans", "resumes"]),
      })),
    ),
    {
      name: `TypeScript, ${revision}, tide-atlas`,
      needs,
      work: () => spend(CLIENTS.TypeScript, mode, "json", ["joins", "rejoins"], atlas),
    },
  ]);
  await runAll([{ name: "the clients", work: install }, ...days]);
});
