// Opens the sessions page, for tests.
import { expect } from "vitest";
import "../../../node_modules/@vscode/codicons/dist/codicon.css";
import "../../shared/theme/base.css";
import "../sessions.css";
import type { SessionSummary } from "../../contract/generated/protocol.ts";
import { wear } from "../../shared/testing/theme.ts";
import { mountSessions } from "../mount.tsx";
import { fakeSessions } from "./fakeSessions.ts";
import type { SessionsHost } from "./fakeSessions.ts";
import { sessions } from "./recorded.ts";

export interface SessionsPageHandle {
  host: SessionsHost;
  close(): void;
}

/** Opens the page in the dark theme and waits for its content. */
export async function openSessions(around: Parameters<typeof fakeSessions>[0] = {}, kept?: unknown): Promise<SessionsPageHandle> {
  const host = fakeSessions(around, kept);
  document.body.replaceChildren();
  wear("dark");
  const root = document.createElement("main");
  document.body.append(root);
  const close = mountSessions(root, host);
  await expect.poll(() => root.querySelector(".pane, .empty")).not.toBeNull();
  return {
    host,
    close: () => {
      close();
      document.body.replaceChildren();
    },
  };
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
