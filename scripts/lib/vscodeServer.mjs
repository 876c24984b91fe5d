// Starts the installed VSCode server on 127.0.0.1, and stops it with all its processes.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { toolEnv, vscodeServer } from "./machine.mjs";
import { Failure, run } from "./process.mjs";

const entry = join(vscodeServer(), "out", "server-main.js");

/** @typedef {{ userData: string, extensions: string }} Profile the folders of settings and state, and of installed extensions */

/**
 * Installs a package into the profile.
 * @param {Profile} profile
 * @param {string} vsix
 */
export async function installExtension({ userData, extensions }, vsix) {
  const folders = ["--user-data-dir", userData, "--extensions-dir", extensions];
  await run("node", [entry, ...folders, "--install-extension", vsix, "--force"], { env: toolEnv() });
}

/**
 * @typedef {object} Server
 * @property {number} port
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop stops the server and its extension hosts
 */

/**
 * Starts a server with a profile and waits until it responds.
 * @param {Profile} profile
 * @param {{ port?: number, trusted?: boolean, testDriver?: boolean, builtIn?: string, env?: Record<string, string> }} [options] port 0 selects a free one; an untrusted server opens
 *   every folder in restricted mode; with the test driver, the page runs the test suites in its URL; `builtIn` is the folder of VSCode's own extensions, if not all of them are wanted
 * @returns {Promise<Server>}
 */
export async function serve({ userData, extensions }, { port = 0, trusted = true, testDriver = false, builtIn, env = {} } = {}) {
  const args = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
  args.push("--accept-server-license-terms", "--disable-telemetry");
  args.push("--user-data-dir", userData, "--extensions-dir", extensions);
  if (builtIn !== undefined) args.push("--builtin-extensions-dir", builtIn);
  if (trusted) args.push("--disable-workspace-trust");
  if (testDriver) args.push("--enable-smoke-test-driver");
  // A separate process group, so that the extension hosts stop with the server.
  const child = spawn("node", [entry, ...args], {
    env: { ...toolEnv(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  /** @param {NodeJS.Signals} [signal] */
  const end = (signal = "SIGTERM") => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The process has already ended.
    }
  };
  const endAll = () => end("SIGKILL");
  process.once("exit", endAll);
  const stop = async (/** @type {NodeJS.Signals} */ signal = "SIGTERM") => {
    end(signal);
    const tooLong = setTimeout(endAll, 5000);
    await ended;
    clearTimeout(tooLong);
    process.off("exit", endAll);
  };

  let output = "";
  const bound = await new Promise((resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      const found = /Extension host agent listening on (\d+)/u.exec(output)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    void ended.then(() => reject(new Failure(`VSCode ended before it was ready.\n${output}`)));
  });
  return { port: bound, stop };
}
