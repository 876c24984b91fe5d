//! Changes of the text of a document.

use handoff_format::{Page, split_front_matter};
use handoff_protocol::agent::documents::BodyChange;
use handoff_protocol::{Refusal, RefusalCode, Text};

use super::stage::DocumentStage;
use crate::change::plan::refusal::{About, refuse};
use crate::ground::texts;
use crate::knowledge::documents::{DocumentEntry, page_hash};

/// The mark that some editors write at the start of a file.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Sets the text with what is derived from it.
pub(super) fn set(page: &mut Page, text: String) {
    page.line_ending = Some(if text.contains("\r\n") { "crlf" } else { "lf" }.to_owned());
    page.body = text;
    set_hash(page);
}

/// Sets the hashes of the text.
pub(super) fn set_hash(page: &mut Page) {
    let hash = page_hash(page);
    page.source.canonical_hash = Some(hash.clone());
    page.content_hash = Some(hash);
}

/// A text as a document has it, and the keys of the front matter that was in front of it.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) text: String,
    pub(super) left_out: Vec<String>,
}

/// Returns a text without a byte order mark and without the front matter of a document, as a file of
/// `docs/` has it. All else is kept byte for byte.
pub(super) fn checked(text: &str) -> Result<Body, Refusal> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let (left_out, text) = match split_front_matter(text) {
        Some((keys, rest)) => (keys, rest.trim_start_matches(['\n', '\r'])),
        None => (Vec::new(), text),
    };
    Ok(Body { text: check_line_ends(text)?, left_out })
}

/// Refuses mixed line ends.
fn check_line_ends(text: &str) -> Result<String, Refusal> {
    let returns = text.matches("\r\n").count();
    if returns > 0 && returns != text.matches('\n').count() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::LINE_ENDS_MIXED)).about_field("body"));
    }
    Ok(text.to_owned())
}

/// Returns the new text of a document.
pub(super) fn changed(document: &DocumentEntry, change: &BodyChange) -> Result<Body, Refusal> {
    let text = match change {
        BodyChange::Replace { text } => return checked(text),
        BodyChange::Append { text, separator } => {
            let body = document.page.body.as_str();
            let separator = if body.is_empty() { "" } else { separator };
            check_line_ends(&[body, separator, text].concat())?
        }
        BodyChange::Section { seq, text, expected_hash } => {
            replace_section(document, *seq, text, expected_hash.as_deref())?
        }
    };
    Ok(Body { text, left_out: Vec::new() })
}

fn replace_section(
    document: &DocumentEntry,
    seq: u32,
    text: &str,
    expected_hash: Option<&str>,
) -> Result<String, Refusal> {
    let sections = document.sections();
    let slug = || ("slug", document.slug.clone());
    let Some(section) = sections.iter().find(|section| section.seq == seq) else {
        let last = sections.last().map_or(0, |section| section.seq).to_string();
        let args = [slug(), ("seq", seq.to_string()), ("last", last)];
        return Err(refuse(RefusalCode::BadValue, Text::with(texts::SECTION_UNKNOWN, args)).about_field("seq"));
    };
    let hash = section.text_hash();
    if expected_hash.is_some_and(|expected| expected != hash) {
        let args = [slug(), ("seq", seq.to_string()), ("hash", hash)];
        return Err(refuse(RefusalCode::Stale, Text::with(texts::SECTION_CHANGED, args)).about_field("expected_hash"));
    }
    let body = &document.page.body;
    let before = body.get(..section.start).unwrap_or_default();
    let after = body.get(section.start + section.text.len()..).unwrap_or_default();
    let line_end = if body.contains("\r\n") { "\r\n" } else { "\n" };
    // The next heading has to begin a line, after a blank one as before.
    let gap = trailing_space(section.text);
    let needs_gap = !after.is_empty() && !text.is_empty() && !text.ends_with('\n');
    let gap = match (needs_gap, gap.is_empty()) {
        (false, _) => "",
        (true, false) => gap,
        (true, true) => line_end,
    };
    check_line_ends(&[before, text, gap, after].concat())
}

/// Returns the line ends at the end of a text.
fn trailing_space(text: &str) -> &str {
    let content = text.trim_end_matches(['\n', '\r']);
    text.get(content.len()..).unwrap_or_default()
}

/// Warns of front matter that was left out, and if the text of a document has no title.
pub(super) fn warn(stage: &mut DocumentStage<'_>, id: &str, left_out: &[String]) -> Result<(), Refusal> {
    if !left_out.is_empty() {
        stage.warn(Text::with(texts::FRONT_MATTER_LEFT_OUT, [("keys", left_out.join(", "))]));
    }
    let has_title = stage.document(id)?.sections().iter().any(|section| section.level == 1);
    if !has_title {
        stage.warn(Text::plain(texts::DOCUMENT_WITHOUT_HEADING));
    }
    Ok(())
}
