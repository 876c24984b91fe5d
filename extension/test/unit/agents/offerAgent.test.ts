// The offer to start an agent on tasks that were assigned to one.
import { beforeEach, expect, test, vi } from "vitest";
import type { Command } from "../../../../webviews/contract/generated/protocol.ts";
import { fakeCard } from "../../../../webviews/shared/testing/fakeCard.ts";
import { offerAgent } from "../../../src/agents/offerAgent.ts";
import type { Project } from "../../../src/workspace/project.ts";

const editor = vi.hoisted(() => ({ messages: [] as string[], answer: undefined as string | undefined }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  window: {
    showInformationMessage: (text: string) => {
      editor.messages.push(text);
      return Promise.resolve(editor.answer);
    },
  },
}));

const holder = { actor: { kind: "agent", name: "codex" }, since: "", heardAt: "" } as const;
const cards = [fakeCard("t1", "A"), fakeCard("t2", "B"), fakeCard("t3", "C", "done"), fakeCard("t4", "D", "todo", { holder })];
const assignees = [{ key: "codex", name: "Codex", kind: "agent" }, { key: "ana", name: "Ana", kind: "human" }];
const project = {
  summary: { assignees },
  view: ({ id }: { id: string }) => {
    const card = cards.find((known) => known.id === id);
    return card === undefined ? null : { card };
  },
} as unknown as Project;
const assign = (assignee: string | null, ...ids: string[]): Command => ({ kind: "updateTasks", ids, patch: { assignee } });

beforeEach(() => Object.assign(editor, { messages: [], answer: undefined }));

test("only open tasks that nobody holds are offered, and only if the assignee is an agent", async () => {
  const started: (readonly string[])[] = [];
  const offer = (command: Command) => offerAgent(project, command, (ids) => Promise.resolve(started.push(ids)));
  for (const command of [assign("ana", "t1"), assign(null, "t1"), assign("codex", "t3", "t4", "gone"), { kind: "undo" } as const]) await offer(command);
  expect(editor.messages).toEqual([]);
  await offer(assign("codex", "t1", "t2", "t3", "t4"));
  expect([editor.messages, started]).toEqual([["t1, t2: assigned to Codex."], []]);
  editor.answer = "Start an Agent…";
  await offer(assign("codex", "t2"));
  expect(started).toEqual([["t2"]]);
});
