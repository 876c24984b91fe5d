//! A page of documentation: Markdown with YAML front matter.
//!
//! Invariant: the body follows the front matter byte for byte. A change of the front matter replaces
//! the lines of the changed keys and keeps all others.

use handoff_protocol::{Position, ProblemCode, Text};
use serde_json::Map;

use super::declaration::{
    Always, Elements, Form, Free, List, Optional, Record, Required, Table, changed_members, read_record, record,
};
use super::fields::{RecordReader, RecordTable};
use super::merge;
use crate::data_file::decode_utf8;
use crate::finding::position;
use crate::front_matter::{self, FrontMatter};
use crate::{Container, DataFile, Finding, Value, texts};

pub(super) const FENCE: &str = "---";
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The names that other tools use for our keys.
const OTHER_NAMES: [(&str, &[&str]); 4] = [
    ("title", &["name"]),
    ("created_at", &["date", "created", "publishDate"]),
    ("updated_at", &["lastmod", "modified", "last_update"]),
    ("description", &["excerpt", "summary", "abstract"]),
];

record! {
    /// The front matter and the body of a page. Keys are in the order in which other programs write them.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Page {
        /// `doc-…`.
        pub id: String = "id" as Required,
        /// One line.
        pub title: String = "title" as Required,
        /// `spec`, `design`, `adr`, `guide` or `note` by convention.
        pub doc_type: String = "doc_type" as Required,
        /// Free tags.
        pub tags: Vec<String> = "tags" as Always<List>,
        /// Parts of the paths to which it applies.
        pub scope_paths: Vec<String> = "scope_paths" as Always<List>,
        /// The parent page.
        pub parent_id: Option<String> = "parent_id" as Always<Optional>,
        /// The child pages, in order.
        pub children: Vec<String> = "children" as Always<List>,
        /// Related pages, with the kind of relation.
        pub related: Vec<RelatedPage> = "related" as Always<Elements>,
        /// `auto`, `full`, `outline` or `none`: the part that is shown to agents without a request.
        pub auto_inject: Option<String> = "auto_inject" as Always<Optional>,
        /// IDs of the tasks that the page describes.
        pub task_ids: Vec<String> = "task_ids" as Always<List>,
        /// Its origin.
        pub source: PageSource = "source" as Table,
        /// Whether the imported original had a byte order mark.
        pub has_bom: bool = "has_bom" as Optional,
        /// `lf` or `crlf`, of the body.
        pub line_ending: Option<String> = "line_ending" as Always<Optional>,
        /// The deepest level of a heading that begins a section.
        pub split_level: u64 = "split_level" as CountOr<2>,
        /// RFC 3339.
        pub created_at: String = "created_at" as Required,
        /// RFC 3339.
        pub updated_at: String = "updated_at" as Required,
        /// A hash of the body, computed by the writer.
        pub content_hash: Option<String> = "content_hash" as Always<Optional>,
        /// The state of its review, in free form.
        pub verification: Option<Value> = "verification" as Free,
        /// A short description.
        pub description: Option<String> = "description" as Optional,
    }
    skip {
        /// The Markdown.
        pub body: String,
    }
}

record! {
    /// A page that is related to another one.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct RelatedPage {
        /// The ID of the other page.
        pub id: String = "id" as Optional,
        /// `supersedes`, `references`, `implements`, `extends` or `conflicts` by convention.
        pub rel: String = "rel" as Optional,
    }
}

record! {
    /// The origin of a page.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct PageSource {
        /// `authored` or `imported`.
        pub origin: Option<String> = "origin" as Optional,
        /// The path of the imported file.
        pub original_path: Option<String> = "original_path" as Optional,
        /// The hash at the last save by a program.
        pub canonical_hash: Option<String> = "canonical_hash" as Optional,
        /// The hash of the bytes of the body when `handoff-mcp` last read its requirements.
        pub body_raw_hash: Option<String> = "body_raw_hash" as Optional,
        /// How the hashes of the text are computed: 1 over the hashes of the sections, else over the text.
        pub content_hash_scheme: Option<u64> = "content_hash_scheme" as Optional,
    }
}

/// A whole number. An absent one is `DEFAULT`.
struct CountOr<const DEFAULT: u64>;

impl<const DEFAULT: u64> Form<u64> for CountOr<DEFAULT> {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> u64 {
        reader.count(table, key).unwrap_or(DEFAULT)
    }

    fn write(value: &u64) -> Option<Value> {
        Some((*value).into())
    }
}

/// Reads a page. Fails if the front matter is missing or does not parse. A page that only other
/// programs cannot read has a finding.
pub fn read_page(bytes: &[u8]) -> Result<(Page, Vec<Finding>), Finding> {
    let text = decode_utf8(bytes)?;
    let parts = split(text)?;
    let mut front = front_matter::parse(parts.yaml, parts.start).map_err(|error| error.into_finding(text))?;
    rename(&mut front.values);
    let data = DataFile::from_value(Container::Json, &Value::Object(std::mem::take(&mut front.values)))?;
    let (page, findings) = read_record::<Page>(&data);
    let page = Page { body: parts.body.to_owned(), ..page };
    let findings = findings.into_iter().map(|finding| relocate(finding, text, &front));
    Ok((page, parts.finding.into_iter().chain(findings).collect()))
}

