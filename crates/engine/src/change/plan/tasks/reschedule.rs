//! Changes of dates: moves by hand, given dates, and the scheduler.
//!
//! Invariant: the proposal and the command both use [`compute`], so that a proposal shows what the
//! command writes.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use handoff_format::format_date;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Reschedule, Schedule, TaskDates, Text, TextArg};

use crate::Project;
use crate::analysis::schedule::{
    MilestoneOrder, Network, ScheduleError, ScheduleRequest, milestone_days, push_dependents, schedule_forward,
    shift_dates, update_parents,
};
use crate::change::plan::change_set_builder::{ChangeSetBuilder, Evidence};
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::patch;
use crate::ground::texts;
use crate::ground::timestamp::Day;
use crate::model::CONFIG;
use crate::model::dates::Dates;
use crate::model::project::unread;

/// The dates of all tasks after a request, by their index in the network.
pub(crate) struct NewDates<'a> {
    pub(crate) network: Network<'a>,
    pub(crate) dates: Vec<Dates>,
    /// Whether the request names the task, directly or with an ancestor. The other tasks only
    /// follow.
    pub(crate) is_requested: Vec<bool>,
    pub(crate) today: Day,
}

impl NewDates<'_> {
    fn has_moved(&self, index: usize) -> bool {
        self.dates[index] != self.network.tasks[index].dates
    }

    /// Returns the tasks whose dates change, in the order of the tree.
    pub(crate) fn moved_tasks(&self) -> Vec<usize> {
        let mut moved = Vec::new();
        for index in 0..self.dates.len() {
            if self.has_moved(index) {
                moved.push(index);
            }
        }
        moved
    }

    /// Returns how many tasks follow: they move, though the request does not name them. Parents are
    /// not counted, their dates are those of their subtasks.
    pub(crate) fn followers(&self) -> usize {
        let follows = |index: &usize| self.network.is_leaf(*index) && !self.is_requested[*index];
        self.moved_tasks().iter().filter(|index| follows(index)).count()
    }

    /// Writes the changed dates into the builder.
    pub(in crate::change::plan) fn write(
        &self,
        project: &Project,
        context: &Context,
        request: &Reschedule,
        builder: &mut ChangeSetBuilder<'_>,
    ) -> Result<(), Refusal> {
        let moved = self.moved_tasks();
        let mut stage = Stage::new(project, context);
        for index in &moved {
            let dates = self.dates[*index];
            let (_, staged) = stage.edit(&project.model.tasks.key(self.network.tasks[*index].task))?;
            let schedule = staged.new.schedule.get_or_insert_with(Schedule::default);
            schedule.start_date = dates.start.map(format_date);
            schedule.due_date = dates.due.map(format_date);
        }
        *builder.evidence() = self.evidence(request, &moved);
        stage.write(builder)
    }

    /// Returns the files, except those of the moved tasks, that the new dates depend on: the
    /// calendars, the descendants of a task that is moved with its subtree, and both tasks of every
    /// dependency of a moved task or its ancestors. The scheduler also reads all other tasks;
    /// `docs/architecture.md` explains why they are not included.
    fn evidence(&self, request: &Reschedule, moved: &[usize]) -> Evidence {
        let network = &self.network;
        let (moves_subtrees, follows_links) = match request {
            Reschedule::Shift { push, .. } => (true, *push),
            Reschedule::Set { push, .. } => (false, *push),
            Reschedule::Auto { .. } => (false, true),
        };
        let mut is_relevant = vec![false; self.dates.len()];
        if moves_subtrees {
            for index in 0..is_relevant.len() {
                if self.is_requested[index] {
                    is_relevant[network.subtree(index)].fill(true);
                }
            }
        }
        if follows_links {
            // The moved tasks and their ancestors.
            let mut is_affected = vec![false; self.dates.len()];
            for index in moved {
                let mut next = Some(*index);
                while let Some(index) = next.filter(|index| !is_affected[*index]) {
                    is_affected[index] = true;
                    next = network.parent(index);
                }
            }
            for link in &network.links {
                if is_affected[link.from] || is_affected[link.to] {
                    (is_relevant[link.from], is_relevant[link.to]) = (true, true);
                }
            }
        }
        let mut paths = Vec::new();
        for (index, entry) in network.tasks.iter().enumerate() {
            if is_relevant[index] && !self.has_moved(index) {
                paths.push(entry.task.shown.path.clone());
            }
        }
        if moves_subtrees || follows_links {
            paths.push(CONFIG.to_owned());
        }
        paths.into_iter().collect()
    }
}

