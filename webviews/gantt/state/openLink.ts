// Opens what a task waits for, to be looked at and changed, without a pointer.
import { t } from "@vscode/l10n";
import type { GanttLink } from "../../contract/generated/protocol.ts";
import { announce } from "../../shared/announcer.ts";
import type { ChosenLink, GanttState } from "./state.ts";

/** At the left edge below an element. */
export function pointBelow(element: Element): ChosenLink["at"] {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}

export function openLink(state: GanttState, link: GanttLink, at: ChosenLink["at"]): void {
  const { rows } = state.view.peek();
  const { from, to, kind, lag } = link;
  state.link.value = { from: rows[from]?.id ?? "", to: rows[to]?.id ?? "", kind, lag, at };
}

/** The first of a row's; from there one comes to the others. */
export function openFirstLink(state: GanttState, key: string): void {
  const to = state.places.peek().get(key);
  const link = state.view.peek().links.find((other) => other.to === to);
  const row = document.activeElement;
  if (link === undefined || row === null) announce(t("It waits for no task."));
  else openLink(state, link, pointBelow(row));
}

/** A refusal is told at its row; a panel that has its own place for it takes it from there. */
export function takeRefusal({ notice }: GanttState): string | null {
  const text = notice.peek()?.text ?? null;
  notice.value = null;
  return text;
}
