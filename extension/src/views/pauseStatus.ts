// The status bar item that shows that writing is paused, and why. A click resumes.

import { l10n, StatusBarAlignment, ThemeColor, window, type Disposable } from "vscode";
import { setContext } from "../support/contextKeys.ts";
import { combineDisposables } from "../support/emitter.ts";
import { translateText } from "../support/vocabulary.ts";
import type { Projects } from "../workspace/projects.ts";

export class PauseStatus implements Disposable {
  readonly #projects: Projects;
  readonly #item = window.createStatusBarItem("pause", StatusBarAlignment.Left);
  readonly #parts: Disposable;

  constructor(projects: Projects) {
    this.#projects = projects;
    this.#item.name = l10n.t("Handoff: Pause");
    this.#item.text = `$(debug-pause) ${l10n.t("Handoff paused")}`;
    this.#item.backgroundColor = new ThemeColor("statusBarItem.warningBackground");
    this.#item.command = "handoff.resumeWriting";
    this.#parts = combineDisposables([this.#item, projects.onDidChange(() => this.#update())]);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #update(): void {
    const ready = this.#projects.all.filter((project) => project.state === "ready" && project.summary.initialized);
    const paused = ready.flatMap((project) => {
      const { paused: pause } = project.summary;
      return pause === undefined ? [] : [{ name: project.name, ...pause }];
    });
    setContext("handoff.canPause", paused.filter(({ scope }) => scope === "project").length < ready.length);
    setContext("handoff.canResume", paused.length > 0);
    if (paused.length === 0) {
      this.#item.hide();
      return;
    }
    const sentences = paused.map(({ name, text }) => (ready.length > 1 ? `${name}: ${translateText(text)}` : translateText(text)));
    const tooltip = sentences.join("\n");
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `${l10n.t("Handoff paused")}. ${tooltip}`, role: "button" };
    this.#item.show();
  }
}
