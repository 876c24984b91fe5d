//! The notifications of macOS, Windows and other systems (library `notify`), of which one watch reports all
//! that is below a folder.
//!
//! The library reads the notifications on a thread of its own, so one that is due may not have been
//! read yet. Therefore a temporary file is created first, and its notification is awaited:
//! notifications arrive in the order of the changes.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use notify::{Config, Event, EventKindMask, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::MAX_EVENTS;
use crate::ground::{clock, paths};

/// The maximum time that the notification about the temporary file is awaited. It takes up to some tens of
/// milliseconds on macOS; comparing every file instead takes some hundred in a large project.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The beginning of the names of temporary files. Git ignores them, and no scan reads them.
const TEMPORARY: &str = ".watch.tmp.";

/// The watch of a folder and its subfolders.
#[derive(Debug)]
pub struct Watch {
    root: PathBuf,
    /// The beginning of the names of its temporary files.
    temporary: String,
    /// The number of temporary files so far.
    count: u64,
    events: Mutex<Receiver<notify::Result<Event>>>,
    /// True if there were more notifications than `events` has room for.
    is_incomplete: Arc<AtomicBool>,
    /// Watches until it is dropped.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Creates a watch for a folder and all that is below it. Returns `None` if notifications are missing or
    /// incomplete for its file system, or if no file can be created in it.
    pub fn new(root: &Path, _: impl Iterator<Item = String>) -> Option<Watch> {
        let root = paths::real_path(root).ok().filter(|root| is_local(root))?;
        let (sender, events) = sync_channel(MAX_EVENTS);
        let is_incomplete = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_incomplete);
        // Waiting for room would block the library's thread.
        let handler = move |event| {
            if sender.try_send(event).is_err() {
                flag.store(true, Ordering::Release);
            }
        };
        let config = Config::default().with_follow_symlinks(false).with_event_kinds(EventKindMask::CORE);
        let mut watcher = RecommendedWatcher::new(handler, config).ok()?;
        watcher.watch(&root, RecursiveMode::Recursive).ok()?;
        remove_temporary_files(&root);
        let temporary = format!("{TEMPORARY}{:016x}-", getrandom::u64().ok()?);
        let events = Mutex::new(events);
        let mut watch = Watch { root, temporary, count: 0, events, is_incomplete, _watcher: watcher };
        watch.changed_paths()?;
        Some(watch)
    }

    /// Does nothing: what is below the root is watched.
    pub fn add(&self, _: &str) -> bool {
        true
    }

    /// Returns the paths that changed since the last call, or `None` if notifications were lost or
    /// the root was replaced.
    pub fn changed_paths(&mut self) -> Option<BTreeSet<String>> {
        let temporary = self.create_temporary_file().ok()?;
        let events = self.events.get_mut().unwrap_or_else(PoisonError::into_inner);
        let deadline = clock::instant() + MAX_WAIT;
        let mut changed = BTreeSet::new();
        loop {
            let event = events.recv_timeout(deadline.saturating_duration_since(clock::instant())).ok()?.ok()?;
            if event.need_rescan() || self.is_incomplete.load(Ordering::Acquire) {
                return None;
            }
            for path in &event.paths {
                let path = path.strip_prefix(&self.root).ok()?;
                if path.as_os_str() == temporary.as_str() {
                    return Some(changed);
                }
                // The root itself was removed, renamed, or got other permissions.
                path.file_name()?;
                let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
                // Scans skip names that are not UTF-8.
                changed.extend(parts.map(|parts| parts.join("/")));
            }
        }
    }

    /// Creates a temporary file and removes it. Returns its name.
    fn create_temporary_file(&mut self) -> io::Result<String> {
        self.count += 1;
        let name = format!("{}{}", self.temporary, self.count);
        let path = self.root.join(&name);
        File::create_new(&path)?;
        match fs::remove_file(&path) {
            // Another server that starts may have removed it.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(name),
        }
    }
}

/// Removes the temporary files of servers that were killed. Those of running ones are not missed: what
/// they wait for is the notification.
fn remove_temporary_files(root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            // It stays ignored if it cannot be removed.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns true if no other machine can change the folder's file system without a notification.
#[cfg(target_os = "macos")]
fn is_local(folder: &Path) -> bool {
    const MNT_LOCAL: u32 = 0x1000;
    rustix::fs::statfs(folder).is_ok_and(|system| system.f_flags & MNT_LOCAL != 0)
}

/// Returns true if no other machine can change the folder's file system without a notification.
#[cfg(windows)]
fn is_local(folder: &Path) -> bool {
    use std::path::{Component, Prefix};
    let Some(Component::Prefix(prefix)) = folder.components().next() else { return false };
    matches!(prefix.kind(), Prefix::Disk(_) | Prefix::VerbatimDisk(_))
}

/// Returns false: it is not known which other machine can change the folder's file system.
#[cfg(not(any(target_os = "macos", windows)))]
fn is_local(_: &Path) -> bool {
    false
}
