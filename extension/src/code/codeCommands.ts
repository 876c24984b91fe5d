// Commands on a line of the code: what is known about it, and why it is as it is.

import { commands, env, l10n, QuickPickItemKind, Range, Selection, Uri, window, workspace, type QuickPickItem, type TextDocument } from "vscode";
import type { CommitOrigin, FileNote, TaskName } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandTable } from "../commands/registry.ts";
import { shortTime } from "../support/dateFormat.ts";
import { kindIcons, statusName } from "../support/vocabulary.ts";
import { commitOfLine, openCommit, type LineCommit } from "../workspace/gitCommits.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import type { KnownFile, KnownFiles } from "./knownFiles.ts";
import { kindName, noteFacts, noteReason, noteText } from "./noteText.ts";

/** The pages to which an explanation leads. */
interface CodePages {
  openTask(project: Project, id: string): void;
  openSessions(project: Project, id?: string): void;
}

/** A line of a document, counted from 0. */
interface Place {
  readonly document: TextDocument;
  readonly line: number;
}

interface Row extends QuickPickItem {
  open(): unknown;
}

export function codeCommands(projects: Pick<Projects, "load">, files: Pick<KnownFiles, "find">, pages: CodePages): CommandTable {
  return {
    "handoff.showKnown": async (...args) => {
      const place = await placeOf(args);
      if (place !== undefined) await showHover(place);
    },
    "handoff.explainLine": async (...args) => {
      await projects.load();
      const place = await placeOf(args);
      if (place === undefined) return void window.showInformationMessage(l10n.t("Open a file of a project first."));
      return await explain(place, files.find(place.document), pages);
    },
  };
}

/** Returns the place that a link names, else the line of the cursor. */
async function placeOf([uri, line]: readonly unknown[]): Promise<Place | undefined> {
  if (typeof uri === "string" && typeof line === "number") return { document: await workspace.openTextDocument(Uri.parse(uri, true)), line };
  const editor = window.activeTextEditor;
  return editor && { document: editor.document, line: editor.selection.active.line };
}

/** Shows the hover of a line, and moves the focus into it. */
async function showHover({ document, line }: Place): Promise<void> {
  const editor = await window.showTextDocument(document);
  const { firstNonWhitespaceCharacterIndex: column } = document.lineAt(line);
  editor.selection = new Selection(line, column, line, column);
  editor.revealRange(new Range(line, 0, line, 0));
  await commands.executeCommand("editor.action.showHover", { focus: "autoFocusImmediately" });
}

/** Lists the commit of a line with its session, tasks and decisions, and what is known about the line. */
async function explain({ document, line }: Place, known: KnownFile | undefined, pages: CodePages): Promise<void> {
  if (known === undefined) return void window.showInformationMessage(l10n.t("This file is not in a Handoff project."));
  const { project, knowledge } = known;
  // Git numbers the lines of the saved file.
  const commit = document.isDirty ? "unsaved" : await commitOfLine(project, document.uri, line);
  const about = knowledge.notes.filter(({ lines }) => lines.length === 0 || lines.some(({ first, last }) => line + 1 >= first && line + 1 <= last));
  const origin = typeof commit === "string" ? undefined : originOf(project, commit);
  const others = about.filter(({ entry }) => origin?.decisions.every(({ id }) => id !== entry.id) ?? true);
  const rows = [
    ...(origin === undefined ? [] : commitRows(project, origin, pages)),
    ...section(l10n.t("Known about this line and file"), others.map((note) => noteRow(project, note, pages))),
  ];
  const name = `${known.path}:${line + 1}`;
  const state = typeof commit === "string" ? stateText(commit) : "";
  if (rows.length === 0) return void window.showInformationMessage([l10n.t("Nothing is known about {0}.", name), state].filter(Boolean).join(" "));
  const chosen = await window.showQuickPick(rows, { title: l10n.t("Why is {0} so?", name), placeHolder: state || l10n.t("Select one to open it"), matchOnDetail: true });
  await chosen?.open();
}

function stateText(state: "unsaved" | "uncommitted" | "unknown"): string {
  if (state === "unsaved") return l10n.t("Save the file to see the commit of the line.");
  return state === "uncommitted" ? l10n.t("The line is in no commit yet.") : "";
}

type Origin = CommitOrigin & LineCommit;

function originOf(project: Project, commit: LineCommit): Origin {
  const { hash: id, message, at } = commit;
  return { ...commit, ...project.view({ kind: "commitOrigin", id, at, message }) };
}

function commitRows(project: Project, { hash, message, author, at, session, tasks, decisions }: Origin, pages: CodePages): Row[] {
  const sessions = session === undefined ? [] : [session];
  return [
    ...section(l10n.t("Commit"), [
      {
        label: `$(git-commit) ${message.split("\n", 1)[0] ?? ""}`,
        description: [hash.slice(0, 8), author, shortTime(new Date(at).toISOString(), env.language)].filter(Boolean).join(" · "),
        open: () => openCommit(project, hash),
      },
    ]),
    ...section(
      l10n.t("Session"),
      sessions.map(({ id, summary, author: by, during }) => ({
        label: `$(history) ${summary || id}`,
        description: [by ?? "", during ? "" : l10n.t("saved before the commit")].filter(Boolean).join(" · "),
        open: () => pages.openSessions(project, id),
      })),
    ),
    ...section(l10n.t("Tasks"), tasks.map((task) => taskRow(project, task, pages))),
    ...section(l10n.t("Decisions"), decisions.map((entry) => noteRow(project, { entry, lines: [], tasks: [] }, pages))),
  ];
}

function taskRow(project: Project, { id, title, status }: TaskName, pages: CodePages): Row {
  return { label: `$(checklist) ${title || id}`, description: `${id} · ${statusName(status)}`, open: () => pages.openTask(project, id) };
}

function noteRow(project: Project, note: FileNote, pages: CodePages): Row {
  const { kind, sessions } = note.entry;
  return {
    label: `$(${kindIcons[kind]}) ${noteText(note)}`,
    description: [kindName(kind), noteFacts(note)].filter(Boolean).join(" · "),
    detail: noteReason(note),
    open: () => pages.openSessions(project, sessions.at(-1)),
  };
}

/** Returns rows below a heading; nothing without rows. */
function section(label: string, rows: Row[]): Row[] {
  return rows.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator, open: () => undefined }, ...rows];
}
