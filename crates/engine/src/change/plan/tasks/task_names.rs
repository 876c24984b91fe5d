//! Names of tasks in dependencies: IDs, titles, and names that one command gives to its tasks.

use handoff_protocol::{ListPatch, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::model::TaskRef;

/// The names of a task of the command.
pub(super) struct TaskName<'c> {
    /// Its ID, or the key of an existing task.
    pub(super) id: &'c str,
    /// Its name within the command.
    pub(super) name: Option<&'c str>,
    /// Its new title.
    pub(super) title: Option<&'c str>,
    /// Whether the command assigned its ID, so that the caller could only guess it.
    pub(super) is_assigned: bool,
}

/// The task that a text names.
struct Match {
    id: String,
    /// The index of the task whose ID the caller has guessed.
    guess: Option<usize>,
}

/// The names of all tasks of a command.
pub(super) struct TaskNames<'c> {
    project: &'c Project,
    tasks: Vec<TaskName<'c>>,
}

impl<'c> TaskNames<'c> {
    /// Refuses names that two tasks have.
    pub(super) fn new(project: &'c Project, tasks: Vec<TaskName<'c>>) -> Result<TaskNames<'c>, Refusal> {
        for (index, task) in tasks.iter().enumerate() {
            if let Some(name) = task.name
                && tasks.iter().skip(index + 1).any(|other| other.name == Some(name))
            {
                return Err(bad(texts::REF_TWICE, "name", name));
            }
        }
        Ok(TaskNames { project, tasks })
    }

    /// Replaces the names in the dependencies of a task by IDs. Returns warnings for IDs that the
    /// caller has guessed.
    pub(super) fn resolve(&self, own: usize, dependencies: &mut ListPatch) -> Result<Vec<Text>, Refusal> {
        let own_id = self.tasks.get(own).map_or("", |task| task.id);
        let mut warnings = Vec::new();
        for list in [&mut dependencies.set, &mut dependencies.add].into_iter().flatten() {
            for text in list.iter_mut() {
                let Match { id, guess } = self.find(own, text.trim())?;
                if let Some(task) = guess.and_then(|index| self.tasks.get(index)) {
                    let title = task.title.unwrap_or_default().to_owned();
                    let args = [("id", own_id.to_owned()), ("other", id.clone()), ("title", title)];
                    warnings.push(Text::with(texts::ID_GUESSED, args));
                }
                *text = id;
            }
        }
        Ok(warnings)
    }

    /// Returns the task that a text names: by a name of the command, an ID, a title in the command,
    /// or a title in the project. Any other text is the ID of a task that does not exist.
    fn find(&self, own: usize, text: &str) -> Result<Match, Refusal> {
        let known = |id: &str| Match { id: id.to_owned(), guess: None };
        if let Some(task) = self.tasks.iter().find(|task| task.name == Some(text)) {
            return Ok(known(task.id));
        }
        if self.project.model.tasks.with_id(text).next().is_some() {
            return Ok(known(text));
        }
        if let Some(index) = self.tasks.iter().position(|task| task.id == text) {
            let guess = self.tasks.get(index).filter(|task| task.is_assigned).map(|_| index);
            if guess == Some(own) {
                return Err(bad(texts::WAITS_FOR_ITSELF, "id", text));
            }
            return Ok(Match { id: text.to_owned(), guess });
        }
        let title = text.to_lowercase();
        let has_title = |other: &str| other.trim().to_lowercase() == title;
        let given = self.tasks.iter().filter(|task| task.title.is_some_and(has_title)).map(|task| task.id);
        let existing = self.project.model.tasks.all().filter(|task| has_title(task.title())).map(TaskRef::id);
        for matches in [given.collect::<Vec<&str>>(), existing.collect()] {
            match matches.as_slice() {
                [] => {}
                [id] => return Ok(known(id)),
                _ => return Err(bad(texts::TITLE_AMBIGUOUS, "title", text)),
            }
        }
        Ok(known(text))
    }
}

fn bad(template: &'static str, name: &str, value: &str) -> Refusal {
    refuse(RefusalCode::BadValue, Text::with(template, [(name, value.to_owned())])).about_field("dependencies")
}
