//! Fits a text into a token budget. The most valuable lines are kept, whichever section they are
//! in. Omitted lines are counted, with the call that returns them.

use std::iter::Peekable;

use crate::Message;
use crate::Suggestion;
use crate::restoration::lines::item;
use crate::restoration::tokens::estimate_tokens;

/// A part of a text.
pub(crate) enum Block<'a> {
    /// Text that is always written, whatever its length.
    Fixed(Message),
    /// Lines under a heading, as far as they fit.
    Section(Section<'a>),
}

impl<'a> Block<'a> {
    /// Creates a section.
    pub(crate) fn section(title: &'static str, lines: Lines<'a>) -> Block<'a> {
        Block::Section(Section { title, lines, is_tasks: false })
    }

    /// Creates a line without a heading. It does not count as an entry if it is omitted.
    pub(crate) fn line(line: Line) -> Block<'a> {
        Block::Section(Section { title: "", lines: vec![line].into(), is_tasks: false })
    }

    /// Creates a section of tasks, which another call lists.
    pub(crate) fn tasks(title: &'static str, lines: Lines<'a>) -> Block<'a> {
        Block::Section(Section { title, lines, is_tasks: true })
    }
}

/// Lines under a heading.
pub(crate) struct Section<'a> {
    /// The heading; empty for lines that have none.
    title: &'static str,
    lines: Lines<'a>,
    is_tasks: bool,
}

/// A line, and its value for the next step of the reader. Lines with a higher value get space first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) value: u32,
    pub(crate) text: String,
}

/// Lines, most valuable first. A line is created only when there may be space for it.
pub(crate) struct Lines<'a> {
    count: usize,
    remaining: Peekable<Box<dyn Iterator<Item = Line> + 'a>>,
}

impl<'a> Lines<'a> {
    /// Creates a list of `count` lazy lines.
    pub(crate) fn of(count: usize, lines: impl Iterator<Item = Line> + 'a) -> Lines<'a> {
        let lines: Box<dyn Iterator<Item = Line> + 'a> = Box::new(lines);
        Lines { count, remaining: lines.peekable() }
    }

    /// Creates a list whose first line has the value `first`, and each further one `step` less.
    pub(crate) fn ranked(first: u32, step: u32, texts: Vec<String>) -> Lines<'a> {
        let values = (0..).map(move |index: u32| first.saturating_sub(index.saturating_mul(step)));
        Lines::of(texts.len(), values.zip(texts).map(|(value, text)| Line { value, text }))
    }
}

impl From<Vec<Line>> for Lines<'_> {
    fn from(mut lines: Vec<Line>) -> Self {
        lines.sort_by_key(|line| std::cmp::Reverse(line.value));
        Lines::of(lines.len(), lines.into_iter())
    }
}

/// Tokens of a line of usual length. What a section's lines have beyond it lowers the value of its
/// further lines, by one for each hundredth of the budget.
const USUAL_LINE: usize = 30;
/// Percentage of the budget to use. The estimate of such texts is 5 to 7 % above the count of the
/// tokenizer o200k; other tokenizers differ by more.
const USABLE_PERCENT: usize = 97;
/// Maximum length of a line as a percentage of a small budget. Longer lines are cut.
const LINE_PERCENT: usize = 25;
/// Maximum length of a line in tokens, to which a large budget adds a fortieth. A few long reasons
/// must not displace everything else.
const LINE_TOKENS: usize = 100;

/// Writes blocks in their order, as Markdown with at most `budget` tokens.
pub(crate) fn fit(budget: usize, blocks: Vec<Block<'_>>) -> Message {
    let mut parts: Vec<Part<'_>> = blocks.into_iter().map(Part::new).collect();
    let fixed: usize = parts.iter().map(Part::fixed_cost).sum();
    let room = (budget * USABLE_PERCENT / 100).saturating_sub(fixed);
    let reserve = estimated(&left_out(&parts, 0, budget));
    let reserve_with_cut = estimated(&left_out(&parts, MANY_CUT, budget));
    let max_line = (budget * LINE_PERCENT / 100).min(LINE_TOKENS + budget / 40);
    select(&mut parts, &Limits { budget, room, reserve, reserve_with_cut, max_line });
    let mut text = Message::default();
    for part in &parts {
        part.write(&mut text);
    }
    text.append(left_out(&parts, parts.iter().map(|part| part.cut).sum(), budget));
    text
}

