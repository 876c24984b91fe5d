//! The archive of a month's notes of a tag.
//!
//! Invariant: parsing a rendered archive gives the same notes, byte for byte. Text that a person
//! wrote in front of the notes is kept.

use handoff_format::handover_header;

use crate::knowledge::handover::note::{Note, header_date, protect, split_header, trim_lines};

const BEGIN: &str = "<!-- handoff archive";
const END: &str = "-->";
const INDEX: &str = "<!-- index -->";
const NOTE: &str = "<!-- note ";
const HASH: &str = " sha256:";
const TITLE: &str = "# Notes of ";
/// The maximum number of characters of a note's first line in the index.
const INDEX_CHARACTERS: usize = 120;

/// A file whose notes are in an archive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArchiveSource {
    /// Its former path below the folder of the handover.
    pub path: String,
    /// The SHA-256 hash of its content.
    pub sha256: String,
}

/// The archive of a month's notes of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// The month, `YYYY-MM`.
    pub month: String,
    /// The tag.
    pub tag: String,
    /// The text before our part: the header, and text that a person or another program wrote.
    pub(crate) head: String,
    /// The files from which the notes are.
    pub sources: Vec<ArchiveSource>,
    /// The summaries that agents supplied.
    pub summary: String,
    /// The notes, by date and time.
    pub notes: Vec<Note>,
}

impl Archive {
    /// Creates an archive without notes. `date` is the date of its header.
    pub(crate) fn new(month: &str, tag: &str, date: &str) -> Archive {
        Archive {
            month: month.to_owned(),
            tag: tag.to_owned(),
            head: handover_header(3, date),
            sources: Vec::new(),
            summary: String::new(),
            notes: Vec::new(),
        }
    }

    /// Parses the content of a file. All of a text without a part of ours is its head.
    pub fn parse(month: &str, tag: &str, content: &str) -> Archive {
        let mut archive = Archive { head: content.to_owned(), ..Archive::new(month, tag, "") };
        let lines: Vec<&str> = content.split_inclusive('\n').collect();
        let position = |line: &str, from: usize| {
            let is_line = |candidate: &&str| candidate.trim_end() == line;
            Some(from + lines.get(from..)?.iter().position(is_line)?)
        };
        let Some((begin, end)) = position(BEGIN, 0).and_then(|begin| Some((begin, position(END, begin)?))) else {
            return archive;
        };
        let part = |from: usize, to: usize| lines.get(from..to).unwrap_or_default();
        archive.head = part(0, begin).concat();
        archive.sources = part(begin + 1, end).iter().filter_map(|line| source(line)).collect();
        let is_marker = |line: &&str| note_date(line).is_some();
        let notes = part(end + 1, lines.len()).iter().position(is_marker).map_or(lines.len(), |at| end + 1 + at);
        let index = position(INDEX, end).filter(|index| *index < notes).unwrap_or(notes);
        let is_title = |line: &&&str| !line.starts_with(TITLE);
        let is_added = |line: &&&str| !is_index_line(line) && line.trim_end() != INDEX && !line.trim().is_empty();
        let summary: String = part(end + 1, index).iter().filter(is_title).copied().collect();
        let added: String = part(index, notes).iter().filter(is_added).copied().collect();
        archive.add_summary(&summary);
        archive.add_summary(&added);
        let mut note: Option<(&str, String)> = None;
        for line in part(notes, lines.len()) {
            if let Some(date) = note_date(line) {
                archive.notes.extend(note.replace((date, String::new())).map(|(date, raw)| Note::parse(date, &raw)));
            } else if let Some((_, raw)) = &mut note {
                raw.push_str(if is_escaped(line) { line.strip_prefix(' ').unwrap_or(line) } else { line });
            }
        }
        archive.notes.extend(note.map(|(date, raw)| Note::parse(date, &raw)));
        archive
    }

    /// Returns the content of the file.
    pub fn render(&self) -> String {
        let mut text = self.head.clone();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        if text.lines().count() > 1 && !text.ends_with("\n\n") {
            text.push('\n');
        }
        text.extend([BEGIN, "\n"]);
        for source in &self.sources {
            text.extend([&source.path.replace(END, "--"), HASH, &source.sha256, "\n"]);
        }
        text.extend([END, "\n\n", TITLE, &self.tag, ", ", &self.month, "\n\n"]);
        if !self.summary.is_empty() {
            text.extend([self.summary.as_str(), "\n\n"]);
        }
        text.extend([INDEX, "\n"]);
        text.extend(self.notes.iter().map(index_line));
        for note in &self.notes {
            let escape =
                |line: &str| if is_escaped(&format!(" {line}")) { format!(" {line}") } else { line.to_owned() };
            let raw: String = note.raw.split_inclusive('\n').map(escape).collect();
            text.extend(["\n", NOTE, &note.date, " ", END, "\n", &raw, "\n"]);
        }
        text
    }

