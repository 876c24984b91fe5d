//! Proposals: changes of the plan that wait for the answer of a person.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::HandoffError;
use handoff_agent::handover::redacted_text;
use handoff_protocol::{
    Command, ProposalChoice, ProposalKind, ProposalRow, ProposalState, ProposalView, ProposalsView, TaskPatch,
    field_words,
};
use serde_json::{Value, json};

use crate::ground::styled::Styled;
use crate::project::Project;
use crate::verbs::arguments::parsers::{InvalidValue, text_or_stdin};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Table};
use crate::verbs::output::{Details, Page, local_time};

/// The verbs of proposals.
#[derive(Debug, Subcommand)]
pub enum ProposalCommand {
    /// Changes of the plan that wait for an answer.
    #[command(after_help = "Example: handoff proposal list")]
    List {
        /// Also those that were answered.
        #[arg(long)]
        all: bool,
    },
    /// What a proposal would change now.
    #[command(after_help = "Example: handoff proposal show p-20261130-4821")]
    Show {
        /// ID, or the start of it.
        id: String,
    },
    /// Make the changes of a proposal, or some of them. Fields that have changed since are left out unless they
    /// are named, or given another value.
    #[command(after_help = "Example: handoff proposal accept p-20261130-4821 1 3.dueDate 4.priority=low")]
    Accept {
        /// ID, or the start of it.
        id: String,
        /// Number of a change, or the number with a field, or with a field and its value. Repeatable; default: all.
        #[arg(value_name = "CHANGE", value_parser = choice)]
        changes: Vec<ProposalChoice>,
        /// A word for the agent; - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
        answer: Option<String>,
    },
    /// Reject a proposal. Its agent gets the word with its next call.
    #[command(after_help = "Example: handoff proposal reject p-20261130-4821 \"Release first.\"")]
    Reject {
        /// ID, or the start of it.
        id: String,
        /// Why; - reads standard input.
        #[arg(value_parser = text_or_stdin)]
        answer: String,
    },
}

impl ProposalCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            ProposalCommand::List { all } => {
                Invocation::view_of(any_schema, move |project| Ok((list(project, all), Vec::new())), table)
            }
            ProposalCommand::Show { id } => {
                Invocation::view_of(any_schema, move |project| Ok((find(project, &id)?, Vec::new())), details)
            }
            ProposalCommand::Accept { id, changes, answer } => Invocation::prepare(move |project| {
                let only = (!changes.is_empty()).then(|| merged(changes));
                Ok(Command::AcceptProposal { id: find(project, &id)?.id, only, answer: answer.map(redacted_text) })
            }),
            ProposalCommand::Reject { id, answer } => Invocation::prepare(move |project| {
                Ok(Command::RejectProposal { id: find(project, &id)?.id, answer: redacted_text(answer) })
            }),
        }
    }
}

fn any_schema() -> Value {
    json!({})
}

/// Parses "3", "3.dueDate" or "3.dueDate=2026-12-18".
fn choice(text: &str) -> Result<ProposalChoice, InvalidValue> {
    let (number, field) = text.split_once('.').map_or((text, None), |(number, field)| (number, Some(field)));
    let element = number.parse().map_err(|_| InvalidValue::ProposedChange)?;
    let Some((field, value)) = field.and_then(|field| field.split_once('=')) else {
        return Ok(ProposalChoice { element, fields: field.map(|field| vec![field.to_owned()]), values: None });
    };
    let values = patch_of(field, value).ok_or(InvalidValue::ProposedChange)?;
    Ok(ProposalChoice { element, fields: Some(Vec::new()), values: Some(Box::new(values)) })
}

/// Returns the patch that sets a field to a text or a number, or clears it; `None` if it has no such value.
fn patch_of(field: &str, value: &str) -> Option<TaskPatch> {
    let number = value.parse::<f64>().ok().map(Value::from);
    let values = [Some(if value.is_empty() { Value::Null } else { value.into() }), number];
    let patch = |value: Value| serde_json::from_value(json!({field: value})).ok();
    values.into_iter().flatten().find_map(patch).filter(|patch| *patch != TaskPatch::default())
}

/// Joins the fields of the same change. A change that is named without a field is accepted whole.
fn merged(choices: Vec<ProposalChoice>) -> Vec<ProposalChoice> {
    let mut merged: Vec<ProposalChoice> = Vec::new();
    for choice in choices {
        match merged.iter_mut().find(|other| other.element == choice.element) {
            Some(other) => {
                other.values = joined(other.values.take(), choice.values);
                other.fields = other.fields.take().zip(choice.fields).map(|(mut fields, more)| {
                    fields.extend(more);
                    fields
                });
            }
            None => merged.push(choice),
        }
    }
    merged
}

