//! The tracker: decides which time of running timers counts, and whose it is.
//!
//! It is called every few seconds. What it has measured are steps, which wait in memory until a
//! command has written them: so the time during a pause of writing is not lost.
//!
//! Invariant: each second of a running timer is in exactly one stretch, of the person or of an
//! agent, or in none, if nobody was there.

use std::collections::BTreeSet;

use handoff_format::{Authority, TimerCommand, timestamp};
use handoff_protocol::{
    Actor, Context, TimeAway, TimerAction, TimerInput, TimerNext, TimerOwner, TimerRecord, TimerStatus, TimerStep,
};

use crate::Project;
use crate::project::pause;
use crate::timers::agent_signs::{AgentSigns, last_sign};
use crate::timers::clock::{Clock, ClockEvent, Moment};
use crate::timers::ended_today::EndedToday;
use crate::timers::lead::{Lead, lead};
use crate::timers::running::Running;
use crate::timers::steps::apply;
use crate::timers::{self, EDITOR, FOLDER, heartbeat_interval_ms, idle_timeout_ms, request_files};
use crate::timestamp::parse_timestamp;

/// The time in which the program that leads writes again after nobody could have heard of it.
const GRACE_MS: u64 = 45_000;
const DAY_MS: i64 = 86_400_000;
/// An absence that is longer was no work.
const MAX_AWAY_MS: i64 = DAY_MS / 2;

/// The timers of a project as one program sees them.
#[derive(Debug)]
pub(crate) struct Tracker {
    owner: TimerOwner,
    instance: String,
    /// The tasks whose timers it runs; `None` if all. It leaves the others alone.
    pub(super) only: Option<BTreeSet<String>>,
    clock: Clock,
    /// When the person was active last, in monotonic milliseconds.
    person_at: u64,
    agents: AgentSigns,
    /// The agent whose time the running timers measure; `None` if it is the person's.
    pub(super) worker: Option<Actor>,
    /// The time of day since when the person is away from the timers.
    away_since: Option<i64>,
    pub(super) pending: Vec<TimerStep>,
    answered: Vec<String>,
    /// Whether the program led at the last call.
    pub(super) leads: bool,
    /// When writing was paused, the computer woke up or its clock was set, in monotonic milliseconds:
    /// then even the program that leads may seem to be gone.
    silent_at: Option<u64>,
}

impl Tracker {
    pub(crate) fn new(owner: TimerOwner, instance: String) -> Tracker {
        Tracker {
            owner,
            instance,
            only: None,
            clock: Clock::default(),
            person_at: 0,
            agents: AgentSigns::default(),
            worker: None,
            away_since: None,
            pending: Vec::new(),
            answered: Vec::new(),
            leads: false,
            silent_at: None,
        }
    }

    pub(crate) fn instance(&self) -> &str {
        &self.instance
    }

    /// Forgets what a command has written.
    pub(crate) fn written(&mut self, record: &TimerRecord) {
        if record.instance == self.instance {
            self.pending.drain(..record.steps.len().min(self.pending.len()));
            self.answered.retain(|path| !record.answered.contains(path));
        }
    }

