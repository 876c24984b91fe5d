// Opens the task editor on a page of its own, for tests.
import { afterEach } from "vitest";
import "../../../node_modules/@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../task.css";
import { wear } from "../../shared/testing/theme.ts";
import { openPage } from "../page.tsx";
import type { TaskHost } from "./taskHost.ts";

let close: (() => void) | null = null;

export function closeTask(): void {
  close?.();
  close = null;
  document.body.replaceChildren();
}

afterEach(closeTask);

/** Shows what a host has, in the dark theme until something else is worn. */
export async function openTask<Host extends TaskHost>(host: Host): Promise<Host> {
  closeTask();
  wear("dark");
  const root = document.createElement("main");
  document.body.append(root);
  close = await openPage(host, root);
  return host;
}

/** What is said at a field; null when nothing is. */
export function noticeAt(place: string): string | null {
  return document.getElementById(`${place}-notice`)?.textContent ?? null;
}
