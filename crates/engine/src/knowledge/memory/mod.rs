//! Memories of a project: finds duplicates, answers queries and reports what is out of date.
//!
//! Invariant: a memory with a finding is left out, and its file is never changed.

mod search;

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{Container, DataFile, Memory, PathKind, Value, classify, fnv1a_hex, read_memory};
use handoff_protocol::agent::NewMemory;

use crate::Project;
use crate::ground::timestamp::parse_timestamp;
use crate::ground::tree::{Entry, join};
use crate::ground::words::bm25::sort_by_score;
use crate::ground::words::{similarity, words};

/// The folder of the memories.
pub(crate) const FOLDER: &str = "memory";
/// The folder of the files that record which memories a conversation has received.
pub(crate) const SIDECARS: &str = "memory/injected";
const DAY_MS: i64 = 86_400_000;
/// The minimum similarity within a group, also for a threshold of 0.
const MIN_CLUSTER_SIMILARITY: f64 = 0.01;

/// A memory with its file.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryEntry {
    /// The path of the file below `.handoff/`.
    pub path: String,
    /// The content.
    pub memory: Memory,
}

/// The result of comparing a new memory with the existing ones.
#[derive(Clone, Debug, PartialEq)]
pub enum MemoryMatch {
    /// No memory is similar.
    New,
    /// The memory with this ID has the same text, apart from white space.
    Same(String),
    /// The memories with these IDs are similar, with the similarity from 0 to 1, most similar first.
    Like(Vec<(String, f64)>),
}

/// The result of a cleanup of the memories.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryReport {
    /// IDs of memories with the same kind and the same text apart from white space, the oldest first.
    pub same: Vec<Vec<String>>,
    /// Groups of similar memories, most similar first. Memories with the same text are among them.
    pub alike: Vec<MemoryCluster>,
    /// IDs of memories that have not been used for a long time, the longest first.
    pub stale: Vec<String>,
    /// Sidecar files of old conversations.
    pub sidecars: Vec<String>,
}

/// Memories that are similar, directly or through others.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryCluster {
    /// The highest similarity of two of them, from 0 to 1.
    pub max_score: f64,
    /// Their IDs.
    pub ids: Vec<String>,
}

/// Returns the memories that apply to a file, by a part of its path, oldest first.
pub(crate) fn of_file(project: &Project, path: &str) -> Vec<MemoryEntry> {
    let applies = |scope: &String| !scope.is_empty() && path.contains(scope.as_str());
    all(project).into_iter().filter(|entry| entry.memory.scope_paths.iter().any(applies)).collect()
}

/// Returns every memory, oldest first.
pub(crate) fn all(project: &Project) -> Vec<MemoryEntry> {
    let mut memories: Vec<MemoryEntry> = Vec::new();
    for (name, entry) in project.tree.children(FOLDER) {
        let path = join(FOLDER, name);
        let (Entry::File(bytes), PathKind::Memory) = (entry, classify(&path)) else { continue };
        let Ok(data) = DataFile::parse(Container::Json, bytes) else { continue };
        let (memory, findings) = read_memory(&data);
        if findings.is_empty() {
            memories.push(MemoryEntry { path, memory });
        }
    }
    memories
}

/// Returns a text with single spaces as its white space: two texts are the same if this is equal.
/// Signs count, because `a < b` is not `a > b`.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the hash of a text with its signs.
pub(crate) fn text_hash(text: &str) -> String {
    fnv1a_hex(folded(text).as_bytes())
}

/// Returns the hash of a text's words, which the file has as `content_hash` for other programs.
pub(crate) fn fingerprint(text: &str) -> String {
    fnv1a_hex(words(text).join(" ").as_bytes())
}

/// Returns the words by which a memory is compared.
fn vocabulary(text: &str, tags: &[String], keywords: &[String]) -> BTreeSet<String> {
    let mut vocabulary = BTreeSet::default();
    for part in std::iter::once(text).chain(tags.iter().chain(keywords).map(String::as_str)) {
        vocabulary.extend(words(part));
    }
    vocabulary
}

fn vocabulary_of(memory: &Memory) -> BTreeSet<String> {
    vocabulary(&memory.text, &memory.tags, &memory.keywords)
}

