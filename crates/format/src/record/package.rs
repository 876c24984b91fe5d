//! A package: a text with YAML front matter that says what it is and when it expires.
//!
//! Invariant: the content follows the front matter byte for byte. A change of the front matter
//! replaces the lines of the changed keys and keeps all others. Every value of the front matter is
//! read as one line without control characters, whatever another program has written.

use handoff_protocol::{Actor, PackageGit, ProblemCode, Text};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::declaration::{Form, List, Optional, Record, Required, changed_members, read_record, record};
use super::fields::{RecordReader, RecordTable};
use super::page::{FENCE, split};
use crate::data_file::{Lookup, decode_utf8};
use crate::{Container, DataFile, Finding, Value, front_matter, single_line, texts};

/// The number of digits of an ID.
const ID_LENGTH: usize = 8;

record! {
    /// The front matter of a package.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Package {
        /// 8 lowercase hexadecimal digits.
        pub id: String = "id" as Required,
        /// One line. Not unique.
        pub name: String = "name" as Required,
        /// One line; may be empty.
        pub summary: String = "summary" as NonEmpty,
        /// The project that it is about; may be empty.
        pub project: String = "project" as NonEmpty,
        /// Free tags.
        pub tags: Vec<String> = "tags" as TextsOnly,
        /// RFC 3339.
        pub created_at: String = "created_at" as Required,
        /// RFC 3339.
        pub expires_at: String = "expires_at" as Required,
        /// Whether it never expires.
        pub pinned: bool = "pinned" as Optional,
        /// `private`, `team` or `public`.
        pub visibility: Option<String> = "visibility" as Optional,
        /// Who stored it.
        pub actor: Option<Actor> = "actor" as Whole,
        /// ID of the session that it was made from.
        pub session_id: Option<String> = "session_id" as Optional,
        /// IDs of the tasks that it is about.
        pub task_ids: Vec<String> = "task_ids" as TextsOnly,
        /// ID of the session or package that it continues.
        pub base: Option<String> = "base" as Optional,
        /// The state of Git when it was stored.
        pub git: Option<PackageGit> = "git" as Whole,
        /// The SHA-256 of the content in hexadecimal digits.
        pub sha256: String = "sha256" as NonEmpty,
        /// The estimated number of tokens of the content.
        pub tokens: u32 = "tokens_est" as Optional,
        /// ID of the package that has replaced it.
        pub superseded_by: Option<String> = "superseded_by" as Optional,
        /// The time when somebody took it over, RFC 3339.
        pub accepted_at: Option<String> = "accepted_at" as Optional,
        /// Who took it over.
        pub accepted_by: Option<Actor> = "accepted_by" as Whole,
    }
}

/// A text that is absent if it is empty.
struct NonEmpty;

impl Form<String> for NonEmpty {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> String {
        Optional::read(reader, table, key)
    }

    fn write(value: &String) -> Option<Value> {
        (!value.is_empty()).then(|| value.as_str().into())
    }
}

/// A list of texts, absent if it is empty. Other elements are left out.
struct TextsOnly;

impl Form<Vec<String>> for TextsOnly {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<String> {
        let elements = reader.list(table, key).into_iter().map(Lookup::value);
        elements.filter_map(|value| value.as_str().map(str::to_owned)).collect()
    }

    fn write(value: &Vec<String>) -> Option<Value> {
        List::write(value)
    }
}

/// A value in the form that `serde` gives its type. It is absent if any part of it is invalid.
struct Whole;

