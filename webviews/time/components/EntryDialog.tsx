// The dialog in which an entry is added, changed, split or moved to another task.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { durationText } from "../../contract/texts/sessionTexts.ts";
import { TaskCombobox } from "../../shared/combobox/TaskCombobox.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { DateInput } from "../../shared/dateField/DateInput.tsx";
import { parseDay } from "../../shared/dateField/parseDay.ts";
import { namedDay } from "../../shared/text/dates.ts";
import { translate } from "../../shared/text/language.ts";
import { useTime } from "../state/actions.ts";
import { clockDuration, parseDuration } from "../../contract/time/duration.ts";
import { endOf, taskLabel, withEnd } from "../rules/entryForm.ts";
import type { EntryForm, FormField } from "../rules/entryForm.ts";

export function EntryDialog({ form }: { form: EntryForm }) {
  const { state, actions } = useTime();
  const dialog = useRef<HTMLDialogElement>(null);
  const problems = state.problems.value;
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const first = element?.querySelector<HTMLInputElement>(`#${firstField(form)}`);
    first?.focus();
    first?.select();
    // The browser gives the focus back when the dialog is closed, and not when it is removed.
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    dialog.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  return (
    <dialog
      ref={dialog}
      class="entry-dialog"
      aria-labelledby="entry-dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        actions.cancel();
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void actions.submit();
        }}
      >
        <h2 id="entry-dialog-title">{titleOf(form)}</h2>
        <Fields form={form} />
        {problems.form !== undefined && (
          <p class="notice" role="alert">
            <Icon name="error" />
            {problems.form}
          </p>
        )}
        <div class="dialog-actions">
          <Button kind="secondary" onClick={actions.cancel}>
            {t("Cancel")}
          </Button>
          <Button kind="primary" submits disabled={state.isSending.value}>
            {submitName(form)}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

function Fields({ form }: { form: EntryForm }) {
  switch (form.mode) {
    case "move":
      return <TaskField form={form} label={t("Task")} />;
    case "split":
      return <SplitFields form={form} all={form.from.seconds} />;
    case "add":
    case "edit":
      return (
        <>
          <TaskField form={form} label={t("Task")} />
          <DayField form={form} />
          <div class="time-fields">
            <StartField form={form} />
            <EndField form={form} label={t("End")} />
            <DurationField form={form} label={t("Duration")} hint={durationHint(form)} />
          </div>
          <NoteField form={form} />
        </>
      );
  }
}

function SplitFields({ form, all }: { form: EntryForm; all: number }) {
  const seconds = parseDuration(form.fields.duration) ?? 0;
  const rest = seconds > 0 && seconds < all ? t("The second part has {0}.", clockDuration(all - seconds)) : t("The entry has {0}.", clockDuration(all));
  return (
    <>
      <div class="time-fields">
        <DurationField form={form} label={t("First part")} hint={rest} />
        {form.fields.start !== "" && <EndField form={form} label={t("Split at")} />}
      </div>
      <TaskField form={form} label={t("Task of the second part")} />
    </>
  );
}

interface FieldProps {
  form: EntryForm;
}

interface FrameProps {
  field: FormField | "end" | "note";
  label: string;
  hint?: string;
  children: ComponentChildren;
}

/** A label, a control, and below it what is wrong with it, or else a hint. */
function Frame({ field, label, hint = "", children }: FrameProps) {
  const { state } = useTime();
  const problem = field === "end" || field === "note" ? undefined : state.problems.value[field];
  return (
    <div class="dialog-field">
      <label for={idOf(field)}>{label}</label>
      {children}
      {problem !== undefined && (
        <p class="field-hint problem" id={noteId(field)}>
          {problem}
        </p>
      )}
      {problem === undefined && hint !== "" && (
        <p class="field-hint" id={noteId(field)}>
          {hint}
        </p>
      )}
    </div>
  );
}

function idOf(field: FrameProps["field"]): string {
  return `entry-${field}`;
}

function noteId(field: FrameProps["field"]): string {
  return `entry-${field}-note`;
}

/** The attributes of a control. */
function useControl(field: FormField, hasHint: boolean) {
  const isInvalid = useTime().state.problems.value[field] !== undefined;
  return { id: idOf(field), "class": "field", "aria-invalid": isInvalid || undefined, "aria-describedby": isInvalid || hasHint ? noteId(field) : undefined } as const;
}

