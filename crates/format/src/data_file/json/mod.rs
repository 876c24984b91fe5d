//! A JSON data file that is edited in place.
//!
//! Invariant: the text always parses, and an edit copies indentation, line breaks and spacing from
//! the elements next to it.

mod parse;
mod write;

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};

use super::PathSegment;
use super::lookup::Lookup;
use super::node::{Kind, Member, Node};
use super::sequence::{Sequence, Splice, apply, insertion_index};
use crate::finding::ParseError;
use crate::{Value, texts};
pub(crate) use parse::parse;
pub use parse::replace_lone_surrogates;
use write::{JsonStyle, render, render_member};

/// A JSON text and its parsed values.
#[derive(Clone, Debug)]
pub(crate) struct Json {
    text: String,
    root: Node,
}

impl Json {
    pub(crate) fn parse(text: String) -> Result<Json, ParseError> {
        let root = parse(&text)?;
        if !matches!(root.kind, Kind::Table(_)) {
            let args = [("found", Lookup::Inner(&root).kind().to_owned())];
            return Err(ParseError::new(ProblemCode::WrongType, root.span, Text::with(texts::NOT_AN_OBJECT, args)));
        }
        Ok(Json { text, root })
    }

    /// Returns the members of an object in the prescribed form.
    pub(crate) fn from_value(value: &Value) -> Result<Json, ParseError> {
        Json::parse(render(value, &JsonStyle::canonical(), Some("")))
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn root(&self) -> Lookup<'_> {
        Lookup::Inner(&self.root)
    }

    pub(crate) fn duplicate_keys(&self) -> Vec<ParseError> {
        parse::find_duplicate_keys(&self.root)
    }

