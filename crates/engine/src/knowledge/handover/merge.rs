//! Merges versions of a file of a handover, for Git's merge driver.
//!
//! Invariant: every note of both sides is in the result exactly once.

use handoff_format::{ArchiveName, NotesName, PathKind, classify};

use crate::ground::merge::below_handoff;
use crate::ground::texts;
use crate::knowledge::handover::archive::Archive;
use crate::knowledge::handover::note::{Note, append_note, line_end, parse_notes, split_header, unix_lines};
use crate::knowledge::handover::state::CurrentState;

/// Merges three versions of the file at a path of the repository. Returns `None` if it is no file of
/// a handover, or has to be merged as text.
pub fn merge(path: &str, base: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>> {
    let text = |bytes| std::str::from_utf8(bytes).ok();
    let (base, ours, theirs) = (text(base)?, text(ours)?, text(theirs)?);
    let merged = match classify(below_handoff(path)) {
        PathKind::HandoverNotes(name) => notes(&name, base, ours, theirs),
        PathKind::HandoverArchive(name) => archive(&name, base, ours, theirs)?,
        PathKind::HandoverState => state(ours, theirs)?.to_owned(),
        _ => return None,
    };
    Some(merged.into_bytes())
}

/// Merges files of dated notes, with the line ends of this side.
fn notes(name: &NotesName, base: &str, ours: &str, theirs: &str) -> String {
    let parse = |text| parse_notes(text, &name.date);
    let header = split_header(ours).0.or(split_header(theirs).0);
    let merged = union(&parse(base), parse(ours), parse(theirs));
    let start = header.map(|header| format!("{header}{}", line_end(ours))).unwrap_or_default();
    merged.iter().fold(start, |text, note| append_note(&text, note))
}

/// Returns the notes of both sides by time. A note that one side has changed is the changed one; if
/// both have, both are kept.
fn union(base: &[Note], ours: Vec<Note>, theirs: Vec<Note>) -> Vec<Note> {
    let is_in_base = |note: &Note| base.iter().any(|other| other.is_same(note));
    let mut merged = ours;
    for note in theirs {
        if merged.iter().any(|other| other.is_same(&note)) {
            continue;
        }
        match merged.iter_mut().find(|other| other.run == note.run && other.date == note.date) {
            Some(_) if is_in_base(&note) => {}
            Some(other) if is_in_base(other) => *other = note,
            // Two texts without a heading would become one.
            Some(_) if note.run.is_none() => {
                let note = Note::imported(&note.date, texts::OTHER_NOTE, &note.raw);
                if !merged.iter().any(|other| other.is_same(&note)) {
                    merged.push(note);
                }
            }
            _ => merged.push(note),
        }
    }
    merged.sort_by(|a, b| (&a.date, a.run.is_some(), &a.time).cmp(&(&b.date, b.run.is_some(), &b.time)));
    merged
}

/// Merges archives. Returns `None` if none of them has a part of ours.
fn archive(name: &ArchiveName, base: &str, ours: &str, theirs: &str) -> Option<String> {
    let parse = |text| Archive::parse(&name.month, &name.tag, text);
    let (base, mut ours, mut theirs) = (parse(base), parse(ours), parse(theirs));
    if ours.sources.is_empty() && theirs.sources.is_empty() {
        return None;
    }
    ours.notes = union(&base.notes, std::mem::take(&mut ours.notes), std::mem::take(&mut theirs.notes));
    for (own, other, old) in
        [(&mut ours.summary, &mut theirs.summary, &base.summary), (&mut ours.head, &mut theirs.head, &base.head)]
    {
        if own == old {
            own.clone_from(other);
        } else if other == old {
            other.clone_from(own);
        }
    }
    ours.absorb(theirs);
    Some(ours.render())
}

/// Chooses one of two versions of the current state: a text that a person wrote, else the newer one.
/// Returns `None` if both sides have a text that Handoff did not write.
fn state<'t>(ours: &'t str, theirs: &'t str) -> Option<&'t str> {
    let (own, other) = (CurrentState::parse(ours), CurrentState::parse(theirs));
    let time = |state: &CurrentState| state.written_at.as_deref().map(crate::ground::timestamp::sort_key);
    match (own.is_generated, other.is_generated) {
        (true, true) if time(&other) > time(&own) => Some(theirs),
        (true, false) => Some(theirs),
        (_, true) => Some(ours),
        (false, false) => (unix_lines(&own.text) == unix_lines(&other.text)).then_some(ours),
    }
}
