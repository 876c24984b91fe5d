//! The layers of Markdown of a handover: dated notes, the current state, and monthly archives.
//!
//! Invariant: a file that is not UTF-8 is left out and never changed. The order of notes is that of
//! their dates and of the lines in their files, never that of the files' times.

mod archive;
mod merge;
mod note;
mod state;

use handoff_format::{ArchiveName, NotesName, PathKind, classify};

use crate::Project;
use crate::ground::tree::{Entry, within};
pub use crate::knowledge::handover::archive::{Archive, ArchiveSource};
pub use crate::knowledge::handover::merge::merge;
pub use crate::knowledge::handover::note::{Note, parse_notes};
pub(crate) use crate::knowledge::handover::note::{append_note, unix_lines};
pub use crate::knowledge::handover::state::{CurrentState, STATE};

/// The folder of the files.
pub const FOLDER: &str = "handover";
/// The folder of the dated notes.
const NOTES: &str = "handover/layer1";
/// The folder of the notes that are in an archive.
pub(crate) const ARCHIVED: &str = "handover/layer1/.archived";
/// The folder of the archives.
const ARCHIVES: &str = "handover/layer3";

/// A file of dated notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesFile {
    /// Its path below `.handoff/`.
    pub path: String,
    /// Its tag and date.
    pub name: NotesName,
    /// Its notes, in the order of the file.
    pub notes: Vec<Note>,
}

/// The files of handovers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handover {
    /// The files of dated notes that are in no archive, by date and tag.
    pub files: Vec<NotesFile>,
    /// The archives, by month and tag.
    pub archives: Vec<Archive>,
    /// The current state.
    pub state: Option<CurrentState>,
    /// The paths of files that are not UTF-8 or could not be read.
    pub unreadable: Vec<String>,
}

impl Handover {
    pub(crate) fn of(project: &Project) -> Handover {
        let mut handover = Handover::default();
        for (path, kind, text) in files(project) {
            let Some(text) = text else {
                handover.unreadable.push(path);
                continue;
            };
            match kind {
                PathKind::HandoverNotes(name) if !within(&path, ARCHIVED) => {
                    handover.files.push(NotesFile { notes: parse_notes(text, &name.date), path, name });
                }
                PathKind::HandoverArchive(ArchiveName { month, tag }) => {
                    handover.archives.push(Archive::parse(&month, &tag, text));
                }
                PathKind::HandoverState => handover.state = Some(CurrentState::parse(text)),
                _ => {}
            }
        }
        handover.files.sort_by(|a, b| (&a.name.date, &a.name.tag).cmp(&(&b.name.date, &b.name.tag)));
        handover
    }

    /// Returns all notes of a tag, or of every tag, oldest first. A note that is both in a file and
    /// in an archive is returned once.
    pub fn notes(&self, tag: Option<&str>) -> Vec<&Note> {
        let tag = tag.map(handoff_format::handover_tag);
        let is_wanted = |other: &str| tag.as_ref().is_none_or(|tag| tag.eq_ignore_ascii_case(other));
        let archived =
            self.archives.iter().filter(|archive| is_wanted(&archive.tag)).flat_map(|archive| &archive.notes);
        let filed = self.files.iter().filter(|file| is_wanted(&file.name.tag)).flat_map(|file| &file.notes);
        let mut notes: Vec<&Note> = Vec::new();
        for note in archived.chain(filed) {
            if !notes.iter().any(|other| other.is_same(note)) {
                notes.push(note);
            }
        }
        notes.sort_by(|a, b| a.date.cmp(&b.date));
        notes
    }

    /// Returns the newest note of a tag, or of every tag.
    pub fn newest(&self, tag: Option<&str>) -> Option<&Note> {
        self.notes(tag).pop()
    }

    /// Returns whether a run has a note of a tag, in a file or an archive.
    pub fn has_run(&self, tag: &str, run: &str) -> bool {
        self.notes(Some(tag)).iter().any(|note| note.run.as_deref() == Some(run))
    }

    /// Returns the months before `month`, `YYYY-MM`, that have notes in no archive, oldest first.
    pub fn months_to_compact(&self, month: &str) -> Vec<String> {
        let mut months: Vec<String> =
            self.files.iter().map(|file| file.name.month().to_owned()).filter(|other| other.as_str() < month).collect();
        months.dedup();
        months
    }
}

/// Returns the files of the layers with their texts, by path. The text is `None` if the file is not
/// UTF-8 or could not be read.
pub(crate) fn files(project: &Project) -> impl Iterator<Item = (String, PathKind, Option<&str>)> {
    let layers = [NOTES, "handover/layer2", ARCHIVES].into_iter().flat_map(|folder| project.tree.walk(folder));
    layers.filter_map(|(path, entry)| {
        let kind = classify(&path);
        let is_layer =
            matches!(kind, PathKind::HandoverNotes(_) | PathKind::HandoverState | PathKind::HandoverArchive(_));
        let text = match entry {
            Entry::Folder(_) => return None,
            Entry::File(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        };
        is_layer.then_some((path, kind, text))
    })
}
