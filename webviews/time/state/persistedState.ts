// State of the page that survives a reload: the days, the filter, and what is being entered.
import { isDay, isText, recordOf } from "../../contract/validate.ts";
import { readForm } from "../rules/entryForm.ts";
import type { EntryForm } from "../rules/entryForm.ts";
import { periodKinds } from "../rules/period.ts";
import type { PeriodKind } from "../rules/period.ts";

/** A task by which the entries are filtered. */
export interface ChosenTask {
  id: string;
  title: string;
}

export interface Choices {
  kind: PeriodKind;
  /** A day of the week or month; null for today. */
  day: number | null;
  task: ChosenTask | null;
  /** Name of a person or agent. */
  actor: string | null;
}

export interface PersistedState {
  choices: Choices;
  form: EntryForm | null;
}

/** Reads the persisted state; invalid values are replaced by defaults. */
export function readPersistedState(state: unknown): PersistedState {
  const { choices, form } = recordOf(state);
  const { kind, day, task, actor } = recordOf(choices);
  const { id, title } = recordOf(task);
  return {
    choices: {
      kind: periodKinds.find((known) => known === kind) ?? "week",
      day: isDay(day) ? day : null,
      task: isText(id) && isText(title) ? { id, title } : null,
      actor: isText(actor) ? actor : null,
    },
    form: readForm(form),
  };
}
