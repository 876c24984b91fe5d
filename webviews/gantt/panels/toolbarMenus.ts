// The menu of what the chart shows, and how bars move.
import { t } from "@vscode/l10n";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { ganttModes } from "../../contract/generated/values.ts";
import type { GanttParts } from "../state/actions.ts";
import type { Switches } from "../state/persistedState.ts";
import { modeName } from "./choiceNames.ts";

function baselineItems({ state, actions }: GanttParts): MenuItem[] {
  const { baselines } = state.view.value;
  const chosen = baselines.find(({ path }) => path === state.query.value.baseline);
  const compareWith = (path: string | undefined): void => {
    const { baseline: _, ...others } = state.query.value;
    state.query.value = others;
    void actions.setQuery(path === undefined ? {} : { baseline: path });
  };
  const items: MenuItem[] = [
    { key: "", label: t("No baseline"), checked: chosen === undefined, single: true, choose: () => compareWith(undefined) },
    ...baselines.map(({ path, name, createdAt }) => ({
      key: path,
      label: name,
      detail: timeText(createdAt, state.locale.value),
      checked: path === chosen?.path,
      single: true,
      choose: () => compareWith(path),
    })),
  ];
  if (state.readOnly.value !== null) return items;
  items.push({ key: "keep", label: t("Save Baseline…"), apart: true, choose: actions.saveBaseline });
  if (chosen !== undefined) {
    const { path, name } = chosen;
    const remove = async (): Promise<void> => {
      if (await actions.runCommand({ kind: "deleteBaseline", path })) compareWith(undefined);
    };
    items.push({ key: "delete", label: t("Delete “{0}”", name), choose: () => void remove() });
  }
  return items;
}

/** Returns the items of the menu; those that only bars need are left out of the table. */
export function displayItems(parts: GanttParts): MenuItem[] {
  const { table } = parts.state.switches.value;
  return [
    ...withHeading(t("Show"), table ? [] : shownItems(parts)),
    { ...switchItem(parts, "table", t("Table Instead of the Chart")), apart: !table },
    ...withHeading(t("Bars"), table ? [] : modeItems(parts)),
    ...withHeading(t("When Dragging"), table ? [] : [switchItem(parts, "push", t("Move Dependent Tasks Too")), switchItem(parts, "workingDays", t("Snap to Working Days"))]),
    ...withHeading(t("Baseline"), baselineItems(parts)),
  ];
}

function shownItems(parts: GanttParts): MenuItem[] {
  const { state, actions } = parts;
  const loads = state.choices.value.showWorkload;
  const { foldFinished } = state.query.value;
  return [
    switchItem(parts, "links", t("Dependencies")),
    switchItem(parts, "critical", t("Critical Path")),
    switchItem(parts, "slack", t("Slack")),
    { key: "loads", label: t("Workload"), checked: loads, choose: () => void actions.setQuery({ loads: !loads }) },
    switchItem(parts, "daysOff", t("Days Off of Each Assignee")),
    { key: "finished", label: t("Finished Tasks in Place"), checked: !foldFinished, choose: () => void actions.setQuery({ foldFinished: !foldFinished }) },
  ];
}

function switchItem({ state, actions }: GanttParts, key: keyof Switches, label: string): MenuItem {
  return { key, label, checked: state.switches.value[key], choose: () => actions.toggleSwitch(key) };
}

function modeItems({ state, actions }: GanttParts): MenuItem[] {
  const { mode } = state.choices.value;
  return ganttModes.map((other) => ({
    key: `mode:${other}`,
    label: modeName(other),
    checked: other === mode,
    single: true,
    choose: () => actions.setMode(other),
  }));
}

export function withHeading(heading: string, items: MenuItem[]): MenuItem[] {
  return items.map((item, at) => (at === 0 ? { ...item, heading } : item));
}
