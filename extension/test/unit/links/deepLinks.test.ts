// Links from outside of VSCode to a task, a session or a page.
import { beforeEach, expect, test, vi } from "vitest";
import type { UriHandler } from "vscode";
import { parseDeepLink, registerDeepLinks, taskLink } from "../../../src/links/deepLinks.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { createTask, memoryProject } from "../memoryProject.ts";

const shown = vi.hoisted(() => ({ handler: undefined as UriHandler | undefined, warnings: [] as string[], picks: [] as string[][] }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  window: {
    registerUriHandler: (handler: UriHandler) => {
      shown.handler = handler;
      return { dispose: () => undefined };
    },
    showWarningMessage: (text: string) => Promise.resolve(void shown.warnings.push(text)),
    showQuickPick: (items: { description: string }[]) => {
      shown.picks.push(items.map(({ description }) => description));
      return Promise.resolve(items[1]);
    },
  },
}));

const atlas = await memoryProject("file:///plans/atlas");
const widget = await memoryProject("file:///plans/widget");
await createTask(atlas, "Read the tide tables");
for (const title of ["Turn the knob", "Press the key"]) await createTask(widget, title);

let all: Project[] = [];
const opened: string[] = [];
const open = (what: string) => (project: Project, id?: string) => void opened.push([what, project.name, id].join(" ").trim());
registerDeepLinks(
  { load: () => Promise.resolve(), get all() { return all; } },
  { openTask: open("task"), openSessions: open("session"), openPage: (page, project) => open(page)(project) },
);

/** Returns a link as VSCode passes it to the handler: decoded. */
function uriOf(link: string) {
  const { pathname, search } = new URL(link);
  return { path: decodeURIComponent(pathname), query: decodeURIComponent(search.slice(1)), toString: () => link };
}

async function follow(link: string): Promise<void> {
  await shown.handler?.handleUri(uriOf(link) as never);
}

beforeEach(() => {
  all = [atlas];
  for (const list of [opened, shown.warnings, shown.picks]) list.length = 0;
});

test.each([
  ["/task/t1", "task atlas t1"],
  ["/board", "board atlas"],
  ["/dashboard?project=atlas", "dashboard atlas"],
  ["/task/t1?project=/plans/atlas", "task atlas t1"],
])("%s opens “%s”", async (link, expected) => {
  await follow(`vscode://handoff-tools.handoff${link}`);
  expect([opened, shown.warnings]).toEqual([[expected], []]);
});

test.each([
  ["/task/t9", "There is no task t9 in atlas."],
  ["/session/s-1", "There is no session s-1 in atlas."],
  ["/task/t1?project=globe", "The project globe is not open in this window. Open its folder, then open the link again."],
  ["/task", "Handoff has no page for this link: vscode://handoff-tools.handoff/task"],
  ["/task/t1/delete", "Handoff has no page for this link: vscode://handoff-tools.handoff/task/t1/delete"],
  ["/command/handoff.deleteTask", "Handoff has no page for this link: vscode://handoff-tools.handoff/command/handoff.deleteTask"],
  ["/board/x", "Handoff has no page for this link: vscode://handoff-tools.handoff/board/x"],
])("%s opens nothing and says “%s”", async (link, message) => {
  await follow(`vscode://handoff-tools.handoff${link}`);
  expect([opened, shown.warnings]).toEqual([[], [message]]);
});

test("an ID with control characters or of great length is none", () => {
  for (const id of ["t1\u0007", "t".repeat(201)]) expect(parseDeepLink({ path: `/task/${id}`, query: "" })).toBeUndefined();
});

test("without a project in the window, a link says so", async () => {
  all = [];
  await follow("vscode://handoff-tools.handoff/board");
  expect(shown.warnings).toEqual(["There is no Handoff project in this window."]);
});

test("of several projects, the link names one, or the person picks one", async () => {
  all = [atlas, widget];
  await follow("vscode://handoff-tools.handoff/task/t2?project=widget");
  await follow("vscode://handoff-tools.handoff/task/t1");
  expect([opened, shown.picks]).toEqual([["task widget t2", "task widget t1"], [["atlas", "widget"]]]);
});

test.each(["atlas", "Tide & Atlas 100% #1", "潮汐 地図"])("the link to a task of %s leads back to it", (name) => {
  const link = taskLink({ name }, "t1.2", "handoff-tools.handoff");
  expect(link).toMatch(/^vscode:\/\/handoff-tools\.handoff\/task\/t1\.2\?project=[\w%]+$/u);
  expect(parseDeepLink(uriOf(link))).toEqual({ target: { kind: "task", id: "t1.2" }, project: name });
});
