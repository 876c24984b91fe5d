//! Several plans as one change set.
//!
//! Invariant: each plan is made on the result of the ones before it, and the change set writes each file
//! at most once.

use std::collections::BTreeSet;

use handoff_protocol::{ChangeSet, Context, Edit, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::record_events::is_record_change;
use crate::ground::edit::{below, join_rest};
use crate::ground::tree::within;
use crate::model::activity_log;

/// The plans so far.
pub(in crate::change::plan) struct CombinedPlan<'a> {
    /// The project after the plans.
    working: Project,
    edits: MergedEdits,
    builder: ChangeSetBuilder<'a>,
    warned: BTreeSet<String>,
    /// The summary of the last plan.
    summary: Option<Text>,
}

impl<'a> CombinedPlan<'a> {
    pub(in crate::change::plan) fn new(project: &'a Project, context: &'a Context) -> CombinedPlan<'a> {
        CombinedPlan {
            working: project.clone(),
            edits: MergedEdits::default(),
            builder: ChangeSetBuilder::new(project, context),
            warned: BTreeSet::default(),
            summary: None,
        }
    }

    /// Returns the project on which the next plan has to be made.
    pub(in crate::change::plan) fn working(&self) -> &Project {
        &self.working
    }

    /// Returns the current path of what was at a path before all plans.
    pub(in crate::change::plan) fn current_path(&self, path: &str) -> String {
        self.edits.current_path(path)
    }

    /// Adds a plan that was made on [`CombinedPlan::working`].
    pub(in crate::change::plan) fn add(&mut self, planned: ChangeSet) {
        let CombinedPlan { working, edits, builder, warned, summary } = self;
        let now = builder.context().now;
        let own: Vec<Edit> = planned.edits.into_iter().filter(|edit| !is_log_entry(edit)).collect();
        working.apply(&own, now);
        builder.evidence().extend(planned.relies_on.iter().map(|path| edits.original_path(path)));
        edits.extend(own);
        for event in planned.events.into_iter().filter(|event| !event.observed && !is_record_change(&event.change)) {
            builder.log(event.task.as_deref(), event.change);
        }
        for id in &planned.created {
            builder.add_created(id);
        }
        for warning in planned.warnings {
            if warned.insert(warning.to_string()) {
                builder.warn(warning);
            }
        }
        *summary = Some(planned.summary);
    }

    /// Returns the project after the plans.
    pub(in crate::change::plan) fn into_project(self) -> Project {
        self.working
    }

    /// Returns a builder with the edits of all plans, and the summary of the last one.
    pub(in crate::change::plan) fn into_builder(self) -> (ChangeSetBuilder<'a>, Option<Text>) {
        let CombinedPlan { edits, mut builder, summary, .. } = self;
        builder.extend(edits.edits);
        (builder, summary)
    }
}

/// Returns true if an edit appends to the activity log. The builder logs the events of all plans
/// at the end.
fn is_log_entry(edit: &Edit) -> bool {
    matches!(edit, Edit::Append { path, .. } if within(path, activity_log::FOLDER))
}

/// The edits of several plans, each of which was made on the result of the ones before it.
#[derive(Default)]
struct MergedEdits {
    edits: Vec<Edit>,
}

impl MergedEdits {
    /// Adds edits. A write to a file that was written before replaces that write.
    fn extend(&mut self, edits: Vec<Edit>) {
        for edit in edits {
            let Edit::Write { path, before: Some(_), after } = &edit else {
                self.edits.push(edit);
                continue;
            };
            match self.written_content(path) {
                Some(earlier) => earlier.clone_from(after),
                None => self.edits.push(edit),
            }
        }
    }

    /// Returns the content that an earlier edit writes to the file at a current path.
    fn written_content(&mut self, path: &str) -> Option<&mut Vec<u8>> {
        let mut earlier_path = path.to_owned();
        for edit in self.edits.iter_mut().rev() {
            match edit {
                Edit::Write { path, after, .. } if *path == earlier_path => return Some(after),
                Edit::Move { from, to } => {
                    if let Some(rest) = below(&earlier_path, to) {
                        earlier_path = join_rest(from, rest);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn moves(&self) -> impl DoubleEndedIterator<Item = (&String, &String)> {
        self.edits.iter().filter_map(|edit| if let Edit::Move { from, to } = edit { Some((from, to)) } else { None })
    }

    /// Returns the current path of what was at a path before all edits.
    fn current_path(&self, path: &str) -> String {
        self.moves().fold(path.to_owned(), |path, (from, to)| match below(&path, from) {
            Some(rest) => join_rest(to, rest),
            None => path,
        })
    }

    /// Returns the path before all edits of what is at a path now.
    fn original_path(&self, path: &str) -> String {
        self.moves().rev().fold(path.to_owned(), |path, (from, to)| match below(&path, to) {
            Some(rest) => join_rest(from, rest),
            None => path,
        })
    }
}
