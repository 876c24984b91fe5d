//! Filters of tasks.

use handoff_protocol::Filter;

use crate::ground::case_fold::folded_words;
use crate::ground::timestamp::Day;
use crate::model::{TaskRef, Tasks};

/// A filter prepared for testing many tasks.
pub(crate) struct TaskFilter<'f> {
    filter: &'f Filter,
    tasks: &'f Tasks,
    today: Day,
    /// The case-folded words of the text.
    words: Vec<String>,
    passes_all: bool,
}

impl<'f> TaskFilter<'f> {
    /// Prepares a filter of these tasks.
    pub(crate) fn new(filter: &'f Filter, tasks: &'f Tasks, today: Day) -> TaskFilter<'f> {
        let words = folded_words(&filter.text);
        let passes_all = words.is_empty() && Filter { text: String::new(), ..filter.clone() } == Filter::default();
        TaskFilter { filter, tasks, today, words, passes_all }
    }

    /// Returns true if every task passes.
    pub(crate) fn passes_all(&self) -> bool {
        self.passes_all
    }

    /// Returns true if a task passes.
    pub(crate) fn passes(&self, task: TaskRef<'_>) -> bool {
        self.passes_all || self.passes_lists(task) && self.words.iter().all(|word| task.shown.haystack().contains(word))
    }

    /// Returns true if one of the words of the text is only in the notes of a task that passes.
    pub(crate) fn is_found_in_notes(&self, task: TaskRef<'_>) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let shown = task.shown.text_on_card();
        self.words.iter().any(|word| !shown.contains(word))
    }

    fn passes_lists(&self, task: TaskRef<'_>) -> bool {
        let Filter { statuses, assignees, labels, milestones, priorities, overdue, .. } = self.filter;
        let record = &task.shown.task;
        // An empty name in the filter selects tasks without a value.
        let matches_name = |names: &[String], value: Option<&str>| {
            names.is_empty() || names.iter().any(|name| name == value.unwrap_or(""))
        };
        let has_label =
            |label: &String| if label.is_empty() { record.labels.is_empty() } else { record.labels.contains(label) };
        (statuses.is_empty() || statuses.contains(&task.status()))
            && matches_name(assignees, record.assignee.as_deref())
            && (labels.is_empty() || labels.iter().any(has_label))
            && matches_name(milestones, task.shown.milestone())
            && (priorities.is_empty() || priorities.contains(&record.priority))
            && (!overdue || self.tasks.is_overdue(task, self.today))
    }
}
