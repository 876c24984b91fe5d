// Names and keys of assignees. Pure.
import type { Assignee } from "../generated/protocol.ts";

/** Returns a person's display name if it is unambiguous, else the key. */
export function nameOf(key: string, assignees: readonly Assignee[]): string {
  const name = assignees.find((assignee) => assignee.key === key)?.name ?? key;
  return keyOf(name, assignees) === key ? name : key;
}

/** Returns the key of a typed name or key; other text is a new key. */
export function keyOf(text: string, assignees: readonly Assignee[]): string {
  const known = assignees.find(({ key }) => key === text) ?? assignees.find(({ name }) => name === text);
  return known?.key ?? text;
}
