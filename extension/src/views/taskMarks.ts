// Marks of tasks at the right edge of the tree, where a narrow view does not cut them off. VSCode decorates a row by
// its URI, so the URI of a row says what is marked.

import { l10n, ThemeColor, Uri, window, type Disposable, type FileDecoration } from "vscode";
import type { ExplorerRow } from "../../../webviews/contract/generated/protocol.ts";
import { isTerminal } from "../../../webviews/contract/statuses.ts";
import { countText, priorityName, statusName } from "../support/vocabulary.ts";

const SCHEME = "handoff-task";

/** Badge of a task with marks below it. */
const INSIDE = "•";

/** What a row marks, the most serious first. */
const marks = ["troubled", "late", "blocked", "urgent", "done"] as const;
type Mark = (typeof marks)[number];

/** A mark of the task itself, or the number of tasks with it below the task. */
type Marks = Partial<Record<Mark, true>> & { readonly inside?: Partial<Record<Mark, number>> };

const colors: Record<Mark, string | undefined> = {
  troubled: "list.errorForeground",
  late: "list.errorForeground",
  blocked: "list.warningForeground",
  urgent: "list.warningForeground",
  done: "descriptionForeground",
};

/** Returns the URI of the row of a task with marks; undefined without any. It names no file. */
export function markUri(row: ExplorerRow): Uri | undefined {
  const found = marksOf(row);
  return Object.keys(found).length === 0 ? undefined : Uri.parse(`${SCHEME}:/${encodeURIComponent(row.card.key)}?${encodeURIComponent(JSON.stringify(found))}`);
}

export function registerTaskMarks(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, query }): FileDecoration | undefined => (scheme === SCHEME ? decorationOf(JSON.parse(query) as Marks) : undefined),
  });
}

function marksOf({ card, inside }: ExplorerRow): Marks {
  const own: Record<Mark, boolean> = {
    troubled: card.troubled,
    late: card.overdue,
    blocked: card.status === "blocked",
    urgent: card.priority === "high" && !isTerminal(card.status),
    done: isTerminal(card.status),
  };
  const below = Object.entries({ troubled: inside.troubled, late: inside.late, blocked: inside.blocked, urgent: inside.urgent }).filter(([, count]) => count > 0);
  return {
    ...Object.fromEntries(Object.entries(own).filter(([, isMarked]) => isMarked)),
    ...(below.length > 0 && { inside: Object.fromEntries(below) }),
  };
}

/** Returns a badge of at most two characters, a color and a tooltip. */
export function decorationOf(found: Marks): FileDecoration {
  const own = marks.filter((mark) => found[mark] === true);
  const inside = marks.filter((mark) => found.inside?.[mark] !== undefined);
  const state = own.find((mark) => mark !== "urgent" && mark !== "done");
  // Almost every group has tasks with high priority: a dot for them would say nothing.
  const below = inside.some((mark) => mark !== "urgent") ? INSIDE : "";
  const badge = `${state === undefined ? below : badgeOf(state)}${found.urgent === true ? badgeOf("urgent") : ""}`;
  // VSCode colors the title too. In a plan that is behind, each group has late tasks, and all of them would be red.
  const colored = marks.find((mark) => own.includes(mark) || (mark === "troubled" && inside.includes(mark)));
  const color = colored && colors[colored];
  const texts = [...own.filter((mark) => mark !== "done").map(markName), ...inside.map((mark) => insideText(mark, found.inside?.[mark] ?? 0))];
  return {
    ...(badge !== "" && { badge }),
    ...(color !== undefined && { color: new ThemeColor(color) }),
    ...(texts.length > 0 && { tooltip: texts.join(", ") }),
  };
}

/** Returns one character for a mark: a badge has at most two. Letters are those of the words "late" and "blocked". */
function badgeOf(mark: Mark): string {
  switch (mark) {
    case "troubled":
      return "×";
    case "late":
      return l10n.t("L");
    case "blocked":
      return l10n.t("B");
    case "urgent":
      return "!";
    case "done":
      return "";
  }
}

function markName(mark: Mark): string {
  switch (mark) {
    case "troubled":
      return l10n.t("has problems");
    case "late":
      return l10n.t("overdue");
    case "blocked":
      return statusName("blocked");
    case "urgent":
      return l10n.t("Priority: {0}", priorityName("high"));
    case "done":
      return "";
  }
}

function insideText(mark: Mark, count: number): string {
  const shown = countText(count);
  switch (mark) {
    case "troubled":
      return l10n.t("{0} with problems", shown);
    case "late":
      return l10n.t("{0} late", shown);
    case "blocked":
      return l10n.t("{0} blocked", shown);
    case "urgent":
      return l10n.t("{0} with high priority", shown);
    case "done":
      return "";
  }
}
