// Shows that a handover is half done: in the status bar as long as it is, and once for each handover in a
// message. Both offer to resume it.

import { env, l10n, StatusBarAlignment, ThemeColor, window, type Disposable, type Memento } from "vscode";
import type { InterruptedHandover } from "../../../webviews/contract/generated/protocol.ts";
import { setContext } from "../support/contextKeys.ts";
import { shortTime } from "../support/dateFormat.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { FoundHandover, HandoverWatch } from "./handoverWatch.ts";

/** Key of the handover that was announced last, before the project's ID. */
const KEY = "handoff.announcedHandover ";

export class HandoverStatus implements Disposable {
  readonly #watch: Pick<HandoverWatch, "interrupted" | "onDidChange">;
  readonly #memory: Memento;
  readonly #resume: (found: FoundHandover) => unknown;
  readonly #item = window.createStatusBarItem("handover", StatusBarAlignment.Left);
  readonly #parts: Disposable;

  constructor(watch: Pick<HandoverWatch, "interrupted" | "onDidChange">, memory: Memento, resume: (found: FoundHandover) => unknown) {
    this.#watch = watch;
    this.#memory = memory;
    this.#resume = resume;
    this.#item.name = l10n.t("Handoff: Handover");
    this.#item.text = `$(debug-disconnect) ${l10n.t("Handover half done")}`;
    this.#item.backgroundColor = new ThemeColor("statusBarItem.warningBackground");
    this.#item.command = "handoff.resumeHandover";
    this.#parts = combineDisposables([this.#item, watch.onDidChange(() => this.#update())]);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #update(): void {
    const { interrupted } = this.#watch;
    setContext("handoff.canResumeHandover", interrupted.length > 0);
    if (interrupted.length === 0) {
      this.#item.hide();
      return;
    }
    const tooltip = interrupted
      .map(({ project, handover }) => (interrupted.length > 1 ? `${project.name}: ${describe(handover)}` : describe(handover)))
      .join("\n");
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: `${l10n.t("Handover half done")}. ${tooltip}`, role: "button" };
    this.#item.show();
    for (const found of interrupted) void this.#announce(found);
  }

  async #announce(found: FoundHandover): Promise<void> {
    const { project, handover } = found;
    const key = KEY + project.id;
    if (this.#memory.get(key) === handover.id) return;
    await this.#memory.update(key, handover.id);
    const resume = l10n.t("Resume");
    if ((await window.showWarningMessage(describe(handover), resume)) === resume) await this.#resume(found);
  }
}

/** Describes an interrupted handover. */
export function describe({ startedAt, done, pending, failed }: InterruptedHandover): string {
  const sentences = [
    startedAt === "" ? l10n.t("A handover is half done.") : l10n.t("The handover of {0} is half done.", shortTime(startedAt, env.language)),
    done.length === 0 ? l10n.t("No step is done.") : l10n.t("Done: {0}.", done.join(", ")),
    l10n.t("Pending: {0}.", pending.join(", ")),
    ...(failed === undefined ? [] : [l10n.t("It stopped at the step {0}: {1}", failed.step, failed.message)]),
  ];
  return sentences.join(" ");
}
