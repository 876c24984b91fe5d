// Runs the public conformance suite for MCP servers against `handoff mcp`. The argument is the command; without it, the debug build.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { bridge } from "./bridge.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const command = resolve(process.argv[2] ?? join(here, "../../../target/debug/handoff"));
const folder = await mkdtemp(join(tmpdir(), "handoff-conformance-"));
const args = ["mcp", "--project", folder, "--tools", "all"];

const client = new Client({ name: "conformance", version: "1" });
await client.connect(new StdioClientTransport({ command, args }));
await client.callTool({ name: "handoff_init", arguments: { project_name: "Conformance" } });
await client.callTool({ name: "handoff_update_task", arguments: { task: { id: "123", title: "A task" } } });
await client.close();

const { url, end } = await bridge(command, args);
const suite = join(here, "node_modules/.bin/conformance");
const options = ["server", "--url", url, "--suite", "all", "--expected-failures", join(here, "not-applicable.yml")];
const child = spawn(suite, [...options, "-o", join(folder, "results")], { stdio: "inherit" });
const code = await new Promise((done) => child.on("exit", done));
await end();
await rm(folder, { recursive: true, force: true });
process.exit(code ?? 1);
