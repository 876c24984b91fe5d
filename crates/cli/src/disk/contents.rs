//! What lies below a folder, and what of it has changed since the last look.
//!
//! Invariant: no symbolic link is followed. What is not told has not changed, or changed while we looked and is told at the next look.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, FileType, Metadata};
use std::io::{self, ErrorKind, Read as _};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::SystemTime;

use handoff_engine::Engine;
use handoff_protocol::FileState;

use super::watch::Watch;

/// How many files are told at once while everything is told for the first time.
const PORTION: usize = 256;

/// A folder that is looked at again and again.
#[derive(Debug)]
pub struct Contents {
    root: PathBuf,
    /// What was seen at each path at the last look.
    seen: Entries,
    /// Whether a next look is to be expected, so that a watch is worth its making.
    is_lasting: bool,
    /// The watch, and the folder's identity when it was set.
    watch: Option<(Watch, u64)>,
}

type Entries = BTreeMap<String, Seen>;

/// By what a change is noticed without reading.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Folder,
    Other,
    File { size: u64, modified: Option<SystemTime>, identity: u64 },
}

impl Contents {
    /// The folder at that place, which need not exist; looked at once, or again and again.
    pub fn new(root: PathBuf, is_lasting: bool) -> Contents {
        Contents { root, seen: BTreeMap::new(), is_lasting, watch: None }
    }

    /// Tells everything that is there in portions, while it goes on reading.
    pub fn first(&mut self, take: impl FnMut(Vec<FileState>)) {
        let (sender, portions) = channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                let rest = self.everything(Some(&sender));
                // Nobody has gone away who takes them.
                drop(sender.send(rest));
            });
            portions.iter().for_each(take);
        });
    }

    /// What has appeared, changed or vanished since the last look; everything at the first.
    pub fn changes(&mut self) -> Vec<FileState> {
        let root = identity_at(&self.root);
        let watch = self.watch.as_mut().filter(|(_, watched)| Some(*watched) == root);
        match watch.and_then(|(watch, _)| watch.touched()) {
            Some(paths) => self.touched(paths),
            None => self.everything(None),
        }
    }

    fn everything(&mut self, portions: Option<&Sender<Vec<FileState>>>) -> Vec<FileState> {
        let root = identity_at(&self.root);
        let watch = if self.is_lasting { Watch::over(&self.root) } else { None };
        let is_watched = watch.is_some();
        let mut look = Look { before: take(&mut self.seen), watch, portions, ..Look::default() };
        match fs::symlink_metadata(&self.root) {
            Ok(top) if top.is_dir() => look.folder(&self.root, ""),
            Ok(_) => look.tell(unreadable("", "This is not a folder.")),
            Err(_) => {}
        }
        // Where the system allows no more watches, it is not asked again.
        self.is_lasting &= !is_watched || look.watch.is_some();
        self.watch = look.watch.take().zip(root);
        self.seen = take(&mut look.seen);
        look.told()
    }

    /// Looks at some paths and what is below them.
    fn touched(&mut self, paths: BTreeSet<String>) -> Vec<FileState> {
        let (watch, root) = self.watch.take().unzip();
        let mut look = Look { watch, ..Look::default() };
        let mut folder: Option<String> = None;
        for path in paths {
            let is_looked_at = folder.as_ref().is_some_and(|folder| is_below(&path, folder));
            let parent = path.rsplit_once('/').map(|(parent, _)| parent);
            let is_reached = parent.is_none_or(|parent| self.seen.get(parent) == Some(&Seen::Folder));
            if is_looked_at || !is_reached || !Engine::is_content(&path) {
                continue;
            }
            look.before.extend(self.seen.remove_entry(&path));
            let below: Vec<String> =
                self.seen.range(format!("{path}/")..format!("{path}0")).map(|(at, _)| at.clone()).collect();
            look.before.extend(below.iter().filter_map(|path| self.seen.remove_entry(path)));
            let place = self.root.join(&path);
            match fs::symlink_metadata(&place) {
                Ok(data) if data.is_dir() => {
                    folder = Some(path.clone());
                    look.entry(data.file_type(), &place, path);
                }
                Ok(data) => {
                    // It was written to, even where it looks as it did.
                    look.before.remove(&path);
                    look.entry(data.file_type(), &place, path);
                }
                Err(error) if is_missing(&error) => {}
                Err(error) => {
                    look.seen.insert(path.clone(), Seen::Other);
                    look.tell(unreadable(&path, &error.to_string()));
                }
            }
        }
        // One look that could not watch a new folder leaves no watch at all; the next look sees to it.
        self.watch = look.watch.take().zip(root);
        self.seen.append(&mut look.seen);
        look.told()
    }
}

/// A folder and the files directly in it.
pub fn folder_alone(root: &Path, path: &str) -> Vec<FileState> {
    let mut news = vec![FileState::Folder { path: path.to_owned() }];
    for entry in fs::read_dir(root.join(path)).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let path = entry.file_name().to_str().map(|name| format!("{path}/{name}"));
        if let Some(path) = path.filter(|path| is_file && Engine::is_content(path))
            && let Ok((_, bytes)) = read(&entry.path())
        {
            news.push(FileState::File { path, bytes });
        }
    }
    news
}

/// One look.
#[derive(Default)]
struct Look<'a> {
    /// What was known before and has not been found again.
    before: Entries,
    seen: Entries,
    news: Vec<FileState>,
    watch: Option<Watch>,
    /// Who takes news while there are more to come.
    portions: Option<&'a Sender<Vec<FileState>>>,
}

