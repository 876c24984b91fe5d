//! What lies below a folder, and what of it is different from what the engine knows.
//!
//! Invariant: no symbolic link is followed. What is not told is as the engine knows it, or changed while we looked and is told at the next look.

use std::collections::BTreeSet;
use std::fs;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;

use handoff_engine::Engine;
use handoff_engine::tree::{Tree, parent, path_of};
use handoff_protocol::FileState;

use crate::disk::folder::{Folder, Kind};
use crate::disk::scan::{Finds, HandOver, Look, Stamps, is_missing, place};
use crate::disk::watch::Watch;

/// A folder that is looked at again and again.
#[derive(Debug)]
pub struct Contents {
    root: PathBuf,
    stamps: Stamps,
    /// Whether a next look is to be expected, so that a watch is worth its making.
    is_lasting: bool,
    watch: Option<Watch>,
}

impl Contents {
    /// The folder at that place, which need not exist; looked at once, or again and again.
    pub fn new(root: PathBuf, is_lasting: bool) -> Contents {
        Contents { root, stamps: Stamps::new(), is_lasting, watch: None }
    }

    /// Tells everything that is there in portions and in no particular order, while it goes on reading. `read` is done by whoever has found a
    /// piece, beside others. To watch each folder would take a tenth longer, so the second look begins that, and sees what has changed meanwhile.
    pub fn first<T: Send>(&mut self, read: impl Fn(FileState) -> T + Send + Sync, take: impl FnMut(Vec<T>)) {
        let (sender, portions) = channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                // Nobody has gone away who takes them.
                let hand_over = |news: Vec<FileState>| drop(sender.send(news.into_iter().map(&read).collect()));
                hand_over(self.everything(&Tree::default(), Some(&hand_over)));
            });
            portions.iter().for_each(take);
        });
    }

    /// Returns what is different from `known`, the engine's tree. Only that tree says what the engine knows: commits change it
    /// between two looks.
    pub fn changes(&mut self, known: &Tree) -> Vec<FileState> {
        match self.watch.as_mut().and_then(Watch::touched) {
            Some(paths) => self.touched(paths, known),
            None => self.everything(known, None),
        }
    }

    /// Looks at everything, and says what has not been handed over.
    fn everything(&mut self, known: &Tree, portions: Option<&HandOver<'_>>) -> Vec<FileState> {
        let top = fs::symlink_metadata(&self.root).map(|top| top.is_dir());
        let is_to_be_watched = self.is_lasting && portions.is_none() && matches!(top, Ok(true));
        self.watch = if is_to_be_watched { Watch::over(&self.root) } else { None };
        let stamps = take(&mut self.stamps);
        let look = Look { root: &self.root, known, stamps: &stamps, watch: self.watch.as_ref(), portions };
        let finds = match top {
            Ok(true) => look.all(),
            Ok(false) => look.nothing("This is not a folder."),
            Err(error) if is_missing(&error) => Finds::default(),
            Err(error) => look.nothing(&error.to_string()),
        };
        // Where the system allows no more watches, it is not asked again.
        self.is_lasting &= !finds.is_unwatched;
        self.settle(&[String::new()], known, stamps, finds)
    }

    /// Looks at some paths and what is below them.
    fn touched(&mut self, paths: BTreeSet<String>, known: &Tree) -> Vec<FileState> {
        let paths: BTreeSet<String> = paths.into_iter().filter(|path| Engine::is_content(path)).collect();
        // A new folder is looked at with all that is in it, so what lies in an unknown folder needs no look of its own.
        let is_place = |path: &&String| !is_below_any(path, &paths) && known.is_folder(parent(path));
        let places: Vec<String> = paths.iter().filter(is_place).cloned().collect();
        let mut stamps = take(&mut self.stamps);
        for place in &places {
            // It was written to, even if its stamp is the same as before.
            stamps.remove(place);
        }
        let look = Look { root: &self.root, known, stamps: &stamps, watch: self.watch.as_ref(), portions: None };
        let finds = look.some(places.clone());
        self.settle(&places, known, stamps, finds)
    }

    /// Keeps the stamps of what was found at some places and says what of it is news: first what there is, each folder before what is
    /// in it, and then what has vanished.
    fn settle(&mut self, places: &[String], known: &Tree, mut stamps: Stamps, finds: Finds) -> Vec<FileState> {
        let Finds { found, stamps: fresh, mut news, watched, is_unwatched, .. } = finds;
        match &mut self.watch {
            Some(watch) if !is_unwatched => watch.keep(watched),
            // One folder that could not be watched leaves no watch at all; the next look sees to it.
            watch => *watch = None,
        }
        stamps.append(&mut fresh.into_iter().collect());
        self.stamps = stamps;
        news.sort_by(|a, b| path_of(a).cmp(path_of(b)));
        let found: BTreeSet<String> = found.into_iter().collect();
        let vanished: BTreeSet<String> =
            places.iter().flat_map(|place| known.vanished(place, |path| found.contains(path))).collect();
        if !vanished.is_empty() {
            self.stamps.retain(|path, _| !vanished.contains(path) && !is_below_any(path, &vanished));
        }
        news.extend(vanished.into_iter().map(|path| FileState::Gone { path }));
        news
    }
}

/// Whether a folder above the path is among some.
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

