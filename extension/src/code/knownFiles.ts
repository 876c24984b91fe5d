// What the engine knows about the file of an editor. It is asked once for each version of a document, and again when
// the project changes.

import { workspace, type Disposable, type TextDocument } from "vscode";
import type { FileKnowledge, FileNote } from "../../../webviews/contract/generated/protocol.ts";
import { combineDisposables, Emitter } from "../support/emitter.ts";
import { Throttle } from "../support/throttle.ts";
import { projectFile, type ProjectFile } from "../workspace/projectFiles.ts";
import type { Projects } from "../workspace/projects.ts";

/** Longer documents come from programs that write data, in characters. */
const MAX_LENGTH = 1_000_000;
/** Delay between two updates of all editors, in milliseconds. */
const UPDATE_DELAY_MS = 500;

const SETTING = "handoff.showInCode";

/** A document with what is known about it. */
export interface KnownFile extends ProjectFile {
  readonly knowledge: FileKnowledge;
}

interface Answer extends KnownFile {
  readonly version: number;
  readonly revision: number;
}

export class KnownFiles implements Disposable {
  readonly #projects: Pick<Projects, "all" | "workFolder">;
  readonly #answers = new WeakMap<TextDocument, Answer>();
  readonly #changed = new Emitter<void>();
  readonly #parts: Disposable;

  /** Fires when more or less may be known. */
  readonly onDidChange = this.#changed.event;

  constructor(projects: Pick<Projects, "all" | "workFolder" | "onDidChange">) {
    this.#projects = projects;
    const throttle = new Throttle(() => {
      this.#changed.fire();
      return true;
    }, UPDATE_DELAY_MS);
    this.#parts = combineDisposables([
      throttle,
      this.#changed,
      projects.onDidChange(() => throttle.request()),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(SETTING)) this.#changed.fire();
      }),
    ]);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** Returns what an editor shows of a document: nothing outside of projects, in Restricted Mode, and if the setting is off. */
  shown(document: TextDocument): KnownFile | undefined {
    const isOn = workspace.getConfiguration().get<boolean>(SETTING, true);
    return isOn && workspace.isTrusted ? this.find(document) : undefined;
  }

  /** Returns what is known about a document, or undefined outside of projects. */
  find(document: TextDocument): KnownFile | undefined {
    const place = projectFile(this.#projects, document.uri);
    if (place?.project.state !== "ready") return undefined;
    const { version } = document;
    const { revision } = place.project.summary;
    const last = this.#answers.get(document);
    const isCurrent = last?.project === place.project && last.revision === revision;
    // An edit moves lines. It does not make known what was not.
    if (isCurrent && (last.version === version || isEmpty(last.knowledge))) return last;
    const text = document.getText();
    if (text.length > MAX_LENGTH) return undefined;
    const knowledge = place.project.ask((engine) => engine.fileKnowledge(place.path, text));
    const answer = { ...place, knowledge, version, revision };
    this.#answers.set(document, answer);
    return answer;
  }
}

function isEmpty({ notes, memories }: FileKnowledge): boolean {
  return notes.length === 0 && memories.length === 0;
}

/** Returns the lines above which notes are shown, counted from 0, with their notes: those about the whole file are at its top. */
export function notesByLine(notes: readonly FileNote[]): Map<number, FileNote[]> {
  const byLine = new Map<number, FileNote[]>();
  for (const note of notes) {
    for (const line of new Set(note.lines.length === 0 ? [0] : note.lines.map(({ first }) => first - 1))) {
      byLine.set(line, [...(byLine.get(line) ?? []), note]);
    }
  }
  return byLine;
}
