// The test projects. In `webviews/`, a `.test.tsx` or `.browser.test.ts` runs in Chromium and any other test in Node.
// `npm run test:*` selects projects.
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { enginePages } from "./extension/test/pages/vitePlugin.mts";
import { chromiumOptions } from "./scripts/lib/machine.mjs";

const launchOptions = await chromiumOptions();
/** A test waits for what it needs, however long a busy machine takes for that. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
/** Two VSCodes keep the two cores of a small machine busy. The timeouts leave room for other work beside them. */
const inVscode = {
  globalSetup: ["extension/test/harness/installation.ts"],
  setupFiles: ["extension/test/harness/cleanUp.ts"],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          ...patient,
          include: ["extension/test/unit/**/*.test.ts", "webviews/**/*.test.ts"],
          exclude: ["**/*.browser.test.ts"],
        },
      },
      {
        oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
        plugins: [enginePages],
        // Pre-bundled before the first test: Vite would reload the page if it discovered them during a test.
        optimizeDeps: {
          include: ["@preact/signals", "@vscode/l10n", "axe-core", "d3-array", "d3-scale", "d3-shape", "markdown-it", "markdown-it-cjk-friendly", "preact", "preact/hooks", "preact/jsx-dev-runtime", "preact/jsx-runtime"],
        },
        test: {
          name: "browser",
          ...patient,
          include: ["webviews/**/*.test.tsx", "webviews/**/*.browser.test.ts", "extension/test/pages/*.test.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      { test: { name: "drivers", include: ["extension/test/drivers/*.test.ts"], globalSetup: ["extension/test/harness/handoffCommand.ts"], testTimeout: 120_000 } },
      { test: { name: "stories", include: ["tests/stories/**/*.test.mjs"], testTimeout: 120_000 } },
      { test: { name: "gallery", include: ["tests/gallery/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 120_000 } },
      // Generating the types may compile the crates.
      { test: { name: "repo", include: ["tests/repo/**/*.test.ts"], testTimeout: 600_000, hookTimeout: 600_000 } },
      { test: { name: "integration", include: ["extension/test/harness/integration.test.ts"], ...inVscode } },
      { test: { name: "e2e", include: ["extension/test/e2e/**/*.test.ts"], ...inVscode, globalSetup: [...inVscode.globalSetup, "extension/test/harness/handoffCommand.ts"] } },
    ],
  },
});
