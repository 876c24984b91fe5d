// The fields of a filter, for its menu and its chips.
import type { ComponentChildren } from "preact";
import type { MenuItem } from "../components/Menu.tsx";

/** A field by which a page filters. */
export interface FilterField {
  key: string;
  label: string;
  picture: ComponentChildren;
  /** The values to choose from. */
  values: readonly MenuItem[];
  /** Offers something else than values, such as a search. */
  content?: () => ComponentChildren;
  /** The only value is the field itself: it is on or off. */
  isSwitch?: boolean;
  /** What is chosen, as the chip says it; empty if nothing is. */
  chosen: readonly string[];
  /** Removes the condition. */
  clear: () => void;
}

/** Returns the labels of the checked values. */
export function checkedLabels(values: readonly MenuItem[]): string[] {
  return values.filter(({ checked }) => checked === true).map(({ label }) => label);
}
