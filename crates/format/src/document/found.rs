//! A value of a document, wherever and however it is written, without a copy of it.

use super::node::{Kind, Node, last_with_key, one_per_key};
use super::toml::tree::{Entry, Item, Table};
use crate::{Value, texts};

/// What stands at a path.
#[derive(Clone, Copy)]
pub(crate) enum Found<'d> {
    /// A table of a TOML text that is not inline.
    Table(&'d Table),
    /// A list of such tables.
    Tables(&'d [Table]),
    /// A value behind an equals sign of a TOML text.
    Entry(&'d Entry),
    /// Any value of a JSON text, or something inside an entry's value.
    Inner(&'d Node),
}

impl<'d> Found<'d> {
    fn node(self) -> Option<&'d Node> {
        match self {
            Found::Table(_) | Found::Tables(_) => None,
            Found::Entry(entry) => Some(&entry.node),
            Found::Inner(node) => Some(node),
        }
    }

    pub(crate) fn value(self) -> Value {
        match self {
            Found::Table(table) => table.value(),
            Found::Tables(tables) => tables.iter().map(Table::value).collect(),
            Found::Entry(Entry { node, .. }) | Found::Inner(node) => node.value(),
        }
    }

    /// The value, if it is neither a list nor a table.
    pub(crate) fn scalar(self) -> Option<&'d Value> {
        match &self.node()?.kind {
            Kind::Scalar(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.scalar().is_some_and(Value::is_null)
    }

    pub(crate) fn is_table(self) -> bool {
        match self {
            Found::Table(_) => true,
            Found::Tables(_) => false,
            Found::Entry(Entry { node, .. }) | Found::Inner(node) => {
                matches!(node.kind, Kind::Table(_) | Kind::Dotted(_))
            }
        }
    }

    /// The value of a table's key.
    pub(crate) fn member(self, key: &str) -> Option<Found<'d>> {
        match self {
            Found::Table(table) => table.member(key).map(|member| of_item(&member.item)),
            Found::Tables(_) => None,
            Found::Entry(Entry { node, .. }) | Found::Inner(node) => match &node.kind {
                Kind::Table(members) | Kind::Dotted(members) => {
                    last_with_key(members, key).map(|member| Found::Inner(&member.node))
                }
                Kind::Scalar(_) | Kind::List(_) => None,
            },
        }
    }

    /// A table's keys with their values, in file order.
    pub(crate) fn members(self) -> Vec<(&'d str, Found<'d>)> {
        match self {
            Found::Table(table) => {
                table.members.iter().map(|member| (member.key.as_str(), of_item(&member.item))).collect()
            }
            Found::Tables(_) => Vec::new(),
            Found::Entry(Entry { node, .. }) | Found::Inner(node) => match &node.kind {
                Kind::Table(members) | Kind::Dotted(members) => one_per_key(members)
                    .into_iter()
                    .map(|member| (member.key.as_str(), Found::Inner(&member.node)))
                    .collect(),
                Kind::Scalar(_) | Kind::List(_) => Vec::new(),
            },
        }
    }

    /// The elements, if it is a list.
    pub(crate) fn elements(self) -> Option<Vec<Found<'d>>> {
        match self {
            Found::Table(_) => None,
            Found::Tables(tables) => Some(tables.iter().map(Found::Table).collect()),
            Found::Entry(Entry { node, .. }) | Found::Inner(node) => match &node.kind {
                Kind::List(nodes) => Some(nodes.iter().map(Found::Inner).collect()),
                Kind::Scalar(_) | Kind::Table(_) | Kind::Dotted(_) => None,
            },
        }
    }

    /// What it is, for sentences.
    pub(crate) fn kind(self) -> &'static str {
        match self.scalar() {
            Some(Value::Null) => texts::NULL,
            Some(Value::Bool(_)) => texts::A_FLAG,
            Some(Value::Number(_)) => texts::A_NUMBER,
            Some(Value::String(_)) => texts::A_TEXT,
            _ if self.is_table() => texts::A_TABLE,
            _ => texts::A_LIST,
        }
    }
}

fn of_item(item: &Item) -> Found<'_> {
    match item {
        Item::Entry(entry) => Found::Entry(entry),
        Item::Table(table) => Found::Table(table),
        Item::Tables(tables) => Found::Tables(tables),
    }
}
