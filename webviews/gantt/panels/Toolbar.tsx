// Toolbar of the chart: filter, zoom, what is displayed, grouping, auto-schedule, export and undo.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { FilterBar } from "../../shared/filter/FilterBar.tsx";
import { rovingBar } from "../../shared/keyboard/rovingBar.ts";
import { useGantt } from "../state/actions.ts";
import type { GanttParts } from "../state/actions.ts";
import { ganttGroups, ganttSorts } from "../../contract/generated/values.ts";
import { levels } from "../state/zoom.ts";
import { displayItems, withHeading } from "./toolbarMenus.ts";
import { exportItems } from "../export/exportItems.ts";
import { groupName, levelName, sortName } from "./choiceNames.ts";

export function Toolbar() {
  const { state, actions } = useGantt();
  const snapshot = state.snapshot.value;
  if (snapshot === null || snapshot.project.total === 0) return null;
  const { project } = snapshot;
  return (
    <header class="gantt-toolbar">
      <div class="tools">
        <FilterBar
          compact
          filter={state.filter.value}
          project={project}
          matching={state.view.value.rows.filter(({ status, context }) => status !== undefined && context !== true).length}
          total={project.total}
          locale={state.locale.value}
          onFilter={(filter) => void actions.setQuery({ filter })}
          saved={{ all: state.savedFilters, save: actions.saveFilter, manage: actions.manageFilters }}
        />
        <Bar />
      </div>
    </header>
  );
}

function Bar() {
  const parts = useGantt();
  const { state } = parts;
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (bar.current === null ? undefined : rovingBar(bar.current)), []);

  const level = state.level.value;
  const table = state.switches.value.table;
  const baseline = state.query.value.baseline;
  const compared = state.view.value.baselines.some(({ path }) => path === baseline);
  return (
    <div class="bar" role="toolbar" aria-label={t("Chart")} ref={bar}>
      {!table && (
        <div class="bar-group">
          <Menu label={t("Zoom: {0}", levelName(level))} items={zoomItems(parts)}>
            {levelName(level)}
          </Menu>
          <Button label={t("Fit all tasks")} onClick={() => state.navigator.value?.fit()}>
            {t("Fit")}
          </Button>
          <Button label={t("Go to today")} onClick={() => state.navigator.value?.toDay(state.view.value.today)}>
            {t("Today")}
          </Button>
        </div>
      )}
      <div class="bar-group">
        <Menu label={t("Display")} class={compared ? "chosen" : ""} many items={displayItems(parts)}>
          {t("Display")}
        </Menu>
        <Menu label={t("Group and sort")} picture={<Icon name="list-tree" />} items={arrangeItems(parts)}>
          <span class="words">{t("Group and sort")}</span>
        </Menu>
      </div>
      <div class="bar-group bar-end">
        <Button
          icon="wand"
          class="with-words"
          label={t("Auto-schedule…")}
          pressed={state.isScheduling.value}
          onClick={() => {
            state.isScheduling.value = !state.isScheduling.value;
          }}
        >
          <span class="words">{t("Auto-schedule…")}</span>
        </Button>
        <Menu label={t("Export")} picture={<Icon name="export" />} items={exportItems(parts)} />
      </div>
    </div>
  );
}

function zoomItems({ state, actions }: GanttParts): MenuItem[] {
  return levels.map((level) => ({
    key: level,
    label: levelName(level),
    checked: level === state.level.value,
    choose: () => actions.zoom(level),
  }));
}

function arrangeItems({ state, actions }: GanttParts): MenuItem[] {
  const { group, sort } = state.choices.value;
  const grouping = ganttGroups.map((other) => ({
    key: other,
    label: groupName(other),
    checked: other === group,
    choose: () => void actions.setQuery({ group: other }),
  }));
  const sorting = ganttSorts.map((other) => ({
    key: `sort:${other}`,
    label: sortName(other),
    checked: other === sort,
    choose: () => void actions.setQuery({ sort: other }),
  }));
  return [...withHeading(t("Group by"), grouping), ...withHeading(t("Sort by"), sorting)];
}
