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
fn folder_in_which_nothing_can_be_created_is_watched() {
    let scratch = TempDir::new("watch-denied");
    let project = scratch.0.join("project");
    fs::create_dir_all(project.join("tasks")).unwrap();
    fs::set_permissions(&project, fs::Permissions::from_mode(0o555)).unwrap();
    let (mut contents, mut tree) = watching(&project);
    for size in 0..3 {
        fs::write(project.join("tasks/f"), "x".repeat(size)).unwrap();
        assert_scanned(&mut contents, &mut tree, &project);
        assert!(contents.is_watching());
    }
    fs::set_permissions(&project, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn scan_creates_nothing() {
    let scratch = TempDir::new("watch-nothing");
    let (mut contents, tree) = watching(&scratch.0);
    let written = fs::metadata(&scratch.0).unwrap().modified().unwrap();
    assert_eq!(contents.changes(&tree), []);
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 0);
    assert_eq!(fs::metadata(&scratch.0).unwrap().modified().unwrap(), written);
}
