//! A borrowed view of a value in a data file, independent of how it is written.

use super::PathSegment;
use super::node::{Kind, Node, effective_member, effective_members};
use super::tables::{Entry, Item, Table};
use crate::{Value, texts};

/// The value at a path.
#[derive(Clone, Copy)]
pub(crate) enum Lookup<'d> {
    /// A table of a TOML text that is not inline.
    Table(&'d Table),
    /// A list of tables with headers.
    Tables(&'d [Table]),
    /// A TOML value behind an equals sign.
    Entry(&'d Entry),
    /// A JSON value, or a value inside that of a TOML entry.
    Inner(&'d Node),
}

impl<'d> Lookup<'d> {
    fn node(self) -> Option<&'d Node> {
        match self {
            Lookup::Table(_) | Lookup::Tables(_) => None,
            Lookup::Entry(entry) => Some(&entry.node),
            Lookup::Inner(node) => Some(node),
        }
    }

    pub(crate) fn value(self) -> Value {
        match self {
            Lookup::Table(table) => table.value(),
            Lookup::Tables(tables) => tables.iter().map(Table::value).collect(),
            Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node) => node.value(),
        }
    }

    /// Returns the value if it is neither a list nor a table.
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
            Lookup::Table(_) => true,
            Lookup::Tables(_) => false,
            Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node) => {
                matches!(node.kind, Kind::Table(_) | Kind::Dotted(_))
            }
        }
    }

    /// Returns the value at a path below this one.
    pub(crate) fn get(self, path: &[PathSegment<'_>]) -> Option<Lookup<'d>> {
        let Some((segment, rest)) = path.split_first() else { return Some(self) };
        match (self, segment) {
            (Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node), _) => node.get(path).map(Lookup::Inner),
            (Lookup::Table(_), PathSegment::Key(key)) => self.member(key)?.get(rest),
            (Lookup::Tables(tables), PathSegment::Index(index)) => Lookup::Table(tables.get(*index)?).get(rest),
            (Lookup::Table(_) | Lookup::Tables(_), _) => None,
        }
    }

    /// Returns the value of a key of a table.
    pub(crate) fn member(self, key: &str) -> Option<Lookup<'d>> {
        match self {
            Lookup::Table(table) => table.member(key).map(|member| item_lookup(&member.item)),
            Lookup::Tables(_) => None,
            Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node) => match &node.kind {
                Kind::Table(members) | Kind::Dotted(members) => {
                    effective_member(members, key).map(|member| Lookup::Inner(&member.node))
                }
                Kind::Scalar(_) | Kind::List(_) => None,
            },
        }
    }

    /// Returns the keys of a table with their values, in file order.
    pub(crate) fn members(self) -> Vec<(&'d str, Lookup<'d>)> {
        match self {
            Lookup::Table(table) => {
                table.members.iter().map(|member| (member.key.as_str(), item_lookup(&member.item))).collect()
            }
            Lookup::Tables(_) => Vec::new(),
            Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node) => match &node.kind {
                Kind::Table(members) | Kind::Dotted(members) => effective_members(members)
                    .into_iter()
                    .map(|member| (member.key.as_str(), Lookup::Inner(&member.node)))
                    .collect(),
                Kind::Scalar(_) | Kind::List(_) => Vec::new(),
            },
        }
    }

    /// Returns the elements if it is a list.
    pub(crate) fn elements(self) -> Option<Vec<Lookup<'d>>> {
        match self {
            Lookup::Table(_) => None,
            Lookup::Tables(tables) => Some(tables.iter().map(Lookup::Table).collect()),
            Lookup::Entry(Entry { node, .. }) | Lookup::Inner(node) => match &node.kind {
                Kind::List(nodes) => Some(nodes.iter().map(Lookup::Inner).collect()),
                Kind::Scalar(_) | Kind::Table(_) | Kind::Dotted(_) => None,
            },
        }
    }

    /// Returns the name of the kind of value, for messages.
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

fn item_lookup(item: &Item) -> Lookup<'_> {
    match item {
        Item::Entry(entry) => Lookup::Entry(entry),
        Item::Table(table) => Lookup::Table(table),
        Item::Tables(tables) => Lookup::Tables(tables),
    }
}
