// Opens the task editor in a page, for tests.
import { afterEach } from "vitest";
import "../../../node_modules/@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../task.css";
import { applyTheme } from "../../shared/testing/theme.ts";
import { mountTask } from "../page.tsx";
import type { TaskHost } from "./taskHost.ts";

let close: (() => void) | null = null;

function closeTask(): void {
  close?.();
  close = null;
  document.body.replaceChildren();
}

afterEach(closeTask);

/** Opens a host's page in the dark theme. */
export async function openTask<Host extends TaskHost>(host: Host): Promise<Host> {
  closeTask();
  applyTheme("dark");
  const root = document.createElement("main");
  document.body.append(root);
  close = await mountTask(root, host);
  return host;
}

/** Returns the notice at a field, or null. */
export function noticeAt(place: string): string | null {
  return document.getElementById(`${place}-notice`)?.textContent ?? null;
}
