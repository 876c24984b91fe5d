//! Whether a next step names something to begin with: a file, a symbol, a command or a task.

use crate::ground::words::mentioned_ids;

/// Minimum length of the parts of a path without an extension, so that "and/or" is none.
const MIN_PATH_PART: usize = 3;
/// Maximum length of the extension of a file.
const MAX_EXTENSION: usize = 5;

/// Returns whether a text names something. `is_task` tells the IDs of tasks from other words.
pub(super) fn is_specific(text: &str, is_task: impl Fn(&str) -> bool) -> bool {
    let has_code = text.split('`').skip(1).step_by(2).any(|code| !code.trim().is_empty());
    // Scripts without spaces write a path between their own characters.
    let mut words = text.split(|character: char| !character.is_ascii_graphic());
    has_code || words.any(|word| is_symbol(word) || is_file(word)) || mentioned_ids(text).any(is_task)
}

/// Returns whether a word looks like code: `parse()`, `row::parse`, `parse_row`, `parseRow`, `--all`, `#12`.
fn is_symbol(word: &str) -> bool {
    let word = without_marks(word);
    let pairs = || word.as_bytes().windows(2);
    let is_camel_case = word.starts_with(|first: char| first.is_ascii_lowercase())
        && pairs().any(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()));
    let has_inner = |mark: &str| word.split_once(mark).is_some_and(|(a, b)| !a.is_empty() && !b.is_empty());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let has_letter_after = |text: &str| text.starts_with(|first: char| first.is_ascii_alphabetic());
    is_camel_case
        || word.contains("()")
        || has_inner("::")
        || has_inner("_")
        || word.strip_prefix("--").is_some_and(has_letter_after)
        || word.strip_prefix('#').is_some_and(is_number)
}

/// Returns whether a word looks like a path or a URL: `src/rows`, `rows.rs`, `src/rows.rs:10`.
fn is_file(word: &str) -> bool {
    let word = without_marks(word);
    let path = word.split_once(':').map_or(word, |(path, _)| path);
    let parts = || path.split('/').filter(|part| !part.is_empty());
    let has_long_parts = parts().count() > 1 && parts().all(|part| part.len() >= MIN_PATH_PART);
    let is_name = |stem: &str| stem.len() > 1 && stem.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_extension = |extension: &str| {
        extension.len() <= MAX_EXTENSION
            && extension.starts_with(|first: char| first.is_ascii_alphabetic())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let has_extension = path.rsplit_once('.').is_some_and(|(stem, extension)| is_name(stem) && is_extension(extension));
    word.contains("://") || has_long_parts || has_extension
}

/// Returns a word without the marks of the sentence around it. The brackets of a call stay.
fn without_marks(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '[', '{', '<', '"', '\'']);
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '"', '\'', '>', '}', ']']);
    if word.contains("()") { word } else { word.trim_end_matches(')') }
}

#[cfg(test)]
mod tests {
    use super::is_specific;

    #[test]
    fn a_step_is_specific_if_it_names_a_file_a_symbol_a_command_or_a_task() {
        for (step, expected) in [
            ("Report broken rows", false),
            ("Begin with the feed, and/or the map, etc.", false),
            ("Ask e.g. Maya; version 1.2 is out.", false),
            ("", false),
            ("``", false),
            ("Add the retry to src/feed", true),
            ("Add the retry (rows.rs).", true),
            ("Look at src/a.rs:10-20", true),
            ("src/feed.rsの再試行を追加", true),
            ("再試行を追加", false),
            ("Run `cargo test`", true),
            ("Call parse() first", true),
            ("Rename parse_row", true),
            ("Rename parseRow", true),
            ("Split row::parse", true),
            ("Try it with --all", true),
            ("Close #12", true),
            ("See https://example.invalid/a", true),
            ("Finish t1.2, then t9", true),
            ("Finish t9", false),
        ] {
            assert_eq!(is_specific(step, |id| id == "t1.2"), expected, "{step}");
        }
    }
}
