// Changes to entries of the register. They are recorded in the active session, without one in the session that was saved last.

import { l10n, window } from "vscode";
import { askText } from "../support/askText.ts";
import type { EntryAnswer } from "../../../webviews/contract/dashboard.ts";
import type { RegisterRow, SessionUpdate } from "../../../webviews/contract/generated/protocol.ts";
import type { RegisterAction } from "../../../webviews/contract/sessions.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "../commands/commandContext.ts";

/** The list of a session that has the entries of a kind. */
const lists = {
  decision: "decisions",
  caution: "handoff_notes",
  blocker: "blockers",
  openItem: "checklist",
  pointer: "context_pointers",
  reference: "references",
  suggestion: "handoff_notes",
  contextNote: "handoff_notes",
} as const satisfies Record<RegisterRow["kind"], string>;

export async function changeRegister(context: CommandContext, project: Project, action: RegisterAction, row: RegisterRow): Promise<unknown> {
  const update = await updateOf(action, row);
  return update && (await context.run(project, { kind: "updateSession", update }));
}

/** Returns the change for an answer of the user. */
export function updateOfAnswer(answer: EntryAnswer, row: RegisterRow): SessionUpdate {
  switch (answer.kind) {
    case "tick":
      return { check: { index: 0, entry: row.id, checked: true, ...(answer.text !== "" && { answer: answer.text }) }, add: [], remove: [] };
    case "confirm": {
      const reason = row.reason === "" ? {} : { reason: row.reason };
      return { add: [["decisions", { decision: row.text, ...reason, confidence: "confirmed" }]], remove: [] };
    }
    case "withdraw":
      return { add: [], remove: [{ list: lists[row.kind], entry: row.id, ...(answer.text !== "" && { reason: answer.text }) }] };
  }
}

/** Returns the change, or undefined if the user cancels. */
async function updateOf(action: RegisterAction, row: RegisterRow): Promise<SessionUpdate | undefined> {
  switch (action) {
    case "confirm":
      return updateOfAnswer({ kind: "confirm", entry: row.id }, row);
    case "supersede": {
      const title = l10n.t("Supersede “{0}”", row.text);
      const decision = await askText({ title, prompt: l10n.t("The new decision, in one line") }, l10n.t("Enter the decision"));
      if (decision === undefined) return undefined;
      const reason = await askReason(title);
      if (reason === undefined) return undefined;
      const entry = { decision, ...(reason !== "" && { reason }), confidence: "confirmed", supersedes: [row.id] };
      return { add: [["decisions", entry]], remove: [] };
    }
    case "withdraw": {
      const text = await askReason(l10n.t("Withdraw “{0}”", row.text));
      return text === undefined ? undefined : updateOfAnswer({ kind: "withdraw", entry: row.id, text }, row);
    }
  }
}

/** Asks for a reason, which may be empty. Returns undefined if cancelled. */
async function askReason(title: string): Promise<string | undefined> {
  return (await window.showInputBox({ title, prompt: l10n.t("Reason (optional)") }))?.trim();
}