/// Plans a change of dates.
pub(crate) fn reschedule(project: &Project, context: &Context, request: &Reschedule) -> Result<ChangeSet, Refusal> {
    let new_dates = compute(project, context, request)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    new_dates.write(project, context, request, &mut builder)?;
    Ok(builder.finish(new_dates.summary(project, request)))
}

impl NewDates<'_> {
    /// Returns what a request did: where the task went that it names, and how many others followed.
    fn summary(&self, project: &Project, request: &Reschedule) -> Text {
        let moved = self.moved_tasks();
        let named = match request {
            Reschedule::Shift { ids, .. } => ids.first().filter(|_| ids.len() == 1),
            Reschedule::Set { dates, .. } => dates.first().map(|task| &task.id).filter(|_| dates.len() == 1),
            Reschedule::Auto { .. } => None,
        };
        let index = named.and_then(|id| self.index_of(project, id).ok()).filter(|index| moved.contains(index));
        let Some(index) = index.or_else(|| moved.first().copied().filter(|_| moved.len() == 1)) else {
            let template =
                if matches!(request, Reschedule::Auto { .. }) { texts::SCHEDULED } else { texts::MOVED_DATES };
            return Text::plain(template).with_arg("task", summary::count_tasks(moved.len()));
        };
        let task = self.network.tasks[index].task;
        let about = |template| Text::plain(template).with_task(task.id(), task.title());
        let Some((from, to)) = self.dates[index].days() else { return about(texts::CLEARED_DATES) };
        let days = TextArg::Days { from: format_date(from), to: format_date(to) };
        match self.followers() {
            0 => about(texts::MOVED_TO),
            others => about(texts::MOVED_TO_WITH_OTHERS).with_arg("count", TextArg::Plain(others.to_string())),
        }
        .with_arg("days", days)
    }
}

/// Computes the dates of all tasks after a request.
pub(crate) fn compute<'a>(
    project: &'a Project,
    context: &Context,
    request: &Reschedule,
) -> Result<NewDates<'a>, Refusal> {
    let network = Network::new(&project.model);
    let today = context.today();
    let is_requested = vec![false; network.tasks.len()];
    let mut new_dates = NewDates { dates: network.stored_dates(), is_requested, network, today };
    match request {
        Reschedule::Shift { ids, days, working_days, push } => {
            let mut indices = Vec::new();
            for id in ids {
                indices.push(new_dates.request(project, id)?);
            }
            new_dates.shift(&indices, *days, *working_days)?;
            new_dates.finish(*push)?;
        }
        Reschedule::Set { dates, seen, push } => {
            let mut indices = Vec::new();
            for task in dates {
                indices.push(new_dates.request(project, &task.id)?);
            }
            for seen in seen.iter().flatten() {
                new_dates.check_seen(project, seen)?;
            }
            for (index, task) in indices.iter().zip(dates) {
                new_dates.dates[*index] = parse_dates(task)?;
            }
            new_dates.finish(*push)?;
        }
        Reschedule::Auto { from, assignees, level } => {
            unread::check_tasks(project)?;
            new_dates.schedule(project, from.as_deref(), assignees, *level)?;
        }
    }
    Ok(new_dates)
}

/// Parses the dates of a task and checks their order.
fn parse_dates(task: &TaskDates) -> Result<Dates, Refusal> {
    let date = |text, field| patch::date(text, field).map_err(|refusal| refusal.about_task(&task.id));
    let (start, due) = (task.start_date.as_deref(), task.due_date.as_deref());
    let dates = Dates { start: date(start, "startDate")?, due: date(due, "dueDate")? };
    rules::check_dates(&task.id, (start, due), "dueDate")?;
    Ok(dates)
}

