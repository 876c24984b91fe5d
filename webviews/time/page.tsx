// The page with the time entries.
import "../shared/theme/base.css";
import "./time.css";
import { createPage } from "../shared/pages/createPage.tsx";
import { gestures } from "./components/gestures.ts";
import { TimePage } from "./TimePage.tsx";
import { TimeContext, createActions } from "./state/actions.ts";
import { readPersistedState } from "./state/persistedState.ts";
import { createState } from "./state/state.ts";

export const mountTime = createPage({
  page: "time",
  gestures,
  readPersistedState,
  createState,
  createActions,
  context: TimeContext,
  persist: ({ choices, form }) => ({ choices: choices.value, form: form.value }),
  Page: TimePage,
  keysOf:
    ({ actions }) =>
    (key, event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      if (key === "t") actions.showToday();
      else if (key === "[") actions.step(-1);
      else if (key === "]") actions.step(1);
      else if (key === "n") actions.add(null, null);
      else return false;
      return true;
    },
});
