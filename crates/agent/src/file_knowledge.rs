//! What is known about a file whose content is at hand, for an editor that shows it at the lines.

use handoff_engine::register::{EntryKind, RegisterEntry};
use handoff_engine::{ProjectReader, normal_path};
use handoff_protocol::view::{FileKnowledge, FileNote, LineRange};
use handoff_protocol::{FileAnswer, PathProbe};

use crate::context_pointers::{Places, path, requests_for_stored_pointers};

/// Returns what is known about a file, with the lines as they are in its text, and without pointers to the
/// folders above it. `file` is relative to the project.
pub fn file_knowledge(reader: ProjectReader<'_>, file: &str, text: &str) -> FileKnowledge {
    let FileKnowledge { notes, memories } = reader.file_knowledge(file);
    let register = reader.register();
    let is_about_file = |entry: &RegisterEntry| {
        let is_pointed_to = || path(&entry.value).is_some_and(|path| normal_path(path) == normal_path(file));
        entry.kind != EntryKind::Pointer || is_pointed_to()
    };
    let entries = notes.into_iter().zip(register.about_file(file));
    let notes: Vec<(FileNote, &RegisterEntry)> = entries.filter(|(_, entry)| is_about_file(entry)).collect();
    let pointers = notes.iter().filter(|(_, entry)| entry.kind == EntryKind::Pointer).map(|(_, entry)| &entry.value);
    let requests = requests_for_stored_pointers(pointers);
    let found = || PathProbe::File { bytes: text.as_bytes().to_vec() };
    let answers = requests.iter().map(|_| FileAnswer { renamed: None, found: found() }).collect();
    let places = Places::new(requests, answers);
    let count = text.lines().count();
    let with_lines = |(mut note, entry): (FileNote, &RegisterEntry)| {
        if entry.kind == EntryKind::Pointer {
            note.change = places.change(&entry.value).map(|(change, _)| change);
            note.lines = places.lines(&entry.value).into_iter().filter_map(range).collect();
        }
        note.lines.retain(|lines| usize::try_from(lines.first).is_ok_and(|first| first <= count));
        note
    };
    FileKnowledge { notes: notes.into_iter().map(with_lines).collect(), memories }
}

/// Converts lines to the type of the views.
fn range((first, last): (usize, usize)) -> Option<LineRange> {
    Some(LineRange { first: u32::try_from(first).ok()?, last: u32::try_from(last).ok()? })
}
