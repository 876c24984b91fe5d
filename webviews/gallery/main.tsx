// Shows any surface in a plain page: /?surface=board&theme=dark&cards=41 or /?surface=task&task=t1.
// For development and pictures.
import { mountBoard } from "../board/page.tsx";
import { fakeProject } from "../board/testing/fakeProject.ts";
import type { FakeOptions } from "../board/testing/fakeProject.ts";
import { manyCards } from "../board/testing/manyCards.ts";
import { tideAtlasCards } from "../board/testing/tideAtlas.ts";
import { mountDashboard } from "../dashboard/page.tsx";
import { tideAtlas } from "../dashboard/testing/demo.ts";
import { fakeDashboard } from "../dashboard/testing/fakeDashboard.ts";
import { mountGantt } from "../gantt/page.tsx";
import { fakeGantt } from "../gantt/testing/fakeGantt.ts";
import { hardNames } from "../gantt/testing/hardNames.ts";
import { manyLoads, manyMilestones, manyTasks } from "../gantt/testing/manyTasks.ts";
import { mountMetrics } from "../metrics/page.tsx";
import { fakeMetrics } from "../metrics/testing/fakeMetrics.ts";
import { emptyReport } from "../metrics/testing/fakeReports.ts";
import { ganttModes } from "../contract/generated/values.ts";
import { tideAtlasView } from "../gantt/testing/tideAtlas.ts";
import { mountOverview } from "../dashboard/overview/page.tsx";
import { fakeOverview } from "../dashboard/overview/testing/fakeOverview.ts";
import { mountLibrary } from "../library/page.tsx";
import { fakeLibrary } from "../library/testing/fakeLibrary.ts";
import { emptyLibrary } from "../library/testing/recorded.ts";
import { mountSettings } from "../settings/page.tsx";
import { fakeSettings } from "../settings/testing/fakeSettings.ts";
import { sampleSettings } from "../settings/testing/sampleSettings.ts";
import { mountSessions } from "../sessions/page.tsx";
import { fakeSessions } from "../sessions/testing/fakeSessions.ts";
import { mountTask } from "../task/page.tsx";
import { taskHost } from "../task/testing/taskHost.ts";
import { tideKnowledge } from "../task/testing/tideKnowledge.ts";
import { foundation, parseFeed } from "../task/testing/tideAtlas.ts";
import { noNeeds } from "../shared/testing/fakeTasks.ts";
import { fakeChange, fakeField, ghostCard, tideProposal } from "../shared/testing/fakeProposal.ts";
import { allThemes, applyTheme } from "../shared/testing/theme.ts";
import { dayOf } from "../shared/time/days.ts";
import { mountTime } from "../time/page.tsx";
import { fakeTime } from "../time/testing/fakeTime.ts";
import { manyEntries, sampleEntries, sampleForm, sampleTimers } from "../time/testing/sampleTime.ts";

const parameters = new URLSearchParams(location.search);

/** `lang=ja` shows a surface in Japanese. */
const language =
  parameters.get("lang") === "ja" ? { locale: "ja", strings: (await (await fetch("ja.json")).json()) as Record<string, string> } : {};

/** `saved` offers views; the second one names what the projects do not have. The project has two as well. */
const savedViews =
  parameters.get("saved") === null
    ? []
    : [
        { name: "Overdue", filter: { overdue: true } },
        { name: "Of people who left", filter: { assignees: ["noa"], labels: ["moorings"] } },
      ];

const sharedViews =
  parameters.get("saved") === null
    ? []
    : [
        { name: "Stand-up", filter: { statuses: ["in_progress" as const, "review" as const] } },
        { name: "Overdue", filter: { overdue: true, statuses: ["todo" as const] } },
      ];

const openCriterion = "Tick “Feed parser handles gaps” first: a task is done when its done criteria hold.";

