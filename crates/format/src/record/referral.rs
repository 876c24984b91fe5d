//! A request from another project.
//!
//! Invariant: the status is in the file's name. The content is never changed.

use handoff_protocol::Criterion;

use super::fields::{RecordReader, RecordTable};
use super::object;
use crate::{Container, Document, Finding, Value};

/// A referral as stored in its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Referral {
    /// `ref-…`.
    pub id: String,
    /// The sender's name.
    pub source_project: String,
    /// The sender's folder on the sender's machine.
    pub source_project_dir: String,
    /// RFC 3339.
    pub created_at: String,
    /// `improvement`, `bug`, `request` or `info` by convention.
    pub referral_type: String,
    /// One line.
    pub summary: String,
    /// Markdown.
    pub details: Option<String>,
    /// `low`, `medium` or `high` by convention.
    pub priority: Option<String>,
    /// The tasks that the sender proposes.
    pub tasks: Vec<ProposedTask>,
    /// Free form.
    pub context: Option<Value>,
}

/// A task that a sender proposes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProposedTask {
    /// One line.
    pub title: String,
    /// `low`, `medium` or `high` by convention.
    pub priority: Option<String>,
    /// Its checklist.
    pub criteria: Vec<Criterion>,
}

/// Reads a referral, with findings for invalid values.
pub fn read_referral(document: &Document) -> (Referral, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    let referral = Referral {
        id: reader.required_text(&root, "id"),
        source_project: reader.required_text(&root, "source_project"),
        source_project_dir: reader.required_text(&root, "source_project_dir"),
        created_at: reader.required_text(&root, "created_at"),
        referral_type: reader.required_text(&root, "referral_type"),
        summary: reader.required_text(&root, "summary"),
        details: reader.text(&root, "details"),
        priority: reader.text(&root, "priority"),
        tasks: read_tasks(&mut reader, &root),
        context: RecordReader::any_value(&root, "context"),
    };
    (referral, reader.findings)
}

fn read_tasks(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<ProposedTask> {
    let mut tasks = Vec::new();
    for table in reader.lenient_tables(root, "tasks", "title") {
        let mut criteria = Vec::new();
        for criterion in reader.lenient_tables(&table, "done_criteria", "item") {
            criteria.push(Criterion {
                item: reader.text(&criterion, "item").unwrap_or_default(),
                checked: reader.flag(&criterion, "checked").unwrap_or_default(),
            });
        }
        tasks.push(ProposedTask {
            title: reader.text(&table, "title").unwrap_or_default(),
            priority: reader.text(&table, "priority"),
            criteria,
        });
    }
    tasks
}

/// Returns the document of a new referral.
pub fn new_referral(referral: &Referral) -> Document {
    let text = |text: &str| Some(Value::from(text));
    let criterion = |criterion: &Criterion| {
        object(vec![("item", text(&criterion.item)), ("checked", criterion.checked.then(|| Value::from(true)))])
    };
    let task = |task: &ProposedTask| {
        let criteria = &task.criteria;
        object(vec![
            ("title", text(&task.title)),
            ("priority", task.priority.as_deref().and_then(text)),
            ("done_criteria", (!criteria.is_empty()).then(|| criteria.iter().map(criterion).collect())),
        ])
    };
    let value = object(vec![
        ("id", text(&referral.id)),
        ("source_project", text(&referral.source_project)),
        ("source_project_dir", text(&referral.source_project_dir)),
        ("created_at", text(&referral.created_at)),
        ("referral_type", text(&referral.referral_type)),
        ("summary", text(&referral.summary)),
        ("details", referral.details.as_deref().and_then(text)),
        ("priority", referral.priority.as_deref().and_then(text)),
        ("tasks", (!referral.tasks.is_empty()).then(|| referral.tasks.iter().map(task).collect())),
        ("context", referral.context.clone()),
    ]);
    Document::from_record(Container::Json, &value)
}
