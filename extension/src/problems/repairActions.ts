// Quick fixes: the repairs of the problems on a line.

import { CodeAction, CodeActionKind, languages, type Disposable } from "vscode";
import { say } from "../support/words.ts";
import type { ProblemList } from "./problemList.ts";

export function registerRepairActions(problems: ProblemList): Disposable {
  return languages.registerCodeActionsProvider(
    { pattern: "**/.handoff/**" },
    {
      provideCodeActions: (document, range) =>
        problems
          .at(document.uri)
          .filter((diagnostic) => diagnostic.range.intersection(range) !== undefined)
          .flatMap((diagnostic) =>
            diagnostic.problem.repairs.map(({ title, command }) => {
              const action = new CodeAction(say(title), CodeActionKind.QuickFix);
              action.diagnostics = [diagnostic];
              action.command = {
                command: "handoff.applyRepair",
                title: say(title),
                arguments: [{ project: diagnostic.project.id }, command],
              };
              return action;
            }),
          ),
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}