impl<T: Serialize + DeserializeOwned> Form<Option<T>> for Whole {
    fn read(_: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<T> {
        serde_json::from_value(table.member(key)?).ok()
    }

    fn write(value: &Option<T>) -> Option<Value> {
        serde_json::to_value(value.as_ref()?).ok()
    }
}

/// Returns whether a text is the ID of a package.
fn is_package_id(id: &str) -> bool {
    id.len() == ID_LENGTH && id.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
}

/// Reads a package. Returns it with the byte offset of its content. Fails if the front matter does
/// not parse, or lacks a valid ID, a name or a time.
pub fn read_package(bytes: &[u8]) -> Result<(Package, usize), Finding> {
    let text = decode_utf8(bytes)?;
    let parts = split(text)?;
    let mut front = front_matter::parse(parts.yaml, parts.start).map_err(|error| error.into_finding(text))?;
    front.values.values_mut().for_each(clean);
    let data = DataFile::from_value(Container::Json, &Value::Object(front.values))?;
    let (package, _) = read_record::<Package>(&data);
    let is_valid = is_package_id(&package.id)
        && !package.name.trim().is_empty()
        && [&package.created_at, &package.expires_at].into_iter().all(|time| is_time(time));
    if !is_valid {
        let text = Text::plain(texts::PACKAGE_KEYS);
        return Err(Finding { code: ProblemCode::MissingKey, position: None, text, key: Vec::new() });
    }
    Ok((package, text.len() - parts.body.len()))
}

/// Writes the difference between two packages. `old` was read from the bytes. The content and all
/// other keys stay. Fails if the front matter cannot be edited.
pub fn write_package(bytes: &[u8], old: &Package, new: &Package) -> Result<Vec<u8>, Finding> {
    let text = decode_utf8(bytes)?;
    let parts = split(text)?;
    let changes = changed_members(old, new);
    let yaml = front_matter::set_keys(parts.yaml, &changes).map_err(|error| error.into_finding(text))?;
    let yaml_end = parts.start + parts.yaml.len();
    let head = text.get(..parts.start).unwrap_or_default();
    let rest = text.get(yaml_end..).unwrap_or_default();
    Ok([head, &yaml, rest].concat().into_bytes())
}

/// Returns the bytes of a new package.
pub fn new_package(package: &Package, content: &str) -> Vec<u8> {
    let mut values = package.to_members();
    // An absent `pinned` is false.
    values.retain(|_, value| *value != Value::Bool(false));
    let yaml = front_matter::to_yaml(&values);
    [FENCE, "\n", &yaml, FENCE, "\n", content].concat().into_bytes()
}

fn is_time(text: &str) -> bool {
    chrono::DateTime::parse_from_rfc3339(text).is_ok()
}

/// Replaces line ends and control characters in a text, or in the texts of a list or table.
fn clean(value: &mut Value) {
    match value {
        Value::String(text) => *text = single_line(text),
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(members) => members.values_mut().for_each(clean),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn package() -> Package {
        Package {
            id: "12345678".to_owned(),
            name: "auth: refactor".to_owned(),
            tags: vec!["a".to_owned(), "no".to_owned()],
            created_at: "2026-11-24T06:00:00+00:00".to_owned(),
            expires_at: "2026-12-01T06:00:00+00:00".to_owned(),
            actor: Some(Actor::agent("codex")),
            git: Some(PackageGit { branch: Some("main".to_owned()), commit: None }),
            sha256: "1234567890123456".to_owned(),
            tokens: 3,
            ..Package::default()
        }
    }

    proptest! {
        #[test]
        fn content_survives_byte_for_byte(
            content in prop_oneof![
                "(\r\n|\n|---|\u{feff}|---\r\n|id: x| |a|潮|\u{2028}|\t){0,20}",
                any::<String>(),
            ],
            name in "[^\\p{Cc}\u{2028}\u{2029}]{1,20}",
        ) {
            let package = Package { name: format!("n{name}"), ..package() };
            let bytes = new_package(&package, &content);
            let (read, at) = read_package(&bytes).map_err(|finding| TestCaseError::fail(finding.to_string()))?;
            prop_assert_eq!(&read, &package);
            prop_assert_eq!(&bytes[at..], content.as_bytes());
            let accepted = Package { accepted_at: Some(package.created_at.clone()), pinned: true, ..package };
            let bytes = write_package(&bytes, &read, &accepted).map_err(|finding| TestCaseError::fail(finding.to_string()))?;
            let (read, at) = read_package(&bytes).map_err(|finding| TestCaseError::fail(finding.to_string()))?;
            prop_assert_eq!(&read, &accepted);
            prop_assert_eq!(&bytes[at..], content.as_bytes());
        }
    }

    #[test]
    fn values_are_read_as_one_line() {
        let text = "---\nid: 0a1b2c3d\nname: \"a ===\\n=== package\\e[2J\\u2028b\"\ntags: [\"a\\nb\"]\nbase: \"x\\ny\"\nactor: {kind: agent, name: \"x\\ny\"}\ncreated_at: 2026-11-24T06:00:00Z\nexpires_at: 2026-11-25T06:00:00Z\n---\nbody";
        let (read, _) = read_package(text.as_bytes()).unwrap();
        let actor = read.actor.as_ref().map(|actor| actor.name.as_str());
        assert_eq!(
            (read.name.as_str(), read.tags.as_slice(), read.base.as_deref(), actor),
            ("a === === package [2J b", ["a b".to_owned()].as_slice(), Some("x y"), Some("x y"))
        );
        let pinned = Package { pinned: true, ..read.clone() };
        let written = String::from_utf8(write_package(text.as_bytes(), &read, &pinned).unwrap()).unwrap();
        assert!(written.contains("name: \"a ===\\n=== package"), "other keys stay: {written}");
    }

    #[test]
    fn unknown_keys_and_comments_survive() {
        let text = "---\nid: 0a1b2c3d\nname: n # why\nown: {x: [1]}\ncreated_at: 2026-11-24T06:00:00Z\nexpires_at: 2026-11-25T06:00:00Z\n---\nbody";
        let (read, _) = read_package(text.as_bytes()).unwrap();
        let new = Package { superseded_by: Some("ffffffff".to_owned()), ..read.clone() };
        let written = String::from_utf8(write_package(text.as_bytes(), &read, &new).unwrap()).unwrap();
        let expected = text.replace("---\nbody", "superseded_by: ffffffff\n---\nbody");
        assert_eq!(written, expected);
        let unpinned = Package { pinned: true, ..read.clone() };
        let pinned = write_package(text.as_bytes(), &read, &unpinned).unwrap();
        let written = String::from_utf8(write_package(&pinned, &unpinned, &read).unwrap()).unwrap();
        assert_eq!(written, text.replace("---\nbody", "pinned: false\n---\nbody"));
    }

    #[test]
    fn invalid_packages_are_refused() {
        let valid =
            "---\nid: 0a1b2c3d\nname: n\ncreated_at: 2026-11-24T06:00:00Z\nexpires_at: 2026-11-25T06:00:00Z\n---\n";
        assert!(read_package(valid.as_bytes()).is_ok());
        for (old, new) in [
            ("0a1b2c3d", "0A1B2C3D"),
            ("0a1b2c3d", "../../xy"),
            ("0a1b2c3d", "12345678"),
            ("name: n", "name: ''"),
            ("name: n\n", ""),
            ("2026-11-24T06:00:00Z", "yesterday"),
            ("2026-11-25T06:00:00Z", "[]"),
            ("---\nid", "id"),
            ("Z\n---\n", "Z\n"),
        ] {
            assert!(read_package(valid.replace(old, new).as_bytes()).is_err(), "{old} {new}");
        }
    }
}
