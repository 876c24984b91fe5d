//! Several repairs carried out as one step.
//!
//! Invariant: each repair is planned on what the ones before it leave, and the result writes each file at most once.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use handoff_protocol::{ChangeSet, Command, Context, Edit, Refusal, RefusalCode, Settled, Text};

use crate::Project;
use crate::edit::{below, join_rest};
use crate::history::History;
use crate::model::TaskRef;
use crate::model::activity_log;
use crate::plan::change_set_builder::Draft;
use crate::plan::new_ids::Allocator;
use crate::plan::refusal::refuse;
use crate::plan::repair;
use crate::problems::circle_ids;
use crate::texts;
use crate::tree::{parent, within};

/// Carries out several repairs, or refuses all of them.
pub(crate) fn repair_all(
    project: &Project,
    history: &History,
    context: &Context,
    repairs: &[Command],
) -> Result<ChangeSet, Refusal> {
    let mut ordered: Vec<(usize, &Command)> = Vec::with_capacity(repairs.len());
    for command in repairs {
        let text = || Text::plain(texts::NO_REPAIR);
        let turn = turn(command).ok_or_else(|| refuse(RefusalCode::BadCommand, text()))?;
        ordered.push((turn, command));
    }
    ordered.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| from_the_end(a.1, b.1)));
    let mut working = project.clone();
    let mut edits = Merged::default();
    let mut draft = Draft::new(project, context);
    let mut warned: BTreeSet<String> = BTreeSet::default();
    let mut summary = None;
    for (_, command) in ordered {
        let Some(command) = edits.relocated(command) else { continue };
        let planned = match &command {
            Command::ChangeId { folder, id: None } => {
                // Not the id of a task that is in the trash by now.
                let ids = project.model.tasks.all().map(|task| task.id().to_owned());
                repair::change_id(&working, context, folder, None, Allocator::beyond(ids))?
            }
            command => crate::plan::plan(&working, history, command, context)?,
        };
        let own: Vec<Edit> = planned.edits.into_iter().filter(|edit| !is_of_log(edit)).collect();
        working.apply(&own, context.now);
        draft.evidence().extend(planned.relies_on.iter().map(|path| edits.former(path)));
        edits.extend(own);
        for event in planned.events.into_iter().filter(|event| !event.observed) {
            draft.log(event.task.as_deref(), event.change);
        }
        for id in &planned.created {
            draft.created(id);
        }
        for warning in planned.warnings {
            if warned.insert(warning.to_string()) {
                draft.warn(warning);
            }
        }
        summary = Some(planned.summary);
    }
    draft.extend(edits.edits);
    draft.settle(Some(settled(project, repairs)));
    let count = repairs.len();
    let several = || Text::with(texts::REPAIRED, [("count", count.to_string())]);
    Ok(draft.finish(summary.filter(|_| count == 1).unwrap_or_else(several)))
}

/// Returns whether an edit adds to a log: the repairs share one entry for each event.
fn is_of_log(edit: &Edit) -> bool {
    matches!(edit, Edit::Append { path, .. } if within(path, activity_log::FOLDER))
}

/// What the repairs settle that no other command may bring about.
fn settled(project: &Project, repairs: &[Command]) -> Settled {
    let tasks = &project.model.tasks;
    let id = |task: TaskRef<'_>| task.id().to_owned();
    let mut settled = Settled::default();
    let mut circles = circle_ids(tasks);
    for command in repairs {
        let ids = match command {
            Command::UpdateTasks { ids, .. } => ids.clone(),
            Command::KeepTaskFile { path } => tasks.in_folder(parent(path)).map(id).into_iter().collect(),
            Command::ChangeId { folder, .. } => tasks.in_folder(folder).map(id).into_iter().collect(),
            Command::Discard { path } => {
                let below = tasks.folders().filter(|(_, node)| within(&node.folder, path));
                below.filter_map(|(slot, _)| tasks.get(slot)).map(id).collect()
            }
            _ => continue,
        };
        for id in ids {
            let (touched, others) = circles.into_iter().partition(|ids: &Vec<String>| ids.contains(&id));
            settled.circles.extend::<Vec<_>>(touched);
            circles = others;
            if tasks.with_id(&id).nth(1).is_some() && !settled.shared_ids.contains(&id) {
                settled.shared_ids.push(id);
            }
        }
    }
    settled
}

