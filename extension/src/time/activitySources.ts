// Signs that the person is at work in this window.

import { debug, window, workspace, type Disposable as EditorDisposable } from "vscode";
import { Emitter, combineDisposables, type Disposable } from "../support/emitter.ts";

/** VSCode calls a window active for up to this time after the last key or click anywhere in it. */
const RECENTLY_MS = 60_000;

/**
 * Notes when the person was active last. Edits, selections and scrolling in the active editor, the focus
 * of the window, terminals and debugging are noted at once; keys and clicks elsewhere, such as in a
 * terminal or on a page, up to a minute too early, since VSCode reports no more.
 */
export class ActivitySources implements Disposable {
  readonly #monotonic: () => number;
  readonly #noted = new Emitter<void>();
  readonly #sources: Disposable;
  #lastAt: number;
  #activeSince: number | undefined;
  #isFocused = window.state.focused;

  /** Fires at each sign that is noted at once. */
  readonly onDidNote = this.#noted.event;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
    this.#lastAt = monotonic();
    const note = (): void => this.#note();
    const isShown = (document: unknown): boolean => document === window.activeTextEditor?.document;
    const sources: EditorDisposable[] = [
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // Another program that writes a file changes its editor too, but not in a window in use.
        if (contentChanges.length > 0 && isShown(document) && window.state.focused && document.isDirty) note();
      }),
      window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind !== undefined) note();
      }),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (window.state.focused && isShown(textEditor.document)) note();
      }),
      window.onDidChangeActiveTextEditor(() => this.#noteIfFocused()),
      window.onDidChangeNotebookEditorSelection(note),
      window.onDidChangeActiveTerminal(() => this.#noteIfFocused()),
      window.onDidOpenTerminal(() => this.#noteIfFocused()),
      window.onDidChangeTerminalState(({ state }) => {
        if (state.isInteractedWith) note();
      }),
      debug.onDidStartDebugSession(() => this.#noteIfFocused()),
      debug.onDidChangeActiveStackItem(() => this.#noteIfFocused()),
      debug.onDidChangeBreakpoints(() => this.#noteIfFocused()),
      window.onDidChangeWindowState(({ active, focused }) => {
        const begins = (active && this.#activeSince === undefined) || (focused && !this.#isFocused);
        this.#isFocused = focused;
        this.#activeSince = active ? (this.#activeSince ?? monotonic()) : undefined;
        if (begins) note();
      }),
    ];
    this.#sources = combineDisposables(sources);
    if (window.state.active) this.#activeSince = monotonic();
  }

  /** When the person was active last, by the monotonic clock. */
  get lastAt(): number {
    const since = window.state.active ? this.#activeSince : undefined;
    if (since !== undefined) this.#lastAt = Math.max(this.#lastAt, since, this.#monotonic() - RECENTLY_MS);
    return this.#lastAt;
  }

  dispose(): void {
    this.#sources.dispose();
    this.#noted.dispose();
  }

  #noteIfFocused(): void {
    if (window.state.focused) this.#note();
  }

  #note(): void {
    this.#lastAt = this.#monotonic();
    this.#noted.fire();
  }
}
