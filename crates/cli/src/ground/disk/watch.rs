//! The system's notifications about changes below a folder (library `notify`), so that a scan need
//! not compare every file.
//!
//! Invariant: a path that is not reported has not changed since the watch on its folder was set. If
//! that cannot be guaranteed, there is no watch.
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
use std::time::{Duration, Instant};

use notify::event::{ModifyKind, RenameMode};
use notify::{
    Config, ErrorKind, Event, EventKind, EventKindMask, PathOp, RecommendedWatcher, RecursiveMode, UpdatePathsError,
    WatchPathConfig, Watcher as _,
};

use crate::ground::paths;

/// The maximum time that the notification about the temporary file is awaited. It takes less than a
/// millisecond on Linux and up to some tens on macOS; comparing every file instead takes some
/// hundred in a large project.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The maximum number of notifications between two calls, beyond which every file is compared. The
/// queue of Linux has as many.
const MAX_EVENTS: usize = 16_384;

/// The beginning of the names of temporary files. Git ignores them, and no scan reads them.
const TEMPORARY: &str = ".watch.tmp.";

/// The system watches only the entries of a folder, not what is below its subfolders.
const WATCHES_EACH_FOLDER: bool = cfg!(target_os = "linux");

/// The watches of a folder and its subfolders.
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
    folders: Mutex<Folders>,
    /// True until paths are asked for: what is watched was not read before.
    is_new: bool,
}

#[derive(Debug)]
struct Folders {
    watcher: RecommendedWatcher,
    /// The paths of the folders that are watched, but for changes that were not read yet.
    watched: BTreeSet<String>,
}

impl Folders {
    /// Drops a folder and those below it, as the library does.
    fn forget(&mut self, path: &str) {
        if self.watched.remove(path) {
            let below = format!("{path}/");
            let rest = self.watched.range(below.clone()..).take_while(|path| path.starts_with(&below));
            for path in rest.cloned().collect::<Vec<_>>() {
                self.watched.remove(&path);
            }
        }
    }
}

impl Watch {
    /// Creates a watch for a folder and those of its subfolders that are known, each after its parent.
    /// Returns `None` if notifications are missing or incomplete for its file system, or if no file
    /// can be created in it.
    pub fn new(root: &Path, known: impl Iterator<Item = String>) -> Option<Watch> {
        let root = paths::real_path(root).ok().filter(|root| is_local(root))?;
        let (sender, events) = sync_channel(MAX_EVENTS);
        let is_incomplete = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_incomplete);
        // Waiting for room would block the library's thread, and with it each thread that adds a watch.
        let handler = move |event| {
            if sender.try_send(event).is_err() {
                flag.store(true, Ordering::Release);
            }
        };
        let config = Config::default().with_follow_symlinks(false).with_event_kinds(EventKindMask::CORE);
        let mut watcher = RecommendedWatcher::new(handler, config).ok()?;
        let mode = if WATCHES_EACH_FOLDER { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };
        watcher.watch(&root, mode).ok()?;
        let folders = Mutex::new(Folders { watcher, watched: BTreeSet::new() });
        remove_temporary_files(&root);
        let temporary = format!("{TEMPORARY}{:016x}-", getrandom::u64().ok()?);
        let events = Mutex::new(events);
        let mut watch = Watch { root, temporary, count: 0, events, is_incomplete, folders, is_new: true };
        watch.changed_paths()?;
        watch.is_new = true;
        watch.add_known(known).then_some(watch)
    }

    /// Watches folders. Messages to the library's thread one by one would take several times as long.
    fn add_known(&mut self, known: impl Iterator<Item = String>) -> bool {
        if !WATCHES_EACH_FOLDER {
            return true;
        }
        let Folders { watcher, watched } = self.folders.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut operations = Vec::new();
        for path in known {
            operations.push(PathOp::Watch(self.root.join(&path), without_links()));
            watched.insert(path);
        }
        while let Err(UpdatePathsError { source, origin, remaining }) = watcher.update_paths(operations) {
            // The folder was removed meanwhile, which the watch of its parent reports.
            let Some(origin) = origin.filter(|_| is_missing(&source)) else { return false };
            let path = origin.as_path().strip_prefix(&self.root).ok().and_then(Path::to_str);
            watched.remove(path.unwrap_or_default());
            operations = remaining;
        }
        true
    }

    /// Watches the entries of a folder. Returns false if the system refuses.
    pub fn add(&self, path: &str) -> bool {
        if !WATCHES_EACH_FOLDER || path.is_empty() {
            return true;
        }
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let is_watched = !folders.watched.insert(path.to_owned());
        if is_watched && self.is_new {
            return true;
        }
        let folder = self.root.join(path);
        if is_watched {
            // The library keeps a watch that it has at this path, even if another folder is there by now.
            let _ = folders.watcher.unwatch(&folder);
        }
        match folders.watcher.watch_with(&folder, without_links()) {
            Err(error) => is_missing(&error),
            Ok(()) => true,
        }
    }

    /// Returns the paths that changed since the last call, or `None` if notifications were lost or
    /// the root was replaced.
    pub fn changed_paths(&mut self) -> Option<BTreeSet<String>> {
        self.is_new = false;
        let temporary = self.create_temporary_file().ok()?;
        let events = self.events.get_mut().unwrap_or_else(PoisonError::into_inner);
        let folders = self.folders.get_mut().unwrap_or_else(PoisonError::into_inner);
        let deadline = now() + MAX_WAIT;
        let mut changed = BTreeSet::new();
        loop {
            let event = events.recv_timeout(deadline.saturating_duration_since(now())).ok()?.ok()?;
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
                let Some(path) = parts.map(|parts| parts.join("/")) else { continue };
                if is_departure(event.kind) {
                    folders.forget(&path);
                }
                changed.insert(path);
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

#[allow(clippy::disallowed_methods, reason = "a shell has the clock that the engine lacks")]
fn now() -> Instant {
    Instant::now()
}

/// Returns true if what was at a path was removed or got another name.
fn is_departure(kind: EventKind) -> bool {
    matches!(kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(RenameMode::From)))
}

fn without_links() -> WatchPathConfig {
    WatchPathConfig::new(RecursiveMode::NonRecursive).with_dereference_symlinks(false)
}

fn is_missing(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
        _ => false,
    }
}

