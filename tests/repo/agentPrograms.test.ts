// What *Connect an Agent* says that it changes is what docs/setup.md says of `handoff setup`.
import { expect, test } from "vitest";
import { agentPrograms } from "../../extension/src/start/agentPrograms.ts";
import { text } from "./files.ts";

/** Rows of the table of programs: the cells about files in the project. */
const rows = new Map(
  [...text("docs/setup.md").matchAll(/^\| `([a-z-]+)`[^|]*\|(.*)\|[^|]*\|$/gmu)].map(([, client = "", cells = ""]): [string, string] => [client, cells]),
);
const skillOfCodex = /`([^`]*SKILL\.md)`/u.exec(rows.get("codex") ?? "")?.[1] ?? "";

/** Returns the files and folders at the top of the project. */
function changedFor(client: string): string[] {
  const cells = (rows.get(client) ?? "").replace("the same skill", `\`${skillOfCodex}\``);
  const paths = [...cells.matchAll(/`([^`]+)`/gu)].map(([, path = ""]) => path).filter((path) => !path.startsWith("--"));
  // It is changed in place of `opencode.json` where it exists.
  return [...new Set(paths.map(topOf))].filter((path) => path !== "opencode.jsonc").toSorted();
}

function topOf(path: string): string {
  return path.split("/")[0] ?? "";
}

test.each(agentPrograms)("$label", ({ client, files }) => {
  expect(files.map(topOf).toSorted()).toEqual(changedFor(client));
});

test("every program with files in the project is offered", () => {
  const withoutAgent = ["git", "claude-desktop"];
  expect(agentPrograms.map((program) => program.client).toSorted()).toEqual([...rows.keys()].filter((client) => !withoutAgent.includes(client)).toSorted());
});
