// Reports of a made-up project: 120 tasks in half a year, 80 of them done. Consistent with each
// other, and the same at each call.
import type { BurndownDay, Cycle, Estimates, Forecast, Report, ReportGroup, ReportName, ReportSeries, SessionDay, SessionTime } from "../../contract/generated/protocol.ts";
import { dayOf } from "../../shared/time/days.ts";
import { fakeToday } from "../../shared/testing/fakeTasks.ts";
import { statuses } from "../../contract/generated/values.ts";

const today = dayOf(fakeToday) ?? 0;
const first = today - 180;
const TASKS = 120;

interface FakeTask {
  id: string;
  title: string;
  created: number;
  started: number;
  done: number;
  estimate: number;
  actual: number;
  group: number;
}

const titles = ["Read the tide tables", "Draw the coast line", "Fix <b>gaps</b> & seams", "潮位表を読み込む", "Cache tiles of the map"];

/** A fixed sequence of numbers from 0 to `below`. */
function mix(seed: number, below: number): number {
  return (((seed * 2_654_435_761) % 4_294_967_296) >>> 8) % below;
}

const tasks: FakeTask[] = Array.from({ length: TASKS }, (_, index) => {
  const created = first + (index < 60 ? 0 : mix(index, 150));
  const started = Math.max(created + mix(index + 7, 12), first + Math.floor(index * 2.1));
  return {
    id: `t${index + 1}`,
    title: titles[index % titles.length] ?? "",
    created,
    started,
    done: started + 1 + mix(index + 3, 18),
    estimate: 2 + mix(index + 11, 14),
    actual: 1 + mix(index + 11, 14) + mix(index + 5, 9),
    group: index % 4,
  };
});

const groupKeys: Record<ReportGroup, string[]> = { assignee: ["ai", "kenji", "mia", ""], label: ["api", "map", "risk", ""], milestone: ["Alpha", "Beta", "Version 1.0", ""] };

const sum = (members: readonly FakeTask[], of: (task: FakeTask) => number): number => members.reduce((total, task) => total + of(task), 0);
const days = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const forecast: Forecast = { runs: 10_000, seed: 1, remainingTasks: 36, sampleDays: 60, sampleTasks: 31, week: null, sampleScopeChange: 12, p50: today + 38, p85: today + 52, p95: today + 66 };
const target = today + 30;

function burndownDay(members: readonly FakeTask[], day: number): BurndownDay {
  const scope = members.filter(({ created }) => created <= day);
  const open = scope.filter(({ done }) => done > day);
  const ideal = Math.max(0, 1 - (day - first) / (target - first));
  return {
    day,
    remainingTasks: open.length,
    remainingHours: sum(open, ({ estimate }) => estimate),
    scopeTasks: scope.length,
    scopeHours: sum(scope, ({ estimate }) => estimate),
    idealTasks: scope.length * ideal,
    idealHours: sum(scope, ({ estimate }) => estimate) * ideal,
    allRemainingTasks: open.length,
    allRemainingHours: sum(open, ({ estimate }) => estimate),
    allScopeTasks: scope.length,
    allScopeHours: sum(scope, ({ estimate }) => estimate),
  };
}

function cycleOf(members: readonly FakeTask[], from: number, to: number): Cycle {
  const done = members.filter((task) => task.done >= from && task.done <= to).toSorted((a, b) => a.done - b.done);
  const percentiles = done.length === 0 ? null : { p50: 9, p85: 16, p95: 18 };
  return {
    tasks: done.map(({ id, title, started, created, done: finished }) => ({ id, title, started, finished, cycleDays: finished - started + 1, leadDays: finished - created + 1 })),
    cycle: percentiles,
    lead: percentiles,
  };
}

function estimatesOf(members: readonly FakeTask[]): Estimates {
  const done = members.filter(({ done: day }) => day <= today);
  const group = (key: string, some: readonly FakeTask[]) => {
    const [estimateHours, actualHours] = [sum(some, ({ estimate }) => estimate), sum(some, ({ actual }) => actual)];
    return { key, tasks: some.length, estimateHours, actualHours, factor: estimateHours === 0 ? null : actualHours / estimateHours };
  };
  const by = (names: readonly string[]) => names.map((key, at) => group(key, done.filter((task) => task.group === at)));
  return {
    tasks: done.map(({ id, title, estimate, actual }) => ({ id, title, estimateHours: estimate, actualHours: actual, factor: actual / estimate })),
    total: group("", done),
    labels: by(groupKeys.label),
    assignees: by(groupKeys.assignee),
    kinds: [group("human", done.filter(({ group: at }) => at > 0)), group("agent", done.filter(({ group: at }) => at === 0))],
  };
}

