// Answers the chart's requests from memory.
import type { CommandResult } from "../../contract/common.ts";
import type { GanttContract, GanttSnapshot } from "../../contract/gantt.ts";
import type { GanttView, Proposal, ProposalChoice, ProposalView, Reschedule, SavedView } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { fewMoves, projectOf, today, viewOf } from "./fakeView.ts";

export interface FakeOptions {
  view?: GanttView;
  readOnly?: GanttSnapshot["readOnly"];
  strings?: Record<string, string>;
  locale?: string;
  kept?: unknown;
  savedViews?: SavedView[];
  propose?: (reschedule: Reschedule, times: number) => Proposal | Promise<Proposal>;
  /** The proposals of agents. */
  proposals?: (request: { id?: string; only?: ProposalChoice[] }) => ProposalView[];
  /** The number of proposals that the project counts. */
  needed?: number;
  /** Returns why a command is refused; undefined accepts it. */
  refuse?: (command: PageCommand) => string | undefined;
}

export interface FakeHost {
  host: MemoryHost<GanttContract>;
  /** All requests in order, by name and body. */
  asked: [name: string, body: unknown][];
  /** Returns the bodies of the requests with a name. */
  of(name: keyof GanttContract["requests"]): unknown[];
  /** Simulates a change by another program. */
  change(view: GanttView): void;
}

export function fakeHost(options: FakeOptions = {}): FakeHost {
  let view = options.view ?? viewOf();
  let proposed = 0;
  const asked: [string, unknown][] = [];
  const note = (name: string, body: unknown): void => void asked.push([name, body]);
  /** Notes what the host asks the user, who declines. */
  const decline = (name: string, body: unknown): null => {
    note(name, body);
    return null;
  };
  const snapshot = (): GanttSnapshot => ({ project: projectOf(view.rows, options.needed), today, readOnly: options.readOnly ?? null, gantt: view });

  function execute(command: PageCommand): CommandResult {
    note("execute", command);
    const refused = options.refuse?.(command);
    if (refused !== undefined) return { kind: "refused", code: "dependency-cycle", message: refused };
    if (command.kind === "reschedule") change({ ...view, revision: view.revision + 1 });
    return { kind: "done", changed: true, created: [], summary: `Carried out: ${command.kind}`, warnings: [] };
  }

  function change(next: GanttView): void {
    view = next;
    host.tell("changed", snapshot());
  }

  const host = memoryHost<GanttContract>(
    {
      ready: (query) => {
        note("ready", query);
        return { ...snapshot(), strings: options.strings ?? {}, locale: options.locale ?? "en-GB", timers: [], savedViews: options.savedViews ?? [] };
      },
      view: (query) => {
        note("view", query);
        return snapshot();
      },
      execute,
      propose: (reschedule) => {
        note("propose", reschedule);
        proposed += 1;
        return options.propose?.(reschedule, proposed) ?? { ...fewMoves, revision: view.revision };
      },
      proposals: (request) => {
        note("proposals", request);
        return options.proposals?.(request) ?? [];
      },
      openPage: (page) => note("openPage", page),
      saveView: (filter) => note("saveView", filter),
      manageViews: (filter) => note("manageViews", filter),
      openTask: (id) => note("openTask", id),
      followTask: (id) => note("followTask", id),
      openFile: (id) => note("openFile", id),
      deleteTasks: (ids) => decline("deleteTasks", ids),
      pick: (request) => decline("pick", request),
      answerTimer: (reply) => note("answerTimer", reply),
      saveBaseline: () => decline("saveBaseline", null),
      save: (file) => note("save", file),
    },
    options.kept,
  );
  return {
    host,
    asked,
    of: (name) => asked.filter(([other]) => other === name).map(([, body]) => body),
    change,
  };
}
