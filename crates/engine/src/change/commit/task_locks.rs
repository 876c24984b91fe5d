//! The locks of single tasks, which `handoff-mcp` takes as well while it changes a task.
//!
//! Each is the operating system's lock on the file `.lock` in the folder of a task in the JSON layout.
//! The file is created and stays. In the TOML layout, which that program does not read, nothing is locked.
//!
//! Invariant: a lock is released before the folder of its task gets another name.

use handoff_format::{PathKind, classify, parse_task_folder};
use handoff_protocol::{Fault, Layout};

use crate::change::commit::io::{Done, Fail, Io, IoResult};
use crate::change::commit::journal::JournalEdit;
use crate::ground::texts;
use crate::ground::tree::{name, parent, within};
use crate::model::ROOT;

/// The name of the file that is locked.
pub(super) const NAME: &str = ".lock";
/// The maximum number of locks that are held at once. A system allows about a thousand open files.
const MAX_HELD: usize = 32;
/// The delay between two attempts to take a lock, which is usually held for the time of one write.
const RETRY_DELAY_MS: u32 = 2;
/// The maximum number of attempts. With the delays they take about two seconds.
const MAX_ATTEMPTS: usize = 1_000;

/// The locks that a commit holds, in the order in which it took them.
#[derive(Debug)]
pub(super) struct TaskLocks {
    can_lock: bool,
    folders: Vec<String>,
}

impl TaskLocks {
    pub(super) fn new(can_lock: bool) -> TaskLocks {
        TaskLocks { can_lock, folders: Vec::new() }
    }

    /// Takes the locks of the tasks that edits change, and waits for them. Of more than [`MAX_HELD`] tasks, the
    /// first ones: each edit takes its own before it is carried out.
    pub(super) async fn take_for<'e>(
        &mut self,
        io: &Io,
        edits: impl IntoIterator<Item = &'e JournalEdit>,
    ) -> IoResult<()> {
        if !self.can_lock {
            return Ok(());
        }
        let mut folders: Vec<&str> = Vec::new();
        for folder in edits.into_iter().filter_map(folder_of) {
            if !folders.contains(&folder) && folders.len() < MAX_HELD {
                folders.push(folder);
            }
        }
        folders.retain(|folder| !self.folders.iter().any(|held| held == folder));
        while !folders.is_empty() && self.folders.len() + folders.len() > MAX_HELD {
            let oldest = self.folders.remove(0);
            io.unlock_file(&lock_path(&oldest)).await;
        }
        for folder in folders {
            self.take(io, folder).await?;
        }
        Ok(())
    }

    async fn take(&mut self, io: &Io, folder: &str) -> IoResult<()> {
        let path = lock_path(folder);
        for _ in 0..MAX_ATTEMPTS {
            match io.lock_file(&path).await {
                Some(Done::Yes) => {
                    self.folders.push(folder.to_owned());
                    return Ok(());
                }
                Some(Done::No) => io.wait(RETRY_DELAY_MS).await,
                None => return Ok(()),
            }
        }
        Err(Fail { path: folder.to_owned(), fault: Fault::Transient, reason: texts::TASK_LOCKED.to_owned() })
    }

    /// Releases the locks at and below a folder.
    pub(super) async fn release_below(&mut self, io: &Io, folder: &str) {
        let (released, kept) = std::mem::take(&mut self.folders).into_iter().partition(|held| within(held, folder));
        self.folders = kept;
        let released: Vec<String> = released;
        for folder in released {
            io.unlock_file(&lock_path(&folder)).await;
        }
    }

    /// Releases all locks.
    pub(super) async fn release_all(&mut self, io: &Io) {
        for folder in std::mem::take(&mut self.folders) {
            io.unlock_file(&lock_path(&folder)).await;
        }
    }
}

fn lock_path(folder: &str) -> String {
    format!("{folder}/{NAME}")
}

/// Returns the folder of the task that an edit changes or moves. A new task needs no lock.
fn folder_of(edit: &JournalEdit) -> Option<&str> {
    let path = match edit {
        JournalEdit::Write { path, before: Some(_), .. } | JournalEdit::Remove { path, .. } => path,
        JournalEdit::Move { from, .. } => from,
        _ => return None,
    };
    match classify(path) {
        PathKind::TaskFile { layout: Layout::Json, .. } => Some(parent(path)),
        PathKind::TaskFile { .. } => None,
        _ => {
            let is_folder = matches!(edit, JournalEdit::Move { .. }) && within(path, ROOT) && path != ROOT;
            let is_json = || parse_task_folder(name(path)).iter().all(|name| name.layout == Layout::Json);
            (is_folder && is_json()).then_some(path.as_str())
        }
    }
}
