//! A TOML data file that is edited in place.
//!
//! Invariant: the text always parses. Comments, blank lines, line breaks and values that are not
//! edited keep their text.

mod build;
mod parse;
mod scalar;
mod table_edit;
mod write;

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};

use super::PathSegment;
use super::lookup::Lookup;
use super::node::{Kind, Member, Node};
use super::sequence::{Sequence, Splice, apply, insertion_index};
use super::tables::{Block, Entry, Item, Table, TableKind};
use crate::finding::ParseError;
use crate::{Value, texts};
use toml_datetime::Datetime;
use write::{TomlStyle, is_block, render_entry, render_inline, render_key, render_literal, render_table, render_value};

/// A TOML text and its parsed tables.
#[derive(Clone, Debug)]
pub(crate) struct Toml {
    text: String,
    blocks: Vec<Block>,
    root: Table,
}

impl Toml {
    pub(crate) fn parse(text: String) -> Result<Toml, ParseError> {
        let (blocks, root) = parse::parse(&text)?;
        Ok(Toml { text, blocks, root })
    }

    /// Returns the members of an object in the prescribed form.
    pub(crate) fn from_value(value: &Value) -> Result<Toml, ParseError> {
        let text = value.as_object().and_then(|table| render_table(&[], table, &TomlStyle::canonical()));
        Toml::parse(text.ok_or_else(|| ParseError::new(ProblemCode::WrongType, 0..0, Text::plain(texts::NO_TOML)))?)
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn root(&self) -> Lookup<'_> {
        Lookup::Table(&self.root)
    }

