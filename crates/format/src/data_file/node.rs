//! A value and its span in the text.
//!
//! Invariant: spans are byte offsets at character boundaries. Children are inside their parents, in
//! file order.

use std::ops::Range;

use serde_json::Map;

use super::PathSegment;
use crate::Value;

/// The maximum number of keys that are compared pairwise. More are sorted first.
const MAX_PAIRWISE_KEYS: usize = 32;

/// A value with its span.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
}

/// The kind and content of a value.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Scalar(Value),
    List(Vec<Node>),
    Table(Vec<Member>),
    /// A table that is written, in whole or in part, in dotted keys. It cannot be edited as a
    /// sequence of its members.
    Dotted(Vec<Member>),
}

/// A key with its value. If members of a table have the same key, the last one counts.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(crate) key_span: Range<usize>,
    pub(crate) node: Node,
}

impl Member {
    pub(crate) fn span(&self) -> Range<usize> {
        self.key_span.start..self.node.span.end
    }
}

impl Node {
    /// Returns the value without spans.
    pub(crate) fn value(&self) -> Value {
        match &self.kind {
            Kind::Scalar(value) => value.clone(),
            Kind::List(nodes) => nodes.iter().map(Node::value).collect(),
            Kind::Table(members) | Kind::Dotted(members) => {
                let pairs = members.iter().map(|member| (member.key.clone(), member.node.value()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }

    /// Returns the node at a path below this one.
    pub(crate) fn get(&self, path: &[PathSegment<'_>]) -> Option<&Node> {
        let Some((segment, rest)) = path.split_first() else { return Some(self) };
        match (segment, &self.kind) {
            (PathSegment::Key(key), Kind::Table(members) | Kind::Dotted(members)) => {
                effective_member(members, key)?.node.get(rest)
            }
            (PathSegment::Index(index), Kind::List(nodes)) => nodes.get(*index)?.get(rest),
            _ => None,
        }
    }

    /// Like [`Node::get`], mutable.
    pub(crate) fn get_mut(&mut self, path: &[PathSegment<'_>]) -> Option<&mut Node> {
        let Some((segment, rest)) = path.split_first() else { return Some(self) };
        match (segment, &mut self.kind) {
            (PathSegment::Key(key), Kind::Table(members) | Kind::Dotted(members)) => {
                members.iter_mut().rev().find(|member| member.key == *key)?.node.get_mut(rest)
            }
            (PathSegment::Index(index), Kind::List(nodes)) => nodes.get_mut(*index)?.get_mut(rest),
            _ => None,
        }
    }

    /// Shifts all offsets at or after `from` by the distance between `from` and `to`.
    pub(crate) fn shift(&mut self, from: usize, to: usize) {
        if self.span.end < from {
            return;
        }
        let shift = |span: &mut Range<usize>| {
            for offset in [&mut span.start, &mut span.end] {
                if *offset >= from {
                    *offset = *offset - from + to;
                }
            }
        };
        shift(&mut self.span);
        match &mut self.kind {
            Kind::Scalar(_) => {}
            Kind::List(nodes) => nodes.iter_mut().for_each(|node| node.shift(from, to)),
            Kind::Table(members) | Kind::Dotted(members) => {
                for member in members {
                    shift(&mut member.key_span);
                    member.node.shift(from, to);
                }
            }
        }
    }

    /// Returns the spans of the elements or members.
    pub(crate) fn parts(&self) -> Vec<Range<usize>> {
        match &self.kind {
            Kind::Scalar(_) | Kind::Dotted(_) => Vec::new(),
            Kind::List(nodes) => nodes.iter().map(|node| node.span.clone()).collect(),
            Kind::Table(members) => members.iter().map(Member::span).collect(),
        }
    }
}

/// Returns the last member with a key, which is the one that counts.
pub(crate) fn effective_member<'m>(members: &'m [Member], key: &str) -> Option<&'m Member> {
    members.iter().rev().find(|member| member.key == key)
}

/// Returns the members that count, each at the position of the first one with its key.
pub(crate) fn effective_members(members: &[Member]) -> Vec<&Member> {
    let keys = sorted_keys(members);
    let runs = keys.chunk_by(|(a, _), (b, _)| a == b);
    let mut positions: Vec<(usize, usize)> = runs.filter_map(|run| Some((run.first()?.1, run.last()?.1))).collect();
    positions.sort_unstable();
    positions.into_iter().filter_map(|(_, last)| members.get(last)).collect()
}

/// Returns the indices of the members whose key occurs before them, in ascending order.
pub(crate) fn repeated_keys(members: &[Member]) -> Vec<usize> {
    if members.len() <= MAX_PAIRWISE_KEYS {
        let stands_before =
            |(index, member): &(usize, &Member)| members.iter().take(*index).any(|earlier| earlier.key == member.key);
        return members.iter().enumerate().filter(stands_before).map(|(index, _)| index).collect();
    }
    let keys = sorted_keys(members);
    let repeats = keys.windows(2).filter_map(|pair| match pair {
        [(before, _), (key, index)] if before == key => Some(*index),
        _ => None,
    });
    let mut repeats: Vec<usize> = repeats.collect();
    repeats.sort_unstable();
    repeats
}

fn sorted_keys(members: &[Member]) -> Vec<(&str, usize)> {
    let mut keys: Vec<_> = members.iter().enumerate().map(|(index, member)| (member.key.as_str(), index)).collect();
    keys.sort_unstable();
    keys
}
