// Follows the timers of all projects: gives the engine the clock and the signs of the person, and
// executes the commands that it returns. All decisions are the engine's.

import { window } from "vscode";
import { Emitter, combineDisposables, type Disposable } from "../support/emitter.ts";
import type { Command, TimeAway, TimerAction, TimerStatus } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandResult } from "../../../webviews/contract/common.ts";
import { EngineTrap } from "../engine/supervisedEngine.ts";
import { translateText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import type { ActivitySources } from "./activitySources.ts";

/** The time between two measurements, unless other programs expect signs of life more often. */
const TICK_MS = 10_000;
/** The minimum time between two measurements because of activity. */
const NOTE_MS = 1000;

/** The state of the tracker for a project. */
interface Tracked {
  status: TimerStatus;
  /** The monotonic time of the last call. */
  at: number;
  /** The time of the last activity that was reported to the engine. */
  reportedAt: number;
  /** The command that is being executed. */
  running: Promise<CommandResult> | undefined;
  /** Whether this window has written to the files of the timers since it leads, so that it owns the authority. */
  owns: boolean;
}

/** The capabilities of the host of the window. */
export interface TimerHost {
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number;
  /** Returns whether several timers may run at the same time. */
  readonly several: () => boolean;
  /** Returns whether other programs can read the files of a project, so that heartbeats matter. */
  readonly isShared: (project: Project) => boolean;
}

export class TimeTracker implements Disposable {
  readonly #projects: Pick<Projects, "all" | "onDidChange">;
  readonly #activity: Pick<ActivitySources, "lastAt" | "onDidNote">;
  readonly #host: TimerHost;
  /** The name of this window in the files. */
  readonly #window = `window-${crypto.randomUUID()}`;
  readonly #tracked = new Map<Project, Tracked>();
  /** The projects whose past has been read as far as their timers need it. */
  readonly #prepared = new Map<Project, Promise<void>>();
  readonly #changed = new Emitter<Project>();
  readonly #returned = new Emitter<{ project: Project; away: TimeAway }>();
  readonly #parts: Disposable;
  #nextTick: ReturnType<typeof setTimeout>;
  #notedAt = Number.NEGATIVE_INFINITY;
  #isTracking = false;
  #isClosed = false;

  /** Fires with a project whose timers were measured. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the person has returned after a time that was not counted. */
  readonly onDidReturn = this.#returned.event;

  constructor(projects: Pick<Projects, "all" | "onDidChange">, activity: Pick<ActivitySources, "lastAt" | "onDidNote">, host: TimerHost) {
    this.#projects = projects;
    this.#activity = activity;
    this.#host = host;
    this.#nextTick = setTimeout(() => this.#tick(), TICK_MS);
    this.#parts = combineDisposables([
      projects.onDidChange((project) => this.#follow(project)),
      activity.onDidNote(() => this.#note()),
      this.#changed,
      this.#returned,
    ]);
  }

  dispose(): void {
    this.#isClosed = true;
    clearTimeout(this.#nextTick);
    this.#parts.dispose();
  }

  /** Returns the timers of a project as measured last; undefined where time cannot be tracked. */
  status(project: Project): TimerStatus | undefined {
    return this.#tracked.get(project)?.status;
  }

  /** The milliseconds since the timers of a project were measured. */
  age(project: Project): number {
    return this.#host.monotonic() - (this.#tracked.get(project)?.at ?? this.#host.monotonic());
  }

  /**
   * Performs an action of the person, and waits until it is written. A start that stops the other timers
   * also stops those of the window's other projects.
   */
  async act(project: Project, action: TimerAction): Promise<CommandResult | undefined> {
    const failure = action.kind === "start" && action.alone ? await this.#stopOthers(project) : undefined;
    return failure ?? (await this.#act(project, action));
  }

  /**
   * Stops the timers of other projects, before one of this project starts: so no time is counted
   * twice. Returns why one was not stopped.
   */
  async #stopOthers(project: Project): Promise<CommandResult | undefined> {
    const others = [...this.#tracked].filter(([other, { status }]) => other !== project && canLead(status) && status.timers.length > 0);
    if (others.length === 0) return undefined;
    await project.load();
    await this.#prepare(project);
    if (!this.#tracked.has(project)) this.#track(project);
    const { status } = this.#tracked.get(project) ?? {};
    // A start that cannot be carried out must not stop anything.
    if (status === undefined || !canLead(status)) return undefined;
    const stops = others.flatMap(([other, tracked]) => tracked.status.timers.map(({ id }) => ({ other, id })));
    for (const { other, id } of stops) {
      const result = await this.#act(other, { kind: "stop", id });
      // During a pause, it is written later.
      const isDone = result === undefined || result.kind === "done" || (result.kind === "refused" && result.code === "paused");
      if (!isDone) return result;
    }
    return undefined;
  }

  async #act(project: Project, action: TimerAction): Promise<CommandResult | undefined> {
    await project.load();
    await this.#prepare(project);
    // A command that is being executed has changes that the next one must not repeat.
    for (let tracked = this.#tracked.get(project); tracked?.running !== undefined; tracked = this.#tracked.get(project)) await tracked.running;
    const status = this.#track(project, action);
    const result = await this.#tracked.get(project)?.running;
    return status === undefined ? result : (notDone(status) ?? result);
  }

  /** Pauses all timers and releases the authority because the window closes: a server needs not wait for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextTick);
    const used = [...this.#tracked].filter(([, { status, owns }]) => status.lead.kind === "own" && (owns || status.timers.length > 0));
    await Promise.all(used.map(([project]) => this.#act(project, { kind: "close" })));
  }

  #tick(): void {
    for (const project of this.#projects.all) this.#follow(project);
    this.#plan();
  }

  /** Measures again when it is due. */
  #plan(): void {
    clearTimeout(this.#nextTick);
    const waits = [...this.#tracked.values()].map(({ status }) => status.nextMs ?? TICK_MS);
    if (!this.#isClosed) this.#nextTick = setTimeout(() => this.#tick(), Math.min(TICK_MS, ...waits));
  }

  /** Measures at once when an activity may have ended a pause of the person, or an agent's turn. */
  #note(): void {
    const now = this.#host.monotonic();
    if (now - this.#notedAt < NOTE_MS) return;
    this.#notedAt = now;
    for (const [project, { status }] of this.#tracked) {
      const waits = status.timers.some(({ idle, agent }) => idle || agent !== undefined);
      if (waits || status.lead.kind === "otherWindow") this.#follow(project);
    }
  }

  #follow(project: Project | undefined): void {
    // A measurement reads the summary of a project, which may fire an event of it.
    if (project === undefined || this.#isTracking) return;
    try {
      const isTrackable = project.state === "ready" && project.readOnly === null && project.summary.initialized;
      if (isTrackable && this.#tracked.has(project)) this.#track(project);
      else if (isTrackable) void this.#prepare(project).then(() => this.#begin(project));
      else if (this.#tracked.delete(project)) this.#changed.fire(project);
    } catch (error) {
      // The project reports it, and begins again with a new engine.
      if (!(error instanceof EngineTrap)) throw error;
    }
  }

  /** Reads the log since the start of the timers that run: their duration depends on the entries of others. */
  #prepare(project: Project): Promise<void> {
    const known = this.#prepared.get(project);
    if (known !== undefined) return known;
    const { timers } = project.view({ kind: "records" });
    const starts = timers.filter(({ tracking }) => tracking).map(({ startedAt }) => Date.parse(startedAt));
    const first = Math.min(...starts.filter((start) => !Number.isNaN(start)));
    const { now } = project.context;
    const prepared = first < now ? project.log.readSpan(first, now) : Promise.resolve();
    this.#prepared.set(project, prepared);
    return prepared;
  }

  /** Measures a project for the first time. */
  #begin(project: Project): void {
    if (!this.#isClosed && !this.#tracked.has(project) && project.state === "ready") this.#track(project);
  }

  /** Returns the timers as they are now; undefined if they were not measured. */
  #track(project: Project, action?: TimerAction): TimerStatus | undefined {
    if (project.readOnly !== null) return undefined;
    const known = this.#tracked.get(project);
    if (known?.running !== undefined) return undefined;
    const at = this.#host.monotonic();
    const { lastAt } = this.#activity;
    // A person who opens a window is active.
    const isActive = known === undefined ? window.state.focused : lastAt > known.reportedAt;
    this.#isTracking = true;
    try {
      const input = {
        monotonic: at,
        ...(isActive && { activeAt: lastAt }),
        focused: window.state.focused,
        heartbeat: this.#host.isShared(project),
        several: this.#host.several(),
        ...(action !== undefined && { action }),
      };
      const status = project.ask((engine, context) => engine.trackTime(this.#window, input, context));
      const owns = known?.owns === true && status.lead.kind === "own";
      const tracked: Tracked = { status, at, reportedAt: lastAt, running: undefined, owns };
      this.#tracked.set(project, tracked);
      if (status.nextMs !== known?.status.nextMs) this.#plan();
      if (status.timers.length > 0) void project.log.readHistory();
      if (status.record !== undefined) tracked.running = this.#write(project, tracked, { kind: "trackTime", record: status.record });
      this.#changed.fire(project);
      if (status.away !== undefined) this.#returned.fire({ project, away: status.away });
      return status;
    } finally {
      this.#isTracking = false;
    }
  }

  /** What cannot be written now is returned by the next measurement again. */
  async #write(project: Project, tracked: Tracked, command: Command): Promise<CommandResult> {
    try {
      const result = await project.execute(command, this);
      if (result.kind === "done" && tracked.status.lead.kind === "own") tracked.owns = true;
      return result;
    } finally {
      tracked.running = undefined;
    }
  }
}

/** Returns why the action of a call was not done, undefined if it was. */
function notDone({ notDone: reason }: TimerStatus): CommandResult | undefined {
  return reason === undefined ? undefined : { kind: "failed", message: translateText(reason) };
}

/** Returns whether a window may run the timers: it leads, or can take the lead from another window. */
function canLead({ lead }: TimerStatus): boolean {
  return lead.kind === "own" || lead.kind === "otherWindow";
}
