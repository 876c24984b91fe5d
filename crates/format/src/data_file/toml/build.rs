//! Builds tables from headers and entries, and enforces the rules of TOML on where a table may be
//! defined.
//!
//! Invariant: each entry belongs to the table of the last header.

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};

use crate::data_file::node::Node;
use crate::data_file::tables::{Block, Entry, Item, Table, TableKind, TableMember};
use crate::finding::ParseError;
use crate::texts;

/// One part of a dotted key.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
}

/// Builds the tables of a data file.
pub(crate) struct Builder<'t> {
    text: &'t str,
    blocks: Vec<Block>,
    root: Table,
    /// The keys of the last header.
    current: Vec<Key>,
    /// The end of the last header or entry.
    end: usize,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(text: &'t str) -> Builder<'t> {
        let root = Table { kind: TableKind::Block(0), members: Vec::new() };
        Builder { text, blocks: vec![Block::default()], root, current: Vec::new(), end: 0 }
    }

    /// Begins the table of the header at `span`.
    pub(crate) fn header(&mut self, span: Range<usize>, keys: &[Key], is_array: bool) -> Result<(), ParseError> {
        let block = self.blocks.len();
        let line = line_start(self.text, span.start);
        let start = self.attached_comments(line);
        if let Some(before) = self.blocks.last_mut() {
            before.tail = block_end(self.text, self.end, start);
        }
        let body = line_end(self.text, span.end);
        self.blocks.push(Block { start, header: Some(span), body, tail: body });
        self.end = body;
        self.current = keys.to_vec();
        let Some((last, above)) = keys.split_last() else { return Ok(()) };
        let parent = descend(&mut self.root, above)?;
        let fresh = Table { kind: TableKind::Block(block), members: Vec::new() };
        match parent.members.iter_mut().find(|member| member.key == last.name).map(|member| &mut member.item) {
            None => {
                let item = if is_array { Item::Tables(vec![fresh]) } else { Item::Table(fresh) };
                parent.members.push(TableMember { key: last.name.clone(), item });
            }
            Some(Item::Tables(tables)) if is_array => tables.push(fresh),
            Some(Item::Table(table)) if !is_array && table.kind == TableKind::Implicit => table.kind = fresh.kind,
            Some(Item::Entry(_)) => return Err(key_error(ProblemCode::DuplicateKey, last, texts::DUPLICATE_KEY)),
            Some(_) => return Err(key_error(ProblemCode::DuplicateKey, last, texts::TABLE_TWICE)),
        }
        Ok(())
    }

    /// Adds an entry to the table of the last header.
    pub(crate) fn entry(&mut self, keys: &[Key], node: Node) -> Result<(), ParseError> {
        let (Some((last, above)), Some(first)) = (keys.split_last(), keys.first()) else { return Ok(()) };
        let lines = line_start(self.text, first.span.start)..line_end(self.text, node.span.end);
        self.end = lines.end;
        let block = self.blocks.len() - 1;
        let mut table = descend(&mut self.root, &self.current)?;
        for key in above {
            table = dotted_table(table, key, block)?;
        }
        if table.member(&last.name).is_some() {
            return Err(key_error(ProblemCode::DuplicateKey, last, texts::DUPLICATE_KEY));
        }
        let key_span = first.span.start..last.span.end;
        let item = Item::Entry(Entry { lines, key_span, node });
        table.members.push(TableMember { key: last.name.clone(), item });
        Ok(())
    }

    pub(crate) fn finish(mut self) -> (Vec<Block>, Table) {
        let end = self.text.len();
        if let Some(last) = self.blocks.last_mut() {
            last.tail = block_end(self.text, self.end, end);
        }
        (self.blocks, self.root)
    }

    /// Returns the start of the comment lines directly above a line.
    fn attached_comments(&self, line: usize) -> usize {
        let mut start = line;
        while let Some(above) = start.checked_sub(1).map(|end| line_start(self.text, end)) {
            let is_comment = self.text.get(above..start).is_some_and(|line| line.trim_start().starts_with('#'));
            if above < self.end || !is_comment {
                break;
            }
            start = above;
        }
        start
    }
}

/// Returns the table at these keys. Creates missing tables as implicit ones.
fn descend<'t>(mut table: &'t mut Table, keys: &[Key]) -> Result<&'t mut Table, ParseError> {
    for key in keys {
        let index = index_or_insert(table, key, TableKind::Implicit);
        table = match table.members.get_mut(index).map(|member| &mut member.item) {
            Some(Item::Table(table)) => table,
            Some(Item::Tables(tables)) => match tables.last_mut() {
                Some(table) => table,
                None => return Err(key_error(ProblemCode::Syntax, key, texts::NOT_A_TABLE)),
            },
            _ => return Err(key_error(ProblemCode::Syntax, key, texts::NOT_A_TABLE)),
        };
    }
    Ok(table)
}

/// Returns the table for one part of a dotted key.
fn dotted_table<'t>(table: &'t mut Table, key: &Key, block: usize) -> Result<&'t mut Table, ParseError> {
    let index = index_or_insert(table, key, TableKind::Dotted(block));
    match table.members.get_mut(index).map(|member| &mut member.item) {
        Some(Item::Table(table))
            if matches!(table.kind, TableKind::Implicit) || table.kind == TableKind::Dotted(block) =>
        {
            table.kind = TableKind::Dotted(block);
            Ok(table)
        }
        Some(Item::Entry(_)) => Err(key_error(ProblemCode::Syntax, key, texts::NOT_A_TABLE)),
        _ => Err(key_error(ProblemCode::DuplicateKey, key, texts::TABLE_TWICE)),
    }
}

/// Returns the index of the member with a key. Inserts a table of this form if there is none.
fn index_or_insert(table: &mut Table, key: &Key, kind: TableKind) -> usize {
    let index = table.members.iter().position(|member| member.key == key.name);
    index.unwrap_or_else(|| {
        let item = Item::Table(Table { kind, members: Vec::new() });
        table.members.push(TableMember { key: key.name.clone(), item });
        table.members.len() - 1
    })
}

/// Returns an error about one key.
pub(crate) fn key_error(code: ProblemCode, key: &Key, template: &str) -> ParseError {
    let text = Text::with(template, [("key", key.name.clone())]);
    ParseError { key: vec![key.name.clone()], ..ParseError::new(code, key.span.clone(), text) }
}

/// Returns the start of the line at an offset.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}

/// Returns the end of the line at an offset, after its line break.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |newline| at + newline + 1)
}

/// Returns the end of a block that ends at or before `to` and whose last header or entry ends at
/// `from`. Comment lines that follow without a blank line belong to it. Comments at the start of a
/// text stay before the first entry or header.
fn block_end(text: &str, from: usize, to: usize) -> usize {
    let between = text.get(from..to).unwrap_or_default();
    if from == 0 {
        let comments_end = between.trim_end().len();
        return if comments_end == 0 { 0 } else { line_end(text, comments_end).min(to) };
    }
    let comments = between.split_inclusive('\n').take_while(|line| line.trim_start().starts_with('#'));
    from + comments.map(str::len).sum::<usize>()
}
