// Finds elements of the board by their data attributes.
import type { Status } from "../../contract/generated/protocol.ts";
import { statuses } from "../../contract/generated/values.ts";

/** Returns the card in this lane or, if it is not there, in any lane. */
export function cardElement(key: string, lane: string): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(key)}"]`)];
  return all.find((element) => cellOf(element)?.lane === lane) ?? all[0] ?? null;
}

export function cellElement(status: Status, lane: string): HTMLElement | null {
  return document.querySelector(`[data-status="${status}"][data-lane="${CSS.escape(lane)}"]`);
}

/** Returns the card that contains an element. */
export function cardOf(element: Element): { key: string; element: HTMLElement } | null {
  const card = element.closest<HTMLElement>("[data-card]");
  const key = card?.dataset["card"];
  return card === null || key === undefined ? null : { key, element: card };
}

/** Returns the card of a cell that is nearest to a height, as between two cards. */
export function nearestCard(cell: Element, y: number): { key: string; element: HTMLElement } | null {
  const distance = (card: Element): number => {
    const { top, bottom } = card.getBoundingClientRect();
    return Math.max(top - y, y - bottom, 0);
  };
  const [nearest] = [...cell.querySelectorAll("[data-card]")].toSorted((a, b) => distance(a) - distance(b));
  return nearest === undefined ? null : cardOf(nearest);
}

/** Returns the cell that contains an element. */
export function cellOf(element: Element): { status: Status; lane: string; element: HTMLElement } | null {
  const cell = element.closest<HTMLElement>("[data-status][data-lane]");
  const status = statuses.find((known) => known === cell?.dataset["status"]);
  return cell === null || status === undefined ? null : { status, lane: cell.dataset["lane"] ?? "", element: cell };
}
