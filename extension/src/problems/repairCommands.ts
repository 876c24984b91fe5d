// The doctor: lists the problems of a project and applies the selected repairs as one undoable
// step.

import { l10n, ThemeIcon, window, type QuickPickItem } from "vscode";
import type { Command, Problem, Repair } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import { showPick } from "../support/quickPick.ts";
import { translateText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import { rangeOf, problemText } from "./problemList.ts";
import type { CommandTable } from "../commands/registry.ts";

interface Row extends QuickPickItem {
  readonly problem: Problem;
  /** Undefined if the problem has to be fixed in the file. */
  readonly repair: Repair | undefined;
}

export async function runDoctor(context: CommandContext, project: Project): Promise<void> {
  await project.log.readEverything();
  const problems = project.view({ kind: "problems" });
  if (problems.length === 0) {
    void window.showInformationMessage(l10n.t("Handoff found no problems in {0}.", project.name));
    return;
  }
  const chosen = onePerProblem(await choose(project, rowsOf(problems)));
  const repairs = chosen.flatMap(({ repair }) => (repair === undefined ? [] : [repair.command]));
  if (repairs.length > 0) await context.run(project, { kind: "repair", repairs });
  for (const { problem } of chosen.filter(({ repair }) => repair === undefined)) {
    await window.showTextDocument(placeOf(project.id, problem.path), { selection: rangeOf(problem), preview: false });
  }
}

function rowsOf(problems: Problem[]): Row[] {
  return problems.flatMap((problem) => {
    const place = `${problem.path}:${problem.position.line + 1}`;
    const row = (label: string, repair: Repair | undefined): Row => ({
      label,
      description: place,
      detail: problemText(problem),
      picked: repair?.proposed === true,
      buttons: [{ iconPath: new ThemeIcon("go-to-file"), tooltip: l10n.t("Open File") }],
      problem,
      repair,
    });
    if (problem.repairs.length === 0) return [row(l10n.t("Open the file to fix it manually"), undefined)];
    return problem.repairs.map((repair) => row(translateText(repair.title), repair));
  });
}

/** Keeps the first repair of each problem: two repairs of one problem would conflict. */
function onePerProblem(rows: readonly Row[]): Row[] {
  return rows.filter((row, index) => rows.findIndex(({ problem }) => problem === row.problem) === index);
}

async function choose(project: Project, rows: Row[]): Promise<readonly Row[]> {
  const pick = window.createQuickPick<Row>();
  pick.title = l10n.t("Problems of {0}", project.name);
  pick.placeholder = l10n.t("Select the repairs to apply");
  pick.canSelectMany = true;
  pick.matchOnDetail = true;
  pick.items = rows;
  pick.selectedItems = rows.filter(({ picked }) => picked);
  pick.onDidTriggerItemButton(({ item: { problem } }) => {
    void window.showTextDocument(placeOf(project.id, problem.path), { selection: rangeOf(problem) });
  });
  return (await showPick(pick)) ?? [];
}

/** The command behind a quick fix. */
export function repairCommands(context: CommandContext): CommandTable {
  return {
    "handoff.applyRepair": async (about, command) => {
      const project = await context.project([about]);
      // The engine validates the command.
      return project && (await context.run(project, { kind: "repair", repairs: [command as Command] }));
    },
  };
}
