// Agents that wait for the user: an item of the status bar, a message for each that waits now, and the way to it.

import { l10n, StatusBarAlignment, ThemeColor, window, workspace, type Disposable } from "vscode";
import type { WaitingAgent } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandTable } from "../commands/registry.ts";
import { combineDisposables } from "../support/emitter.ts";
import { actorName, agoText, needText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { goToAgent, showTerminal } from "./agentTerminals.ts";
import { isQuiet } from "./quietHours.ts";

/** Left of the timer. */
const PRIORITY = 41;
const COMMAND = "handoff.showWaitingAgents";
/** Maximum length of what an agent says in a message, in characters. */
const MAX_TEXT_LENGTH = 200;

/** An agent that waits, with its project. */
interface Waiting {
  readonly project: Project;
  readonly agent: WaitingAgent;
}

type OpenTask = (project: Project, id: string) => void;

export class WaitingAgents implements Disposable {
  readonly #projects: Pick<Projects, "all" | "onDidChange">;
  readonly #openTask: OpenTask;
  readonly #item = window.createStatusBarItem("waitingAgents", StatusBarAlignment.Left, PRIORITY);
  readonly #parts: Disposable;
  /** The projects that were read before; what waits in a project at first is old. */
  readonly #read = new Set<string>();
  /** Those of which the user was told, by project, key and time. */
  #known = new Set<string>();

  constructor(projects: Pick<Projects, "all" | "onDidChange">, openTask: OpenTask) {
    this.#projects = projects;
    this.#openTask = openTask;
    this.#item.name = l10n.t("Handoff: Waiting Agents");
    this.#item.command = COMMAND;
    this.#item.backgroundColor = new ThemeColor("statusBarItem.warningBackground");
    this.#parts = combineDisposables([this.#item, projects.onDidChange(() => this.#update())]);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  get commands(): CommandTable {
    return { [COMMAND]: () => this.#pick() };
  }

  /** Shows the terminal of an agent, else its task. */
  goTo(project: Project, key: string): void {
    const agent = waitingIn(project).find((waiting) => waiting.key === key);
    if (agent !== undefined) this.#show({ project, agent });
  }

  #update(): void {
    const ready = this.#projects.all.filter((project) => project.state === "ready");
    const waiting = ready.flatMap((project) => waitingIn(project).map((agent): Waiting => ({ project, agent })));
    this.#item.text = `$(bell-dot) ${waiting.length}`;
    this.#item.tooltip = waiting.map(({ agent }) => describe(agent)).join("\n");
    this.#item.accessibilityInformation = { label: l10n.t("Agents that wait for you: {0}", this.#item.tooltip), role: "button" };
    if (waiting.length > 0) this.#item.show();
    else this.#item.hide();
    const isNew = ({ project, agent }: Waiting): boolean => this.#read.has(project.id) && !this.#known.has(identify({ project, agent }));
    const fresh = waiting.filter(isNew);
    this.#known = new Set(waiting.map(identify));
    for (const { id } of ready) this.#read.add(id);
    if (mayInterrupt()) for (const found of fresh) void this.#tell(found);
  }

  /** An agent that has ended its turn is only listed: the user may be reading what it says. */
  async #tell(found: Waiting): Promise<void> {
    const { agent } = found;
    if (agent.need === "instruction") return;
    const show = l10n.t("Show");
    const chosen = await window.showInformationMessage(describe(agent), show);
    if (chosen === show) this.#show(found);
  }

  async #pick(): Promise<void> {
    const items = this.#projects.all
      .filter((project) => project.state === "ready")
      .flatMap((project) =>
        waitingIn(project).map((agent) => ({
          label: `$(bell-dot) ${actorName(agent.actor)} ${needText(agent.need)}`,
          description: agent.task === undefined ? agoText(agent.since) : `${agent.task.id} ${agent.task.title} · ${agoText(agent.since)}`,
          detail: agent.text,
          found: { project, agent },
        })),
      );
    if (items.length === 0) {
      void window.showInformationMessage(l10n.t("No agent waits for you."));
      return;
    }
    const chosen = await window.showQuickPick(items, { title: l10n.t("Agents That Wait for You"), matchOnDescription: true, matchOnDetail: true });
    if (chosen !== undefined) this.#show(chosen.found);
  }

  #show({ project, agent: { actor, task } }: Waiting): void {
    if (task === undefined) goToAgent(actor);
    else if (!showTerminal(actor.conversation)) this.#openTask(project, task.id);
  }
}

function waitingIn(project: Project): WaitingAgent[] {
  return project.summary.waitingAgents ?? [];
}

function identify({ project, agent: { key, need, text, since } }: Waiting): string {
  return [project.id, key, need, text, since].join("\n");
}

/** For example "codex asks for permission: Bash: npm test (t4 Parse)". */
function describe({ actor, need, text, task }: WaitingAgent): string {
  const said = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
  const about = task === undefined ? "" : ` (${task.id} ${task.title})`;
  return `${actorName(actor)} ${needText(need)}${said === "" ? "" : `: ${said}`}${about}`;
}

function mayInterrupt(): boolean {
  const settings = workspace.getConfiguration("handoff");
  const now = new Date();
  const hours = settings.get<unknown>("quietHours");
  const isNight = typeof hours === "string" && isQuiet(hours, { hour: now.getHours(), minute: now.getMinutes() });
  return settings.get("notifyWaitingAgents") === true && !isNight;
}
