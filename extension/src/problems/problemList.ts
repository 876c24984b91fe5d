// Shows problems of the files in the Problems panel, with their repairs as quick fixes.

import { CodeAction, CodeActionKind, Diagnostic, DiagnosticSeverity, languages, Range, type Disposable, type Uri } from "vscode";
import type { Problem, Severity } from "../../../webviews/contract/generated/protocol.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import type { Projects } from "../workspace/projects.ts";
import { translateText } from "../support/vocabulary.ts";

/** Returns the problem, how to resolve it, and its consequences until then. */
export function problemText({ text, cost }: Problem): string {
  return cost === undefined ? translateText(text) : `${translateText(text)} ${translateText(cost)}`;
}

/** A diagnostic that knows its problem. */
export class ProblemDiagnostic extends Diagnostic {
  readonly project: Project;
  readonly problem: Problem;

  /** `docs` describes the kinds of problems. */
  constructor(project: Project, problem: Problem, docs: Uri) {
    super(rangeOf(problem), problemText(problem), severities[problem.severity]);
    this.project = project;
    this.problem = problem;
    this.source = "Handoff";
    this.code = { value: problem.code, target: docs };
  }
}

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

type ByFile = Map<string, [place: Uri, diagnostics: ProblemDiagnostic[]]>;

export class ProblemList implements Disposable {
  readonly #projects: Projects;
  readonly #docs: Uri;
  readonly #shown = languages.createDiagnosticCollection("handoff");
  readonly #parts: Disposable;
  #byFile: ByFile = new Map();

  constructor(projects: Projects, docs: Uri) {
    this.#projects = projects;
    this.#docs = docs;
    this.#parts = combineDisposables([this.#shown, projects.onDidChange(() => this.#update())]);
  }

  /** Returns the problems of one file. */
  diagnosticsAt(place: Uri): readonly ProblemDiagnostic[] {
    return this.#byFile.get(place.toString())?.[1] ?? [];
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #update(): void {
    const byFile: ByFile = new Map();
    for (const project of this.#projects.all) {
      if (project.state !== "ready") continue;
      for (const problem of project.view({ kind: "problems" })) {
        const place = placeOf(project.id, problem.path);
        const entry = byFile.get(place.toString()) ?? [place, []];
        entry[1].push(new ProblemDiagnostic(project, problem, this.#docs));
        byFile.set(place.toString(), entry);
      }
    }
    this.#byFile = byFile;
    this.#shown.clear();
    this.#shown.set([...byFile.values()]);
  }
}

export function rangeOf({ position }: Problem): Range {
  return new Range(position.line, position.column, position.endLine, position.endColumn);
}

/** Registers the repairs of a line's problems as quick fixes. */
export function registerRepairActions(problems: ProblemList): Disposable {
  return languages.registerCodeActionsProvider(
    { pattern: "**/.handoff/**" },
    {
      provideCodeActions: (document, range) =>
        problems
          .diagnosticsAt(document.uri)
          .filter((diagnostic) => diagnostic.range.intersection(range) !== undefined)
          .flatMap((diagnostic) =>
            diagnostic.problem.repairs.map(({ title, command }) => {
              const action = new CodeAction(translateText(title), CodeActionKind.QuickFix);
              action.diagnostics = [diagnostic];
              action.command = {
                command: "handoff.applyRepair",
                title: translateText(title),
                arguments: [{ project: diagnostic.project.id }, command],
              };
              return action;
            }),
          ),
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}
