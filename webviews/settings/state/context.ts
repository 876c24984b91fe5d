// State and actions for every component of the settings page.
import { createRequiredContext } from "../../shared/context.ts";
import type { Actions } from "./actions.ts";
import type { SettingsState } from "./state.ts";

interface Parts {
  state: SettingsState;
  actions: Actions;
}

export const [SettingsContext, useSettings] = createRequiredContext<Parts>("settings");
