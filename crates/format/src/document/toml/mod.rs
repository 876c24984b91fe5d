//! A TOML document that is edited in place.
//!
//! Invariant: the text always parses; comments, blank lines, line ends and everything that an edit is not about stay.

mod build;
mod parse;
mod scalar;
mod table_edit;
pub(crate) mod tree;
mod write;

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};

use super::Step;
use super::fault::Fault;
use super::found::Found;
use super::node::{Kind, Member, Node};
use super::sequence::{Sequence, Splice, apply};
use crate::{Value, texts};
use toml_datetime::Datetime;
use tree::{Block, Entry, Item, Table};
use write::{Style, is_block, render_entry, render_inline, render_key, render_literal, render_table, render_value};

/// A TOML text and its values.
#[derive(Clone, Debug)]
pub(crate) struct Toml {
    text: String,
    blocks: Vec<Block>,
    root: Table,
}

impl Toml {
    pub(crate) fn parse(text: String) -> Result<Toml, Fault> {
        let (blocks, root) = parse::parse(&text)?;
        Ok(Toml { text, blocks, root })
    }

    /// Returns the members of an object in the prescribed form.
    pub(crate) fn from_value(value: &Value) -> Result<Toml, Fault> {
        let text = value.as_object().and_then(|table| render_table(&[], table, &Style::canonical()));
        Toml::parse(text.ok_or_else(|| Fault::new(ProblemCode::WrongType, 0..0, Text::plain(texts::NO_TOML)))?)
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn root(&self) -> Found<'_> {
        Found::Table(&self.root)
    }