impl Look<'_> {
    fn tell(&mut self, news: FileState) {
        self.news.push(news);
        if let Some(portions) = self.portions
            && self.news.len() >= PORTION
        {
            drop(portions.send(take(&mut self.news)));
        }
    }

    /// What is new, and then what is gone. What lies below a folder that is gone is gone with it.
    fn told(mut self) -> Vec<FileState> {
        let mut last: Option<String> = None;
        for path in self.before.into_keys() {
            if last.as_ref().is_none_or(|last| !is_below(&path, last)) {
                self.news.push(FileState::Gone { path: path.clone() });
                last = Some(path);
            }
        }
        self.news
    }

    fn folder(&mut self, place: &Path, here: &str) {
        // The watch comes first: what appears while the names are read is told twice and not never.
        if self.watch.as_mut().is_some_and(|watch| !watch.add(place, here)) {
            self.watch = None;
        }
        let entries = match fs::read_dir(place) {
            Ok(entries) => entries,
            Err(error) => return self.tell(unreadable(here, &error.to_string())),
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let path = if here.is_empty() { name.to_owned() } else { format!("{here}/{name}") };
            if Engine::is_content(&path)
                && let Ok(kind) = entry.file_type()
            {
                self.entry(kind, &entry.path(), path);
            }
        }
    }

    fn entry(&mut self, kind: FileType, place: &Path, path: String) {
        if kind.is_file() {
            return self.file(place, path);
        }
        let now = if kind.is_dir() { Seen::Folder } else { Seen::Other };
        let is_news = self.before.remove(&path).as_ref() != Some(&now);
        self.seen.insert(path.clone(), now);
        if kind.is_dir() {
            if is_news {
                self.tell(FileState::Folder { path: path.clone() });
            }
            self.folder(place, &path);
        } else if is_news {
            let link = kind.is_symlink();
            self.tell(if link { FileState::Link { path } } else { unreadable(&path, "This is not a regular file.") });
        }
    }

    fn file(&mut self, place: &Path, path: String) {
        let before = self.before.remove(&path);
        let known = before
            .as_ref()
            .filter(|_| fs::symlink_metadata(place).is_ok_and(|data| Some(&seen(&data)) == before.as_ref()));
        if let Some(known) = known {
            self.seen.insert(path, known.clone());
            return;
        }
        match read(place) {
            Ok((now, bytes)) => {
                self.seen.insert(path.clone(), now);
                self.tell(FileState::File { path, bytes });
            }
            // It went while we looked.
            Err(error) if is_missing(&error) => self.before.extend(before.map(|before| (path, before))),
            Err(error) => {
                self.seen.insert(path.clone(), Seen::Other);
                self.tell(unreadable(&path, &error.to_string()));
            }
        }
    }
}

/// A file's content with what it looked like before that was read, in as few calls as it takes.
fn read(place: &Path) -> io::Result<(Seen, Vec<u8>)> {
    let mut file = fs::File::open(place)?;
    let data = file.metadata()?;
    let size = usize::try_from(data.len()).unwrap_or_default();
    // One byte more, so that one call shows that this is all.
    let mut bytes = vec![0; size + 1];
    let mut end = 0;
    while let Some(room) = bytes.get_mut(end..).filter(|room| !room.is_empty()) {
        match file.read(room) {
            Ok(0) => break,
            Ok(length) => end += length,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if end == size {
            break;
        }
    }
    bytes.truncate(end);
    if end > size {
        file.read_to_end(&mut bytes)?;
    }
    Ok((seen(&data), bytes))
}

fn seen(data: &Metadata) -> Seen {
    Seen::File { size: data.len(), modified: data.modified().ok(), identity: identity(data) }
}

fn unreadable(path: &str, reason: &str) -> FileState {
    FileState::Unreadable { path: path.to_owned(), reason: reason.to_owned() }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn identity_at(place: &Path) -> Option<u64> {
    fs::symlink_metadata(place).ok().map(|data| identity(&data))
}

#[cfg(unix)]
fn identity(data: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    data.ino()
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use handoff_engine::tree::Tree;

    use super::*;
    use crate::scratch::Scratch;

    /// What somebody does to a folder between two looks.
    type Deed = fn(&Path) -> io::Result<()>;

    const DEEDS: [(&str, Deed); 17] = [
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
        Contents::new(root.to_path_buf(), false).first(|news| apply(&mut tree, news));
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
            contents.first(|news| apply(&mut tree, news));
            for (name, deed) in DEEDS {
                deed(&root).unwrap();
                apply(&mut tree, contents.changes());
                assert_eq!(tree, whole(&root), "{name}, lasting: {is_lasting}");
                assert_eq!(contents.changes(), [], "{name}, lasting: {is_lasting}: told twice");
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_looks_again_and_again_notices_what_leaves_no_trace() {
        let scratch = Scratch::new("trace");
        let file = scratch.0.join("a.json");
        fs::write(&file, "1").unwrap();
        let mut contents = Contents::new(scratch.0.clone(), true);
        contents.first(drop);
        let stamp = fs::metadata(&file).unwrap().modified().unwrap();
        fs::write(&file, "2").unwrap();
        fs::File::options().write(true).open(&file).unwrap().set_modified(stamp).unwrap();
        assert_eq!(contents.changes(), [FileState::File { path: "a.json".to_owned(), bytes: b"2".to_vec() }]);
    }
}
