//! One folder of the task tree and the task that it holds.
//!
//! Invariant: `shown` is what people see; it outlives its file for a moment, because other programs replace a task file
//! by deleting it first.

use std::sync::{Arc, OnceLock};

use handoff_format::{Document, Finding, Task, folder_matches_id, parse_task_folder, read_task};
use handoff_protocol::{Layout, Status};

use crate::container::of_layout;
use crate::model::rank;
use crate::model::task_summary::{Names, TaskSummary};
use crate::timestamp::Day;
use crate::tree::{name, parent};

/// A task file of a folder, read.
#[derive(Clone, Debug)]
pub(crate) struct TaskFile {
    pub(crate) path: String,
    pub(crate) layout: Layout,
    /// None when the file's or folder's name has no known status.
    pub(crate) status: Option<Status>,
    /// What the folder's name tells when the file cannot be parsed.
    pub(crate) task: Arc<Task>,
    /// It cannot be parsed.
    pub(crate) broken: bool,
    ranks: Arc<Ranks>,
    pub(crate) findings: Vec<Finding>,
}

/// Where a task stands among others; they are compared as texts.
#[derive(Debug)]
pub(crate) struct Ranks {
    pub(crate) sibling: String,
    pub(crate) board: String,
    pub(crate) natural: String,
}

impl Ranks {
    fn of(task: &Task) -> Ranks {
        let implicit = rank::implicit(task.order, &task.id);
        let placed = |own: Option<&String>| own.filter(|own| rank::is_rank(own)).unwrap_or(&implicit).clone();
        let natural = rank::natural(&task.id);
        Ranks { sibling: placed(task.rank.as_ref()), board: placed(task.board_rank.as_ref()), natural }
    }
}

impl TaskFile {
    pub(crate) fn read(path: String, layout: Layout, status: Option<Status>, bytes: &[u8]) -> TaskFile {
        let (task, broken, findings) = match Document::parse(of_layout(layout), bytes) {
            Ok(document) => {
                let (task, mut findings) = read_task(&document);
                findings.extend(document.findings());
                (task, false, findings)
            }
            Err(finding) => (named_only(name(parent(&path)), layout), true, vec![finding]),
        };
        let ranks = Arc::new(Ranks::of(&task));
        TaskFile { path, layout, status, task: Arc::new(task), broken, ranks, findings }
    }
}

/// A task as people see it.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) path: String,
    pub(crate) layout: Layout,
    /// None when the name on disk has no known status.
    pub(crate) named_status: Option<Status>,
    pub(crate) task: Arc<Task>,
    /// The file cannot be parsed; `task` holds what the folder's name tells.
    pub(crate) broken: bool,
    pub(crate) ranks: Arc<Ranks>,
    pub(crate) summary: TaskSummary,
    haystack: OnceLock<String>,
}

impl Shown {
    fn new(file: &TaskFile, names: &mut Names) -> Shown {
        Shown {
            path: file.path.clone(),
            layout: file.layout,
            named_status: file.status,
            broken: file.broken,
            ranks: file.ranks.clone(),
            summary: TaskSummary::of(&file.task, names),
            task: file.task.clone(),
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
    pub(crate) fn is_overdue(&self, today: Day) -> bool {
        !self.status().is_terminal() && self.summary.dates.due.is_some_and(|due| due < today)
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
            crate::case_fold::fold(&parts.join("\n"))
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// Below `.handoff/`.
    pub(crate) folder: String,
    pub(crate) parent: Option<crate::model::Slot>,
    pub(crate) children: Vec<crate::model::Slot>,
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
    pub(crate) fn settle(&mut self, names: &mut Names, now: i64) {
        let best = self.files.iter().max_by(|a, b| merit(a).cmp(&merit(b)));
        match best.map(|file| Shown::new(file, names)) {
            Some(shown) => {
                let id = &shown.task.id;
                self.misnamed = !shown.broken && !id.is_empty() && !folder_matches_id(self.name(), id, shown.layout);
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
    let updated = file.task.updated_at.as_deref().unwrap_or_default();
    let advance = ADVANCE.iter().position(|status| Some(*status) == file.status).unwrap_or(0);
    (!file.broken, file.status.is_some(), crate::timestamp::sortable(updated), advance, &file.path)
}
