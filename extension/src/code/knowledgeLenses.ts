// A line of text above each place in the code that decisions, cautions, pointers or memories name.

import { CodeLens, EventEmitter, l10n, languages, Range, type CodeLensProvider, type Disposable, type TextDocument } from "vscode";
import type { FileKnowledge, RegisterKind } from "../../../webviews/contract/generated/protocol.ts";
import { combineDisposables } from "../support/emitter.ts";
import { cutText } from "./cutText.ts";
import { notesByLine, type KnownFiles } from "./knownFiles.ts";
import { noteText } from "./noteText.ts";

/** Maximum number of characters of the first note. */
const MAX_TEXT = 80;

export function registerKnowledgeLenses(files: Pick<KnownFiles, "shown" | "onDidChange">): Disposable {
  const changed = new EventEmitter<void>();
  const provider: CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => {
      const known = files.shown(document);
      return known === undefined ? [] : lensesOf(document, known.knowledge);
    },
  };
  return combineDisposables([changed, files.onDidChange(() => changed.fire()), languages.registerCodeLensProvider({ pattern: "**" }, provider)]);
}

function lensesOf(document: TextDocument, { notes, memories }: FileKnowledge): CodeLens[] {
  const byLine = notesByLine(notes);
  if (memories.length > 0 && !byLine.has(0)) byLine.set(0, []);
  return [...byLine].map(([line, here]) => {
    const lessons = line === 0 ? memories : [];
    const first = here.map(noteText)[0] ?? lessons[0]?.text ?? "";
    const counts = [...kindCounts(here.map(({ entry }) => entry.kind)), ...(lessons.length === 0 ? [] : [lessonCount(lessons.length)])].join(", ");
    return new CodeLens(new Range(line, 0, line, 0), {
      title: l10n.t("{0}: {1}", counts, cutText(first, MAX_TEXT)),
      tooltip: l10n.t("Show what is known here"),
      command: "handoff.showKnown",
      arguments: [document.uri.toString(), line],
    });
  });
}

/** Returns for example "2 decisions", "1 caution". */
function kindCounts(kinds: readonly RegisterKind[]): string[] {
  return [...new Set(kinds)].map((kind) => kindCount(kind, kinds.filter((other) => other === kind).length));
}

function kindCount(kind: RegisterKind, count: number): string {
  const isOne = count === 1;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the engine returns no other kinds for a file
  switch (kind) {
    case "decision":
      return isOne ? l10n.t("1 decision") : l10n.t("{0} decisions", count);
    case "caution":
      return isOne ? l10n.t("1 caution") : l10n.t("{0} cautions", count);
    case "blocker":
      return isOne ? l10n.t("1 blocker") : l10n.t("{0} blockers", count);
    case "pointer":
      return isOne ? l10n.t("1 pointer") : l10n.t("{0} pointers", count);
    default:
      return isOne ? l10n.t("1 note") : l10n.t("{0} notes", count);
  }
}

function lessonCount(count: number): string {
  return count === 1 ? l10n.t("1 memory") : l10n.t("{0} memories", count);
}
