// Agents that wait: when the user is told, when not, and where a choice leads.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NeedKind, WaitingAgent } from "../../../../webviews/contract/generated/protocol.ts";
import { isQuiet } from "../../../src/agents/quietHours.ts";
import { WaitingAgents } from "../../../src/agents/waitingAgents.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import type { Project } from "../../../src/workspace/project.ts";

const editor = vi.hoisted(() => ({
  item: { text: "", tooltip: "", isShown: false },
  messages: [] as string[],
  answer: undefined as string | undefined,
  settings: new Map<string, unknown>(),
  terminals: [] as { creationOptions: object; show: () => void }[],
  shown: [] as string[],
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  StatusBarAlignment: { Left: 1 },
  window: {
    createStatusBarItem: () =>
      Object.assign(editor.item, { show: () => (editor.item.isShown = true), hide: () => (editor.item.isShown = false), dispose: () => undefined }),
    showInformationMessage: (text: string) => {
      editor.messages.push(text);
      return Promise.resolve(editor.answer);
    },
    get terminals() {
      return editor.terminals;
    },
  },
  workspace: { getConfiguration: () => ({ get: (name: string) => editor.settings.get(name) }) },
}));

const project = { id: "p", state: "ready", summary: { waitingAgents: undefined as WaitingAgent[] | undefined } };
const asProject = project as unknown as Project;
let changed: Emitter<Project | undefined>;
let waiting: WaitingAgents;

function agent(key: string, need: NeedKind, text = "", task?: string): WaitingAgent {
  const actor = { kind: "agent", name: "codex", conversation: `c-${key}` } as const;
  return { key, actor, need, text, since: "2026-11-30T09:00:00Z", ...(task !== undefined && { task: { id: task, title: "Parse", status: "in_progress" } }) };
}

function show(...agents: WaitingAgent[]): void {
  project.summary.waitingAgents = agents.length === 0 ? undefined : agents;
  changed.fire(asProject);
}

beforeEach(() => {
  Object.assign(editor, { messages: [], answer: undefined, terminals: [], shown: [] });
  editor.settings = new Map<string, unknown>([["notifyWaitingAgents", true], ["quietHours", ""]]);
  changed = new Emitter();
  waiting = new WaitingAgents({ all: [asProject], onDidChange: changed.event }, (_, id) => editor.shown.push(`task ${id}`));
});

afterEach(() => waiting.dispose());

test("each agent that asks is told once, and those that ended their turn are only listed", () => {
  show(agent("old", "permission"));
  expect(editor.messages).toEqual([]);
  expect([editor.item.isShown, editor.item.text]).toEqual([true, "$(bell-dot) 1"]);
  show(agent("old", "permission"), agent("a", "permission", "Bash: npm test", "t4"), agent("b", "instruction"));
  show(agent("a", "permission", "Bash: npm test", "t4"), agent("b", "instruction"));
  expect(editor.messages).toEqual(["codex asks for permission: Bash: npm test (t4 Parse)"]);
  show(agent("a", "answer", "Which port?"));
  expect(editor.messages.slice(1)).toEqual(["codex asks a question: Which port?"]);
  show();
  expect(editor.item.isShown).toBe(false);
});

test.each([
  ["notifyWaitingAgents", false],
  ["quietHours", "0:00-23:59"],
])("no message while %s is %s", (name, value) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 12) });
  editor.settings.set(name, value);
  show();
  show(agent("a", "permission"));
  expect([editor.messages, editor.item.isShown]).toEqual([[], true]);
  vi.useRealTimers();
});

test("a choice leads to the agent's terminal, else to its task, else it is said where to go", async () => {
  editor.answer = "Show";
  editor.terminals = [{ creationOptions: { env: { HANDOFF_CONVERSATION: "c-a" } }, show: () => editor.shown.push("terminal") }, { creationOptions: {}, show: () => editor.shown.push("other") }];
  show();
  show(agent("a", "permission", "", "t1"), agent("b", "answer", "", "t2"));
  await vi.waitFor(() => expect(editor.shown).toEqual(["terminal", "task t2"]));
  show(agent("c", "answer"));
  await vi.waitFor(() => expect(editor.messages.at(-1)).toBe("codex was not started from this window. Go to the program in which it runs."));
  waiting.goTo(asProject, "c");
  waiting.goTo(asProject, "gone");
  expect(editor.messages.filter((text) => text.includes("not started"))).toHaveLength(2);
});

test.each([
  ["22:00-07:00", "21:59", false],
  ["22:00-07:00", "22:00", true],
  ["22:00-07:00", "06:59", true],
  ["22:00-07:00", "07:00", false],
  [" 9:30 - 12:00 ", "09:30", true],
  ["9:30-12:00", "12:00", false],
  ["24:00-07:00", "06:00", false],
  ["night", "03:00", false],
  ["", "03:00", false],
])("hours %s at %s: %s", (hours, time, expected) => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  expect(isQuiet(hours, { hour, minute })).toBe(expected);
});
