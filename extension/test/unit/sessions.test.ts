// The sessions page and the commands on sessions, with a real engine.
import { beforeEach, expect, test, vi } from "vitest";
import type { SessionSummary } from "../../../webviews/contract/generated/protocol.ts";
import { CommandContext } from "../../src/commands/commandContext.ts";
import type { PanelServices } from "../../src/panels/panelServices.ts";
import { runSessions } from "../../src/panels/sessionsPanel.ts";
import { changeRegister } from "../../src/sessions/registerActions.ts";
import { runSessionAction, type SendSession } from "../../src/sessions/sessionCommands.ts";
import type { Project } from "../../src/workspace/project.ts";
import { memoryProject, run } from "./memoryProject.ts";
import { FakePage } from "./panels/fakePage.ts";

/** The answers of the user, in order: a text, the picked labels, or a button. */
const user = vi.hoisted(() => ({ answers: [] as unknown[], questions: [] as string[] }));

vi.mock("vscode", async () => {
  const answer = () => Promise.resolve(user.answers.shift());
  const pick = async (items: readonly { label: string }[], { canPickMany = false } = {}) => {
    const labels = (await answer()) as string[] | undefined;
    const picked = items.filter(({ label }) => labels?.some((wanted) => label.endsWith(wanted)));
    return labels === undefined ? undefined : canPickMany ? picked : picked[0];
  };
  const ask = (text: string, { detail = "" } = {}) => {
    user.questions.push(`${text} ${detail}`.trim());
    return answer();
  };
  return {
    ...(await import("./fakeVscode.ts")),
    workspace: { getWorkspaceFolder: () => undefined, getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }) },
    extensions: { getExtension: () => undefined },
    window: { showInputBox: answer, showQuickPick: pick, showInformationMessage: ask, showWarningMessage: ask, showErrorMessage: ask },
  };
});

let project: Project;
let context: CommandContext;
const sessions = (): SessionSummary[] => project.view({ kind: "sessions" }).sessions;
const find = (summary: string): SessionSummary => {
  const found = sessions().find((session) => session.summary === summary);
  if (found === undefined) throw new Error(`There is no session ${summary}.`);
  return found;
};
/** What was sent to an agent: the first line of the prompt, the IDs and the way. */
const sent: unknown[] = [];
const send: SendSession = (prompt, { ids }, way) => {
  sent.push([prompt.split("\n", 1)[0], ids, way]);
  return Promise.resolve(true);
};
const target = (summary: string) => ({ project, session: find(summary) });

async function save(summary: string, lists: Record<string, unknown[]>): Promise<void> {
  const patch = { values: { summary }, lists: Object.entries(lists).map(([key, given]) => ({ key, given, replace: false, seen: [] })), remove: [], record: {} };
  await run(project, { kind: "saveSession", save: { target: { kind: "new" }, patch, status: "active", pause: { kind: "active" } } });
}

beforeEach(async () => {
  user.answers.length = 0;
  user.questions.length = 0;
  project = await memoryProject("file:///p");
  const projects = { all: [project], get: () => project } as never;
  context = new CommandContext({ projects, selection: () => [], activeProject: () => project, activeTask: () => undefined, openTask: () => undefined, followTask: () => undefined });
  await save("First", { decisions: [{ decision: "Keep feet", confidence: "estimated" }] });
  await save("Second", { decisions: [{ decision: "Use files" }], checklist: [{ item: "Run it" }] });
});

/** Opens the page and returns what answers its requests. */
function openPage() {
  const page = new FakePage();
  const services = {
    run: (of, command) => context.run(of, command),
    actOnSession: (action, of) => runSessionAction(context, action, of, send),
    changeRegister: (of, action, row) => changeRegister(context, of, action, row),
    explain: String,
    log: () => undefined,
  } as Partial<PanelServices> as PanelServices;
  const controller = runSessions(page.panel, project, services);
  return { ask: page.ask.bind(page), events: page.events.bind(page), reveal: controller.reveal, close: () => controller.dispose() };
}

test("the page gets all sessions, the newest one, matches, and the register on its tab", async () => {
  const page = openPage();
  const list = await page.ask("ready", { tab: "register", text: "feet" });
  expect(list.body).toMatchObject({ sessions: { sessions: [{ summary: "Second" }, { summary: "First" }] }, session: null, register: null, locale: "en" });
  const { body } = await page.ask("record");
  expect(body).toMatchObject({
    session: { summary: { summary: "Second", status: "active" } },
    matches: [{ id: find("First").id, excerpt: "Keep feet" }],
    comparison: null,
  });
  expect((body as { register: { text: string }[] }).register.map(({ text }) => text)).toEqual(["Run it", "Use files", "Keep feet"]);
  const compared = await page.ask("view", { session: find("Second").id, compare: find("First").id });
  expect(compared.body).toMatchObject({ comparison: { added: [{ text: "Use files" }], reversed: [] }, register: null, matches: null });
  page.close();
});

test("a session that is chosen while the page opens is shown once the page listens", async () => {
  const page = openPage();
  await page.ask("ready", {});
  page.reveal?.("s-1");
  const reveals = (): unknown[] => page.events().flatMap(({ name, body }) => (name === "reveal" ? [body] : []));
  expect(reveals()).toEqual([]);
  await page.ask("record");
  expect(reveals()).toEqual([{ tab: "sessions", id: "s-1" }]);
  page.close();
});

