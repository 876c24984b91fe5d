//! What a project remembers: which memories are alike, which fit a question, which have had their time.
//!
//! Invariant: a memory that cannot be read whole is none, and its file is left alone.

mod search;
mod words;

use std::collections::BTreeSet;

use handoff_format::{Container, Document, Memory, PathKind, Value, classify, fnv1a_hex, read_memory};
use handoff_protocol::agent::NewMemory;

use crate::Project;
use crate::timestamp::instant;
use crate::tree::{Entry, join};
use words::words;

pub(crate) const FOLDER: &str = "memory";
pub(crate) const SIDECARS: &str = "memory/injected";
const DAY: i64 = 86_400_000;

/// A memory and its file.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryEntry {
    /// Below `.handoff/`.
    pub path: String,
    /// What it says.
    pub memory: Memory,
}

/// How something new stands to what is remembered.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing is like it.
    New,
    /// This says the same.
    Same(String),
    /// This is like it, by so much of 1.
    Like(String, f64),
}

/// What a cleaning up finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryReport {
    /// Ids of memories that say the same, the oldest first.
    pub same: Vec<Vec<String>>,
    /// Ids of memories that are alike.
    pub alike: Vec<Vec<String>>,
    /// Ids of those that nobody has asked for in a long time.
    pub stale: Vec<String>,
    /// Files about conversations that are over.
    pub sidecars: Vec<String>,
}

/// Every memory, oldest first.
pub(crate) fn all(project: &Project) -> Vec<MemoryEntry> {
    let mut found: Vec<MemoryEntry> = Vec::new();
    for (name, entry) in project.tree.children(FOLDER) {
        let path = join(FOLDER, name);
        let (Entry::File(bytes), PathKind::Memory) = (entry, classify(&path)) else { continue };
        let Ok(document) = Document::parse(Container::Json, bytes) else { continue };
        let (memory, findings) = read_memory(&document);
        if findings.is_empty() {
            found.push(MemoryEntry { path, memory });
        }
    }
    found
}

/// Returns the hash of a text's words, `content_hash` in the file.
pub(crate) fn fingerprint(text: &str) -> String {
    fnv1a_hex(words(text).join(" ").as_bytes())
}

/// All words by which a memory is compared.
fn vocabulary(text: &str, tags: &[String], keywords: &[String]) -> BTreeSet<String> {
    let mut set = BTreeSet::default();
    for part in std::iter::once(text).chain(tags.iter().chain(keywords).map(String::as_str)) {
        set.extend(words(part));
    }
    set
}

fn vocabulary_of(memory: &Memory) -> BTreeSet<String> {
    vocabulary(&memory.text, &memory.tags, &memory.keywords)
}

/// How much of all words two have in common, 0 to 1.
fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    let all = a.len() + b.len() - shared;
    let exact = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    if all == 0 { 0.0 } else { exact(shared) / exact(all) }
}

/// How something new stands to what is remembered.
pub(crate) fn weigh(project: &Project, new: &NewMemory) -> Verdict {
    let hash = fingerprint(&new.text);
    let own = vocabulary(&new.text, &new.tags, &new.keywords);
    let entries = all(project);
    if let Some(same) = entries.iter().find(|entry| fingerprint(&entry.memory.text) == hash) {
        return Verdict::Same(same.memory.id.clone());
    }
    let mut best: Option<(f64, &str)> = None;
    for entry in &entries {
        let alike = likeness(&own, &vocabulary_of(&entry.memory));
        if best.is_none_or(|(known, _)| alike > known) {
            best = Some((alike, &entry.memory.id));
        }
    }
    let threshold = project.model.config.values().settings.memory_dup_threshold;
    match best {
        Some((alike, id)) if alike > 0.0 && alike >= threshold => Verdict::Like(id.to_owned(), alike),
        _ => Verdict::New,
    }
}

/// The memories that fit a question, best first, with their scores.
pub(crate) fn query(project: &Project, text: &str, paths: &[String]) -> Vec<(MemoryEntry, f64)> {
    let settings = &project.model.config.values().settings;
    let scored = search::search(all(project), &words(text), paths);
    let top = scored.first().map_or(0.0, |(_, score)| *score);
    let least = settings.memory_query_min_score.max(top * settings.memory_query_relative_threshold);
    scored.into_iter().filter(|(_, score)| *score > 0.0 && *score >= least).collect()
}

