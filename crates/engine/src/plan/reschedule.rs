//! Tasks given other dates.
//!
//! Invariant: what a proposal shows and what the command writes come from [`rescheduled`] alone.

use handoff_format::{date_of, day};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Reschedule, Schedule, TaskDates, Text};

use super::draft::Draft;
use super::refusal::{About, refuse};
use super::stage::Stage;
use super::target;
use crate::Project;
use crate::calendar::Day;
use crate::schedule::{Asked, Dates, Network, Stop, forward, parents, push, shift};
use crate::texts;

/// The dates of all tasks after a wish, by their position in the network.
pub(crate) struct Rescheduled<'a> {
    pub(crate) network: Network<'a>,
    pub(crate) dates: Vec<Dates>,
    /// The tasks that were asked for; others only follow.
    pub(crate) asked: Vec<bool>,
    pub(crate) today: Day,
}

impl Rescheduled<'_> {
    /// The tasks that get other dates, in the order of the tree.
    pub(crate) fn moved(&self) -> impl Iterator<Item = usize> {
        (0..self.dates.len())
            .filter(|place| self.dates.get(*place) != self.network.facts.get(*place).map(|fact| &fact.dates))
    }
}

pub(crate) fn reschedule(project: &Project, context: &Context, wish: &Reschedule) -> Result<ChangeSet, Refusal> {
    let found = rescheduled(project, context, wish)?;
    let mut stage = Stage::new(project, context);
    let mut moved: Vec<String> = Vec::new();
    for place in found.moved() {
        let (Some(task), Some(dates)) = (found.network.tasks.get(place), found.dates.get(place)) else { continue };
        let (_, staged) = stage.edit(&project.model.tasks.key(*task))?;
        let schedule = staged.new.schedule.get_or_insert_with(Schedule::default);
        schedule.start_date = dates.start.map(date_of);
        schedule.due_date = dates.due.map(date_of);
        moved.push(task.id().to_owned());
    }
    let mut draft = Draft::new(project, context);
    stage.write(&mut draft)?;
    Ok(draft.finish(summary(wish, moved)))
}

/// "Move 3 tasks in time", "Schedule t1".
fn summary(wish: &Reschedule, mut moved: Vec<String>) -> Text {
    let (one, many) = match wish {
        Reschedule::Shift { .. } => (texts::MOVE_DATES, texts::MOVE_DATES_OF_MANY),
        Reschedule::Set { .. } => (texts::SET_DATES, texts::SET_DATES_OF_MANY),
        Reschedule::Auto { .. } => (texts::SCHEDULE_TASK, texts::SCHEDULE_TASKS),
    };
    match (moved.len(), moved.pop()) {
        (1, Some(id)) => Text::with(one, [("id", id)]),
        (count, _) => Text::with(many, [("count", count.to_string())]),
    }
}

/// What a wish comes to, or why it cannot be had.
pub(crate) fn rescheduled<'a>(
    project: &'a Project,
    context: &Context,
    wish: &Reschedule,
) -> Result<Rescheduled<'a>, Refusal> {
    let network = Network::new(&project.model);
    let today = day(&handoff_format::today(context.now, context.utc_offset_minutes)).unwrap_or_default();
    let mut found = Rescheduled { dates: network.stored(), asked: vec![false; network.tasks.len()], network, today };
    match wish {
        Reschedule::Shift { ids, days, working_days, push } => {
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            let asked = found.ask(project, &ids)?;
            found.shift(&asked, *days, *working_days)?;
            found.finish(*push)?;
        }
        Reschedule::Set { dates, push } => {
            let ids: Vec<&str> = dates.iter().map(|dates| dates.id.as_str()).collect();
            let asked = found.ask(project, &ids)?;
            for (place, told) in asked.into_iter().zip(dates) {
                let wanted = checked(told)?;
                if let Some(known) = found.dates.get_mut(place) {
                    *known = wanted;
                }
            }
            found.finish(*push)?;
        }
        Reschedule::Auto { from, assignees, level } => found.auto(project, from.as_deref(), assignees, *level)?,
    }
    Ok(found)
}

/// Both dates as days, if they are dates and in their order.
fn checked(told: &TaskDates) -> Result<Dates, Refusal> {
    let date = |text: Option<&str>, field: &str| match text {
        None | Some("") => Ok(None),
        Some(text) => match day(text) {
            Some(day) => Ok(Some(day)),
            None => Err(bad_date(text).about_task(&told.id).about_field(field)),
        },
    };
    let dates = Dates {
        start: date(told.start_date.as_deref(), "startDate")?,
        due: date(told.due_date.as_deref(), "dueDate")?,
    };
    match dates {
        Dates { start: Some(start), due: Some(due) } if due < start => {
            let args = [("id", told.id.clone()), ("start", date_of(start)), ("due", date_of(due))];
            let text = Text::with(texts::DUE_BEFORE_START, args);
            Err(refuse(RefusalCode::BadValue, text).about_task(&told.id).about_field("dueDate"))
        }
        dates => Ok(dates),
    }
}

