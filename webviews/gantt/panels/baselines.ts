// The menu of kept plans: which one to compare with, keeping the present one, deleting the one that is compared with.
import { t } from "@vscode/l10n";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { moment } from "../../shared/dates.ts";
import type { GanttParts } from "../context.ts";

export function baselineItems({ state, actions }: GanttParts): MenuItem[] {
  const { baselines } = state.view.value;
  const chosen = baselines.find(({ path }) => path === state.query.value.baseline);
  const compareWith = (path: string | undefined): void => {
    const { baseline: _, ...others } = state.query.value;
    state.query.value = others;
    void actions.see(path === undefined ? {} : { baseline: path });
  };
  const items: MenuItem[] = [
    { key: "", label: t("No baseline"), checked: chosen === undefined, choose: () => compareWith(undefined) },
    ...baselines.map(({ path, name, createdAt }) => ({
      key: path,
      label: name,
      detail: moment(createdAt, state.locale.value),
      checked: path === chosen?.path,
      choose: () => compareWith(path),
    })),
  ];
  if (state.readOnly.value !== null) return items;
  items.push({ key: "keep", label: t("Keep the present plan…"), apart: true, choose: actions.saveBaseline });
  if (chosen !== undefined) {
    const { path, name } = chosen;
    const remove = async (): Promise<void> => {
      if (await actions.carryOut({ kind: "deleteBaseline", path })) compareWith(undefined);
    };
    items.push({ key: "delete", label: t("Delete “{0}”", name), choose: () => void remove() });
  }
  return items;
}