    pub(crate) fn lookup(&self, path: &[PathSegment<'_>]) -> Option<Lookup<'_>> {
        self.root().get(path)
    }

    pub(crate) fn span(&self, path: &[PathSegment<'_>]) -> Option<Range<usize>> {
        if path.is_empty() {
            return Some(0..self.text.len());
        }
        match self.lookup(path)? {
            Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node) => Some(node.span.clone()),
            Lookup::Table(table) => self.table_span(table),
            Lookup::Tables(tables) => self.table_span(tables.first()?),
        }
    }

    /// Returns the header of a table, else its first entry, else the header of the first table
    /// below it.
    fn table_span(&self, table: &Table) -> Option<Range<usize>> {
        let header = |block: &usize| self.blocks.get(*block).and_then(|block| block.header.clone());
        let own = if let TableKind::Block(block) = table.kind { header(&block) } else { None };
        let entry = || table.entries().first().map(|entry| entry.key_span.clone());
        own.or_else(entry).or_else(|| table.blocks().first().and_then(header))
    }

    /// Replaces a value.
    pub(crate) fn replace(&mut self, path: &[PathSegment<'_>], value: &Value) -> Option<()> {
        let node = match self.lookup(path)? {
            Lookup::Inner(node) => node,
            Lookup::Entry(entry) if value.is_object() || (is_block(value) && is_empty_list(&entry.node)) => {
                return self.exchange(path, value);
            }
            Lookup::Entry(entry) => &entry.node,
            Lookup::Table(_) | Lookup::Tables(_) => return self.exchange(path, value),
        };
        let is_entry = matches!(self.lookup(path)?, Lookup::Entry(_));
        let written = self.text.get(node.span.clone())?;
        let new = match render_in_form_of(written, value) {
            Some(new) => new,
            None if is_entry => render_value(value, &self.style())?,
            None => render_inline(value)?,
        };
        self.splice(vec![(node.span.clone(), new)])
    }

    /// Removes a value and inserts another one at the same position among the keys.
    fn exchange(&mut self, path: &[PathSegment<'_>], value: &Value) -> Option<()> {
        let (PathSegment::Key(key), above) = path.split_last()? else { return None };
        let Lookup::Table(table) = self.lookup(above)? else { return None };
        let keys: Vec<String> = table.members.iter().map(|member| member.key.clone()).collect();
        let order: Vec<&str> = keys.iter().map(String::as_str).collect();
        let before = self.clone();
        let exchanged = self.remove(path).and_then(|()| {
            if self.lookup(above).is_some() { self.insert_key(above, key, value, &order) } else { None }
        });
        if exchanged.is_none() {
            *self = before;
        }
        exchanged
    }

    /// Inserts a key into the table at `path`, at the position that `order` gives it.
    pub(crate) fn insert_key(
        &mut self,
        path: &[PathSegment<'_>],
        key: &str,
        value: &Value,
        order: &[&str],
    ) -> Option<()> {
        let node = match self.lookup(path)? {
            Lookup::Table(_) if is_block(value) && !self.is_dotted(path) => {
                return self.insert_block(path, key, value, order);
            }
            Lookup::Table(_) => return self.insert_entry(path, key, value, order),
            Lookup::Tables(_) => return None,
            Lookup::Entry(entry) => &entry.node,
            Lookup::Inner(node) => node,
        };
        let Kind::Table(members) = &node.kind else { return None };
        let keys: Vec<&str> = members.iter().map(|member| member.key.as_str()).collect();
        let index = insertion_index(&keys, key, order);
        let equals =
            members.last().and_then(|member: &Member| self.text.get(member.key_span.end..member.node.span.start));
        let element = format!("{}{}{}", render_key(key), equals.unwrap_or(" = "), render_inline(value)?);
        if members.is_empty() {
            return self.splice(vec![(node.span.clone(), format!("{{ {element} }}"))]);
        }
        let splices = Sequence::new(&self.text, &node.span, node.parts()).insert(index, &element, " ");
        self.splice(splices)
    }

    /// Inserts an element into the list at `path`.
    pub(crate) fn insert_element(&mut self, path: &[PathSegment<'_>], index: usize, value: &Value) -> Option<()> {
        let node = match self.lookup(path)? {
            Lookup::Tables(_) => return self.insert_table(path, index, value),
            Lookup::Entry(entry) => &entry.node,
            Lookup::Inner(node) => node,
            Lookup::Table(_) => return None,
        };
        let Kind::List(nodes) = &node.kind else { return None };
        let element = render_inline(value)?;
        if nodes.is_empty() {
            return self.splice(vec![(node.span.clone(), format!("[{element}]"))]);
        }
        let sequence = Sequence::new(&self.text, &node.span, node.parts());
        let splices = sequence.insert(index, &element, " ");
        self.splice(splices)
    }

    /// Removes a value, with the lines that contain nothing else.
    pub(crate) fn remove(&mut self, path: &[PathSegment<'_>]) -> Option<()> {
        let (last, above) = path.split_last()?;
        let Some(lookup) = self.lookup(path) else { return Some(()) };
        let splices = match lookup {
            Lookup::Entry(entry) => vec![(entry.lines.clone(), String::new())],
            Lookup::Table(table) => self.table_removal(table),
            Lookup::Tables(tables) => tables.iter().flat_map(|table| self.table_removal(table)).collect(),
            Lookup::Inner(_) => {
                let (Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node)) = self.lookup(above)? else {
                    return None;
                };
                let index = match (last, &node.kind) {
                    (PathSegment::Index(index), _) => *index,
                    (PathSegment::Key(key), Kind::Table(members)) => {
                        members.iter().position(|member| member.key == *key)?
                    }
                    (PathSegment::Key(_), _) => return None,
                };
                Sequence::new(&self.text, &node.span, node.parts()).remove(index)
            }
        };
        self.splice(splices)
    }

    /// Returns the data file with another name for a key, wherever the text mentions it.
    pub(crate) fn with_key_renamed(&self, path: &[&str], to: &str) -> Option<Toml> {
        let above = path.split_last()?.1;
        let value_at = |toml: &Toml, key: &[&str]| {
            let path: Vec<PathSegment<'_>> = key.iter().map(|part| PathSegment::Key(part)).collect();
            toml.lookup(&path).map(Lookup::value)
        };
        let new_path = [above, &[to]].concat();
        let value = value_at(self, path).filter(|_| value_at(self, &new_path).is_none())?;
        let spans = parse::key_spans(&self.text, path).ok()?;
        let splices = spans.into_iter().map(|span| (span, render_key(to))).collect();
        let renamed = Toml::parse(apply(&self.text, splices)?).ok()?;
        (value_at(&renamed, path).is_none() && value_at(&renamed, &new_path) == Some(value)).then_some(renamed)
    }

    /// Reorders the elements of a list.
    pub(crate) fn permute(&mut self, path: &[PathSegment<'_>], order: &[usize]) -> Option<()> {
        let splices = match self.lookup(path)? {
            Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node) => {
                Sequence::new(&self.text, &node.span, node.parts()).permute(order)
            }
            Lookup::Tables(tables) => self.permute_tables(tables, order)?,
            Lookup::Table(_) => return None,
        };
        self.splice(splices)
    }

    fn splice(&mut self, splices: Vec<Splice>) -> Option<()> {
        *self = Toml::parse(apply(&self.text, splices)?).ok()?;
        Some(())
    }

    fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// Returns the style of the data file.
    fn style(&self) -> TomlStyle {
        TomlStyle {
            newline: self.newline(),
            list_indentation: self.first_list_indentation(&self.root).flatten(),
            ..TomlStyle::canonical()
        }
    }

    /// Returns the indentation in the first list with two or more elements: `None` without such a
    /// list, `Some(None)` if it is on one line.
    #[allow(clippy::option_option, reason = "no list, a list on one line and a list on several are three cases")]
    fn first_list_indentation(&self, table: &Table) -> Option<Option<String>> {
        table.members.iter().find_map(|member| match &member.item {
            Item::Entry(Entry { node: node @ Node { kind: Kind::List(nodes), .. }, .. }) if nodes.len() > 1 => {
                Some(Sequence::new(&self.text, &node.span, node.parts()).indentation().map(str::to_owned))
            }
            Item::Entry(_) => None,
            Item::Table(table) => self.first_list_indentation(table),
            Item::Tables(tables) => tables.iter().find_map(|table| self.first_list_indentation(table)),
        })
    }

    /// Renders an entry in the style of an existing one.
    fn render_entry_like(&self, neighbour: Option<&Entry>, key: &str, value: &Value) -> Option<String> {
        let mut style = self.style();
        let equals = neighbour.and_then(|entry| self.text.get(entry.key_span.end..entry.node.span.start));
        if let Some(equals) = equals.filter(|equals| equals.len() <= 3) {
            equals.clone_into(&mut style.equals);
        }
        let indentation = neighbour.and_then(|entry| self.text.get(entry.lines.start..entry.key_span.start));
        let entry = render_entry(key, value, &style)?;
        Some(format!("{}{entry}", indentation.unwrap_or_default()))
    }
}

fn is_empty_list(node: &Node) -> bool {
    matches!(&node.kind, Kind::List(nodes) if nodes.is_empty())
}

/// Renders a value in the form of the old one: a date stays a date, and a string in single quotes
/// keeps them. Returns `None` if it has no such form.
fn render_in_form_of(written: &str, value: &Value) -> Option<String> {
    let text = value.as_str();
    if let Some(text) = text.filter(|_| written.starts_with('\'') && !written.starts_with("'''")) {
        return render_literal(text);
    }
    if let Some(text) = text.filter(|_| written.starts_with(|first: char| first.is_ascii_digit())) {
        let (old, new): (Datetime, Datetime) = (written.parse().ok()?, text.parse().ok()?);
        let shape = |time: &Datetime| (time.date.is_some(), time.time.is_some(), time.offset.is_some());
        return (shape(&old) == shape(&new) && new.to_string() == text).then(|| text.to_owned());
    }
    let whole = value.as_i64().filter(|_| written.contains('.') && written.parse::<f64>().is_ok());
    whole.map(|number| format!("{number}.0"))
}
