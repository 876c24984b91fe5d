// Shows any surface in a plain page: /?surface=board&theme=dark&cards=41 or /?surface=task&task=t1.
// For development and pictures.
import "../shared/theme/base.css";
import "../board/board.css";
import "../task/task.css";
import "../gantt/gantt.css";
import "./gallery.css";
import { mountBoard } from "../board/mount.tsx";
import { fakeProject } from "../board/testing/fakeProject.ts";
import type { FakeOptions } from "../board/testing/fakeProject.ts";
import { manyCards } from "../board/testing/manyCards.ts";
import { tideAtlasCards } from "../board/testing/tideAtlas.ts";
import { mountGantt } from "../gantt/mount.tsx";
import { fakeGantt } from "../gantt/testing/fakeGantt.ts";
import { hardNames } from "../gantt/testing/hardNames.ts";
import { manyLoads, manyMilestones, manyTasks } from "../gantt/testing/manyTasks.ts";
import { ganttModes } from "../contract/generated/values.ts";
import { tideAtlasView } from "../gantt/testing/tideAtlas.ts";
import { openPage } from "../task/page.tsx";
import { taskHost } from "../task/testing/taskHost.ts";
import { foundation, parseFeed } from "../task/testing/tideAtlas.ts";
import { applyTheme, themes } from "./themes.ts";
import type { ThemeName } from "./themes.ts";

const wanted = new URLSearchParams(location.search);
const names = Object.keys(themes) as ThemeName[];

/** `lang=ja` shows a surface in Japanese. */
const language =
  wanted.get("lang") === "ja" ? { locale: "ja", strings: (await (await fetch("ja.json")).json()) as Record<string, string> } : {};

const surfaces: Record<string, (root: HTMLElement) => void> = {
  board: (root) => {
    const count = Number(wanted.get("cards") ?? tideAtlasCards.length);
    const cards = count <= tideAtlasCards.length ? tideAtlasCards.slice(-count) : manyCards(count);
    const options: FakeOptions = {
      cards: count === 0 ? [] : cards,
      limits: { in_progress: 5, review: 4 },
      readOnly: wanted.get("readOnly") === null ? null : "untrusted",
      kept: { laneKind: wanted.get("lanes") },
      ...language,
      refuse: (command) =>
        command.kind === "placeCards" && command.patch.status === "done"
          ? "Tick “Feed parser handles gaps” first: a task is done when its done criteria hold."
          : undefined,
    };
    mountBoard(root, fakeProject(options).host);
  },
  gantt: (root) => {
    const tasks = manyTasks(Number(wanted.get("tasks") ?? tideAtlasView.rows.length));
    const options = {
      // `names=hard` shows names that are difficult to lay out.
      tasks: wanted.get("names") === "hard" ? tasks.map((task, at) => ({ ...task, title: hardNames[at % hardNames.length] ?? "" })) : tasks,
      readOnly: wanted.get("readOnly") === null ? null : ("untrusted" as const),
      choices: { mode: ganttModes.find((mode) => mode === wanted.get("mode")) ?? "plan", showWorkload: wanted.get("loads") !== null },
      view: wanted.get("tasks") === null ? tideAtlasView : { milestones: manyMilestones, loads: manyLoads },
      kept: {
        px: wanted.get("px") === null ? null : Number(wanted.get("px")),
        switches: { critical: wanted.get("critical") !== null, slack: wanted.get("critical") !== null, table: wanted.get("table") !== null },
        query: wanted.get("baseline") === null ? {} : { baseline: "baselines/first.json" },
      },
      ...language,
    };
    mountGantt(root, fakeGantt(options).host);
  },
  task: (root) => {
    const readOnly = wanted.get("readOnly") === null ? null : "untrusted";
    void openPage(taskHost(wanted.get("task") === "t1" ? foundation : parseFeed, { readOnly, ...language }), root);
  },
};

applyTheme(names.find((name) => name === wanted.get("theme")) ?? "dark");
const root = document.getElementById("root");
if (root !== null) surfaces[wanted.get("surface") ?? "board"]?.(root);
