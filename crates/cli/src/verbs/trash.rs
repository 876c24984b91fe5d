//! The trash: deleted tasks and other files.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::RequiredText;
use handoff_agent::operations::trash::{Answer, EntryAnswer, Params, Trash};
use handoff_engine::ProjectPart;
use handoff_protocol::view::TrashKind;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::not_blank;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, empty_list, local_time};

/// The verbs of the trash.
#[derive(Debug, Subcommand)]
pub enum TrashCommand {
    /// What was deleted, newest first.
    #[command(after_help = "Example: handoff trash list")]
    List,
    /// Move deleted tasks and files back to where they were.
    #[command(after_help = "Example: handoff trash restore t4 --dry-run")]
    Restore {
        /// IDs of deleted tasks, or paths from the list.
        #[arg(required = true, value_name = "ID|PATH", value_parser = not_blank)]
        entries: Vec<RequiredText>,
    },
}

impl TrashCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            TrashCommand::List => {
                Invocation::operation::<Trash, _>(Params { limit: Some(0), ..Params::default() }, list)
            }
            TrashCommand::Restore { entries } => {
                let params = Params { restore: Some(entries), ..Params::default() };
                Invocation::operation::<Trash, _>(params, restore_text)
            }
        }
    }
}

/// Renders what is in the trash.
fn list(answer: &Answer, page: Page<'_>) -> Styled {
    let entries = answer.entries.as_deref().unwrap_or_default();
    if entries.is_empty() {
        return empty_list(page, ProjectPart::Trash, "The trash is empty.").into();
    }
    let columns = [
        ("ID", Align::Left),
        ("TITLE", Align::Flexible),
        ("SUBTASKS", Align::Right),
        ("UNDER", Align::Left),
        ("DELETED", Align::Left),
        ("BY", Align::Left),
        ("PATH", Align::Left),
    ];
    let mut table = Table::new(&columns).with_optional(&["UNDER", "SUBTASKS", "BY"]);
    for entry in entries {
        table.row(vec![
            Cell::from(entry.id.as_deref().unwrap_or_default()),
            Cell::from(title(entry)),
            Cell::from(entry.subtasks.map(|count| count.to_string()).unwrap_or_default()),
            Cell::from(entry.parent.as_deref().unwrap_or_default()),
            Cell::from(entry.deleted_at.as_deref().map(local_time).unwrap_or_default()),
            Cell::from(entry.deleted_by.as_deref().unwrap_or_default()),
            Cell::from(entry.path.as_str()),
        ]);
    }
    table.text(page.width).then("\nRestore with: handoff trash restore ID|PATH\n")
}

/// Returns the title of a task, or the kind and name of anything else.
fn title(entry: &EntryAnswer) -> String {
    match entry.kind {
        TrashKind::Task | TrashKind::Other => entry.title.clone(),
        kind => format!("{} {}", kind.name(), entry.title),
    }
}

/// Renders the result of a restoration.
fn restore_text(answer: &Answer, _: Page<'_>) -> String {
    format!("{}\n", answer.done.as_deref().unwrap_or_default())
}
