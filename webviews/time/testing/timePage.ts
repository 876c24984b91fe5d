// The page in a test.
import { page } from "vitest/browser";
import "@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../time.css";
import { applyTheme } from "../../shared/testing/theme.ts";
import type { Theme } from "../../shared/testing/theme.ts";
import { mountTime } from "../page.tsx";
import { fakeTime } from "./fakeTime.ts";
import type { FakeTime, FakeTimeOptions } from "./fakeTime.ts";

export interface TimeTestPage extends FakeTime {
  /** Removes the page and mounts it again with its persisted state, as a reload of the window does. */
  reload(): TimeTestPage;
  close(): void;
}

export async function openTime(options: FakeTimeOptions = {}, theme: Theme = "dark", width = 1100): Promise<TimeTestPage> {
  await page.viewport(width, 800);
  applyTheme(theme);
  const root = document.createElement("main");
  root.id = "root";
  document.body.append(root);
  const mount = (given: FakeTimeOptions): TimeTestPage => {
    const time = fakeTime(given);
    const unmount = mountTime(root, time.host);
    return {
      ...time,
      reload: () => {
        unmount();
        return mount({ ...given, kept: time.host.persisted() });
      },
      close: () => {
        unmount();
        root.remove();
        document.querySelectorAll("body > [role=status]").forEach((element) => element.remove());
      },
    };
  };
  return mount(options);
}
