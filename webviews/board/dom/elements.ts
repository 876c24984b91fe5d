// How the board's elements are found again: each card, cell and add button has a name in the page.
import type { Status } from "../../contract/generated/protocol.ts";
import { statuses } from "../../contract/generated/values.ts";

/** A card as it stands in that lane or, when it is not there, wherever it stands. */
export function cardElement(key: string, lane: string): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(key)}"]`)];
  return all.find((element) => cellOf(element)?.lane === lane) ?? all[0] ?? null;
}

export function cellElement(status: Status, lane: string): HTMLElement | null {
  return document.querySelector(`[data-status="${status}"][data-lane="${CSS.escape(lane)}"]`);
}

/** The card that an element belongs to. */
export function cardOf(element: Element): { key: string; element: HTMLElement } | null {
  const card = element.closest<HTMLElement>("[data-card]");
  const key = card?.dataset["card"];
  return card === null || key === undefined ? null : { key, element: card };
}

/** The cell that an element belongs to. */
export function cellOf(element: Element): { status: Status; lane: string; element: HTMLElement } | null {
  const cell = element.closest<HTMLElement>("[data-status][data-lane]");
  const status = statuses.find((known) => known === cell?.dataset["status"]);
  return cell === null || status === undefined ? null : { status, lane: cell.dataset["lane"] ?? "", element: cell };
}
