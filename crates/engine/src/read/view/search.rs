//! Search for tasks by id or title, best match first.

use handoff_protocol::view::TaskName;

use crate::analysis::schedule::{Endpoint, WaitGraph};
use crate::ground::case_fold::fold;
use crate::model::{Slot, TaskRef, Tasks, by_id};
use crate::read::view::card::name;

/// Returns the best matches. With `dependency_of` leaves out the tasks that this task cannot depend
/// on.
pub(crate) fn search(tasks: &Tasks, text: &str, limit: u32, dependency_of: Option<&str>) -> Vec<TaskName> {
    let text = fold(text.trim());
    let words: Vec<&str> = text.split_whitespace().collect();
    let excluded = dependency_of.map(|key| mark_excluded(tasks, key)).unwrap_or_default();
    let mut matches: Vec<(u8, TaskRef<'_>)> = tasks
        .all()
        .filter(|task| excluded.get(task.slot.index()) != Some(&true))
        .filter_map(|task| Some((match_level(task, &text, &words)?, task)))
        .collect();
    matches.sort_by(|(a_level, a), (b_level, b)| {
        let closed = a.status().is_terminal().cmp(&b.status().is_terminal());
        a_level.cmp(b_level).then(closed).then_with(|| by_id(*a, *b))
    });
    matches.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    matches.into_iter().map(|(_, task)| name(task)).collect()
}

/// Returns how well a task matches, from 0, or `None` if it does not: the id, the start of the id,
/// the starts of words in the title, any part of id or title.
fn match_level(task: TaskRef<'_>, text: &str, words: &[&str]) -> Option<u8> {
    let id = fold(task.id());
    let title = fold(task.title());
    let starts_word = |word: &&str| title.split(is_separator).any(|part| part.starts_with(word));
    if text.is_empty() {
        Some(3)
    } else if id == text {
        Some(0)
    } else if id.starts_with(text) {
        Some(1)
    } else if words.iter().all(starts_word) {
        Some(2)
    } else {
        words.iter().all(|word| title.contains(word) || id.contains(word)).then_some(3)
    }
}

/// Returns true for a character between words.
fn is_separator(character: char) -> bool {
    character.is_whitespace()
        || character.is_ascii_punctuation()
        || "、。・「」『』（）［］：；！？…–—«»“”„‘’".contains(character)
}

/// Marks, by slot, the task itself, its dependencies, the tasks above and below it, and those that wait
/// for it. Empty if no task has the key.
fn mark_excluded(tasks: &Tasks, key: &str) -> Vec<bool> {
    let Ok(start) = tasks.find(key) else { return Vec::new() };
    let outline = tasks.outline();
    let Some(position) = outline.position(start.slot) else { return Vec::new() };
    let waiting = WaitGraph::new(outline, |_, _| true).waiting_for(Endpoint::start(position));
    let mut marks = vec![false; tasks.capacity()];
    let mut mark = |slot: Slot| marks.get_mut(slot.index()).into_iter().for_each(|mark| *mark = true);
    for (position, row) in outline.rows.iter().enumerate() {
        if waiting.get(Endpoint::end(position).0) == Some(&true) {
            mark(row.slot);
        }
    }
    for id in &start.shown.task.dependencies {
        for task in tasks.with_id(id) {
            mark(task.slot);
        }
    }
    marks
}