    pub(crate) fn lookup(&self, path: &[PathSegment<'_>]) -> Option<Lookup<'_>> {
        self.root.get(path).map(Lookup::Inner)
    }

    pub(crate) fn span(&self, path: &[PathSegment<'_>]) -> Option<Range<usize>> {
        self.root.get(path).map(|node| node.span.clone())
    }

    /// Replaces a value.
    pub(crate) fn replace(&mut self, path: &[PathSegment<'_>], value: &Value) -> Option<()> {
        let node = self.root.get(path)?;
        if matches!(node.kind, Kind::Scalar(_)) && !value.is_array() && !value.is_object() {
            return self.exchange(path, value);
        }
        let (_, above) = path.split_last()?;
        let indent = self.child_indent(self.root.get(above)?);
        let new = render(value, &self.style(), indent.as_deref());
        self.splice(vec![(node.span.clone(), new)])
    }

    /// Replaces a scalar by a scalar, which is the most frequent edit. The spans behind it are
    /// shifted, so the text is not parsed again.
    fn exchange(&mut self, path: &[PathSegment<'_>], value: &Value) -> Option<()> {
        let new = render(value, &JsonStyle::canonical(), None);
        let span = self.root.get(path)?.span.clone();
        self.root.shift(span.end, span.start + new.len());
        self.root.get_mut(path)?.kind = Kind::Scalar(value.clone());
        self.text.replace_range(span, &new);
        Some(())
    }

    /// Inserts a key into the object at `path`, at the position that `order` gives it.
    pub(crate) fn insert_key(
        &mut self,
        path: &[PathSegment<'_>],
        key: &str,
        value: &Value,
        order: &[&str],
    ) -> Option<()> {
        let node = self.root.get(path)?;
        let Kind::Table(members) = &node.kind else { return None };
        let keys: Vec<&str> = members.iter().map(|member| member.key.as_str()).collect();
        let index = insertion_index(&keys, key, order);
        let style = self.style_near(members);
        let indent = self.child_indent(node).or_else(|| self.empty_indent(node, &style));
        let member = render_member(key, value, &style, indent.as_deref());
        self.insert(path, index, &member, &style, indent)
    }

    /// Inserts an element into the list at `path`.
    pub(crate) fn insert_element(&mut self, path: &[PathSegment<'_>], index: usize, value: &Value) -> Option<()> {
        let node = self.root.get(path)?;
        let Kind::List(nodes) = &node.kind else { return None };
        let mut style = self.style();
        let indent = self.child_indent(node).or_else(|| self.empty_indent(node, &style));
        let short = nodes.last().and_then(|node| self.inline_padding(node));
        style.pad = short.unwrap_or(style.pad);
        let element = render(value, &style, indent.as_deref().filter(|_| short.is_none()));
        self.insert(path, index, &element, &style, indent)
    }

    fn insert(
        &mut self,
        path: &[PathSegment<'_>],
        index: usize,
        element: &str,
        style: &JsonStyle,
        indent: Option<String>,
    ) -> Option<()> {
        let node = self.root.get(path)?;
        let parts = node.parts();
        if parts.is_empty() {
            let (open, close) = (node.span.start + 1, node.span.end - 1);
            let newline = style.newline;
            let inner = match indent {
                Some(indent) => {
                    let outer = indent.strip_suffix(style.unit.as_str()).unwrap_or_default();
                    format!("{newline}{indent}{element}{newline}{outer}")
                }
                None => element.to_owned(),
            };
            return self.splice(vec![(open..close, inner)]);
        }
        let splices = Sequence::new(&self.text, &node.span, parts).insert(index, element, style.space);
        self.splice(splices)
    }

    /// Removes a value: all values of a repeated key.
    pub(crate) fn remove(&mut self, path: &[PathSegment<'_>]) -> Option<()> {
        let (last, above) = path.split_last()?;
        loop {
            let node = self.root.get(above)?;
            let index = match (last, &node.kind) {
                (PathSegment::Index(index), Kind::List(nodes)) if *index < nodes.len() => *index,
                (PathSegment::Key(key), Kind::Table(members)) => {
                    match members.iter().rposition(|member| member.key == *key) {
                        Some(index) => index,
                        None => return Some(()),
                    }
                }
                _ => return Some(()),
            };
            let splices = Sequence::new(&self.text, &node.span, node.parts()).remove(index);
            self.splice(splices)?;
            if matches!(last, PathSegment::Index(_)) {
                return Some(());
            }
        }
    }

    /// Removes all values of a repeated key except the last, and returns them.
    pub(crate) fn remove_repeated(&mut self, path: &[PathSegment<'_>]) -> Option<Vec<Value>> {
        let mut removed = Vec::new();
        while let Some((value, splices)) = self.first_repeated(path) {
            self.splice(splices)?;
            removed.push(value);
        }
        Some(removed)
    }

    /// Returns the first value of a repeated key, and the splices that remove it.
    fn first_repeated(&self, path: &[PathSegment<'_>]) -> Option<(Value, Vec<Splice>)> {
        let (PathSegment::Key(key), above) = path.split_last()? else { return None };
        let node = self.root.get(above)?;
        let Kind::Table(members) = &node.kind else { return None };
        let mut occurrences = members.iter().enumerate().filter(|(_, member)| member.key == *key);
        let ((first, member), _) = (occurrences.next()?, occurrences.next()?);
        Some((member.node.value(), Sequence::new(&self.text, &node.span, node.parts()).remove(first)))
    }

    /// Reorders the elements of a list.
    pub(crate) fn permute(&mut self, path: &[PathSegment<'_>], order: &[usize]) -> Option<()> {
        let node = self.root.get(path)?;
        let splices = Sequence::new(&self.text, &node.span, node.parts()).permute(order);
        self.splice(splices)
    }

    fn splice(&mut self, splices: Vec<Splice>) -> Option<()> {
        *self = Json::parse(apply(&self.text, splices)?).ok()?;
        Some(())
    }

    /// Returns the indentation of the elements of a container if they are on lines of their own.
    fn child_indent(&self, node: &Node) -> Option<String> {
        Sequence::new(&self.text, &node.span, node.parts()).indentation().map(str::to_owned)
    }

    /// Returns the indentation for the first element of an empty container.
    fn empty_indent(&self, node: &Node, style: &JsonStyle) -> Option<String> {
        if !node.parts().is_empty() {
            return None;
        }
        let is_root = node.span == self.root.span;
        let tall = is_root || Sequence::new(&self.text, &self.root.span, self.root.parts()).is_multiline();
        let tall = tall && !(style.inline_lists && matches!(node.kind, Kind::List(_)));
        let line = self.text.get(..node.span.start)?.rsplit('\n').next()?;
        let outer: String = line.chars().take_while(|character| matches!(character, ' ' | '\t')).collect();
        tall.then(|| format!("{outer}{}", style.unit))
    }

    /// Returns the space inside the brackets of a container that is on one line.
    fn inline_padding(&self, node: &Node) -> Option<&'static str> {
        let parts = node.parts();
        let first = parts.first()?.start;
        let gap = self.text.get(node.span.start + 1..first)?;
        (!gap.contains('\n')).then_some(if gap.starts_with(' ') { " " } else { "" })
    }

    /// Returns the style of the data file.
    fn style(&self) -> JsonStyle {
        let members = match &self.root.kind {
            Kind::Table(members) => members.as_slice(),
            _ => &[],
        };
        self.style_near(members)
    }

    /// Returns the style of the data file, with the spacing of the colon in these members.
    fn style_near(&self, members: &[Member]) -> JsonStyle {
        let canonical = JsonStyle::canonical();
        let root = Sequence::new(&self.text, &self.root.span, self.root.parts());
        let colon = |member: &Member| self.text.get(member.key_span.end..member.node.span.start);
        let root_members = match &self.root.kind {
            Kind::Table(members) => members.as_slice(),
            _ => &[],
        };
        let colon = members.last().or(root_members.last()).and_then(colon).filter(|colon| !colon.contains('\n'));
        let colon = colon.map_or(canonical.colon, str::to_owned);
        JsonStyle {
            newline: if self.text.contains("\r\n") { "\r\n" } else { "\n" },
            unit: root.indentation().filter(|unit| !unit.is_empty()).map_or(canonical.unit, str::to_owned),
            pad: "",
            space: if root.is_multiline() || colon.ends_with(' ') { " " } else { "" },
            inline_lists: root.is_multiline() && self.has_inline_list(&self.root) == Some(true),
            colon,
        }
    }

    /// Returns whether the first list with elements is on one line, or `None` if there is no such
    /// list.
    fn has_inline_list(&self, node: &Node) -> Option<bool> {
        match &node.kind {
            Kind::Scalar(_) | Kind::Dotted(_) => None,
            Kind::List(nodes) => {
                let plain = !nodes.is_empty() && nodes.iter().all(|node| matches!(node.kind, Kind::Scalar(_)));
                if plain {
                    return Some(!Sequence::new(&self.text, &node.span, node.parts()).is_multiline());
                }
                nodes.iter().find_map(|node| self.has_inline_list(node))
            }
            Kind::Table(members) => members.iter().find_map(|member| self.has_inline_list(&member.node)),
        }
    }
}