function sessionsOf(from: number, to: number): SessionTime {
  const list = days(from, to).map((day): SessionDay => {
    const hours = mix(day, 7) < 3 ? 0 : mix(day, 50) / 10;
    return { day, hours, peopleHours: hours / 4, agentsHours: (hours * 3) / 4, source: "sessions" };
  });
  const total = (of: (day: SessionDay) => number): number => list.reduce((hours, day) => hours + of(day), 0);
  const byHour = Array.from({ length: 24 }, (_, hour) => (hour < 8 || hour > 19 ? 0 : 4 + mix(hour, 20)));
  return {
    sessions: 92,
    entryDays: 0,
    totalHours: total(({ hours }) => hours),
    peopleHours: total(({ peopleHours }) => peopleHours),
    agentsHours: total(({ agentsHours }) => agentsHours),
    days: list,
    byHour,
    peopleByHour: byHour.map((hours) => hours / 4),
    agentsByHour: byHour.map((hours) => (hours * 3) / 4),
    actors: [
      { name: "codex", kind: "agent", sessions: 60, hours: 148.5 },
      { name: "Mia", kind: "human", sessions: 32, hours: 71 },
    ],
  };
}

/** Returns the figures of some tasks. */
function seriesOf(name: ReportName, members: readonly FakeTask[], from: number, to: number): ReportSeries {
  const span = days(from, to);
  const burndown = span.map((day) => burndownDay(members, day));
  const common = { scopeChanges: [{ day: today - 60, tasks: 4, hours: 21 }, { day: today - 20, tasks: -2, hours: -8 }].filter(({ day }) => day >= from && day <= to), start: first, target, forecast };
  const last = burndownDay(members, to);
  const used = (day: number): number => sum(members.filter(({ done }) => done <= day), ({ actual }) => actual);
  const budget = { budgetHours: 1200, usedHours: used(to), leftHours: 1200 - used(to), remainingHours: last.remainingHours, projectedHours: used(to) + last.remainingHours };
  const aged = (count: number) => members.slice(70, 70 + count).map(({ id, title }, index) => ({ id, title, since: today - 12 + index, days: 12 - index }));
  switch (name) {
    case "summary":
      return {
        report: name,
        data: {
          counts: statuses.map((status) => ({ status, count: 20 })),
          tasks: { done: last.scopeTasks - last.remainingTasks, total: last.scopeTasks },
          finishedHours: last.scopeHours - last.remainingHours,
          scopeHours: last.scopeHours,
          allTasks: { done: last.scopeTasks - last.remainingTasks, total: last.scopeTasks + 14 },
          allHours: last.scopeHours + 90,
          overdue: aged(3),
          blocked: aged(1),
          ageing: aged(5),
          ready: 8,
          budget,
        },
      };
    case "burndown":
      return { report: name, data: { days: burndown, ...common } };
    case "burnup": {
      const finished = burndown.map((day) => ({ ...day, finishedTasks: day.scopeTasks - day.remainingTasks, finishedHours: day.scopeHours - day.remainingHours, idealTasks: day.scopeTasks - (day.idealTasks ?? 0), idealHours: day.scopeHours - (day.idealHours ?? 0) }));
      return { report: name, data: { days: finished, ...common } };
    }
    case "effort":
      return { report: name, data: { budget, days: burndown.map(({ day, remainingHours }) => ({ day, usedHours: used(day), leftHours: 1200 - used(day), remainingHours })) } };
    case "flow": {
      const flow = span.map((day) => {
        const scope = members.filter(({ created }) => created <= day);
        const done = scope.filter((task) => task.done <= day);
        const active = scope.filter((task) => task.started <= day && task.done > day);
        const of = (kind: number): number => active.filter(({ group }) => group === kind).length;
        return { day, done: done.length - Math.floor(done.length / 15), skipped: Math.floor(done.length / 15), review: of(0), blocked: of(1), inProgress: of(2) + of(3), todo: scope.length - done.length - active.length };
      });
      return { report: name, data: { days: flow } };
    }
    case "throughput": {
      const weeks = span.filter((day) => (day + 3) % 7 === 0).map((start) => {
        const done = members.filter((task) => task.done >= start && task.done < start + 7);
        return { start, doneTasks: done.length, doneHours: sum(done, ({ estimate }) => estimate), meanTasks: 4 + mix(start, 3), meanHours: 30 + mix(start, 9) };
      });
      return { report: name, data: { weeks, meanWeeks: 4 } };
    }
    case "cycle":
      return { report: name, data: cycleOf(members, from, to) };
    case "estimates":
      return { report: name, data: estimatesOf(members) };
    case "earned-value": {
      const values = burndown.map(({ day, scopeHours, remainingHours }) => ({ day, pv: (scopeHours * (day - first)) / 200, ev: scopeHours - remainingHours, ac: used(day) }));
      return { report: name, data: { days: values, bac: last.scopeHours, spi: 0.86, cpi: 1.08, eac: last.scopeHours / 1.08, baseline: null } };
    }
    case "forecast":
      return { report: name, data: { ...forecast, remainingTasks: last.remainingTasks } };
    case "sessions":
      return { report: name, data: sessionsOf(from, to) };
    case "milestones": {
      const dated = (label: string, date: number | null, p50: number | null) => ({ name: label, date, tasks: { done: 12, total: 20 }, finishedHours: 80, scopeHours: 140, remainingHours: 60, p50, p85: p50 === null ? null : p50 + 9 });
      return { report: name, data: [dated("Alpha", today + 4, today + 9), dated("Beta: maps for the whole northern coast", today + 40, today + 26), dated("Version 1.0", null, today + 52), dated("Later", today + 70, null)] };
    }
  }
}

