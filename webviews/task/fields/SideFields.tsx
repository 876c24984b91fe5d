// The task's fields: key facts first, then schedule, dependencies and links.
import { t } from "@vscode/l10n";
import type { Priority, Status } from "../../contract/generated/protocol.ts";
import { PriorityIcon, StatusIcon } from "../../shared/components/Icons.tsx";
import { priorities, statuses } from "../../contract/generated/values.ts";
import { priorityName, statusName } from "../../shared/text/names.ts";
import { timeText, shortDay } from "../../shared/text/dates.ts";
import { useEditor } from "../state/actions.ts";
import { displayText } from "../state/state.ts";
import { AssigneeField } from "./AssigneeField.tsx";
import { ChipsField } from "./ChipsField.tsx";
import { DateField, HoursField, PinnedField } from "./ScheduleFields.tsx";
import { DependenciesField, DependentsField } from "./DependenciesField.tsx";
import { LabelsField } from "./LabelsField.tsx";
import { LinksField } from "./LinksField.tsx";
import { SelectField } from "./SelectField.tsx";

export function KeyFields() {
  const { state } = useEditor();
  const { locale } = state.fieldContext.value;
  const chosen = displayText(state, "milestone");
  const milestones = (state.snapshot.value?.project.milestones ?? []).map(({ name, date }) => ({
    value: name,
    label: date === "" ? name : t("{name} ({date})", { name, date: shortDay(date, state.today.value, locale) }),
  }));
  const known =
    milestones.some(({ value }) => value === chosen) || chosen === "" ? [] : [{ value: chosen, label: chosen }];
  return (
    <div class="key-fields">
      <div class="pair">
        <SelectField
          id="status"
          options={statuses.map((status) => ({ value: status, label: statusName(status) }))}
          picture={(value) => <StatusIcon status={value as Status} />}
        />
        <SelectField
          id="priority"
          options={[null, ...priorities].map((priority) => ({ value: priority ?? "", label: priorityName(priority) }))}
          picture={(value) => value !== "" && <PriorityIcon priority={value as Priority} />}
        />
      </div>
      <AssigneeField />
      <SelectField
        id="milestone"
        options={[{ value: "", label: t("No milestone") }, ...milestones, ...known]}
      />
      <LabelsField />
    </div>
  );
}

export function MoreFields() {
  const { state } = useEditor();
  const { subtasksStart = "", subtasksDue = "" } = state.task.value ?? {};
  return (
    <div class="more-fields">
      <fieldset>
        <legend>{t("Schedule")}</legend>
        <div class="pair">
          <DateField id="startDate" subtasksDay={subtasksStart} />
          <DateField id="dueDate" subtasksDay={subtasksDue} overdue={state.task.value?.card.overdue === true} />
        </div>
        <div class="triple">
          <HoursField id="estimateHours" />
          <HoursField id="actualHours" />
          <HoursField id="remainingHours" />
        </div>
        <PinnedField />
      </fieldset>
      <DependenciesField />
      <DependentsField />
      <LinksField />
      <PathsField />
      <Stamps />
    </div>
  );
}

/** The files and folders that the task touches, as chips that open them. */
function PathsField() {
  const { state, actions } = useEditor();
  return (
    <ChipsField
      place="scopePaths"
      values={state.task.value?.scopePaths ?? []}
      chip={(path) => (
        <button type="button" class="button link chip-text" title={path} onClick={() => void actions.openLink(path, "scopePaths")}>
          {path}
        </button>
      )}
      removeLabel={(path) => t("Remove the path {path}", { path })}
      placeholder={t("Add a file or folder")}
    />
  );
}

/** When the task was created, changed and completed. */
function Stamps() {
  const { state } = useEditor();
  const task = state.task.value;
  if (task === null) return null;
  const { locale } = state.fieldContext.value;
  const stamps = [
    { label: t("Created"), at: task.createdAt },
    { label: t("Updated"), at: task.updatedAt },
    { label: t("Completed"), at: task.completedAt },
  ].filter(({ at }) => at !== "");
  return (
    <dl class="stamps">
      {stamps.map(({ label, at }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <time dateTime={at}>{timeText(at, locale)}</time>
          </dd>
        </div>
      ))}
    </dl>
  );
}
