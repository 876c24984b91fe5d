//! Tasks given other dates.
//!
//! Invariant: what a proposal shows and what the command writes come from [`rescheduled`] alone.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use handoff_format::format_date;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Reschedule, Schedule, TaskDates, Text};

use crate::Project;
use crate::model::CONFIG;
use crate::model::dates::Dates;
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::{About, refuse};
use crate::plan::rules;
use crate::plan::rules::Evidence;
use crate::plan::staged_tasks::Stage;
use crate::plan::task_lookup;
use crate::plan::tasks::patch;
use crate::project::unread;
use crate::schedule::Network;
use crate::schedule::ScheduleRequest;
use crate::schedule::Stop;
use crate::schedule::forward;
use crate::schedule::milestone_days;
use crate::schedule::parents;
use crate::schedule::push;
use crate::schedule::shift;
use crate::texts;
use crate::timestamp::Day;

/// The dates of all tasks after a wish, by their position in the network.
pub(crate) struct Rescheduled<'a> {
    pub(crate) network: Network<'a>,
    pub(crate) dates: Vec<Dates>,
    /// The tasks that were asked for; others only follow.
    pub(crate) asked: Vec<bool>,
    pub(crate) today: Day,
}

impl Rescheduled<'_> {
    fn has_moved(&self, place: usize) -> bool {
        self.dates[place] != self.network.facts[place].dates
    }

    /// The tasks that get other dates, in the order of the tree.
    pub(crate) fn moved(&self) -> Vec<usize> {
        let mut moved = Vec::new();
        for place in 0..self.dates.len() {
            if self.has_moved(place) {
                moved.push(place);
            }
        }
        moved
    }

    /// Puts the other dates into a draft.
    pub(in crate::plan) fn write(
        &self,
        project: &Project,
        context: &Context,
        wish: &Reschedule,
        draft: &mut Draft<'_>,
    ) -> Result<(), Refusal> {
        let moved = self.moved();
        let mut stage = Stage::new(project, context);
        for place in &moved {
            let dates = self.dates[*place];
            let (_, staged) = stage.edit(&project.model.tasks.key(self.network.facts[*place].task))?;
            let schedule = staged.new.schedule.get_or_insert_with(Schedule::default);
            schedule.start_date = dates.start.map(format_date);
            schedule.due_date = dates.due.map(format_date);
        }
        *draft.evidence() = self.evidence(wish, &moved);
        stage.write(draft)
    }

    /// The files beside those of the moved tasks that decided where these go: the calendars, what is below a task that takes it along, and
    /// both ends of every dependency of a moved task or of one above it. For the scheduler all other tasks decide too; why they are not
    /// named is said in `docs/architecture.md`.
    fn evidence(&self, wish: &Reschedule, moved: &[usize]) -> Evidence {
        let network = &self.network;
        let (takes_along, follows) = match wish {
            Reschedule::Shift { push, .. } => (true, *push),
            Reschedule::Set { push, .. } => (false, *push),
            Reschedule::Auto { .. } => (false, true),
        };
        let mut decided = vec![false; self.dates.len()];
        if takes_along {
            for place in 0..decided.len() {
                if self.asked[place] {
                    decided[network.branch(place)].fill(true);
                }
            }
        }
        if follows {
            let mut tied = vec![false; self.dates.len()];
            for place in moved {
                let mut at = Some(*place);
                while let Some(place) = at.filter(|place| !tied[*place]) {
                    tied[place] = true;
                    at = network.above(place);
                }
            }
            for link in &network.links {
                if tied[link.from] || tied[link.to] {
                    (decided[link.from], decided[link.to]) = (true, true);
                }
            }
        }
        let mut paths = Vec::new();
        for (place, fact) in network.facts.iter().enumerate() {
            if decided[place] && !self.has_moved(place) {
                paths.push(fact.task.shown.path.clone());
            }
        }
        if takes_along || follows {
            paths.push(CONFIG.to_owned());
        }
        paths.into_iter().collect()
    }
}

pub(crate) fn reschedule(project: &Project, context: &Context, wish: &Reschedule) -> Result<ChangeSet, Refusal> {
    let found = rescheduled(project, context, wish)?;
    let mut draft = Draft::new(project, context);
    found.write(project, context, wish, &mut draft)?;
    Ok(draft.finish(summary(wish, &found.network, &found.moved())))
}

/// "Reschedule 3 tasks", "Schedule t1".
fn summary(wish: &Reschedule, network: &Network<'_>, moved: &[usize]) -> Text {
    let (one, many) = match wish {
        Reschedule::Shift { .. } => (texts::MOVE_DATES, texts::MOVE_DATES_OF_MANY),
        Reschedule::Set { .. } => (texts::SET_DATES, texts::SET_DATES_OF_MANY),
        Reschedule::Auto { .. } => (texts::SCHEDULE_TASK, texts::SCHEDULE_TASKS),
    };
    match moved {
        [place] => Text::with(one, [("id", network.facts[*place].task.id().to_owned())]),
        _ => Text::with(many, [("count", moved.len().to_string())]),
    }
}

