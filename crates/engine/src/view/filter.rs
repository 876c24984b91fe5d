//! Which tasks a filter lets through.

use handoff_protocol::Filter;

use crate::case_fold::fold;
use crate::model::TaskRef;

/// A filter made ready for many tasks.
pub(crate) struct TaskFilter<'f> {
    filter: &'f Filter,
    words: Vec<String>,
    open: bool,
}

impl<'f> TaskFilter<'f> {
    pub(crate) fn new(filter: &'f Filter) -> TaskFilter<'f> {
        let words: Vec<String> = fold(&filter.text).split_whitespace().map(str::to_owned).collect();
        let open = words.is_empty() && Filter { text: String::new(), ..filter.clone() } == Filter::default();
        TaskFilter { filter, words, open }
    }

    /// Whether every task passes.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) fn passes(&self, task: TaskRef<'_>) -> bool {
        self.open || self.passes_lists(task) && self.words.iter().all(|word| task.shown.haystack().contains(word))
    }

    fn passes_lists(&self, task: TaskRef<'_>) -> bool {
        let Filter { statuses, assignees, labels, milestones, priorities, .. } = self.filter;
        let record = &task.shown.task;
        let named = |wanted: &[String], value: Option<&str>| {
            wanted.is_empty() || wanted.iter().any(|wanted| wanted == value.unwrap_or_default())
        };
        let labelled = |wanted: &String| {
            if wanted.is_empty() { record.labels.is_empty() } else { record.labels.contains(wanted) }
        };
        (statuses.is_empty() || statuses.contains(&task.status()))
            && named(assignees, record.assignee.as_deref())
            && (labels.is_empty() || labels.iter().any(labelled))
            && named(milestones, task.shown.milestone())
            && (priorities.is_empty() || priorities.contains(&record.priority))
    }
}
