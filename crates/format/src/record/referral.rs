//! A request from another project.
//!
//! Invariant: the status is in the file's name. The content is never changed.

use handoff_protocol::Criterion;

use super::declaration::{Elements, Form, Free, Optional, Required, Shape, new_record, read_record, record};
use super::fields::{RecordReader, RecordTable};
use super::object;
use crate::{Container, DataFile, Finding, Value};

record! {
    /// A referral as stored in its file.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Referral {
        /// `ref-…`.
        pub id: String = "id" as Required,
        /// The sender's name.
        pub source_project: String = "source_project" as Required,
        /// The sender's folder on the sender's machine.
        pub source_project_dir: String = "source_project_dir" as Required,
        /// RFC 3339.
        pub created_at: String = "created_at" as Required,
        /// `improvement`, `bug`, `request` or `info` by convention.
        pub referral_type: String = "referral_type" as Required,
        /// One line.
        pub summary: String = "summary" as Required,
        /// Markdown.
        pub details: Option<String> = "details" as Optional,
        /// `low`, `medium` or `high` by convention.
        pub priority: Option<String> = "priority" as Optional,
        /// The tasks that the sender proposes.
        pub tasks: Vec<ProposedTask> = "tasks" as Elements,
        /// Free form.
        pub context: Option<Value> = "context" as Free,
    }
}

record! {
    /// A task that a sender proposes.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct ProposedTask {
        /// One line.
        pub title: String = "title" as Optional,
        /// `low`, `medium` or `high` by convention.
        pub priority: Option<String> = "priority" as Optional,
        /// Its checklist.
        pub criteria: Vec<Criterion> = "done_criteria" as ProposedCriteria,
    }
}

/// The checklist of a proposed task. A bare text is an open criterion.
struct ProposedCriteria;

impl Form<Vec<Criterion>> for ProposedCriteria {
    const SHAPE: Shape = Shape::Tables;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<Criterion> {
        let mut criteria = Vec::new();
        for criterion in reader.lenient_tables(table, key, "item") {
            criteria.push(Criterion {
                item: reader.text(&criterion, "item").unwrap_or_default(),
                checked: reader.flag(&criterion, "checked").unwrap_or_default(),
            });
        }
        criteria
    }

    fn write(value: &Vec<Criterion>) -> Option<Value> {
        let criterion = |criterion: &Criterion| {
            let checked = criterion.checked.then(|| Value::from(true));
            object(vec![("item", Some(criterion.item.as_str().into())), ("checked", checked)])
        };
        (!value.is_empty()).then(|| value.iter().map(criterion).collect())
    }
}

/// Reads a referral, with findings for invalid values.
pub fn read_referral(data: &DataFile) -> (Referral, Vec<Finding>) {
    read_record(data)
}

/// Returns the data file of a new referral.
pub fn new_referral(referral: &Referral) -> DataFile {
    new_record(Container::Json, referral)
}
