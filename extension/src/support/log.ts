import { window, type LogOutputChannel } from "vscode";

/** The product's channel in the Output panel. */
export function openLog(): LogOutputChannel {
  return window.createOutputChannel("Handoff", { log: true });
}
