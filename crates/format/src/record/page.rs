//! A page of documentation: Markdown with YAML front matter.
//!
//! Invariant: pages are read only. The body follows the front matter byte for byte.

use handoff_protocol::{Position, ProblemCode, Text};
use serde_json::Map;

use super::fields::{RecordReader, RecordTable};
use crate::document::decode_utf8;
use crate::finding::position;
use crate::front_matter::{self, FrontMatter};
use crate::{Container, Document, Finding, Value, texts};

const FENCE: &str = "---";

/// The names that other tools use for our keys.
const OTHER_NAMES: [(&str, &[&str]); 4] = [
    ("title", &["name"]),
    ("created_at", &["date", "created", "publishDate"]),
    ("updated_at", &["lastmod", "modified", "last_update"]),
    ("description", &["excerpt", "summary", "abstract"]),
];

/// The front matter and the body of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// `doc-…`.
    pub id: String,
    /// One line.
    pub title: String,
    /// `spec`, `design`, `adr`, `guide` or `note` by convention.
    pub doc_type: String,
    /// Free tags.
    pub tags: Vec<String>,
    /// Parts of the paths to which it applies.
    pub scope_paths: Vec<String>,
    /// The parent page.
    pub parent_id: Option<String>,
    /// The child pages, in order.
    pub children: Vec<String>,
    /// Related pages, with the kind of relation.
    pub related: Vec<RelatedPage>,
    /// `auto`, `full`, `outline` or `none`: the part that is shown to agents without a request.
    pub auto_inject: Option<String>,
    /// IDs of the tasks that the page describes.
    pub task_ids: Vec<String>,
    /// Its origin.
    pub source: PageSource,
    /// Whether the imported original had a byte order mark.
    pub has_bom: bool,
    /// `lf` or `crlf`, of the body.
    pub line_ending: Option<String>,
    /// The deepest level of a heading that begins a section.
    pub split_level: u64,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub updated_at: String,
    /// A hash of the body, computed by the writer.
    pub content_hash: Option<String>,
    /// The state of its review, in free form.
    pub verification: Option<Value>,
    /// A short description.
    pub description: Option<String>,
    /// The Markdown.
    pub body: String,
}

/// A page that is related to another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelatedPage {
    /// The ID of the other page.
    pub id: String,
    /// `supersedes`, `references`, `implements`, `extends` or `conflicts` by convention.
    pub rel: String,
}

/// The origin of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageSource {
    /// `authored` or `imported`.
    pub origin: Option<String>,
    /// The path of the imported file.
    pub original_path: Option<String>,
    /// The hash at the last save by a program.
    pub canonical_hash: Option<String>,
}

/// Reads a page. Fails if the front matter is missing or does not parse.
pub fn read_page(bytes: &[u8]) -> Result<(Page, Vec<Finding>), Finding> {
    let text = decode_utf8(bytes)?;
    let (yaml, body) = split(text)?;
    let mut front = front_matter::parse(yaml, FENCE.len() + 1).map_err(|error| error.into_finding(text))?;
    rename(&mut front.values);
    let document = Document::from_value(Container::Json, &Value::Object(std::mem::take(&mut front.values)))?;
    let mut reader = RecordReader::new(&document);
    let root = reader.root();
    let root = &root;
    let page = Page {
        id: reader.required_text(root, "id"),
        title: reader.required_text(root, "title"),
        doc_type: reader.required_text(root, "doc_type"),
        tags: reader.texts(root, "tags"),
        scope_paths: reader.texts(root, "scope_paths"),
        parent_id: reader.text(root, "parent_id"),
        children: reader.texts(root, "children"),
        related: read_related(&mut reader, root),
        auto_inject: reader.text(root, "auto_inject"),
        task_ids: reader.texts(root, "task_ids"),
        source: read_source(&mut reader, root),
        has_bom: reader.flag(root, "has_bom").unwrap_or_default(),
        line_ending: reader.text(root, "line_ending"),
        split_level: reader.count(root, "split_level").unwrap_or(2),
        created_at: reader.required_text(root, "created_at"),
        updated_at: reader.required_text(root, "updated_at"),
        content_hash: reader.text(root, "content_hash"),
        verification: RecordReader::any_value(root, "verification"),
        description: reader.text(root, "description"),
        body: body.to_owned(),
    };
    let findings = reader.findings.into_iter().map(|finding| relocate(finding, text, &front));
    Ok((page, findings.collect()))
}

/// Returns the text between the two lines of three dashes, and the body behind them.
fn split(text: &str) -> Result<(&str, &str), Finding> {
    let lacks = |template: &str| {
        let position = Position { line: 0, column: 0, end_line: 0, end_column: 3 };
        Finding { code: ProblemCode::Syntax, position: Some(position), text: Text::plain(template), key: Vec::new() }
    };
    if text.starts_with('\u{feff}') {
        return Err(Finding { code: ProblemCode::ByteOrderMark, ..lacks(texts::BYTE_ORDER_MARK) });
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first {
        FENCE => {}
        "---\r" => return Err(lacks(texts::CRLF_FRONT_MATTER)),
        _ => return Err(lacks(texts::NO_FRONT_MATTER)),
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        let end = at + line.len();
        if let (FENCE, Some(yaml), Some(body)) = (line.trim_end_matches(['\n', '\r']), rest.get(..at), rest.get(end..))
        {
            return Ok((yaml, body));
        }
        at = end;
    }
    Err(lacks(texts::OPEN_FRONT_MATTER))
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

fn read_related(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<RelatedPage> {
    let tables = reader.lenient_tables(root, "related", "id");
    let read = |table: RecordTable<'_>| RelatedPage {
        id: reader.text(&table, "id").unwrap_or_default(),
        rel: reader.text(&table, "rel").unwrap_or_default(),
    };
    tables.into_iter().map(read).collect()
}

fn read_source(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> PageSource {
    let Some(table) = reader.table(root, "source") else { return PageSource::default() };
    PageSource {
        origin: reader.text(&table, "origin"),
        original_path: reader.text(&table, "original_path"),
        canonical_hash: reader.text(&table, "canonical_hash"),
    }
}

/// Moves a finding to its key in the front matter, or to the first line if it has none there.
fn relocate(finding: Finding, text: &str, front: &FrontMatter<'_>) -> Finding {
    let key_position = finding.key.first().and_then(|key| front.key_span(key)).map(|span| position(text, &span));
    let first_line = Position { line: 0, column: 0, end_line: 0, end_column: 3 };
    Finding { position: Some(key_position.unwrap_or(first_line)), ..finding }
}
