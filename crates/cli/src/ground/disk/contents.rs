//! The files below a folder, and their differences to what the engine knows.
//!
//! Invariant: no symbolic link is followed. What is not reported is as the engine knows it, or
//! changed during the scan and is reported by the next one.

use std::collections::BTreeSet;
use std::fs;
use std::mem::take;
use std::sync::mpsc::channel;
use std::thread;

use handoff_engine::Engine;
use handoff_engine::tree::{Entry, Tree, parent, state_path, within};
use handoff_protocol::FileState;

use crate::ground::disk::roots::{Roots, SHARED};
use crate::ground::disk::scan::{OnBatch, Scan, ScanResult, Stamps, is_missing};
use crate::ground::disk::watch::Watch;
use crate::ground::threads;

/// The files of a folder that is scanned repeatedly.
#[derive(Debug)]
pub struct Contents {
    roots: Roots,
    stamps: Stamps,
    /// Paths that the system refused to read, and are tried again by each scan: no watch reports that another
    /// program has closed a file.
    refused: BTreeSet<String>,
    /// True if another scan is expected, so that watching the folders pays off.
    is_long_lived: bool,
    pub(super) watch: Option<Watch>,
}

impl Contents {
    /// Creates the contents of a folder, which need not exist. Pass `is_long_lived` if it is
    /// scanned more than once.
    pub fn new(roots: Roots, is_long_lived: bool) -> Contents {
        Contents { roots, stamps: Stamps::new(), refused: BTreeSet::new(), is_long_lived, watch: None }
    }

    /// Passes all files to `take` in batches, in no order, while it goes on reading. `read` runs on
    /// the thread that has read the file, in parallel to others. Watching each folder would make
    /// this scan a tenth slower, so the second scan sets up the watches, and sees what has changed
    /// meanwhile.
    pub fn read_all<T: Send>(&mut self, read: impl Fn(FileState) -> T + Send + Sync, take: impl FnMut(Vec<T>)) {
        let (sender, receiver) = channel();
        let mut scan = move || {
            let on_batch = |states: Vec<FileState>| {
                // The receiver lives until the sender is dropped.
                let _ = sender.send(states.into_iter().map(&read).collect());
            };
            on_batch(self.scan_all(&Tree::default(), Some(&on_batch)));
        };
        if !threads::ARE_AVAILABLE {
            scan();
            // The receiver ends with the last sender.
            drop(scan);
            return receiver.iter().for_each(take);
        }
        thread::scope(|scope| {
            scope.spawn(scan);
            receiver.iter().for_each(take);
        });
    }

    /// Returns true if the system reports changes, so that the next scan looks only at what has changed.
    pub fn is_watching(&self) -> bool {
        self.watch.is_some()
    }

    /// Returns what differs from `tree`, the engine's. Only that tree says what the engine knows:
    /// commits change it between two scans.
    pub fn changes(&mut self, tree: &Tree) -> Vec<FileState> {
        match self.watch.as_mut().and_then(Watch::changed_paths) {
            Some(paths) => self.scan_paths(paths, tree),
            None => self.scan_all(tree, None),
        }
    }

    /// Scans everything. Returns the changes that were not passed to `on_batch`.
    fn scan_all(&mut self, tree: &Tree, on_batch: Option<&OnBatch<'_>>) -> Vec<FileState> {
        let top = fs::symlink_metadata(self.roots.home()).map(|top| top.is_dir());
        let needs_watch =
            self.is_long_lived && on_batch.is_none() && self.roots.refusal().is_none() && matches!(top, Ok(true));
        self.watch = if needs_watch { Watch::new(self.roots.home(), scanned_folders(tree)) } else { None };
        let is_unwatchable = needs_watch && self.watch.is_none();
        let stamps = take(&mut self.stamps);
        let scan = Scan { roots: &self.roots, tree, stamps: &stamps, watch: self.watch.as_ref(), on_batch };
        let result = match top {
            _ if let Some(reason) = self.roots.refusal() => scan.unreadable_root(reason),
            Ok(true) => scan.all(),
            Ok(false) => scan.unreadable_root("This is not a folder."),
            Err(error) if is_missing(&error) => ScanResult::default(),
            Err(error) => scan.unreadable_root(&error.to_string()),
        };
        // If the system cannot watch the folder, or allows no more watches, do not ask again.
        self.is_long_lived &= !result.is_unwatched && !is_unwatchable;
        self.finish(&[String::new()], tree, stamps, result)
    }

