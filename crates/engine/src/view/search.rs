//! Tasks whose id or title fits a text, best first.

use handoff_protocol::view::TaskName;

use crate::case_fold::fold;
use crate::model::{TaskRef, Tasks, by_id};
use crate::view::card::name;

pub(crate) fn search(tasks: &Tasks, text: &str, limit: u32, dependency_of: Option<&str>) -> Vec<TaskName> {
    let text = fold(text.trim());
    let words: Vec<&str> = text.split_whitespace().collect();
    let barred = dependency_of.map(|key| barred(tasks, key)).unwrap_or_default();
    let mut found: Vec<(u8, TaskRef<'_>)> = tasks
        .all()
        .filter(|task| barred.get(task.slot.index()) != Some(&true))
        .filter_map(|task| Some((fit(task, &text, &words)?, task)))
        .collect();
    found.sort_by(|(a_fit, a), (b_fit, b)| {
        let closed = a.status().is_terminal().cmp(&b.status().is_terminal());
        a_fit.cmp(b_fit).then(closed).then_with(|| by_id(*a, *b))
    });
    found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    found.into_iter().map(|(_, task)| name(task)).collect()
}

/// How well a task fits, 0 best: the id, the id's beginning, the beginning of a title's words, anything in id or title.
fn fit(task: TaskRef<'_>, text: &str, words: &[&str]) -> Option<u8> {
    let id = fold(task.id());
    let title = fold(task.title());
    let begins_word = |word: &&str| title.split(parts_words).any(|part| part.starts_with(word));
    if text.is_empty() {
        Some(3)
    } else if id == text {
        Some(0)
    } else if id.starts_with(text) {
        Some(1)
    } else if words.iter().all(begins_word) {
        Some(2)
    } else {
        words.iter().all(|word| title.contains(word) || id.contains(word)).then_some(3)
    }
}

fn parts_words(character: char) -> bool {
    character.is_whitespace()
        || character.is_ascii_punctuation()
        || "、。・「」『』（）［］：；！？…–—«»“”„‘’".contains(character)
}

/// By slot: the task itself, what it already waits for, and every task that waits for it, directly or through others.
fn barred(tasks: &Tasks, key: &str) -> Vec<bool> {
    let Ok(start) = tasks.find(key) else { return Vec::new() };
    let mut waiting: Vec<(&str, TaskRef<'_>)> = Vec::new();
    for task in tasks.all() {
        waiting.extend(task.shown.task.dependencies.iter().map(|id| (id.as_str(), task)));
    }
    waiting.sort_by_key(|(a, _)| *a);
    let mut barred = vec![false; tasks.capacity()];
    let mut bar =
        |task: TaskRef<'_>| barred.get_mut(task.slot.index()).is_some_and(|mark| !std::mem::replace(mark, true));
    bar(start);
    let mut open = vec![start.id()];
    while let Some(id) = open.pop() {
        let first = waiting.partition_point(|(awaited, _)| *awaited < id);
        for (_, task) in waiting.iter().skip(first).take_while(|(awaited, _)| *awaited == id) {
            if bar(*task) {
                open.push(task.id());
            }
        }
    }
    for id in &start.shown.task.dependencies {
        for task in tasks.with_id(id) {
            bar(task);
        }
    }
    barred
}
