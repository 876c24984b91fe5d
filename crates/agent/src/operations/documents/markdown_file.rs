//! Markdown files of the project that can become documents.

use crate::HandoffError;
use handoff_protocol::{FileAnswer, FileRequest, PathProbe};

/// The maximum length of a slug.
const MAX_SLUG_LENGTH: usize = 60;

/// Returns the request to read a file.
pub(super) fn request(path: &str) -> FileRequest {
    FileRequest { path: path.to_owned(), since: None }
}

/// Returns the text of a file, or the reason why there is none.
pub(super) fn text_of(path: &str, answer: Option<FileAnswer>) -> Result<String, HandoffError> {
    let problem = match answer.map(|answer| answer.found) {
        Some(PathProbe::File { bytes }) => match String::from_utf8(bytes) {
            Ok(text) => return Ok(text),
            Err(_) => "is not UTF-8 text",
        },
        Some(PathProbe::Folder) => "is a folder. Name one file",
        Some(PathProbe::Gone) | None => "does not exist",
        Some(PathProbe::Closed) => "was not read: it is outside of the project, too large, or behind a link",
    };
    Err(HandoffError::refused(format!("{path} {problem}.")))
}

/// Returns a slug from the name of a file.
pub(super) fn slug_of(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut slug = String::new();
    for character in stem.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_lowercase() || character.is_ascii_digit() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(MAX_SLUG_LENGTH);
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "document".to_owned() } else { slug.to_owned() }
}

/// Returns the first heading of level 1, or the slug without one.
pub(super) fn title_of(body: &str, slug: &str) -> String {
    let heading = body.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim);
    heading.filter(|title| !title.is_empty()).unwrap_or(slug).to_owned()
}

/// Returns the type that the path of a file shows.
pub(super) fn type_of(path: &str) -> &'static str {
    let path = path.to_lowercase();
    let types = [("adr", "adr"), ("spec", "spec"), ("design", "design"), ("guide", "guide")];
    types.into_iter().find(|(part, _)| path.contains(part)).map_or("note", |(_, doc_type)| doc_type)
}
