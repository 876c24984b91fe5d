// The command of the npm package: starts the native command of this platform where npm has installed it, and otherwise
// runs the WebAssembly in Node.js. In the cache of npx, it says that other programs start it by npx as well.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join, sep } from "node:path";

const require = createRequire(__filename);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const { name, version, optionalDependencies } = require("./package.json") as Manifest;

// `handoff setup` writes it into the files of agents, which find no `handoff` on their path.
if (__dirname.split(sep).includes("_npx")) {
  process.env["HANDOFF_START"] = JSON.stringify({ words: ["npx", "--prefer-offline", "-y", `${name}@${version}`] });
}

const program = findNative();
if (program === undefined) require(join(__dirname, "command", "main.js"));
else runNative(program);

/** Returns the native command: that of the optional dependency for this platform. */
function findNative(): string | undefined {
  const native = Object.keys(optionalDependencies).find((one) => one.endsWith(`-${process.platform}-${process.arch}`));
  if (native === undefined) return undefined;
  try {
    return join(require.resolve(`${native}/package.json`), "..", process.platform === "win32" ? "handoff.exe" : "handoff");
  } catch {
    return undefined;
  }
}

function runNative(file: string): void {
  const command = spawn(file, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
  // A terminal sends its signals to both; others send them to this process alone.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => command.kill(signal));
  command.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  command.on("close", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
