//! The timers that a server runs for its agent.
//!
//! Invariant: a server measures only the timers that it has started, and never takes the lead from an
//! editor. Without such a timer it writes nothing. The timers that a person or another server has
//! started are theirs.

use std::collections::BTreeSet;

use handoff_format::TimerRequest;
use handoff_protocol::{Command, Context, TimerAction, TimerInput, TimerOwner, TimerStart};

use crate::Project;
use crate::knowledge::time::lead::{Lead, lead};
use crate::knowledge::time::timer_changes::running_since;
use crate::knowledge::time::tracker::Tracker;
use crate::knowledge::time::{EDITOR, MIN_INTERVAL_MS, call_interval_ms, instance, state, waiting_starts};

/// Why a server measures the time of its timers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerEvent {
    /// Time has passed.
    Tick,
    /// The agent has called a tool.
    Call,
    /// The server ends.
    End,
}

/// The next action of a server for its timers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerTimers {
    /// The command to execute now. It is returned again until it has been written.
    pub command: Option<Command>,
    /// The milliseconds until the next tick; `None` if no timer runs.
    pub next_ms: Option<u64>,
}

/// The timers of a project as one server sees them.
#[derive(Debug, Default)]
pub(crate) struct Server {
    /// IDs of the tasks whose timers the server has started.
    started: BTreeSet<String>,
    /// IDs of the tasks whose timers it has asked an editor to start, until the editor answers.
    asked: BTreeSet<String>,
}

impl Server {
    /// Notes a command that was written.
    pub(crate) fn written(&mut self, command: &Command) {
        match command {
            Command::StartTimer(start) => {
                self.started.insert(start.id.clone());
                self.asked.insert(start.id.clone());
            }
            Command::StopTimer(stop) => {
                self.started.remove(&stop.id);
                self.asked.remove(&stop.id);
            }
            _ => {}
        }
    }

    /// Measures the time since the last call.
    pub(crate) fn track(
        &mut self,
        tracker: &mut Option<Tracker>,
        project: &Project,
        (event, monotonic): (ServerEvent, u64),
        context: &Context,
    ) -> ServerTimers {
        let instance = instance(context);
        let timers = state(project).ok().flatten().map(|file| file.value.timers).unwrap_or_default();
        self.started.retain(|id| timers.iter().any(|(task, _)| task == id));
        let waiting = waiting_starts(project);
        self.asked.retain(|id| waiting.iter().any(|request| request.task_id == *id));
        let lead = lead(project, TimerOwner::Server, instance, context.now);
        let is_left_to_editor = match &lead {
            Lead::Other(_) => true,
            Lead::Free(Some(record)) => record.owner == EDITOR,
            // The time that was measured until now is not written yet.
            Lead::Own | Lead::Free(None) | Lead::Peer(_) | Lead::Off(_) | Lead::Broken(_) => false,
        };
        if is_left_to_editor {
            self.started.clear();
        }
        if self.started.is_empty() {
            *tracker = None;
            return self.await_editor(&lead, &waiting, event, context);
        }
        let running = || timers.iter().filter(|(_, entry)| running_since(entry).is_some()).map(|(task, _)| task);
        let known = tracker.take().filter(|tracker| tracker.instance() == instance);
        let own = tracker.insert(known.unwrap_or_else(|| Tracker::new(TimerOwner::Server, instance.to_owned())));
        own.only = Some(self.started.clone());
        let mut input = TimerInput {
            monotonic,
            active_at: (event == ServerEvent::Call).then_some(monotonic),
            focused: false,
            heartbeat: running().any(|id| self.started.contains(id)),
            action: None,
            several: true,
        };
        let mut status = own.track(project, context, &input);
        if event == ServerEvent::End && matches!(lead, Lead::Own | Lead::Free(_)) {
            for action in self.last_actions(running().map(String::as_str).collect()) {
                input.action = Some(action);
                status = own.track(project, context, &input);
            }
        }
        let is_running = status.timers.iter().any(|timer| timer.running);
        let next_ms = is_running.then(|| call_interval_ms(project));
        ServerTimers { command: status.record.map(|record| Command::TrackTime { record }), next_ms }
    }

    /// Waits for an editor to start a timer. If the editor is gone, the server starts it itself: the
    /// command takes the request back.
    fn await_editor(
        &self,
        lead: &Lead,
        waiting: &[TimerRequest],
        event: ServerEvent,
        context: &Context,
    ) -> ServerTimers {
        let Some(request) = waiting.iter().find(|request| self.asked.contains(&request.task_id)) else {
            return ServerTimers::default();
        };
        match lead {
            Lead::Other(until) => {
                let left = until.saturating_sub(context.now).max(0).unsigned_abs();
                ServerTimers { command: None, next_ms: Some(left.max(MIN_INTERVAL_MS)) }
            }
            Lead::Free(_) | Lead::Own | Lead::Peer(_) if event == ServerEvent::Tick => {
                let start = TimerStart { id: request.task_id.clone(), several: true };
                ServerTimers { command: Some(Command::StartTimer(start)), next_ms: Some(MIN_INTERVAL_MS) }
            }
            Lead::Free(_) | Lead::Own | Lead::Peer(_) => ServerTimers { command: None, next_ms: Some(MIN_INTERVAL_MS) },
            Lead::Off(_) | Lead::Broken(_) => ServerTimers::default(),
        }
    }

    /// Returns what the server does with the running timers when it ends. Those of other servers run
    /// on: one of these takes the lead.
    fn last_actions(&self, running: Vec<&str>) -> Vec<TimerAction> {
        if running.iter().all(|id| self.started.contains(*id)) {
            return vec![TimerAction::Close {}];
        }
        let own = running.into_iter().filter(|id| self.started.contains(*id));
        own.map(|id| TimerAction::Pause { id: id.to_owned() }).collect()
    }
}
