// Takes the pictures of the README in VSCode: npm run pictures, after `npm run package`, with Node
// 24. Arguments select pictures by the beginning of their names: npm run pictures -- gantt
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { root } from "../../scripts/lib/paths.mjs";
import { writeLibrary } from "./e2e/pages/libraryFiles.ts";
import { moveLastVisit, writePast } from "./e2e/pages/pastFiles.ts";
import { officeZone, writeOfficeTime, writeRunningTimer, writeWaitingTimer } from "./e2e/pages/timeFiles.ts";
import { closeBrowser } from "./harness/chromium.ts";
import { type Options, type Theme, Vscode } from "./harness/vscode.ts";

const folder = join(root, "docs", "pictures");
mkdirSync(folder, { recursive: true });

const wanted = process.argv.slice(2);

type Preparation = Pick<Options, "prepare" | "timeZone">;

async function picture(name: string, theme: Theme, show: (vscode: Vscode) => Promise<unknown>, { prepare, timeZone }: Preparation = {}): Promise<void> {
  if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) return;
  const vscode = await Vscode.open({
    example: "tide-atlas",
    theme,
    size: { width: 1400, height: 900 },
    settings: { "handoff.userName": "Mika" },
    ...(timeZone !== undefined && { timeZone }),
    prepare: (opened) => {
      // Without the nested project no step asks for the project.
      rmSync(opened.path("packages"), { recursive: true });
      prepare?.(opened);
    },
  });
  try {
    await vscode.openTree();
    await show(vscode);
    await vscode.page.screenshot({ path: join(folder, `${name}.png`) });
  } finally {
    await vscode.close();
  }
}

/** Waits until the icons are loaded. */
async function complete(frame: Frame): Promise<void> {
  await frame.evaluate(() => document.fonts.load("16px codicon"));
}

async function board(vscode: Vscode): Promise<Frame> {
  await vscode.runCommand("Handoff: Open Board");
  const frame = await vscode.webview("board");
  await frame.locator("[data-card]").first().waitFor();
  await complete(frame);
  return frame;
}

/** Themes by the ends of the names of their pictures. */
const themes = [
  ["dark", "dark"],
  ["light", "light"],
  ["high-contrast", "highContrastDark"],
  ["high-contrast-light", "highContrastLight"],
] as const;

/** Takes a picture in each theme. */
async function pictures(name: string, show: (vscode: Vscode) => Promise<unknown>, preparation: Preparation = {}): Promise<void> {
  for (const [end, theme] of themes) await picture(`${name}-${end}`, theme, show, preparation);
}

