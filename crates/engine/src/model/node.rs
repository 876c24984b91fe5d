//! One folder of the task tree and the task that it holds.
//!
//! Invariant: `shown` is what people see; it outlives its file for a moment, because other programs replace a task file
//! by deleting it first.

use std::sync::{Arc, OnceLock};

use handoff_format::{Document, Finding, Task, folder_fits, parse_task_folder, read_task};
use handoff_protocol::{Layout, Status};

use crate::container::of_layout;
use crate::rank;

/// A task file of a folder, read.
#[derive(Debug)]
pub(crate) struct TaskFile {
    pub(crate) path: String,
    pub(crate) layout: Layout,
    /// None when the file's or folder's name has no known status.
    pub(crate) status: Option<Status>,
    /// None when it cannot be parsed.
    pub(crate) task: Option<Arc<Task>>,
    pub(crate) findings: Vec<Finding>,
}

impl TaskFile {
    pub(crate) fn read(path: String, layout: Layout, status: Option<Status>, bytes: &[u8]) -> TaskFile {
        match Document::parse(of_layout(layout), bytes) {
            Ok(document) => {
                let (task, mut findings) = read_task(&document);
                findings.extend(document.findings());
                TaskFile { path, layout, status, task: Some(Arc::new(task)), findings }
            }
            Err(finding) => TaskFile { path, layout, status, task: None, findings: vec![finding] },
        }
    }
}

/// A task as people see it.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) path: String,
    pub(crate) layout: Layout,
    /// None when the name on disk has no known status.
    pub(crate) named_status: Option<Status>,
    pub(crate) task: Arc<Task>,
    /// The file cannot be parsed; `task` holds what the folder's name tells.
    pub(crate) broken: bool,
    pub(crate) sibling_rank: String,
    pub(crate) board_rank: String,
    pub(crate) natural: String,
    haystack: OnceLock<String>,
}

impl Shown {
    fn new(file: &TaskFile, folder_name: &str) -> Shown {
        let broken = file.task.is_none();
        let task = file.task.clone().unwrap_or_else(|| Arc::new(named_only(folder_name, file.layout)));
        let placed = |rank: Option<&String>| {
            rank.filter(|rank| rank::is_rank(rank)).cloned().unwrap_or_else(|| rank::implicit(task.order, &task.id))
        };
        Shown {
            path: file.path.clone(),
            layout: file.layout,
            named_status: file.status,
            broken,
            sibling_rank: placed(task.rank.as_ref()),
            board_rank: placed(task.board_rank.as_ref()),
            natural: rank::natural(&task.id),
            task,
            haystack: OnceLock::new(),
        }
    }

    /// Where the task stands; a name without a known status counts as not started.
    pub(crate) fn status(&self) -> Status {
        self.named_status.unwrap_or(Status::Todo)
    }

    pub(crate) fn milestone(&self) -> Option<&str> {
        self.task.schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref())
    }

    pub(crate) fn due_date(&self) -> Option<&str> {
        self.task.schedule.as_ref().and_then(|schedule| schedule.due_date.as_deref())
    }

    /// Not terminal and due before `today`.
    pub(crate) fn is_overdue(&self, today: &str) -> bool {
        !self.status().is_terminal() && self.due_date().is_some_and(|due| due < today && handoff_format::is_date(due))
    }

    /// Everything that a text filter looks at, in lower case.
    pub(crate) fn haystack(&self) -> &str {
        self.haystack.get_or_init(|| {
            let task = &self.task;
            let parts = [
                task.id.as_str(),
                task.title.as_str(),
                task.notes.as_deref().unwrap_or_default(),
                &task.labels.join("\n"),
                task.assignee.as_deref().unwrap_or_default(),
            ];
            crate::fold::fold(&parts.join("\n"))
        })
    }
}

/// What a folder's name tells about a task whose file cannot be parsed.
fn named_only(folder_name: &str, layout: Layout) -> Task {
    let named = parse_task_folder(folder_name).into_iter().find(|name| name.layout == layout);
    Task {
        id: named.as_ref().map_or_else(|| folder_name.to_owned(), |name| name.id.clone()),
        title: folder_name.to_owned(),
        ..Task::default()
    }
}

/// A folder of the task tree.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// Below `.handoff/`.
    pub(crate) folder: String,
    pub(crate) parent: Option<super::Slot>,
    pub(crate) children: Vec<super::Slot>,
    pub(crate) files: Vec<TaskFile>,
    pub(crate) shown: Option<Shown>,
    /// Whether the folder's name and the shown task disagree.
    pub(crate) misnamed: bool,
    /// Since when the shown task has had no file, in milliseconds since 1970.
    pub(crate) missing_since: Option<i64>,
}

impl Node {
    /// The last part of the folder's path.
    pub(crate) fn name(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or_default()
    }

    /// Makes the best of the folder's files the shown task; a shown task whose file vanished stays for the time being.
    pub(crate) fn settle(&mut self, now: i64) {
        let best = self.files.iter().max_by(|a, b| merit(a).cmp(&merit(b)));
        match best.map(|file| Shown::new(file, self.name())) {
            Some(shown) => {
                let id = &shown.task.id;
                self.misnamed = !shown.broken && !id.is_empty() && !folder_fits(self.name(), id, shown.layout);
                self.shown = Some(shown);
                self.missing_since = None;
            }
            None if self.shown.is_some() => {
                self.missing_since.get_or_insert(now);
            }
            None => {}
        }
    }
}

/// Which of several files in a folder is the task: readable before broken, with a known status before one without, then the
/// newest, then the most advanced, so that the files' order does not matter.
fn merit(file: &TaskFile) -> (bool, bool, String, usize, &str) {
    const ADVANCE: [Status; 6] =
        [Status::Todo, Status::Blocked, Status::InProgress, Status::Review, Status::Skipped, Status::Done];
    let updated = file.task.as_ref().and_then(|task| task.updated_at.clone()).unwrap_or_default();
    let advance = ADVANCE.iter().position(|status| Some(*status) == file.status).unwrap_or(0);
    (file.task.is_some(), file.status.is_some(), crate::moment::sortable(&updated), advance, &file.path)
}
