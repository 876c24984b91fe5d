// The suites of `extension/test/integration/`, each in the Node host and in the web-worker host.
import { describe, expect, test } from "vitest";
import { runSuites, workspaces } from "./suites.ts";

describe.each(["node", "web"] as const)("in the %s host", (host) => {
  test.each(workspaces())("the suites for %s pass", async (workspace) => {
    const { exitCode, lines } = await runSuites(host, workspace);
    // oxlint-disable-next-line no-console -- shows which tests ran
    console.log(lines.join("\n"));
    expect(lines.filter((line) => line.startsWith("FAILED"))).toEqual([]);
    expect(lines.length, "tests that ran").toBeGreaterThan(0);
    expect(exitCode).toBe(0);
  });
});
