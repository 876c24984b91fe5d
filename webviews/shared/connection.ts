// The connection of a page with its host: requests whose errors are shown, the events that several
// pages have, and Undo for every change.
import { t } from "@vscode/l10n";
import type { Signal } from "@preact/signals";
import type { CommandResult, ViewEvents, HeldTask, LogEvents, LogProgress, NewsEvents, PageRequests, Snapshot, Start, TimerQuestion, TimerQuestionRequests, UndoEvents } from "../contract/common.ts";
import type { SavedView } from "../contract/generated/protocol.ts";
import type { PageCommand } from "../contract/pageCommands.ts";
import type { Contract } from "../contract/rpc.ts";
import type { Place } from "../contract/surfaces.ts";
import { errorText } from "../contract/texts/texts.ts";
import type { HostChannel } from "./host.ts";
import { setSingleKeys } from "./keyboard/typing.ts";
import { showNews } from "./messages/news.ts";
import { createToaster } from "./messages/toaster.ts";
import type { Toaster } from "./messages/toaster.ts";
import { setAfterPaint } from "./progressiveRender.ts";
import { connect } from "./rpc.ts";
import type { Client } from "./rpc.ts";
import { setLocale } from "./text/language.ts";
import { readOnlyText } from "./text/names.ts";

/** The part of a page's state that the connection sets. */
export interface PageState<S extends Snapshot = Snapshot> {
  snapshot: Signal<S | null>;
  locale: Signal<string>;
  /** Why loading failed. */
  failure: Signal<string | null>;
  savedViews?: Signal<readonly SavedView[]>;
  /** How far the activity log was read. Until then, what it tells is missing. */
  reading?: Signal<LogProgress>;
}

/** The contract of a page of a project. */
export type PageContract = Contract & {
  requests: PageRequests & { ready(query: never): Start & Snapshot };
  events: { changed: Snapshot };
};

type Answer<C extends PageContract> = ReturnType<C["requests"]["ready"]>;
type Timers<C extends PageContract> = C["events"] extends { timers: infer T } ? T : never;

/** How a page gets its content. */
interface Content<C extends PageContract> {
  /** Requests the first snapshot. */
  ready(): Promise<Answer<C>>;
  /** Shows a snapshot: the first one and each later one. */
  receive(snapshot: C["events"]["changed"]): void;
  /** Shows a later snapshot, if that differs from showing the first one. */
  changed?(snapshot: C["events"]["changed"]): void;
  receiveTimers?(timers: Timers<C>): void;
  /** Runs after the first snapshot was received. */
  started?(answer: Answer<C>): Promise<void> | void;
  /**
   * Formats days and numbers only after the first frame: to create the first formatter takes about
   * as long as to render the page.
   */
  localeAfterPaint?: boolean;
}

export interface Connection<C extends PageContract> extends Client<C> {
  readonly toaster: Toaster;
  /** Returns the function that shows the page, or tries again. It never rejects. */
  follow(content: Content<C>): () => Promise<void>;
  /** Awaits a request; on failure shows the error and returns undefined. */
  attempt<T>(request: Promise<T>): Promise<T | undefined>;
  /** Like `attempt`, but also returns undefined if this function got a later request meanwhile. */
  attemptLatest<T>(request: Promise<T>): Promise<T | undefined>;
  execute(command: PageCommand): Promise<CommandResult>;
  /** Reports what was done, if anything changed, and offers Undo. */
  reportSuccess(result: CommandResult): void;
  /** Reports what was done, or why it was not. Returns whether it was. */
  report(result: CommandResult): boolean;
  /** Awaits and reports what the host does after it asked the user; null if the user declined. */
  reportAnswer(request: Promise<CommandResult | null>): Promise<void>;
  undo: () => void;
  redo: () => void;
  openPage: (page: Place) => void;
  /** Shows a message if nothing can be changed. Returns whether it did. */
  refuseIfReadOnly(): boolean;
}

