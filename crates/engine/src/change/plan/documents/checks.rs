//! Checks of the fields of documents.

use handoff_protocol::agent::documents::DocumentPatch;
use handoff_protocol::{Refusal, RefusalCode, Text};

use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::check_title;
use crate::ground::texts;

/// The type of a new document, unless the caller says otherwise.
pub(super) const DEFAULT_TYPE: &str = "note";
/// The part of a new document that agents get without a request, unless the caller says otherwise.
pub(super) const DEFAULT_INJECTION: &str = "auto";

const TYPES: [&str; 5] = ["spec", "design", "adr", "guide", DEFAULT_TYPE];
const INJECTIONS: [&str; 4] = [DEFAULT_INJECTION, "full", "outline", "none"];
const MAX_SLUG_LENGTH: usize = 60;

/// Checks that a slug can name a file.
pub(super) fn check_slug(slug: &str) -> Result<(), Refusal> {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=MAX_SLUG_LENGTH).contains(&slug.len()) && slug.bytes().all(is_allowed) {
        return Ok(());
    }
    let text = Text::with(texts::SLUG_INVALID, [("slug", slug.to_owned())]);
    Err(refuse(RefusalCode::BadValue, text).about_field("slug"))
}

/// Checks that the fields of a new document have a title.
pub(super) fn check_title_given(patch: &DocumentPatch) -> Result<(), Refusal> {
    match patch.title {
        Some(_) => Ok(()),
        None => Err(refuse(RefusalCode::BadValue, Text::plain(texts::DOCUMENT_NEEDS_TITLE)).about_field("title")),
    }
}

/// Checks the values of a patch. Returns it without repeated IDs and spaces around the title.
pub(super) fn checked(patch: &DocumentPatch) -> Result<DocumentPatch, Refusal> {
    let title = patch.title.as_deref().map(check_title).transpose().map_err(|refusal| refusal.about_field("title"))?;
    check_one_of(patch.doc_type.as_deref(), &TYPES, "doc_type")?;
    check_one_of(patch.auto_inject.as_deref(), &INJECTIONS, "auto_inject")?;
    if patch.split_level.is_some_and(|level| !(1..=6).contains(&level)) {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::LEVEL_INVALID)).about_field("split_level"));
    }
    Ok(DocumentPatch { title, task_ids: patch.task_ids.as_deref().map(without_repeats), ..patch.clone() })
}

fn check_one_of(word: Option<&str>, words: &[&str], field: &str) -> Result<(), Refusal> {
    match word.filter(|word| !words.contains(word)) {
        None => Ok(()),
        Some(word) => {
            let args = [("value", word.to_owned()), ("wanted", words.join(", "))];
            Err(refuse(RefusalCode::BadValue, Text::with(texts::NOT_ONE_OF, args)).about_field(field))
        }
    }
}

fn without_repeats(ids: &[String]) -> Vec<String> {
    let mut unique: Vec<String> = Vec::new();
    for id in ids {
        if !unique.contains(id) {
            unique.push(id.clone());
        }
    }
    unique
}
