// What each picture shows, by the name of its file.
import { moveLastVisit } from "../e2e/pages/pastFiles.ts";
import { writeRunningTimer, writeWaitingTimer } from "../e2e/pages/timeFiles.ts";
import { until } from "../harness/until.ts";
import type { Vscode } from "../harness/vscode.ts";
import { inDemo, openPage, save, setSideBar, settle, type Shot } from "./studio.ts";
import { moveEdge, openBoard, openChart, placeIn, planAhead, showCriticalPath } from "./surfaces.ts";

interface Scene extends Shot {
  readonly show: (vscode: Vscode) => Promise<unknown>;
}

/** Wide enough for five columns. */
const wide = { width: 1240, height: 720 };
const short = { width: 1000, height: 580 };

/** Since the last visit of the dashboard. */
const HOURS_AWAY = 30;

const byStart = (vscode: Vscode): void => planAhead(vscode, "start");

/** Lets a task wait for one that does not exist, as a merge by hand may do. */
function damage(vscode: Vscode): void {
  for (const path of vscode.filesBelow(".handoff/tasks")) {
    const text = vscode.read(path);
    if (/^dependencies = /mu.test(text) && text.includes("Load test")) vscode.write(path, text.replace(/^dependencies = \[/mu, '$&"09.4", '));
  }
}

const scenes: Readonly<Record<string, Scene>> = {
  "board-dark": { size: wide, show: (vscode) => openBoard(vscode) },
  "board-light": { size: wide, theme: "light", show: (vscode) => openBoard(vscode) },
  "board-high-contrast": { size: wide, theme: "highContrast", show: (vscode) => openBoard(vscode) },
  "board-japanese": { size: wide, language: "ja", show: (vscode) => openBoard(vscode, "ja") },
  "board-lanes-dark": {
    size: wide,
    show: async (vscode) => {
      const { frame } = await openBoard(vscode);
      await frame.getByRole("button", { name: /^Lanes/u }).click();
      await frame.getByRole("menuitemradio", { name: "Assignee" }).click();
      await frame.getByText("Maren Aune").first().waitFor();
    },
  },
  "board-refused-dark": {
    size: wide,
    show: async (vscode) => {
      const board = await openBoard(vscode);
      await board.drag("04.6", "01.6");
      await board.card("04.6").locator(".card-notice").waitFor();
    },
  },
  "gantt-dark": { size: wide, prepare: byStart, show: async (vscode) => showCriticalPath(vscode, await openChart(vscode)) },
  "gantt-light": { size: wide, theme: "light", prepare: byStart, show: async (vscode) => showCriticalPath(vscode, await openChart(vscode)) },
  "gantt-schedule-dark": {
    size: wide,
    prepare: byStart,
    show: async (vscode) => {
      const chart = await openChart(vscode);
      // The filter is saved as a setting of the project, which would change the proposal once more.
      await vscode.fileBecomes(".handoff/config.toml", (text) => text.includes("filter_assignee"));
      await chart.proposeDates();
      await chart.scheduling.getByText(/overbooked$/u).click();
      await chart.scheduling.getByRole("button", { name: /^Apply to all/u, disabled: false }).waitFor();
      await settle(chart.frame);
    },
  },
  "dashboard-dark": {
    show: async (vscode) => {
      await openPage(vscode, "Handoff: Open Dashboard", "dashboard", ".effort-chart");
      // Reloading waits for the side bar.
      await setSideBar(vscode, "visible");
      await moveLastVisit(vscode, HOURS_AWAY);
      await setSideBar(vscode, "hidden");
      const frame = await vscode.webview("dashboard");
      await frame.locator(".changes-card li").first().waitFor();
      await frame.locator(".effort-chart").waitFor();
      await settle(frame);
    },
  },
  "metrics-light": {
    theme: "light",
    size: short,
    show: async (vscode) => {
      const frame = await openPage(vscode, "Handoff: Show Metrics", "metrics", ".chart-svg");
      await frame.locator(".history-progress").waitFor({ state: "hidden" });
    },
  },
  "sessions-register-dark": {
    show: async (vscode) => {
      const frame = await openPage(vscode, "Handoff: Show Sessions", "sessions", ".list-row");
      await frame.getByRole("tab", { name: "Register" }).click();
      await frame.getByRole("heading", { name: /^Decisions/u }).waitFor();
      await settle(frame);
    },
  },
  "sessions-dark": {
    size: wide,
    show: async (vscode) => {
      const frame = await openPage(vscode, "Handoff: Show Sessions", "sessions", ".list-row");
      await frame.getByText("Took over from claude-code").first().click();
      await frame.getByRole("heading", { name: /^Took over/u }).waitFor();
      await frame.getByRole("button", { name: /^Copy Resume Prompt.*tokens/u }).waitFor();
      await settle(frame);
    },
  },
  "settings-dark": {
    show: async (vscode) => {
      const frame = await openPage(vscode, "Handoff: Open Project Settings", "settings", ".setting-entry");
      await frame.getByText("People and agents").first().click();
      await frame.locator(".setting-entry").getByText("Maren Aune").first().click();
      await frame.locator(".setting-entry-settings").waitFor();
      await settle(frame);
    },
  },
  "task-dark": {
    show: async (vscode) => {
      const board = await openBoard(vscode);
      await board.frame.locator('[data-card="04.5"]').focus();
      await vscode.page.keyboard.press("Enter");
      const task = await vscode.webview("task");
      await task.getByText("Ingrid takes the ferry").first().waitFor();
      await settle(task);
    },
  },
  "time-light": {
    theme: "light",
    size: { width: 1120, height: 640 },
    prepare: (vscode) => writeRunningTimer(vscode, "05.3", Date.now(), 47),
    show: async (vscode) => {
      await openPage(vscode, "Handoff: Open Time", "time", ".timer.running");
      const frame = await vscode.webview("time");
      // On a Monday the week has no entry yet.
      const last = frame.getByRole("button", { name: "Show the Last Entry" });
      if (await last.isVisible()) await last.click();
      await settle(frame);
    },
  },
  "time-question-dark": {
    view: "window",
    prepare: (vscode) => writeWaitingTimer(vscode, "05.3", Date.now(), 38),
    show: async (vscode) => {
      await openPage(vscode, "Handoff: Open Dashboard", "dashboard", ".effort-chart");
      await vscode.notification("You were away from").waitFor();
    },
  },
  "tree-dark": {
    view: "window",
    show: async (vscode) => {
      const tree = await vscode.openTree();
      await moveEdge(vscode, await placeIn(vscode.page.locator(".part.sidebar"), 1, 0.5), { x: 70, y: 0 });
      await tree.getByText("App for skippers").click();
      await vscode.page.keyboard.press("ArrowRight");
      await tree.getByText("Works without a signal").click();
      const task = await vscode.webview("task");
      await task.getByText("Ingrid takes the ferry").first().waitFor();
      await settle(task);
    },
  },
  "problems-dark": {
    view: "window",
    prepare: damage,
    show: async (vscode) => {
      await vscode.openTree();
      await vscode.runCommand("Problems: Focus on Problems View");
      await vscode.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "09.4" }).dblclick();
      await vscode.page.locator(".monaco-editor .view-line").filter({ hasText: "09.4" }).waitFor();
      await until("the quick fix", async () => {
        await vscode.page.keyboard.press("Control+.");
        await vscode.page.locator(".action-widget").getByText("Remove the dependency on 09.4").waitFor({ timeout: 2000 });
        return true;
      });
    },
  },
};

/** Takes the pictures that are wanted. */
export async function takePictures(isWanted: (name: string) => boolean): Promise<void> {
  for (const [name, { show, ...shot }] of Object.entries(scenes)) {
    if (!isWanted(name)) continue;
    await inDemo(shot, async (vscode) => {
      await show(vscode);
      await save(vscode, name, shot.view);
    });
  }
}
