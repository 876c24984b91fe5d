// Changes to the notes and the checklist of a session as updates of its record.

import type { ChecklistItem, SessionUpdate } from "../../../webviews/contract/generated/protocol.ts";
import type { SessionEdit } from "../../../webviews/contract/sessions.ts";

const NOTES = "handoff_notes";
const CHECKLIST = "checklist";

/**
 * Returns the update for an edit; undefined if the checklist has no such item.
 *
 * @param checklist the items as the page shows them
 */
export function updateOfEdit(edit: SessionEdit, checklist: readonly ChecklistItem[]): SessionUpdate | undefined {
  switch (edit.kind) {
    case "addNote":
      return { add: [[NOTES, noteOf(edit)]], remove: [] };
    case "editNote":
      return { add: [[NOTES, noteOf(edit)]], remove: [{ list: NOTES, entry: edit.was }] };
    case "removeNote":
      return { add: [], remove: [{ list: NOTES, entry: edit.was }] };
    case "addItem":
      return { add: [[CHECKLIST, { item: edit.text, checked: false, owner: edit.owner }]], remove: [] };
    case "editItem": {
      const row = checklist.find(({ index, item }) => index === edit.index && item === edit.was);
      if (row === undefined) return undefined;
      const { text, owner } = edit;
      return { edit: { index: row.index, seen: row.value, ...(text !== undefined && { item: text }), ...(owner !== undefined && { owner }) }, add: [], remove: [] };
    }
    case "removeItem":
      return { add: [], remove: [{ list: CHECKLIST, entry: edit.was }] };
  }
}

function noteOf({ text, category }: { text: string; category: string }) {
  return { note: text, category };
}
