// The timers in panels: their state for a page, and marks at the tasks of running timers.

import type { WebviewPanel } from "vscode";
import type { TimerAction, TimerStatus } from "../../../webviews/contract/generated/protocol.ts";
import type { PageTimers, TimerMark } from "../../../webviews/contract/common.ts";
import { readTimerAction } from "../../../webviews/contract/time/timePage.ts";
import type { Disposable, EventOf } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";

/** The timers of the window's projects. */
export interface TimerPort {
  /** Returns the timers of a project; undefined if they are not known. */
  status(project: Project): TimerStatus | undefined;
  /** The milliseconds since the timers of a project were measured. */
  age(project: Project): number;
  /** Fires with the project whose timers have changed. */
  readonly onDidChange: EventOf<Project>;
  /** A start stops the other timers if the settings say so. */
  act(project: Project, action: TimerAction): Promise<unknown>;
}

interface TimerServices {
  readonly timers: TimerPort;
}

/** Two measurements of the same start differ by less than this. */
const SAME_START_MS = 2000;

/** Returns the timers of a project for a page. */
export function pageTimers({ timers }: TimerServices, project: Project): PageTimers {
  const status = timers.status(project);
  return status === undefined ? null : { lead: status.lead, timers: status.timers, todaySeconds: status.todaySeconds };
}

/** Performs the request of a page. */
export async function actOnPageTimer({ timers }: TimerServices, project: Project, body: unknown): Promise<void> {
  const action = readTimerAction(body);
  if (action === null) throw new TypeError("There is no such action of a timer.");
  await timers.act(project, action);
}

/** The marks at the tasks of one page. */
export interface TimerMarks extends Disposable {
  /** Returns the marks now. The page gets the next ones when they differ from these. */
  read(): TimerMark[];
}

/** Sends marks to a page when a timer has started or ended; their time goes on in the page by itself. */
export function followMarks(panel: Pick<WebviewPanel, "visible">, project: Project, { timers }: TimerServices, send: (marks: TimerMark[]) => void): TimerMarks {
  let sent: readonly TimerMark[] = [];
  const read = (): TimerMark[] => {
    const marks = marksOf(timers, project);
    sent = marks;
    return marks;
  };
  const listening = timers.onDidChange((changed) => {
    if (changed !== project || !panel.visible || areSame(sent, marksOf(timers, project))) return;
    send(read());
  });
  return { read, dispose: () => listening.dispose() };
}

function marksOf(timers: TimerPort, project: Project): TimerMark[] {
  const measuredAt = project.context.now - timers.age(project);
  const running = timers.status(project)?.timers.filter((timer) => timer.running) ?? [];
  return running.map(({ id, elapsedMs, agent }) => ({ id, since: measuredAt - elapsedMs, ...(agent !== undefined && { agent }) }));
}

function areSame(some: readonly TimerMark[], others: readonly TimerMark[]): boolean {
  return (
    some.length === others.length &&
    some.every((mark, index) => {
      const other = others[index];
      return mark.id === other?.id && mark.agent?.name === other.agent?.name && Math.abs(mark.since - other.since) < SAME_START_MS;
    })
  );
}
