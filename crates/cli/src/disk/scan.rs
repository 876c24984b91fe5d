//! One look at folders and all that is below them, in which several threads take part.
//!
//! Invariant: no symbolic link is followed. A folder is watched before its names are read: what appears meanwhile is told twice and not never.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use handoff_engine::Engine;
use handoff_engine::tree::{Tree, path_of};
use handoff_protocol::FileState;

use crate::disk::file::NotAFile;
use crate::disk::folder::{Folder, Kind, Stamp};
use crate::disk::parallel::run_all;
use crate::disk::watch::{Watch, Watched};

/// How many files are told at once while everything is told for the first time.
const PORTION: usize = 64;

/// The longest path that the system takes. Going from folder to folder leads deeper, but nothing there could be written.
const LONGEST: usize = 4095;

/// By what a change of each file that was read is noticed without reading it again.
pub type Stamps = BTreeMap<String, Stamp>;

/// Gives a portion of news to whoever takes it.
pub type HandOver<'a> = dyn Fn(Vec<FileState>) + Sync + 'a;

/// A folder that is still to be looked into.
struct Step {
    /// The folder in which it is, where that is open.
    above: Option<Arc<Folder>>,
    path: String,
}

/// One look, as all who take part in it share it.
pub struct Look<'a> {
    pub root: &'a Path,
    /// What the engine knows: whatever is different from it is news.
    pub known: &'a Tree,
    /// The files that the engine knows from an earlier look.
    pub stamps: &'a Stamps,
    pub watch: Option<&'a Watch>,
    /// Who takes news while there are more to come.
    pub portions: Option<&'a HandOver<'a>>,
}

/// What one of those who take part has found.
#[derive(Default)]
pub struct Finds {
    /// Each path at which something is.
    pub found: Vec<String>,
    pub stamps: Vec<(String, Stamp)>,
    pub news: Vec<FileState>,
    pub watched: Watched,
    /// Whether a folder could not be watched.
    pub is_unwatched: bool,
    /// Paths that could not be opened because too many files were open.
    starved: Vec<String>,
    /// Whether this is the second attempt, with as few open files as possible.
    is_second: bool,
}

impl Finds {
    fn add(&mut self, mut other: Finds) {
        self.found.append(&mut other.found);
        self.stamps.append(&mut other.stamps);
        self.news.append(&mut other.news);
        self.watched.append(&mut other.watched);
        self.is_unwatched |= other.is_unwatched;
        self.starved.append(&mut other.starved);
    }

    fn tell(&mut self, state: FileState, known: &Tree) {
        self.found.push(path_of(&state).to_owned());
        if !known.knows(&state) {
            self.news.push(state);
        }
    }

    fn fail(&mut self, path: String, reason: String, is_folder: bool, known: &Tree) {
        self.tell(FileState::Unreadable { path, reason, is_folder }, known);
    }

    /// Takes down that something could not be opened or read.
    fn unopened(&mut self, path: String, error: &io::Error, is_folder: bool, known: &Tree) {
        if is_missing(error) {
            // It went while we looked.
        } else if is_starved(error) && !self.is_second {
            self.starved.push(path);
        } else {
            self.fail(path, error.to_string(), is_folder, known);
        }
    }
}