fn bad_date(text: &str) -> Refusal {
    refuse(RefusalCode::BadValue, Text::with(texts::BAD_DATE, [("value", text.to_owned())]))
}

impl Rescheduled<'_> {
    /// The positions of the tasks that a hand takes hold of, which can all be written.
    fn ask(&mut self, project: &Project, keys: &[&str]) -> Result<Vec<usize>, Refusal> {
        let mut places = Vec::new();
        for key in keys {
            let task = target::editable(&project.model.tasks, key)?;
            let place = self.network.place(task.slot).unwrap_or_default();
            if let Some(asked) = self.asked.get_mut(place) {
                *asked = true;
            }
            places.push(place);
        }
        Ok(places)
    }

    /// Moves tasks with everything below them that is not over.
    fn shift(&mut self, asked: &[usize], days: i32, working_days: bool) -> Result<(), Refusal> {
        let network = &self.network;
        let mut taken = vec![false; self.dates.len()];
        for place in asked {
            for below in network.branch(*place) {
                let Some(fact) = network.facts.get(below) else { continue };
                let told = fact.dates != Dates::default() && (below == *place || !fact.over && !fact.locked);
                if let Some(taken) = taken.get_mut(below).filter(|taken| told && !**taken) {
                    *taken = true;
                }
            }
        }
        for (place, dates) in self.dates.iter_mut().enumerate().filter(|(place, _)| taken.get(*place) == Some(&true)) {
            let calendar = &network.track(place).hours;
            if working_days && dates.days().is_some_and(|(start, _)| calendar.next_open(start).is_none()) {
                let day = dates.start.or(dates.due).unwrap_or(self.today);
                let track = network.facts.get(place).map_or(0, |fact| fact.track);
                return Err(refusal(network, Stop::NeverOpen { track, day }));
            }
            *dates = shift(calendar, *dates, days, working_days)
                .ok_or_else(|| refusal(network, Stop::TooFar { task: place }))?;
        }
        parents(network, &mut self.dates, |place| taken.get(place) == Some(&true));
        for (asked, taken) in self.asked.iter_mut().zip(taken) {
            *asked |= taken;
        }
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
        let moved: Vec<bool> = before.iter().zip(&self.dates).map(|(before, now)| before != now).collect();
        let has_moved = |place: usize| moved.get(network.branch(place)).is_some_and(|branch| branch.contains(&true));
        let asked = &self.asked;
        parents(network, &mut self.dates, |place| {
            let dated = before.get(place).is_some_and(|dates| *dates != Dates::default());
            dated && asked.get(place) == Some(&false) && has_moved(place)
        });
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
        let from = match from {
            None | Some("") => self.today,
            Some(text) => day(text).ok_or_else(|| bad_date(text))?,
        };
        let milestones = project.model.config.values().milestones.iter();
        let milestones: Vec<(String, Day)> =
            milestones.filter_map(|(name, goal)| Some((name.clone(), day(goal.date.as_deref()?)?))).collect();
        let asked = Asked { from, assignees, level, milestones: &milestones };
        self.dates = forward(network, &asked).map_err(|stop| refusal(network, stop))?;
        self.asked = (0..self.dates.len()).map(|place| network.is_leaf(place)).collect();
        Ok(())
    }
}

fn refuse_circle(network: &Network<'_>) -> Result<(), Refusal> {
    let ids: Vec<&str> = network.circle.iter().filter_map(|place| Some(network.tasks.get(*place)?.id())).collect();
    let Some(first) = ids.first() else { return Ok(()) };
    let line: Vec<&str> = ids.iter().chain([first]).copied().collect();
    let text = Text::with(texts::DEPENDENCY_CYCLE, [("cycle", line.join(" → "))]);
    Err(refuse(RefusalCode::DependencyCycle, text).about_task(first))
}

fn refusal(network: &Network<'_>, stop: Stop) -> Refusal {
    match stop {
        Stop::NeverOpen { track, day } => {
            let date = ("date", date_of(day));
            let key = network.people.tracks.get(track).map_or("", |track| &track.key);
            let text = if key.is_empty() {
                Text::with(texts::NOBODY_NEVER_OPEN, [date])
            } else {
                Text::with(texts::NEVER_OPEN, [("assignee", key.to_owned()), date])
            };
            refuse(RefusalCode::BadValue, text)
        }
        Stop::TooFar { task } => {
            let id = network.tasks.get(task).map_or("", |task| task.id());
            refuse(RefusalCode::BadValue, Text::with(texts::OUT_OF_TIME, [("id", id.to_owned())])).about_task(id)
        }
    }
}
