// Toolbar of the page: the filter, the grouping, the days, what the charts count, and the report.
import { t } from "@vscode/l10n";
import type { ReportGroup } from "../../contract/generated/protocol.ts";
import { reportGroups } from "../../contract/generated/values.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { HintedDateInput } from "../../shared/dateField/DateInput.tsx";
import { FilterBar, FilterRow } from "../../shared/filter/FilterBar.tsx";
import type { TaskFilterProps } from "../../shared/filter/FilterBar.tsx";
import { viewItems } from "../../shared/filter/ViewTabs.tsx";
import { Toolbar } from "../../shared/toolbar/Toolbar.tsx";
import { fieldLabel } from "../../shared/text/names.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import { useMetrics } from "../state/actions.ts";
import { displayOf, readDisplay } from "../state/persistedState.ts";
import type { Measure } from "../state/persistedState.ts";
import { lastDays } from "../state/range.ts";
import type { Range } from "../state/range.ts";
import { dataOf } from "../state/state.ts";

export function MetricsToolbar() {
  const { state, actions } = useMetrics();
  const project = state.snapshot.value?.project;
  const { filter, group, range, measure } = state.choices.value;
  if (project === undefined || project.total === 0) return null;
  const { total } = project;
  const tasks: TaskFilterProps = {
    filter,
    project,
    matching: dataOf(state.reports.value.get("summary")?.series, "summary")?.allTasks.total ?? total,
    total,
    locale: state.locale.value,
    onFilter: (next) => actions.choose({ filter: next }),
    views: {
      own: state.savedViews,
      shared: project.views,
      page: "metrics",
      display: displayOf({ group, range, measure }),
      show: (next, saved) => actions.choose({ filter: next, ...(saved !== undefined && readDisplay(saved)) }),
      save: actions.saveView,
      manage: actions.manageViews,
    },
  };
  const counts: MenuItem[] = (["tasks", "hours"] as const).map((other, at) => ({
    key: other,
    label: measureName(other),
    checked: other === measure,
    single: true,
    ...(at === 0 && { heading: t("Count") }),
    choose: () => actions.choose({ measure: other }),
  }));
  return (
    <Toolbar
      label={t("Metrics")}
      find={<FilterBar {...tasks} />}
      group={
        <Menu
          label={t("Group by: {0}", groupingName(group))}
          class={group === null ? "" : "chosen"}
          items={[null, ...reportGroups].map((other) => ({
            key: other ?? "",
            label: groupingName(other),
            checked: other === group,
            choose: () => actions.choose({ group: other }),
          }))}
        >
          {t("Group by: {0}", groupingName(group))}
        </Menu>
      }
      display={
        <>
          <Menu
            label={t("Days: {0}", rangeName(range))}
            class={range.kind === "all" ? "" : "chosen"}
            items={ranges(range).map((other) => ({
              key: rangeName(other),
              label: rangeName(other),
              checked: rangeName(other) === rangeName(range),
              choose: () => actions.choose({ range: other }),
            }))}
          >
            {rangeName(range)}
          </Menu>
          {range.kind === "custom" && <RangeFields range={range} />}
          <Menu label={t("Display")} class={measure === "tasks" ? "" : "chosen"} many items={[...counts, ...viewItems(tasks.views, filter)]}>
            {t("Display")}
          </Menu>
        </>
      }
      actions={
        <Button icon="file-text" label={t("Save the weekly report")} onClick={actions.saveReport}>
          {t("Report…")}
        </Button>
      }
    >
      <FilterRow {...tasks} />
    </Toolbar>
  );
}

function RangeFields({ range }: { range: Extract<Range, { kind: "custom" }> }) {
  const { state, actions } = useMetrics();
  const locale = state.locale.value;
  const today = state.snapshot.value?.today ?? "";
  const field = (name: "from" | "to", label: string) => (
    <div class="range-field">
      <label for={`range-${name}`}>{label}</label>
      <HintedDateInput
        id={`range-${name}`}
        label={label}
        value={range[name] === null ? "" : dateOf(range[name])}
        locale={locale}
        today={today}
        onDay={(day) => actions.choose({ range: { ...range, [name]: dayOf(day) ?? null } })}
      />
    </div>
  );
  return (
    <>
      {field("from", t("From"))}
      {field("to", t("To"))}
    </>
  );
}

/** The ranges of the menu; the entered days stay as they are. */
function ranges(range: Range): Range[] {
  const custom: Range = range.kind === "custom" ? range : { kind: "custom", from: null, to: null };
  return [{ kind: "all" }, ...lastDays.map((days): Range => ({ kind: "last", days })), custom];
}

function rangeName(range: Range): string {
  switch (range.kind) {
    case "all":
      return t("All days");
    case "last":
      return t("Last {0} days", range.days);
    case "custom":
      return t("From – to");
  }
}

function groupingName(group: ReportGroup | null): string {
  if (group === null) return t("None");
  return group === "label" ? t("Label") : fieldLabel(group);
}

function measureName(measure: Measure): string {
  return measure === "tasks" ? t("Tasks") : t("Hours");
}
