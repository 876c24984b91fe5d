// Messages about what others have just changed: who, what, and a way there.
import { t } from "@vscode/l10n";
import type { ActorChanges, ChangedSubject, RecentChanges } from "../../contract/generated/protocol.ts";
import type { Snapshot } from "../../contract/common.ts";
import { authorName, eventSentence } from "../history/historySentences.ts";
import type { HistoryContext } from "../history/historySentences.ts";
import { noLocale } from "../text/language.ts";
import { actorName } from "../text/names.ts";
import type { Toaster } from "./toaster.ts";

/** Maximum number of subjects that a message names. */
const MAX_NAMED = 3;

interface News {
  toaster: Toaster;
  locale: string;
  /** Null before the first one. */
  snapshot: Snapshot | null;
  openTask: (id: string) => void;
}

/** Shows a message about changes of others. It waits for a message that offers something. */
export function showNews({ actors, more }: RecentChanges, { toaster, locale, snapshot, openTask }: News): void {
  const [changes] = actors;
  if (changes === undefined || snapshot === null || locale === noLocale) return;
  const context = { locale, today: snapshot.today, assignees: snapshot.project.assignees };
  const { head, details, task } = describe(changes, context);
  const others = actors.length - 1 + more;
  toaster.tell({
    kind: "info",
    text: others > 0 ? `${head} ${othersText(others)}` : head,
    details,
    actor: changes.actor,
    ...(task !== null && { action: { label: t("Open Task"), run: () => openTask(task) } }),
  });
}

function othersText(count: number): string {
  return count === 1 ? t("and 1 more person or agent") : t("and {0} more people or agents", count);
}

interface Description {
  /** Who changed what. */
  head: string;
  details: string;
  /** The task that it is about, if it is one that is there. */
  task: string | null;
}

function describe({ actor, subjects, more }: ActorChanges, context: HistoryContext): Description {
  const tasks = subjects.filter(({ kind }) => kind === "task");
  const count = subjects.length + more;
  // A session that was saved beside a change of one task adds little.
  const single = count === 1 ? subjects[0] : more === 0 && tasks.length === 1 ? tasks[0] : undefined;
  if (single !== undefined) return describeSubject(single, context);
  const name = actorName(actor);
  const head = tasks.length === subjects.length ? t("{name} changed {count} tasks", { name, count }) : t("{name} made {count} changes", { name, count });
  const titles = subjects.map(({ title }) => title).filter((title) => title !== "");
  const details = [...titles.slice(0, MAX_NAMED), ...(count > MAX_NAMED ? ["…"] : [])].join(", ");
  return { head, details, task: null };
}

function describeSubject({ id, kind, title, status, events }: ChangedSubject, context: HistoryContext): Description {
  const [first] = events;
  const name = first === undefined ? "" : authorName(first, context);
  const head = title === "" ? name : `${name}: ${title}`;
  const details = events.map((event) => eventSentence(event, { ...context, title })).join(", ");
  return { head, details, task: kind === "task" && status !== null ? id : null };
}
