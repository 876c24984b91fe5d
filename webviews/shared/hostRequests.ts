// What surfaces with many tasks ask of the host: what fails is said, and every change has a way back.
import { t } from "@vscode/l10n";
import type { CommandResult, ReadOnlyReason } from "../contract/common.ts";
import type { Command } from "../contract/generated/protocol.ts";
import { readOnlyText } from "./text/names.ts";
import type { Toaster } from "./toaster.ts";

export interface HostRequests {
  /** What a request answers; when it fails, that is said and nothing comes of it. */
  attempt<T>(asked: Promise<T>): Promise<T | undefined>;
  execute(command: Command): Promise<CommandResult>;
  offerUndo(text: string, kind: "info" | "warning"): void;
  /** Says what was done, if anything was. */
  reportSuccess(result: CommandResult): void;
  undo: () => void;
  redo: () => void;
  /** Says why nothing can be changed; false when it can. */
  refuseIfReadOnly(): boolean;
}

export interface HostRequestOptions {
  execute(command: Command): Promise<CommandResult>;
  /** Why nothing can be changed just now. */
  readOnly(): ReadOnlyReason;
  toaster: Toaster;
}

export function createHostRequests({ execute: send, readOnly, toaster }: HostRequestOptions): HostRequests {
  async function attempt<T>(asked: Promise<T>): Promise<T | undefined> {
    try {
      return await asked;
    } catch (error) {
      toaster.show({ kind: "error", text: errorText(error) });
      return undefined;
    }
  }

  async function execute(command: Command): Promise<CommandResult> {
    try {
      return await send(command);
    } catch (error) {
      return { kind: "failed", message: errorText(error) };
    }
  }

  function offerUndo(text: string, kind: "info" | "warning"): void {
    toaster.show({ kind, text, action: { label: t("Undo"), run: undo } });
  }

  function reportSuccess(result: CommandResult): void {
    if (result.kind !== "done" || !result.changed) return;
    offerUndo([result.summary, ...result.warnings].join(" "), result.warnings.length > 0 ? "warning" : "info");
  }

  function undo(): void {
    void runWithToast({ kind: "undo" }, t("Redo"), redo);
  }

  function redo(): void {
    void runWithToast({ kind: "redo" }, t("Undo"), undo);
  }

  /** A change that is not seen in advance; the toast offers the way back. */
  async function runWithToast(command: Command, label: string, run: () => void): Promise<void> {
    if (refuseIfReadOnly()) return;
    const result = await execute(command);
    if (result.kind === "done") toaster.show({ kind: "info", text: result.summary, action: { label, run } });
    else toaster.show({ kind: result.kind === "failed" ? "error" : "warning", text: result.message });
  }

  function refuseIfReadOnly(): boolean {
    const reason = readOnly();
    if (reason === null) return false;
    toaster.show({ kind: "warning", text: readOnlyText(reason) });
    return true;
  }

  return { attempt, execute, offerUndo, reportSuccess, undo, redo, refuseIfReadOnly };
}

/** An error as a person reads it. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
