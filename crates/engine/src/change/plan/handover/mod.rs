//! The layers of Markdown of a handover: notes appended, the current state replaced, months archived.
//!
//! Invariant: no text is lost. A file that is not UTF-8 is never written.

pub(in crate::change::plan) mod compact;
pub(in crate::change::plan) mod import;

use handoff_format::{format_date, handover_header, handover_tag, notes_path, timestamp};
use handoff_protocol::agent::handover::HandoverNote;
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::new_ids::compact_time;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::case_fold::is_same_name;
use crate::ground::texts;
use crate::ground::tree::{Entry, TRASH, join, name, parent};
use crate::knowledge::handover::{CurrentState, Handover, Note, STATE, append_note, unix_lines};

/// Returns the text of a file, `None` if there is none.
fn text_at<'p>(project: &'p Project, path: &str) -> Result<Option<&'p str>, Refusal> {
    let broken = |template| Err(refuse(RefusalCode::BrokenFile, Text::with(template, [("path", path.to_owned())])));
    match project.tree.get(path) {
        None => Ok(None),
        Some(Entry::File(bytes)) => std::str::from_utf8(bytes).map(Some).or_else(|_| broken(texts::NOTES_NOT_TEXT)),
        Some(_) => broken(texts::NOTES_UNREADABLE),
    }
}

/// Returns the path of an existing file whose name differs only in case or composition, else the path itself.
fn existing_path(project: &Project, path: &str) -> String {
    let folder = parent(path);
    let mut others = project.tree.children(folder).map(|(other, _)| other);
    let existing = others.find(|other| is_same_name(other, name(path)));
    existing.map_or_else(|| path.to_owned(), |other| join(folder, other))
}

/// Returns the local time, `HH:MM`.
fn time_of_day(context: &Context) -> String {
    let minutes = context.time_zone.local(context.now).div_euclid(60_000).rem_euclid(1440);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Appends a note to the file of its tag and day, unless its run has one of that tag.
pub(in crate::change::plan) fn append(
    project: &Project,
    context: &Context,
    new: &HandoverNote,
) -> Result<ChangeSet, Refusal> {
    let bad = |text, field| Err(refuse(RefusalCode::BadValue, Text::plain(text)).about_field(field));
    if new.text.trim().is_empty() {
        return bad(texts::NOTE_EMPTY, "text");
    }
    let is_bad = |character: char| character.is_whitespace() || character.is_control() || character == '>';
    if new.run.is_empty() || new.run.contains(is_bad) {
        return bad(texts::RUN_INVALID, "run");
    }
    let session = new.session.as_deref().map(str::trim).filter(|id| !id.is_empty());
    if session.is_some_and(|id| id.contains(char::is_control)) {
        return bad(texts::NOTE_SESSION_INVALID, "session");
    }
    let date = format_date(context.today());
    let path = existing_path(project, &notes_path(&new.tag, &date));
    let file = text_at(project, &path)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if !Handover::of(project).has_run(&handover_tag(&new.tag), &new.run) {
        let note = Note::new(&date, &time_of_day(context), session, &new.run, &new.text);
        if let Some(text) = file {
            builder.write(&path, append_note(text, &note).into_bytes());
        } else {
            let header = format!("{}\n", handover_header(1, &date));
            builder.create(path.clone(), append_note(&header, &note).into_bytes());
        }
    }
    Ok(builder.finish(Text::with(texts::NOTE_ADDED, [("path", path)])))
}

/// Replaces the current state. A text that Handoff did not write is copied to the trash.
pub(in crate::change::plan) fn write_state(
    project: &Project,
    context: &Context,
    text: &str,
) -> Result<ChangeSet, Refusal> {
    if text.trim().is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::STATE_EMPTY)).about_field("text"));
    }
    let before = text_at(project, STATE)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    let date = format_date(context.today());
    let rendered = CurrentState::render(text, &date, &timestamp(context.now));
    match before {
        None => builder.create(STATE.to_owned(), rendered.into_bytes()),
        Some(before) => {
            let old = CurrentState::parse(before);
            // An unchanged text keeps its time, so that Git shows no difference.
            if !old.is_generated || unix_lines(&old.text) != CurrentState::parse(&rendered).text {
                if !old.is_generated && !old.text.trim().is_empty() {
                    keep_in_trash(&mut builder, context, before);
                }
                builder.write(STATE, rendered.into_bytes());
            }
        }
    }
    Ok(builder.finish(Text::plain(texts::STATE_WRITTEN)))
}

/// Copies the former current state to the trash, and says so.
fn keep_in_trash(builder: &mut ChangeSetBuilder<'_>, context: &Context, before: &str) {
    let _ = local_files::ignore(builder, builder.project()); // Not fatal: `handoff doctor` reports it.
    let file = format!("{}-{:08x}-{}", compact_time(context.now), context.seed, name(STATE));
    let target = builder.free_path(TRASH, &file);
    builder.create(target.clone(), before.as_bytes().to_vec());
    builder.log(None, Change::Renamed { from: STATE.to_owned(), to: target.clone() });
    builder.warn(Text::with(texts::STATE_REPLACED, [("path", STATE.to_owned()), ("target", target)]));
}
