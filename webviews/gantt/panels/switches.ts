// What can be switched on and off: what is marked in the chart, and how bars move.
import { t } from "@vscode/l10n";
import type { GanttParts } from "../context.ts";

export interface Switch {
  key: string;
  label: string;
  icon: string;
  on: boolean;
  flip: () => void;
}

export function switchesOf({ state, actions }: GanttParts): Switch[] {
  const { critical, slack, push, workingDays } = state.switches.value;
  const loads = state.choices.value.showWorkload;
  return [
    { key: "loads", icon: "graph", label: t("Show each person's load"), on: loads, flip: () => void actions.see({ loads: !loads }) },
    { key: "critical", icon: "zap", label: t("Mark the critical path"), on: critical, flip: () => actions.flip("critical") },
    { key: "slack", icon: "arrow-both", label: t("Show slack"), on: slack, flip: () => actions.flip("slack") },
    { key: "push", icon: "type-hierarchy-sub", label: t("A moved task takes its dependants along"), on: push, flip: () => actions.flip("push") },
    { key: "workingDays", icon: "magnet", label: t("Move from working day to working day"), on: workingDays, flip: () => actions.flip("workingDays") },
  ];
}
