// The page in a test.
import { page } from "vitest/browser";
import "@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../dashboard.css";
import { applyTheme } from "../../shared/testing/theme.ts";
import { mountDashboard } from "../page.tsx";
import { fakeDashboard } from "./fakeDashboard.ts";
import type { FakeDashboard, FakeDashboardOptions } from "./fakeDashboard.ts";

export interface DashboardTestPage extends FakeDashboard {
  close(): void;
}

export async function openDashboard(options: FakeDashboardOptions = {}, width = 1300): Promise<DashboardTestPage> {
  await page.viewport(width, 1000);
  applyTheme("dark");
  const root = document.createElement("main");
  root.id = "root";
  document.body.append(root);
  const dashboard = fakeDashboard(options);
  const unmount = mountDashboard(root, dashboard.host);
  return {
    ...dashboard,
    close: () => {
      unmount();
      root.remove();
      document.querySelectorAll("body > [role=status]").forEach((element) => element.remove());
    },
  };
}
