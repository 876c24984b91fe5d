// Opens the popover of a dependency.
import { t } from "@vscode/l10n";
import type { GanttLink } from "../../contract/generated/protocol.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { ChosenLink, GanttState } from "./state.ts";

/** Returns the point below an element's left edge. */
export function pointBelow(element: Element): ChosenLink["at"] {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}

export function openLink(state: GanttState, link: GanttLink, at: ChosenLink["at"]): void {
  const { rows } = state.view.peek();
  const { from, to, kind, lag } = link;
  state.link.value = { from: rows[from]?.id ?? "", to: rows[to]?.id ?? "", kind, lag, at };
}

/** Opens a row's first dependency; the popover leads to the others. */
export function openFirstLink(state: GanttState, key: string): void {
  const to = state.places.peek().get(key);
  const link = state.view.peek().links.find((other) => other.to === to);
  const row = document.activeElement;
  if (link === undefined || row === null) announce(t("The task has no dependencies."));
  else openLink(state, link, pointBelow(row));
}

/**
 * Returns the refusal of the last change and removes its notice, for a panel that shows it itself.
 */
export function takeRefusal({ notice }: GanttState): string | null {
  const text = notice.peek()?.text ?? null;
  notice.value = null;
  return text;
}
