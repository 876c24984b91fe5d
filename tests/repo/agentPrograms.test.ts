// What *Connect an Agent* offers is what `handoff setup` connects, as docs/setup.md describes it.
import { expect, test } from "vitest";
import { agentPrograms } from "../../extension/src/start/agentPrograms.ts";
import { text } from "./files.ts";

/** The clients that are set up elsewhere: VSCode by the extension, Claude Desktop for one project, Git without an agent. */
const elsewhere = ["vscode", "claude-desktop", "git"];

test("every program is offered", () => {
  const documented = [...text("docs/setup.md").matchAll(/^\| `([a-z-]+)`[^|]*\|(?:.*)\|$/gmu)].map(([, client = ""]) => client);
  expect(agentPrograms.map(({ client }) => client).toSorted()).toEqual(documented.filter((client) => !elsewhere.includes(client)).toSorted());
});
