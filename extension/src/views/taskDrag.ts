// Dragging in the Task Explorer: a task dropped on another becomes its last subtask; dropped on a project or on nothing, a task of the top level.

import { DataTransferItem, type DataTransfer, type TreeDragAndDropController } from "vscode";
import type { Project } from "../workspace/project.ts";
import type { ExplorerNode, TaskNode } from "./taskNode.ts";

const MIME = "application/vnd.code.tree.handoff.tasks";

export type MoveUnder = (project: Project, ids: string[], parent: string | null) => Promise<void>;

export class TaskDrag implements TreeDragAndDropController<ExplorerNode> {
  readonly dragMimeTypes = [MIME];
  readonly dropMimeTypes = [MIME];
  readonly #move: MoveUnder;

  constructor(move: MoveUnder) {
    this.#move = move;
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
    const parent = target?.kind === "task" ? target.row.card.id : null;
    await this.#move(project, tasks.map(({ row }) => row.card.id), parent);
  }
}
