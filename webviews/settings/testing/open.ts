// Opens the settings page, for tests.
import { expect } from "vitest";
import { page } from "vitest/browser";
import "@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../settings.css";
import { applyTheme } from "../../shared/testing/theme.ts";
import { mountSettings } from "../page.tsx";
import { fakeSettings } from "./fakeSettings.ts";
import type { SettingsHost, SettingsOptions } from "./fakeSettings.ts";

export interface SettingsPageHandle {
  host: SettingsHost;
  close(): void;
}

export async function openSettings(options: SettingsOptions = {}, kept?: unknown, width = 1000): Promise<SettingsPageHandle> {
  await page.viewport(width, 800);
  document.body.replaceChildren();
  applyTheme("dark");
  const root = document.createElement("main");
  document.body.append(root);
  const host = fakeSettings(options, kept);
  const unmount = mountSettings(root, host);
  await expect.poll(() => root.querySelector(".settings-sections")).not.toBeNull();
  const close = (): void => {
    unmount();
    document.body.replaceChildren();
  };
  return { host, close };
}