/// Returns true if no other machine can change the folder's file system without a notification.
#[cfg(target_os = "linux")]
fn is_local(folder: &Path) -> bool {
    /// bcachefs, btrfs, ext2 to ext4, f2fs, overlayfs, tmpfs, xfs, zfs (statfs(2)).
    const LOCAL_FILE_SYSTEMS: [u64; 8] =
        [0xca45_1a4e, 0x9123_683e, 0xef53, 0xf2f5_2010, 0x794c_7630, 0x0102_1994, 0x5846_5342, 0x2fc1_2fc1];
    let magic = rustix::fs::statfs(folder).ok().and_then(|system| u64::try_from(system.f_type).ok());
    magic.is_some_and(|magic| LOCAL_FILE_SYSTEMS.contains(&magic))
}

#[cfg(target_os = "macos")]
fn is_local(folder: &Path) -> bool {
    const MNT_LOCAL: u32 = 0x1000;
    rustix::fs::statfs(folder).is_ok_and(|system| system.f_flags & MNT_LOCAL != 0)
}

#[cfg(windows)]
fn is_local(folder: &Path) -> bool {
    use std::path::{Component, Prefix};
    let Some(Component::Prefix(prefix)) = folder.components().next() else { return false };
    matches!(prefix.kind(), Prefix::Disk(_) | Prefix::VerbatimDisk(_))
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
fn is_local(_: &Path) -> bool {
    false
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::collections::VecDeque;
    use std::env;
    use std::fs::{self, File};
    use std::io::{self, Write as _};
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::path::{Path, PathBuf};
    use std::sync::mpsc::channel;
    use std::thread;

    use handoff_engine::tree::Tree;

    use crate::ground::disk::contents::Contents;
    use crate::ground::disk::contents::tests::{apply, roots, whole};
    use crate::ground::disk::temp_dir::TempDir;

    /// The number of rounds of each seed.
    const ROUNDS: usize = 100;

    /// Changes files and folders at random, with the same names again and again. What fails, such as
    /// the removal of what is not there, changes nothing.
    struct Writer {
        project: PathBuf,
        outside: PathBuf,
        random: u64,
        /// The size of the next file. Two files of one size within one tick of the clock look alike.
        size: usize,
        /// Folders that stay open, so that their inodes outlive their removal.
        open: VecDeque<File>,
    }

    impl Writer {
        /// A xorshift generator: equal seeds give equal numbers.
        fn below(&mut self, bound: usize) -> usize {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            usize::try_from(self.random % bound as u64).unwrap()
        }

        fn folder(&mut self, top: &Path) -> PathBuf {
            (0..self.below(4)).fold(top.join("tasks"), |path, _| path.join(["a", "b", "c"][self.below(3)]))
        }

        fn file(&mut self, top: &Path) -> PathBuf {
            self.folder(top).join(["f", "g"][self.below(2)])
        }

        fn write(&mut self, path: &Path) -> io::Result<()> {
            self.size += 1;
            fs::write(path, "x".repeat(self.size))
        }

        fn step(&mut self) -> io::Result<()> {
            let (project, outside) = (self.project.clone(), self.outside.clone());
            match self.below(14) {
                0 | 1 => {
                    let folder = self.folder(&project);
                    fs::create_dir_all(&folder)?;
                    self.write(&folder.join("f"))
                }
                2..=4 => self.file(&project).as_path().parent().map_or(Ok(()), fs::create_dir_all),
                5 | 6 => {
                    let file = self.file(&project);
                    self.write(&file)
                }
                7 => fs::rename(self.file(&project), self.file(&project)),
                // Also over an empty folder.
                8 => fs::rename(self.folder(&project), self.folder(&project)),
                9 => fs::rename(self.folder(&project), self.folder(&outside)),
                10 => {
                    let (source, target) = (self.folder(&outside), self.folder(&project));
                    self.write(&source.join("g"))?;
                    fs::rename(source, target)
                }
                11 => fs::remove_file(self.file(&project)),
                12 => {
                    fs::remove_dir_all(self.folder(&project))?;
                    fs::create_dir_all(project.join("tasks"))
                }
                _ => {
                    let folder = self.folder(&project);
                    self.open.push_back(File::open(&folder)?);
                    if self.open.len() > 4 {
                        self.open.pop_front();
                    }
                    let link = self.file(&project);
                    // A removed folder cannot hold the link.
                    let _ = fs::remove_file(&link);
                    symlink(&outside, link)
                }
            }
        }

        fn steps(&mut self) {
            for _ in 0..=self.below(6) {
                // It may be that there is nothing to rename or to remove.
                let _ = self.step();
            }
        }
    }

    /// Lets another thread change files, in each round before a scan and during another, and compares
    /// what the scans report with all files.
    fn run_beside_writer(seed: u64) {
        let scratch = TempDir::new(&format!("watch-{seed}"));
        let (project, outside) = (scratch.0.join("project"), scratch.0.join("outside"));
        fs::create_dir_all(project.join("tasks")).unwrap();
        fs::create_dir_all(outside.join("tasks")).unwrap();
        let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut writer = Writer { project: project.clone(), outside, random, size: 0, open: VecDeque::new() };
        let mut contents = Contents::new(roots(&project), true);
        let mut tree = Tree::default();
        let changes = contents.changes(&tree);
        apply(&mut tree, changes);
        let (ask, asked) = channel();
        let (answer, answered) = channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                for () in asked {
                    writer.steps();
                    answer.send(()).unwrap();
                }
            });
            for round in 0..ROUNDS {
                for is_beside in [true, false] {
                    ask.send(()).unwrap();
                    if is_beside {
                        let changes = contents.changes(&tree);
                        apply(&mut tree, changes);
                    }
                    answered.recv().unwrap();
                }
                let changes = contents.changes(&tree);
                apply(&mut tree, changes);
                assert_eq!(tree, whole(&project), "seed {seed}, round {round}");
                assert_eq!(contents.changes(&tree), [], "seed {seed}, round {round}: reported twice");
                assert!(contents.is_watching(), "seed {seed}, round {round}");
            }
            drop(ask);
        });
    }

    #[test]
    fn watch_misses_no_change_of_another_thread() {
        // `npm run hostile` sets both.
        let is_long = env::var("HANDOFF_HOSTILE").is_ok_and(|value| value == "long");
        let first = env::var("HANDOFF_SEED").map_or(1, |text| text.parse().unwrap());
        for seed in first..first + if is_long { 200 } else { 2 } {
            run_beside_writer(seed);
        }
    }

    fn watching(project: &Path) -> (Contents, Tree) {
        let mut contents = Contents::new(roots(project), true);
        let mut tree = Tree::default();
        let changes = contents.changes(&tree);
        apply(&mut tree, changes);
        assert!(contents.is_watching());
        (contents, tree)
    }

    fn assert_scanned(contents: &mut Contents, tree: &mut Tree, project: &Path) {
        let changes = contents.changes(tree);
        apply(tree, changes);
        assert_eq!(*tree, whole(project));
    }

    #[test]
    fn replaced_root_is_noticed() {
        let scratch = TempDir::new("watch-root");
        let (project, old) = (scratch.0.join("project"), scratch.0.join("old"));
        fs::create_dir_all(project.join("tasks")).unwrap();
        let (mut contents, mut tree) = watching(&project);
        for size in 1..4 {
            fs::rename(&project, &old).unwrap();
            fs::create_dir_all(project.join("tasks")).unwrap();
            fs::write(project.join("tasks/f"), "x".repeat(size)).unwrap();
            fs::write(old.join("tasks/g"), "elsewhere").unwrap();
            assert_scanned(&mut contents, &mut tree, &project);
            assert!(contents.is_watching());
            fs::write(project.join("tasks/h"), "x".repeat(size)).unwrap();
            assert_scanned(&mut contents, &mut tree, &project);
            fs::remove_dir_all(&old).unwrap();
        }
    }

    #[test]
    fn folder_renamed_over_an_open_one_is_watched() {
        let scratch = TempDir::new("watch-over");
        let project = scratch.0.join("project");
        fs::create_dir_all(project.join("tasks/a")).unwrap();
        fs::create_dir_all(project.join("tasks/b")).unwrap();
        let (mut contents, mut tree) = watching(&project);
        // Its watch goes on.
        let _open = File::open(project.join("tasks/a")).unwrap();
        fs::rename(project.join("tasks/b"), project.join("tasks/a")).unwrap();
        assert_scanned(&mut contents, &mut tree, &project);
        fs::write(project.join("tasks/a/f"), "x").unwrap();
        assert_scanned(&mut contents, &mut tree, &project);
        assert!(contents.is_watching());
    }

    #[test]
    fn more_changes_than_are_remembered_are_found() {
        let scratch = TempDir::new("watch-overflow");
        let project = scratch.0.join("project");
        fs::create_dir_all(project.join("tasks/a")).unwrap();
        let (mut contents, mut tree) = watching(&project);
        let mut files = ["f", "g"].map(|name| File::create(project.join("tasks/a").join(name)).unwrap());
        for _ in 0..9_000 {
            // Several changes of one file in a row would be one notification.
            for file in &mut files {
                file.write_all(b"x").unwrap();
            }
        }
        fs::write(project.join("tasks/f"), "x").unwrap();
        for name in ["g", "h"] {
            assert_scanned(&mut contents, &mut tree, &project);
            fs::write(project.join("tasks/a").join(name), "xx").unwrap();
        }
        assert_scanned(&mut contents, &mut tree, &project);
        assert!(contents.is_watching());
    }

    #[test]
    fn what_a_link_leads_to_is_not_watched() {
        let scratch = TempDir::new("watch-link");
        let (project, outside) = (scratch.0.join("project"), scratch.0.join("outside"));
        fs::create_dir_all(project.join("tasks")).unwrap();
        fs::create_dir_all(outside.join("a")).unwrap();
        symlink(&outside, project.join("tasks/before")).unwrap();
        let (mut contents, mut tree) = watching(&project);
        symlink(&outside, project.join("tasks/after")).unwrap();
        assert_scanned(&mut contents, &mut tree, &project);
        fs::write(outside.join("a/f"), "x").unwrap();
        let changed = contents.watch.as_mut().unwrap().changed_paths().unwrap();
        assert!(!changed.iter().any(|path| path.starts_with("tasks/")), "{changed:?}");
    }

    #[test]
    fn folder_in_which_nothing_can_be_created_is_not_watched() {
        let scratch = TempDir::new("watch-denied");
        let project = scratch.0.join("project");
        fs::create_dir_all(project.join("tasks")).unwrap();
        fs::set_permissions(&project, fs::Permissions::from_mode(0o555)).unwrap();
        // The administrator may create files all the same.
        let can_create = File::create_new(project.join("x")).and_then(|_| fs::remove_file(project.join("x"))).is_ok();
        let mut contents = Contents::new(roots(&project), true);
        let mut tree = Tree::default();
        for size in 0..3 {
            fs::write(project.join("tasks/f"), "x".repeat(size)).unwrap();
            assert_scanned(&mut contents, &mut tree, &project);
            assert_eq!(contents.is_watching(), can_create);
        }
        fs::set_permissions(&project, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn no_temporary_file_stays() {
        let scratch = TempDir::new("watch-temporary");
        fs::write(scratch.0.join(".watch.tmp.0123456789abcdef-7"), "").unwrap();
        let (mut contents, tree) = watching(&scratch.0);
        assert_eq!(contents.changes(&tree), []);
        assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 0);
    }
}
