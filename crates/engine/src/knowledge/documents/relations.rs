//! How documents belong together: families, relations, and what they share.

use std::collections::{BTreeMap, BTreeSet};

use super::{DocumentEntry, Documents};

/// A connection of two documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentEdge {
    /// ID of the document that has it.
    pub from: String,
    /// ID of the other one.
    pub to: String,
    /// `parent`, `shared_task`, `shared_scope`, or the kind of the relation.
    pub kind: String,
    /// Whether a document states it.
    pub is_explicit: bool,
}

/// The documents of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLayer {
    /// The type.
    pub doc_type: String,
    /// IDs of the documents.
    pub ids: Vec<String>,
}

/// A document that another one leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedDocument<'a> {
    /// The document.
    pub document: &'a DocumentEntry,
    /// The connection: `parent`, `child`, or the kind of the relation.
    pub via: String,
    /// The number of connections to it.
    pub distance: u32,
}

/// The order of the types from the requirement to the detail.
const TYPES: [&str; 5] = ["spec", "design", "adr", "guide", "note"];

impl Documents {
    /// Returns the children of a document, in its order; those that only name it as their parent are
    /// last.
    pub fn children(&self, document: &DocumentEntry) -> Vec<&DocumentEntry> {
        let listed = document.page.children.iter().filter_map(|id| self.with_id(id).ok());
        let is_unlisted = |other: &&DocumentEntry| {
            other.page.parent_id.as_ref() == Some(&document.page.id) && !document.page.children.contains(&other.page.id)
        };
        listed.chain(self.all().iter().filter(is_unlisted)).collect()
    }

    /// Returns the parent of a document.
    pub fn parent(&self, document: &DocumentEntry) -> Option<&DocumentEntry> {
        document.page.parent_id.as_ref().and_then(|id| self.with_id(id).ok())
    }

    /// Returns whether a document is another one or one of its ancestors.
    pub(crate) fn is_within(&self, document: &DocumentEntry, ancestor: &str) -> bool {
        let mut seen = BTreeSet::default();
        let line = std::iter::successors(Some(document), |document| self.parent(document));
        line.take_while(|document| seen.insert(document.page.id.clone())).any(|document| document.page.id == ancestor)
    }

    /// Returns the connections of the documents to each other. Those that documents do not state are
    /// found by their tasks and paths.
    pub fn edges(&self, include_implicit: bool) -> Vec<DocumentEdge> {
        let mut edges = Vec::new();
        let edge = |from: &DocumentEntry, to: &str, kind: &str, is_explicit| DocumentEdge {
            from: from.page.id.clone(),
            to: to.to_owned(),
            kind: kind.to_owned(),
            is_explicit,
        };
        for document in self.all() {
            edges.extend(document.page.parent_id.iter().map(|id| edge(document, id, "parent", true)));
            edges.extend(document.page.related.iter().map(|other| edge(document, &other.id, &other.rel, true)));
        }
        if !include_implicit {
            return edges;
        }
        for (index, one) in self.all().iter().enumerate() {
            for other in self.all().iter().skip(index + 1) {
                if one.page.task_ids.iter().any(|id| other.page.task_ids.contains(id)) {
                    edges.push(edge(one, &other.page.id, "shared_task", false));
                }
                if share_scope(&one.page.scope_paths, &other.page.scope_paths) {
                    edges.push(edge(one, &other.page.id, "shared_scope", false));
                }
            }
        }
        edges
    }

    /// Returns the documents by type, from the requirement to the detail.
    pub fn layers(&self) -> Vec<DocumentLayer> {
        let mut layers: BTreeMap<(usize, &str), Vec<String>> = BTreeMap::default();
        for document in self.all() {
            let doc_type = document.page.doc_type.as_str();
            let place = TYPES.iter().position(|known| *known == doc_type).unwrap_or(TYPES.len());
            layers.entry((place, doc_type)).or_default().push(document.page.id.clone());
        }
        let to_layer =
            |((_, doc_type), ids): ((usize, &str), Vec<String>)| DocumentLayer { doc_type: doc_type.to_owned(), ids };
        layers.into_iter().map(to_layer).collect()
    }

    /// Returns what a document is derived from: its ancestors, and the documents that it relates to.
    pub fn trace_up(&self, document: &DocumentEntry) -> Vec<TracedDocument<'_>> {
        self.trace(document, |documents, document| {
            let parent = documents.parent(document).map(|parent| (parent, "parent".to_owned()));
            let related = document.page.related.iter();
            let related = related.filter_map(|other| Some((documents.with_id(&other.id).ok()?, other.rel.clone())));
            parent.into_iter().chain(related).collect()
        })
    }

    /// Returns what is derived from a document: its descendants, and the documents that relate to it.
    pub fn trace_down(&self, document: &DocumentEntry) -> Vec<TracedDocument<'_>> {
        self.trace(document, |documents, document| {
            let children = documents.children(document).into_iter().map(|child| (child, "child".to_owned()));
            let relation_to_it = |other: &DocumentEntry| {
                let relation = other.page.related.iter().find(|relation| relation.id == document.page.id)?;
                Some(relation.rel.clone())
            };
            let referring = documents.all().iter().filter_map(|other| Some((other, relation_to_it(other)?)));
            children.chain(referring).collect()
        })
    }

    /// Follows connections breadth first. Each document is returned once.
    fn trace<'a>(
        &'a self,
        document: &DocumentEntry,
        next: impl Fn(&'a Documents, &DocumentEntry) -> Vec<(&'a DocumentEntry, String)>,
    ) -> Vec<TracedDocument<'a>> {
        let mut seen = BTreeSet::from([document.path.as_str()]);
        let mut found: Vec<TracedDocument<'a>> = Vec::new();
        let mut add = |found: &mut Vec<TracedDocument<'a>>, from: &DocumentEntry, distance| {
            for (document, via) in next(self, from) {
                if seen.insert(&document.path) {
                    found.push(TracedDocument { document, via, distance });
                }
            }
        };
        add(&mut found, document, 1);
        let mut at = 0;
        while let Some(TracedDocument { document, distance, .. }) = found.get(at).cloned() {
            add(&mut found, document, distance.saturating_add(1));
            at += 1;
        }
        found
    }
}

/// Returns whether a path of one list begins with a path of the other.
fn share_scope(one: &[String], other: &[String]) -> bool {
    let overlaps = |a: &String, b: &String| !a.is_empty() && !b.is_empty() && (a.starts_with(b) || b.starts_with(a));
    one.iter().any(|a| other.iter().any(|b| overlaps(a, b)))
}
