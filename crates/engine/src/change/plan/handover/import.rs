//! Adds the files of an existing folder of notes.
//!
//! Invariant: nothing is overwritten. Importing the same folder again changes nothing.

use std::collections::BTreeMap;

use handoff_format::{
    NotesName, PathKind, archive_path, check_path, classify, format_date, handover_header, handover_tag, is_content,
    notes_path,
};
use handoff_protocol::agent::handover::HandoverFile;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use super::{existing_path, text_at};
use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::refuse;
use crate::ground::texts;
use crate::ground::tree::{join, within};
use crate::knowledge::handover::{
    ARCHIVED, Archive, CurrentState, FOLDER, Handover, Note, STATE, append_note, parse_notes, unix_lines,
};

/// The tag of what has none.
const TAG: &str = "general";

/// The files as the change leaves them.
struct Stage<'p> {
    project: &'p Project,
    handover: Handover,
    files: BTreeMap<String, String>,
}

impl Stage<'_> {
    fn text(&self, path: &str) -> Result<Option<String>, Refusal> {
        match self.files.get(path) {
            Some(text) => Ok(Some(text.clone())),
            None => Ok(text_at(self.project, path)?.map(str::to_owned)),
        }
    }

    /// Adds the notes that a file does not have yet.
    fn add_notes(&mut self, path: &str, name: &NotesName, content: &str) -> Result<(), Refusal> {
        let Some(mut text) = self.text(path)? else {
            let known = self.handover.notes(Some(&name.tag));
            let notes = parse_notes(content, &name.date);
            if !notes.is_empty() && notes.iter().all(|note| known.iter().any(|other| other.is_same(note))) {
                // They are in the archive.
                return Ok(());
            }
            self.files.insert(path.to_owned(), content.to_owned());
            return Ok(());
        };
        for note in parse_notes(content, &name.date) {
            self.add_note(&mut text, name, &note, texts::IMPORTED_NOTE);
        }
        self.files.insert(path.to_owned(), text);
        Ok(())
    }

    /// Appends a note to a text, unless the text or an archive has it. A note without a heading gets
    /// one.
    fn add_note(&self, text: &mut String, name: &NotesName, note: &Note, heading: &str) {
        let headed = match note.run {
            Some(_) => note.clone(),
            None => Note::imported(&note.date, heading, &note.raw),
        };
        let is_known = |other: &Note| other.is_same(note) || other.is_same(&headed);
        let is_archived = self.handover.notes(Some(&name.tag)).into_iter().any(is_known);
        if !is_archived && !parse_notes(text, &name.date).iter().any(is_known) {
            *text = append_note(text, &headed);
        }
    }

    /// Adds a current state. If the project has another one, it becomes a dated note.
    fn add_state(&mut self, content: &str, today: &str) -> Result<(), Refusal> {
        let state = CurrentState::parse(content);
        match self.text(STATE)? {
            None => {
                self.files.insert(STATE.to_owned(), content.to_owned());
            }
            Some(text) if unix_lines(&CurrentState::parse(&text).text) == unix_lines(&state.text) => {}
            Some(_) if state.text.trim().is_empty() => {}
            Some(_) => {
                let date = state.date.as_deref().unwrap_or(today);
                let name = NotesName { tag: TAG.to_owned(), date: date.to_owned() };
                let path = existing_path(self.project, &notes_path(&name.tag, date));
                let mut text = self.text(&path)?.unwrap_or_else(|| format!("{}\n", handover_header(1, date)));
                self.add_note(&mut text, &name, &Note::parse(date, &state.text), texts::IMPORTED_STATE);
                self.files.insert(path, text);
            }
        }
        Ok(())
    }

    /// Adds what an archive does not have yet.
    fn add_archive(&mut self, path: &str, (month, tag): (&str, &str), content: &str) -> Result<(), Refusal> {
        let text = match self.text(path)? {
            None => content.to_owned(),
            Some(text) if unix_lines(&text) == unix_lines(content) => text,
            Some(text) => {
                let mut archive = Archive::parse(month, tag, &text);
                let before = archive.clone();
                archive.absorb(Archive::parse(month, tag, content));
                if archive == before { text } else { archive.render() }
            }
        };
        self.files.insert(path.to_owned(), text);
        Ok(())
    }
}

/// Imports the files of a folder.
pub(in crate::change::plan) fn import(
    project: &Project,
    context: &Context,
    files: &[HandoverFile],
) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let today = format_date(context.today());
    let mut stage = Stage { project, handover: Handover::of(project), files: BTreeMap::new() };
    for HandoverFile { path: below, content } in files {
        check_path(below).map_err(|text| refuse(RefusalCode::BadPath, text))?;
        let path = join(FOLDER, below);
        let about = || [("path", below.clone())];
        match classify(&path) {
            PathKind::HandoverNotes(name) if within(&path, ARCHIVED) => {
                let target = join(&join(ARCHIVED, name.month()), crate::ground::tree::name(&path));
                stage.add_notes(&target, &name, content)?;
            }
            PathKind::HandoverNotes(name) => {
                let target = existing_path(project, &notes_path(&name.tag, &name.date));
                stage.add_notes(&target, &name, content)?;
            }
            PathKind::HandoverArchive(name) => {
                let target = existing_path(project, &archive_path(&name.month, &name.tag));
                stage.add_archive(&target, (&name.month, &handover_tag(&name.tag)), content)?;
            }
            PathKind::HandoverState => stage.add_state(content, &today)?,
            _ if !is_content(&path) => builder.warn(Text::with(texts::HIDDEN_NOT_IMPORTED, about())),
            _ => match stage.text(&path)? {
                None => {
                    stage.files.insert(path, content.clone());
                }
                Some(text) if text == *content => {}
                Some(_) => builder.warn(Text::with(texts::NOTES_NOT_IMPORTED, about())),
            },
        }
    }
    let mut count = 0;
    for (path, text) in stage.files {
        match project.tree.file(&path) {
            Some(before) if before == text.as_bytes() => continue,
            Some(_) => builder.write(&path, text.into_bytes()),
            None => builder.create(path, text.into_bytes()),
        }
        count += 1;
    }
    Ok(builder.finish(Text::with(texts::NOTES_IMPORTED, [("count", count.to_string())])))
}