/// Returns the values of both; the second ones replace the first ones of the same fields.
fn joined(first: Option<Box<TaskPatch>>, second: Option<Box<TaskPatch>>) -> Option<Box<TaskPatch>> {
    let mut values = serde_json::Map::new();
    for patch in [first, second].into_iter().flatten() {
        if let Value::Object(fields) = json!(patch) {
            values.extend(fields);
        }
    }
    if values.is_empty() { None } else { serde_json::from_value(Value::Object(values)).ok() }
}

fn view(project: &mut Project) -> ProposalsView {
    let context = project.context();
    project.engine().reader().proposals(&context)
}

fn list(project: &mut Project, all: bool) -> ProposalsView {
    let mut view = view(project);
    view.proposals.retain(|proposal| all || proposal.state == ProposalState::Open);
    view
}

/// Returns the proposal with an ID, or the only one whose ID starts with a text.
fn find(project: &mut Project, id: &str) -> Result<ProposalView, HandoffError> {
    let mut found: Vec<ProposalView> = view(project).proposals;
    found.retain(|proposal| proposal.id.starts_with(id));
    if let Some(exact) = found.iter().position(|proposal| proposal.id == id) {
        return Ok(found.swap_remove(exact));
    }
    match found.len() {
        0 => Err(HandoffError::refused(format!("There is no proposal {id}."))),
        1 => Ok(found.remove(0)),
        count => Err(HandoffError::refused(format!("{count} proposals start with {id}. Give more of the ID."))),
    }
}

fn table(view: &ProposalsView, page: Page<'_>) -> Styled {
    if view.proposals.is_empty() {
        return "No proposal waits for an answer.\n".into();
    }
    let columns = [
        ("ID", Align::Left),
        ("STATE", Align::Left),
        ("BY", Align::Left),
        ("MADE", Align::Left),
        ("CHANGES", Align::Right),
        ("REASON", Align::Flexible),
    ];
    let mut table = Table::new(&columns);
    for proposal in &view.proposals {
        table.row(vec![
            proposal.id.as_str().into(),
            proposal.state.name().into(),
            proposal.author.name.as_str().into(),
            local_time(&proposal.at).into(),
            proposal.total.to_string().into(),
            proposal.reason.as_str().into(),
        ]);
    }
    table.text(page.width).then("\nShow with: handoff proposal show ID\n")
}

fn details(proposal: &ProposalView, page: Page<'_>) -> Styled {
    let mut details = Details::new(&format!("{} {}", proposal.id, proposal.state.name()));
    details.field("By", &proposal.author.name);
    details.field("Made", &local_time(&proposal.at));
    details.field("Reason", &proposal.reason);
    let answer_by =
        proposal.answered_by.as_ref().map(|by| format!("{}, {}", by.name, local_time(&proposal.answered_at)));
    details.field("Answered by", &answer_by.unwrap_or_default());
    details.field("Answer", &proposal.answer);
    if let Some(refusal) = &proposal.refusal {
        details.field("Problem", &refusal.text.to_string());
    }
    let columns = [
        ("CHANGE", Align::Left),
        ("TASK", Align::Flexible),
        ("FIELD", Align::Left),
        ("NOW", Align::Flexible),
        ("PROPOSED", Align::Flexible),
        ("NOTE", Align::Flexible),
    ];
    let mut table = Table::new(&columns).with_optional(&["NOTE"]);
    for row in &proposal.elements {
        for (index, field) in row.fields.iter().enumerate() {
            let note = match (row.conflict, field.conflict) {
                (true, _) => "not possible any more".to_owned(),
                (false, true) => {
                    format!("changed since: was {}", if field.was.is_empty() { "empty" } else { &field.was })
                }
                (false, false) => String::new(),
            };
            table.row(vec![
                if index == 0 { row.element.to_string() } else { String::new() }.into(),
                if index == 0 { subject(row) } else { String::new() }.into(),
                field_words(&field.field).into(),
                field.now.as_str().into(),
                field.proposed.as_str().into(),
                note.into(),
            ]);
        }
        if row.fields.is_empty() {
            let cells =
                [row.element.to_string(), subject(row)].into_iter().chain(std::iter::repeat_n(String::new(), 4));
            table.row(cells.map(Into::into).collect());
        }
    }
    let text = details.into_text();
    if proposal.elements.is_empty() { text } else { text.then("\n").then(table.text(page.width)) }
}

/// Returns the task of a change and what happens to it.
fn subject(row: &ProposalRow) -> String {
    let task = [row.task.as_str(), row.title.as_str()].join(" ").trim().to_owned();
    match row.kind {
        ProposalKind::Change | ProposalKind::Move => task,
        ProposalKind::Create => format!("new: {task}"),
        ProposalKind::Delete => format!("delete {task}"),
        ProposalKind::Configure => "the configuration".to_owned(),
    }
}
