// Opens the sessions page, for tests.
import { expect } from "vitest";
import { page } from "vitest/browser";
import "../sessions.css";
import type { SessionSummary } from "../../contract/generated/protocol.ts";
import { openListPage } from "../../shared/testing/openListPage.ts";
import { mountSessions } from "../page.tsx";
import { fakeSessions } from "./fakeSessions.ts";
import type { SessionsHost } from "./fakeSessions.ts";
import { sessions } from "./recorded.ts";

export interface SessionsPageHandle {
  host: SessionsHost;
  close(): void;
}

export async function openSessions(around: Parameters<typeof fakeSessions>[0] = {}, kept?: unknown): Promise<SessionsPageHandle> {
  const host = fakeSessions(around, kept);
  const close = await openListPage((root) => mountSessions(root, host));
  await expect.poll(() => document.querySelector(".loading")).toBeNull();
  return { host, close };
}

/** Returns sessions of which each third one forks. */
export function manySessions(count: number): SessionSummary[] {
  const [first] = sessions;
  if (first === undefined) return [];
  return Array.from({ length: count }, (_, at) => ({
    ...first,
    id: `s-${at}`,
    path: `sessions/${at}.json`,
    parents: at % 3 === 0 && at + 5 < count ? [`s-${at + 5}`] : [],
  }));
}

/** The row of a session in the list. */
export const rowOf = (summary: string) =>
  page.getByRole("list", { name: "Sessions, newest first" }).getByRole("button", { name: new RegExp(summary, "u") });
