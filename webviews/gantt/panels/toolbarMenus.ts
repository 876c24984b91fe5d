// Toolbar menus: baselines and switches.
import { t } from "@vscode/l10n";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { timeText } from "../../shared/text/dates.ts";
import type { GanttParts } from "../state/context.ts";

export function baselineItems({ state, actions }: GanttParts): MenuItem[] {
  const { baselines } = state.view.value;
  const chosen = baselines.find(({ path }) => path === state.query.value.baseline);
  const compareWith = (path: string | undefined): void => {
    const { baseline: _, ...others } = state.query.value;
    state.query.value = others;
    void actions.setQuery(path === undefined ? {} : { baseline: path });
  };
  const items: MenuItem[] = [
    { key: "", label: t("No baseline"), checked: chosen === undefined, choose: () => compareWith(undefined) },
    ...baselines.map(({ path, name, createdAt }) => ({
      key: path,
      label: name,
      detail: timeText(createdAt, state.locale.value),
      checked: path === chosen?.path,
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

/** Returns the switches: what the chart highlights, and how bars move. */
export interface Switch {
  key: string;
  label: string;
  icon: string;
  isOn: boolean;
  toggle: () => void;
}

export function switchesOf({ state, actions }: GanttParts): Switch[] {
  const { critical, slack, push, workingDays } = state.switches.value;
  const loads = state.choices.value.showWorkload;
  return [
    { key: "loads", icon: "graph", label: t("Show Workload"), isOn: loads, toggle: () => void actions.setQuery({ loads: !loads }) },
    { key: "critical", icon: "zap", label: t("Highlight Critical Path"), isOn: critical, toggle: () => actions.toggleSwitch("critical") },
    { key: "slack", icon: "arrow-both", label: t("Show Slack"), isOn: slack, toggle: () => actions.toggleSwitch("slack") },
    { key: "push", icon: "type-hierarchy-sub", label: t("Move Dependent Tasks Too"), isOn: push, toggle: () => actions.toggleSwitch("push") },
    { key: "workingDays", icon: "magnet", label: t("Snap to Working Days"), isOn: workingDays, toggle: () => actions.toggleSwitch("workingDays") },
  ];
}
