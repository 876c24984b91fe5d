//! All timers, and the program that runs them.

use handoff_agent::HandoffError;
use handoff_engine::ProjectPart;
use handoff_protocol::Text;
use schemars::JsonSchema;
use serde::Serialize;

use super::span;
use crate::ground::clock;
use crate::ground::styled::Styled;
use crate::project::Project;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, empty_list};

/// All timers of a project.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Status {
    pub timers: Vec<TimerStatus>,
    /// `None` if no program has run timers yet.
    pub authority: Option<Authority>,
}

/// A timer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TimerStatus {
    pub id: String,
    /// `None` if the task does not exist.
    pub title: Option<String>,
    pub state: String,
    pub paused_by_idle: bool,
    pub seconds: u64,
}

/// The program that runs the timers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Authority {
    pub owner: String,
    pub instance: String,
    pub alive: bool,
}

/// Returns all timers, and warnings about what could not be read.
pub fn read(project: &mut Project) -> Result<(Status, Vec<Text>), HandoffError> {
    let now = clock::now();
    let reader = project.engine().reader();
    let list = reader.timers(now).map_err(|finding| HandoffError::Broken(finding.text.to_string().into()))?;
    let timers = list.timers.into_iter().map(|(id, entry, elapsed_ms)| TimerStatus {
        title: reader.task(&id).ok().map(|task| task.fields().title.clone()),
        id,
        state: entry.state,
        paused_by_idle: entry.paused_by_idle,
        seconds: elapsed_ms / 1000,
    });
    let authority =
        list.authority.map(|(record, alive)| Authority { owner: record.owner, instance: record.owner_instance, alive });
    Ok((Status { timers: timers.collect(), authority }, reader.unread(ProjectPart::Timers)))
}

/// Renders all timers, and the program that runs them.
pub fn render(answer: &Status, page: Page<'_>) -> Styled {
    let timers = &answer.timers;
    let authority = answer.authority.as_ref().filter(|authority| authority.alive);
    let program = match authority.map(|authority| authority.owner.as_str()) {
        Some("vscode") => "An editor runs the timers.",
        Some("mcp") => "An agent's server or the command line runs the timers.",
        _ if timers.is_empty() => "",
        _ => "No program measures the timers now.",
    };
    if timers.is_empty() {
        return empty_list(page, ProjectPart::Timers, format!("No timers. {program}").trim_end()).into();
    }
    let columns = [("ID", Align::Left), ("TITLE", Align::Flexible), ("STATE", Align::Left), ("TIME", Align::Right)];
    let mut table = Table::new(&columns);
    for timer in timers {
        let state = match (timer.state.as_str(), timer.paused_by_idle) {
            ("tracking", _) => "running",
            (_, true) => "waits for activity",
            (_, false) => "paused",
        };
        table.row(vec![
            Cell::from(timer.id.as_str()),
            Cell::from(timer.title.as_deref().unwrap_or_default()),
            Cell::from(state),
            Cell::from(span(timer.seconds)),
        ]);
    }
    table.text(page.width).then(format!("\n{program}\n"))
}
