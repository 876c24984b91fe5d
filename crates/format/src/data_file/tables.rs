//! The tables of a TOML text, with their positions.
//!
//! Invariant: members are in the order of their first mention in the text.

use std::ops::Range;

use serde_json::Map;

use super::node::Node;
use crate::Value;

/// A header with the lines below it, or the lines before the first header.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// The start, including the comment lines directly above the header.
    pub(crate) start: usize,
    /// The header from bracket to bracket, or `None` for the lines before the first one.
    pub(crate) header: Option<Range<usize>>,
    /// The end of the header's line, or the start of the text.
    pub(crate) body: usize,
    /// The end of the last line that belongs to it.
    pub(crate) tail: usize,
}

/// How a table is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    /// By a header, or the whole text.
    Block(usize),
    /// By the headers of tables below it.
    Implicit,
    /// By dotted keys in this block.
    Dotted(usize),
}

/// A table that is not inline.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) kind: TableKind,
    pub(crate) members: Vec<TableMember>,
}

/// A key of a table and what it holds.
#[derive(Clone, Debug)]
pub(crate) struct TableMember {
    pub(crate) key: String,
    pub(crate) item: Item,
}

/// What a key holds.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A value behind an equals sign.
    Entry(Entry),
    /// A table.
    Table(Table),
    /// A list of tables, each with a header in double brackets.
    Tables(Vec<Table>),
}

/// A key, an equals sign and a value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The whole lines, with the last line break.
    pub(crate) lines: Range<usize>,
    /// The key with all its parts.
    pub(crate) key_span: Range<usize>,
    pub(crate) node: Node,
}

impl Table {
    pub(crate) fn member(&self, key: &str) -> Option<&TableMember> {
        self.members.iter().find(|member| member.key == key)
    }

    pub(crate) fn value(&self) -> Value {
        let pairs = self.members.iter().map(|member| (member.key.clone(), member.item.value()));
        Value::Object(pairs.collect::<Map<_, _>>())
    }

    /// Returns the blocks of this table and of everything below it, in file order.
    pub(crate) fn blocks(&self) -> Vec<usize> {
        let mut blocks = Vec::new();
        self.collect_blocks(&mut blocks);
        blocks.sort_unstable();
        blocks
    }

    fn collect_blocks(&self, blocks: &mut Vec<usize>) {
        if let TableKind::Block(block) = self.kind {
            blocks.push(block);
        }
        for member in &self.members {
            member.item.collect_blocks(blocks);
        }
    }

    /// Returns the entries in the lines of this table, also those under dotted keys.
    pub(crate) fn entries(&self) -> Vec<&Entry> {
        self.members.iter().flat_map(|member| member.item.entries()).collect()
    }
}

impl Item {
    pub(crate) fn value(&self) -> Value {
        match self {
            Item::Entry(entry) => entry.node.value(),
            Item::Table(table) => table.value(),
            Item::Tables(tables) => tables.iter().map(Table::value).collect(),
        }
    }

    /// Returns the blocks of its tables, in file order.
    pub(crate) fn blocks(&self) -> Vec<usize> {
        let mut blocks = Vec::new();
        self.collect_blocks(&mut blocks);
        blocks.sort_unstable();
        blocks
    }

    fn collect_blocks(&self, blocks: &mut Vec<usize>) {
        match self {
            Item::Entry(_) => {}
            Item::Table(table) => table.collect_blocks(blocks),
            Item::Tables(tables) => tables.iter().for_each(|table| table.collect_blocks(blocks)),
        }
    }

    /// Returns the entries that it contributes to the lines of its table.
    pub(crate) fn entries(&self) -> Vec<&Entry> {
        match self {
            Item::Entry(entry) => vec![entry],
            Item::Table(table) if matches!(table.kind, TableKind::Dotted(_)) => table.entries(),
            Item::Table(_) | Item::Tables(_) => Vec::new(),
        }
    }
}