/// What a wish comes to, or why it cannot be had.
pub(crate) fn rescheduled<'a>(
    project: &'a Project,
    context: &Context,
    wish: &Reschedule,
) -> Result<Rescheduled<'a>, Refusal> {
    let network = Network::new(&project.model);
    let today = crate::timestamp::today(context);
    let mut found = Rescheduled { dates: network.stored(), asked: vec![false; network.facts.len()], network, today };
    match wish {
        Reschedule::Shift { ids, days, working_days, push } => {
            let mut places = Vec::new();
            for id in ids {
                places.push(found.ask(project, id)?);
            }
            found.shift(&places, *days, *working_days)?;
            found.finish(*push)?;
        }
        Reschedule::Set { dates, seen, push } => {
            let mut places = Vec::new();
            for told in dates {
                places.push(found.ask(project, &told.id)?);
            }
            for seen in seen.iter().flatten() {
                found.check_seen(project, seen)?;
            }
            for (place, told) in places.iter().zip(dates) {
                found.dates[*place] = checked(told)?;
            }
            found.finish(*push)?;
        }
        Reschedule::Auto { from, assignees, level } => {
            unread::check_tasks(project)?;
            found.auto(project, from.as_deref(), assignees, *level)?;
        }
    }
    Ok(found)
}

/// Both dates as days, if they are dates and in their order.
fn checked(told: &TaskDates) -> Result<Dates, Refusal> {
    let date = |text, field| patch::date(text, field).map_err(|refusal| refusal.about_task(&told.id));
    let (start, due) = (told.start_date.as_deref(), told.due_date.as_deref());
    let dates = Dates { start: date(start, "startDate")?, due: date(due, "dueDate")? };
    rules::check_dates(&told.id, (start, due), "dueDate")?;
    Ok(dates)
}

impl Rescheduled<'_> {
    /// The position of a task that a hand takes hold of, which can be written.
    fn ask(&mut self, project: &Project, key: &str) -> Result<usize, Refusal> {
        let task = task_lookup::editable(&project.model.tasks, key)?;
        let place = self.network.place(task.slot).unwrap_or_default();
        self.asked[place] = true;
        Ok(place)
    }

    /// Refuses when a task no longer has the dates that the person saw. Text that is no date counts as no date, as it does
    /// in the chart.
    fn check_seen(&self, project: &Project, seen: &TaskDates) -> Result<(), Refusal> {
        let task = task_lookup::editable(&project.model.tasks, &seen.id)?;
        let now = self.network.facts[self.network.place(task.slot).unwrap_or_default()].dates;
        let date = |text: &Option<String>| text.as_deref().and_then(handoff_format::parse_date);
        let field = if date(&seen.start_date) != now.start {
            "startDate"
        } else if date(&seen.due_date) != now.due {
            "dueDate"
        } else {
            return Ok(());
        };
        Err(patch::stale(&seen.id, field))
    }

    /// Moves tasks with everything below them that is not over.
    fn shift(&mut self, asked: &[usize], days: i32, working_days: bool) -> Result<(), Refusal> {
        let network = &self.network;
        let mut taken = vec![false; self.dates.len()];
        for place in asked {
            for below in network.branch(*place) {
                let fact = &network.facts[below];
                taken[below] |= !fact.dates.is_none() && (below == *place || !fact.over && !fact.locked);
            }
        }
        for (place, taken) in taken.iter().enumerate() {
            let dates = self.dates[place];
            let (true, Some((day, _))) = (*taken, dates.days()) else { continue };
            self.asked[place] = true;
            let calendar = &network.track(place).hours;
            let stop = if working_days && calendar.next_open(day).is_none() {
                Stop::NeverOpen { track: network.facts[place].track, day }
            } else if let Some(moved) = shift(calendar, dates, days, working_days) {
                self.dates[place] = moved;
                continue;
            } else {
                Stop::TooFar { task: place }
            };
            return Err(refusal(network, stop));
        }
        parents(network, &mut self.dates, &taken);
        Ok(())
    }

    /// Lets others follow where that is wanted.
    fn finish(&mut self, follow: bool) -> Result<(), Refusal> {
        if !follow {
            return Ok(());
        }
        let network = &self.network;
        refuse_circle(network)?;
        let before = network.stored();
        push(network, &before, &mut self.dates, &self.asked).map_err(|stop| refusal(network, stop))?;
        let mut wanted = Vec::new();
        for (place, dates) in before.iter().enumerate() {
            let may = !dates.is_none() && !self.asked[place];
            wanted.push(may && network.branch(place).any(|below| self.has_moved(below)));
        }
        parents(network, &mut self.dates, &wanted);
        Ok(())
    }

    fn auto(
        &mut self,
        project: &Project,
        from: Option<&str>,
        assignees: &[String],
        level: bool,
    ) -> Result<(), Refusal> {
        let network = &self.network;
        refuse_circle(network)?;
        let from = patch::date(from, "from")?.unwrap_or(self.today);
        let asked = ScheduleRequest { from, assignees, level, goals: milestone_days(&project.model) };
        self.dates = forward(network, &asked).map_err(|stop| refusal(network, stop))?;
        for (place, asked) in self.asked.iter_mut().enumerate() {
            *asked = network.is_leaf(place);
        }
        Ok(())
    }
}

fn refuse_circle(network: &Network<'_>) -> Result<(), Refusal> {
    let ids: Vec<&str> = network.circle.iter().map(|place| network.facts[*place].task.id()).collect();
    if ids.is_empty() { Ok(()) } else { Err(rules::circle(&ids)) }
}

fn refusal(network: &Network<'_>, stop: Stop) -> Refusal {
    match stop {
        Stop::NeverOpen { track, day } => {
            let date = ("date", format_date(day));
            let key = &network.people.tracks[track].key;
            let text = if key.is_empty() {
                Text::with(texts::NOBODY_NEVER_OPEN, [date])
            } else {
                Text::with(texts::NEVER_OPEN, [("assignee", key.clone()), date])
            };
            refuse(RefusalCode::BadValue, text)
        }
        Stop::TooFar { task } => {
            let id = network.facts[task].task.id();
            refuse(RefusalCode::BadValue, Text::with(texts::OUT_OF_TIME, [("id", id.to_owned())])).about_task(id)
        }
    }
}
