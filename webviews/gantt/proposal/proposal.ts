// Prepares a proposal for display, and creates the command that accepts it. Pure.
import type { Lateness, Proposal, ProposedMove, Reschedule, TaskDates } from "../../contract/generated/protocol.ts";
import { dateOf } from "../../shared/time/days.ts";
import { t } from "@vscode/l10n";
import { dayCount } from "../time/dayNames.ts";

/** How a task's dates change. */
export type Shift =
  /** It had no dates. */
  | { kind: "new" }
  /** Both dates move by this many calendar days. */
  | { kind: "moved"; days: number }
  /** Its length changes as well; `days` is the shift of its last day. */
  | { kind: "changed"; days: number };

export function shiftOf({ startBefore, dueBefore, start, due }: ProposedMove): Shift {
  if (startBefore === undefined && dueBefore === undefined) return { kind: "new" };
  const byStart = difference(startBefore, start);
  const byDue = difference(dueBefore, due);
  if (byDue === undefined) return byStart === undefined ? { kind: "new" } : { kind: "changed", days: byStart };
  return byStart === byDue ? { kind: "moved", days: byDue } : { kind: "changed", days: byDue };
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

/** Returns the moves that can be accepted one by one; parents follow their subtasks. */
export function selectableMoves(proposal: Proposal): ProposedMove[] {
  return proposal.moves.filter(({ follows }) => !follows);
}

/** Creates the command that sets exactly the shown dates, except excluded ones. */
export function acceptProposal(proposal: Proposal, leftOut: ReadonlySet<string>): Reschedule {
  const dates = selectableMoves(proposal).filter(({ key }) => !leftOut.has(key)).map(datesOf);
  return { kind: "set", dates };
}

function datesOf({ id, start, due }: ProposedMove): TaskDates {
  return { id, startDate: start === undefined ? null : dateOf(start), dueDate: due === undefined ? null : dateOf(due) };
}

/** Returns the missed targets by task: due date, milestone or both. */
export function latenessById(proposal: Proposal): ReadonlyMap<string, readonly Lateness[]> {
  const byId = new Map<string, Lateness[]>();
  for (const lateness of proposal.late) {
    const known = byId.get(lateness.id);
    if (known === undefined) byId.set(lateness.id, [lateness]);
    else known.push(lateness);
  }
  return byId;
}

/** For example "3 days later". */
export function shiftText(shift: Shift): string {
  switch (shift.kind) {
    case "new":
      return t("newly scheduled");
    case "moved":
      return shift.days > 0 ? t("{0} later", dayCount(shift.days)) : t("{0} earlier", dayCount(-shift.days));
    case "changed":
      if (shift.days === 0) return t("different duration");
      return shift.days > 0 ? t("ends {0} later", dayCount(shift.days)) : t("ends {0} earlier", dayCount(-shift.days));
  }
}

/** Describes which target is missed, and by how much. */
export function latenessText({ milestone, days }: Lateness): string {
  if (milestone === undefined) return t("{0} after its due date", dayCount(days));
  return t("{0} after {1}", dayCount(days), milestone);
}
