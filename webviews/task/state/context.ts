// State and actions for every component of the task editor.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { TaskState } from "./state.ts";

export interface EditorParts {
  state: TaskState;
  actions: Actions;
}

export const [EditorContext, useEditor] = createRequiredContext<EditorParts>("editor");
