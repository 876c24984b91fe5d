//! The names and the header of the Markdown files of a handover, as `agent-handover` has them.

use crate::slug::handover_tag;
use crate::time::is_date;

/// The folder of archived notes below that of the dated notes.
pub(crate) const ARCHIVED: &str = ".archived";
/// The folder of the files.
const FOLDER: &str = "handover";
/// The number of characters of `YYYY-MM`.
const MONTH: usize = 7;

/// The name of a file of dated notes: `<tag>-<YYYY-MM-DD>.md`. In the folder of archived notes a
/// number may follow the date: `<tag>-<YYYY-MM-DD>.2.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesName {
    /// The tag.
    pub tag: String,
    /// The civil date of the notes.
    pub date: String,
}

impl NotesName {
    /// Parses the name of a file.
    pub fn parse(file: &str) -> Option<NotesName> {
        let stem = file.strip_suffix(".md")?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let numbered = stem.rsplit_once('.').filter(|(_, number)| is_number(number)).map(|(stem, _)| stem);
        [Some(stem), numbered].into_iter().flatten().find_map(NotesName::of_stem)
    }

    fn of_stem(stem: &str) -> Option<NotesName> {
        let (tag, date) = stem.split_at_checked(stem.len().checked_sub("-YYYY-MM-DD".len())?)?;
        let date = date.strip_prefix('-').filter(|date| is_date(date))?;
        let is_name = !tag.is_empty() && !tag.starts_with('.');
        is_name.then(|| NotesName { tag: tag.to_owned(), date: date.to_owned() })
    }

    /// Returns the month of the notes, `YYYY-MM`.
    pub fn month(&self) -> &str {
        self.date.get(..MONTH).unwrap_or_default()
    }
}

/// The name of an archive: `<YYYY-MM>-<tag>-archive.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveName {
    /// The month of the notes, `YYYY-MM`.
    pub month: String,
    /// The tag.
    pub tag: String,
}

impl ArchiveName {
    /// Parses the name of a file.
    pub fn parse(file: &str) -> Option<ArchiveName> {
        let (month, rest) = file.strip_suffix("-archive.md")?.split_at_checked(MONTH)?;
        let tag = rest.strip_prefix('-').filter(|tag| !tag.is_empty())?;
        is_date(&format!("{month}-01")).then(|| ArchiveName { month: month.to_owned(), tag: tag.to_owned() })
    }
}

/// Returns the path below `.handoff/` of the notes of a tag and a civil date.
pub fn notes_path(tag: &str, date: &str) -> String {
    let month = date.get(..MONTH).unwrap_or_default();
    format!("{FOLDER}/layer1/{month}/{}-{date}.md", handover_tag(tag))
}

/// Returns the path below `.handoff/` of the archive of a month, `YYYY-MM`, and a tag.
pub fn archive_path(month: &str, tag: &str) -> String {
    format!("{FOLDER}/layer3/{month}-{}-archive.md", handover_tag(tag))
}

/// Returns the first line of a file of a layer, 1 to 3, without a line end.
pub fn handover_header(layer: u8, date: &str) -> String {
    format!("<!-- agent-handover | layer{layer} | {date} -->")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PathKind, classify, is_content};

    #[test]
    fn names_have_the_tag_and_the_date() {
        let notes = |file: &str| NotesName::parse(file).map(|name| (name.tag, name.date));
        let is = |tag: &str, date: &str| Some((tag.to_owned(), date.to_owned()));
        assert_eq!(notes("general-2026-11-21.md"), is("general", "2026-11-21"));
        assert_eq!(notes("a-b-2026-11-21.md"), is("a-b", "2026-11-21"));
        assert_eq!(notes("v1.2-2026-11-21.3.md"), is("v1.2", "2026-11-21"));
        for file in ["2026-11-21.md", "-2026-11-21.md", "a-2026-02-30.md", "a-2026-11-21.txt", ".a-2026-11-21.md", ""] {
            assert_eq!(notes(file), None, "{file}");
        }
        let archive = |file: &str| ArchiveName::parse(file).map(|name| (name.month, name.tag));
        assert_eq!(archive("2026-11-a-b-archive.md"), is("2026-11", "a-b"));
        for file in ["2026-13-a-archive.md", "2026-11--archive.md", "2026-11-archive.md", "a.md"] {
            assert_eq!(archive(file), None, "{file}");
        }
    }

    #[test]
    fn paths_are_classified_and_read() {
        let notes = NotesName { tag: "general".to_owned(), date: "2026-11-21".to_owned() };
        let archive = ArchiveName { month: "2026-11".to_owned(), tag: "general".to_owned() };
        for (path, kind) in [
            (notes_path("general", "2026-11-21"), PathKind::HandoverNotes(notes.clone())),
            ("handover/layer1/.archived/2026-11/general-2026-11-21.md".to_owned(), PathKind::HandoverNotes(notes)),
            ("handover/layer1/2026-10/general-2026-11-21.md".to_owned(), PathKind::Sidecar),
            ("handover/layer2/current-state.md".to_owned(), PathKind::HandoverState),
            (archive_path("2026-11", "general"), PathKind::HandoverArchive(archive)),
            ("handover/layer3/notes.md".to_owned(), PathKind::Sidecar),
        ] {
            assert_eq!(classify(&path), kind, "{path}");
            assert!(is_content(&path), "{path}");
        }
        assert!(is_content("handover/layer1/.archived"));
        for path in ["handover/layer1/.archivedx", "handover/.archived/a", "handover/layer1/.archived/.x"] {
            assert!(!is_content(path), "{path}");
        }
    }
}
