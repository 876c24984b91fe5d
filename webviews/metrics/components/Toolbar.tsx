// Toolbar of the page: the filter, the days, the grouping, and what the charts count.
import { t } from "@vscode/l10n";
import type { ReportGroup } from "../../contract/generated/protocol.ts";
import { reportGroups } from "../../contract/generated/values.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import { HintedDateInput } from "../../shared/dateField/DateInput.tsx";
import { useOneRow } from "../../shared/pages/useOneRow.ts";
import { FilterBar } from "../../shared/filter/FilterBar.tsx";
import { fieldLabel } from "../../shared/text/names.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import { useMetrics } from "../state/actions.ts";
import type { Measure } from "../state/persistedState.ts";
import { lastDays } from "../state/range.ts";
import type { Range } from "../state/range.ts";
import { dataOf } from "../state/state.ts";

/** What shrinks until the toolbar fits: the links to other pages, then the row. */
const yielding = ["links", "row"];

export function Toolbar() {
  const { state, actions } = useMetrics();
  const project = state.snapshot.value?.project;
  const { filter, group, range, measure } = state.choices.value;
  const total = project?.total ?? 0;
  const matching = dataOf(state.reports.value.get("summary")?.series, "summary")?.allTasks.total ?? total;
  const bar = useOneRow<HTMLElement>(yielding, [filter, group, range, measure, total, matching, state.savedFilters.value, state.locale.value]);
  if (project === undefined || total === 0) return null;
  return (
    <header class="metrics-toolbar" ref={bar}>
      <FilterBar
        compact
        filter={filter}
        project={project}
        matching={matching}
        total={total}
        locale={state.locale.value}
        onFilter={(next) => actions.choose({ filter: next })}
        saved={{ all: state.savedFilters, save: actions.saveFilter, manage: actions.manageFilters }}
      />
      <div class="tools" role="group" aria-label={t("View")}>
        <Menu
          label={t("Days: {0}", rangeName(range))}
          picture={<Icon name="calendar" />}
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
        <Menu
          label={t("Group by: {0}", groupingName(group))}
          picture={<Icon name="group-by-ref-type" />}
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
        <Menu
          label={t("Count: {0}", measureName(measure))}
          picture={<Icon name="symbol-number" />}
          items={(["tasks", "hours"] as const).map((other) => ({
            key: other,
            label: measureName(other),
            checked: other === measure,
            choose: () => actions.choose({ measure: other }),
          }))}
        >
          {t("Count: {0}", measureName(measure))}
        </Menu>
        <Button icon="file-text" label={t("Save the weekly report")} onClick={actions.saveReport} />
      </div>
    </header>
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
