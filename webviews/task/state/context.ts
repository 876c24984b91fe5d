// How components reach the state and the actions of the page that they stand on.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Actions } from "./actions.ts";
import type { TaskState } from "./state.ts";

export interface Editor {
  state: TaskState;
  actions: Actions;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error("No editor surrounds this component.");
  return editor;
}