test("an item is ticked as the page saw it, and a wrong message changes nothing", async () => {
  const page = openPage();
  const { id } = find("Second");
  expect((await page.ask("tick", { id, index: 0, item: "Another", checked: true })).kind).toBe("failure");
  expect((await page.ask("act", { id, action: "delete" })).kind).toBe("failure");
  expect((await page.ask("change", { entry: "d-0", action: "withdraw" })).kind).toBe("failure");
  expect(find("Second").checklist).toEqual({ done: 0, total: 1 });
  await page.ask("tick", { id, index: 0, item: "Run it", checked: true });
  expect(find("Second").checklist).toEqual({ done: 1, total: 1 });
  page.close();
});

test("notes and items are added, edited and removed, and nothing else", async () => {
  const page = openPage();
  const { id } = find("Second");
  const view = () => project.view({ kind: "session", id });
  const edit = async (change: unknown) => (await page.ask("edit", { id, edit: change })).kind;
  await edit({ kind: "addNote", category: "caution", text: "Mind the gap" });
  await edit({ kind: "editNote", was: "Mind the gap", category: "caution", text: "Mind the tide" });
  await edit({ kind: "addItem", owner: "user", text: "Ask Maya" });
  await edit({ kind: "removeItem", was: "Run it" });
  await edit({ kind: "editItem", index: 0, was: "Ask Maya", text: "Ask Kenji", owner: "ai" });
  expect(view()?.checklist.map(({ item, owner }) => [item, owner])).toEqual([["Ask Kenji", "ai"]]);
  expect(await edit({ kind: "editItem", index: 0, was: "Ask Maya", text: "Ask Noor" })).toBe("failure");
  await edit({ kind: "editItem", index: 0, was: "Ask Kenji", text: "Ask Maya" });
  await edit({ kind: "editItem", index: 0, was: "Ask Maya", owner: "user" });
  expect(view()?.notes.map(({ note, category }) => [note, category])).toEqual([["Mind the tide", "caution"]]);
  expect(view()?.checklist.map(({ item, owner }) => [item, owner])).toEqual([["Ask Maya", "user"]]);
  await edit({ kind: "removeNote", was: "Mind the tide" });
  expect(view()?.notes).toEqual([]);
  for (const wrong of [null, { kind: "addNote", category: "draft", text: "x" }, { kind: "addNote", category: "caution", text: " " }, { kind: "removeNote" }, { kind: "editItem", index: 0, was: "Ask Maya" }, { kind: "wipe" }]) {
    expect(await edit(wrong)).toBe("failure");
  }
  page.close();
});

test("decisions are confirmed, superseded and withdrawn in the active session", async () => {
  const row = (text: string) => {
    const found = project.view({ kind: "register" }).find((entry) => entry.text === text);
    if (found === undefined) throw new Error(`${text} is not in the register.`);
    return found;
  };
  await changeRegister(context, project, "confirm", row("Keep feet"));
  expect(row("Keep feet")).toMatchObject({ confidence: "confirmed", state: { kind: "standing" } });
  user.answers.push("Keep metres", "asked for");
  await changeRegister(context, project, "supersede", row("Keep feet"));
  expect(row("Keep feet").state).toEqual({ kind: "superseded", by: "Keep metres" });
  user.answers.push("too slow");
  await changeRegister(context, project, "withdraw", row("Use files"));
  expect(row("Use files").state).toEqual({ kind: "withdrawn", reason: "too slow" });
  // Escape changes nothing.
  user.answers.push(undefined);
  await changeRegister(context, project, "withdraw", row("Keep metres"));
  expect(row("Keep metres").state).toEqual({ kind: "standing" });
});

test("a session is paused, activated and closed", async () => {
  await runSessionAction(context, "pause", target("Second"), send);
  expect(find("Second").status).toBe("paused");
  await runSessionAction(context, "activate", target("Second"), send);
  expect(find("Second").status).toBe("active");
  await runSessionAction(context, "close", target("Second"), send);
  expect(find("Second").status).toBe("closed");
  await runSessionAction(context, "setOwner", target("Second"), send);
  expect(user.questions).toEqual(["A closed session is not changed: a save would make it the session that the next conversation continues from. Fork it to go on with it."]);
});

test("owner and visibility are set", async () => {
  user.answers.push("maya", ["Private"]);
  await runSessionAction(context, "setOwner", target("Second"), send);
  await runSessionAction(context, "setVisibility", target("Second"), send);
  expect(find("Second")).toMatchObject({ status: "active", private: true });
  expect(project.view({ kind: "session", id: find("Second").id })?.owner).toBe("maya");
});

test("a fork takes over the selected parts", async () => {
  user.answers.push("Third", ["Decisions"]);
  await runSessionAction(context, "fork", target("First"), send);
  expect(find("Third")).toMatchObject({ status: "active", decisions: 1, parents: [find("First").id] });
});

test("a merge is shown before it is done", async () => {
  user.answers.push(["First"], undefined);
  await runSessionAction(context, "merge", target("Second"), send);
  expect(user.questions).toEqual(["Merge into “Second”? Adds Decisions (1).\nThe other session is closed."]);
  expect(find("First").status).toBe("paused");
  user.answers.push(["First"], "Merge");
  await runSessionAction(context, "merge", target("Second"), send);
  expect([find("First").status, find("Second").decisions, find("Second").parents]).toEqual(["closed", 2, [find("First").id]]);
});

test("the prompt of a session goes to an agent in a terminal or to the chat", async () => {
  const page = openPage();
  sent.length = 0;
  const { id } = find("Second");
  await page.ask("act", { action: "startAgent", id });
  await page.ask("act", { action: "openChat", id });
  expect(sent).toEqual(["terminal", "chat"].map((way) => ["Continue this session of the project:", [id], way]));
  page.close();
});
