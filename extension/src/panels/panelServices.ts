// What panels ask of the rest of the window.

import type { PickedField } from "../commands/fieldPickers.ts";
import type { Target } from "../commands/targets.ts";
import type { Project } from "../workspace/project.ts";
import type { Reports } from "./serve.ts";

export interface PanelServices extends Reports {
  openTask(project: Project, id: string): void;
  openFile(project: Project, id: string): Promise<void>;
  deleteTasks(target: Target): Promise<void>;
  pick(target: Target, field: PickedField): Promise<void>;
  /** Asks for a name, then keeps the present plan under it. */
  saveBaseline(project: Project): Promise<void>;
}
