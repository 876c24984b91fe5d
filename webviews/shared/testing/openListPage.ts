// Opens a page with tabs, a list and the selected record, for tests.
import { expect } from "vitest";
import "../../../node_modules/@vscode/codicons/dist/codicon.css";
import "../theme/base.css";
import { applyTheme } from "./theme.ts";

/** Opens a page in the dark theme and waits for its content. Returns a function that removes it. */
export async function openListPage(mount: (root: HTMLElement) => () => void): Promise<() => void> {
  document.body.replaceChildren();
  applyTheme("dark");
  const root = document.createElement("main");
  document.body.append(root);
  const unmount = mount(root);
  await expect.poll(() => root.querySelector(".pane, .empty")).not.toBeNull();
  return () => {
    unmount();
    document.body.replaceChildren();
  };
}