/** What the contracts of several pages have. A host sends only the events of its contract. */
interface SharedContract {
  requests: PageRequests & TimerQuestionRequests & {
    ready(): Start & Snapshot & { savedViews?: SavedView[]; reading?: LogProgress; timers?: unknown };
    execute(command: PageCommand): CommandResult;
    openTask(id: string): void;
  };
  events: ViewEvents & LogEvents & NewsEvents & UndoEvents & { changed: Snapshot; timers: unknown };
}

export function connectPage<C extends PageContract>(channel: HostChannel, state: PageState): Connection<C> {
  const client = connect<SharedContract>(channel);
  const { ask, on } = client;
  const toaster = createToaster();
  let lastRequest = 0;

  on("savedViews", receiveFilters);
  on("reading", receiveReading);
  on("undoable", ({ summary }) => offerUndo(summary, "info"));
  on("news", (news) => showNews(news, { toaster, locale: state.locale.peek(), snapshot: state.snapshot.peek(), openTask: (id) => void attempt(ask.openTask(id)) }));

  function receiveFilters(all: readonly SavedView[]): void {
    if (state.savedViews !== undefined) state.savedViews.value = all;
  }

  function receiveReading(percent: LogProgress): void {
    if (state.reading !== undefined) state.reading.value = percent;
  }

  function follow({ ready, receive, changed = receive, receiveTimers, started, localeAfterPaint = false }: Content<SharedContract>): () => Promise<void> {
    on("changed", changed);
    on("timers", (timers) => receiveTimers?.(timers));
    return async () => {
      state.failure.value = null;
      try {
        const answer = await ready();
        const { strings, locale, singleKeys = true, savedViews, reading, timers, ...snapshot } = answer;
        setLocale({ strings, locale });
        setSingleKeys(singleKeys);
        if (localeAfterPaint) setAfterPaint(state.locale, locale);
        else state.locale.value = locale;
        if (savedViews !== undefined) receiveFilters(savedViews);
        if (reading !== undefined) receiveReading(reading);
        receive(snapshot);
        if (timers !== undefined) receiveTimers?.(timers);
        await started?.(answer);
      } catch (error) {
        state.failure.value = errorText(error);
      }
    };
  }

  async function attempt<T>(request: Promise<T>): Promise<T | undefined> {
    try {
      return await request;
    } catch (error) {
      toaster.show({ kind: "error", text: errorText(error) });
      return undefined;
    }
  }

  async function attemptLatest<T>(request: Promise<T>): Promise<T | undefined> {
    lastRequest += 1;
    const mine = lastRequest;
    const answer = await attempt(request);
    return mine === lastRequest ? answer : undefined;
  }

  async function execute(command: PageCommand): Promise<CommandResult> {
    try {
      return await ask.execute(command);
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
      ...(question !== undefined && { question: questionOf(question) }),
    });
  }

  function questionOf({ action, ids, text, choices }: TimerQuestion) {
    return { text, choices: choices.map(({ answer, label }) => ({ label, run: () => void attempt(ask.answerTimer({ action, ids, answer })) })) };
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

  function reportFailure(result: CommandResult & { message: string }): void {
    toaster.show({ kind: result.kind === "failed" ? "error" : "warning", text: result.message });
  }

  function report(result: CommandResult): boolean {
    if (result.kind === "done") reportSuccess(result);
    else reportFailure(result);
    return result.kind === "done";
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

  function openPage(page: Place): void {
    void attempt(ask.openPage(page));
  }

  /** Runs a command whose effect is not shown in advance. The toast offers `action`. */
  async function runWithToast(command: PageCommand, action?: { label: string; run: () => void }): Promise<void> {
    if (refuseIfReadOnly()) return;
    const result = await execute(command);
    if (result.kind === "done") toaster.show({ kind: "info", text: result.summary, ...(action !== undefined && { action }) });
    else reportFailure(result);
  }

  function refuseIfReadOnly(): boolean {
    const reason = state.snapshot.peek()?.readOnly ?? null;
    if (reason === null) return false;
    toaster.show({ kind: "warning", text: readOnlyText(reason) });
    return true;
  }

  const connection = { ...client, toaster, follow, attempt, attemptLatest, execute, reportSuccess, report, reportAnswer, undo, redo, openPage, refuseIfReadOnly };
  return connection as unknown as Connection<C>;
}
