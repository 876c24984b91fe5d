//! Documents: specifications, designs and notes with sections.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand};
use handoff_agent::operations::documents::DocumentType;
use handoff_agent::operations::documents::delete::{self, DeleteDocument};
use handoff_agent::operations::documents::list::{self, ListDocuments};
use handoff_agent::operations::documents::reassemble::{self, ReassembleDocument};
use handoff_agent::operations::documents::save::{self, SaveDocument};
use handoff_agent::{self as agent, RequiredText};
use handoff_engine::ProjectPart;

use crate::ground::styled::Styled;
use crate::project::Project;
use crate::verbs::arguments::parsers::{non_empty, not_blank, text_or_stdin, words, words_of};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::table::{Align, Table};
use crate::verbs::output::{Page, empty_list, local_time, pluralize};

/// The verbs of documents.
#[derive(Debug, Subcommand)]
pub enum DocumentCommand {
    /// Documents, or those that match a text, best match first.
    #[command(after_help = "Example: handoff document list --type spec")]
    List(List),
    /// The text of a document.
    #[command(after_help = "Example: handoff document show feed-parser-spec")]
    Show {
        /// Slug or ID.
        #[arg(value_parser = not_blank)]
        document: RequiredText,
    },
    /// Create a document, or change one.
    #[command(
        after_help = "Example: handoff document save tide-tables --title \"Tide tables\" --type spec --body \"# Tide tables\""
    )]
    Save(Save),
    /// Move a document to the trash, and unlink its tasks.
    #[command(after_help = "Example: handoff document delete tide-tables")]
    Delete {
        /// Slug or ID.
        #[arg(value_parser = not_blank)]
        document: RequiredText,
    },
}

#[derive(Debug, Args)]
pub struct List {
    /// Only those that match this text.
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,
    /// Only those of this type.
    #[arg(long = "type", value_name = "TYPE", value_parser = words_of::<String, _>(agent::words::<DocumentType>()))]
    kind: Option<String>,
    /// Only those with this tag. Repeatable; all must match.
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Only those of this task.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
}

impl From<List> for list::Params {
    fn from(args: List) -> list::Params {
        list::Params {
            doc_type: args.kind,
            tags: Some(args.tags),
            task_id: args.task,
            query: args.query,
            include_body: None,
        }
    }
}

#[derive(Debug, Args)]
pub struct Save {
    /// Slug of a new document, or slug or ID of an existing one.
    document: String,
    /// The title; required for a new one.
    #[arg(long)]
    title: Option<String>,
    /// The Markdown, required for a new one; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    body: Option<String>,
    /// The type.
    #[arg(long = "type", value_name = "TYPE", value_parser = words::<DocumentType>())]
    kind: Option<DocumentType>,
    /// A tag. Repeatable; replaces all tags.
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// ID of a task that it describes. Repeatable; replaces all tasks.
    #[arg(long = "task", value_name = "ID")]
    tasks: Vec<String>,
}

impl Save {
    /// Returns the parameters that change the document if it exists, or else create it.
    fn params(self, project: &mut Project) -> save::Params {
        let exists = project.engine().reader().documents().find(&self.document).is_ok();
        let (doc_id, slug) = if exists { (Some(self.document), None) } else { (None, Some(self.document)) };
        save::Params {
            doc_id,
            slug,
            title: self.title,
            // Standard input and arguments lose the line end that Markdown files have.
            body: self.body.map(|body| body + "\n"),
            doc_type: self.kind,
            tags: non_empty(self.tags),
            task_ids: non_empty(self.tasks),
            ..save::Params::default()
        }
    }
}

impl DocumentCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            DocumentCommand::List(args) => Invocation::operation::<ListDocuments, _>(args.into(), render_list),
            DocumentCommand::Show { document } => {
                let params = reassemble::Params { doc_id: document, output_path: None };
                Invocation::operation::<ReassembleDocument, _>(params, render_text)
            }
            DocumentCommand::Save(args) => {
                Invocation::prepare_operation::<SaveDocument, _>(|project, _| Ok(args.params(project)), render_save)
            }
            DocumentCommand::Delete { document } => {
                Invocation::operation::<DeleteDocument, _>(delete::Params { doc_id: document }, render_delete)
            }
        }
    }
}

fn render_list(answer: &list::Answer, page: Page<'_>) -> Styled {
    if answer.documents.is_empty() {
        return empty_list(page, ProjectPart::Documents, "No documents. Create one with handoff document save.").into();
    }
    let mut table = Table::new(&[
        ("DOCUMENT", Align::Left),
        ("TYPE", Align::Left),
        ("TITLE", Align::Flexible),
        ("SECTIONS", Align::Right),
        ("TASKS", Align::Left),
        ("SAVED", Align::Left),
    ])
    .with_optional(&["SAVED", "SECTIONS", "TASKS"]);
    for document in &answer.documents {
        let saved = local_time(&document.updated_at);
        table.row(vec![
            document.summary.slug.as_str().into(),
            document.summary.doc_type.as_str().into(),
            document.summary.title.as_str().into(),
            document.section_count.to_string().into(),
            document.task_ids.join(", ").into(),
            if document.drifted { format!("{saved}, edited since") } else { saved }.into(),
        ]);
    }
    table.text(page.width)
}

fn render_text(reassemble::Answer { body, .. }: &reassemble::Answer, _: Page<'_>) -> String {
    format!("{body}{}", if body.ends_with('\n') { "" } else { "\n" })
}

fn render_save(answer: &save::Answer, _: Page<'_>) -> String {
    // The text before the first heading is not counted.
    let sections = answer.sections.len().saturating_sub(1);
    format!("Saved {} ({}) with {}.\n", answer.slug, answer.path, pluralize(sections, "section"))
}

fn render_delete(answer: &delete::Answer, _: Page<'_>) -> String {
    format!("Deleted {}.\n", answer.slug)
}
