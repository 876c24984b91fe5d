// The official TypeScript client: runs the steps in `CLIENT_TASK` (JSON) and prints the protocol revision.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { command, args, env, mode, steps, modules } = JSON.parse(process.env.CLIENT_TASK);
// The client is installed outside the packages of the repository.
const { resolve } = createRequire(join(modules, "package.json"));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { Client } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const client = new Client({ name: "typescript", version: "1" }, { versionNegotiation: { mode } });
const deeds = {
  ping: () => client.ping(),
  tools: () => client.listTools(),
  call: (params) => client.callTool(params),
  resources: () => client.listResources(),
  templates: () => client.listResourceTemplates(),
  read: (params) => client.readResource(params),
  prompts: () => client.listPrompts(),
  prompt: (params) => client.getPrompt(params),
  complete: (params) => client.complete(params),
};

await client.connect(new StdioClientTransport({ command, args, env }));
for (const step of steps) {
  const result = await deeds[step.do](step.with);
  // What a model sees of a tool call, and the whole result of other requests.
  const told = step.do === "call" ? result.content.map(({ text }) => text).join("\n") : JSON.stringify(result);
  const missing = (step.says ?? []).filter((text) => !told.includes(text));
  if (missing.length > 0 || (result.isError ?? false) !== (step.fails ?? false))
    throw new Error(`${JSON.stringify(step)}\nlacks ${JSON.stringify(missing)}: ${JSON.stringify(result)}`);
}
console.log(client.getNegotiatedProtocolVersion());
await client.close();