    /// Measures the time since the last call. Returns the timers as they are now.
    pub(crate) fn track(&mut self, project: &Project, context: &Context, input: &TimerInput) -> TimerStatus {
        let now = Moment { wall: context.now, monotonic: input.monotonic };
        let is_active = input.active_at.is_some() || input.action.is_some();
        let clock_event = self.clock.advance(now);
        let is_paused = pause::current(&project.tree, context).is_some();
        if clock_event.is_some() || is_paused {
            self.silent_at = Some(now.monotonic);
        }
        let lead = lead(project, self.owner, &self.instance, now.wall);
        let wants_lead = input.action.is_some() || input.focused && is_active;
        let takes_over = matches!(lead, Lead::Peer(_)) && wants_lead && !is_paused;
        // The program that leads could not renew its heartbeat, and may have steps to write. So it
        // keeps the lead for a while.
        let is_silent = self.silent_at.is_some_and(|at| now.monotonic <= at.saturating_add(GRACE_MS));
        let lead = match lead {
            Lead::Free(Some(record)) if is_silent && !self.leads => Lead::Peer(record),
            lead => lead,
        };
        let may_lead = matches!(lead, Lead::Own | Lead::Free(_)) || takes_over;
        let is_excluded = matches!(lead, Lead::Other(_) | Lead::Off(_));
        if !may_lead && !is_excluded {
            self.pending.clear();
            self.answered.clear();
        }
        let mut state = Running::of(project, &self.pending, self.only.as_ref());
        let mut away = None;
        if may_lead {
            if !self.leads {
                self.begin(project, now, &mut state, &lead);
            } else if let Some(event) = clock_event {
                self.follow_clock(now, event, context, &mut state);
            }
            self.answer_agents(now, project, &mut state);
            self.agents.hear(project, now);
            self.find_idle(now, project, &mut state);
            if is_active {
                let active_at = input.active_at.unwrap_or(now.monotonic).min(now.monotonic);
                away = self.welcome(now, active_at, context, project, &mut state);
            }
            if let Some(action) = &input.action {
                self.act(now, action, &mut state);
            }
        } else if self.leads && is_excluded {
            // Another program runs the timers now: what was measured until now is written, and no more.
            for task in state.tasks() {
                self.turn(&mut state, &task, now.wall, TimerNext::Stopped {});
            }
        }
        self.leads = may_lead;
        let record = self.record(project, now, &lead, takes_over, input);
        let lead = if takes_over { Lead::Own } else { lead };
        let ended = EndedToday::of(project, &self.pending, context);
        let timers = state.views(project, now.wall, self.worker.as_ref(), &ended);
        let running = timers.iter().filter(|timer| timer.running && timer.agent.is_none());
        let today_seconds = running.fold(ended.person, |sum, timer| sum.saturating_add(timer.elapsed_ms / 1000));
        TimerStatus { timers, today_seconds, lead: lead.view(self.owner), record, away }
    }

    /// Takes the lead from another program.
    fn begin(&mut self, project: &Project, now: Moment, state: &mut Running, lead: &Lead) {
        self.person_at = now.monotonic;
        self.agents = AgentSigns::new(project);
        self.worker = None;
        let (Lead::Free(Some(record)) | Lead::Peer(record)) = lead else { return };
        let active_at = record.active_at.as_deref().and_then(milliseconds);
        if !state.idle().is_empty() {
            self.away_since = active_at;
        }
        if matches!(lead, Lead::Peer(_)) {
            self.person_at = active_at.map_or(now.monotonic, |at| now.monotonic_at(at));
        } else if record.owner == EDITOR {
            self.settle_window(project, now, record, state);
        } else if let Some(since) = state.running().iter().map(|(_, from)| *from).min() {
            // The timers of a server run on as long as an agent is heard of.
            match last_sign(project, milliseconds(&record.heartbeat_at).unwrap_or(since)) {
                (at, Some(agent)) => self.agents.note(now.monotonic_at(at), agent),
                (at, None) => self.agents.note_unnamed(now.monotonic_at(at)),
            }
            self.worker = Some(self.agents.last_actor());
        }
    }

    /// Ends the stretches of a window that ended without releasing its timers: they have run as long
    /// as it was heard of.
    fn settle_window(&mut self, project: &Project, now: Moment, record: &Authority, state: &mut Running) {
        let timeout = signed(idle_timeout_ms(project));
        let heartbeat = milliseconds(&record.heartbeat_at).unwrap_or(0).min(now.wall);
        // Without a person, it has measured the time of an agent.
        let active_at = record.active_at.as_deref().and_then(milliseconds).filter(|_| timeout > 0);
        if let Some(active_at) = active_at.filter(|active_at| heartbeat.saturating_sub(*active_at) > timeout) {
            self.agents.note_events_since(project, now, active_at);
            self.worker = Some(self.agents.last_actor());
        }
        let requests: Vec<_> = request_files(project).into_iter().filter_map(|(_, request)| request).collect();
        for (task, from) in state.running() {
            let mut stops =
                requests.iter().filter(|other| other.command == TimerCommand::Stop && other.task_id == task);
            let stop = stops.find_map(|stop| milliseconds(stop.issued_at.as_deref()?));
            let at = stop.map_or(heartbeat, |stop| stop.min(heartbeat));
            self.end(state, &task, from, at, TimerNext::Paused { idle: true });
            self.away_since = Some(heartbeat.max(from));
        }
        self.worker = None;
    }

