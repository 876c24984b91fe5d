//! Tasks as compact Markdown, to paste into a conversation with an agent or to start one with.

use std::fmt::Write as _;

use handoff_protocol::view::{TaskName, TaskView};

use crate::restoration::{one_line, without_headings};

/// What the agent is to do with one task, and with several. It also makes sense where the agent has no server.
const ONE: &str = "Do this task of the Handoff project in this folder.";
const SEVERAL: &str = "Do these tasks of the Handoff project in this folder, one after another.";
const HOW: &str = "If you have the tools of Handoff, set a task to in_progress before you begin, and to review or done with \
                   its criteria when it is finished.";

/// Returns tasks as Markdown in English, with what to do and the paths of their files.
pub fn task_prompt(tasks: &[TaskView]) -> String {
    let first = if tasks.len() == 1 { ONE } else { SEVERAL };
    let parts: Vec<String> = tasks.iter().map(description).collect();
    format!("{first} {HOW}\n\n{}", parts.join("\n---\n\n"))
}

fn description(task: &TaskView) -> String {
    let TaskView { card, schedule, .. } = task;
    let mut text = format!("# {}: {}\n\nStatus: {}", card.id, one_line(&card.title), card.status.name());
    let facts = [
        ("Priority", card.priority.map(|priority| priority.name().to_owned())),
        ("Assignee", card.assignee.clone()),
        ("Milestone", schedule.milestone.clone()),
        ("Start", schedule.start_date.clone()),
        ("Due", schedule.due_date.clone()),
        ("Estimate", schedule.estimate_hours.map(|estimate| format!("{estimate} h"))),
        ("Labels", (!card.labels.is_empty()).then(|| card.labels.join(", "))),
        ("Parent", task.ancestors.last().map(|parent| format!("{} {}", parent.id, parent.title))),
    ];
    // Writing to a string cannot fail.
    for (label, value) in facts.into_iter().filter_map(|(label, value)| Some((label, value?))) {
        let _ = write!(text, "\n{label}: {}", one_line(&value));
    }
    let _ = write!(text, "\nFile: .handoff/{}", card.path);
    let line = |name: &TaskName| format!("- {} {} [{}]", name.id, name.title, name.status.name());
    let criteria = task
        .criteria
        .iter()
        .map(|criterion| format!("- [{}] {}", if criterion.checked { 'x' } else { ' ' }, criterion.item));
    let waits_for = task.dependencies.iter().map(|dependency| match &dependency.task {
        Some(task) => line(task),
        None => format!("- {} (no such task)", dependency.id),
    });
    let typed = task.task_links.iter().map(|link| match &link.label {
        Some(label) => format!("- {label} ({}): {}", link.link_type, link.target),
        None => format!("- {}: {}", link.link_type, link.target),
    });
    let links = typed.chain(task.links.iter().map(|link| format!("- {link}")));
    section(&mut text, "Done when", criteria);
    section(&mut text, "Waits for", waits_for);
    section(&mut text, "Subtasks", task.subtasks.iter().map(line));
    section(&mut text, "Links", links);
    section(&mut text, "Paths", task.scope_paths.iter().map(|path| format!("- {path}")));
    let notes = without_headings(task.notes.trim());
    if !notes.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n\n## Notes\n\n{notes}");
    }
    text.push('\n');
    text
}

fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.map(|line| one_line(&line)).filter(|line| !line.is_empty()).collect();
    if !lines.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n\n## {title}\n\n{}", lines.join("\n"));
    }
}
