//! The readable part of file and folder names.
//!
//! Invariant: slugs equal those of other programs on the same files. A slug is never recomputed to
//! verify a name.

use crate::characters::is_invisible;
use crate::single_line::is_break;

/// The maximum number of characters of a summary, or of a baseline's name, in a slug.
const SUMMARY_CHARACTERS: usize = 40;
/// The maximum number of characters of a task's title in a slug of the TOML layout, by depth.
const TASK_CHARACTERS: [usize; 3] = [48, 32, 24];
/// The same for tasks that are deeper.
const DEEP_TASK_CHARACTERS: usize = 16;
/// The maximum number of characters of a project's name in a referral's slug.
const REFERRAL_CHARACTERS: usize = 30;
/// The maximum number of bytes of a tag in the name of a handover's file.
const TAG_BYTES: usize = 100;

/// Returns the slug of a task's folder in the JSON layout, of any length, as `handoff-mcp` names it.
pub fn task_slug(title: &str) -> String {
    slug_or(title.chars(), "task")
}

/// Returns the slug of a task's folder in the TOML layout, shorter the deeper it is: Windows allows 260
/// characters for a path with the folder of the project. `depth` is the number of tasks above it.
pub fn short_task_slug(title: &str, depth: usize) -> String {
    let limit = TASK_CHARACTERS.get(depth).copied().unwrap_or(DEEP_TASK_CHARACTERS);
    slug_or(title.chars().take(limit), "task")
}

/// Returns the slug of a session's file.
pub fn session_slug(summary: &str) -> String {
    slug_or(summary.chars().take(SUMMARY_CHARACTERS), "session")
}

/// Returns the slug of a baseline's file.
pub fn baseline_slug(name: &str) -> String {
    slug_or(name.chars().take(SUMMARY_CHARACTERS), "baseline")
}

/// Returns the slug of a package's file.
pub fn package_slug(name: &str) -> String {
    slug_or(name.chars().filter(|character| !character.is_control()).take(SUMMARY_CHARACTERS), "package")
}

/// Returns the slug of a referral's file. May be empty.
pub fn referral_slug(project: &str) -> String {
    let dashed: String = project
        .chars()
        .take(REFERRAL_CHARACTERS)
        .map(|character| if character.is_ascii_alphanumeric() { character.to_ascii_lowercase() } else { '-' })
        .collect();
    dashed.trim_matches('-').to_owned()
}

/// Returns the part of a tag in the names of a handover's files: letters and digits in lower case,
/// `_` and single dots inside. White space becomes `_`, as in files of other programs, and anything
/// else a dash. The date behind it keeps names that Windows reserves apart.
pub fn handover_tag(tag: &str) -> String {
    let mut slug = String::new();
    for character in tag.trim().chars().flat_map(char::to_lowercase) {
        let character = match character {
            '_' | '.' => character,
            character if character.is_alphanumeric() => character,
            character if character.is_whitespace() => '_',
            _ => '-',
        };
        let is_repeated = matches!(character, '-' | '.') && slug.ends_with(['-', '.']);
        if !is_repeated && slug.len() + character.len_utf8() <= TAG_BYTES {
            slug.push(character);
        }
    }
    let slug = slug.trim_matches(['-', '.']);
    // A name with this part belongs to a temporary file.
    if slug.is_empty() { "general".to_owned() } else { slug.replace(".tmp", "-tmp") }
}

/// Lowercases ASCII letters, keeps digits and everything visible outside ASCII, and replaces each run
/// of other characters by one dash. Characters without a shape are left out.
fn slug_or(characters: impl Iterator<Item = char>, fallback: &str) -> String {
    let mut slug = String::new();
    for character in characters {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !character.is_ascii() && !is_break(character) {
            if !is_invisible(character) {
                slug.push(character);
            }
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { fallback.to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_slug_keeps_letters_and_digits() {
        for (title, slug) in [
            ("Hello,   World!", "hello-world"),
            ("a.b.c", "a-b-c"),
            ("日本　語 (全角)", "日本　語-全角"),
            ("🌊 Wave overlay", "🌊-wave-overlay"),
            ("Parse feed → normalised rows", "parse-feed-→-normalised-rows"),
            ("ÉCOLE_x", "École-x"),
            ("---", "task"),
            ("", "task"),
            (" --a\n\tb-- ", "a-b"),
            ("before\u{2028}after \u{202e}right\u{feff}", "before-after-right"),
            ("a\u{85}b\u{9b}c\u{2029}", "a-b-c"),
            ("\u{200b}\u{200e}\u{61c}\u{2066}\u{e0041}", "task"),
            ("می\u{200c}خواهم", "میخواهم"),
        ] {
            assert_eq!(task_slug(title), slug, "{title:?}");
        }
    }

    #[test]
    fn slugs_of_nested_tasks_are_shorter() {
        let title = "Propagate the correlation identifier through the queue consumers and the retry jobs";
        for (depth, slug) in [
            (0, "propagate-the-correlation-identifier-through-the"),
            (1, "propagate-the-correlation-identi"),
            (2, "propagate-the-correlatio"),
            (3, "propagate-the-co"),
            (40, "propagate-the-co"),
        ] {
            assert_eq!(short_task_slug(title, depth), slug, "{depth}");
        }
        assert_eq!(short_task_slug("!!!", 1), "task");
    }

    #[test]
    fn session_slug_has_at_most_forty_characters() {
        assert_eq!(session_slug(&"あ".repeat(60)), "あ".repeat(40));
        assert_eq!(session_slug("!!!"), "session");
        assert_eq!(session_slug("Early session 4: 準備"), "early-session-4-準備");
    }

    #[test]
    fn baseline_slug_has_at_most_forty_characters() {
        assert_eq!(baseline_slug(&"b".repeat(60)), "b".repeat(40));
        assert_eq!(baseline_slug("Kick-off / 計画"), "kick-off-計画");
        assert_eq!(baseline_slug("?"), "baseline");
    }

    #[test]
    fn handover_tag_is_a_part_of_a_file_name() {
        for (tag, slug) in [
            ("general", "general"),
            ("Codex", "codex"),
            ("my notes_2", "my_notes_2"),
            ("v1.2", "v1.2"),
            ("../../etc/passwd", "etc-passwd"),
            ("C:\\x\u{7}y", "c-x-y"),
            ("a\u{202e}b\u{85}", "a-b"),
            ("設計 メモ", "設計_メモ"),
            ("a.tmp.b", "a-tmp.b"),
            ("con", "con"),
            ("..", "general"),
            ("", "general"),
        ] {
            assert_eq!(handover_tag(tag), slug, "{tag:?}");
            assert_eq!(handover_tag(&handover_tag(tag)), slug, "{tag:?}");
        }
        assert_eq!(handover_tag(&"x".repeat(300)).len(), 100);
    }

    #[test]
    fn referral_slug_is_ascii_and_may_be_empty() {
        assert_eq!(referral_slug("Harbour Ops 港"), "harbour-ops");
        assert_eq!(referral_slug("a  b"), "a--b");
        assert_eq!(referral_slug("港"), "");
    }
}