    /// Carries the stretches over to the clock as it was set, or ends those that a sleep has
    /// interrupted. Falling asleep and waking up count as activity: somebody has closed and opened the
    /// computer.
    fn follow_clock(&mut self, now: Moment, event: ClockEvent, context: &Context, state: &mut Running) {
        let running = state.running();
        let (end, next) = match event {
            ClockEvent::Set { before } => (before, TimerNext::Carried { from: now.wall }),
            ClockEvent::Slept { wall } if is_same_day(wall, now.wall, context) => {
                (wall, TimerNext::Running { from: now.wall })
            }
            ClockEvent::Slept { wall } => (wall, TimerNext::Paused { idle: true }),
        };
        for (task, from) in &running {
            self.end(state, task, *from, end, next);
        }
        if matches!(event, ClockEvent::Slept { .. }) && !running.is_empty() {
            self.away_since.get_or_insert(end);
            self.person_at = now.monotonic;
            self.worker = None;
        }
    }

    /// Ends the time of the person, and then that of an agent, that was not active for too long.
    fn find_idle(&mut self, now: Moment, project: &Project, state: &mut Running) {
        let timeout = idle_timeout_ms(project);
        if timeout == 0 || state.running().is_empty() {
            return;
        }
        if self.worker.is_none() && now.monotonic > self.person_at.saturating_add(timeout) {
            if self.agents.last_at() > Some(self.person_at) {
                self.end_all(state, self.person_at, false);
                self.worker = Some(self.agents.last_actor());
            } else {
                self.wait(state, self.person_at);
            }
        }
        if let (Some(_), Some(at)) = (&self.worker, self.agents.last_at())
            && now.monotonic > at.saturating_add(timeout)
        {
            self.wait(state, at);
        }
    }

    /// Pauses all timers until the person returns.
    fn wait(&mut self, state: &mut Running, monotonic: u64) {
        let at = self.clock.wall_at(monotonic);
        self.end_all(state, monotonic, true);
        self.worker = None;
        self.away_since.get_or_insert(at);
    }

    /// Resumes what was paused while the person was away, unless a night has passed.
    fn welcome(
        &mut self,
        now: Moment,
        active_at: u64,
        context: &Context,
        project: &Project,
        state: &mut Running,
    ) -> Option<TimeAway> {
        self.person_at = self.person_at.max(active_at);
        if self.worker.is_some() {
            self.end_all(state, now.monotonic, false);
            self.worker = None;
        }
        let since = self.away_since.take();
        let resumed = since.is_some_and(|since| is_same_day(since, now.wall, context));
        let next = if resumed { TimerNext::Running { from: now.wall } } else { TimerNext::Paused { idle: false } };
        let idle = state.idle();
        for task in &idle {
            self.turn(state, task, now.wall, next);
        }
        let since = since?;
        let timeout = signed(idle_timeout_ms(project));
        let length = now.wall.saturating_sub(since);
        let was_long = timeout > 0 && length > timeout && length <= MAX_AWAY_MS;
        let running = || state.running().into_iter().map(|(task, _)| task).collect();
        let tasks: Vec<String> = if idle.is_empty() { running() } else { idle };
        let away = TimeAway { tasks, from: timestamp(since), to: timestamp(now.wall), resumed };
        (was_long && !away.tasks.is_empty()).then_some(away)
    }

    /// Does what the person asks for.
    fn act(&mut self, now: Moment, action: &TimerAction, state: &mut Running) {
        match action {
            TimerAction::Start { id, alone } => {
                for task in state.tasks().into_iter().filter(|task| *alone && task != id) {
                    self.turn(state, &task, now.wall, TimerNext::Stopped {});
                }
                if state.from(id).is_none() {
                    self.turn(state, id, now.wall, TimerNext::Running { from: now.wall });
                }
            }
            TimerAction::Pause { id } => self.turn(state, id, now.wall, TimerNext::Paused { idle: false }),
            TimerAction::Stop { id } => self.turn(state, id, now.wall, TimerNext::Stopped {}),
            TimerAction::Close {} => self.wait(state, now.monotonic),
        }
    }

