//! Lists sessions.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::operations::sessions::list::{Answer, Params, STATUSES};
use handoff_engine::ProjectPart;
use handoff_protocol::SessionStatus;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::words_of;
use crate::verbs::output::table::{Align, Cell, Table};
use crate::verbs::output::{Page, empty_list, local_time, status_style};

#[derive(Debug, Args)]
pub struct List {
    /// Only those with this status.
    #[arg(long, value_parser = words_of::<SessionStatus, _>(STATUSES))]
    status: Option<SessionStatus>,
    /// Only sessions of this timeline.
    #[arg(long)]
    timeline: Option<String>,
    /// Maximum number of results; default: 20.
    #[arg(long, value_name = "NUMBER")]
    limit: Option<u32>,
}

impl From<List> for Params {
    fn from(args: List) -> Params {
        Params {
            status_filter: args.status,
            timeline: args.timeline,
            limit: args.limit.map(u64::from),
            ..Params::default()
        }
    }
}

/// Renders the list of sessions.
pub fn rows(answer: &Answer, page: Page<'_>) -> Styled {
    if answer.sessions.is_empty() {
        let nothing = "No sessions. handoff session save SUMMARY --active begins one.";
        return empty_list(page, ProjectPart::Sessions, nothing).into();
    }
    let mut table = Table::new(&[
        ("ID", Align::Left),
        ("STATUS", Align::Left),
        ("SUMMARY", Align::Flexible),
        ("LABEL", Align::Left),
        ("BRANCH", Align::Left),
        ("SAVED", Align::Left),
        ("CHECKS", Align::Right),
        ("SCORE", Align::Right),
    ])
    .with_optional(&["BRANCH", "CHECKS", "LABEL", "SAVED", "SCORE"]);
    for session in &answer.sessions {
        let progress = session.checklist_progress.as_str();
        table.row(vec![
            session.id.as_str().into(),
            Cell::styled(session.status, status_style(session.status)),
            session.summary.as_deref().unwrap_or_default().into(),
            session.label.as_deref().unwrap_or_default().into(),
            session.branch.as_deref().unwrap_or_default().into(),
            session.ended_at.as_deref().map(local_time).unwrap_or_default().into(),
            if progress == "0/0" { "" } else { progress }.into(),
            session.handover_score.map(|score| score.to_string()).unwrap_or_default().into(),
        ]);
    }
    table.text(page.width)
}