    /// Scans some paths and what is below them.
    fn scan_paths(&mut self, mut paths: BTreeSet<String>, tree: &Tree) -> Vec<FileState> {
        paths.append(&mut self.refused);
        let paths: BTreeSet<String> = paths.into_iter().filter(|path| Engine::is_scanned(path)).collect();
        // A new folder is scanned with all that is in it, so paths in an unknown folder need no
        // scan of their own.
        let is_root = |path: &&String| !is_below_any(path, &paths) && tree.is_folder(parent(path));
        let mut roots: Vec<String> = paths.iter().filter(is_root).cloned().collect();
        if self.roots.has_main() {
            // It is in another folder, which need not exist yet and is not watched.
            roots.retain(|path| !within(path, SHARED));
            roots.push(SHARED.to_owned());
        }
        let mut stamps = take(&mut self.stamps);
        for root in &roots {
            // It was written to, even if its stamp is the same.
            stamps.remove(root);
        }
        let scan = Scan { roots: &self.roots, tree, stamps: &stamps, watch: self.watch.as_ref(), on_batch: None };
        let result = scan.paths(roots.clone());
        self.finish(&roots, tree, stamps, result)
    }

    /// Stores the stamps of the files found below some paths and returns the changes: first what
    /// exists, each folder before its content, and then what has vanished.
    fn finish(&mut self, roots: &[String], tree: &Tree, mut stamps: Stamps, result: ScanResult) -> Vec<FileState> {
        let ScanResult { existing, stamps: new_stamps, mut changes, is_unwatched, refused, .. } = result;
        self.refused = refused.into_iter().collect();
        if is_unwatched {
            // One folder without a watch makes all of them useless; the next scan starts over.
            self.watch = None;
        }
        // `append` would build the whole map anew.
        stamps.extend(new_stamps);
        self.stamps = stamps;
        changes.sort_by(|a, b| state_path(a).cmp(state_path(b)));
        let existing: BTreeSet<String> = existing.into_iter().collect();
        let vanished: BTreeSet<String> =
            roots.iter().flat_map(|root| tree.find_vanished(root, |path| existing.contains(path))).collect();
        if !vanished.is_empty() {
            self.stamps.retain(|path, _| !vanished.contains(path) && !is_below_any(path, &vanished));
        }
        changes.extend(vanished.into_iter().map(|path| FileState::Gone { path }));
        changes
    }
}

/// Returns the paths of the folders that the engine knows, each after its parent.
fn scanned_folders(tree: &Tree) -> impl Iterator<Item = String> {
    tree.walk("")
        .filter(|(path, entry)| matches!(entry, Entry::Folder(_)) && Engine::is_scanned(path))
        .map(|(path, _)| path)
}

/// Returns true if a parent folder of the path is among some folders.
fn is_below_any(path: &str, folders: &BTreeSet<String>) -> bool {
    let mut path = path;
    while let Some((folder, _)) = path.rsplit_once('/') {
        if folders.contains(folder) {
            return true;
        }
        path = folder;
    }
    false
}

#[cfg(test)]
pub(super) mod tests {
    use std::io;
    use std::path::Path;

    use super::*;
    use crate::ground::disk::Disk;
    use crate::ground::disk::task_folders;
    use crate::ground::disk::temp_dir::TempDir;

    /// A change that another program makes between two scans.
    type Change = fn(&Path) -> io::Result<()>;

