// Toolbar of the chart: filter, grouping, zoom, what is displayed, auto-schedule and export.
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { FilterBar, FilterRow } from "../../shared/filter/FilterBar.tsx";
import type { TaskFilterProps } from "../../shared/filter/FilterBar.tsx";
import { viewItems } from "../../shared/filter/ViewTabs.tsx";
import { reasonText } from "../../shared/proposals/proposalTexts.ts";
import { actorName } from "../../shared/text/names.ts";
import { countText } from "../../shared/text/numbers.ts";
import { Toolbar } from "../../shared/toolbar/Toolbar.tsx";
import { useGantt } from "../state/actions.ts";
import type { GanttParts } from "../state/actions.ts";
import { ganttGroups, ganttSorts } from "../../contract/generated/values.ts";
import { displayOf } from "../state/display.ts";
import { levels } from "../state/zoom.ts";
import { displayItems, withHeading } from "./toolbarMenus.ts";
import { exportItems } from "../export/exportItems.ts";
import { groupName, levelName, sortName } from "./choiceNames.ts";

export function GanttToolbar() {
  const parts = useGantt();
  const { state, actions } = parts;
  const snapshot = state.snapshot.value;
  if (snapshot === null || snapshot.project.total === 0) return null;
  const filter = state.filter.value;
  const tasks: TaskFilterProps = {
    filter,
    project: snapshot.project,
    matching: state.view.value.rows.filter(({ status, context }) => status !== undefined && context !== true).length,
    total: snapshot.project.total,
    locale: state.locale.value,
    onFilter: (next) => void actions.setQuery({ filter: next }),
    views: { own: state.savedViews, shared: snapshot.project.views, page: "gantt", display: displayOf(state), show: actions.showView, save: actions.saveView, manage: actions.manageViews },
  };
  return (
    <Toolbar
      label={t("Chart")}
      find={<FilterBar {...tasks} />}
      group={
        <Menu label={t("Group and sort")} items={arrangeItems(parts)}>
          {t("Group and sort")}
        </Menu>
      }
      display={<DisplayTools extra={viewItems(tasks.views, filter)} />}
      actions={<Actions />}
    >
      <FilterRow {...tasks} />
    </Toolbar>
  );
}

function DisplayTools({ extra }: { extra: readonly MenuItem[] }) {
  const parts = useGantt();
  const { state } = parts;
  const level = state.level.value;
  const baseline = state.query.value.baseline;
  const isCompared = state.view.value.baselines.some(({ path }) => path === baseline);
  return (
    <>
      {!state.switches.value.table && (
        <>
          <Menu label={t("Zoom: {0}", levelName(level))} items={zoomItems(parts)}>
            {levelName(level)}
          </Menu>
          <Button label={t("Fit all tasks")} onClick={() => state.navigator.value?.fit()}>
            {t("Fit")}
          </Button>
          <Button label={t("Go to today")} onClick={() => state.navigator.value?.toDay(state.view.value.today)}>
            {t("Today")}
          </Button>
        </>
      )}
      <Menu label={t("Display")} class={isCompared ? "chosen" : ""} many items={[...displayItems(parts), ...extra]}>
        {t("Display")}
      </Menu>
    </>
  );
}

function Actions() {
  const parts = useGantt();
  const { state } = parts;
  return (
    <>
      <OpenProposals />
      <Button
        icon="wand"
        class="with-words"
        label={t("Auto-schedule…")}
        pressed={state.isScheduling.value}
        onClick={() => {
          state.chosenProposal.value = null;
          state.isScheduling.value = !state.isScheduling.value;
        }}
      >
        {t("Auto-schedule…")}
      </Button>
      <Menu label={t("Export")} items={exportItems(parts)}>
        {t("Export")}
      </Menu>
    </>
  );
}

/** What agents propose: a button for one proposal, a menu for several. */
function OpenProposals() {
  const { state, actions } = useGantt();
  const proposals = state.openProposals.value;
  const chosen = state.chosenProposal.value;
  const [first] = proposals;
  if (first === undefined) return null;
  const icon = <Icon name="lightbulb" />;
  if (proposals.length === 1) {
    const text = t("1 proposal");
    return (
      <Button label={t("{0}: {1}", text, reasonText(first))} pressed={chosen !== null} onClick={() => actions.chooseProposal(chosen === null ? first.id : null)}>
        {icon}
        {text}
      </Button>
    );
  }
  const text = t("{0} proposals", countText(proposals.length, state.locale.value));
  const items = proposals.map(({ id, author, ...proposal }) => ({ key: id, label: reasonText(proposal), detail: actorName(author), checked: id === chosen, single: true, choose: () => actions.chooseProposal(id) }));
  return (
    <Menu label={text} items={items}>
      {icon}
      {text}
    </Menu>
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