/// Writes the difference between two pages. `old` was read from the bytes. All bytes of what is equal
/// stay. Fails if the front matter does not parse.
pub fn write_page(bytes: &[u8], old: &Page, new: &Page) -> Result<Vec<u8>, Finding> {
    let text = decode_utf8(bytes)?;
    let parts = split(text)?;
    let front = front_matter::parse(parts.yaml, parts.start).map_err(|error| error.into_finding(text))?;
    let change = |(key, value): (String, Value)| {
        let name = written_name(&front.values, &key);
        // Other members of an object in the file stay.
        (name.to_owned(), merge(front.values.get(name).cloned().unwrap_or_default(), value))
    };
    let changes: Vec<(String, Value)> = changed_members(old, new).into_iter().map(change).collect();
    let yaml = front_matter::set_keys(parts.yaml, &changes).map_err(|error| error.into_finding(text))?;
    let yaml_end = parts.start + parts.yaml.len();
    let head = text.get(..parts.start).unwrap_or_default();
    let fence = text.get(yaml_end..text.len() - parts.body.len()).unwrap_or_default();
    // A body needs a line of its own after the fence.
    let line_end = if fence.ends_with('\n') || new.body.is_empty() { "" } else { "\n" };
    Ok([head, &yaml, fence, line_end, &new.body].concat().into_bytes())
}

/// Returns the text of a new page.
pub fn new_page(page: &Page) -> Vec<u8> {
    format!("{FENCE}\n{}{FENCE}\n{}", front_matter::to_yaml(&page.to_members()), page.body).into_bytes()
}

/// Returns the name under which a file has one of our keys.
fn written_name<'k>(values: &Map<String, Value>, key: &'k str) -> &'k str {
    if values.contains_key(key) {
        return key;
    }
    let others = OTHER_NAMES.iter().find(|(name, _)| *name == key).map_or(&[] as &[&str], |(_, others)| others);
    others.iter().find(|other| values.contains_key(**other)).copied().unwrap_or(key)
}

/// The parts of a page.
pub(super) struct Parts<'t> {
    /// The byte offset of the YAML.
    pub(super) start: usize,
    /// The text between the two lines of three dashes.
    pub(super) yaml: &'t str,
    /// The text after them.
    pub(super) body: &'t str,
    /// The reason why other programs cannot read the page.
    finding: Option<Finding>,
}

/// Splits a text into the keys of the front matter of a page at its start, and the text below it. Returns
/// `None` if it begins with anything else. Front matter without the ID of a page belongs to the text.
pub fn split_front_matter(text: &str) -> Option<(Vec<String>, &str)> {
    let parts = split(text).ok()?;
    let front = front_matter::parse(parts.yaml, parts.start).ok()?;
    let id = front.values.get("id").and_then(Value::as_str)?;
    id.starts_with("doc-").then(|| (front.values.keys().cloned().collect(), parts.body))
}

/// Splits a page at the two lines of three dashes.
pub(super) fn split(text: &str) -> Result<Parts<'_>, Finding> {
    let position = Position { line: 0, column: 0, end_line: 0, end_column: 3 };
    let finding = |template: &str| Finding {
        code: ProblemCode::Syntax,
        position: Some(position),
        text: Text::plain(template),
        key: Vec::new(),
    };
    let shown = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mark_length = text.len() - shown.len();
    let (first, rest) = shown.split_once('\n').unwrap_or((shown, ""));
    let other_programs = match first {
        FENCE if mark_length > 0 => {
            Some(Finding { code: ProblemCode::ByteOrderMark, ..finding(texts::BYTE_ORDER_MARK) })
        }
        FENCE => None,
        "---\r" => Some(finding(texts::CRLF_FRONT_MATTER)),
        _ => return Err(finding(texts::NO_FRONT_MATTER)),
    };
    let start = mark_length + first.len() + 1;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        let end = at + line.len();
        if let (FENCE, Some(yaml), Some(body)) = (line.trim_end_matches(['\n', '\r']), rest.get(..at), rest.get(end..))
        {
            return Ok(Parts { start, yaml, body, finding: other_programs });
        }
        at = end;
    }
    Err(finding(texts::OPEN_FRONT_MATTER))
}

/// Copies the values of keys that other tools use to our keys, where ours are absent.
fn rename(values: &mut Map<String, Value>) {
    for (name, others) in OTHER_NAMES {
        let value = others.iter().find_map(|other| values.get(*other).cloned());
        if let (false, Some(value)) = (values.contains_key(name), value) {
            values.insert(name.to_owned(), value);
        }
    }
}

/// Moves a finding to its key in the front matter, or to the first line if it has none there.
fn relocate(finding: Finding, text: &str, front: &FrontMatter<'_>) -> Finding {
    let key_position = finding.key.first().and_then(|key| front.key_span(key)).map(|span| position(text, &span));
    let first_line = Position { line: 0, column: 0, end_line: 0, end_column: 3 };
    Finding { position: Some(key_position.unwrap_or(first_line)), ..finding }
}
