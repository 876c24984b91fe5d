// The fields of a task's filter, with the same conditions and names as in the Task Explorer.
import { t } from "@vscode/l10n";
import type { Filter, ProjectView } from "../../contract/generated/protocol.ts";
import { absentNames } from "../../contract/savedViews.ts";
import { priorities, statuses } from "../../contract/generated/values.ts";
import { Avatar } from "../components/Avatar.tsx";
import { Icon, PriorityIcon, StatusIcon } from "../components/Icons.tsx";
import type { MenuItem } from "../components/Menu.tsx";
import { LabelDot, labelColor } from "../labels/LabelChip.tsx";
import { fieldLabel, priorityName, statusName } from "../text/names.ts";
import { countText } from "../text/numbers.ts";
import { checkedLabels } from "./fields.ts";
import type { FilterField } from "./fields.ts";
import { toggleChoice, without, withOverdue } from "./filter.ts";
import type { Choice } from "./filter.ts";

/** A value of the filter, with the number of its tasks. */
type CountedItem = MenuItem & { tasks: number };

type OnFilter = (filter: Filter) => void;

/** Returns the fields of a filter, with the values that the project has. */
export function taskFields(filter: Filter, project: ProjectView, locale: string, onFilter: OnFilter): FilterField[] {
  const field = (key: Choice, label: string, picture: FilterField["picture"], items: CountedItem[]): FilterField => {
    const values = items.map(({ tasks, ...item }) => ({ ...item, detail: countText(tasks, locale) }));
    return { key, label, picture, values, chosen: checkedLabels(values), clear: () => onFilter(without(filter, key)) };
  };
  const isOverdue = filter.overdue === true;
  const overdue: MenuItem = { key: "overdue", label: t("Overdue"), checked: isOverdue, choose: () => onFilter(withOverdue(filter, !isOverdue)) };
  return [
    field("statuses", fieldLabel("status"), <Icon name="issues" />, statusItems(filter, project, onFilter)),
    field("assignees", fieldLabel("assignee"), <Icon name="person" />, assigneeItems(filter, project, onFilter)),
    field("labels", t("Label"), <Icon name="tag" />, labelItems(filter, project, onFilter)),
    field("milestones", fieldLabel("milestone"), <Icon name="milestone" />, milestoneItems(filter, project, onFilter)),
    field("priorities", fieldLabel("priority"), <span class="priority high" />, priorityItems(filter, project, onFilter)),
    { key: "overdue", label: overdue.label, picture: <Icon name="warning" />, values: [overdue], isSwitch: true, chosen: checkedLabels([overdue]), clear: () => onFilter(withOverdue(filter, false)) },
  ];
}

function statusItems(filter: Filter, project: ProjectView, onFilter: OnFilter): CountedItem[] {
  return statuses.map((status) => ({
    key: status,
    label: statusName(status),
    picture: <StatusIcon status={status} />,
    tasks: project.counts.find((count) => count.status === status)?.count ?? 0,
    checked: filter.statuses?.includes(status) ?? false,
    choose: () => onFilter(toggleChoice(filter, "statuses", status)),
  }));
}

function assigneeItems(filter: Filter, project: ProjectView, onFilter: OnFilter): CountedItem[] {
  const people = project.assignees.map(({ key, name, color, kind }) => ({
    key,
    name,
    picture: <Avatar id={key} name={name} color={color} kind={kind} named={false} />,
  }));
  const absent = absentNames({ assignees: filter.assignees ?? [] }, [project]).map((key) => ({ key, name: key, picture: undefined }));
  return [...people, ...absent, { key: "", name: t("Unassigned"), picture: undefined }].map(({ key, name, picture }) => ({
    key,
    label: name,
    picture,
    tasks: project.filterCounts.assignees[key] ?? 0,
    checked: filter.assignees?.includes(key) ?? false,
    apart: key === "" && people.length + absent.length > 0,
    choose: () => onFilter(toggleChoice(filter, "assignees", key)),
  }));
}

function labelItems(filter: Filter, project: ProjectView, onFilter: OnFilter): CountedItem[] {
  const choose = (label: string): void => onFilter(toggleChoice(filter, "labels", label));
  const items = namedItems(project.labels, t("No label"), project.filterCounts.labels, filter.labels, choose);
  if (project.labelColors === undefined) return items;
  return items.map((item) => ({ ...item, picture: <LabelDot color={labelColor(project, item.key)} /> }));
}

function milestoneItems(filter: Filter, project: ProjectView, onFilter: OnFilter): CountedItem[] {
  const names = project.milestones.map(({ name }) => name);
  const choose = (name: string): void => onFilter(toggleChoice(filter, "milestones", name));
  return namedItems(names, t("No milestone"), project.filterCounts.milestones, filter.milestones, choose);
}

function namedItems(
  names: readonly string[],
  none: string,
  counts: Readonly<Partial<Record<string, number>>>,
  chosen: readonly string[] | undefined,
  choose: (name: string) => void,
): CountedItem[] {
  const absent = (chosen ?? []).filter((name) => name !== "" && !names.includes(name));
  return [...names, ...absent, ""].map((name) => ({
    key: name,
    label: name === "" ? none : name,
    tasks: counts[name] ?? 0,
    checked: chosen?.includes(name) ?? false,
    apart: name === "" && names.length + absent.length > 0,
    choose: () => choose(name),
  }));
}

function priorityItems(filter: Filter, project: ProjectView, onFilter: OnFilter): CountedItem[] {
  return [...priorities, null].map((priority) => ({
    key: priority ?? "",
    label: priorityName(priority),
    picture: priority === null ? undefined : <PriorityIcon priority={priority} />,
    tasks: project.filterCounts.priorities[priority ?? ""] ?? 0,
    checked: filter.priorities?.includes(priority) ?? false,
    apart: priority === null,
    choose: () => onFilter(toggleChoice(filter, "priorities", priority)),
  }));
}