/// The file that tells which memories a conversation has been told.
pub(crate) fn sidecar_path(session_id: &str) -> String {
    let keep = |(at, character): (usize, char)| {
        let kept = character.is_ascii_alphanumeric() || matches!(character, '_' | '-') || character == '.' && at > 0;
        if kept { character } else { '_' }
    };
    let stem: String = session_id.trim_end_matches('.').chars().enumerate().map(keep).take(96).collect();
    let stem = if stem.is_empty() { "anon" } else { stem.trim_end_matches('.') };
    format!("{SIDECARS}/{stem}-{}.json", fnv1a_hex(session_id.as_bytes()))
}

/// Whether a conversation has been told a memory as it is now.
pub(crate) fn is_told(project: &Project, session_id: &str, memory: &Memory) -> bool {
    let bytes = project.tree.file(&sidecar_path(session_id));
    let document = bytes.and_then(|bytes| Document::parse(Container::Json, bytes).ok());
    let told = document.map(|document| document.root());
    let hash = told.as_ref().and_then(|told| told.get("injected")?.get(&memory.id)?.as_str());
    hash == Some(memory.content_hash.as_str())
}

/// What could be cleaned up.
pub(crate) fn report(project: &Project, now: i64) -> MemoryReport {
    let settings = &project.model.config.values().settings;
    let old = |stamp: &str, days: u64| {
        let since = instant(stamp).map(|time| now.saturating_sub(time.timestamp_millis()));
        since.is_some_and(|since| since > i64::try_from(days).unwrap_or(i64::MAX).saturating_mul(DAY))
    };
    let entries = all(project);
    let mut report = MemoryReport::default();
    let mut rest: Vec<&Memory> = Vec::new();
    for entry in &entries {
        let memory = &entry.memory;
        let hash = fingerprint(&memory.text);
        match rest.iter().position(|known| fingerprint(&known.text) == hash) {
            Some(place) => {
                let first = rest.get(place).map(|known| known.id.clone()).unwrap_or_default();
                match report.same.iter_mut().find(|group| group.first() == Some(&first)) {
                    Some(group) => group.push(memory.id.clone()),
                    None => report.same.push(vec![first, memory.id.clone()]),
                }
            }
            None => rest.push(memory),
        }
        let used = memory.last_referenced_at.as_deref().unwrap_or(&memory.created_at);
        if old(used, settings.memory_stale_days) {
            report.stale.push(memory.id.clone());
        }
    }
    report.alike = clusters(&rest, settings.memory_dup_threshold);
    for (name, entry) in project.tree.children(SIDECARS) {
        let Entry::File(bytes) = entry else { continue };
        let document = Document::parse(Container::Json, bytes).ok();
        let updated = document.and_then(|document| Some(document.root().get("updated_at")?.as_str()?.to_owned()));
        if updated.is_some_and(|updated| old(&updated, settings.memory_injected_gc_days)) {
            report.sidecars.push(join(SIDECARS, name));
        }
    }
    report
}

/// Those that are alike, or alike with one that is.
fn clusters(memories: &[&Memory], threshold: f64) -> Vec<Vec<String>> {
    let sets: Vec<BTreeSet<String>> = memories.iter().map(|memory| vocabulary_of(memory)).collect();
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    for (place, set) in sets.iter().enumerate() {
        let alike = |other: &usize| sets.get(*other).is_some_and(|other| likeness(set, other) >= threshold.max(0.01));
        let (near, mut apart): (Vec<_>, Vec<_>) = clusters.into_iter().partition(|cluster| cluster.iter().any(alike));
        let mut cluster: Vec<usize> = near.into_iter().flatten().collect();
        cluster.push(place);
        apart.push(cluster);
        clusters = apart;
    }
    let id = |place: usize| memories.get(place).map(|memory| memory.id.clone());
    let named = clusters.into_iter().filter(|cluster| cluster.len() > 1);
    named.map(|cluster| cluster.into_iter().filter_map(id).collect()).collect()
}

/// A new record of what a conversation has been told.
pub(crate) fn sidecar(session_id: &str) -> Value {
    serde_json::json!({"version": 1, "session_id": session_id, "updated_at": "", "injected": {}})
}

#[cfg(test)]
mod tests {
    use super::sidecar_path;

    #[test]
    fn sidecars_have_the_names_that_other_programs_look_for() {
        assert_eq!(sidecar_path("hook/abc 1"), "memory/injected/hook_abc_1-55192d0d3e1ab316.json");
        assert_eq!(sidecar_path(""), "memory/injected/anon-cbf29ce484222325.json");
        for id in ["../../x", ".hidden.", "...", "潮"] {
            let path = sidecar_path(id);
            let name = path.strip_prefix("memory/injected/").unwrap_or_default();
            assert!(!name.contains('/') && !name.starts_with('.'), "{path}");
        }
    }
}
