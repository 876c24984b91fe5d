// A card as one sentence, for screen readers.
import { t } from "@vscode/l10n";
import type { Card, Holder } from "../../contract/generated/protocol.ts";
import { longDay } from "../../shared/text/dates.ts";
import { actorName, labeledValue, needText, priorityName, spokenActor } from "../../shared/text/names.ts";

export function criteriaText({ criteria }: Card): string {
  return t("{0} of {1} done criteria", criteria.done, criteria.total);
}

export function subtasksText({ subtasks }: Card): string {
  return t("{0} of {1} subtasks", subtasks.done, subtasks.total);
}

export function blockedText({ blockedBy }: Card): string {
  return t("Waits for {0}", blockedBy.join(", "));
}

export function dueText({ dueDate = "", overdue }: Card, locale: string): string {
  const day = longDay(dueDate, locale);
  return overdue ? t("Overdue since {0}", day) : t("Due {0}", day);
}

function heldText({ actor, needs }: Holder): string {
  const held = t("Held by {actor}", { actor: spokenActor(actor) });
  return needs === undefined ? held : `${held}, ${needText(needs)}`;
}

/** What a card shows besides its task. */
interface Shown {
  /** Name of the assignee. */
  assignee: string | undefined;
  isSelected: boolean;
  /** Whether its timer runs. */
  isTimed: boolean;
  /** What agents propose for it, or empty. */
  proposed: string;
}

export function cardLabel(card: Card, { assignee, isSelected, isTimed, proposed }: Shown, locale: string): string {
  const parts = [
    isSelected ? t("Selected") : "",
    `${card.id} ${card.title}`,
    card.priority === undefined ? "" : labeledValue("priority", priorityName(card.priority)),
    assignee === undefined ? "" : labeledValue("assignee", assignee),
    isTimed ? t("Timer running") : "",
    card.holder === undefined ? "" : heldText(card.holder),
    card.ended === undefined ? "" : t("{actor} has ended without finishing", { actor: actorName(card.ended.actor) }),
    card.milestone === undefined ? "" : labeledValue("milestone", card.milestone),
    card.labels.length === 0 ? "" : labeledValue("labels", card.labels.join(", ")),
    card.dueDate === undefined ? "" : dueText(card, locale),
    card.criteria.total === 0 ? "" : criteriaText(card),
    card.subtasks.total === 0 ? "" : subtasksText(card),
    card.blockedBy.length === 0 ? "" : blockedText(card),
    card.foundInNotes === true ? t("found in notes or paths") : "",
    proposed,
    card.troubled ? t("Its file has a problem") : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
