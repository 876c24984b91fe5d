// Drag and drop in the Task Explorer.

import { DataTransferItem, type DataTransfer, type TreeDragAndDropController } from "vscode";
import type { Disposable } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import type { ExplorerNode, TaskNode } from "./taskNode.ts";

const MIME = "application/vnd.code.tree.handoff.tasks";

/** Time after which a drag counts as over. VSCode does not report cancelled drags. */
const MAX_DRAG_MS = 5000;

/** Tasks dropped on a task, or on the top level (a project or the empty space). */
export interface Drop {
  readonly project: Project;
  readonly ids: readonly string[];
  readonly onto: TaskNode | undefined;
  /** True if the dropped tasks and the target are different tasks with the same parent. */
  readonly isAmongSiblings: boolean;
}

/** The parts of a tree that a drag uses. */
export interface DragOwner {
  /** Returns the tasks of tree items. */
  tasksOf(itemIds: readonly string[]): TaskNode[];
  /** Called when a drag begins and when it ends. */
  setDragging(lasts: boolean): void;
  drop(drop: Drop): Promise<void>;
}

export class TaskDrag implements TreeDragAndDropController<ExplorerNode>, Disposable {
  readonly dragMimeTypes = [MIME];
  readonly dropMimeTypes = [MIME];
  readonly #owner: DragOwner;
  #limit: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: DragOwner) {
    this.#owner = owner;
  }

  handleDrag(nodes: readonly ExplorerNode[], transfer: DataTransfer): void {
    const tasks = nodes.filter((node) => node.kind === "task");
    if (tasks.length === 0) return;
    transfer.set(MIME, new DataTransferItem(tasks));
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#end(), MAX_DRAG_MS);
    this.#owner.setDragging(true);
  }

  async handleDrop(target: ExplorerNode | undefined, transfer: DataTransfer): Promise<void> {
    const tasks = this.#dragged(transfer.get(MIME)?.value);
    this.#end();
    const project = target?.project ?? tasks[0]?.project;
    // Tasks cannot move between projects.
    if (project === undefined || tasks.length === 0 || tasks.some((task) => task.project !== project)) return;
    const onto = target?.kind === "task" ? target : undefined;
    const isAmongSiblings = onto !== undefined && tasks.every((task) => keyOf(task) !== keyOf(onto) && keyOf(task.parent) === keyOf(onto.parent));
    await this.#owner.drop({ project, ids: tasks.map(({ row }) => row.card.id), onto, isAmongSiblings });
  }

  dispose(): void {
    clearTimeout(this.#limit);
  }

  #end(): void {
    clearTimeout(this.#limit);
    this.#owner.setDragging(false);
  }

  /**
   * Returns the tasks that `handleDrag` stored. VSCode does not call it while it reads the tree
   * again; then only its own list exists.
   */
  #dragged(value: unknown): TaskNode[] {
    return Array.isArray(value) ? (value as TaskNode[]) : this.#owner.tasksOf(itemIdsIn(value));
  }
}

/** VSCode writes `{"itemHandles": […]}`, each handle being `1/` and an item's ID. */
function itemIdsIn(value: unknown): string[] {
  if (typeof value !== "string") return [];
  try {
    const list: unknown = JSON.parse(value);
    const handles = typeof list === "object" && list !== null && "itemHandles" in list ? list.itemHandles : undefined;
    if (!Array.isArray(handles)) return [];
    return handles.filter((handle) => typeof handle === "string" && handle.startsWith("1/")).map((handle: string) => handle.slice(2));
  } catch {
    return [];
  }
}

function keyOf(node: ExplorerNode | undefined): string | undefined {
  return node?.kind === "task" ? node.row.card.key : undefined;
}
