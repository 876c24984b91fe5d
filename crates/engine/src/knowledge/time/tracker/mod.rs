//! The tracker: decides which time of running timers counts, and whose it is.
//!
//! It is called every few seconds. What it has measured are changes of timers, which wait in memory until a
//! command has written them: so the time during a pause of writing is not lost.
//!
//! Invariant: each second of a running timer is in exactly one stretch, of the person or of an
//! agent, or in none, if both were away.

mod absence;
mod requests;
mod silence;
mod takeover;

use std::collections::BTreeSet;

use handoff_format::TimerEntry;
use handoff_protocol::{
    Actor, Context, Text, TimerAction, TimerChange, TimerInput, TimerNext, TimerOwner, TimerRecord, TimerStatus,
    TimerView,
};

use crate::Project;
use crate::ground::texts;
use crate::knowledge::time::agent_signs::AgentSigns;
use crate::knowledge::time::clock::{Clock, Moment};
use crate::knowledge::time::ended_today::EndedToday;
use crate::knowledge::time::lead::{Lead, lead};
use crate::knowledge::time::timer_changes::{Running, apply, running_since};
use crate::knowledge::time::{self, FOLDER, MAX_INTERVAL_MS, call_interval_ms, heartbeat_interval_ms, milliseconds};
use crate::model::project::pause;
use silence::Silence;

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
    pub(super) pending: Vec<TimerChange>,
    answered: Vec<String>,
    /// Whether the program led at the last call.
    pub(super) leads: bool,
    /// The timers as they were after the last call in which the program led, with the starts of their
    /// stretches.
    known: Vec<(String, Option<i64>)>,
    /// The time of day of that call.
    known_at: i64,
    silence: Option<Silence>,
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
            known: Vec::new(),
            known_at: 0,
            silence: None,
        }
    }

    pub(crate) fn instance(&self) -> &str {
        &self.instance
    }

    /// Forgets what a command has written.
    pub(crate) fn written(&mut self, record: &TimerRecord) {
        if record.instance == self.instance {
            self.pending.drain(..record.changes.len().min(self.pending.len()));
            self.answered.retain(|path| !record.answered.contains(path));
        }
    }

    /// Measures the time since the last call. Returns the timers as they are now.
    pub(crate) fn track(&mut self, project: &Project, context: &Context, input: &TimerInput) -> TimerStatus {
        let now = Moment { wall: context.now, monotonic: input.monotonic };
        // Closing a window is no activity.
        let action = input.action.as_ref().filter(|action| !matches!(action, TimerAction::Close {}));
        let is_closing = input.action.is_some() && action.is_none();
        let is_active = !is_closing && (input.active_at.is_some() || action.is_some());
        let is_paused = pause::current(&project.tree, context).is_some();
        let last = self.clock.last_monotonic();
        let clock_event = self.clock.advance(now);
        Silence::note(&mut self.silence, (last, now), clock_event, is_paused);
        let lead = lead(project, self.owner, &self.instance, now.wall);
        let wants_lead = action.is_some() || input.focused && is_active;
        let takes_over = matches!(lead, Lead::Peer(_)) && wants_lead && !is_paused;
        // The program that leads could not renew its heartbeat, and may have changes to write. So it
        // keeps the lead for a while.
        let may_return = |record: &_| self.silence.is_some_and(|silence| silence.may_return(record, now));
        let lead = match lead {
            Lead::Free(Some(record)) if !self.leads && may_return(&record) => Lead::Peer(record),
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
                self.begin(project, now, input.several, &mut state, &lead);
            } else if let Some(event) = clock_event {
                self.follow_clock(now, event, context, &mut state);
            }
            if self.owner == TimerOwner::Editor {
                self.answer_agents(now, project, input.several, &mut state);
                self.agents.hear(project, now);
            }
            self.find_idle(now, project, &mut state);
            if is_active {
                let active_at = input.active_at.unwrap_or(now.monotonic).min(now.monotonic);
                away = self.welcome(now, active_at, context, project, &mut state);
            }
            if let Some(action) = &input.action {
                self.act(now, action, &mut state);
            }
            self.known = state.timers.iter().map(|(task, _)| (task.clone(), state.from(task))).collect();
            self.known_at = now.wall;
        } else if is_excluded {
            let is_off = matches!(lead, Lead::Off(_));
            state = self.leave(now, clock_event, is_off, context, project, state);
        }
        self.leads = may_lead;
        let record = self.record(project, now, &lead, takes_over, is_closing, input.heartbeat);
        let not_done = action.filter(|_| !may_lead).map(|_| why_not_done(&lead, is_paused));
        let lead = if takes_over { Lead::Own } else { lead };
        let ended = EndedToday::of(project, &self.pending, context);
        let timers = self.views(project, now.wall, &state, &ended);
        let running = timers.iter().filter(|timer| timer.running && timer.agent.is_none());
        let today_seconds = running.fold(ended.person, |sum, timer| sum.saturating_add(timer.elapsed_ms / 1000));
        let next_ms = Some(call_interval_ms(project)).filter(|ms| *ms < MAX_INTERVAL_MS);
        let lead = lead.view(self.owner);
        TimerStatus { timers, today_seconds, lead, record, away, next_ms, not_done }
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

    /// Ends the stretches of all running timers at a monotonic time.
    fn end_all(&mut self, state: &mut Running, monotonic: u64, waits: bool) {
        let wall = self.clock.wall_at(monotonic);
        for (task, from) in state.running() {
            // A timer that an agent has started since then has measured nothing yet.
            let at = wall.max(state.begun(&task).unwrap_or(wall));
            let next = if waits { TimerNext::Paused { idle: true } } else { TimerNext::Running { from: at } };
            self.end(state, &task, from, at, next);
        }
    }

    /// Ends the stretch of a timer if it runs, and sets what it does next.
    fn turn(&mut self, state: &mut Running, task: &str, at: i64, next: TimerNext) {
        match state.from(task) {
            Some(from) => self.end(state, task, from, at, next),
            None => self.apply(state, TimerChange { task: task.to_owned(), from: None, at, agent: None, next }),
        }
    }

    /// Ends a stretch that began at `from`.
    fn end(&mut self, state: &mut Running, task: &str, from: i64, at: i64, next: TimerNext) {
        let agent = self.worker.clone();
        self.apply(state, TimerChange { task: task.to_owned(), from: Some(from), at, agent, next });
    }

    fn apply(&mut self, state: &mut Running, change: TimerChange) {
        if apply(&mut state.timers, &change).is_some() {
            self.pending.push(change);
        }
    }

    /// Returns what a window shows, running timers first.
    fn views(&self, project: &Project, now: i64, state: &Running, ended: &EndedToday) -> Vec<TimerView> {
        let view = |(id, entry): &(String, TimerEntry)| {
            let elapsed_ms = time::elapsed_ms(entry, now);
            let task = project.model.tasks.find(id).ok();
            let schedule = task.and_then(|task| task.shown.task.schedule.as_ref());
            let running = running_since(entry).is_some();
            TimerView {
                id: id.clone(),
                title: task.map(|task| task.title().to_owned()).unwrap_or_default(),
                running,
                idle: entry.paused_by_idle,
                elapsed_ms,
                today_seconds: ended.tasks.get(id).copied().unwrap_or_default().saturating_add(elapsed_ms / 1000),
                actual_hours: schedule.and_then(|schedule| schedule.actual_hours).unwrap_or_default(),
                estimate_hours: schedule.and_then(|schedule| schedule.estimate_hours),
                agent: self.worker.clone().filter(|_| running),
            }
        };
        let mut views: Vec<TimerView> = state.timers.iter().map(view).collect();
        views.sort_by_key(|view| !view.running);
        views
    }

    /// Returns what was measured and is not written, or only a heartbeat if that is due.
    fn record(
        &self,
        project: &Project,
        now: Moment,
        lead: &Lead,
        take_over: bool,
        is_closing: bool,
        heartbeats: bool,
    ) -> Option<TimerRecord> {
        let interval = heartbeat_interval_ms(project);
        let heartbeat = time::authority(project).ok().flatten();
        let heartbeat = heartbeat.and_then(|file| milliseconds(&file.value.heartbeat_at));
        let is_due = heartbeat.is_none_or(|at| now.wall.abs_diff(at) >= interval);
        let is_own = matches!(lead, Lead::Own | Lead::Free(_));
        // A project without a use of timers is left as it is.
        let is_used = project.tree.children(FOLDER).next().is_some();
        let beats = is_own && is_used && heartbeats && (is_due || *lead != Lead::Own);
        let has_news = !self.pending.is_empty() || !self.answered.is_empty();
        let release = is_closing && *lead == Lead::Own;
        let person_at = now.wall.saturating_sub_unsigned(now.monotonic.saturating_sub(self.person_at));
        (has_news || beats || take_over || release).then(|| TimerRecord {
            owner: self.owner,
            instance: self.instance.clone(),
            changes: self.pending.clone(),
            answered: self.answered.clone(),
            // The next window goes on with the absence.
            active_at: self.away_since.filter(|_| is_closing).unwrap_or(person_at),
            take_over,
            release: is_closing,
        })
    }
}

/// Returns why an action was not done.
fn why_not_done(lead: &Lead, is_paused: bool) -> Text {
    match lead {
        Lead::Off(reason) | Lead::Broken(reason) => reason.clone(),
        Lead::Other(_) => Text::plain(texts::TIMERS_OF_SERVER),
        _ if is_paused => Text::plain(texts::TIMERS_WAIT_FOR_PAUSE),
        _ => Text::plain(texts::TIMERS_WAIT_FOR_WINDOW),
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
