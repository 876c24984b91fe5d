// The pages about a project as a whole, one after the other, independent of the display language.
import type { Frame } from "playwright-core";
import type { Vscode } from "../../harness/vscode.ts";
import { writePast } from "./pastFiles.ts";
import { writeTime } from "./timeFiles.ts";

interface ShownPage {
  name: string;
  frame: Frame;
}

/** Gives the example a past, before it is opened. */
export function prepareInsight(vscode: Vscode): void {
  writePast(vscode);
  writeTime(vscode);
}

/** Opens each page of the prepared example, and waits for its content. */
export async function* openInsight(vscode: Vscode): AsyncGenerator<ShownPage> {
  await vscode.runCommand("Handoff: Open Dashboard");
  const dashboard = await vscode.webview("dashboard");
  await dashboard.locator(".effort-chart .chart-svg").waitFor();
  yield { name: "dashboard", frame: dashboard };

  await vscode.runCommand("Handoff: Show Metrics");
  const metrics = await vscode.webview("metrics");
  await metrics.locator(".chart:not(.pending) .chart-svg").nth(5).waitFor();
  yield { name: "metrics", frame: metrics };

  await vscode.runCommand("Handoff: Show Sessions");
  const sessions = await vscode.webview("sessions");
  await sessions.locator(".detail h2").waitFor();
  yield { name: "sessions", frame: sessions };
  await sessions.locator("#tab-register").click();
  await sessions.locator(".register .entries").first().waitFor();
  yield { name: "register", frame: sessions };

  await vscode.runCommand("Handoff: Open Time");
  const time = await vscode.webview("time");
  // This week has no entry: leads to the last one.
  await time.locator(".time-body .empty .button.secondary").first().click();
  await time.getByRole("table").waitFor();
  yield { name: "time", frame: time };

  await vscode.runCommand("Handoff: Open Project Settings");
  const settings = await vscode.webview("settings");
  await settings.locator("#section-assignees summary").first().click();
  await settings.locator(".setting-entry-remove").waitFor();
  yield { name: "settings", frame: settings };
}
