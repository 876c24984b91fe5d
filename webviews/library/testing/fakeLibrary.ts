// A host with recorded records in memory. It knows no rule: it notes what the page asks for.
import type { CommandResult, Start } from "../../contract/common.ts";
import type { LibraryView } from "../../contract/generated/protocol.ts";
import { readLibraryQuery } from "../../contract/library.ts";
import type { LibraryContract, LibraryQuery, LibrarySnapshot } from "../../contract/library.ts";
import { fakeProjectView } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { library as recorded, texts as recordedTexts } from "./recorded.ts";

export interface LibraryHost extends MemoryHost<LibraryContract> {
  /** All requests that change or open something. */
  asked: { name: string; body: unknown }[];
  /** Sends what another program changed. */
  change(library: LibraryView): void;
}

export interface LibraryOptions extends Partial<Start> {
  library?: LibraryView;
  /** The texts of documents by path. */
  texts?: Record<string, string>;
  /** The answer to a change. */
  result?: CommandResult;
}

export function fakeLibrary({ library = recorded, texts = recordedTexts, result, strings = {}, locale = "en", readOnly = null }: LibraryOptions = {}, kept?: unknown): LibraryHost {
  let shown = library;
  let query: LibraryQuery = readLibraryQuery(undefined);
  const asked: LibraryHost["asked"] = [];
  const note = (name: string, body: unknown): void => void asked.push({ name, body });
  const done = (summary: string): CommandResult => ({ kind: "done", changed: true, created: [], summary, warnings: [] });
  const snapshot = (): LibrarySnapshot => {
    const text = query.text.trim().toLowerCase();
    const matching = <Row extends { path: string }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => JSON.stringify([row, texts[row.path]]).toLowerCase().includes(text));
    const { referrals, memories, documents, requirements, totals } = shown;
    return {
      project: fakeProjectView([], {}),
      today: "2026-11-25",
      readOnly,
      library: { referrals: matching(referrals), memories: matching(memories), documents: matching(documents), requirements: matching(requirements), totals },
    };
  };
  const view = (asks: LibraryQuery): LibrarySnapshot => {
    query = asks;
    return snapshot();
  };
  const host = memoryHost<LibraryContract>(
    {
      ready: (asks) => ({ ...view(asks), strings, locale }),
      view,
      document: (path) => texts[path] ?? null,
      change: (body) => {
        note("change", body);
        return result ?? done(`Did ${body.kind}`);
      },
      execute: (command) => {
        note("execute", command);
        return done(`Did ${command.kind}`);
      },
      openPage: (page) => note("openPage", page),
      openTask: (id) => note("openTask", id),
      answer: (id) => note("answer", id),
      openFile: (path) => note("openFile", path),
      openLink: (target) => note("openLink", target),
    },
    kept,
  );
  return {
    ...host,
    asked,
    change(next) {
      shown = next;
      host.tell("changed", snapshot());
    },
  };
}
