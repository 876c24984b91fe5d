//! Finds documents and sections by text, and knows which sections a conversation has received.

use std::collections::BTreeMap;

use handoff_format::{Container, DataFile, Value};

use super::{DocumentEntry, Documents, FOLDER, Section};
use crate::ground::words::bm25::{WordCounts, path_bonus, scores, sort_by_score};
use crate::knowledge::memory::sidecar_name;

/// The bonus of a section whose document belongs to the task.
const TASK_BONUS: f64 = 5.0;
/// The value of `auto_inject` of a document that is only read on request.
const ON_REQUEST: &str = "none";

/// A section that matches a query.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionMatch<'a> {
    /// The document.
    pub document: &'a DocumentEntry,
    /// The section.
    pub section: Section<'a>,
}

impl Documents {
    /// Returns the documents that match a text with their scores, best first.
    pub fn search(&self, text: &str) -> Vec<(&DocumentEntry, f64)> {
        let counts = |document: &DocumentEntry| {
            let mut counts = WordCounts::default();
            counts.add(&document.page.title, 1);
            document.page.tags.iter().for_each(|tag| counts.add(tag, 1));
            counts.add(&document.page.body, 1);
            counts
        };
        let texts: Vec<WordCounts> = self.all().iter().map(counts).collect();
        let mut scored: Vec<_> = self.all().iter().zip(scores(&texts, text)).collect();
        scored.retain(|(_, score)| *score > 0.0);
        sort_by_score(&mut scored);
        scored
    }

    /// Returns the sections that match a text, paths or a task with their scores, best first.
    /// Documents that are only read on request are left out.
    pub fn search_sections(
        &self,
        text: &str,
        paths: &[String],
        of_task: &[&DocumentEntry],
    ) -> Vec<(SectionMatch<'_>, f64)> {
        let is_offered = |document: &&DocumentEntry| document.page.auto_inject.as_deref() != Some(ON_REQUEST);
        let matches: Vec<SectionMatch<'_>> = (self.all().iter().filter(is_offered))
            .flat_map(|document| document.sections().into_iter().map(move |section| SectionMatch { document, section }))
            .filter(|found| !found.section.text.trim().is_empty())
            .collect();
        let counts = |found: &SectionMatch<'_>| {
            let mut counts = WordCounts::default();
            counts.add(found.section.text, 1);
            counts.add(&found.document.page.title, 1);
            counts
        };
        let texts: Vec<WordCounts> = matches.iter().map(counts).collect();
        let bonus = |document: &DocumentEntry| {
            let belongs = of_task.iter().any(|other| other.path == document.path);
            path_bonus(&document.page.scope_paths, paths) + if belongs { TASK_BONUS } else { 0.0 }
        };
        let scored = matches.into_iter().zip(scores(&texts, text));
        let mut scored: Vec<_> = scored
            .map(|(found, score)| {
                let bonus = bonus(found.document);
                (found, score + bonus)
            })
            .filter(|(_, score)| *score > 0.0)
            .collect();
        sort_by_score(&mut scored);
        scored
    }
}

/// Returns the path of the file that records which sections a conversation has received.
pub fn sidecar_path(session_id: &str) -> String {
    format!("{FOLDER}/injected/{}", sidecar_name(session_id))
}

/// The sections that a conversation has received.
#[derive(Clone, Debug, Default)]
pub struct ReceivedSections {
    sections: BTreeMap<String, String>,
    suppressed: BTreeMap<String, String>,
}

impl ReceivedSections {
    /// Reads the file at [`sidecar_path`]. Nothing was received if it is absent or cannot be parsed.
    pub fn read(bytes: Option<&[u8]>) -> ReceivedSections {
        let document = bytes.and_then(|bytes| DataFile::parse(Container::Json, bytes).ok());
        let root = document.map_or(Value::Null, |document| document.root());
        let hashes = |key: &str| {
            let members = root.get(key).and_then(Value::as_object).into_iter().flatten();
            members.filter_map(|(name, hash)| Some((name.clone(), hash.as_str()?.to_owned()))).collect()
        };
        ReceivedSections { sections: hashes("injected"), suppressed: hashes("suppressed") }
    }

    /// Returns whether a section was received with its current text, or its document is not wanted.
    pub fn excludes(&self, found: &SectionMatch<'_>) -> bool {
        let document = found.document;
        let hash = self.sections.get(&section_key(&document.page.id, found.section.seq));
        hash.is_some_and(|hash| *hash == found.section.text_hash())
            || self.suppressed.get(&document.page.id).is_some_and(|hash| *hash == document.text_hash())
    }
}

/// Returns the key of a section in a sidecar file.
pub(crate) fn section_key(document: &str, seq: u32) -> String {
    format!("{document}#{seq}")
}
