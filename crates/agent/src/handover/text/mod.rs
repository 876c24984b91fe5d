//! Bounded Markdown with one fact per line, in a stable order, so that `git diff` shows what changed.

pub(super) mod note;
pub(super) mod state;

use handoff_engine::TaskEntry;
use handoff_engine::register::{EntryKind, RegisterEntry};
use handoff_format::Value;

use crate::restoration::one_line;

/// The maximum number of lines of a text.
const MAX_LINES: usize = 400;
/// The lines of a section beside its items: a blank line, the heading, and a blank line.
const SECTION_LINES: usize = 3;

/// A heading with its items.
struct Section {
    heading: &'static str,
    items: Vec<String>,
}

/// A text with a title and sections. Sections without items are left out.
#[derive(Default)]
struct Sections(Vec<Section>);

impl Sections {
    fn add(&mut self, heading: &'static str, items: Vec<String>) {
        let items: Vec<String> =
            items.into_iter().map(|item| one_line(&item)).filter(|item| !item.is_empty()).collect();
        if !items.is_empty() {
            self.0.push(Section { heading, items });
        }
    }

    /// Returns the text. If it is too long, the longest sections are shortened, and say by how much.
    fn render(&self, start: &str, level: &str) -> String {
        let fixed = start.lines().count() + self.0.len() * SECTION_LINES;
        let count = |cap: usize| self.0.iter().map(|section| section.items.len().min(cap)).sum::<usize>();
        let longest = self.0.iter().map(|section| section.items.len()).max().unwrap_or_default();
        let fits = |cap: &usize| count(*cap) + fixed <= MAX_LINES;
        let cap = (2..=longest).rev().find(fits).unwrap_or(longest.min(2));
        let mut text = start.to_owned();
        for Section { heading, items } in &self.0 {
            if !text.is_empty() {
                text.push('\n');
            }
            text.extend([level, " ", heading, "\n\n"]);
            let shown = if items.len() > cap { cap.saturating_sub(1) } else { items.len() };
            text.extend(items.iter().take(shown).map(|item| format!("- {item}\n")));
            if shown < items.len() {
                text.extend(["- … and ", &(items.len() - shown).to_string(), " more\n"]);
            }
        }
        text
    }
}

/// Returns the text of an entry of a list: the text itself, or the value under a key.
fn entry_text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.as_str().or_else(|| value.get(key)?.as_str()).unwrap_or_default()
}

/// Returns a decision: "Names are UTF-8 (unverified): the office says so".
fn decision(value: &Value) -> String {
    let text = entry_text(value, "decision");
    let confidence =
        Some(entry_text(value.get("confidence").unwrap_or(&Value::Null), "")).filter(|text| !text.is_empty());
    let reason = Some(entry_text(value.get("reason").unwrap_or(&Value::Null), "")).filter(|text| !text.is_empty());
    let confidence = confidence.map(|confidence| format!(" ({confidence})")).unwrap_or_default();
    format!("{text}{confidence}{}", reason.map(|reason| format!(": {reason}")).unwrap_or_default())
}

/// Returns a task: "t1.2 Crane (high, due 2026-12-24, maya)".
fn task_line(task: TaskEntry<'_>) -> String {
    let fields = task.fields();
    let due = fields.schedule.as_ref().and_then(|schedule| schedule.due_date.as_ref()).map(|due| format!("due {due}"));
    let facts = [task.priority().map(|priority| priority.name().to_owned()), due, fields.assignee.clone()];
    let facts: Vec<String> = facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
    format!("{} {}{facts}", task.key(), fields.title)
}

/// Returns a context pointer or a reference, with why it matters.
fn pointer(entry: &RegisterEntry) -> String {
    let reason = entry.text(if entry.kind == EntryKind::Pointer { "reason" } else { "notes" });
    format!("{}{}", entry.name, reason.map(|reason| format!(": {reason}")).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_says_how_much_was_left_out() {
        let mut sections = Sections::default();
        sections.add("Long", (0..1_000).map(|number| format!("item {number}")).collect());
        sections.add("Short", vec!["one\ntwo".to_owned(), " ".to_owned()]);
        sections.add("Empty", Vec::new());
        let text = sections.render("# T\n", "##");
        assert_eq!(text.lines().count(), MAX_LINES, "{text}");
        assert!(text.contains("- item 390\n- … and 609 more\n\n## Short\n\n- one two\n"), "{text}");
        assert!(!text.contains("Empty"));
    }
}
