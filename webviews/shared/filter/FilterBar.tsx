// The filter: text, five menus and a toggle for overdue tasks, with the same conditions and names as in the Task Explorer.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Filter, ProjectView } from "../../contract/generated/protocol.ts";
import { absentNames } from "../../contract/savedFilters.ts";
import { Avatar } from "../components/Avatar.tsx";
import { Button } from "../components/Button.tsx";
import { Icon, PriorityIcon, StatusIcon } from "../components/Icons.tsx";
import { Menu } from "../components/Menu.tsx";
import type { MenuItem } from "../components/Menu.tsx";
import { Popover } from "../components/Popover.tsx";
import { LabelDot, labelColor } from "../labels/LabelChip.tsx";
import { useSearchKey } from "../keyboard/searchKey.ts";
import { priorities, statuses } from "../../contract/generated/values.ts";
import { fieldLabel, priorityName, statusName } from "../text/names.ts";
import { countText } from "../text/numbers.ts";
import { SavedFiltersMenu } from "./SavedFilters.tsx";
import type { SavedFiltersAccess } from "./SavedFilters.tsx";
import { choices, isEmpty, toggleChoice, withOverdue, withText } from "./filter.ts";
import type { Choice } from "./filter.ts";

export interface FilterBarProps {
  filter: Filter;
  project: ProjectView;
  /** Number of matching tasks, and of all tasks. */
  matching: number;
  total: number;
  locale: string;
  onFilter: (filter: Filter) => void;
  /** Shows the menus behind one button, for toolbars with little room. */
  compact?: boolean;
  /** Absent on pages that offer no saved filters. */
  saved?: SavedFiltersAccess;
}

export function FilterBar({ filter, project, matching, total, locale, onFilter, compact = false, saved }: FilterBarProps) {
  const text = useRef<HTMLInputElement>(null);
  useSearchKey(() => text.current);
  const filtering = !isEmpty(filter);
  const clear = (): void => {
    onFilter({});
    text.current?.focus();
  };
  const chosen = choices.reduce((sum, choice) => sum + (filter[choice]?.length ?? 0), filter.overdue === true ? 1 : 0);
  const offersSaved = saved !== undefined && (filtering || saved.all.value.length > 0);
  const menus = () => (
    <>
      <ChoiceMenus filter={filter} project={project} locale={locale} onFilter={onFilter} />
      {offersSaved && <SavedFiltersMenu saved={saved} filter={filter} onFilter={onFilter} named={compact} />}
    </>
  );
  const absent = absentNames(filter, [project]);
  return (
    <div class={compact ? "filter-bar compact" : "filter-bar"} role="search" aria-label={t("Filter tasks")}>
      <div class="filter-text">
        <Icon name="search" />
        <input
          ref={text}
          class="field"
          type="text"
          spellcheck={false}
          value={filter.text ?? ""}
          placeholder={t("Filter by text")}
          aria-label={t("Filter by text")}
          onInput={(event) => onFilter(withText(filter, event.currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.isComposing) return;
            event.stopPropagation();
            onFilter(withText(filter, ""));
          }}
        />
      </div>
      {compact ? (
        <Popover label={t("Filter")} icon={filtering ? "filter-filled" : "filter"} class={chosen === 0 ? "" : "chosen"} content={menus}>
          <span class="filter-word">{t("Filter")}</span>
          {chosen > 0 && (
            <>
              <span class="count" aria-hidden>
                {chosen}
              </span>
              <span class="visually-hidden">{t("{0} selected", chosen)}</span>
            </>
          )}
        </Popover>
      ) : (
        menus()
      )}
      {filtering &&
        (compact ? (
          <Button icon="clear-all" label={t("Clear filter")} onClick={clear} />
        ) : (
          <Button icon="clear-all" class="clear" label={t("Clear filter")} onClick={clear}>
            <span class="words">{t("Clear filter")}</span>
          </Button>
        ))}
      {absent.length > 0 && <AbsentNames names={absent} />}
      <span class={compact && !filtering ? "visually-hidden" : "filter-count"} role="status">
        {tasksText(filtering, matching, total, locale)}
      </span>
    </div>
  );
}

/** Names in the filter that the project does not have, or no longer. */
function AbsentNames({ names }: { names: readonly string[] }) {
  const text = t("Not in this project: {0}", names.join(", "));
  return (
    <span class="filter-absent" role="status" aria-label={text} title={text}>
      <Icon name="search-stop" />
      <span class="words clipped">{text}</span>
    </span>
  );
}

function ChoiceMenus({ filter, project, locale, onFilter }: Pick<FilterBarProps, "filter" | "project" | "locale" | "onFilter">) {
  const menus: Pick<ChoiceMenuProps, "choice" | "picture" | "label" | "items">[] = [
    { choice: "statuses", picture: <Icon name="issues" />, label: fieldLabel("status"), items: statusItems(filter, project, onFilter) },
    { choice: "assignees", picture: <Icon name="person" />, label: fieldLabel("assignee"), items: assigneeItems(filter, project, onFilter) },
    { choice: "labels", picture: <Icon name="tag" />, label: t("Label"), items: labelItems(filter, project, onFilter) },
    { choice: "milestones", picture: <Icon name="milestone" />, label: fieldLabel("milestone"), items: milestoneItems(filter, project, onFilter) },
    { choice: "priorities", picture: <span class="priority high" />, label: fieldLabel("priority"), items: priorityItems(filter, project, onFilter) },
  ];
  return (
    <>
      {menus.map((menu) => (
        <ChoiceMenu key={menu.choice} {...menu} filter={filter} locale={locale} />
      ))}
      <Button
        icon="warning"
        label={t("Overdue tasks only")}
        class={filter.overdue === true ? "chosen" : ""}
        pressed={filter.overdue === true}
        onClick={() => onFilter(withOverdue(filter, filter.overdue !== true))}
      >
        <span class="words">{t("Overdue")}</span>
      </Button>
    </>
  );
}

function tasksText(filtering: boolean, matching: number, total: number, locale: string): string {
  if (filtering) return t("{0} of {1} tasks", countText(matching, locale), countText(total, locale));
  return matching === 1 ? t("1 task") : t("{0} tasks", countText(matching, locale));
}

interface ChoiceMenuProps {
  choice: Choice;
  picture: ComponentChildren;
  label: string;
  filter: Filter;
  items: CountedItem[];
  locale: string;
}

/** A value of the filter, with the number of its tasks. */
type CountedItem = MenuItem & { tasks: number };

function ChoiceMenu({ choice, picture, label, filter, items, locale }: ChoiceMenuProps) {
  const chosen = filter[choice]?.length ?? 0;
  const words = chosen === 0 ? label : t("{0}: {1} selected", label, chosen);
  return (
    <Menu label={words} picture={picture} many searched items={items.map(({ tasks, ...item }) => ({ ...item, detail: countText(tasks, locale) }))} class={chosen === 0 ? "" : "chosen"}>
      <span class="words">{label}</span>
      {chosen > 0 && <span class="count">{chosen}</span>}
    </Menu>
  );
}

type OnFilter = FilterBarProps["onFilter"];

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
