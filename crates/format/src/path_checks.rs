//! Checks of IDs, names and paths from files, arguments and messages.

use handoff_protocol::Text;

use crate::characters::is_invisible;
use crate::paths::{TEMPORARY, split_toml_folder};
use crate::texts;

/// The maximum length of an ID, which leaves room for a slug.
const MAX_ID_BYTES: usize = 100;
/// The characters that some file systems do not allow in a name.
const UNSAFE: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

/// Checks that an ID can name a folder on every file system. The error says why it cannot.
pub fn check_id(id: &str) -> Result<(), Text> {
    let bad = |character: String| Text::with(texts::ID_CHARACTER, [("character", character)]);
    if id.is_empty() {
        return Err(Text::plain(texts::ID_EMPTY));
    }
    if id.len() > MAX_ID_BYTES {
        return Err(Text::with(texts::ID_TOO_LONG, [("limit", MAX_ID_BYTES.to_string())]));
    }
    if let Some(character) = id.chars().find(|character| character.is_control()) {
        return Err(bad(format!("U+{:04X}", u32::from(character))));
    }
    if let Some(character) = id.chars().find(|character| UNSAFE.contains(character)) {
        return Err(bad(character.to_string()));
    }
    if id.contains(TEMPORARY) {
        return Err(bad(TEMPORARY.to_owned()));
    }
    if id.starts_with('.') {
        return Err(Text::plain(texts::ID_START));
    }
    if id.contains("..") {
        return Err(Text::plain(texts::ID_DOTS));
    }
    if id.trim() != id || id.ends_with('.') {
        return Err(Text::plain(texts::ID_EDGE));
    }
    match split_toml_folder(&format!("{id}-todo--")) {
        Some((named, status, _)) if named != id => {
            Err(Text::with(texts::ID_STATUS, [("part", format!("-{}--", status.name()))]))
        }
        _ => Ok(()),
    }
}

/// Checks the ID of a new task. Some IDs of existing tasks do not pass, since other programs and
/// earlier versions accept them.
pub fn check_new_id(id: &str) -> Result<(), Text> {
    check_id(id)?;
    if let Some(character) = id.chars().find(|character| is_invisible(*character)) {
        return Err(Text::with(texts::ID_CHARACTER, [("character", format!("U+{:04X}", u32::from(character)))]));
    }
    if id.starts_with('-') {
        return Err(Text::plain(texts::ID_HYPHEN));
    }
    let name = id.split('.').next().unwrap_or(id).trim_end();
    if is_device_name(name) {
        return Err(Text::with(texts::ID_DEVICE, [("name", name.to_owned())]));
    }
    Ok(())
}

/// Returns true if Windows takes a name for a device, whatever extension follows it.
fn is_device_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let is_port = |port: &str| {
        let number = name.strip_prefix(port).map(|number| number.chars().collect::<Vec<_>>());
        matches!(number.as_deref(), Some(['0'..='9' | '¹' | '²' | '³']))
    };
    matches!(name.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") || is_port("COM") || is_port("LPT")
}

/// Returns true if a name can be that of a writer, which becomes part of file names.
pub fn is_writer_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        && !is_device_name(name)
}

/// Returns a text with its control characters as escapes, such as `\n`.
pub fn escape_control_characters(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, character| {
        if character.is_control() {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
        escaped
    })
}

/// Checks that a path has no control characters and stays below `.handoff/` on every file system.
pub fn check_path(path: &str) -> Result<(), Text> {
    if path.contains(char::is_control) {
        return Err(Text::with(texts::PATH_CONTROL, [("path", escape_control_characters(path))]));
    }
    let is_drive = |part: &str| part.chars().nth(1) == Some(':');
    let stays = path.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains('\\') && !is_drive(part));
    if stays { Ok(()) } else { Err(Text::with(texts::PATH_OUTSIDE, [("path", path.to_owned())])) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_id_rejects_ids_that_cannot_name_a_folder() {
        for id in ["t1", "t1.2.3", "feat-login.sso", "01", "課題1", "a b", "x-todo", "-"] {
            assert_eq!(check_id(id), Ok(()), "{id}");
        }
        for id in [
            "",
            "a/b",
            "a\\b",
            "..",
            "a..b",
            ".a",
            "a.",
            " a",
            "a\n",
            "a\u{7f}",
            "a:b",
            "a-todo--b",
            "a-done-",
            "a.tmp.b",
        ] {
            assert!(check_id(id).is_err(), "{id:?}");
        }
        assert!(check_id(&"x".repeat(101)).is_err());
    }

    #[test]
    fn check_new_id_rejects_ids_that_other_systems_or_people_mistake() {
        for id in ["t1", "01", "課題1", "auxiliary", "com", "com10", "x.aux", "a-", "é"] {
            assert_eq!(check_new_id(id), Ok(()), "{id}");
        }
        for id in [
            "aux",
            "AUX",
            "aux.1",
            "con",
            "COM1",
            "lpt9.x",
            "com²",
            "nul.txt",
            "prn .a",
            "-x",
            "-",
            "\u{202e}",
            "a\u{200b}b",
            "\u{feff}a",
            "a\u{2028}b",
            "a\u{ad}b",
        ] {
            assert_eq!(check_id(id), Ok(()), "a file with {id:?} is read");
            assert!(check_new_id(id).is_err(), "{id:?}");
        }
    }

    #[test]
    fn writer_names_can_be_names_of_files_on_every_system() {
        for (name, is_possible) in [
            ("noor", true),
            ("a-b_C1", true),
            ("console", true),
            ("con", false),
            ("Nul", false),
            ("com1", false),
            ("", false),
            ("a.b", false),
            ("é", false),
        ] {
            assert_eq!(is_writer_name(name), is_possible, "{name}");
        }
    }

    #[test]
    fn check_path_rejects_paths_that_lead_outside() {
        for path in ["a", "tasks/t1-x/_task.todo.json", "a/..b"] {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
        for path in ["", "/a", "a/", "a//b", "..", "a/../b", "./a", "a\\b", "C:x", "a/C:/b", "a\0b", "a\nb"] {
            assert!(check_path(path).is_err(), "{path:?}");
        }
    }
}
