// Menu of the grid's columns.
import { t } from "@vscode/l10n";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { columnName, columns } from "../state/columns.ts";
import type { Column } from "../state/columns.ts";
import { useGantt } from "../state/actions.ts";
import type { Viewport } from "../chart/viewport.ts";
import type { GanttState } from "../state/state.ts";

export function ColumnsMenu({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  const shown = viewport.columns.value;
  const items: MenuItem[] = columns
    .filter((column) => column !== "title")
    .map((column) => ({
      key: column,
      label: columnName(column),
      checked: shown.includes(column),
      choose: () => show(state, columns.filter((other) => (other === column ? !shown.includes(other) : shown.includes(other)))),
    }));
  const usual = state.chosenColumns.value === null && state.grid.value === null;
  items.push({ key: "usual", label: t("Fit to width"), checked: usual, apart: true, choose: () => show(state, null) });
  return <Menu label={t("Columns")} picture={<Icon name="ellipsis" />} many items={items} />;
}

/** Shows the chosen columns, even if the grid was resized before. */
function show(state: GanttState, chosen: readonly Column[] | null): void {
  state.chosenColumns.value = chosen;
  state.grid.value = null;
}