/// A number of cut lines that takes as many tokens as any usual one.
const MANY_CUT: usize = 10;

/// Limits of a text, in tokens.
struct Limits {
    budget: usize,
    /// What there is for lines and headings.
    room: usize,
    /// What the count of omitted lines takes, unless there are none.
    reserve: usize,
    /// The same if a line was cut.
    reserve_with_cut: usize,
    max_line: usize,
}

/// Selects lines, most valuable first, while they fit. A section whose next line does not fit gets
/// no further ones.
fn select(parts: &mut [Part<'_>], limits: &Limits) {
    let mut omitted: usize = parts.iter().map(Part::omitted).sum();
    let mut used = 0;
    let mut has_cut = false;
    loop {
        let next =
            parts.iter_mut().enumerate().filter_map(|(index, part)| Some((part.next_value(limits.budget)?, index)));
        // Of equal values the first section comes first.
        let Some((_, index)) = next.max_by_key(|(value, index)| (*value, std::cmp::Reverse(*index))) else { return };
        let Some(part) = parts.get_mut(index) else { return };
        let Some((item, cost)) = part.next_item(limits.max_line) else { return };
        let is_cut = item.ends_with("…\n");
        let reserve = match omitted {
            _ if has_cut || is_cut => limits.reserve_with_cut,
            1 => 0,
            _ => limits.reserve,
        };
        if used + cost + reserve > limits.room {
            part.is_full = true;
        } else {
            used += cost;
            let before = part.omitted();
            part.excess += cost.saturating_sub(USUAL_LINE);
            part.cut += usize::from(is_cut);
            has_cut |= is_cut;
            part.select(item);
            omitted -= before - part.omitted();
        }
    }
}

/// Counts the omitted lines and those that were cut, with the call that returns more of them.
fn left_out(parts: &[Part<'_>], cut: usize, budget: usize) -> Message {
    let count = |is_tasks: bool, one: &str, many: &str| {
        let count: usize = parts.iter().filter(|part| part.is_tasks() == is_tasks).map(Part::omitted).sum();
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
    };
    let cut = (cut > 0).then(|| format!("the end of {cut} {}", if cut == 1 { "line" } else { "lines" }));
    let counts: Vec<String> =
        [count(false, "entry", "entries"), count(true, "task", "tasks"), cut].into_iter().flatten().collect();
    if counts.is_empty() {
        return Message::default();
    }
    Message::from(format!("\nLeft out: {} (", counts.join(", "))).then(Suggestion::LoadMore(budget * 2)).then(")\n")
}

/// Estimates with the names that agents get, so that every surface shows the same lines.
fn estimated(text: &Message) -> usize {
    estimate_tokens(&text.to_string())
}

/// A block with the lines that have been selected.
struct Part<'a> {
    block: Block<'a>,
    selected: Vec<String>,
    /// How many of them were cut.
    cut: usize,
    /// Tokens of the selected lines beyond the usual length.
    excess: usize,
    /// Whether no further line fits.
    is_full: bool,
}

impl<'a> Part<'a> {
    fn new(block: Block<'a>) -> Part<'a> {
        Part { block, selected: Vec::new(), cut: 0, excess: 0, is_full: false }
    }

    fn section(&self) -> Option<&Section<'a>> {
        match &self.block {
            Block::Fixed(_) => None,
            Block::Section(section) => Some(section),
        }
    }

    fn fixed_cost(&self) -> usize {
        match &self.block {
            Block::Fixed(text) => estimated(text),
            Block::Section(_) => 0,
        }
    }

    fn count(&self) -> usize {
        self.section().map_or(0, |section| section.lines.count)
    }

    fn is_tasks(&self) -> bool {
        self.section().is_some_and(|section| section.is_tasks)
    }

    fn omitted(&self) -> usize {
        let has_entries = self.section().is_some_and(|section| !section.title.is_empty());
        if has_entries { self.count() - self.selected.len() } else { 0 }
    }

    /// Returns the value of the next line, less what the section has used beyond the usual.
    fn next_value(&mut self, budget: usize) -> Option<u32> {
        let penalty = u32::try_from(self.excess * 100 / budget.max(1)).unwrap_or(u32::MAX);
        match &mut self.block {
            Block::Section(section) if !self.is_full => {
                section.lines.remaining.peek().map(|line| line.value.saturating_sub(penalty))
            }
            _ => None,
        }
    }

    /// Returns the next line as it is written, and its tokens with those of the heading.
    fn next_item(&mut self, max_line: usize) -> Option<(String, usize)> {
        let is_first = self.selected.is_empty();
        let Block::Section(section) = &mut self.block else { return None };
        let item = item(section.title, &section.lines.remaining.peek()?.text, max_line);
        let title_cost = if is_first { estimate_tokens(&heading(section)) } else { 0 };
        let cost = estimate_tokens(&item) + title_cost;
        Some((item, cost))
    }

    fn select(&mut self, item: String) {
        if let Block::Section(section) = &mut self.block {
            section.lines.remaining.next();
            self.selected.push(item);
        }
    }

    fn write(&self, text: &mut Message) {
        match &self.block {
            Block::Fixed(fixed) => text.append(fixed.clone()),
            Block::Section(section) if !self.selected.is_empty() => {
                text.push_str(&heading(section));
                text.push_str(&self.selected.concat());
            }
            Block::Section(_) => {}
        }
    }
}

fn heading(section: &Section<'_>) -> String {
    if section.title.is_empty() { String::new() } else { format!("\n## {}\n", section.title) }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn section(title: &'static str, first: u32, texts: Vec<String>) -> Block<'static> {
        Block::Section(Section { title, lines: Lines::ranked(first, 1, texts), is_tasks: false })
    }

    fn text_of(budget: usize, blocks: Vec<Block<'_>>) -> String {
        fit(budget, blocks).to_string()
    }

    fn many(word: &str) -> Vec<String> {
        (1..=200).map(|number| format!("{word} {number}")).collect()
    }

    #[test]
    fn fit_keeps_the_most_valuable_lines_and_counts_the_rest() {
        let blocks = vec![
            Block::Fixed("# Project\n".into()),
            section("Tasks", 100, many("task")),
            section("Blockers", 110, many("blocker")),
        ];
        let text = text_of(150, blocks);
        assert!(text.starts_with("# Project\n\n## Tasks\n- task 1\n"), "{text}");
        assert!(text.contains("## Blockers\n- blocker 1\n"), "{text}");
        let lines = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        let (tasks, blockers) = (lines("- task"), lines("- blocker"));
        // The first ten blockers are worth more than every task, then they take turns.
        assert!((9..=10).contains(&(blockers - tasks)), "{text}");
        let counts =
            format!("Left out: {} entries (handoff_load_context {{\"budget_tokens\":300}})\n", 400 - tasks - blockers);
        assert!(text.contains(&counts), "{text}");
    }

    #[test]
    fn fit_uses_the_budget_but_for_three_percent() {
        for budget in 300..400 {
            let text = text_of(budget, vec![section("Tasks", 100, many("task"))]);
            let (tokens, usable) = (estimate_tokens(&text), budget * 97 / 100);
            assert!((usable - 16..=usable).contains(&tokens), "{tokens} of {usable} that may be used: {text}");
        }
    }

    #[test]
    fn fit_counts_nothing_if_all_lines_fit() {
        let lines = vec!["a\nb".to_owned(), "c".to_owned()];
        let blocks = vec![Block::Fixed("# P\n".into()), section("Next", 9, lines), section("Empty", 9, vec![])];
        assert_eq!(text_of(500, blocks), "# P\n\n## Next\n- a b\n- c\n");
    }

    #[test]
    fn fit_skips_a_section_whose_line_is_too_long_for_the_space() {
        let blocks = vec![
            section("Long", 100, vec!["word ".repeat(80)]),
            section("Short", 50, vec!["yes".to_owned()]),
            Block::Fixed("fixed ".repeat(150).into()),
        ];
        let text = text_of(200, blocks);
        assert!(
            !text.contains("## Long") && text.contains("- yes\n") && text.contains("Left out: 1 entry ("),
            "{text}"
        );
    }

    #[test]
    fn fit_omits_a_line_without_a_heading_and_does_not_count_it() {
        let line = |value| Block::line(Line { value, text: "about ".repeat(20) });
        let next = || section("Next", 9, vec!["word ".repeat(20); 4]);
        let whole = text_of(1000, vec![line(5), next()]);
        assert!(whole.starts_with("about about") && !whole.contains("Left out"), "{whole}");
        let entries = |text: &str| text.matches("- word").count();
        let without = text_of(100, vec![line(5), next()]);
        assert!(!without.contains("about") && entries(&without) == 4 && !without.contains("Left out"), "{without}");
        let with = text_of(100, vec![line(10), next()]);
        let left_out = format!("Left out: {} entries (", 4 - entries(&with));
        assert!(with.starts_with("about about") && with.contains(&left_out), "{with}");
    }

    #[test]
    fn fit_counts_tasks_apart() {
        let lines = Lines::ranked(50, 0, many("task"));
        let text = text_of(100, vec![Block::Section(Section { title: "Ready", lines, is_tasks: true })]);
        assert!(text.contains(" tasks (handoff_load_context {"), "{text}");
    }

    #[test]
    fn fit_cuts_long_lines() {
        for (budget, limit) in [(200, 50), (400, 100), (800, 120), (8_000, 300)] {
            let text = text_of(budget, vec![section("Next", 9, vec!["word ".repeat(1000), "next".to_owned()])]);
            assert!(text.contains("word…\n- next\n"), "{text}");
            let left_out =
                format!("\nLeft out: the end of 1 line (handoff_load_context {{\"budget_tokens\":{}}})\n", budget * 2);
            assert!(text.ends_with(&left_out), "{text}");
            let length = text.lines().find(|line| line.ends_with('…')).map(estimate_tokens).unwrap_or_default();
            assert!((limit - 5..=limit + 2).contains(&length), "{length} of {limit} tokens of {budget}");
        }
    }

    #[test]
    fn fit_creates_only_lines_that_may_fit() {
        let created = std::cell::Cell::new(0);
        let lines = (1..=1000).map(|number| {
            created.set(created.get() + 1);
            Line { value: 50, text: format!("line {number}") }
        });
        let section = Section { title: "Ready", lines: Lines::of(1000, lines), is_tasks: false };
        let text = text_of(100, vec![Block::Fixed("# P\n".into()), Block::Section(section)]);
        let shown = text.matches("- line").count();
        assert!(text.contains(&format!("Left out: {} entries (", 1000 - shown)), "{text}");
        assert_eq!(created.get(), shown + 1, "the shown lines and the first one that does not fit");
    }

    proptest! {
        #[test]
        fn fit_never_exceeds_the_budget(
            budget in 100_usize..4000,
            lists in vec((0_u32..100, vec("[a-z 潮位データ\\n0-9{}:\"]{0,300}", 0..60)), 0..6),
        ) {
            let sections = lists.into_iter().map(|(value, lines)| section("Section", value, lines));
            let blocks = std::iter::once(Block::Fixed("# Project\n".into())).chain(sections).collect();
            let text = text_of(budget, blocks);
            prop_assert!(estimate_tokens(&text) <= budget, "{} of {budget}: {text}", estimate_tokens(&text));
        }
    }
}
