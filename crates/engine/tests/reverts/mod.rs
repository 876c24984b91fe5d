//! Reverts of an actor's changes among those of others.

mod files;
mod law;
mod tasks;

use handoff_engine::{OutlineRow, undo_step};
use handoff_protocol::{Actor, Command, Outcome, Query, RevertPreview, View};

use crate::support::{self, Bench, command, context};

/// A project on which an agent and a person work in turn.
pub struct Story {
    pub bench: Bench,
    /// The files of the agent's steps, oldest first.
    pub steps: Vec<String>,
}

impl Story {
    pub fn of(files: &str) -> Story {
        Story { bench: Bench::from_text(files), steps: Vec::new() }
    }

    /// Commits a command of the agent.
    pub fn agent(&mut self, request: &str) {
        let actor = Actor { conversation: Some("c-1".to_owned()), ..Actor::agent("codex") };
        let outcome = self.bench.commit_as(&actor, &command(request));
        assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{request}: {outcome:?}");
        let stored = undo_step::encode(support::NOW, &actor, self.bench.engine.undo_steps().last().unwrap());
        self.steps.push(String::from_utf8(stored).unwrap());
    }

    /// Commits a command of the person.
    pub fn person(&mut self, request: &str) {
        let outcome = self.bench.commit(&command(request));
        assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{request}: {outcome:?}");
    }

    pub fn preview(&mut self, tasks: Option<&[&str]>) -> RevertPreview {
        let tasks = tasks.map(|ids| ids.iter().map(|id| (*id).to_owned()).collect());
        let query = Query::RevertPreview { steps: self.steps.clone(), tasks };
        let View::RevertPreview(preview) = self.bench.engine.view(&query, &context()) else { panic!("another view") };
        preview
    }

    /// Reverts what the agent did and returns the warnings.
    pub fn revert(&mut self, tasks: Option<&[&str]>) -> Vec<String> {
        let tasks = tasks.map(|ids| ids.iter().map(|id| (*id).to_owned()).collect());
        match self.bench.commit(&Command::Revert { steps: self.steps.clone(), tasks }) {
            Outcome::Done { warnings, .. } => warnings.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    /// Describes every task on a line: its ID, parent and status, and the fields that tests change.
    pub fn tasks(&self) -> Vec<String> {
        let describe = |row: OutlineRow<'_>| {
            let (task, parent) = (row.task.fields(), row.task.parent());
            let parent = parent.map(|parent| format!("{}/", parent.fields().id)).unwrap_or_default();
            let schedule = task.schedule.clone().unwrap_or_default();
            let criteria: Vec<String> = task
                .criteria
                .iter()
                .map(|one| format!("{}{}", if one.checked { "+" } else { "-" }, one.item))
                .collect();
            let fields = [
                task.title.clone(),
                task.assignee.clone().map(|name| format!("@{name}")).unwrap_or_default(),
                schedule.due_date.unwrap_or_default(),
                schedule.actual_hours.map(|hours| format!("{hours}h")).unwrap_or_default(),
                task.labels.iter().fold(String::new(), |text, label| text + "#" + label),
                task.dependencies.iter().fold(String::new(), |text, id| text + "<" + id),
                criteria.concat(),
                task.notes.clone().unwrap_or_default().replace('\n', "|"),
            ];
            let fields = fields.iter().filter(|field| !field.is_empty()).cloned().collect::<Vec<_>>().join(" ");
            format!("{parent}{} {} {fields}", task.id, row.task.status().name())
        };
        let mut lines: Vec<String> = self.bench.engine.reader().rows().into_iter().map(describe).collect();
        lines.sort();
        lines
    }
}

/// Describes a preview: a line for each task or file, and one for each field.
pub fn lines(preview: &RevertPreview) -> Vec<String> {
    let mut lines = Vec::new();
    let text = |conflict: &Option<handoff_protocol::Text>| {
        conflict.as_ref().map(|text| format!(" ({text})")).unwrap_or_default()
    };
    for task in &preview.tasks {
        lines.push(format!("{} {} {:?}{}", task.id, task.title, task.kind, text(&task.conflict)));
        for row in &task.fields {
            lines.push(format!("  {}: {} -> {}{}", row.field, row.now, row.then, text(&row.conflict)));
        }
    }
    for file in &preview.files {
        lines.push(format!("{} {:?}{}", file.path, file.kind, text(&file.conflict)));
        for row in &file.fields {
            lines.push(format!("  {}: {} -> {}{}", row.field, row.now, row.then, text(&row.conflict)));
        }
    }
    lines
}