async function hideSideBar(vscode: Vscode): Promise<void> {
  await vscode.runCommand("View: Toggle Primary Side Bar Visibility");
  await vscode.page.locator(".part.sidebar").waitFor({ state: "hidden" });
  await vscode.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** Hours since the last visit of the dashboard in its pictures. */
const ABSENCE_HOURS = 6;

/** Shows only the dashboard in the window, some hours after the last visit. */
async function dashboard(vscode: Vscode): Promise<void> {
  await vscode.runCommand("Handoff: Open Dashboard");
  await (await vscode.webview("dashboard")).locator(".effort-chart").waitFor();
  await moveLastVisit(vscode, ABSENCE_HOURS);
  const frame = await vscode.webview("dashboard");
  // The window shows its side bar again until it is restored.
  await vscode.page.locator(".sidebar .monaco-list-row").first().waitFor();
  await hideSideBar(vscode);
  await frame.locator(".changes-card .row").first().waitFor();
  await frame.locator(".effort-chart").waitFor();
  await complete(frame);
}

/** Shows the metrics, scrolled to a chart if given. */
async function metrics(vscode: Vscode, chart?: string): Promise<void> {
  await vscode.runCommand("Handoff: Show Metrics");
  const frame = await vscode.webview("metrics");
  // A page that is still loading takes the focus from the command palette.
  await frame.locator(".chart-svg").first().waitFor();
  await hideSideBar(vscode);
  for (const name of ["Burndown", ...(chart === undefined ? [] : [chart])]) {
    const card = frame.getByRole("article", { name, exact: true });
    await card.locator(".chart-svg").waitFor();
    if (name === chart) await card.evaluate((element) => element.scrollIntoView());
  }
  await complete(frame);
}

/** Shows only the library in the window, with a document. */
async function library(vscode: Vscode): Promise<Frame> {
  writeLibrary(vscode);
  await vscode.runCommand("Handoff: Show Library");
  const frame = await vscode.webview("library");
  await hideSideBar(vscode);
  await frame.getByRole("tab", { name: "Documents (3)", exact: true }).click();
  await frame.getByRole("article", { name: "Format of the tide feed", exact: true }).waitFor();
  await complete(frame);
  return frame;
}

/** Shows only the chart in the window. */
async function gantt(vscode: Vscode): Promise<Frame> {
  await vscode.runCommand("Handoff: Open Gantt Chart");
  const frame = await vscode.webview("gantt");
  await frame.locator("[data-row]").first().waitFor();
  await hideSideBar(vscode);
  await frame.locator("[data-bar]").first().waitFor();
  await complete(frame);
  return frame;
}

await picture("board-dark", "dark", async (vscode) => {
  await board(vscode);
});
await picture("board-lanes-light", "light", async (vscode) => {
  const frame = await board(vscode);
  await frame.getByRole("button", { name: /^Lanes/u }).click();
  await frame.getByRole("menuitemradio", { name: "Assignee" }).click();
  await frame.getByText("Maya Ito").first().waitFor();
});
await picture("board-high-contrast", "highContrastDark", async (vscode) => {
  await board(vscode);
});
await pictures("dashboard", dashboard, { prepare: writePast });
await pictures("gantt", gantt);
await picture("gantt-schedule-dark", "dark", async (vscode) => {
  const frame = await gantt(vscode);
  await frame.getByRole("button", { name: "Auto-schedule…" }).click();
  await frame.locator(".proposal .move").first().waitFor();
});
await picture("task-dark", "dark", async (vscode) => {
  const frame = await board(vscode);
  await frame.locator('[data-card="t1.2.2"]').focus();
  await vscode.page.keyboard.press("Enter");
  const task = await vscode.webview("task");
  await task.getByText("first note").first().waitFor();
  await complete(task);
});
await picture("explorer-dark", "dark", async (vscode) => {
  const tree = vscode.page.locator(".sidebar .monaco-list-row");
  await tree.filter({ hasText: "Platform foundation" }).click();
  await vscode.page.keyboard.press("ArrowRight");
  await tree.filter({ hasText: "潮位データ取得" }).first().click();
  await vscode.page.keyboard.press("ArrowRight");
  await tree.filter({ hasText: "Retry" }).first().waitFor();
  const task = await vscode.webview("task");
  await task.getByText("Retry").first().waitFor();
  await complete(task);
});
await picture("problems-dark", "dark", async (vscode) => {
  vscode.write(".handoff/tasks/t5-performance-budget/_task.todo.json", '{\n  "id": "t5",\n  "title": "Performance budget"\n  "labels": null\n}');
  await vscode.runCommand("Problems: Focus on Problems View");
  await vscode.page.locator(".markers-panel .monaco-list-row").filter({ hasText: "comma" }).first().waitFor();
});
await pictures("metrics", (vscode) => metrics(vscode), { prepare: writePast });
await picture("metrics-flow-dark", "dark", (vscode) => metrics(vscode, "Cumulative flow"), { prepare: writePast });
await pictures("sessions", async (vscode) => {
  await vscode.runCommand("Handoff: Show Sessions");
  const sessions = await vscode.webview("sessions");
  await sessions.getByRole("button", { name: /^Active Tide overlay/u }).click();
  await sessions.getByRole("heading", { name: /^Tide overlay/u }).waitFor();
  await sessions.getByRole("button", { name: /^Copy Resume Prompt.*tokens/u }).waitFor();
  await complete(sessions);
});
await picture("sessions-comparison-dark", "dark", async (vscode) => {
  await vscode.runCommand("Handoff: Show Sessions");
  const sessions = await vscode.webview("sessions");
  await hideSideBar(vscode);
  await sessions.getByRole("button", { name: /^Active Tide overlay/u }).click();
  await sessions.getByLabel("Compare with").selectOption({ index: 6 });
  await sessions.getByRole("heading", { name: /^From “/u }).waitFor();
  await complete(sessions);
});
await picture("sessions-register-dark", "dark", async (vscode) => {
  await vscode.runCommand("Handoff: Show Sessions");
  const sessions = await vscode.webview("sessions");
  await hideSideBar(vscode);
  await sessions.getByRole("tab", { name: "Register" }).click();
  await sessions.getByRole("checkbox", { name: /no longer stands/u }).click();
  await sessions.getByRole("heading", { name: /^Decisions/u }).waitFor();
  await complete(sessions);
});
await pictures("library", library);

/** Shows only the page with the time entries in the window. */
async function time(vscode: Vscode): Promise<Frame> {
  await vscode.runCommand("Handoff: Open Time");
  const frame = await vscode.webview("time");
  await hideSideBar(vscode);
  await frame.locator(".timer.running").waitFor();
  await complete(frame);
  return frame;
}

/** An afternoon at the office, 47 minutes after the start of a timer. */
const zone = officeZone();
const afternoon: Preparation = {
  timeZone: zone.name,
  prepare: (vscode) => {
    writeOfficeTime(vscode, zone);
    writeRunningTimer(vscode, "t1.2.2", Date.now(), 47);
  },
};

await pictures(
  "time",
  async (vscode) => {
    const frame = await time(vscode);
    await frame.getByRole("button", { name: "Previous week ([)" }).click();
    await frame.getByRole("table").getByRole("button", { name: "t5 Performance budget", exact: true }).waitFor();
  },
  afternoon,
);
await picture(
  "timer-dark",
  "dark",
  async (vscode) => {
    const frame = await board(vscode);
    await frame.locator(".timer-mark").first().waitFor();
    await frame.locator('[data-card="t1.2.2"]').focus();
    await vscode.page.keyboard.press("Enter");
    const task = await vscode.webview("task");
    await task.getByRole("button", { name: "Pause" }).waitFor();
    await complete(task);
    await hideSideBar(vscode);
    await vscode.page.locator(".statusbar-item [aria-label^='Timer']").hover();
    await vscode.page.locator(".monaco-hover").getByText("Today in total").waitFor();
  },
  afternoon,
);
await picture(
  "time-question-dark",
  "dark",
  async (vscode) => {
    await board(vscode);
    await vscode.notification("You were away from").waitFor();
  },
  {
    timeZone: zone.name,
    prepare: (vscode) => {
      writeOfficeTime(vscode, zone);
      writeWaitingTimer(vscode, "t1.2.2", Date.now(), 38);
    },
  },
);
await closeBrowser();