    const CHANGES: &[(&str, Change)] = &[
        ("a file comes", |at| fs::write(at.join("tasks/t1/a.json"), "1")),
        ("nothing", |_| Ok(())),
        ("it is written to", |at| fs::write(at.join("tasks/t1/a.json"), "22")),
        ("it is replaced", |at| {
            fs::write(at.join("tasks/t1/.a.tmp.1"), "5")?;
            fs::rename(at.join("tasks/t1/.a.tmp.1"), at.join("tasks/t1/a.json"))
        }),
        ("folders come with a file", |at| {
            fs::create_dir_all(at.join("tasks/t2/t3"))?;
            fs::write(at.join("tasks/t2/t3/b.json"), "b")
        }),
        ("a file comes into one of them", |at| fs::write(at.join("tasks/t2/t3/c.json"), "c")),
        ("a folder gets another name", |at| fs::rename(at.join("tasks/t2"), at.join("tasks/t2-x"))),
        ("something below it changes", |at| fs::write(at.join("tasks/t2-x/t3/c.json"), "d")),
        ("a folder with a name that begins alike", |at| fs::create_dir(at.join("tasks/t2-x-y"))),
        ("it is moved below another and changed there", |at| {
            fs::rename(at.join("tasks/t2-x"), at.join("tasks/t1/t2"))?;
            fs::write(at.join("tasks/t1/t2/t3/c.json"), "e")
        }),
        ("a folder goes and another comes in its place", |at| {
            fs::remove_dir_all(at.join("tasks/t1/t2"))?;
            fs::create_dir_all(at.join("tasks/t1/t2/t9"))?;
            fs::write(at.join("tasks/t1/t2/t9/b.json"), "f")
        }),
        ("a file goes", |at| fs::remove_file(at.join("tasks/t1/a.json"))),
        ("a folder comes in the place of a file", |at| {
            fs::write(at.join("x"), "x")?;
            fs::remove_file(at.join("x"))?;
            fs::create_dir(at.join("x"))
        }),
        ("a file comes in the place of a folder", |at| {
            fs::remove_dir(at.join("x")).and_then(|()| fs::write(at.join("x"), "y"))
        }),
        ("files that are not content come", |at| {
            fs::write(at.join(".lock"), "z").and_then(|()| fs::create_dir(at.join("trash")))
        }),
        #[cfg(unix)]
        ("a link comes", |at| std::os::unix::fs::symlink("tasks", at.join("link"))),
        #[cfg(unix)]
        ("a pipe comes in its place", |at| {
            fs::remove_file(at.join("link"))?;
            std::process::Command::new("mkfifo").arg(at.join("link")).status().map(drop)
        }),
        #[cfg(unix)]
        ("a link to a folder comes in the place of a folder", |at| {
            fs::rename(at.join("tasks/t1"), at.join("tasks/t8"))?;
            std::os::unix::fs::symlink("t8", at.join("tasks/t1"))
        }),
        #[cfg(unix)]
        ("it is a folder again", |at| {
            fs::remove_file(at.join("tasks/t1")).and_then(|()| fs::rename(at.join("tasks/t8"), at.join("tasks/t1")))
        }),
        ("everything goes, and something comes in its place", |at| {
            fs::remove_dir_all(at)?;
            fs::create_dir(at)?;
            fs::write(at.join("z"), "z")
        }),
        ("something more comes", |at| fs::write(at.join("y"), "y")),
        ("everything goes", |at| fs::remove_dir_all(at)),
        ("another folder comes", |at| {
            fs::create_dir_all(at.join("tasks")).and_then(|()| fs::write(at.join("tasks/d.json"), "g"))
        }),
    ];

    pub fn roots(home: &Path) -> Roots {
        Roots::new(home.to_path_buf(), None)
    }

    pub fn apply(tree: &mut Tree, changes: Vec<FileState>) {
        for state in changes {
            tree.apply(state);
        }
    }

    pub fn whole(root: &Path) -> Tree {
        let mut tree = Tree::default();
        Contents::new(roots(root), false).read_all(|state| state, |changes| apply(&mut tree, changes));
        tree
    }

    #[test]
    fn repeated_scans_add_up_to_the_files_on_disk() {
        for is_long_lived in [false, true] {
            let scratch = TempDir::new(&format!("contents-{is_long_lived}"));
            let root = scratch.0.join(".handoff");
            fs::create_dir_all(root.join("tasks/t1")).unwrap();
            let mut contents = Contents::new(roots(&root), is_long_lived);
            let mut tree = Tree::default();
            contents.read_all(|state| state, |changes| apply(&mut tree, changes));
            for (name, change) in CHANGES {
                change(&root).unwrap();
                let changes = contents.changes(&tree);
                apply(&mut tree, changes);
                assert_eq!(tree, whole(&root), "{name}, lasting: {is_long_lived}");
                assert_eq!(contents.changes(&tree), [], "{name}, lasting: {is_long_lived}: reported twice");
            }
        }
    }

    #[test]
    fn parallel_scan_finds_all_files() {
        let scratch = TempDir::new("crowd");
        for number in 0..1_000 {
            let path = format!("tasks/t{}/t{}/t{number}", number % 7, number % 70);
            fs::create_dir_all(scratch.0.join(&path)).unwrap();
            fs::write(scratch.0.join(&path).join("a.json"), number.to_string()).unwrap();
        }
        let mut expected = Tree::default();
        apply(&mut expected, Disk::new(roots(&scratch.0), false).read_below("tasks"));
        for (is_long_lived, gone) in [(false, "tasks/t6/t69"), (true, "tasks/t6/t62")] {
            let mut contents = Contents::new(roots(&scratch.0), is_long_lived);
            let mut tree = Tree::default();
            contents.read_all(|state| state, |changes| apply(&mut tree, changes));
            assert_eq!(tree, expected);
            assert_eq!(contents.changes(&tree), []);
            fs::remove_dir_all(scratch.0.join(gone)).unwrap();
            let changes = contents.changes(&tree);
            apply(&mut tree, changes);
            expected.apply(FileState::Gone { path: gone.to_owned() });
            assert_eq!(tree, expected);
        }
        let mut changes = Contents::new(roots(&scratch.0), false).changes(&Tree::default());
        assert!(changes.is_sorted_by_key(|state| state_path(state).to_owned()), "a folder comes before what is in it");
        changes.retain(|state| matches!(state, FileState::Folder { .. }));
        let names = task_folders::find(&scratch.0, "tasks", |name| name.starts_with('t'));
        assert_eq!(names.len() + 1, changes.len(), "names alone");
    }

