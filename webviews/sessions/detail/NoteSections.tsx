// The notes and the checklist of a session. Those of the active session can be changed.
import { t } from "@vscode/l10n";
import type { ComponentChildren, RefObject } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ChecklistItem, SessionNote, SessionView } from "../../contract/generated/protocol.ts";
import { itemOwners, noteCategories } from "../../contract/sessions.ts";
import type { NoteCategory } from "../../contract/sessions.ts";
import { oneOf } from "../../contract/validate.ts";
import { Button } from "../../shared/components/Button.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { categoryName, itemOwner } from "../../shared/register/texts.ts";
import { AddForm } from "../components/AddForm.tsx";
import { Section } from "../../shared/listPage/Section.tsx";
import { useSessions } from "../state/actions.ts";

/** What the next conversation should do comes first. */
const order: readonly string[] = noteCategories;
const isCategory = oneOf(noteCategories);
const isOwner = oneOf(itemOwners);

function useIsEditable({ summary }: SessionView): boolean {
  return summary.status === "active" && !useSessions().state.readOnly.value;
}

export function Notes({ view }: { view: SessionView }) {
  const { actions } = useSessions();
  const lastEdited = useRef<number | null>(null);
  const isEditable = useIsEditable(view);
  const { id } = view.summary;
  const rank = (category: string): number => (order.indexOf(category) + order.length + 1) % (order.length + 1);
  const notes = view.notes.toSorted((left, right) => rank(left.category) - rank(right.category));
  return (
    <Section title={t("Notes")} count={notes.length} always={isEditable}>
      <ul class="entries">
        {notes.map((note, at) => (
          <NoteLine key={at} note={note} at={at} lastEdited={lastEdited} session={id} isEditable={isEditable && note.standing} />
        ))}
      </ul>
      {isEditable && (
        <AddForm
          label={t("Add a note")}
          kind={t("Kind of note")}
          kinds={noteCategories.map((category) => [category, categoryName(category)])}
          onAdd={(text, category) => void actions.edit(id, { kind: "addNote", category, text })}
        />
      )}
    </Section>
  );
}

interface NoteLineProps {
  note: SessionNote;
  at: number;
  lastEdited: LastEdited;
  session: string;
  isEditable: boolean;
}

function NoteLine({ note: entry, at, lastEdited, session, isEditable }: NoteLineProps) {
  const { actions } = useSessions();
  const { isEdited, edit, close, opener } = useEditing(lastEdited, at);
  if (isEdited) return <EditedNote shown={entry} session={session} close={close} />;
  const { note, category, author, standing } = entry;
  return (
    <li class={standing ? "editable-line" : "editable-line entry-past"}>
      <div>
        <p class="entry-text note-text" dir="auto">
          {category !== "" && <span class={`pill note-${category}`}>{categoryName(category)}</span>} {note}
        </p>
        <p class="entry-facts">{[author, standing ? "" : t("No longer stands")].filter((fact) => fact !== "").join(" · ")}</p>
      </div>
      {isEditable && (
        <>
          <Button icon="edit" label={t("Edit the note “{note}”", { note })} onClick={edit} buttonRef={opener} />
          <Button icon="trash" label={t("Remove the note “{note}”", { note })} onClick={() => void actions.edit(session, { kind: "removeNote", was: note })} />
        </>
      )}
    </li>
  );
}

/** The field of a note. Others may reorder the notes meanwhile, so the note is the one that was shown first. */
function EditedNote({ shown, session, close }: { shown: SessionNote; session: string; close: () => void }) {
  const { actions } = useSessions();
  const [{ note, category }] = useState(shown);
  const [text, setText] = useState(note);
  const known: NoteCategory = isCategory(category) ? category : "context";
  const save = (): void => {
    close();
    if (text.trim() !== "" && text !== note) void actions.edit(session, { kind: "editNote", was: note, category: known, text });
  };
  return (
    <EditedLine save={save} close={close}>
      <EntryField label={t("Text of the note")} text={text} onText={setText} onEscape={close} onEnter={save} />
    </EditedLine>
  );
}