impl NewDates<'_> {
    /// Returns the index of a task that can be written.
    fn index_of(&self, project: &Project, key: &str) -> Result<usize, Refusal> {
        let task = task_lookup::editable(&project.model.tasks, key)?;
        self.network.index_of(task.slot).ok_or_else(|| task_lookup::unknown(key))
    }

    /// Marks a task as requested and returns its index.
    fn request(&mut self, project: &Project, key: &str) -> Result<usize, Refusal> {
        let index = self.index_of(project, key)?;
        self.is_requested[index] = true;
        Ok(index)
    }

    /// Refuses if a task no longer has the dates that the person saw. Text that is not a date
    /// counts as no date, as in the chart.
    fn check_seen(&self, project: &Project, seen: &TaskDates) -> Result<(), Refusal> {
        let now = self.network.tasks[self.index_of(project, &seen.id)?].dates;
        let date = |text: &Option<String>| text.as_deref().and_then(handoff_format::parse_date);
        let field = if date(&seen.start_date) != now.start {
            "startDate"
        } else if date(&seen.due_date) != now.due {
            "dueDate"
        } else {
            return Ok(());
        };
        Err(patch::stale(&project.model.activity, &seen.id, field))
    }

    /// Moves tasks together with their open descendants.
    fn shift(&mut self, requested: &[usize], days: i32, working_days: bool) -> Result<(), Refusal> {
        let network = &self.network;
        let mut is_shifted = vec![false; self.dates.len()];
        for root in requested {
            for index in network.subtree(*root) {
                let entry = &network.tasks[index];
                is_shifted[index] |= !entry.dates.is_none() && (index == *root || !entry.closed && !entry.locked);
            }
        }
        for (index, is_shifted) in is_shifted.iter().enumerate() {
            let dates = self.dates[index];
            let (true, Some((day, _))) = (*is_shifted, dates.days()) else { continue };
            self.is_requested[index] = true;
            let calendar = &network.track(index).hours;
            let error = if working_days && calendar.next_open(day).is_none() {
                ScheduleError::NeverOpen { track: network.tasks[index].track, day }
            } else if let Some(shifted) = shift_dates(calendar, dates, days, working_days) {
                self.dates[index] = shifted;
                continue;
            } else {
                ScheduleError::TooFar { task: index }
            };
            return Err(refusal(network, error));
        }
        update_parents(network, &mut self.dates, &is_shifted);
        Ok(())
    }

    /// Pushes the dependents of the requested tasks if `push` is set, and updates the parents of
    /// pushed tasks.
    fn finish(&mut self, push: bool) -> Result<(), Refusal> {
        if !push {
            return Ok(());
        }
        let network = &self.network;
        refuse_cycle(network)?;
        let before = network.stored_dates();
        push_dependents(network, &before, &mut self.dates, &self.is_requested)
            .map_err(|error| refusal(network, error))?;
        let mut is_updated = Vec::new();
        for (index, dates) in before.iter().enumerate() {
            let may_follow = !dates.is_none() && !self.is_requested[index];
            is_updated.push(may_follow && network.subtree(index).any(|task| self.has_moved(task)));
        }
        update_parents(network, &mut self.dates, &is_updated);
        Ok(())
    }

    /// Runs the scheduler.
    fn schedule(
        &mut self,
        project: &Project,
        from: Option<&str>,
        assignees: &[String],
        level: bool,
    ) -> Result<(), Refusal> {
        let network = &self.network;
        refuse_cycle(network)?;
        let from = patch::date(from, "from")?.unwrap_or(self.today);
        let configured = &project.model.config.values().milestones;
        let order = MilestoneOrder::new(configured).map_err(|circle| rules::milestone_circle(&circle))?;
        let request = ScheduleRequest { from, assignees, level, milestones: milestone_days(&project.model), order };
        self.dates = schedule_forward(network, &request).map_err(|error| refusal(network, error))?;
        for (index, is_requested) in self.is_requested.iter_mut().enumerate() {
            *is_requested = network.is_leaf(index);
        }
        Ok(())
    }
}

fn refuse_cycle(network: &Network<'_>) -> Result<(), Refusal> {
    let Some(circle) = &network.circle else { return Ok(()) };
    let ids: Vec<&str> = circle.tasks.iter().map(|index| network.tasks[*index].task.id()).collect();
    Err(rules::cycle_refusal(circle, &ids))
}

fn refusal(network: &Network<'_>, error: ScheduleError) -> Refusal {
    match error {
        ScheduleError::NeverOpen { track, day } => {
            let key = &network.resources.tracks[track].key;
            let text = if key.is_empty() {
                Text::plain(texts::NOBODY_NEVER_OPEN)
            } else {
                Text::with(texts::NEVER_OPEN, [("assignee", key.clone())])
            };
            refuse(RefusalCode::BadValue, text.with_arg("date", TextArg::Date { date: format_date(day) }))
        }
        ScheduleError::TooFar { task } => {
            let id = network.tasks[task].task.id();
            refuse(RefusalCode::BadValue, Text::with(texts::OUT_OF_TIME, [("id", id.to_owned())])).about_task(id)
        }
    }
}
