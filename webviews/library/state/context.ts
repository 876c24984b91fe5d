// State and actions for every component of the library page.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { LibraryState } from "./state.ts";

interface Parts {
  state: LibraryState;
  actions: Actions;
}

export const [LibraryContext, useLibrary] = createRequiredContext<Parts>("library");
