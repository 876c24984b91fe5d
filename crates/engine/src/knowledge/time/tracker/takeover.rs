//! Takes the lead from another program, and leaves it to one.

use handoff_format::{Authority, TimerCommand};
use handoff_protocol::{Actor, ActorKind, Context, TimerNext, TimerOwner};

use crate::Project;
use crate::knowledge::time::agent_signs::{AgentSigns, last_sign};
use crate::knowledge::time::clock::{ClockEvent, Moment};
use crate::knowledge::time::lead::Lead;
use crate::knowledge::time::timer_changes::{Running, running_since};
use crate::knowledge::time::tracker::{Tracker, signed};
use crate::knowledge::time::{EDITOR, idle_timeout_ms, milliseconds, request_files, starter};

impl Tracker {
    /// Takes the lead from another program.
    pub(super) fn begin(&mut self, project: &Project, now: Moment, several: bool, state: &mut Running, lead: &Lead) {
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
            // The other window has heard of the work of agents since then.
            self.agents.note_events_since(project, now, active_at.unwrap_or(now.wall));
        } else if record.owner == EDITOR {
            self.settle_window(project, now, record, state);
        } else {
            self.adopt(project, now, record, state);
            if !several && self.owner == TimerOwner::Editor {
                self.keep_one(now, state);
            }
        }
    }

    /// Takes over the timers of a server that is gone. Those of its agent run on as long as an agent is
    /// heard of. Those that a person has started at the shell run on as the person's.
    fn adopt(&mut self, project: &Project, now: Moment, record: &Authority, state: &mut Running) {
        let timeout = signed(idle_timeout_ms(project));
        let (mut worker, mut away_since) = (None, None);
        for (task, from) in state.running() {
            let entry = state.timers.iter().find(|(id, _)| *id == task).map(|(_, entry)| entry);
            let starter = entry.and_then(|entry| starter(project, &task, entry));
            if starter.as_ref().is_some_and(|actor| actor.kind == ActorKind::Human) {
                continue;
            }
            let heartbeat = milliseconds(&record.heartbeat_at).unwrap_or(from).min(now.wall);
            let (at, sign) = last_sign(project, heartbeat.max(from));
            let agent = starter.or_else(|| sign.cloned()).unwrap_or_else(|| Actor::agent(""));
            if timeout > 0 && now.wall.saturating_sub(at) > timeout {
                self.worker = Some(agent);
                self.end(state, &task, from, at, TimerNext::Paused { idle: true });
                away_since = away_since.max(Some(at));
            } else {
                self.agents.note(now.monotonic_at(at), &agent);
                worker = Some(agent);
            }
        }
        self.worker = None;
        if state.running().is_empty() {
            self.away_since = away_since.or(self.away_since);
        }
        if worker.is_some() {
            // The time of a person until now is the person's.
            let is_human = |actor: Actor| actor.kind == ActorKind::Human;
            for (task, from) in state.running() {
                let entry = state.timers.iter().find(|(id, _)| *id == task).map(|(_, entry)| entry);
                if entry.and_then(|entry| starter(project, &task, entry)).is_some_and(is_human) {
                    self.end(state, &task, from, now.wall, TimerNext::Running { from: now.wall });
                }
            }
        }
        self.worker = worker;
    }

    /// Of several timers, keeps the one that was started last, and pauses the others.
    fn keep_one(&mut self, now: Moment, state: &mut Running) {
        let mut running = state.running();
        running.sort_by_key(|(_, from)| *from);
        let last = running.pop().map(|(task, _)| task).or_else(|| state.idle().pop());
        for (task, from) in running {
            self.end(state, &task, from, now.wall, TimerNext::Paused { idle: false });
        }
        for task in state.idle().into_iter().filter(|task| Some(task) != last.as_ref()) {
            self.turn(state, &task, now.wall, TimerNext::Paused { idle: false });
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

    /// Leaves the timers to another program, or to none: what was measured until now is written, and
    /// no more. What the other program has started is its own. Returns the timers of the others.
    pub(super) fn leave(
        &mut self,
        now: Moment,
        event: Option<ClockEvent>,
        is_off: bool,
        context: &Context,
        project: &Project,
        state: Running,
    ) -> Running {
        let known = std::mem::take(&mut self.known);
        // A server that did not lead ends what its agent has started, as no other program will.
        let is_servers = is_off && self.owner == TimerOwner::Server;
        if !self.leads && !is_servers {
            return state;
        }
        let is_known = |task: &str, from: Option<i64>| {
            known.iter().any(|(id, known)| id == task && (from.is_none() || from == *known))
        };
        let (timers, others): (Vec<_>, Vec<_>) =
            state.timers.into_iter().partition(|(task, entry)| is_servers || is_known(task, running_since(entry)));
        let mut own = Running { timers };
        if let Some(event) = event {
            self.follow_clock(now, event, context, &mut own);
        }
        self.find_idle(now, project, &mut own);
        for task in own.tasks() {
            let at = if own.from(&task).is_some() || known.is_empty() { now.wall } else { self.known_at.min(now.wall) };
            self.turn(&mut own, &task, at, TimerNext::Stopped {});
        }
        self.worker = None;
        self.away_since = None;
        Running { timers: others }
    }
}
