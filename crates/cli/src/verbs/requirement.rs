//! Requirements: the items of documents that have an ID.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand, ValueEnum};
use handoff_agent::operations::documents::requirements::{Answer, ListRequirements, Params};
use handoff_engine::ProjectPart;

use crate::ground::styled::Styled;
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Table};
use crate::verbs::output::{Page, empty_list, pluralize};

/// The verbs of requirements.
#[derive(Debug, Subcommand)]
pub enum RequirementCommand {
    /// Requirements of all documents, with their tasks.
    #[command(after_help = "Example: handoff requirement list --incomplete")]
    List(List),
}

/// What a requirement can lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Missing {
    /// A task that links to it.
    Task,
    /// A test, or a verification.
    Proof,
}

#[derive(Debug, Args)]
pub struct List {
    /// Only those that lack this. Repeatable; all must be missing.
    #[arg(long, value_enum, value_name = "WHAT")]
    without: Vec<Missing>,
    /// Only those without a task or without a proof.
    #[arg(long)]
    incomplete: bool,
    /// Only those of this task.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Only those whose ID begins with this and a hyphen.
    #[arg(long, value_name = "TEXT")]
    prefix: Option<String>,
}

/// More requirements than any project has: the command lists all.
const ALL: usize = 1_000_000;

impl From<List> for Params {
    fn from(args: List) -> Params {
        let unless = |missing| args.without.contains(&missing).then_some(false);
        Params {
            has_tasks: unless(Missing::Task),
            has_proof: unless(Missing::Proof),
            incomplete: args.incomplete.then_some(true),
            task_id: args.task,
            category: args.prefix,
            limit: Some(ALL),
            ..Params::default()
        }
    }
}

impl RequirementCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        let RequirementCommand::List(args) = self;
        Invocation::operation::<ListRequirements, _>(args.into(), render_list)
    }
}

fn render_list(answer: &Answer, page: Page<'_>) -> Styled {
    if answer.items.is_empty() {
        return empty_list(page, ProjectPart::Documents, "No such requirements.").into();
    }
    let mut table = Table::new(&[
        ("REQUIREMENT", Align::Left),
        ("TITLE", Align::Flexible),
        ("STAGE", Align::Left),
        ("PROOF", Align::Left),
        ("TASKS", Align::Left),
        ("DOCUMENT", Align::Left),
    ])
    .with_optional(&["DOCUMENT", "STAGE"]);
    for item in &answer.items {
        table.row(vec![
            item.stable_id.as_str().into(),
            item.title.as_str().into(),
            item.dev_stage.as_str().into(),
            if item.proven { "yes" } else { "no" }.into(),
            item.task_ids.join(", ").into(),
            item.doc_slug.as_str().into(),
        ]);
    }
    let Answer { total, without_task, without_proof, .. } = answer;
    let count = pluralize(*total, "requirement");
    table.text(page.width).then(format!("\n{count}: {without_task} without a task, {without_proof} without a proof\n"))
}
