// The data and the changes of the settings page, with a real engine.
import { beforeEach, expect, test, vi } from "vitest";
import type { SettingsView } from "../../../../webviews/contract/generated/protocol.ts";
import { withColors } from "../../../../webviews/contract/people/personColors.ts";
import type { SettingsSnapshot } from "../../../../webviews/contract/settings/settingsPage.ts";
import type { PanelServices } from "../../../src/panels/panelServices.ts";
import { runSettings } from "../../../src/panels/settingsPanel.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { memoryProject, run } from "../memoryProject.ts";
import { FakePage } from "./fakePage.ts";

const opened = vi.hoisted(() => [] as string[]);

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  workspace: { getWorkspaceFolder: () => undefined, getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }) },
  window: { showTextDocument: (file: { path: string }) => Promise.resolve(opened.push(file.path)) },
}));

let project: Project;
const settings = (): SettingsView => project.view({ kind: "settings" });
const hours = ["assignees", "maya", "work_hours_per_day"];
const ownHours = (): unknown => settings().assignees.flatMap((entry) => entry.settings).find(({ key }) => key.join() === hours.join())?.value;

beforeEach(async () => {
  opened.length = 0;
  project = await memoryProject("file:///p", new FakeFiles());
  await run(project, { kind: "changeEntry", section: "assignees", name: "maya", new: true, changes: [{ key: hours, value: 6 }] });
});

/** Opens the page and returns what answers its requests. */
function openPage() {
  const page = new FakePage();
  const services = { explain: String, log: () => undefined } as Partial<PanelServices> as PanelServices;
  const controller = runSettings(page.panel, project, services);
  return { page, controller, ask: page.ask.bind(page), close: () => controller.dispose() };
}

test("the page gets the configuration, and opens its file", async () => {
  const page = openPage();
  const { body } = await page.ask("ready", null);
  expect(body).toMatchObject({ locale: "en", settings: { exists: true, broken: null, assignees: [{ name: "maya", configured: true }] } });
  await page.ask("openFile", null);
  expect(opened).toEqual(["/p/.handoff/config.toml"]);
  page.close();
});

test("the page gets the colors that are used for people without one, each another", async () => {
  await run(project, { kind: "changeEntry", section: "assignees", name: "claude-code", new: true, changes: [{ key: ["assignees", "claude-code", "work_hours_per_day"], value: 6 }] });
  const page = openPage();
  const { body } = await page.ask("ready", null);
  const { assignees } = (body as SettingsSnapshot).project;
  expect(assignees.map(({ key }) => key)).toEqual(["maya", "claude-code"]);
  expect(assignees).toEqual(withColors(project.summary.assignees));
  expect(new Set(assignees.map(({ color }) => color)).size).toBe(2);
  expect(assignees[0]?.color).toMatch(/^#[0-9a-f]{6}$/u);
  page.close();
});

test("a person's hours are written, and the change is undone", async () => {
  const page = openPage();
  const saved = await page.ask("execute", { kind: "updateConfig", changes: [{ key: hours, value: 4.5 }] });
  expect(saved.body).toMatchObject({ kind: "done", changed: true });
  expect(ownHours()).toBe(4.5);
  await page.ask("execute", { kind: "undo" });
  expect(ownHours()).toBe(6);
  page.close();
});

test("a person is removed, and comes back", async () => {
  const page = openPage();
  await page.ask("execute", { kind: "removeAssignee", key: "maya" });
  expect(settings().assignees).toEqual([]);
  await page.ask("execute", { kind: "undo" });
  expect(ownHours()).toBe(6);
  page.close();
});

test("a person gets another name, and the former one comes back", async () => {
  const page = openPage();
  await page.ask("execute", { kind: "renameEntry", section: "assignees", name: "maya", to: "mai" });
  expect(settings().assignees.map(({ name }) => name)).toEqual(["mai"]);
  await page.ask("execute", { kind: "undo" });
  expect(ownHours()).toBe(6);
  page.close();
});

test("a section is shown once the page is ready, also after it was hidden", async () => {
  const { page, controller, ask, close } = openPage();
  const shown = () => page.events().filter(({ name }) => name === "section").map(({ body }) => body);
  controller.showSection?.("assignees");
  expect(shown()).toEqual([]);
  await ask("ready");
  await vi.waitFor(() => expect(shown()).toEqual(["assignees"]));
  controller.showSection?.("labels");
  expect(shown()).toEqual(["assignees", "labels"]);
  page.show(false);
  page.show(true);
  controller.showSection?.("milestones");
  expect(shown()).toEqual(["assignees", "labels"]);
  await ask("ready");
  await vi.waitFor(() => expect(shown()).toEqual(["assignees", "labels", "milestones"]));
  close();
});

test("an invalid value is refused", async () => {
  const page = openPage();
  const answer = await page.ask("execute", { kind: "updateConfig", changes: [{ key: hours, value: 99 }] });
  expect(answer.body).not.toMatchObject({ kind: "done" });
  expect(ownHours()).toBe(6);
  page.close();
});
