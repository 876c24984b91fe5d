//! Answers the requests of agents and of the command line.

use std::collections::BTreeMap;

use handoff_format::{TimerCommand, TimerRequest};
use handoff_protocol::{ActorKind, TimerNext};

use crate::Project;
use crate::knowledge::time::clock::Moment;
use crate::knowledge::time::entries::entries;
use crate::knowledge::time::timer_changes::Running;
use crate::knowledge::time::tracker::{Tracker, signed};
use crate::knowledge::time::{self, idle_timeout_ms, milliseconds, request_files};

impl Tracker {
    /// Answers the requests in their order. A stop counts from when it was asked for. A start that
    /// waited for longer than the idle timeout counts from now, and an expired one not at all.
    pub(super) fn answer_agents(&mut self, now: Moment, project: &Project, several: bool, state: &mut Running) {
        for (path, request) in request_files(project) {
            if self.answered.contains(&path) {
                continue;
            }
            if let Some(request) = request {
                let issued = request.issued_at.as_deref().and_then(milliseconds);
                let issued = issued.map_or(now.wall, |issued| issued.min(now.wall));
                self.answer(now, project, several, &request, issued, state);
            }
            self.answered.push(path);
        }
    }

    fn answer(
        &mut self,
        now: Moment,
        project: &Project,
        several: bool,
        request: &TimerRequest,
        issued: i64,
        state: &mut Running,
    ) {
        let id = request.task_id.as_str();
        let exists = project.model.tasks.find(id).is_ok();
        match &request.command {
            TimerCommand::Stop if exists || state.from(id).is_some() => {
                self.note_request(now, request, issued);
                self.turn(state, id, issued, TimerNext::Stopped {});
            }
            TimerCommand::Start if exists => {
                self.note_request(now, request, issued);
                let is_obsolete = time::is_expired(request, now.wall) || is_counted_after(project, id, issued);
                if state.from(id).is_some() || is_obsolete {
                    return;
                }
                let is_recent = now.wall.saturating_sub(issued) <= signed(idle_timeout_ms(project));
                let from = if is_recent { issued } else { now.wall };
                for other in state.tasks().into_iter().filter(|task| !several && task != id) {
                    self.turn(state, &other, from, TimerNext::Stopped {});
                }
                self.turn(state, id, from, TimerNext::Running { from });
            }
            _ => {}
        }
    }

    /// Notes who was at work: a request of a person is no sign of an agent.
    fn note_request(&mut self, now: Moment, request: &TimerRequest, issued: i64) {
        let at = now.monotonic_at(issued);
        match &request.actor {
            Some(actor) if actor.kind == ActorKind::Human => {
                if self.worker.is_none() && self.away_since.is_none() {
                    self.person_at = self.person_at.max(at);
                }
            }
            Some(actor) => self.agents.note(at, actor),
            None => self.agents.note_unnamed(at),
        }
    }
}

/// Returns whether measured time of a task ends after a time: then another program has answered a
/// request of that time.
fn is_counted_after(project: &Project, id: &str, time: i64) -> bool {
    let known: BTreeMap<_, _> = entries(&project.model.activity);
    known.into_values().filter(|entry| entry.task == id && entry.start != entry.end).any(|entry| {
        let end = milliseconds(&entry.end);
        end.is_some_and(|end| end.div_euclid(1000) > time.div_euclid(1000))
    })
}