/// Compares a new memory with the existing ones.
pub(crate) fn compare(project: &Project, new: &NewMemory) -> MemoryMatch {
    let text = folded(&new.text);
    let new_vocabulary = vocabulary(&new.text, &new.tags, &new.keywords);
    let entries = all(project);
    if let Some(same) = entries.iter().find(|entry| folded(&entry.memory.text) == text) {
        return MemoryMatch::Same(same.memory.id.clone());
    }
    let threshold = project.model.config.values().settings.memory_dup_threshold;
    let similarity_of = |entry: &MemoryEntry| similarity(&new_vocabulary, &vocabulary_of(&entry.memory));
    let scored = entries.iter().map(|entry| (entry.memory.id.clone(), similarity_of(entry)));
    let mut similar: Vec<(String, f64)> =
        scored.filter(|(_, similarity)| *similarity > 0.0 && *similarity >= threshold).collect();
    sort_by_score(&mut similar);
    if similar.is_empty() { MemoryMatch::New } else { MemoryMatch::Like(similar) }
}

/// Returns the memories that match a query with their scores, best first.
pub(crate) fn query(project: &Project, text: &str, paths: &[String]) -> Vec<(MemoryEntry, f64)> {
    let settings = &project.model.config.values().settings;
    let scored = search::search(all(project), text, paths);
    let top_score = scored.first().map_or(0.0, |(_, score)| *score);
    let min_score = settings.memory_query_min_score.max(top_score * settings.memory_query_relative_threshold);
    scored.into_iter().filter(|(_, score)| *score > 0.0 && *score >= min_score).collect()
}

/// Returns the path of the file that records which memories a conversation has received.
pub(crate) fn sidecar_path(session_id: &str) -> String {
    format!("{SIDECARS}/{}", sidecar_name(session_id))
}

/// Returns the name of the file that records what a conversation has received.
///
/// Other programs look for the same name.
pub(crate) fn sidecar_name(session_id: &str) -> String {
    let replace_unsafe = |(index, character): (usize, char)| {
        let is_safe =
            character.is_ascii_alphanumeric() || matches!(character, '_' | '-') || character == '.' && index > 0;
        if is_safe { character } else { '_' }
    };
    let stem: String = session_id.trim_end_matches('.').chars().enumerate().map(replace_unsafe).take(96).collect();
    let stem = if stem.is_empty() { "anon" } else { stem.trim_end_matches('.') };
    format!("{stem}-{}.json", fnv1a_hex(session_id.as_bytes()))
}

/// Returns whether a conversation has received the current text of a memory.
pub(crate) fn is_delivered(project: &Project, session_id: &str, memory: &Memory) -> bool {
    let bytes = project.tree.file(&sidecar_path(session_id));
    let data = bytes.and_then(|bytes| DataFile::parse(Container::Json, bytes).ok());
    let sidecar = data.map(|data| data.root());
    let hash = |key: &str| sidecar.as_ref().and_then(|sidecar| sidecar.get(key)?.get(&memory.id)?.as_str());
    // Other programs write only the hash of the words.
    let is_same_text = hash("texts").is_none_or(|hash| hash == text_hash(&memory.text));
    hash("injected") == Some(memory.content_hash.as_str()) && is_same_text
}

