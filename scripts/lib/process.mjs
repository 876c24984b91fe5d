// Runs other programs. Shows their output only if they fail, so that the output of a successful run stays short.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./paths.mjs";

const HEARTBEAT_MS = 20_000;

/** An error that is shown without its stack. */
export class Failure extends Error {}

/**
 * Runs a program until it exits and returns its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: 'live' | 'whole', onlyOutput?: boolean, heartbeat?: boolean }} [options]
 *   `show` also prints the output: as it comes, or as a whole at the end, because other programs run at the same time; with
 *   `onlyOutput` the result does not contain standard error; `heartbeat` prints the last line of the output from time to time,
 *   so that a long step shows that it moves
 * @returns {Promise<string>}
 */
export function run(command, args, { cwd = root, env = process.env, show, onlyOutput = false, heartbeat = false } = {}) {
  return new Promise((resolve, reject) => {
    const out = show === "live" ? "inherit" : "pipe";
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", out, out] });
    let output = "";
    let errors = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr?.setEncoding("utf8").on("data", (text) => (onlyOutput ? (errors += text) : (output += text)));
    const start = performance.now();
    const beat = () => {
      const last = stripVTControlCharacters(output + errors).trimEnd().split("\n").at(-1)?.trim() ?? "";
      console.log(`       ${Math.round((performance.now() - start) / 1000)} s: ${last === "" ? command : last}`);
    };
    const timer = heartbeat ? setInterval(beat, HEARTBEAT_MS) : undefined;
    child.on("close", () => clearInterval(timer));
    child.on("error", (error) => reject(new Failure(`${command} could not be started: ${error.message}`)));
    child.on("close", (code, signal) => {
      if (show === "whole" && code === 0) console.log(output.trimEnd());
      if (code === 0) resolve(output);
      else
        reject(
          new Failure(`${output}${errors}${command} ${args.join(" ")}\nended with ${signal ?? `exit code ${code}`}`),
        );
    });
  });
}

/**
 * Runs npm with the Node and npm that run this script, so that Windows needs no shell.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith(".js") ? run("node", [cli, ...args], options) : run("npm", args, options);
}

/**
 * Returns the full path of a program on the search path.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function which(name, env = process.env) {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    for (const ending of endings) {
      const path = join(folder, name + ending);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/**
 * Returns the output of a program, or nothing if it is missing or fails.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function ask(command, args, env = process.env) {
  try {
    return (await run(command, args, { env })).trim();
  } catch {
    return undefined;
  }
}