const surfaces: Record<string, (root: HTMLElement) => void> = {
  board: (root) => {
    const isProposed = parameters.get("proposal") !== null;
    const count = Number(parameters.get("cards") ?? tideAtlasCards.length);
    const cards = count <= tideAtlasCards.length ? tideAtlasCards.slice(-count) : manyCards(count);
    const options: FakeOptions = {
      cards: (count === 0 ? [] : cards).map((card) => (isProposed && card.id === "t1.2.2" ? { ...card, proposed: [fakeChange({ fields: [fakeField("priority", "high", "low")] })] } : card)),
      ghosts: isProposed ? [ghostCard("Ask the port for a preview licence", { assignee: "maya", priority: "high" })] : [],
      limits: { in_progress: 5, review: 4 },
      readOnly: parameters.get("readOnly") === null ? null : "untrusted",
      kept: { laneKind: parameters.get("lanes") },
      closed: { done: openCriterion },
      savedViews,
      sharedViews,
      ...language,
      refuse: (command) =>
        command.kind === "updateTasks" && command.patch.status === "done"
          ? openCriterion
          : undefined,
    };
    mountBoard(root, fakeProject(options).host);
  },
  gantt: (root) => {
    const isProposed = parameters.get("proposal") !== null;
    const tasks = manyTasks(Number(parameters.get("tasks") ?? tideAtlasView.rows.length));
    const options = {
      // `names=hard` shows names that are difficult to lay out.
      tasks: parameters.get("names") === "hard" ? tasks.map((task, at) => ({ ...task, title: hardNames[at % hardNames.length] ?? "" })) : tasks,
      readOnly: parameters.get("readOnly") === null ? null : ("untrusted" as const),
      choices: { mode: ganttModes.find((mode) => mode === parameters.get("mode")) ?? "plan", showWorkload: parameters.get("loads") !== null },
      savedViews,
      sharedViews,
      view: parameters.get("tasks") === null ? tideAtlasView : { milestones: manyMilestones, loads: manyLoads },
      kept: {
        px: parameters.get("px") === null ? null : Number(parameters.get("px")),
        switches: { critical: parameters.get("critical") !== null, slack: parameters.get("critical") !== null, table: parameters.get("table") !== null },
        ...(isProposed && { proposal: tideProposal.id }),
        query: parameters.get("baseline") === null ? {} : { baseline: "baselines/first.json" },
      },
      ...language,
    };
    const { host } = fakeGantt({ ...options, ...(isProposed && { proposals: [tideProposal], project: { needsYou: { ...noNeeds, proposals: 1 } } }) });
    mountGantt(root, host);
  },
  sessions: (root) => {
    const empty = parameters.get("empty") === null ? {} : { sessions: { sessions: [], unread: [] } };
    const kept = { query: { tab: parameters.get("tab"), text: parameters.get("text") } };
    mountSessions(root, fakeSessions({ readOnly: parameters.get("readOnly") === null ? null : "untrusted", ...empty, ...language, reading: parameters.get("reading") === null ? null : Number(parameters.get("reading")) }, kept));
  },
  library: (root) => {
    const empty = parameters.get("empty") === null ? {} : { library: emptyLibrary };
    const readOnly = parameters.get("readOnly") === null ? null : ("untrusted" as const);
    mountLibrary(root, fakeLibrary({ readOnly, ...empty, ...language }, { query: { tab: parameters.get("tab"), text: parameters.get("text") } }));
  },
  settings: (root) => {
    const readOnly = parameters.get("readOnly") === null ? null : ("untrusted" as const);
    const broken = parameters.get("broken") === null ? null : { template: "Line 2 cannot be read.", args: {} };
    const kept = { text: parameters.get("text"), open: [JSON.stringify(["assignees", "maya"])] };
    mountSettings(root, fakeSettings({ readOnly, settings: { ...sampleSettings, broken }, ...language }, kept));
  },
  task: (root) => {
    const readOnly = parameters.get("readOnly") === null ? null : "untrusted";
    void mountTask(root, taskHost(parameters.get("task") === "t1" ? foundation : parseFeed, { readOnly, ...language, known: tideKnowledge }));
  },
  dashboard: (root) => {
    const example = parameters.get("project") === "atlas" ? { project: tideAtlas.project, dashboard: tideAtlas.dashboard, past: () => tideAtlas.past } : {};
    const empty = parameters.get("empty") === null ? {} : { project: { ...tideAtlas.project, total: 0 } };
    const readOnly = parameters.get("readOnly") === null ? null : ("untrusted" as const);
    mountDashboard(root, fakeDashboard({ ...example, ...empty, ...language, readOnly, hasOthers: parameters.get("others") !== null }).host);
  },
  overview: (root) => {
    mountOverview(root, fakeOverview(language).host);
  },
  metrics: (root) => {
    const tables = parameters.get("tables") === null ? [] : ["burndown", "milestones", "flow"];
    const range = { kind: "custom", from: dayOf(parameters.get("from") ?? "") };
    const choices = { group: parameters.get("group"), measure: parameters.get("measure"), ...(parameters.get("from") !== null && { range }) };
    const reading = parameters.get("reading") === null ? null : Number(parameters.get("reading"));
    mountMetrics(root, fakeMetrics({ kept: { choices, tables }, savedViews, reading, ...language, ...(parameters.get("empty") !== null && { report: emptyReport }) }).host);
  },
  time: (root) => {
    const count = Number(parameters.get("entries") ?? sampleEntries.length);
    const entries = count <= sampleEntries.length ? { entries: sampleEntries.slice(0, count) } : manyEntries(count);
    const reading = parameters.get("reading") === null ? null : Number(parameters.get("reading"));
    const readOnly = parameters.get("readOnly") === null ? null : ("untrusted" as const);
    const timers = parameters.get("timers") === null ? null : sampleTimers;
    const form = parameters.get("form") === null ? null : sampleForm;
    mountTime(root, fakeTime({ kept: { choices: { kind: parameters.get("days") }, form }, reading, readOnly, timers, ...entries, ...language }).host);
  },
};

applyTheme(allThemes.find((theme) => theme === parameters.get("theme")) ?? "dark");
const root = document.getElementById("root");
if (root !== null) surfaces[parameters.get("surface") ?? "board"]?.(root);
