// Makes the IDs of tasks in terminals, commit messages and Markdown links to the tasks. Only IDs that exist become
// links.

import { DocumentLink, l10n, languages, Range, Uri, window, type Disposable, type TerminalLink, type TerminalLinkProvider } from "vscode";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";

export interface FoundId {
  readonly id: string;
  readonly start: number;
  readonly project: Project;
}

interface TaskLink extends TerminalLink {
  readonly found: FoundId;
}

/** Lines that are longer come from programs that write data. */
const MAX_LINE_LENGTH = 2000;
const MAX_LINES = 5000;

/**
 * A word that may be an ID: it has a letter and a digit, or a dot between digits. A plain number, a
 * part of a date, of a path or of an address is none.
 */
const WORD = /(?<![\w./@:-])(?:[A-Za-z]+\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?![\w/@-]|\.\w)/gu;

export function findIds(line: string, projects: readonly Project[]): FoundId[] {
  if (line.length > MAX_LINE_LENGTH) return [];
  const ready = projects.filter(({ state }) => state === "ready");
  return [...line.matchAll(WORD)].flatMap(({ 0: id, index: start }) => {
    const project = ready.find((known) => known.view({ kind: "task", id }) !== null);
    return project === undefined ? [] : [{ id, start, project }];
  });
}

export function registerTaskLinks(projects: { readonly all: readonly Project[] }, openTask: (project: Project, id: string) => void): Disposable {
  const terminals: TerminalLinkProvider<TaskLink> = {
    provideTerminalLinks: ({ line }) =>
      findIds(line, projects.all).map((found) => ({ startIndex: found.start, length: found.id.length, tooltip: tooltipOf(found), found })),
    handleTerminalLink: ({ found: { project, id } }) => openTask(project, id),
  };
  const inDocuments = languages.registerDocumentLinkProvider([{ language: "git-commit" }, { language: "markdown" }], {
    provideDocumentLinks: (document) => {
      const lines = document.getText().split(/\r?\n/u, MAX_LINES);
      return lines.flatMap((line, at) => findIds(line, projects.all).map((found) => documentLink(found, at)));
    },
  });
  return combineDisposables([window.registerTerminalLinkProvider(terminals), inDocuments]);
}

function documentLink(found: FoundId, line: number): DocumentLink {
  const { id, start, project } = found;
  const args = encodeURIComponent(JSON.stringify([{ project: project.id, taskIds: [id] }]));
  const link = new DocumentLink(new Range(line, start, line, start + id.length), Uri.parse(`command:handoff.openTask?${args}`));
  link.tooltip = tooltipOf(found);
  return link;
}

function tooltipOf({ project, id }: FoundId): string {
  return l10n.t("Open task {0}", project.view({ kind: "task", id })?.card.title ?? id);
}