export function Checklist({ view }: { view: SessionView }) {
  const { actions } = useSessions();
  const lastEdited = useRef<number | null>(null);
  const { checklist, summary } = view;
  const { done, total } = summary.checklist;
  const isEditable = useIsEditable(view);
  return (
    <Section title={t("Checklist")} count={checklist.length} always={isEditable} detail={total > 0 ? `${done}/${total}` : ""}>
      <ul class="entries">
        {checklist.map((item) => (
          <ChecklistLine key={`${item.index} ${item.item}`} item={item} lastEdited={lastEdited} session={summary.id} isEditable={isEditable} />
        ))}
      </ul>
      {summary.status !== "active" && <p class="muted hint">{t("Only an active session can be ticked.")}</p>}
      {isEditable && (
        <AddForm
          label={t("Add an item")}
          kind={t("Owner of the item")}
          kinds={itemOwners.map((owner) => [owner, itemOwner(owner)])}
          onAdd={(text, owner) => void actions.edit(summary.id, { kind: "addItem", owner, text })}
        />
      )}
    </Section>
  );
}

interface ChecklistLineProps {
  item: ChecklistItem;
  lastEdited: LastEdited;
  session: string;
  isEditable: boolean;
}

function ChecklistLine({ item, lastEdited, session, isEditable }: ChecklistLineProps) {
  const { actions } = useSessions();
  const { isEdited, edit, close, opener } = useEditing(lastEdited, item.index);
  const id = useId();
  if (isEdited) return <EditedItem item={item} session={session} close={close} />;
  return (
    <li class="checklist-line">
      <input
        type="checkbox"
        id={id}
        checked={item.checked}
        disabled={!isEditable}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          // The next snapshot shows what the file says.
          currentTarget.checked = item.checked;
          void actions.tick(session, item, checked);
        }}
      />
      <label for={id} dir="auto" class={item.checked ? "past" : ""}>
        {item.item}
      </label>
      <span class="entry-facts">
        {[item.owner === "" ? "" : itemOwner(item.owner), item.other ? t("of another session") : ""].filter((fact) => fact !== "").join(" · ")}
      </span>
      {isEditable && !item.other && <Button icon="edit" label={t("Edit the item “{item}”", { item: item.item })} onClick={edit} buttonRef={opener} />}
      {isEditable && (
        <Button
          icon="trash"
          label={t("Remove the item “{item}”", { item: item.item })}
          onClick={() => void actions.edit(session, { kind: "removeItem", was: item.item })}
        />
      )}
    </li>
  );
}

/** The fields of an item: its owner, and its text, in which Enter saves both. */
function EditedItem({ item: { index, item, owner }, session, close }: { item: ChecklistItem; session: string; close: () => void }) {
  const { actions } = useSessions();
  const [text, setText] = useState(item);
  const [chosen, setChosen] = useState(owner);
  const names = isOwner(owner) ? itemOwners : [owner, ...itemOwners];
  const save = (): void => {
    close();
    const [after, to] = [text.trim(), isOwner(chosen) && chosen !== owner ? chosen : undefined];
    const isChanged = after !== "" && after !== item;
    if (isChanged || to !== undefined) void actions.edit(session, { kind: "editItem", index, was: item, ...(isChanged && { text: after }), ...(to !== undefined && { owner: to }) });
  };
  return (
    <EditedLine save={save} close={close}>
      <select class="field" aria-label={t("Owner of the item")} value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name === "" ? t("nobody") : itemOwner(name)}
          </option>
        ))}
      </select>
      <EntryField label={t("Text of the item")} text={text} onText={setText} onEscape={close} onEnter={save} />
    </EditedLine>
  );
}

/** A line with fields, and buttons that save and cancel. Escape cancels too. */
function EditedLine({ save, close, children }: { save: () => void; close: () => void; children: ComponentChildren }) {
  return (
    <li
      class="edited-line"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        close();
      }}
    >
      {children}
      <Button kind="secondary" onClick={save}>
        {t("Save")}
      </Button>
      <Button kind="secondary" onClick={close}>
        {t("Cancel")}
      </Button>
    </li>
  );
}

/** The position of the line that was edited last. */
type LastEdited = RefObject<number | null>;

/** Switches a line between text and fields. At the end, the focus returns to the button that began it. */
function useEditing(lastEdited: LastEdited, at: number) {
  const [isEdited, setIsEdited] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // An item with another text is another line, so that the focus is lost once more.
    if (!isEdited && lastEdited.current === at && document.activeElement === document.body) opener.current?.focus();
  }, [isEdited]);
  const close = (): void => {
    lastEdited.current = at;
    setIsEdited(false);
  };
  return { isEdited, edit: () => setIsEdited(true), close, opener };
}
