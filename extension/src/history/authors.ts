// The authors of stored changes, and the changes of one of them since some time.

import { env, l10n, ThemeIcon, type QuickPickItem } from "vscode";
import type { Actor, UndoStep } from "../../../webviews/contract/generated/protocol.ts";
import { actorIcons } from "../../../webviews/contract/texts/texts.ts";
import { shortTime } from "../support/dateFormat.ts";
import { translateText } from "../support/vocabulary.ts";

export interface StepsRow extends QuickPickItem {
  /** Oldest first. */
  readonly steps: readonly UndoStep[];
}

const HOUR_MS = 3_600_000;

/** Returns a row for each conversation of an agent and each person: agents first, then the latest. */
export function authorRows(steps: readonly UndoStep[], locale = env.language): StepsRow[] {
  const groups = new Map<string, UndoStep[]>();
  for (const step of steps) {
    const key = authorKey(step.actor);
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  const rows = [...groups.values()].flatMap((own) => authorRow(own, locale));
  const rank = ({ steps: own }: StepsRow): number => (own[0]?.actor.kind === "agent" ? 0 : 1);
  const last = ({ steps: own }: StepsRow): string => own.at(-1)?.at ?? "";
  return rows.toSorted((a, b) => rank(a) - rank(b) || last(b).localeCompare(last(a)));
}

function authorKey({ kind, name, conversation = "" }: Actor): string {
  return JSON.stringify([kind, name, conversation]);
}

function authorRow(steps: readonly UndoStep[], locale: string): StepsRow[] {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { actor } = first;
  const unknown = actor.kind === "agent" ? l10n.t("An agent") : l10n.t("Someone");
  const name = actor.name === "" ? unknown : actor.name;
  const kind = actor.kind === "agent" ? l10n.t("agent") : l10n.t("person");
  const latest = l10n.t("last {0}: {1}", shortTime(last.at, locale), translateText(last.summary));
  const detail = steps.length === 1 ? latest : `${l10n.t("since {0}", shortTime(first.at, locale))} · ${latest}`;
  return [{ label: name, description: `${kind} · ${changeCount(steps.length)}`, detail, iconPath: new ThemeIcon(actorIcons[actor.kind]), steps }];
}

/** Returns the choices of how far to go back; those with the same changes once. */
export function spanRows(steps: readonly UndoStep[], now: number, locale = env.language): StepsRow[] {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const since = (from: number) => steps.filter(({ at }) => Date.parse(at) >= from);
  const choices: [string, readonly UndoStep[]][] = [
    [l10n.t("All changes"), steps],
    [l10n.t("Changes of today"), since(today)],
    [l10n.t("Changes of the last hour"), since(now - HOUR_MS)],
    [l10n.t("Only the last change"), steps.slice(-1)],
  ];
  const used = new Set([0]);
  return choices.flatMap(([label, own]) => {
    const [first] = own;
    if (first === undefined || used.has(own.length)) return [];
    used.add(own.length);
    const one = own.length === 1 ? translateText(first.summary) : l10n.t("since {0}", shortTime(first.at, locale));
    return [{ label, description: `${changeCount(own.length)} · ${one}`, steps: own }];
  });
}

function changeCount(count: number): string {
  return count === 1 ? l10n.t("1 change") : l10n.t("{0} changes", count);
}
