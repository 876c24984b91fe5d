// The view of the Task Explorer: tree, message, badge and context keys.

import { window, workspace, type Disposable, type TreeView } from "vscode";
import { setContext } from "../support/contextKeys.ts";
import { combineDisposables, type EventOf } from "../support/emitter.ts";
import { Throttle } from "../support/throttle.ts";
import { addNeeds, needsCount, needsText, noNeeds } from "../support/needsYou.ts";
import type { ClaimWatch } from "../workspace/claimWatch.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import type { ExplorerChoice } from "./explorerChoice.ts";
import { explorerMessage, explorerState, unreadTexts } from "./explorerState.ts";
import { TaskDrag, type Drop } from "./taskDrag.ts";
import type { ExplorerNode, TaskNode } from "./taskNode.ts";
import { TaskTree } from "./taskTree.ts";

/**
 * VSCode delays a tree update for 200 ms after the previous one, and restarts the delay on each
 * update.
 */
const EDITOR_REDRAW_DELAY_MS = 210;

export class TaskExplorer implements Disposable {
  readonly tree: TaskTree;
  readonly #view: TreeView<ExplorerNode>;
  readonly #projects: Projects;
  readonly #choice: ExplorerChoice;
  readonly #parts: Disposable;
  readonly #throttle = new Throttle(() => {
    const hasChanged = this.tree.redraw();
    this.#describe();
    return hasChanged;
  }, EDITOR_REDRAW_DELAY_MS);

  constructor(projects: Projects, choice: ExplorerChoice, claims: Pick<ClaimWatch, "onDidTick">, drop: (drop: Drop) => Promise<void>) {
    this.#projects = projects;
    this.#choice = choice;
    this.tree = new TaskTree(projects, choice);
    const drag = new TaskDrag({
      tasksOf: (itemIds) => this.tree.tasksOf(itemIds),
      setDragging: (lasts) => {
        this.tree.isDragging = lasts;
        if (!lasts) this.#throttle.request();
      },
      drop,
    });
    this.#view = window.createTreeView("handoff.tasks", {
      treeDataProvider: this.tree,
      dragAndDropController: drag,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#parts = combineDisposables([
      this.#view,
      drag,
      this.#throttle,
      projects.onDidChange(() => this.#throttle.request()),
      claims.onDidTick(() => this.#throttle.request()),
      choice.onDidChange(() => {
        this.tree.redrawAll();
        this.#describe();
      }),
    ]);
    this.#describe();
  }

  /** The selected nodes; none while the view is hidden. */
  get selection(): readonly ExplorerNode[] {
    return this.isVisible ? this.#view.selection : [];
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  readonly onDidChangeVisibility: EventOf<unknown> = (listener) => this.#view.onDidChangeVisibility(listener);

  /** Selects a task in the tree; does nothing if the filter hides it or the view is closed. */
  async reveal(project: Project, id: string): Promise<void> {
    this.#throttle.flush();
    const node: TaskNode | undefined = this.#view.visible ? this.tree.find(project, id) : undefined;
    if (node !== undefined) await this.#view.reveal(node, { select: true, focus: false });
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #describe(): void {
    const { shown } = this.tree;
    const summaries = shown.map(({ summary }) => summary);
    const total = sum(summaries.map((summary) => summary.total));
    const matches = sum(shown.map((project) => this.tree.matches(project)));
    setContext("handoff.filtered", this.#choice.isFiltered);
    setContext("handoff.openOnly", this.#choice.isOpenOnly);
    setContext("handoff.canUndo", summaries.some(({ undo }) => undo !== null));
    setContext("handoff.canRedo", summaries.some(({ redo }) => redo !== null));
    setContext("handoff.canTakeOver", summaries.some(({ claims }) => (claims?.others.length ?? 0) > 0));
    setContext("handoff.canRelease", summaries.some(({ claims }) => (claims?.own.length ?? 0) > 0));
    const { all, isSearched } = this.#projects;
    setContext("handoff.explorer", explorerState({ all, isSearched, projects: shown.length, total, matches }));
    const message = explorerMessage({
      unread: unreadTexts(all),
      configProblems: summaries.flatMap(({ configProblem }) => configProblem ?? []),
      isTrusted: workspace.isTrusted,
      filter: this.#choice.isFiltered ? this.#choice.filter : null,
      isOpenOnly: this.#choice.isOpenOnly,
      sort: this.#choice.sort,
      matches,
      total,
    });
    // Setting the message delays updates of the tree, even if the text stays the same.
    if (message !== this.#view.message) this.#view.message = message;
    const needs = summaries.map(({ needsYou }) => needsYou).reduce(addNeeds, noNeeds);
    const value = needsCount(needs);
    this.#view.badge = value === 0 ? undefined : { value, tooltip: needsText(needs) };
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((left, right) => left + right, 0);
}
