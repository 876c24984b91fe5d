//! When the person or the agent is away, and what happens on return.

use handoff_format::timestamp;
use handoff_protocol::{Context, TimeAway, TimeAwayPart, TimerNext};

use crate::Project;
use crate::knowledge::time::clock::{ClockEvent, Moment};
use crate::knowledge::time::idle_timeout_ms;
use crate::knowledge::time::timer_changes::Running;
use crate::knowledge::time::tracker::{Tracker, signed};

/// An absence that is longer was no work.
pub(super) const MAX_AWAY_MS: i64 = 12 * 3_600_000;

impl Tracker {
    /// Carries the stretches over to the clock as it was set, or ends those that a sleep has
    /// interrupted. Falling asleep and waking up count as activity: somebody has closed and opened the
    /// computer.
    pub(super) fn follow_clock(&mut self, now: Moment, event: ClockEvent, context: &Context, state: &mut Running) {
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
        if let ClockEvent::Set { before } = event {
            self.away_since = self.away_since.map(|since| since.saturating_add(now.wall.saturating_sub(before)));
        }
        if matches!(event, ClockEvent::Slept { .. }) && !running.is_empty() {
            self.away_since.get_or_insert(end);
            self.person_at = now.monotonic;
            self.worker = None;
        }
    }

    /// Ends the time of the person, and then that of an agent, that was not active for too long.
    pub(super) fn find_idle(&mut self, now: Moment, project: &Project, state: &mut Running) {
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
    pub(super) fn wait(&mut self, state: &mut Running, monotonic: u64) {
        let at = self.clock.wall_at(monotonic);
        self.end_all(state, monotonic, true);
        self.worker = None;
        self.away_since.get_or_insert(at);
    }

    /// Resumes what was paused while the person was away, unless a night has passed.
    pub(super) fn welcome(
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
        let parts = parts(&tasks, since, now.wall);
        let away = TimeAway { tasks, from: timestamp(since), to: timestamp(now.wall), resumed, parts };
        (was_long && !away.tasks.is_empty()).then_some(away)
    }
}

/// Divides an absence evenly among tasks.
fn parts(tasks: &[String], from: i64, to: i64) -> Vec<TimeAwayPart> {
    let (from, to) = (from.div_euclid(1000), to.div_euclid(1000));
    let count = i64::try_from(tasks.len()).unwrap_or(i64::MAX).max(1);
    let at = |index: i64| from.saturating_add(to.saturating_sub(from).saturating_mul(index) / count);
    let part = |(task, index): (&String, i64)| {
        let (start, end) = (at(index), at(index.saturating_add(1)));
        TimeAwayPart {
            task: task.clone(),
            from: timestamp(start.saturating_mul(1000)),
            to: timestamp(end.saturating_mul(1000)),
            seconds: end.saturating_sub(start).max(0).unsigned_abs(),
        }
    };
    tasks.iter().zip(0..).map(part).collect()
}

/// Returns whether two times, in milliseconds since 1970-01-01 UTC, are on one civil day.
fn is_same_day(one: i64, other: i64, context: &Context) -> bool {
    context.time_zone.day_of(one) == context.time_zone.day_of(other)
}