    /// Answers the requests of agents in their order. A stop counts from when it was asked for. A
    /// start that waited for longer than the idle timeout counts from now, and an expired one not at
    /// all.
    fn answer_agents(&mut self, now: Moment, project: &Project, state: &mut Running) {
        if self.owner != TimerOwner::Editor {
            return;
        }
        for (path, request) in request_files(project) {
            if self.answered.contains(&path) {
                continue;
            }
            if let Some(request) = request.filter(|request| project.model.tasks.find(&request.task_id).is_ok()) {
                let issued = request.issued_at.as_deref().and_then(milliseconds);
                let issued = issued.map_or(now.wall, |issued| issued.min(now.wall));
                self.agents.note_unnamed(now.monotonic_at(issued));
                let id = &request.task_id;
                match &request.command {
                    TimerCommand::Stop => self.turn(state, id, issued, TimerNext::Stopped {}),
                    TimerCommand::Start if state.from(id).is_none() && !timers::is_expired(&request, now.wall) => {
                        let is_recent = now.wall.saturating_sub(issued) <= signed(idle_timeout_ms(project));
                        let from = if is_recent { issued } else { now.wall };
                        self.turn(state, id, from, TimerNext::Running { from });
                    }
                    TimerCommand::Start | TimerCommand::Unknown(_) => {}
                }
            }
            self.answered.push(path);
        }
    }

    /// Ends the stretches of all running timers at a monotonic time.
    fn end_all(&mut self, state: &mut Running, monotonic: u64, waits: bool) {
        let at = self.clock.wall_at(monotonic);
        let next = if waits { TimerNext::Paused { idle: true } } else { TimerNext::Running { from: at } };
        for (task, from) in state.running() {
            self.end(state, &task, from, at, next);
        }
    }

    /// Ends the stretch of a timer if it runs, and sets what it does next.
    fn turn(&mut self, state: &mut Running, task: &str, at: i64, next: TimerNext) {
        match state.from(task) {
            Some(from) => self.end(state, task, from, at, next),
            None => self.step(state, TimerStep { task: task.to_owned(), from: None, at, agent: None, next }),
        }
    }

    /// Ends a stretch that began at `from`.
    fn end(&mut self, state: &mut Running, task: &str, from: i64, at: i64, next: TimerNext) {
        let agent = self.worker.clone();
        self.step(state, TimerStep { task: task.to_owned(), from: Some(from), at, agent, next });
    }

    fn step(&mut self, state: &mut Running, step: TimerStep) {
        if apply(&mut state.timers, &step).is_some() {
            self.pending.push(step);
        }
    }

    /// Returns what was measured and is not written, or only a heartbeat if that is due.
    fn record(
        &self,
        project: &Project,
        now: Moment,
        lead: &Lead,
        take_over: bool,
        input: &TimerInput,
    ) -> Option<TimerRecord> {
        let release = matches!(input.action, Some(TimerAction::Close {}));
        let interval = heartbeat_interval_ms(project);
        let heartbeat = timers::authority(project).ok().flatten();
        let heartbeat = heartbeat.and_then(|file| milliseconds(&file.value.heartbeat_at));
        let is_due = heartbeat.is_none_or(|at| now.wall.abs_diff(at) >= interval);
        let is_own = matches!(lead, Lead::Own | Lead::Free(_));
        // A project in which nobody has used a timer is left as it is.
        let is_used = project.tree.children(FOLDER).next().is_some();
        let beats = is_own && is_used && input.heartbeat && (is_due || *lead != Lead::Own);
        let has_news = !self.pending.is_empty() || !self.answered.is_empty();
        (has_news || beats || take_over || is_own && release).then(|| TimerRecord {
            owner: self.owner,
            instance: self.instance.clone(),
            steps: self.pending.clone(),
            answered: self.answered.clone(),
            active_at: now.wall.saturating_sub_unsigned(now.monotonic.saturating_sub(self.person_at)),
            take_over,
            release,
        })
    }
}

/// Returns a timestamp in milliseconds since 1970-01-01 UTC.
fn milliseconds(timestamp: &str) -> Option<i64> {
    parse_timestamp(timestamp).map(|time| time.timestamp_millis())
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns whether two times, in milliseconds since 1970-01-01 UTC, are on one civil day.
fn is_same_day(one: i64, other: i64, context: &Context) -> bool {
    let offset_ms = i64::from(context.utc_offset_minutes) * 60_000;
    let day = |wall: i64| wall.saturating_add(offset_ms).div_euclid(DAY_MS);
    day(one) == day(other)
}