/// A folder and the files directly in it.
pub fn folder_alone(root: &Path, path: &str) -> Vec<FileState> {
    let mut news = vec![FileState::Folder { path: path.to_owned() }];
    let Ok(folder) = Folder::at(&place(root, path)) else { return news };
    // What cannot be read is passed over.
    let _ = folder.entries(|name, kind| {
        let path = format!("{path}/{name}");
        if kind == Kind::File
            && Engine::is_content(&path)
            && let Ok((_, bytes)) = folder.read(name)
        {
            news.push(FileState::File { path, bytes });
        }
    });
    news
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::disk::Disk;
    use crate::disk::names;
    use crate::disk::temp_dir::Scratch;

    /// What somebody does to a folder between two looks.
    type CliAction = fn(&Path) -> io::Result<()>;

    const DEEDS: &[(&str, CliAction)] = &[
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
        ("what is nobody's content", |at| {
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

    fn apply(tree: &mut Tree, news: Vec<FileState>) {
        for state in news {
            tree.apply(state);
        }
    }

    fn whole(root: &Path) -> Tree {
        let mut tree = Tree::default();
        Contents::new(root.to_path_buf(), false).first(|state| state, |news| apply(&mut tree, news));
        tree
    }

    #[test]
    fn looks_again_and_again_add_up_to_what_is_there() {
        for is_lasting in [false, true] {
            let scratch = Scratch::new(&format!("contents-{is_lasting}"));
            let root = scratch.0.join(".handoff");
            fs::create_dir_all(root.join("tasks/t1")).unwrap();
            let mut contents = Contents::new(root.clone(), is_lasting);
            let mut tree = Tree::default();
            contents.first(|state| state, |news| apply(&mut tree, news));
            for (name, deed) in DEEDS {
                deed(&root).unwrap();
                let changes = contents.changes(&tree);
                apply(&mut tree, changes);
                assert_eq!(tree, whole(&root), "{name}, lasting: {is_lasting}");
                assert_eq!(contents.changes(&tree), [], "{name}, lasting: {is_lasting}: told twice");
            }
        }
    }

    #[test]
    fn what_several_find_together_is_what_is_there() {
        let scratch = Scratch::new("crowd");
        for number in 0..1_000 {
            let path = format!("tasks/t{}/t{}/t{number}", number % 7, number % 70);
            fs::create_dir_all(scratch.0.join(&path)).unwrap();
            fs::write(scratch.0.join(&path).join("a.json"), number.to_string()).unwrap();
        }
        let mut there = Tree::default();
        apply(&mut there, Disk::new(scratch.0.clone(), false).all_at("tasks"));
        for (is_lasting, gone) in [(false, "tasks/t6/t69"), (true, "tasks/t6/t62")] {
            let mut contents = Contents::new(scratch.0.clone(), is_lasting);
            let mut tree = Tree::default();
            contents.first(|state| state, |news| apply(&mut tree, news));
            assert_eq!(tree, there);
            assert_eq!(contents.changes(&tree), []);
            fs::remove_dir_all(scratch.0.join(gone)).unwrap();
            let changes = contents.changes(&tree);
            apply(&mut tree, changes);
            there.apply(FileState::Gone { path: gone.to_owned() });
            assert_eq!(tree, there);
        }
        let mut told = Contents::new(scratch.0.clone(), false).changes(&Tree::default());
        assert!(told.is_sorted_by_key(|state| path_of(state).to_owned()), "a folder comes before what is in it");
        told.retain(|state| matches!(state, FileState::Folder { .. }));
        let names = names::folders(&scratch.0, "tasks", |name| name.starts_with('t'));
        assert_eq!(names.len() + 1, told.len(), "names alone");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_looks_again_and_again_notices_what_leaves_no_trace() {
        let scratch = Scratch::new("trace");
        let file = scratch.0.join("a.json");
        fs::write(&file, "1").unwrap();
        let mut contents = Contents::new(scratch.0.clone(), true);
        let mut tree = Tree::default();
        contents.first(|state| state, |news| apply(&mut tree, news));
        assert_eq!(contents.changes(&tree), []);
        let stamp = fs::metadata(&file).unwrap().modified().unwrap();
        fs::write(&file, "2").unwrap();
        fs::File::options().write(true).open(&file).unwrap().set_modified(stamp).unwrap();
        assert_eq!(
            contents.changes(&Tree::default()),
            [FileState::File { path: "a.json".to_owned(), bytes: b"2".to_vec() }]
        );
    }

    #[test]
    fn changes_undone_by_others_after_a_commit_are_noticed() {
        for is_lasting in [false, true] {
            let scratch = Scratch::new(&format!("undone-{is_lasting}"));
            let root = &scratch.0;
            fs::create_dir_all(root.join("tasks/t1-todo")).unwrap();
            fs::write(root.join("tasks/t1-todo/a.json"), "a").unwrap();
            let mut contents = Contents::new(root.clone(), is_lasting);
            let mut tree = Tree::default();
            contents.first(|state| state, |news| apply(&mut tree, news));
            assert_eq!(contents.changes(&tree), []);

            // A commit renames a folder and makes one, and the engine's tree follows at once.
            let (todo, done) = ("tasks/t1-todo", "tasks/t1-done");
            fs::rename(root.join(todo), root.join(done)).unwrap();
            fs::create_dir(root.join("tasks/t2")).unwrap();
            tree.rename(todo, done);
            tree.apply(FileState::Folder { path: "tasks/t2".to_owned() });
            // Another program takes both back before the next look.
            fs::rename(root.join(done), root.join(todo)).unwrap();
            fs::remove_dir(root.join("tasks/t2")).unwrap();
            let changes = contents.changes(&tree);
            apply(&mut tree, changes);
            assert_eq!(tree, whole(root), "lasting: {is_lasting}");
        }
    }
}
