// What a person can do on the board, and the only place that asks the host.
import { t } from "@vscode/l10n";
import type { BoardContract, BoardQuery, BoardSnapshot } from "../contract/board.ts";
import type { CommandResult, Start } from "../contract/common.ts";
import type { Command, Place, TaskPatch } from "../contract/generated/protocol.ts";
import { announce } from "../shared/announcer.ts";
import type { Toaster } from "../shared/components/Toast.tsx";
import { readOnlyText } from "../shared/components/ReadOnlyBanner.tsx";
import { fly } from "../shared/drag/flight.ts";
import { speak } from "../shared/language.ts";
import type { Client } from "../shared/rpc.ts";
import { cardElement } from "./elements.ts";
import type { Field, Goal } from "./goal.ts";
import { lanePatch } from "./lanes.ts";
import { moveTo } from "./move.ts";
import { reusing } from "./reuse.ts";
import { idsOf } from "./state.ts";
import type { BoardState } from "./state.ts";
import { afterGrant, afterSnapshot } from "./wish.ts";
import type { Wish } from "./wish.ts";

export type PickedField = Parameters<BoardContract["requests"]["pick"]>[0]["field"];

export interface Actions {
  start(): Promise<void>;
  see(query: Partial<BoardQuery>): void;
  /** Drops cards at a goal; `from` is where the first was seen last, for the way there or back. */
  move(keys: readonly string[], goal: Goal, field: Field, from: DOMRect | null): void;
  /** Shows how a card that is not dropped goes back. */
  putBack(keys: readonly string[], from: DOMRect | null): void;
  rename(key: string, title: string): void;
  /** Makes a task in a cell; false when it was not made. */
  add(status: Goal["status"], lane: string, title: string): Promise<boolean>;
  open(key: string): void;
  remove(keys: readonly string[]): void;
  pick(field: PickedField, keys: readonly string[]): void;
  undo: () => void;
  redo: () => void;
  /** Says why nothing can be changed; false when it can. */
  refusedAsReadOnly(): boolean;
}

