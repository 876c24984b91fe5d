// The server for agents, as a process that speaks MCP over its input and output.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { handoffCommand } from "./handoffCommand.ts";

interface Answer {
  id?: number;
  result?: { content?: { text?: string }[]; structuredContent?: unknown; isError?: boolean };
  error?: { message: string };
}

export class AgentServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #requests = 0;

  private constructor(project: string) {
    this.#process = spawn(handoffCommand, ["mcp", "--project", project, "--tools", "all"]);
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      const answer = JSON.parse(line) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** Starts the server of a project. */
  static async start(project: string): Promise<AgentServer> {
    const server = new AgentServer(project);
    await server.#request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "journey", version: "1" },
    });
    server.#send({ method: "notifications/initialized" });
    return server;
  }

  /** Calls a tool and returns its text. */
  async call(name: string, input: Record<string, unknown>): Promise<string> {
    const { content = [] } = (await this.#request("tools/call", { name, arguments: input })) ?? {};
    return content.map(({ text = "" }) => text).join("\n");
  }

  /** Calls a tool and returns its structured answer, or its text if it has none. */
  async read(name: string, input: Record<string, unknown>): Promise<unknown> {
    const result = await this.#request("tools/call", { name, arguments: input });
    return result?.structuredContent ?? result?.content?.map(({ text = "" }) => text).join("\n");
  }

  /** Calls a tool and returns all that it answers, without the word that marks an error for clients which show only the text. */
  async reply(name: string, input: Record<string, unknown>): Promise<{ text: string; structured: unknown; failed: boolean }> {
    const result = await this.#request("tools/call", { name, arguments: input });
    const { content = [], structuredContent = null, isError = false } = result ?? {};
    return { text: content.map(({ text = "" }) => text).join("\n").replace(/^Error: /u, ""), structured: structuredContent, failed: isError };
  }

  /** Ends the server as a client does: it closes the input. */
  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => void this.#process.once("exit", () => resolve()));
    this.#process.stdin.end();
    await ended;
  }

  /** Kills the server without letting it finish. */
  async kill(): Promise<void> {
    const ended = new Promise<void>((resolve) => void this.#process.once("exit", () => resolve()));
    this.#process.kill("SIGKILL");
    await ended;
  }

  async #request(method: string, params: Record<string, unknown>): Promise<Answer["result"]> {
    this.#requests += 1;
    const id = this.#requests;
    const answered = new Promise<Answer>((resolve) => void this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  #send(message: Record<string, unknown>): void {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
