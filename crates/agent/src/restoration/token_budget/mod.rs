//! Fits a text into a token budget. The most valuable lines are kept, whichever section they are
//! in. Omitted lines are counted, with the call that returns them.

use std::iter::Peekable;

use crate::Message;
use crate::Suggestion;
use crate::lines::item;
use handoff_engine::estimate_tokens;

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
        Block::Section(Section { title, call: None, lines, is_tasks: false })
    }

    /// Creates a section whose heading names the call that says more of its lines.
    pub(crate) fn section_of(title: &'static str, call: Suggestion, lines: Lines<'a>) -> Block<'a> {
        Block::Section(Section { title, call: Some(call), lines, is_tasks: false })
    }

    /// Creates a line without a heading. It does not count as an entry if it is omitted.
    pub(crate) fn line(line: Line) -> Block<'a> {
        Block::Section(Section { title: "", call: None, lines: vec![line].into(), is_tasks: false })
    }

    /// Creates a section of tasks, which another call lists.
    pub(crate) fn tasks(title: &'static str, lines: Lines<'a>) -> Block<'a> {
        Block::Section(Section { title, call: None, lines, is_tasks: true })
    }
}

/// Lines under a heading.
pub(crate) struct Section<'a> {
    /// The heading; empty for lines that have none.
    title: &'static str,
    /// The call that the heading names.
    call: Option<Suggestion>,
    lines: Lines<'a>,
    is_tasks: bool,
}

/// A line, and its value for the next step of the reader. Lines with a higher value get space first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) value: u32,
    pub(crate) text: String,
    /// The position in a list, if a caller can name the item by its number.
    pub(crate) position: Option<usize>,
}

impl Line {
    /// Creates a line without a number.
    pub(crate) fn new(value: u32, text: String) -> Line {
        Line { value, text, position: None }
    }

    /// Returns the number before the text, such as "0: ".
    fn number(&self) -> Message {
        let number = |position| Message::position(position).then(": ");
        self.position.map(number).unwrap_or_default()
    }
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
        Lines::of(texts.len(), values.zip(texts).map(|(value, text)| Line::new(value, text)))
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
    /// Tokens for lines and headings.
    room: usize,
    /// Tokens for the count of omitted lines; 0 if there are none.
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
        let is_cut = item.to_string().ends_with("…\n");
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
    selected: Vec<Message>,
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
    fn next_item(&mut self, max_line: usize) -> Option<(Message, usize)> {
        let is_first = self.selected.is_empty();
        let Block::Section(section) = &mut self.block else { return None };
        let line = section.lines.remaining.peek()?;
        let item = item(section.title, line.number(), &line.text, max_line);
        let title_cost = if is_first { estimated(&heading(section)) } else { 0 };
        let cost = estimated(&item) + title_cost;
        Some((item, cost))
    }

    fn select(&mut self, item: Message) {
        if let Block::Section(section) = &mut self.block {
            section.lines.remaining.next();
            self.selected.push(item);
        }
    }

    fn write(&self, text: &mut Message) {
        match &self.block {
            Block::Fixed(fixed) => text.append(fixed.clone()),
            Block::Section(section) if !self.selected.is_empty() => {
                text.append(heading(section));
                self.selected.iter().for_each(|item| text.append(item.clone()));
            }
            Block::Section(_) => {}
        }
    }
}

fn heading(section: &Section<'_>) -> Message {
    if section.title.is_empty() {
        return Message::default();
    }
    let title = Message::from(format!("\n## {}", section.title));
    match &section.call {
        Some(call) => title.then(" (").then(call.clone()).then(")\n"),
        None => title.then("\n"),
    }
}

#[cfg(test)]
mod tests;