function TaskField({ form: { fields }, label }: FieldProps & { label: string }) {
  const { state, actions } = useTime();
  const isInvalid = state.problems.value.task !== undefined;
  return (
    <Frame field="task" label={label}>
      <TaskCombobox
        id={idOf("task")}
        text={fields.taskText}
        invalid={isInvalid}
        describedBy={isInvalid ? noteId("task") : undefined}
        search={actions.search}
        onText={(taskText) => actions.type({ task: "", taskText })}
        onPick={(task) => actions.type({ task: task.id, taskText: taskLabel(task) })}
        onEnter={() => void actions.submit()}
        onEscape={actions.cancel}
      />
    </Frame>
  );
}

function DayField({ form: { fields } }: FieldProps) {
  const { state, actions } = useTime();
  const locale = state.locale.value;
  const day = parseDay(fields.day, state.dayContext.value);
  const isInvalid = state.problems.value.day !== undefined;
  const label = t("Day");
  return (
    <Frame field="day" label={label} hint={day === undefined ? "" : namedDay(day, locale)}>
      <DateInput
        id={idOf("day")}
        label={label}
        value={fields.day}
        isRequired
        {...state.dayContext.value}
        isInvalid={isInvalid}
        describedBy={isInvalid || day !== undefined ? noteId("day") : undefined}
        onType={(typed) => actions.type({ day: typed })}
      />
    </Frame>
  );
}

function StartField({ form: { fields } }: FieldProps) {
  const { actions } = useTime();
  const control = useControl("start", false);
  return (
    <Frame field="start" label={t("Start (optional)")}>
      <input {...control} type="time" value={fields.start} onInput={({ currentTarget }) => actions.type({ start: currentTarget.value })} />
    </Frame>
  );
}

function EndField({ form: { fields }, label }: FieldProps & { label: string }) {
  const { actions } = useTime();
  return (
    <Frame field="end" label={label}>
      <input id={idOf("end")} class="field" type="time" value={endOf(fields)} disabled={fields.start === ""} onInput={({ currentTarget }) => actions.type(withEnd(fields, currentTarget.value))} />
    </Frame>
  );
}

function DurationField({ form: { fields }, label, hint }: FieldProps & { label: string; hint: string }) {
  const { actions } = useTime();
  const control = useControl("duration", hint !== "");
  return (
    <Frame field="duration" label={label} hint={hint}>
      <input {...control} type="text" autocomplete="off" spellcheck={false} placeholder="1h 30m" value={fields.duration} onInput={({ currentTarget }) => actions.type({ duration: currentTarget.value })} />
    </Frame>
  );
}

function NoteField({ form: { fields } }: FieldProps) {
  const { actions } = useTime();
  return (
    <Frame field="note" label={t("Note")}>
      <input id={idOf("note")} class="field" type="text" autocomplete="off" value={fields.note} onInput={({ currentTarget }) => actions.type({ note: currentTarget.value })} />
    </Frame>
  );
}

/** Says how a typed duration is understood, and what is left out of the time from start to end. */
function durationHint({ fields }: EntryForm): string {
  const seconds = parseDuration(fields.duration);
  if (seconds === null || seconds === 0) return t("Such as 1h 30m, 90m, 1:30 or 1.5");
  const read = durationText(Math.max(1, Math.round(seconds / 60)), translate);
  const breaks = (fields.span ?? 0) - seconds;
  return breaks > 0 ? t("{0}, without breaks of {1}", read, clockDuration(breaks)) : read;
}

/** The field that has the focus first: the first one that has to be filled in. */
function firstField({ mode, fields }: EntryForm): string {
  if (mode === "move" || (mode === "add" && fields.taskText === "")) return idOf("task");
  return idOf("duration");
}

function titleOf({ mode }: EntryForm): string {
  switch (mode) {
    case "add":
      return t("Add Entry");
    case "edit":
      return t("Edit Entry");
    case "split":
      return t("Split Entry");
    case "move":
      return t("Move Entry to Task");
  }
}

function submitName({ mode }: EntryForm): string {
  switch (mode) {
    case "add":
      return t("Add");
    case "edit":
      return t("Save");
    case "split":
      return t("Split");
    case "move":
      return t("Move");
  }
}
