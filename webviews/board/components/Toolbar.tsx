// Toolbar of the board (filter, lanes, sort, display), and the bar of actions for several selected
// cards.
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { useFloating } from "../../shared/floating/useFloating.ts";
import { FilterBar, FilterRow } from "../../shared/filter/FilterBar.tsx";
import type { TaskFilterProps } from "../../shared/filter/FilterBar.tsx";
import { viewItems } from "../../shared/filter/ViewTabs.tsx";
import { Toolbar } from "../../shared/toolbar/Toolbar.tsx";
import { useBoard } from "../actions/actions.ts";
import { cardFieldItems } from "./cardFieldItems.ts";
import { sorts } from "../../contract/generated/values.ts";
import { laneKinds } from "../state/lanes.ts";
import type { LaneKind } from "../state/lanes.ts";
import { emptySelection } from "../../shared/selection.ts";
import { displayOf } from "../state/display.ts";
import { shownKeys } from "../state/state.ts";
import { fieldLabel, sortName } from "../../shared/text/names.ts";

export function BoardToolbar() {
  const { state, actions } = useBoard();
  const snapshot = state.snapshot.value;
  if (snapshot === null || snapshot.project.total === 0) return null;
  const { filter, sort, leavesOnly } = state.query.value;
  const kind = state.laneKind.value;
  const tasks: TaskFilterProps = {
    filter,
    project: snapshot.project,
    matching: snapshot.board.columns.reduce((sum, column) => sum + column.total, 0),
    total: snapshot.board.unfiltered,
    locale: state.locale.value,
    onFilter: (next) => void actions.setQuery({ filter: next }),
    views: { own: state.savedViews, shared: snapshot.project.views, page: "board", display: displayOf(state), show: actions.showView, save: actions.saveView, manage: actions.manageViews },
  };
  const display: MenuItem[] = [
    {
      key: "parents",
      label: t("Parent tasks"),
      checked: !leavesOnly,
      heading: t("Show"),
      choose: () => void actions.setQuery({ leavesOnly: !leavesOnly }),
    },
    ...cardFieldItems(state),
    ...viewItems(tasks.views, filter),
  ];
  return (
    <Toolbar
      label={t("Board")}
      find={<FilterBar {...tasks} />}
      group={
        <>
          <Menu
            label={t("Lanes: {0}", laneKindName(kind))}
            class={kind === "none" ? "" : "chosen"}
            items={laneKinds.map((other) => ({
              key: other,
              label: laneKindName(other),
              checked: other === kind,
              choose: () => {
                state.laneKind.value = other;
              },
            }))}
          >
            {t("Lanes: {0}", laneKindName(kind))}
          </Menu>
          <Menu
            label={t("Sort: {0}", sortName(sort))}
            class={sort === "manual" ? "" : "chosen"}
            items={sorts.map((other) => ({
              key: other,
              label: sortName(other),
              checked: other === sort,
              choose: () => void actions.setQuery({ sort: other }),
            }))}
          >
            {t("Sort: {0}", sortName(sort))}
          </Menu>
        </>
      }
      display={
        <Menu label={t("Display")} class={leavesOnly ? "" : "chosen"} many items={display}>
          {t("Display")}
        </Menu>
      }
    >
      <FilterRow {...tasks} />
    </Toolbar>
  );
}

export function SelectionBar() {
  const { state, actions } = useBoard();
  const { keys } = state.currentSelection.value;
  const place = useFloating("start", keys.size);
  if (keys.size < 2) return null;
  const inOrder = (): string[] => shownKeys(state).filter((key) => keys.has(key));
  return (
    <div ref={place} class="selection-bar floating" role="group" aria-label={t("{0} tasks selected", keys.size)}>
      <span>{t("{0} tasks selected", keys.size)}</span>
      {state.readOnly.value === null && (
        <>
          <Button kind="outlined" onClick={() => actions.pick("status", inOrder())}>
            {t("Set Status")}
          </Button>
          <Button kind="outlined" onClick={() => actions.pick("assignee", inOrder())}>
            {t("Assign")}
          </Button>
          <Button kind="outlined" onClick={() => actions.pick("priority", inOrder())}>
            {t("Set Priority")}
          </Button>
          <Button kind="outlined" onClick={() => actions.pick("milestone", inOrder())}>
            {t("Set Milestone")}
          </Button>
          <Button kind="outlined" icon="trash" onClick={() => actions.remove(inOrder())}>
            {t("Delete")}
          </Button>
        </>
      )}
      <Button
        icon="close"
        label={t("Clear selection")}
        onClick={() => {
          state.selection.value = emptySelection;
        }}
      />
    </div>
  );
}

function laneKindName(kind: LaneKind): string {
  if (kind === "none") return t("None");
  return kind === "label" ? t("Label") : fieldLabel(kind);
}
