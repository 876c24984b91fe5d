// What is known about a line, as a hover. Its links run a few commands of the extension; texts of the project are
// escaped, so that none of them becomes a link.

import { Hover, l10n, languages, MarkdownString, Range, type Disposable } from "vscode";
import type { FileNote, MemoryRow } from "../../../webviews/contract/generated/protocol.ts";
import { kindIcons } from "../support/vocabulary.ts";
import { escapeMarkdown } from "../views/taskItem.ts";
import type { Project } from "../workspace/project.ts";
import type { KnownFile, KnownFiles } from "./knownFiles.ts";
import { kindName, noteFacts, noteReason, noteText } from "./noteText.ts";

/** Maximum number of lines of a range that has the hover on each of them; longer ones have it on the first. */
const MAX_LINES = 40;
/** Maximum number of tasks of a note. */
const MAX_TASKS = 3;

const COMMANDS = ["handoff.openSession", "handoff.openTask", "handoff.explainLine"] as const;

export function registerKnowledgeHover(files: Pick<KnownFiles, "shown">): Disposable {
  return languages.registerHoverProvider(
    { pattern: "**" },
    {
      provideHover: (document, { line }) => {
        const known = files.shown(document);
        const text = known && hoverText(known, line, document.uri.toString());
        return text === undefined ? undefined : new Hover(text, new Range(line, 0, line, document.lineAt(line).text.length));
      },
    },
  );
}

/** Returns what is known about a line, counted from 0, or undefined if that is nothing. */
function hoverText({ project, knowledge }: KnownFile, line: number, uri: string): MarkdownString | undefined {
  const notes = knowledge.notes.filter((note) => isShownAt(note, line));
  const memories = line === 0 ? knowledge.memories : [];
  if (notes.length === 0 && memories.length === 0) return undefined;
  const text = new MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: COMMANDS };
  const parts = [...notes.map((note) => notePart(project, note)), ...memories.map(memoryPart)];
  text.appendMarkdown([...parts, link("handoff.explainLine", [uri, line], l10n.t("Why Is This Line So?"))].join("\n\n---\n\n"));
  return text;
}

function isShownAt({ lines }: FileNote, line: number): boolean {
  if (lines.length === 0) return line === 0;
  return lines.some(({ first, last }) => line + 1 >= first && line + 1 <= (last - first < MAX_LINES ? last : first));
}

function notePart(project: Project, note: FileNote): string {
  const { entry, tasks } = note;
  const facts = noteFacts(note);
  const reason = noteReason(note);
  const session = entry.sessions.at(-1);
  const links = [
    ...(session === undefined ? [] : [link("handoff.openSession", [{ project: project.id, session }], l10n.t("Open Session"))]),
    ...tasks.slice(0, MAX_TASKS).map(({ id, title }) => link("handoff.openTask", [{ project: project.id, taskIds: [id] }], `${id} ${title}`)),
  ];
  return [
    `$(${kindIcons[entry.kind]}) **${escapeMarkdown(kindName(entry.kind))}**${facts === "" ? "" : ` · ${escapeMarkdown(facts)}`}`,
    escapeMarkdown(noteText(note)),
    ...(reason === "" ? [] : [escapeMarkdown(l10n.t("Reason: {0}", reason))]),
    links.join(" · "),
  ].join("\n\n");
}

function memoryPart({ text }: MemoryRow): string {
  return [`$(mortar-board) **${escapeMarkdown(l10n.t("Memory"))}**`, escapeMarkdown(text)].join("\n\n");
}

function link(command: (typeof COMMANDS)[number], args: readonly unknown[], text: string): string {
  // Parentheses would end the link; `encodeURIComponent` keeps them.
  const encoded = encodeURIComponent(JSON.stringify(args)).replaceAll("(", "%28").replaceAll(")", "%29");
  return `[${escapeMarkdown(text)}](command:${command}?${encoded})`;
}
