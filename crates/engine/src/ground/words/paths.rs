//! Whether a text mentions a file.

/// The names, without their endings, that files of many folders have. One of them alone mentions no file.
const COMMON_NAMES: [&str; 8] = ["__init__", "index", "lib", "main", "mod", "readme", "test", "types"];

/// Returns a path with slashes and without `./` before it, as records have it.
pub(crate) fn normal_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.trim_start_matches("./").trim_end_matches('/').to_owned()
}

/// Returns whether a text mentions a file with a normal path: by the path, by its end, or by the name of
/// the file if that is not a common one.
pub(crate) fn mentions_file(text: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    if name.is_empty() {
        return false;
    }
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + name.len()..).unwrap_or_default();
        let folders = before.get(before.trim_end_matches(is_path_character).len()..).unwrap_or_default();
        let mention = normal_path(&format!("{folders}{name}"));
        let is_path = mention.contains('/');
        let is_same =
            mention == path || path.ends_with(&format!("/{mention}")) || mention.ends_with(&format!("/{path}"));
        ends_name(after) && is_same && (is_path || path == mention || !is_common(name))
    })
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
    use super::{mentions_file, normal_path};

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
}
