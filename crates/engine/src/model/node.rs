//! A folder of the task tree, its task files and the task that people see.
//!
//! Invariant: `shown` is the task that people see. It stays for a moment after its file is gone,
//! because other programs replace a task file by deleting it first.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use handoff_format::{Container, DataFile, Finding, Task, folder_matches_id, parse_task_folder, read_task};
use handoff_protocol::{Layout, Status};

use crate::ground::tree::{name, parent};
use crate::model::peer_claim::PeerClaim;
use crate::model::rank;
use crate::model::task_summary::{NameTable, TaskSummary};

/// The index of a node. It stays the same while the node's folder exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot(pub(super) usize);

impl Slot {
    /// Returns the index for tables with one entry per slot; see
    /// [`Tasks::capacity`](crate::model::Tasks::capacity).
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// A parsed task file.
#[derive(Clone, Debug)]
pub(crate) struct TaskFile {
    pub(crate) path: String,
    pub(crate) layout: Layout,
    /// The status in the name of the file or folder, `None` if it has no known one.
    pub(crate) status: Option<Status>,
    /// If the file cannot be parsed: the ID that the folder's name gives, and the title that can be found in
    /// the text, else the folder's name.
    pub(crate) task: Arc<Task>,
    /// Whether the file cannot be parsed.
    pub(crate) is_broken: bool,
    ranks: Arc<Ranks>,
    pub(crate) findings: Vec<Finding>,
}

/// The sort keys of a task, compared as text.
#[derive(Debug)]
pub(crate) struct Ranks {
    /// Among its siblings.
    pub(crate) sibling: String,
    /// Among the cards of a board column.
    pub(crate) board: String,
    /// By natural ID.
    pub(crate) natural: String,
}

impl Ranks {
    fn of(task: &Task) -> Ranks {
        let implicit = rank::implicit_rank(task.order, &task.id);
        let rank_or_implicit =
            |rank: Option<&String>| rank.filter(|rank| rank::is_rank(rank)).unwrap_or(&implicit).clone();
        Ranks {
            sibling: rank_or_implicit(task.rank.as_ref()),
            board: rank_or_implicit(task.board_rank.as_ref()),
            natural: rank::natural_key(&task.id),
        }
    }
}

impl TaskFile {
    pub(crate) fn read(path: String, layout: Layout, status: Option<Status>, bytes: &[u8]) -> TaskFile {
        let (task, is_broken, findings) = match DataFile::parse(Container::of_layout(layout), bytes) {
            Ok(data) => {
                let (task, mut findings) = read_task(&data);
                findings.extend(data.findings());
                (task, false, findings)
            }
            Err(finding) => (unread_task(name(parent(&path)), layout, bytes), true, vec![finding]),
        };
        let ranks = Arc::new(Ranks::of(&task));
        TaskFile { path, layout, status, task: Arc::new(task), is_broken, ranks, findings }
    }
}

/// The task of a folder as people see it.
#[derive(Clone, Debug)]
pub(crate) struct VisibleTask {
    pub(crate) path: String,
    pub(crate) layout: Layout,
    /// The status in the name of the file or folder, `None` if it has no known one.
    pub(crate) named_status: Option<Status>,
    pub(crate) task: Arc<Task>,
    /// Whether the file cannot be parsed. `task` then has an ID and a title only.
    pub(crate) is_broken: bool,
    pub(crate) ranks: Arc<Ranks>,
    pub(crate) summary: TaskSummary,
    /// The claim in the file.
    pub(crate) peer_claim: Option<Arc<PeerClaim>>,
    /// See [`VisibleTask::haystack`].
    haystack: OnceLock<String>,
}

impl VisibleTask {
    fn new(file: &TaskFile, names: &mut NameTable) -> VisibleTask {
        VisibleTask {
            path: file.path.clone(),
            layout: file.layout,
            named_status: file.status,
            is_broken: file.is_broken,
            ranks: file.ranks.clone(),
            summary: TaskSummary::of(&file.task, names),
            peer_claim: file.task.peer_claim.as_ref().and_then(PeerClaim::read).map(Arc::new),
            task: file.task.clone(),
            haystack: OnceLock::new(),
        }
    }

    /// Returns the status. A name without a known status counts as not started.
    pub(crate) fn status(&self) -> Status {
        self.named_status.unwrap_or(Status::Todo)
    }

    pub(crate) fn milestone(&self) -> Option<&str> {
        self.task.schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref())
    }

