// Makes the IDs of tasks in terminals, commit messages and Markdown, and those in marks such as TODO(t1.2) in all files,
// links to the tasks. Only IDs that exist become links.

import { DocumentLink, l10n, languages, Range, Uri, window, type Disposable, type TerminalLink, type TerminalLinkProvider, type TextDocument } from "vscode";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";

export interface FoundId {
  readonly id: string;
  readonly start: number;
  readonly project: Project;
}

interface FoundInDocument extends FoundId {
  readonly line: number;
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

/** A mark of unfinished code that names a task, so the ID may be a plain number. */
const MARK = /(?<=\b(?:TODO|FIXME)\()[^()\s]{1,40}(?=\))/gu;

/** Languages in which people write sentences about tasks. */
const PROSE = ["git-commit", "markdown"];

export function findIds(line: string, projects: readonly Project[], pattern = WORD): FoundId[] {
  if (line.length > MAX_LINE_LENGTH) return [];
  const ready = projects.filter(({ state }) => state === "ready");
  return [...line.matchAll(pattern)].flatMap(({ 0: id, index: start }) => {
    const project = ready.find((known) => known.view({ kind: "task", id }) !== null);
    return project === undefined ? [] : [{ id, start, project }];
  });
}

export function findInDocument(document: Pick<TextDocument, "languageId" | "getText">, projects: readonly Project[]): FoundInDocument[] {
  const lines = document.getText().split(/\r?\n/u, MAX_LINES);
  const pattern = PROSE.includes(document.languageId) ? WORD : MARK;
  return lines.flatMap((text, line) => findIds(text, projects, pattern).map((found) => ({ ...found, line })));
}

export function registerTaskLinks(projects: { readonly all: readonly Project[] }, openTask: (project: Project, id: string) => void): Disposable {
  const terminals: TerminalLinkProvider<TaskLink> = {
    provideTerminalLinks: ({ line }) =>
      findIds(line, projects.all).map((found) => ({ startIndex: found.start, length: found.id.length, tooltip: tooltipOf(found), found })),
    handleTerminalLink: ({ found: { project, id } }) => openTask(project, id),
  };
  const inDocuments = languages.registerDocumentLinkProvider("*", {
    provideDocumentLinks: (document) => findInDocument(document, projects.all).map(documentLink),
  });
  return combineDisposables([window.registerTerminalLinkProvider(terminals), inDocuments]);
}

function documentLink(found: FoundInDocument): DocumentLink {
  const { id, start, project, line } = found;
  const args = encodeURIComponent(JSON.stringify([{ project: project.id, taskIds: [id] }]));
  const link = new DocumentLink(new Range(line, start, line, start + id.length), Uri.parse(`command:handoff.openTask?${args}`));
  link.tooltip = tooltipOf(found);
  return link;
}

function tooltipOf({ project, id }: FoundId): string {
  return l10n.t("Open task {0}", project.view({ kind: "task", id })?.card.title ?? id);
}
