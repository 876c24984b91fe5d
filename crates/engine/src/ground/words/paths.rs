//! Whether a text mentions a file.

/// The names, without their endings, that files of many folders have. One of them alone mentions no file.
const COMMON_NAMES: [&str; 8] = ["__init__", "index", "lib", "main", "mod", "readme", "test", "types"];

/// Returns a path with slashes and without `./` before it, as records have it.
pub fn normal_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.trim_start_matches("./").trim_end_matches('/').to_owned()
}

/// Returns whether a text mentions a file with a normal path: by the path, by its end, or by the name of
/// the file if that is not a common one.
pub(crate) fn mentions_file(text: &str, path: &str) -> bool {
    after_mentions(text, path).next().is_some()
}

/// Returns the lines of a file that a text mentions, such as `src/feed.rs:42` or `src/feed.rs#L10-L20`: the
/// first and the last one, counted from 1.
pub(crate) fn mentioned_lines(text: &str, path: &str) -> Vec<(u32, u32)> {
    after_mentions(text, path).filter_map(lines_at_start).collect()
}

/// Returns the text after each mention of a file.
fn after_mentions<'t>(text: &'t str, path: &'t str) -> impl Iterator<Item = &'t str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    // An empty name would match everywhere.
    let matches = (!name.is_empty()).then(|| text.match_indices(name)).into_iter().flatten();
    matches.filter_map(move |(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + name.len()..).unwrap_or_default();
        let folders = before.get(before.trim_end_matches(is_path_character).len()..).unwrap_or_default();
        let mention = normal_path(&format!("{folders}{name}"));
        let is_path = mention.contains('/');
        let is_same =
            mention == path || path.ends_with(&format!("/{mention}")) || mention.ends_with(&format!("/{path}"));
        let is_mention = ends_name(after) && is_same && (is_path || path == mention || !is_common(name));
        is_mention.then_some(after)
    })
}

/// Parses the lines at the start of the text after a path: `:42`, `:10-20`, `#L42` or `#L10-L20`.
fn lines_at_start(after: &str) -> Option<(u32, u32)> {
    let text = after.strip_prefix(':').or_else(|| after.strip_prefix("#L"))?;
    let (first, rest) = leading_number(text)?;
    let end = rest.strip_prefix('-').map(|rest| rest.strip_prefix('L').unwrap_or(rest));
    let last = end.and_then(leading_number).map_or(first, |(last, _)| last);
    (first >= 1 && first <= last).then_some((first, last))
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    Some((text.get(..text.len() - rest.len())?.parse().ok()?, rest))
}

/// Returns whether a character can be in a path that a text mentions. Other scripts are not, because they
/// have no space between a path and the words around it.
fn is_path_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '/' | '\\' | '.' | '_' | '-' | '@' | '+')
}

/// Returns whether a name ends before a text: a full stop is the end of a sentence only.
fn ends_name(after: &str) -> bool {
    let mut after = after.chars();
    match after.next() {
        Some('.') => !after.next().is_some_and(is_path_character),
        Some(next) => !is_path_character(next),
        None => true,
    }
}

/// Returns whether files of many folders have this name.
fn is_common(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem).to_ascii_lowercase();
    stem.chars().count() < 3 || COMMON_NAMES.contains(&stem.as_str())
}

#[cfg(test)]
mod tests {
    use super::{mentioned_lines, mentions_file, normal_path};

    #[test]
    fn file_is_mentioned_by_its_path_or_its_name() {
        for (text, path, expected) in [
            ("Rows of src/feed.rs are lazy.", "src/feed.rs", true),
            ("feed.rs reads Latin-1", "src/feed.rs", true),
            ("src/feed.rsの行", "src/feed.rs", true),
            ("see .\\src\\feed.rs", "src/feed.rs", true),
            ("see app/src/feed.rs:12", "src/feed.rs", true),
            ("other/feed.rs", "src/feed.rs", false),
            ("newsfeed.rs", "src/feed.rs", false),
            ("feed.rs.bak", "src/feed.rs", false),
            ("mod.rs is long", "src/feed/mod.rs", false),
            ("feed/mod.rs is long", "src/feed/mod.rs", true),
            ("README.md", "README.md", true),
            ("the feed", "src/feed.rs", false),
            ("", "src/feed.rs", false),
            ("src/", "src/", false),
        ] {
            assert_eq!(mentions_file(text, path), expected, "{path} in {text}");
        }
        assert_eq!(normal_path(".\\src\\feed.rs"), "src/feed.rs");
    }

    #[test]
    fn lines_are_mentioned_after_the_path() {
        for (text, expected) in [
            ("src/feed.rs:42 is slow", vec![(42, 42)]),
            ("feed.rs:10-20, src/feed.rs#L7 and feed.rs#L3-L5.", vec![(10, 20), (7, 7), (3, 5)]),
            ("other.rs:3 and feed.rs", vec![]),
            ("feed.rs:0 feed.rs:9-3 feed.rs:99999999999 feed.rs: feed.rs:x", vec![]),
            ("src/feed.rs:42の行", vec![(42, 42)]),
        ] {
            assert_eq!(mentioned_lines(text, "src/feed.rs"), expected, "{text}");
        }
    }
}
