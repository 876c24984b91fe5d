//! The timers that a server runs for its agent.
//!
//! Invariant: a server measures only the timers that it has started, and never takes the lead from an
//! editor. Without such a timer it writes nothing. The timers that a person or another server has
//! started are theirs.

use std::collections::BTreeSet;

use handoff_protocol::{Command, Context, TimerAction, TimerInput, TimerOwner};

use crate::Project;
use crate::timers::lead::{Lead, lead};
use crate::timers::steps::running_since;
use crate::timers::tracker::Tracker;
use crate::timers::{EDITOR, heartbeat_interval_ms, instance, state};

/// The minimum time between two calls, whatever the configuration says.
const MIN_INTERVAL_MS: u64 = 200;

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

/// What a server does for its timers.
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
}

impl Server {
    /// Notes a command that was written.
    pub(crate) fn written(&mut self, command: &Command) {
        match command {
            Command::StartTimer { id } => drop(self.started.insert(id.clone())),
            Command::StopTimer { id } => drop(self.started.remove(id)),
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
        let lead = lead(project, TimerOwner::Server, instance, context.now);
        let is_left_to_others = match &lead {
            Lead::Other(_) | Lead::Off(_) => true,
            Lead::Free(Some(record)) => record.owner == EDITOR,
            Lead::Own | Lead::Free(None) | Lead::Peer(_) | Lead::Broken(_) => false,
        };
        if is_left_to_others {
            self.started.clear();
        }
        if self.started.is_empty() {
            *tracker = None;
            return ServerTimers::default();
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
        };
        let mut status = own.track(project, context, &input);
        if event == ServerEvent::End && matches!(lead, Lead::Own | Lead::Free(_)) {
            for action in self.last_actions(running().map(String::as_str).collect()) {
                input.action = Some(action);
                status = own.track(project, context, &input);
            }
        }
        let is_running = status.timers.iter().any(|timer| timer.running);
        let next_ms = is_running.then(|| heartbeat_interval_ms(project).max(MIN_INTERVAL_MS));
        ServerTimers { command: status.record.map(|record| Command::TrackTime { record }), next_ms }
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
