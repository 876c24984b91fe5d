// A server process of `handoff mcp`, with a client on its pipes.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Starts a server. `call` returns the result of a tool, also if the tool failed (`isError`).
 * @param {string} command @param {readonly string[]} args @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export function connect(command, args, options = {}) {
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], ...options });
  const ended = new Promise((resolve) => {
    server.once("exit", resolve);
    server.once("error", resolve);
  });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  });
  /** @type {Error | undefined} */
  let failure;
  const fail = (/** @type {string} */ reason) => {
    failure ??= new Error(`The server ended: ${reason}`);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  server.once("error", (error) => fail(error.message));
  server.once("exit", (code, signal) => fail(signal ?? `exit code ${code}`));
  server.stdin.on("error", (error) => fail(error.message));
  const send = (/** @type {object} */ message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let last = 0;
  const request = async (/** @type {string} */ method, /** @type {object} */ params) => {
    if (failure !== undefined) throw failure;
    last += 1;
    const id = last;
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    send({ id, method, params });
    const { result, error } = await answer;
    if (error) throw new Error(`${method} ${JSON.stringify(params)}: ${error.message}`);
    return result;
  };
  return {
    pid: server.pid,
    greet: async (client = "bench") => {
      const clientInfo = { name: client, version: "1" };
      const greeting = await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      send({ method: "notifications/initialized" });
      return greeting;
    },
    list: () => request("tools/list", {}),
    call: (/** @type {string} */ name, /** @type {object} */ given = {}) => request("tools/call", { name, arguments: given }),
    /** Closes the input, as a client does, and waits for the end of the process. */
    end: () => {
      server.stdin.end();
      return ended;
    },
    /** Kills the process, as a crash does. */
    kill: () => {
      server.kill("SIGKILL");
      return ended;
    },
  };
}

/** Returns the server, whose `call` throws if the tool fails. @param {ReturnType<typeof connect>} server */
export function refusing(server) {
  const call = async (/** @type {string} */ name, /** @type {object} */ args = {}) => {
    const result = await server.call(name, args);
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
    return result;
  };
  return { ...server, call };
}

/** Starts a server with all tools for a folder. `call` throws if the tool fails. @param {string} command @param {string} folder @param {NodeJS.ProcessEnv} env */
export function serve(command, folder, env) {
  return refusing(connect(command, ["mcp", "--project", folder, "--tools", "all"], { env }));
}
