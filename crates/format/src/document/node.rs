//! A value and the stretch of text in which it stands.
//!
//! Invariant: spans are byte offsets at character boundaries, children lie inside their parents, in file order.

use std::ops::Range;

use serde_json::Map;

use super::Step;
use crate::Value;

/// So many keys are compared each with each, more are sorted first.
const FEW: usize = 32;

/// A value with its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Scalar(Value),
    List(Vec<Node>),
    Table(Vec<Member>),
    /// A table that stands, in whole or in part, in dotted keys: readable, but not a sequence of its members.
    Dotted(Vec<Member>),
}

/// One key with its value. Several members of one table may have the same key; the last one counts.
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
    /// The value without its place.
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

    /// The node at a place below this one.
    pub(crate) fn find(&self, path: &[Step<'_>]) -> Option<&Node> {
        let Some((step, rest)) = path.split_first() else { return Some(self) };
        match (step, &self.kind) {
            (Step::Key(key), Kind::Table(members) | Kind::Dotted(members)) => {
                last_with_key(members, key)?.node.find(rest)
            }
            (Step::Index(index), Kind::List(nodes)) => nodes.get(*index)?.find(rest),
            _ => None,
        }
    }

    /// The same to change.
    pub(crate) fn find_mut(&mut self, path: &[Step<'_>]) -> Option<&mut Node> {
        let Some((step, rest)) = path.split_first() else { return Some(self) };
        match (step, &mut self.kind) {
            (Step::Key(key), Kind::Table(members) | Kind::Dotted(members)) => {
                members.iter_mut().rev().find(|member| member.key == *key)?.node.find_mut(rest)
            }
            (Step::Index(index), Kind::List(nodes)) => nodes.get_mut(*index)?.find_mut(rest),
            _ => None,
        }
    }

    /// Moves everything that stands at or behind one place as far as the place has gone.
    pub(crate) fn shift(&mut self, from: usize, to: usize) {
        if self.span.end < from {
            return;
        }
        let shift = |span: &mut Range<usize>| {
            for place in [&mut span.start, &mut span.end] {
                if *place >= from {
                    *place = *place - from + to;
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

    /// The spans of the elements or members.
    pub(crate) fn parts(&self) -> Vec<Range<usize>> {
        match &self.kind {
            Kind::Scalar(_) | Kind::Dotted(_) => Vec::new(),
            Kind::List(nodes) => nodes.iter().map(|node| node.span.clone()).collect(),
            Kind::Table(members) => members.iter().map(Member::span).collect(),
        }
    }
}

/// The member that counts.
pub(crate) fn last_with_key<'m>(members: &'m [Member], key: &str) -> Option<&'m Member> {
    members.iter().rev().find(|member| member.key == key)
}

/// The members that count, each at the place where its key stands first.
pub(crate) fn one_per_key(members: &[Member]) -> Vec<&Member> {
    let keys = sorted_keys(members);
    let runs = keys.chunk_by(|(a, _), (b, _)| a == b);
    let mut places: Vec<(usize, usize)> = runs.filter_map(|run| Some((run.first()?.1, run.last()?.1))).collect();
    places.sort_unstable();
    places.into_iter().filter_map(|(_, last)| members.get(last)).collect()
}

/// The indices of members whose key stands before them already, in ascending order.
pub(crate) fn repeated(members: &[Member]) -> Vec<usize> {
    if members.len() <= FEW {
        let stands_before =
            |(index, member): &(usize, &Member)| members.iter().take(*index).any(|earlier| earlier.key == member.key);
        return members.iter().enumerate().filter(stands_before).map(|(index, _)| index).collect();
    }
    let keys = sorted_keys(members);
    let again = keys.windows(2).filter_map(|pair| match pair {
        [(before, _), (key, index)] if before == key => Some(*index),
        _ => None,
    });
    let mut again: Vec<usize> = again.collect();
    again.sort_unstable();
    again
}

fn sorted_keys(members: &[Member]) -> Vec<(&str, usize)> {
    let mut keys: Vec<_> = members.iter().enumerate().map(|(index, member)| (member.key.as_str(), index)).collect();
    keys.sort_unstable();
    keys
}
