//! Moves the dated notes of months to their archives.
//!
//! Invariant: the originals are moved in the same change as the archive is written, and only if the
//! archive, parsed again, has every note of them byte for byte.

use std::collections::BTreeMap;

use handoff_format::{NotesName, PathKind, archive_path, format_date, handover_tag, is_date, sha256_hex};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use super::{existing_path, text_at};
use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::ground::tree::{join, within};
use crate::knowledge::handover::{ARCHIVED, Archive, ArchiveSource, FOLDER, files, parse_notes};

/// A file of notes that is to be archived.
struct Source<'p> {
    path: String,
    name: NotesName,
    text: &'p str,
}

/// Archives the notes of a month, or of all months before the current one.
pub(in crate::change::plan) fn compact(
    project: &Project,
    context: &Context,
    month: Option<&str>,
    older_than_days: Option<u32>,
    summary: Option<&str>,
) -> Result<ChangeSet, Refusal> {
    if let Some(month) = month.filter(|month| !is_date(&format!("{month}-01"))) {
        let text = Text::with(texts::MONTH_INVALID, [("month", month.to_owned())]);
        return Err(refuse(RefusalCode::BadValue, text).about_field("month"));
    }
    let today = format_date(context.today());
    let last_day = older_than_days.map(|days| {
        let days = i32::try_from(days).unwrap_or(i32::MAX);
        format_date(context.today().saturating_sub(days))
    });
    let is_selected = |name: &NotesName| {
        let in_month =
            month.map_or_else(|| today.get(..7).is_some_and(|now| name.month() < now), |m| m == name.month());
        in_month && last_day.as_ref().is_none_or(|last| name.date < *last)
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut groups: BTreeMap<(String, String), Vec<Source<'_>>> = BTreeMap::new();
    let mut refusal = None;
    for (path, kind, text) in files(project) {
        let PathKind::HandoverNotes(name) = kind else { continue };
        if !is_selected(&name) {
            continue;
        }
        if let Some(text) = text {
            let group = (name.month().to_owned(), handover_tag(&name.tag));
            groups.entry(group).or_default().push(Source { path, name, text });
        } else {
            let text = Text::with(texts::NOTES_NOT_TEXT, [("path", path)]);
            builder.warn(text.clone());
            refusal = refusal.or_else(|| Some(refuse(RefusalCode::BrokenFile, text)));
        }
    }
    let months = groups.keys().map(|(month, _)| month).collect::<std::collections::BTreeSet<_>>().len();
    if summary.is_some() && month.is_none() && months > 1 {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::SUMMARY_NEEDS_MONTH)).about_field("summary"));
    }
    let mut count = 0;
    for ((month, tag), mut sources) in groups {
        sources.sort_by(|a, b| (&a.name.date, &a.path).cmp(&(&b.name.date, &b.path)));
        match archive(&mut builder, (&month, &tag, &today), &sources, summary) {
            Ok(moved) => count += moved,
            Err(reason) => {
                builder.warn(reason.text.clone());
                refusal = refusal.or(Some(reason));
            }
        }
    }
    match refusal {
        Some(refusal) if count == 0 => Err(refusal),
        _ => Ok(builder.finish(Text::with(texts::NOTES_ARCHIVED, [("count", count.to_string())]))),
    }
}

/// Archives files of a month and a tag. Returns the number of files whose notes it added or that it
/// moved.
fn archive(
    builder: &mut ChangeSetBuilder<'_>,
    (month, tag, today): (&str, &str, &str),
    sources: &[Source<'_>],
    summary: Option<&str>,
) -> Result<usize, Refusal> {
    let project = builder.project();
    let path = existing_path(project, &archive_path(month, tag));
    let existing = text_at(project, &path)?;
    let mut archive = existing.map_or_else(|| Archive::new(month, tag, today), |text| Archive::parse(month, tag, text));
    // Archived files are included: a merge may have added a note to one of them.
    let is_known = |source: &Source<'_>| {
        let notes = parse_notes(source.text, &source.name.date);
        within(&source.path, ARCHIVED) && notes.iter().all(|note| archive.notes.iter().any(|other| other.is_same(note)))
    };
    let sources: Vec<(&Source<'_>, String)> = sources
        .iter()
        .filter(|source| !is_known(source))
        .map(|source| (source, sha256_hex(source.text.as_bytes())))
        .collect();
    if sources.is_empty() {
        return Ok(0);
    }
    for (source, hash) in &sources {
        archive.add_notes(parse_notes(source.text, &source.name.date));
        let below = source.path.strip_prefix(&format!("{FOLDER}/")).unwrap_or(&source.path);
        archive.add_source(ArchiveSource { path: below.replace("/.archived/", "/"), sha256: hash.clone() });
    }
    archive.add_summary(summary.unwrap_or_default());
    let content = archive.render();
    if !is_complete(&Archive::parse(month, tag, &content), &archive, &sources) {
        return Err(refuse(RefusalCode::BrokenFile, Text::with(texts::ARCHIVE_INCOMPLETE, [("path", path)])));
    }
    match existing {
        Some(_) => builder.write(&path, content.into_bytes()),
        None => builder.create(path, content.into_bytes()),
    }
    for (source, _) in &sources {
        // Read again before the first edit: a note may be appended in between.
        builder.evidence().insert(source.path.clone());
        if !within(&source.path, ARCHIVED) {
            let folder = join(ARCHIVED, month);
            let stem = format!("{}-{}", source.name.tag, source.name.date);
            builder.rename(&source.path, free_path(builder, &folder, &stem));
        }
    }
    Ok(sources.len())
}

/// Returns whether an archive that was read back has all that was written, and every note of the
/// sources.
fn is_complete(read: &Archive, written: &Archive, sources: &[(&Source<'_>, String)]) -> bool {
    let has_notes = |(source, _): &(&Source<'_>, String)| {
        let notes = parse_notes(source.text, &source.name.date);
        notes.iter().all(|note| read.notes.iter().any(|other| other.is_same(note)))
    };
    read.notes == written.notes
        && read.sources == written.sources
        && read.summary == written.summary
        && read.head.trim_end() == written.head.trim_end()
        && sources.iter().all(has_notes)
}

/// Returns an unused path for an archived file, see [`NotesName`].
fn free_path(builder: &ChangeSetBuilder<'_>, folder: &str, stem: &str) -> String {
    let mut path = format!("{}.md", join(folder, stem));
    let mut number = 1_u64;
    while builder.is_taken(&path) {
        number += 1;
        path = format!("{}.{number}.md", join(folder, stem));
    }
    path
}