/// Returns what could be cleaned up. `now` is in milliseconds since 1970-01-01 UTC. A memory that
/// was not used for `stale_days` is stale; `None` uses the configured number.
pub(crate) fn report(project: &Project, now: i64, stale_days: Option<u64>) -> MemoryReport {
    let settings = &project.model.config.values().settings;
    let stale_days = stale_days.unwrap_or(settings.memory_stale_days);
    let age_ms = |timestamp: &str| parse_timestamp(timestamp).map(|time| now.saturating_sub(time.timestamp_millis()));
    let is_older = |age_ms: i64, days: u64| {
        let days = i64::try_from(days).unwrap_or(i64::MAX);
        age_ms > days.saturating_mul(DAY_MS)
    };
    let entries = all(project);
    let mut report = MemoryReport::default();
    let mut groups: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    let mut stale: Vec<(i64, &str)> = Vec::new();
    // Not as text: times have different offsets.
    let created =
        |entry: &&MemoryEntry| parse_timestamp(&entry.memory.created_at).map_or(i64::MAX, |time| time.timestamp());
    let mut by_age: Vec<&MemoryEntry> = entries.iter().collect();
    by_age.sort_by_key(created);
    for entry in by_age {
        let memory = &entry.memory;
        groups.entry((folded(&memory.text), &memory.kind)).or_default().push(memory.id.clone());
        let last_used = memory.last_referenced_at.as_deref().unwrap_or(&memory.created_at);
        if let Some(age_ms) = age_ms(last_used).filter(|age_ms| is_older(*age_ms, stale_days)) {
            stale.push((age_ms, &memory.id));
        }
    }
    report.same = groups.into_values().filter(|ids| ids.len() > 1).collect();
    report.same.sort();
    stale.sort_by_key(|(age_ms, _)| std::cmp::Reverse(*age_ms));
    report.stale = stale.into_iter().map(|(_, id)| id.to_owned()).collect();
    report.alike = clusters(&entries, settings.memory_dup_threshold);
    for (name, entry) in project.tree.children(SIDECARS) {
        let Entry::File(bytes) = entry else { continue };
        let data = DataFile::parse(Container::Json, bytes).ok();
        let updated = data.and_then(|data| Some(data.root().get("updated_at")?.as_str()?.to_owned()));
        let age_ms = updated.and_then(|updated| age_ms(&updated));
        if age_ms.is_some_and(|age_ms| is_older(age_ms, settings.memory_injected_gc_days)) {
            report.sidecars.push(join(SIDECARS, name));
        }
    }
    report
}

/// A group of similar memories that is being built: IDs with the words of each.
#[derive(Default)]
struct Group<'m> {
    max_score: f64,
    members: Vec<(&'m str, BTreeSet<String>)>,
}

/// Groups memories that are similar, directly or through others (single linkage), most similar
/// first.
fn clusters(entries: &[MemoryEntry], threshold: f64) -> Vec<MemoryCluster> {
    let threshold = threshold.max(MIN_CLUSTER_SIMILARITY);
    let mut groups: Vec<Group<'_>> = Vec::new();
    for MemoryEntry { memory, .. } in entries {
        let vocabulary = vocabulary_of(memory);
        let mut joined = Group::default();
        let mut others = Vec::new();
        for group in groups {
            let scores = group.members.iter().map(|(_, other)| similarity(&vocabulary, other));
            let score = scores.fold(0.0, f64::max);
            if score >= threshold {
                joined.max_score = joined.max_score.max(group.max_score).max(score);
                joined.members.extend(group.members);
            } else {
                others.push(group);
            }
        }
        joined.members.push((memory.id.as_str(), vocabulary));
        others.push(joined);
        groups = others;
    }
    groups.retain(|group| group.members.len() > 1);
    groups.sort_by(|a, b| b.max_score.total_cmp(&a.max_score));
    let ids = |members: Vec<(&str, _)>| members.into_iter().map(|(id, _)| id.to_owned()).collect();
    groups.into_iter().map(|group| MemoryCluster { max_score: group.max_score, ids: ids(group.members) }).collect()
}

/// Returns the content of a new sidecar file.
pub(crate) fn sidecar(session_id: &str) -> Value {
    serde_json::json!({"version": 1, "session_id": session_id, "updated_at": "", "injected": {}, "texts": {}})
}

#[cfg(test)]
mod tests {
    use super::sidecar_path;

    #[test]
    fn sidecar_path_is_safe_and_compatible_with_other_programs() {
        assert_eq!(sidecar_path("hook/abc 1"), "memory/injected/hook_abc_1-55192d0d3e1ab316.json");
        assert_eq!(sidecar_path(""), "memory/injected/anon-cbf29ce484222325.json");
        for id in ["../../x", ".hidden.", "...", "潮"] {
            let path = sidecar_path(id);
            let name = path.strip_prefix("memory/injected/").unwrap();
            assert!(!name.contains('/') && !name.starts_with('.'), "{path}");
        }
    }
}
