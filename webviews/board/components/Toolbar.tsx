// Toolbar of the board (filter, lanes, sort, undo), and the bar of actions for several selected
// cards.
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import { useOneRow } from "../../shared/pages/useOneRow.ts";
import { useFloating } from "../../shared/floating/useFloating.ts";
import { PageLinks } from "../../shared/pages/PageLinks.tsx";
import { FilterBar } from "../../shared/filter/FilterBar.tsx";
import { HelpButton } from "../../shared/help/Help.tsx";
import { rovingBar } from "../../shared/keyboard/rovingBar.ts";
import { useBoard } from "../actions/actions.ts";
import { cardFieldItems } from "./cardFieldItems.ts";
import { gestures } from "./gestures.ts";
import { sorts } from "../../contract/generated/values.ts";
import { laneKinds } from "../state/lanes.ts";
import type { LaneKind } from "../state/lanes.ts";
import { emptySelection } from "../../shared/selection.ts";
import { shownKeys } from "../state/state.ts";
import { useLayoutEffect } from "preact/hooks";
import { fieldLabel, sortName, undoLabel } from "../../shared/text/names.ts";

export function Toolbar() {
  const { state, actions } = useBoard();
  const snapshot = state.snapshot.value;
  const { filter, sort, leavesOnly } = state.query.value;
  const kind = state.laneKind.value;
  const unfiltered = snapshot?.board.unfiltered ?? 0;
  const matching = snapshot?.board.columns.reduce((sum, column) => sum + column.total, 0) ?? 0;
  const bar = useOneRow<HTMLDivElement>(order, [filter, sort, kind, unfiltered, matching, state.savedFilters.value]);
  const isShown = snapshot !== null && snapshot.project.total > 0;
  useLayoutEffect(() => (bar.current === null ? undefined : rovingBar(bar.current)), [isShown]);
  if (snapshot === null || !isShown) return null;
  const { project } = snapshot;
  return (
    <div class="toolbar" ref={bar} role="toolbar" aria-label={t("Board")}>
      <PageLinks here="board" open={actions.openPage} />
      <FilterBar
        filter={filter}
        project={project}
        matching={matching}
        total={unfiltered}
        locale={state.locale.value}
        onFilter={(next) => void actions.setQuery({ filter: next })}
        saved={{ all: state.savedFilters, save: actions.saveFilter, manage: actions.manageFilters }}
      />
      <div class="toolbar-end" role="group" aria-label={t("View")}>
        <Menu
          label={t("Lanes: {0}", laneKindName(kind))}
          picture={<Icon name="layers" />}
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
          <span class="words">{t("Lanes: {0}", laneKindName(kind))}</span>
        </Menu>
        <Menu
          label={t("Sort: {0}", sortName(sort))}
          picture={<Icon name="sort-precedence" />}
          class={sort === "manual" ? "" : "chosen"}
          items={sorts.map((other) => ({
            key: other,
            label: sortName(other),
            checked: other === sort,
            choose: () => void actions.setQuery({ sort: other }),
          }))}
        >
          <span class="words">{t("Sort: {0}", sortName(sort))}</span>
        </Menu>
        <Menu label={t("Card fields")} picture={<Icon name="list-selection" />} many items={cardFieldItems(state)}>
          <span class="words">{t("Card fields")}</span>
        </Menu>
        <Button
          icon="list-tree"
          label={t("Parent tasks (with subtasks)")}
          pressed={!leavesOnly}
          onClick={() => void actions.setQuery({ leavesOnly: !leavesOnly })}
        >
          <span class="words">{t("Parent tasks")}</span>
        </Button>
        <Button icon="discard" label={undoLabel(t("Undo"), project.undo)} disabled={project.undo === null} onClick={actions.undo} />
        <Button icon="redo" label={undoLabel(t("Redo"), project.redo)} disabled={project.redo === null} onClick={actions.redo} />
        <HelpButton gestures={gestures} />
      </div>
    </div>
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

/**
 * What shrinks, in this order, until the toolbar fits: links to other pages, the labels of the switch
 * and of the button that clears the filter, the other labels at the end, those of the filter, arrows,
 * the number of tasks, and finally the row.
 */
const order = ["links", "switch", "end", "filter", "arrows", "count", "row"];

function laneKindName(kind: LaneKind): string {
  if (kind === "none") return t("None");
  return kind === "label" ? t("Label") : fieldLabel(kind);
}