export function createActions(state: BoardState, client: Client<BoardContract>, toaster: Toaster): Actions {
  const { ask } = client;
  let lastWish = 0;
  let lastView = 0;

  client.on("changed", receive);
  client.on("undoable", ({ summary }) => offerUndo(summary, "info"));

  function receive({ project, today, readOnly, board }: BoardSnapshot): void {
    const before = state.snapshot.peek();
    state.wishes.value = afterSnapshot(state.wishes.peek());
    state.snapshot.value = { project, today, readOnly, board: reusing(before?.board, board) };
  }

  async function start(): Promise<void> {
    try {
      const answer: Start & BoardSnapshot = await ask.ready(state.query.peek());
      speak(answer);
      state.locale.value = answer.locale;
      receive(answer);
    } catch (error) {
      state.failure.value = sentence(error);
    }
  }

  function see(change: Partial<BoardQuery>): void {
    state.query.value = { ...state.query.peek(), ...change };
    lastView += 1;
    const mine = lastView;
    void attempt(ask.view(state.query.peek())).then((snapshot) => {
      if (snapshot !== undefined && mine === lastView) receive(snapshot);
    });
  }

  /** What a request answers; when it fails, that is said and nothing comes of it. */
  async function attempt<T>(asked: Promise<T>): Promise<T | undefined> {
    try {
      return await asked;
    } catch (error) {
      toaster.show({ kind: "error", text: sentence(error) });
      return undefined;
    }
  }

  async function execute(command: Command): Promise<CommandResult> {
    try {
      return await ask.execute(command);
    } catch (error) {
      return { kind: "failed", message: sentence(error) };
    }
  }

  function offerUndo(text: string, kind: "info" | "warning"): void {
    toaster.show({ kind, text, action: { label: t("Undo"), run: undo } });
  }

  function celebrate(result: CommandResult): void {
    if (result.kind !== "done" || !result.changed) return;
    offerUndo([result.summary, ...result.warnings].join(" "), result.warnings.length > 0 ? "warning" : "info");
  }

  /** Shows a change at once, sends it, and takes it back when it does not come about. */
  async function wish(command: Command, keys: readonly string[], patch: TaskPatch, place?: Place): Promise<void> {
    lastWish += 1;
    const id = lastWish;
    const revision = state.snapshot.peek()?.board.revision ?? 0;
    const made: Wish = { id, keys, patch, revision, granted: false, ...(place !== undefined && { place }) };
    state.notice.value = null;
    state.wishes.value = [...state.wishes.peek(), made];
    const result = await execute(command);
    if (result.kind === "done") {
      const seen = state.snapshot.peek()?.board;
      if (seen !== undefined) state.wishes.value = afterGrant(state.wishes.peek(), id, result.changed, seen);
      celebrate(result);
      return;
    }
    const seen = boxes(keys);
    state.wishes.value = state.wishes.peek().filter((other) => other.id !== id);
    takeBack(keys, seen, result.message, result.kind === "refused" ? result.task : undefined);
  }

  /** Brings cards back to where the files say they are, and says why at the card. */
  function takeBack(keys: readonly string[], seen: ReadonlyMap<string, DOMRect>, reason: string, task?: string): void {
    const culprit = keys.find((key) => state.cards.peek().get(key)?.id === task) ?? keys[0];
    if (culprit !== undefined && state.cards.peek().has(culprit)) state.notice.value = { key: culprit, text: reason };
    else toaster.show({ kind: "error", text: reason });
    announce(t("Not changed. {0}", reason));
    glide(seen);
  }

  function boxes(keys: readonly string[], first: DOMRect | null = null): Map<string, DOMRect> {
    const seen = new Map<string, DOMRect>();
    for (const key of keys) {
      const box = cardElement(key)?.getBoundingClientRect();
      if (box !== undefined) seen.set(key, key === keys[0] && first !== null ? first : box);
    }
    return seen;
  }

  /** After the next drawing, since only then the cards are where they go to. */
  function glide(from: ReadonlyMap<string, DOMRect>): void {
    requestAnimationFrame(() => {
      for (const [key, box] of from) {
        const element = cardElement(key);
        if (element !== null) fly(element, box);
      }
    });
  }

  function reveal(key: string): void {
    requestAnimationFrame(() => cardElement(key)?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  }

  function move(keys: readonly string[], goal: Goal, field: Field, from: DOMRect | null): void {
    const project = state.snapshot.peek()?.project;
    const cards = keys.flatMap((key) => state.cards.peek().get(key) ?? []);
    if (project === undefined) return;
    if (cards.length === 0) {
      toaster.show({ kind: "warning", text: t("Nothing was moved: the cards are no longer here.") });
      return;
    }
    const meant = moveTo(goal, cards, field, state.laneKind.peek(), project);
    const seen = boxes(keys, from);
    switch (meant.kind) {
      case "nothing":
        announce(t("Dropped where it was."));
        glide(seen);
        break;
      case "senseless":
        takeBack(keys, seen, meant.reason);
        break;
      case "command":
        void wish(meant.command, keys, meant.patch, meant.place);
        glide(seen);
        if (keys[0] !== undefined) reveal(keys[0]);
        break;
    }
  }

  function rename(key: string, title: string): void {
    const card = state.cards.peek().get(key);
    const next = title.trim();
    if (card === undefined || next === "" || next === card.title) return;
    const patch = { title: next };
    void wish({ kind: "updateTasks", ids: [card.id], patch, seen: { title: card.title } }, [key], patch);
  }

  async function add(status: Goal["status"], lane: string, title: string): Promise<boolean> {
    const kind = state.laneKind.peek();
    const fields: TaskPatch = { title, status, ...lanePatch(kind, [""], lane) };
    const parent = kind === "parent" && lane !== "" ? { parent: lane } : {};
    const result = await execute({ kind: "createTask", task: { ...parent, fields } });
    if (result.kind === "done") {
      celebrate(result);
      const [id] = result.created;
      if (id !== undefined) reveal(id);
      return true;
    }
    state.entryProblem.value = result.message;
    announce(t("Not added. {0}", result.message));
    return false;
  }

  function remove(keys: readonly string[]): void {
    const ids = idsOf(state, keys);
    if (ids.length > 0 && !refusedAsReadOnly()) void attempt(ask.deleteTasks(ids));
  }

  function undo(): void {
    void settle({ kind: "undo" }, t("Redo"), redo);
  }

  function redo(): void {
    void settle({ kind: "redo" }, t("Undo"), undo);
  }

  /** A change that is not seen in advance; the toast offers the way back. */
  async function settle(command: Command, label: string, run: () => void): Promise<void> {
    if (refusedAsReadOnly()) return;
    const result = await execute(command);
    if (result.kind === "done") toaster.show({ kind: "info", text: result.summary, action: { label, run } });
    else toaster.show({ kind: result.kind === "failed" ? "error" : "warning", text: result.message });
  }

  function refusedAsReadOnly(): boolean {
    const reason = state.readOnly.peek();
    if (reason === null) return false;
    toaster.show({ kind: "warning", text: readOnlyText(reason) });
    return true;
  }

  return {
    start,
    see,
    move,
    putBack: (keys, from) => glide(boxes(keys, from)),
    rename,
    add,
    remove,
    undo,
    redo,
    refusedAsReadOnly,
    open: (key) => {
      const id = state.cards.peek().get(key)?.id;
      if (id !== undefined) void attempt(ask.openTask(id));
    },
    pick: (field, keys) => {
      const ids = idsOf(state, keys);
      if (ids.length > 0 && !refusedAsReadOnly()) void attempt(ask.pick({ field, ids }));
    },
  };
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
