//! The folders in which the files of a project are: its own `.handoff`, and for the claims of a
//! linked Git worktree that of the main working tree, so that all worktrees share them.

use std::path::{Path, PathBuf};

use handoff_engine::tree::within;

/// The folder that worktrees share.
pub const SHARED: &str = "local/claims";

/// The `.handoff` folders of a project.
#[derive(Clone, Debug)]
pub struct Roots {
    home: PathBuf,
    /// The `.handoff` folder with the shared files, if it is another one.
    main: Option<PathBuf>,
    /// Why nothing is read or written.
    refusal: Option<String>,
}

impl Roots {
    /// Creates the roots of a `.handoff` folder; `main` is that of the main working tree, if the
    /// project is in a linked one.
    pub fn new(home: PathBuf, main: Option<PathBuf>) -> Roots {
        Roots { home, main, refusal: None }
    }

    /// Returns the roots of a folder in which nothing may be read or written, for a reason that ends a
    /// sentence.
    pub fn refused(home: PathBuf, reason: String) -> Roots {
        Roots { home, main: None, refusal: Some(reason) }
    }

    /// Returns why nothing is read or written.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Returns the project's own folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Returns the folder below which a path is.
    pub fn of(&self, path: &str) -> &Path {
        self.main.as_deref().filter(|_| within(path, SHARED)).unwrap_or(&self.home)
    }

    /// Returns whether the shared files are in another folder.
    pub fn has_main(&self) -> bool {
        self.main.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Barrier;
    use std::thread;

    use handoff_engine::tree::Tree;
    use handoff_protocol::{Action, Answer, FileState};

    use super::*;
    use crate::ground::disk::Disk;
    use crate::ground::disk::temp_dir::TempDir;

    /// Creates the `.handoff` folders of a main working tree and of a linked one.
    fn homes(name: &str) -> (TempDir, PathBuf, PathBuf) {
        let scratch = TempDir::new(name);
        let (main, side) = (scratch.0.join("main"), scratch.0.join("side"));
        fs::create_dir_all(&main).unwrap();
        fs::create_dir_all(side.join("tasks")).unwrap();
        (scratch, main, side)
    }

    fn paths(disk: &mut Disk, tree: &mut Tree) -> Vec<String> {
        for state in disk.changes(tree) {
            tree.apply(state);
        }
        tree.walk("").map(|(path, _)| path).collect()
    }

    #[test]
    fn claims_of_the_main_working_tree_are_seen_whenever_they_change() {
        for is_long_lived in [false, true] {
            let (_scratch, main, side) = homes(&format!("shared-{is_long_lived}"));
            fs::create_dir_all(side.join(SHARED)).unwrap();
            fs::write(side.join(SHARED).join("own.json"), "not shared").unwrap();
            let mut disk = Disk::new(Roots::new(side.clone(), Some(main.clone())), is_long_lived);
            let mut tree = Tree::default();
            assert_eq!(paths(&mut disk, &mut tree), ["local", "tasks"]);
            fs::remove_dir_all(side.join("local")).unwrap();
            assert_eq!(paths(&mut disk, &mut tree), ["tasks"]);
            fs::create_dir_all(main.join(SHARED)).unwrap();
            fs::write(main.join(SHARED).join("t1.json"), "{}").unwrap();
            for _ in 0..2 {
                assert_eq!(paths(&mut disk, &mut tree), ["local", "local/claims", "local/claims/t1.json", "tasks"]);
            }
            assert_eq!(disk.changes(&tree), [], "lasting: {is_long_lived}");
            fs::write(main.join(SHARED).join("t1.json"), "{ }").unwrap();
            let changed = FileState::File { path: "local/claims/t1.json".to_owned(), bytes: b"{ }".to_vec() };
            assert_eq!(disk.changes(&tree), [changed], "lasting: {is_long_lived}");
            fs::remove_dir_all(main.join(SHARED)).unwrap();
            assert!(!paths(&mut disk, &mut tree).contains(&SHARED.to_owned()), "lasting: {is_long_lived}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_on_the_way_to_the_claims() {
        let (scratch, main, side) = homes("shared-link");
        std::os::unix::fs::symlink(&scratch.0, main.join("local")).unwrap();
        let mut disk = Disk::new(Roots::new(side, Some(main)), false);
        let action = Action::Create { path: "local/claims/t1.json".to_owned(), bytes: Vec::new() };
        assert!(matches!(disk.perform(&action), Answer::Failed { .. }));
        fs::create_dir_all(scratch.0.join("claims")).unwrap();
        fs::write(scratch.0.join("claims/t1.json"), "elsewhere").unwrap();
        assert_eq!(
            disk.changes(&Tree::default()).iter().filter(|state| matches!(state, FileState::File { .. })).count(),
            0
        );
    }

    #[test]
    fn one_of_several_worktrees_creates_a_file() {
        const ROUNDS: usize = 300;
        const WRITERS: usize = 4;
        let (_scratch, main, side) = homes("shared-new");
        let disk = Disk::new(Roots::new(side, Some(main)), false);
        let together = Barrier::new(WRITERS);
        let count_wins = &|writer: usize| {
            let mut wins = 0;
            for round in 0..ROUNDS {
                let (from, to) = (format!("{SHARED}/.{round}-{writer}"), format!("{SHARED}/{round}.json"));
                disk.perform(&Action::Write { path: from.clone(), bytes: b"{}".to_vec(), flush: true });
                together.wait();
                match disk.perform(&Action::Replace { from, to, expected: None, flush: true }) {
                    Answer::Ok {} => wins += 1,
                    answer => assert_eq!(answer, Answer::Differs {}),
                }
            }
            wins
        };
        let wins: usize = thread::scope(|scope| {
            let writers: Vec<_> = (0..WRITERS).map(|writer| scope.spawn(move || count_wins(writer))).collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).sum()
        });
        assert_eq!(wins, ROUNDS);
    }
}
