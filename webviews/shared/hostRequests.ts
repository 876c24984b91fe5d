// Requests that the board and the chart share: errors are shown, and every change offers Undo.
import { t } from "@vscode/l10n";
import type { CommandResult, HeldTask, ReadOnlyReason, TimerQuestion, TimerQuestionRequests } from "../contract/common.ts";
import type { PageCommand } from "../contract/pageCommands.ts";
import { readOnlyText } from "./text/names.ts";
import type { Toaster } from "./messages/toaster.ts";
import { errorText } from "../contract/texts/texts.ts";

export interface HostRequests {
  /** Awaits a request; on failure shows the error and returns undefined. */
  attempt<T>(request: Promise<T>): Promise<T | undefined>;
  execute(command: PageCommand): Promise<CommandResult>;
  offerUndo(text: string, kind: "info" | "warning"): void;
  /** Reports what was done, if anything changed. */
  reportSuccess(result: CommandResult): void;
  /** Awaits what the host asks the user and then does, and reports it; null if the user declined. */
  reportAnswer(request: Promise<CommandResult | null>): Promise<void>;
  undo: () => void;
  redo: () => void;
  /** Shows a message if nothing can be changed. Returns whether it did. */
  refuseIfReadOnly(): boolean;
}

export interface HostRequestOptions {
  execute(command: PageCommand): Promise<CommandResult>;
  /** Returns why nothing can be changed. */
  readOnly(): ReadOnlyReason;
  toaster: Toaster;
  /** Absent if the page sets no status. */
  answerTimer?: (reply: Parameters<TimerQuestionRequests["answerTimer"]>[0]) => Promise<void>;
}

export function createHostRequests({ execute: send, readOnly, toaster, answerTimer }: HostRequestOptions): HostRequests {
  async function attempt<T>(request: Promise<T>): Promise<T | undefined> {
    try {
      return await request;
    } catch (error) {
      toaster.show({ kind: "error", text: errorText(error) });
      return undefined;
    }
  }

  async function execute(command: PageCommand): Promise<CommandResult> {
    try {
      return await send(command);
    } catch (error) {
      return { kind: "failed", message: errorText(error) };
    }
  }

  function offerUndo(text: string, kind: "info" | "warning", { held, question }: { held?: HeldTask; question?: TimerQuestion } = {}): void {
    toaster.show({
      kind,
      text,
      action: { label: t("Undo"), run: undo },
      ...(held !== undefined && { held: { ...held, takeOver: () => void takeOver(held.id) } }),
      ...(question !== undefined && answerTimer !== undefined && { question: questionOf(question, answerTimer) }),
    });
  }

  function questionOf({ action, ids, text, choices }: TimerQuestion, reply: NonNullable<typeof answerTimer>) {
    return { text, choices: choices.map(({ answer, label }) => ({ label, run: () => void attempt(reply({ action, ids, answer })) })) };
  }

  async function takeOver(id: string): Promise<void> {
    await runWithToast({ kind: "claimTask", id, takeOver: true });
  }

  function reportSuccess(result: CommandResult): void {
    if (result.kind !== "done" || !result.changed) return;
    const { summary, warnings, held } = result;
    const sentences = warnings.length > 0 || held !== undefined ? [`${summary}.`, ...warnings] : [summary];
    offerUndo(sentences.join(" "), warnings.length > 0 ? "warning" : "info", result);
  }

  async function reportAnswer(request: Promise<CommandResult | null>): Promise<void> {
    const result = await attempt(request);
    if (result !== undefined && result !== null) reportSuccess(result);
  }

  function undo(): void {
    void runWithToast({ kind: "undo" }, { label: t("Redo"), run: redo });
  }

  function redo(): void {
    void runWithToast({ kind: "redo" }, { label: t("Undo"), run: undo });
  }

  /** Runs a command whose effect is not shown in advance; the toast offers the opposite command, if there is one. */
  async function runWithToast(command: PageCommand, action?: { label: string; run: () => void }): Promise<void> {
    if (refuseIfReadOnly()) return;
    const result = await execute(command);
    if (result.kind === "done") toaster.show({ kind: "info", text: result.summary, ...(action !== undefined && { action }) });
    else toaster.show({ kind: result.kind === "failed" ? "error" : "warning", text: result.message });
  }

  function refuseIfReadOnly(): boolean {
    const reason = readOnly();
    if (reason === null) return false;
    toaster.show({ kind: "warning", text: readOnlyText(reason) });
    return true;
  }

  return { attempt, execute, offerUndo, reportSuccess, reportAnswer, undo, redo, refuseIfReadOnly };
}
