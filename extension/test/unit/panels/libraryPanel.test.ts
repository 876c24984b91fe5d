// The data and the changes of the library page, with a real engine.
import { beforeEach, expect, test, vi } from "vitest";
import type { LibraryView } from "../../../../webviews/contract/generated/protocol.ts";
import { runLibrary } from "../../../src/panels/libraryPanel.ts";
import type { PanelServices } from "../../../src/panels/panelServices.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { memoryProject, run } from "../memoryProject.ts";
import { FakePage } from "./fakePage.ts";

const opened = vi.hoisted(() => [] as string[]);

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  workspace: { getWorkspaceFolder: () => undefined, getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }) },
  window: { showTextDocument: (file: { path: string }) => Promise.resolve(opened.push(file.path)) },
}));

let project: Project;
const library = (): LibraryView => project.view({ kind: "library" });

beforeEach(async () => {
  opened.length = 0;
  project = await memoryProject("file:///p");
  const memory = { kind: "rule", tags: ["feed"], keywords: ["noon"], scopePaths: ["src"] };
  await run(project, { kind: "saveMemory", memory: { ...memory, text: "Keep feet" }, force: true });
  const referral = { sourceProject: "Atlas", sourceProjectDir: "/atlas", referralType: "bug", summary: "Feed breaks", tasks: [] };
  await run(project, { kind: "receiveReferral", referral });
});

/** Opens the page and returns what answers its requests. */
function openPage() {
  const page = new FakePage();
  const services = { explain: String, log: () => undefined } as Partial<PanelServices> as PanelServices;
  const controller = runLibrary(page.panel, project, services);
  return { ask: page.ask.bind(page), close: () => controller.dispose() };
}

test("the page gets the records that match, and the number of all", async () => {
  const page = openPage();
  const { body } = await page.ask("ready", { tab: "memories", text: "FEET" });
  expect(body).toMatchObject({
    library: { memories: [{ text: "Keep feet" }], referrals: [], totals: { memories: 1, referrals: 1, documents: 0 } },
    locale: "en",
  });
  page.close();
});

test("a memory is edited without losing its other values, and the edit can be undone", async () => {
  const page = openPage();
  const id = library().memories[0]?.id;
  const saved = await page.ask("change", { kind: "editMemory", id, was: "Keep feet", text: "Keep\nmetres" });
  expect(saved.body).toMatchObject({ kind: "done", changed: true, summary: "Changed the memory {id}" });
  expect(library().memories).toMatchObject([{ id, text: "Keep\nmetres", memoryKind: "rule", tags: ["feed"], scopePaths: ["src"] }]);
  await page.ask("execute", { kind: "undo" });
  expect(library().memories).toMatchObject([{ id, text: "Keep feet" }]);
  page.close();
});

test("a memory that has changed since is not overwritten", async () => {
  const page = openPage();
  const id = library().memories[0]?.id;
  const answer = await page.ask("change", { kind: "editMemory", id, was: "Older", text: "Mine" });
  expect(answer.kind).toBe("failure");
  expect(answer.message).toContain("has changed since");
  expect(library().memories).toMatchObject([{ text: "Keep feet" }]);
  page.close();
});

test("a memory is deleted and a referral gets another status", async () => {
  const page = openPage();
  const memory = library().memories[0]?.id;
  const referral = library().referrals[0]?.id;
  await page.ask("change", { kind: "deleteMemory", id: memory });
  await page.ask("change", { kind: "setReferralStatus", id: referral, status: "resolved" });
  expect(library()).toMatchObject({ memories: [], referrals: [{ id: referral, status: "resolved" }] });
  page.close();
});

test.each([
  ["change", { kind: "saveMemory", id: "m-1", text: "x" }],
  ["change", { kind: "setReferralStatus", id: "ref-1", status: "../open" }],
  ["change", { kind: "editMemory", id: 7, was: "", text: "" }],
  ["execute", { kind: "deleteMemory", id: "m-1" }],
  ["openFile", "config.toml"],
  ["openFile", "../secret"],
])("the message %s %j is refused", async (name, body) => {
  const page = openPage();
  const before = library();
  expect((await page.ask(name, body)).kind).toBe("failure");
  expect(library()).toEqual(before);
  expect(opened).toEqual([]);
  page.close();
});

test("the file of a record is opened", async () => {
  const page = openPage();
  const path = library().memories[0]?.path;
  await page.ask("openFile", path);
  expect(opened).toEqual([`/p/.handoff/${path}`]);
  page.close();
});