    /// Adds notes that it does not have, and sorts them by time. Notes of the same minute keep their
    /// order.
    pub(crate) fn add_notes(&mut self, notes: Vec<Note>) {
        for note in notes {
            if !self.notes.iter().any(|other| other.is_same(&note)) {
                self.notes.push(note);
            }
        }
        self.notes.sort_by(|a, b| a.when().cmp(&b.when()));
    }

    /// Adds a file, unless it has it.
    pub(crate) fn add_source(&mut self, source: ArchiveSource) {
        if !self.sources.contains(&source) {
            self.sources.push(source);
            self.sources.sort();
        }
    }

    /// Adds a summary below those that it has.
    pub(crate) fn add_summary(&mut self, summary: &str) {
        let summary =
            protect(&crate::knowledge::handover::note::unix_lines(summary), &[BEGIN, INDEX, NOTE, TITLE, END]);
        let summary = trim_lines(&summary).trim_end();
        if summary.is_empty() || has_paragraphs(&self.summary, summary) {
            return;
        }
        let separator = if self.summary.is_empty() { "" } else { "\n\n" };
        self.summary = format!("{}{separator}{summary}", self.summary);
    }

    /// Adds everything of another version.
    pub(crate) fn absorb(&mut self, other: Archive) {
        let (header, text) = split_header(&self.head);
        let (other_header, other_text) = split_header(&other.head);
        // The later header, because both sides may have made the archive.
        let header = [header, other_header].into_iter().flatten().max_by_key(|header| header_date(header));
        let (text, other_text) = (trim_lines(text), trim_lines(other_text));
        let mut head = header.map(|header| format!("{header}\n")).unwrap_or_default();
        head += text;
        if !has_paragraphs(text, other_text) {
            head = format!("{head}\n\n{other_text}");
        }
        self.head = head;
        self.add_summary(&other.summary);
        self.add_notes(other.notes);
        for source in other.sources {
            self.add_source(source);
        }
    }
}

/// Returns whether a text has another one as whole paragraphs. "not done" does not have "done".
fn has_paragraphs(text: &str, part: &str) -> bool {
    part.is_empty() || format!("\n\n{text}\n\n").contains(&format!("\n\n{part}\n\n"))
}

/// Returns whether a line of the index names a note. Other lines of a list are a person's.
fn is_index_line(line: &str) -> bool {
    line.strip_prefix("- ").and_then(|rest| rest.get(..10)).is_some_and(handoff_format::is_date)
}

fn source(line: &str) -> Option<ArchiveSource> {
    let (path, sha256) = line.trim_end().rsplit_once(HASH)?;
    Some(ArchiveSource { path: path.to_owned(), sha256: sha256.to_owned() })
}

/// Returns the date in the line above a note.
fn note_date(line: &str) -> Option<&str> {
    let date = line.trim_end().strip_prefix(NOTE)?.strip_suffix(END)?.trim();
    handoff_format::is_date(date).then_some(date)
}

/// Returns whether a line of a note has a space in front so that it is not the beginning of another
/// note.
fn is_escaped(line: &str) -> bool {
    line.starts_with(' ') && line.trim_start_matches(' ').starts_with(NOTE)
}

fn index_line(note: &Note) -> String {
    let time = note.time.as_ref().map(|time| format!(" {time}")).unwrap_or_default();
    let session = note.session.as_ref().map(|id| format!(" session {id}")).unwrap_or_default();
    let first: String = note.first_line().chars().take(INDEX_CHARACTERS).collect();
    format!("- {}{time}{session}: {first}\n", note.date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_and_lines_of_a_person_are_kept() {
        let mut archive = Archive::new("2026-11", "main", "2026-12-01");
        archive.add_notes(vec![Note::new("2026-11-21", "10:05", None, "r1", "a")]);
        for summary in ["not done", "done", "done"] {
            archive.add_summary(summary);
        }
        let edited = archive.render().replacen("- 2026-11-21", "- remember the tide\n- 2026-11-21", 1);
        let parsed = Archive::parse("2026-11", "main", &edited);
        assert_eq!(parsed.summary, "not done\n\ndone\n\n- remember the tide");
        assert_eq!(Archive::parse("2026-11", "main", &parsed.render()), parsed);
    }
}
