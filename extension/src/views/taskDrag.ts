// Dragging in the Task Explorer: what was dragged, and the task on which it was dropped; none for a project or the empty space below.

import { DataTransferItem, type DataTransfer, type TreeDragAndDropController } from "vscode";
import type { Disposable } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import type { ExplorerNode, TaskNode } from "./taskNode.ts";

const MIME = "application/vnd.code.tree.handoff.tasks";

/** The editor tells nobody of a drag that is given up: after this long one counts as over. */
const MAX_DRAG_MS = 5000;

/** Tasks that were dropped on another one, or on the top level. */
export interface Drop {
  readonly project: Project;
  readonly ids: readonly string[];
  readonly onto: TaskNode | undefined;
  /** Whether all of them, and none of them itself, have the same parent as the one on which they were dropped. */
  readonly isAmongSiblings: boolean;
}

/** What a drag asks of the tree and of the rest. */
export interface DragOwner {
  /** The tasks that the editor shows as these items. */
  tasksOf(itemIds: readonly string[]): TaskNode[];
  /** Called when a drag begins, and again when it is over. */
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
    // A task belongs to its project: between projects there is nothing to move.
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

  /** What `handleDrag` left. It is not asked while the editor reads the tree anew: then there is only the editor's own list of what is dragged. */
  #dragged(value: unknown): TaskNode[] {
    return Array.isArray(value) ? (value as TaskNode[]) : this.#owner.tasksOf(itemIdsIn(value));
  }
}

/** The editor writes `{"itemHandles": […]}`, each an item's id behind `1/`. */
function itemIdsIn(value: unknown): string[] {
  if (typeof value !== "string") return [];
  try {
    const told: unknown = JSON.parse(value);
    const handles = typeof told === "object" && told !== null && "itemHandles" in told ? told.itemHandles : undefined;
    if (!Array.isArray(handles)) return [];
    return handles.filter((handle) => typeof handle === "string" && handle.startsWith("1/")).map((handle: string) => handle.slice(2));
  } catch {
    return [];
  }
}

function keyOf(node: ExplorerNode | undefined): string | undefined {
  return node?.kind === "task" ? node.row.card.key : undefined;
}