    pub(crate) fn at(&self, path: &[Step<'_>]) -> Option<Found<'_>> {
        self.root.find(path)
    }

    pub(crate) fn span(&self, path: &[Step<'_>]) -> Option<Range<usize>> {
        if path.is_empty() {
            return Some(0..self.text.len());
        }
        match self.root.find(path)? {
            Found::Entry(Entry { node, .. }) | Found::Inner(node) => Some(node.span.clone()),
            Found::Table(table) => self.table_span(table),
            Found::Tables(tables) => self.table_span(tables.first()?),
        }
    }

    /// A table's header, else its first entry, else the first table below it.
    fn table_span(&self, table: &Table) -> Option<Range<usize>> {
        let header = |block: &usize| self.blocks.get(*block).and_then(|block| block.header.clone());
        let own = if let tree::Form::Block(block) = table.form { header(&block) } else { None };
        let entry = || table.entries().first().map(|entry| entry.key_span.clone());
        own.or_else(entry).or_else(|| table.blocks().first().and_then(header))
    }

    /// Puts a value in place of the one that is there.
    pub(crate) fn replace(&mut self, path: &[Step<'_>], value: &Value) -> Option<()> {
        let node = match self.root.find(path)? {
            Found::Inner(node) => node,
            Found::Entry(entry) if value.is_object() || (is_block(value) && is_empty_list(&entry.node)) => {
                return self.exchange(path, value);
            }
            Found::Entry(entry) => &entry.node,
            Found::Table(_) | Found::Tables(_) => return self.exchange(path, value),
        };
        let is_entry = matches!(self.root.find(path)?, Found::Entry(_));
        let written = self.text.get(node.span.clone())?;
        let new = match same_kind(written, value) {
            Some(new) => new,
            None if is_entry => render_value(value, &self.style())?,
            None => render_inline(value)?,
        };
        self.splice(vec![(node.span.clone(), new)])
    }

    /// Takes a value away and puts another one in its place among the keys.
    fn exchange(&mut self, path: &[Step<'_>], value: &Value) -> Option<()> {
        let (Step::Key(key), above) = path.split_last()? else { return None };
        let Found::Table(table) = self.root.find(above)? else { return None };
        let keys: Vec<String> = table.members.iter().map(|member| member.key.clone()).collect();
        let order: Vec<&str> = keys.iter().map(String::as_str).collect();
        let before = self.clone();
        let done = self.remove(path).and_then(|()| {
            if self.root.find(above).is_some() { self.insert_key(above, key, value, &order) } else { None }
        });
        if done.is_none() {
            *self = before;
        }
        done
    }

    /// Adds a key to the table at `path`, where `order` puts it among the keys that are there.
    pub(crate) fn insert_key(&mut self, path: &[Step<'_>], key: &str, value: &Value, order: &[&str]) -> Option<()> {
        let node = match self.root.find(path)? {
            Found::Table(_) if is_block(value) && !self.is_dotted(path) => {
                return self.insert_block(path, key, value, order);
            }
            Found::Table(_) => return self.insert_entry(path, key, value, order),
            Found::Tables(_) => return None,
            Found::Entry(entry) => &entry.node,
            Found::Inner(node) => node,
        };
        let Kind::Table(members) = &node.kind else { return None };
        let keys: Vec<&str> = members.iter().map(|member| member.key.as_str()).collect();
        let index = super::order::place(&keys, key, order);
        let equals =
            members.last().and_then(|member: &Member| self.text.get(member.key_span.end..member.node.span.start));
        let element = format!("{}{}{}", render_key(key), equals.unwrap_or(" = "), render_inline(value)?);
        if members.is_empty() {
            return self.splice(vec![(node.span.clone(), format!("{{ {element} }}"))]);
        }
        let splices = Sequence::new(&self.text, &node.span, node.parts()).insert(index, &element, " ");
        self.splice(splices)
    }

    /// Adds an element to the list at `path`.
    pub(crate) fn insert_element(&mut self, path: &[Step<'_>], index: usize, value: &Value) -> Option<()> {
        let node = match self.root.find(path)? {
            Found::Tables(_) => return self.insert_table(path, index, value),
            Found::Entry(entry) => &entry.node,
            Found::Inner(node) => node,
            Found::Table(_) => return None,
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

    /// Takes a value away, with the lines that hold nothing else.
    pub(crate) fn remove(&mut self, path: &[Step<'_>]) -> Option<()> {
        let (last, above) = path.split_last()?;
        let Some(found) = self.root.find(path) else { return Some(()) };
        let splices = match found {
            Found::Entry(entry) => vec![(entry.lines.clone(), String::new())],
            Found::Table(table) => self.without_table(table),
            Found::Tables(tables) => tables.iter().flat_map(|table| self.without_table(table)).collect(),
            Found::Inner(_) => {
                let (Found::Entry(Entry { node, .. }) | Found::Inner(node)) = self.root.find(above)? else {
                    return None;
                };
                let index = match (last, &node.kind) {
                    (Step::Index(index), _) => *index,
                    (Step::Key(key), Kind::Table(members)) => members.iter().position(|member| member.key == *key)?,
                    (Step::Key(_), _) => return None,
                };
                Sequence::new(&self.text, &node.span, node.parts()).remove(index)
            }
        };
        self.splice(splices)
    }

    /// Puts the elements of a list into another order.
    pub(crate) fn permute(&mut self, path: &[Step<'_>], order: &[usize]) -> Option<()> {
        let splices = match self.root.find(path)? {
            Found::Entry(Entry { node, .. }) | Found::Inner(node) => {
                Sequence::new(&self.text, &node.span, node.parts()).permute(order)
            }
            Found::Tables(tables) => self.permuted_tables(tables, order)?,
            Found::Table(_) => return None,
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

    /// The document's style.
    fn style(&self) -> Style {
        Style { newline: self.newline(), tall_lists: self.tall_list(&self.root).flatten(), ..Style::canonical() }
    }

    /// The indentation in the first list with two or more elements, none inside where it stands on one line.
    #[allow(clippy::option_option, reason = "no list, a list on one line and a list on several are three cases")]
    fn tall_list(&self, table: &Table) -> Option<Option<String>> {
        table.members.iter().find_map(|member| match &member.item {
            Item::Entry(Entry { node: node @ Node { kind: Kind::List(nodes), .. }, .. }) if nodes.len() > 1 => {
                Some(Sequence::new(&self.text, &node.span, node.parts()).indentation().map(str::to_owned))
            }
            Item::Entry(_) => None,
            Item::Table(table) => self.tall_list(table),
            Item::Tables(tables) => tables.iter().find_map(|table| self.tall_list(table)),
        })
    }

    /// An entry in the style of one that is there.
    fn entry_like(&self, neighbour: Option<&Entry>, key: &str, value: &Value) -> Option<String> {
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

/// The value in the way in which the old one is written: a date stays a date, a text in single quotes stays in them.
fn same_kind(written: &str, value: &Value) -> Option<String> {
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
