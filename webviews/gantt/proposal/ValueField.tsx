// Edits one value of a proposal: a menu for values of the project, else a field that a pencil opens.
import { t } from "@vscode/l10n";
import { useEffect, useRef, useState } from "preact/hooks";
import { priorities, statuses } from "../../contract/generated/values.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { EntryField } from "../../shared/components/EntryField.tsx";
import { Icon, PriorityIcon, StatusIcon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { DateInput } from "../../shared/dateField/DateInput.tsx";
import { priorityName, statusName } from "../../shared/text/names.ts";
import { useGantt } from "../state/actions.ts";
import type { GanttState } from "../state/state.ts";
import type { ValueEdit } from "./proposedEdits.ts";

interface ValueFieldProps {
  edit: ValueEdit;
  /** Accessible name. */
  label: string;
  /** The value, as in the proposal. */
  value: string;
  isOpen: boolean;
  open: (isOpen: boolean) => void;
  /** Called with the new value. */
  set: (value: string) => void;
}

export function ValueField({ edit, label, value, isOpen, open, set }: ValueFieldProps) {
  const { state } = useGantt();
  const items = itemsOf(state, edit, value, set);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The field has the focus, which would be lost with it.
  useEffect(() => {
    if (wasOpen.current && !isOpen) pencil.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (items !== null) return <Menu label={label} picture={<Icon name="edit" />} class="icon-only" searched items={items} />;
  if (!isOpen) return <Button icon="edit" label={label} buttonRef={pencil} onClick={() => open(true)} />;
  const props = { label, value, set, open };
  if (edit.kind === "day") return <DayField {...props} />;
  return edit.kind === "text" ? <LongField {...props} /> : <TextField {...props} />;
}

type OpenFieldProps = Pick<ValueFieldProps, "label" | "value" | "set" | "open">;

function DayField({ label, value, set, open }: OpenFieldProps) {
  const { state } = useGantt();
  const input = useRef<HTMLInputElement>(null);
  const context = { locale: state.locale.value, today: state.snapshot.value?.today ?? "" };
  useEffect(() => input.current?.focus(), []);
  return <DateInput label={label} value={value} input={input} {...context} onDone={set} onEscape={() => open(false)} />;
}

/** Several lines: Enter begins one, and the text is taken when the focus leaves. */
function LongField({ label, value, set, open }: OpenFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <textarea
      ref={field}
      class="field"
      rows={4}
      aria-label={label}
      data-vscode-context={JSON.stringify({ preventDefaultContextMenuItems: false })}
      defaultValue={value}
      onBlur={({ currentTarget }) => queueMicrotask(() => currentTarget.isConnected && set(currentTarget.value))}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Escape") open(false);
        else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) set(event.currentTarget.value);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

function TextField({ label, value, set, open }: OpenFieldProps) {
  const [text, setText] = useState(value);
  return <EntryField label={label} text={text} untouched onText={setText} onEnter={set} onLeave={set} onEscape={() => open(false)} />;
}

/** Returns the values to choose from; null if the value is typed. */
function itemsOf({ snapshot }: GanttState, { kind }: ValueEdit, value: string, set: (value: string) => void): MenuItem[] | null {
  const item = (key: string, label: string, picture?: MenuItem["picture"]): MenuItem => ({
    key: `value:${key}`,
    label,
    picture,
    checked: key === value,
    single: true,
    choose: () => set(key),
  });
  const project = snapshot.value?.project;
  switch (kind) {
    case "status":
      return statuses.map((status) => item(status, statusName(status), <StatusIcon status={status} />));
    case "priority":
      return [...priorities.map((priority) => item(priority, priorityName(priority), <PriorityIcon priority={priority} />)), item("", priorityName(null))];
    case "assignee": {
      const people = project?.assignees ?? [];
      const items = people.map(({ key, name, color, kind: type }) => item(key, name, <Avatar id={key} name={name} color={color} kind={type} named={false} />));
      return [...items, item("", t("Unassigned"))];
    }
    case "milestone":
      return [...(project?.milestones ?? []).map(({ name }) => item(name, name)), item("", t("none"))];
    case "line":
    case "text":
    case "day":
    case "hours":
      return null;
  }
}