    pub(crate) fn due_date(&self) -> Option<&str> {
        self.task.schedule.as_ref().and_then(|schedule| schedule.due_date.as_deref())
    }

    /// Returns the text that filters search, case-folded. Cached.
    pub(crate) fn haystack(&self) -> &str {
        self.haystack.get_or_init(|| {
            let hidden = [self.task.notes.as_deref().unwrap_or_default(), &self.task.scope_paths.join("\n")].join("\n");
            [self.text_on_card(), crate::ground::case_fold::fold(&hidden)].join("\n")
        })
    }

    /// Returns the text that filters search without the notes and paths, which cards do not show; case-folded.
    pub(crate) fn text_on_card(&self) -> String {
        let task = &self.task;
        let parts = [
            task.id.as_str(),
            task.title.as_str(),
            &task.labels.join("\n"),
            task.assignee.as_deref().unwrap_or_default(),
        ];
        crate::ground::case_fold::fold(&parts.join("\n"))
    }
}

/// Returns the task for a file that cannot be parsed.
fn unread_task(folder_name: &str, layout: Layout, bytes: &[u8]) -> Task {
    let parsed_name = parse_task_folder(folder_name).into_iter().find(|name| name.layout == layout);
    let title = title_in(&String::from_utf8_lossy(bytes), layout).filter(|title| !title.trim().is_empty());
    Task {
        id: parsed_name.map_or_else(|| folder_name.to_owned(), |name| name.id),
        title: title.unwrap_or_else(|| folder_name.to_owned()),
        ..Task::default()
    }
}

/// Returns the title that the text of a broken file names: the first value of the key that can be read alone.
fn title_in(text: &str, layout: Layout) -> Option<String> {
    match layout {
        Layout::Toml => text.lines().filter(|line| line.starts_with("title")).find_map(|line| {
            let data = DataFile::parse(Container::of_layout(layout), line.as_bytes()).ok()?;
            Some(read_task(&data).0.title)
        }),
        Layout::Json => text.split("\"title\"").skip(1).find_map(|rest| {
            let value = rest.trim_start().strip_prefix(':')?;
            serde_json::Deserializer::from_str(value).into_iter::<String>().next()?.ok()
        }),
    }
}

/// A folder of the task tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// The path below `.handoff/`.
    pub(crate) folder: String,
    pub(crate) parent: Option<Slot>,
    pub(crate) children: Vec<Slot>,
    pub(crate) files: Vec<TaskFile>,
    pub(crate) shown: Option<VisibleTask>,
    /// Whether the folder's name does not match the task's ID.
    pub(crate) is_misnamed: bool,
    /// The time since which the task has had no file, in milliseconds since 1970-01-01 UTC.
    pub(crate) missing_since: Option<i64>,
}

impl Node {
    /// Returns the last part of the folder's path.
    pub(crate) fn name(&self) -> &str {
        name(&self.folder)
    }

    /// Selects the best of the folder's files as its task. Without a file, the task stays and
    /// counts as missing from `now` on. `times` has the times of files, as far as they are known.
    pub(crate) fn select_task(&mut self, names: &mut NameTable, times: &BTreeMap<String, i64>, now: i64) {
        let key = |file| preference(file, times);
        let best = self.files.iter().max_by(|a, b| key(a).cmp(&key(b)));
        match best.map(|file| VisibleTask::new(file, names)) {
            Some(shown) => {
                let id = &shown.task.id;
                self.is_misnamed =
                    !shown.is_broken && !id.is_empty() && !folder_matches_id(self.name(), id, shown.layout);
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

/// Returns the sort key by which one of several files in a folder is selected, the greatest one.
///
/// Readable files come before broken ones, files with a known status before others, then the one that was
/// written last, as for `handoff-mcp`. Where that is not known, it is the newest by its `updated_at`, then the
/// one with the most advanced status. So the order of the files does not matter.
fn preference<'f>(
    file: &'f TaskFile,
    times: &BTreeMap<String, i64>,
) -> (bool, bool, Option<i64>, String, usize, &'f str) {
    const BY_ADVANCE: [Status; 6] =
        [Status::Todo, Status::Blocked, Status::InProgress, Status::Review, Status::Skipped, Status::Done];
    let updated = file.task.updated_at.as_deref().unwrap_or_default();
    let advance = BY_ADVANCE.iter().position(|status| Some(*status) == file.status).unwrap_or(0);
    let written = times.get(&file.path).copied();
    (!file.is_broken, file.status.is_some(), written, crate::ground::timestamp::sort_key(updated), advance, &file.path)
}