    #[test]
    fn only_what_is_appended_to_a_log_is_read() {
        for is_long_lived in [false, true] {
            let scratch = TempDir::new(&format!("log-{is_long_lived}"));
            let folder = scratch.0.join("activity/2026-12");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("w.jsonl"), "{}\n".repeat(1_000)).unwrap();
            let end = |offset, text: &str| FileState::LogEnd {
                path: "activity/2026-12/w.jsonl".to_owned(),
                offset,
                bytes: text.into(),
            };
            let mut contents = Contents::new(roots(&scratch.0), is_long_lived);
            let mut tree = Tree::default();
            let mut first = Vec::new();
            contents.read_all(|state| state, |changes| first.extend(changes));
            assert!(first.contains(&end(3_000, "")), "{first:?}");
            apply(&mut tree, first);
            for (content, expected) in [
                ("{}\n".repeat(1_002), end(3_000, "{}\n{}\n")),
                // Another program has replaced it, so what was read is not its beginning.
                ("{}\n".to_owned(), end(3, "")),
                ("{}\n{\"".to_owned(), end(3, "{\"")),
            ] {
                fs::write(folder.join("w.jsonl"), content).unwrap();
                assert_eq!(contents.changes(&tree), std::slice::from_ref(&expected), "lasting: {is_long_lived}");
                apply(&mut tree, vec![expected]);
                assert_eq!(contents.changes(&tree), [], "lasting: {is_long_lived}");
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn watch_reports_changes_that_keep_the_stamp() {
        let scratch = TempDir::new("trace");
        let file = scratch.0.join("a.json");
        fs::write(&file, "1").unwrap();
        let mut contents = Contents::new(roots(&scratch.0), true);
        let mut tree = Tree::default();
        contents.read_all(|state| state, |changes| apply(&mut tree, changes));
        assert_eq!(contents.changes(&tree), []);
        let stamp = fs::metadata(&file).unwrap().modified().unwrap();
        fs::write(&file, "2").unwrap();
        fs::File::options().write(true).open(&file).unwrap().set_modified(stamp).unwrap();
        assert_eq!(
            contents.changes(&Tree::default()),
            [FileState::File { path: "a.json".to_owned(), bytes: b"2".to_vec() }]
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn file_that_could_not_be_read_is_read_without_a_notification() {
        let scratch = TempDir::new("refused");
        let (root, outside) = (scratch.0.join(".handoff"), scratch.0.join("outside"));
        fs::create_dir(&root).unwrap();
        fs::File::create(&outside).unwrap().set_len(65 << 20).unwrap();
        // What is written by the name outside is not reported.
        fs::hard_link(&outside, root.join("a.json")).unwrap();
        let mut contents = Contents::new(roots(&root), true);
        let mut tree = Tree::default();
        contents.read_all(|state| state, |changes| apply(&mut tree, changes));
        assert!(matches!(tree.get("a.json"), Some(Entry::Unreadable { .. })));
        for _ in 0..2 {
            assert_eq!(contents.changes(&tree), []);
        }
        assert!(contents.is_watching());
        fs::write(&outside, "1").unwrap();
        let read = [FileState::File { path: "a.json".to_owned(), bytes: b"1".to_vec() }];
        assert_eq!(contents.changes(&tree), read);
        assert!(contents.is_watching());
    }

    #[test]
    fn changes_undone_by_others_after_a_commit_are_noticed() {
        for is_long_lived in [false, true] {
            let scratch = TempDir::new(&format!("undone-{is_long_lived}"));
            let root = &scratch.0;
            fs::create_dir_all(root.join("tasks/t1-todo")).unwrap();
            fs::write(root.join("tasks/t1-todo/a.json"), "a").unwrap();
            let mut contents = Contents::new(roots(root), is_long_lived);
            let mut tree = Tree::default();
            contents.read_all(|state| state, |changes| apply(&mut tree, changes));
            assert_eq!(contents.changes(&tree), []);

            // A commit renames a folder and makes one, and the engine's tree follows at once.
            let (todo, done) = ("tasks/t1-todo", "tasks/t1-done");
            fs::rename(root.join(todo), root.join(done)).unwrap();
            fs::create_dir(root.join("tasks/t2")).unwrap();
            tree.rename(todo, done);
            tree.apply(FileState::Folder { path: "tasks/t2".to_owned() });
            // Another program reverts both before the next scan.
            fs::rename(root.join(done), root.join(todo)).unwrap();
            fs::remove_dir(root.join("tasks/t2")).unwrap();
            let changes = contents.changes(&tree);
            apply(&mut tree, changes);
            assert_eq!(tree, whole(root), "lasting: {is_long_lived}");
        }
    }
}