/// When a command has its turn among repairs; `None` for one that repairs nothing. What is sent to the trash needs no other repair.
/// Commands that name tasks by id come before those that give tasks other ids.
fn turn(command: &Command) -> Option<usize> {
    Some(match command {
        Command::KeepTaskFile { .. } | Command::Discard { .. } | Command::IgnoreLocalFiles {} => 0,
        Command::RemoveByteOrderMark { .. } => 1,
        Command::RemoveRepeatedKey { .. } => 2,
        Command::RemoveKey { .. } => 3,
        Command::UpdateConfig { .. } => 4,
        Command::MoveTasks { .. } => 5,
        Command::UpdateTasks { .. } => 6,
        Command::ChangeId { .. } => 7,
        Command::RenameFolder { .. } => 8,
        _ => return None,
    })
}

/// Removes a later element of a list before an earlier one, whose removal would change its position.
fn from_the_end(a: &Command, b: &Command) -> Ordering {
    fn parts(key: &[String]) -> impl Iterator<Item = (Option<usize>, &String)> {
        key.iter().map(|part| (part.parse().ok(), part))
    }
    match (a, b) {
        (Command::RemoveKey { path, key }, Command::RemoveKey { path: other, key: other_key }) => {
            other.cmp(path).then_with(|| parts(other_key).cmp(parts(key)))
        }
        _ => Ordering::Equal,
    }
}

/// Edits of several plans, each of which was made on what the ones before it leave.
#[derive(Default)]
struct Merged {
    edits: Vec<Edit>,
}

impl Merged {
    fn extend(&mut self, edits: Vec<Edit>) {
        for edit in edits {
            let Edit::Write { path, before: Some(_), after } = &edit else {
                self.edits.push(edit);
                continue;
            };
            match self.write_of(path) {
                Some(earlier) => earlier.clone_from(after),
                None => self.edits.push(edit),
            }
        }
    }

    /// The content that an earlier edit leaves in the file that is at a path now.
    fn write_of(&mut self, path: &str) -> Option<&mut Vec<u8>> {
        let mut place = path.to_owned();
        for edit in self.edits.iter_mut().rev() {
            match edit {
                Edit::Write { path, after, .. } if *path == place => return Some(after),
                Edit::Move { from, to } => {
                    if let Some(rest) = below(&place, to) {
                        place = join_rest(from, rest);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn moves(&self) -> impl DoubleEndedIterator<Item = (&String, &String)> {
        self.edits.iter().filter_map(|edit| if let Edit::Move { from, to } = edit { Some((from, to)) } else { None })
    }

    /// Where what was at a path before all edits is now.
    fn place_of(&self, path: &str) -> String {
        self.moves().fold(path.to_owned(), |path, (from, to)| match below(&path, from) {
            Some(rest) => join_rest(to, rest),
            None => path,
        })
    }

    /// Where what is at a path now was before all edits.
    fn former(&self, path: &str) -> String {
        self.moves().rev().fold(path.to_owned(), |path, (from, to)| match below(&path, to) {
            Some(rest) => join_rest(from, rest),
            None => path,
        })
    }

    /// The command with the present place of what it names; `None` if that is in the trash.
    fn relocated(&self, command: &Command) -> Option<Command> {
        let mut command = command.clone();
        if let Command::KeepTaskFile { path }
        | Command::ChangeId { folder: path, .. }
        | Command::RenameFolder { folder: path }
        | Command::Discard { path }
        | Command::RemoveByteOrderMark { path }
        | Command::RemoveKey { path, .. }
        | Command::RemoveRepeatedKey { path, .. } = &mut command
        {
            let place = self.place_of(path);
            if place != *path && within(&place, "trash") {
                return None;
            }
            *path = place;
        }
        Some(command)
    }
}