/** Returns a report as the engine does. */
export function fakeReport(name: ReportName, query: { from?: number; to?: number; group?: ReportGroup }): Report {
  const to = Math.min(today, query.to ?? today);
  const from = Math.max(first, query.from ?? first);
  const keys = query.group === undefined ? [] : groupKeys[query.group];
  return {
    revision: 1,
    source: "log",
    exactFrom: first + 3,
    from,
    to,
    today,
    notice: null,
    series: seriesOf(name, tasks, from, to),
    groups: keys.map((key, at) => ({ key, series: seriesOf(name, tasks.filter(({ group }) => group === at), from, to) })),
  };
}

/** The report of a project without a past. */
export function emptyReport(name: ReportName): Report {
  const nothing = { days: [], scopeChanges: [], start: null, target: null, forecast: { ...forecast, p50: null, p85: null, p95: null, remainingTasks: 0, sampleDays: 0, sampleTasks: 0, sampleScopeChange: 0 } };
  const report = fakeReport(name, {});
  const needs = { template: "The forecast needs done tasks.", args: {} };
  const series: Partial<Record<ReportName, ReportSeries>> = {
    burndown: { report: "burndown", data: nothing },
    burnup: { report: "burnup", data: nothing },
    effort: { report: "effort", data: { budget: { budgetHours: null, usedHours: 0, leftHours: null, remainingHours: 0, projectedHours: 0 }, days: [] } },
    flow: { report: "flow", data: { days: [] } },
    throughput: { report: "throughput", data: { weeks: [], meanWeeks: 4 } },
    cycle: { report: "cycle", data: { tasks: [], cycle: null, lead: null } },
    estimates: { report: "estimates", data: estimatesOf([]) },
    "earned-value": { report: "earned-value", data: { days: [], bac: 0, spi: null, cpi: null, eac: null, baseline: null } },
    forecast: { report: "forecast", data: nothing.forecast },
    sessions: { report: "sessions", data: { sessions: 0, entryDays: 0, totalHours: 0, peopleHours: 0, agentsHours: 0, days: [], byHour: [], peopleByHour: [], agentsByHour: [], actors: [] } },
    milestones: { report: "milestones", data: [] },
  };
  return { ...report, source: "stamps", exactFrom: null, notice: needs, series: series[name] ?? report.series };
}
