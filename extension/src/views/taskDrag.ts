// Dragging in the Task Explorer: what was dragged, and the task on which it was dropped; none for a project or the empty space below.

import { DataTransferItem, type DataTransfer, type TreeDragAndDropController } from "vscode";
import type { Project } from "../workspace/project.ts";
import type { ExplorerNode, TaskNode } from "./taskNode.ts";

const MIME = "application/vnd.code.tree.handoff.tasks";

/** Tasks that were dropped on another one, or on the top level. */
export interface Drop {
  readonly project: Project;
  readonly ids: readonly string[];
  readonly onto: TaskNode | undefined;
  /** Whether all of them, and none of them itself, have the same parent as the one on which they were dropped. */
  readonly amongSiblings: boolean;
}

export class TaskDrag implements TreeDragAndDropController<ExplorerNode> {
  readonly dragMimeTypes = [MIME];
  readonly dropMimeTypes = [MIME];
  readonly #drop: (drop: Drop) => Promise<void>;

  constructor(drop: (drop: Drop) => Promise<void>) {
    this.#drop = drop;
  }

  handleDrag(nodes: readonly ExplorerNode[], transfer: DataTransfer): void {
    const tasks = nodes.filter((node) => node.kind === "task");
    if (tasks.length > 0) transfer.set(MIME, new DataTransferItem(tasks));
  }

  async handleDrop(target: ExplorerNode | undefined, transfer: DataTransfer): Promise<void> {
    const dragged: unknown = transfer.get(MIME)?.value;
    if (!Array.isArray(dragged)) return;
    const tasks = dragged as TaskNode[];
    const project = target?.project ?? tasks[0]?.project;
    // A task belongs to its project: between projects there is nothing to move.
    if (project === undefined || tasks.some((task) => task.project !== project)) return;
    const onto = target?.kind === "task" ? target : undefined;
    const amongSiblings = onto !== undefined && tasks.every((task) => task !== onto && parentOf(task) === parentOf(onto));
    await this.#drop({ project, ids: tasks.map(({ row }) => row.card.id), onto, amongSiblings });
  }
}

function parentOf({ parent }: TaskNode): string | undefined {
  return parent?.kind === "task" ? parent.row.card.key : undefined;
}