impl Look<'_> {
    /// Looks at everything.
    pub fn all(&self) -> Finds {
        self.complete(self.at(vec![Step { above: None, path: String::new() }]))
    }

    /// Finds that there is nothing that could be looked at.
    pub fn nothing(&self, reason: &str) -> Finds {
        let mut finds = Finds::default();
        finds.fail(String::new(), reason.to_owned(), true, self.known);
        finds
    }

    /// Looks at some paths and all that is below them.
    pub fn some(&self, paths: Vec<String>) -> Finds {
        let mut finds = Finds::default();
        let mut steps = Vec::new();
        for path in paths {
            self.path(&mut finds, path, &mut steps);
        }
        finds.add(self.at(steps));
        self.complete(finds)
    }

    /// Looks once more at what could not be opened because too many files were open. Only a folder and a file in it are open at a time now.
    fn complete(&self, mut finds: Finds) -> Finds {
        let mut left = take(&mut finds.starved);
        finds.is_second = true;
        while let Some(path) = left.pop() {
            let (mut steps, mut below) = (Vec::new(), Vec::new());
            if path.is_empty() {
                steps.push(Step { above: None, path });
            } else {
                self.path(&mut finds, path, &mut steps);
            }
            for step in steps {
                self.folder(&mut finds, step, &mut below);
            }
            left.extend(below.into_iter().map(|step| step.path));
        }
        finds
    }

    /// Looks at one path, whatever is there.
    fn path(&self, finds: &mut Finds, path: String, steps: &mut Vec<Step>) {
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", &path));
        match Folder::at(&place(self.root, parent)).and_then(|above| Ok((above.kind(name)?, above))) {
            Ok((Kind::Folder, _)) => steps.push(Step { above: None, path }),
            Ok((kind, above)) => self.entry(finds, &Arc::new(above), kind, path, steps),
            Err(error) => finds.unopened(path, &error, true, self.known),
        }
    }

    /// Looks into folders and all that is below them.
    fn at(&self, steps: Vec<Step>) -> Finds {
        let all = run_all(steps, Finds::default, |finds, step, below| {
            self.folder(finds, step, below);
            if let Some(hand_over) = self.portions
                && finds.news.len() >= PORTION
            {
                hand_over(take(&mut finds.news));
            }
        });
        let mut whole = Finds::default();
        for finds in all {
            whole.add(finds);
        }
        whole
    }

    fn folder(&self, finds: &mut Finds, Step { above, path }: Step, below: &mut Vec<Step>) {
        let found = self.open(finds, above.as_deref(), &path).and_then(|folder| {
            let mut entries = Vec::new();
            folder.entries(|name, kind| {
                let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
                if Engine::is_content(&path) {
                    entries.push((path, kind));
                }
            })?;
            Ok((Arc::new(folder), entries))
        });
        match found {
            Ok((folder, entries)) => {
                if !path.is_empty() {
                    finds.tell(FileState::Folder { path }, self.known);
                }
                for (path, kind) in entries {
                    self.entry(finds, &folder, kind, path, below);
                }
            }
            Err(error) => {
                // Nothing tells when the top can be read again.
                finds.is_unwatched |= path.is_empty() && !is_missing(&error);
                finds.unopened(path, &error, true, self.known);
            }
        }
    }

    fn open(&self, finds: &mut Finds, above: Option<&Folder>, path: &str) -> io::Result<Folder> {
        let place = place(self.root, path);
        if place.as_os_str().len() > LONGEST {
            return Err(io::Error::other("Its path is too long."));
        }
        let folder = above.map_or_else(|| Folder::at(&place), |above| above.folder(name_of(path)))?;
        // The watch comes before the names are read: what appears meanwhile is told twice and not never.
        if let Some(watch) = self.watch
            && !watch.add(&place, path, &mut finds.watched)
        {
            finds.is_unwatched = true;
        }
        Ok(folder)
    }

    fn entry(&self, finds: &mut Finds, above: &Arc<Folder>, kind: Kind, path: String, below: &mut Vec<Step>) {
        match kind {
            Kind::Folder => below.push(Step { above: Some(Arc::clone(above)), path }),
            Kind::File => self.file(finds, above, path),
            Kind::Link => finds.tell(FileState::Link { path }, self.known),
            Kind::Other => finds.fail(path, NotAFile.to_string(), false, self.known),
        }
    }

    fn file(&self, finds: &mut Finds, above: &Folder, path: String) {
        let name = name_of(&path);
        // A commit may have moved or removed what lay there, and somebody may have brought it back.
        if self.known.file(&path).is_some()
            && let Some(stamp) = self.stamps.get(&path)
            && above.stamp(name).is_ok_and(|now| now == *stamp)
        {
            return finds.found.push(path);
        }
        match above.read(name) {
            Ok((stamp, bytes)) => {
                finds.stamps.push((path.clone(), stamp));
                finds.tell(FileState::File { path, bytes }, self.known);
            }
            Err(error) => finds.unopened(path, &error, false, self.known),
        }
    }
}

/// Whether nothing is there.
pub fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Whether this process, or all together, have too many files open.
fn is_starved(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let number = error.raw_os_error();
        number == Some(Errno::MFILE.raw_os_error()) || number == Some(Errno::NFILE.raw_os_error())
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Where a path below a folder is.
pub fn place(root: &Path, path: &str) -> PathBuf {
    if path.is_empty() { root.to_path_buf() } else { root.join(path) }
}
