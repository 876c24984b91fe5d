import { rmSync } from "node:fs";
import { closeBrowser } from "./harness/chromium.ts";
import { Vscode } from "./harness/vscode.ts";
const theme = (process.argv[2] ?? "dark") as "dark";
const vscode = await Vscode.open({ example: "tide-atlas", theme, size: { width: 1500, height: 950 } });
try {
  rmSync(vscode.path("packages"), { recursive: true });
  await vscode.openTree();
  await vscode.runCommand("Handoff: Open Gantt Chart");
  const frame = await vscode.webview("gantt");
  await frame.locator("[data-row]").first().waitFor();
  await vscode.page.waitForTimeout(1500);
  await vscode.page.screenshot({ path: `/tmp/gantt-${theme}.png` });
} finally {
  await vscode.close();
}
await closeBrowser();
