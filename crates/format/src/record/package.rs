//! A package: a text with YAML front matter that says what it is and when it expires.
//!
//! Invariant: the content follows the front matter byte for byte. A change of the front matter
//! replaces the lines of the changed keys and keeps all others. Every value of the front matter is
//! read as one line without control characters, whatever another program has written.

use handoff_protocol::{Actor, PackageGit, ProblemCode, Text};
use serde_json::{Map, json};

use super::page::{FENCE, split};
use crate::document::decode_utf8;
use crate::{Finding, Value, front_matter, single_line, texts};

/// The number of digits of an ID.
const ID_LENGTH: usize = 8;

/// The front matter of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// 8 lowercase hexadecimal digits.
    pub id: String,
    /// One line. Not unique.
    pub name: String,
    /// One line; may be empty.
    pub summary: String,
    /// The project that it is about; may be empty.
    pub project: String,
    /// Free tags.
    pub tags: Vec<String>,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub expires_at: String,
    /// Whether it never expires.
    pub pinned: bool,
    /// `private`, `team` or `public`.
    pub visibility: Option<String>,
    /// Who stored it.
    pub actor: Option<Actor>,
    /// ID of the session that it was made from.
    pub session_id: Option<String>,
    /// IDs of the tasks that it is about.
    pub task_ids: Vec<String>,
    /// ID of the session or package that it continues.
    pub base: Option<String>,
    /// The state of Git when it was stored.
    pub git: Option<PackageGit>,
    /// The SHA-256 of the content in hexadecimal digits.
    pub sha256: String,
    /// The estimated number of tokens of the content.
    pub tokens: u32,
    /// ID of the package that has replaced it.
    pub superseded_by: Option<String>,
    /// The time when somebody took it over, RFC 3339.
    pub accepted_at: Option<String>,
    /// Who took it over.
    pub accepted_by: Option<Actor>,
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
    let package = from_values(&front.values);
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
    let (before, after) = (to_values(old), to_values(new));
    let mut changes: Vec<(String, Value)> = Vec::new();
    for (key, value) in &after {
        if before.get(key) != Some(value) {
            changes.push((key.clone(), value.clone()));
        }
    }
    let removed = before.keys().filter(|key| !after.contains_key(*key));
    changes.extend(removed.map(|key| (key.clone(), if key == "pinned" { json!(false) } else { Value::Null })));
    let yaml = front_matter::set_keys(parts.yaml, &changes).map_err(|error| error.into_finding(text))?;
    let yaml_end = parts.start + parts.yaml.len();
    let head = text.get(..parts.start).unwrap_or_default();
    let rest = text.get(yaml_end..).unwrap_or_default();
    Ok([head, &yaml, rest].concat().into_bytes())
}

/// Returns the bytes of a new package.
pub fn new_package(package: &Package, content: &str) -> Vec<u8> {
    let yaml = front_matter::to_yaml(&to_values(package));
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

/// Reads the values of the front matter. A value of another type is treated as absent.
fn from_values(values: &Map<String, Value>) -> Package {
    let text = |key: &str| values.get(key).and_then(Value::as_str).map(str::to_owned);
    let texts = |key: &str| {
        let items = values.get(key).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
    };
    let actor = |key: &str| values.get(key).and_then(|value| serde_json::from_value::<Actor>(value.clone()).ok());
    let tokens = values.get("tokens_est").and_then(Value::as_u64);
    Package {
        id: text("id").unwrap_or_default(),
        name: text("name").unwrap_or_default(),
        summary: text("summary").unwrap_or_default(),
        project: text("project").unwrap_or_default(),
        tags: texts("tags"),
        created_at: text("created_at").unwrap_or_default(),
        expires_at: text("expires_at").unwrap_or_default(),
        pinned: values.get("pinned").and_then(Value::as_bool).unwrap_or_default(),
        visibility: text("visibility"),
        actor: actor("actor"),
        session_id: text("session_id"),
        task_ids: texts("task_ids"),
        base: text("base"),
        git: values.get("git").and_then(|git| serde_json::from_value(git.clone()).ok()),
        sha256: text("sha256").unwrap_or_default(),
        tokens: tokens.and_then(|tokens| u32::try_from(tokens).ok()).unwrap_or_default(),
        superseded_by: text("superseded_by"),
        accepted_at: text("accepted_at"),
        accepted_by: actor("accepted_by"),
    }
}

/// Returns the values of the front matter. Values that say nothing are left out.
fn to_values(package: &Package) -> Map<String, Value> {
    let text = |text: &str| (!text.is_empty()).then(|| Value::from(text));
    let optional = |text: &Option<String>| text.as_deref().map(Value::from);
    let list = |list: &[String]| (!list.is_empty()).then(|| json!(list));
    let fields = [
        ("id", Some(json!(package.id))),
        ("name", Some(json!(package.name))),
        ("summary", text(&package.summary)),
        ("project", text(&package.project)),
        ("tags", list(&package.tags)),
        ("created_at", Some(json!(package.created_at))),
        ("expires_at", Some(json!(package.expires_at))),
        ("pinned", package.pinned.then_some(json!(true))),
        ("visibility", optional(&package.visibility)),
        ("actor", package.actor.as_ref().map(|actor| json!(actor))),
        ("session_id", optional(&package.session_id)),
        ("task_ids", list(&package.task_ids)),
        ("base", optional(&package.base)),
        ("git", package.git.as_ref().map(|git| json!(git))),
        ("sha256", text(&package.sha256)),
        ("tokens_est", Some(json!(package.tokens))),
        ("superseded_by", optional(&package.superseded_by)),
        ("accepted_at", optional(&package.accepted_at)),
        ("accepted_by", package.accepted_by.as_ref().map(|actor| json!(actor))),
    ];
    fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
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
