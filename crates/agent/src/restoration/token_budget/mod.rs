//! Fits a text into a token budget. The most valuable lines are kept, whichever section they are
//! in. A line grows by parts, such as its reason, each with a value of its own. Omitted lines are
//! counted, with the call that returns them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::Peekable;
use std::ops::Range;

use crate::Message;
use crate::Suggestion;
use crate::lines::{cut, one_line};
use handoff_engine::token_cost;

/// A part of a text.
pub(crate) enum Block<'a> {
    /// Short text that is always written whole.
    Fixed(Message),
    /// Text that is always written, as far as there is room for it beside the fixed texts.
    Head(Message),
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
    value: u32,
    text: String,
    /// What follows the text as far as there is room, in this order: values and texts.
    parts: Vec<(u32, String)>,
    /// The position in a list, if a caller can name the item by its number.
    position: Option<usize>,
}

impl Line {
    /// Creates a line without a number.
    pub(crate) fn new(value: u32, text: String) -> Line {
        Line { value, text, parts: Vec::new(), position: None }
    }

    /// Adds a part, with its separator.
    pub(crate) fn with(mut self, value: u32, part: String) -> Line {
        self.parts.push((value, part));
        self
    }

    /// Gives the line a number.
    pub(crate) fn at(mut self, position: usize) -> Line {
        self.position = Some(position);
        self
    }

    /// Returns the whole text.
    pub(crate) fn whole(self) -> String {
        self.parts.into_iter().fold(self.text, |text, (_, part)| text + &part)
    }

    /// Returns the beginning of the line as it is written, such as "- 0: ".
    fn start(&self, title: &str) -> Message {
        let start = Message::from(if title.is_empty() { "" } else { "- " });
        match self.position {
            Some(position) => start.then(Message::position(position)).then(": "),
            None => start,
        }
    }

    /// Returns the texts that the line can have, from the shortest to the longest, with their values.
    fn texts(&self, limits: &Limits) -> Vec<(u32, String)> {
        let text = one_line(&self.text);
        let mut all = vec![(self.value, cut(&text, limits.short_line))];
        let mut last = cut(&text, limits.max_line);
        if all.iter().all(|(_, short)| *short != last) {
            all.push((self.value.saturating_sub(LOSS_OF_LONG), last.clone()));
        }
        for (value, part) in &self.parts {
            // One line, with the blank that may separate it from the text.
            let blank = if part.starts_with(' ') { " " } else { "" };
            last = format!("{last}{blank}{}", cut(&one_line(part), limits.max_line));
            all.push((*value, last.clone()));
        }
        all
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
        lines.sort_by_key(|line| Reverse(line.value));
        Lines::of(lines.len(), lines.into_iter())
    }
}

/// Tokens of a line of usual length. What a section's lines have beyond it lowers the value of its
/// further lines, by one for each hundredth of the budget.
const USUAL_LINE: u64 = 30;
/// Percentage of the budget to use. The estimate of such texts is 5 to 7 % above the count of the
/// tokenizer o200k; other tokenizers differ by more.
const USABLE_PERCENT: u64 = 99;
/// Maximum length of a line as a percentage of a small budget. Longer lines are cut.
const LINE_PERCENT: usize = 25;
/// Percentage of the budget that the beginning of a line may take before all others have theirs, and
/// the number of tokens that it may take in any budget.
const SHORT_LINE_PERCENT: usize = 5;
const SHORT_LINE_TOKENS: usize = 32;
/// How much less than its beginning the rest of a long line is worth.
const LOSS_OF_LONG: u32 = 16;
/// Maximum length of a line in tokens, to which a large budget adds a fortieth. A few long reasons
/// must not displace everything else.
const LINE_TOKENS: usize = 100;

/// Percentage of the budget that the prefix takes before the rest has its lines, and the value from which
/// on its lines and parts do so. So it stays the same while the rest changes.
const PREFIX_PERCENT: u64 = 30;
const PREFIX_VALUE: u32 = 80;

/// Writes blocks in their order, as Markdown with at most `budget` tokens.
pub(crate) fn fit(budget: usize, blocks: Vec<Block<'_>>) -> Message {
    fit_with_prefix(budget, Vec::new(), blocks)
}

/// Writes a prefix and then other blocks, as Markdown with at most `budget` tokens. The prefix stays the
/// same while only the others change, unless they leave room for more of it.
pub(crate) fn fit_with_prefix<'a>(budget: usize, prefix: Vec<Block<'a>>, blocks: Vec<Block<'a>>) -> Message {
    let first = prefix.len();
    let mut parts: Vec<Part<'_>> = prefix.into_iter().chain(blocks).map(Part::new).collect();
    let thousandths = u64::try_from(budget).unwrap_or(u64::MAX / 1000) * 10;
    let reserve = cost(&left_out(&parts, 0, budget));
    let reserve_with_cut = cost(&left_out(&parts, MANY_CUT, budget));
    let usable = thousandths * USABLE_PERCENT;
    cut_heads(&mut parts, usable.saturating_sub(reserve_with_cut));
    let room = usable.saturating_sub(parts.iter().map(Part::fixed_cost).sum());
    let max_line = (budget * LINE_PERCENT / 100).min(LINE_TOKENS + budget / 40);
    let short_line = (budget * SHORT_LINE_PERCENT / 100).max(SHORT_LINE_TOKENS).min(max_line);
    let all = Limits { budget, room, min_value: 0, reserve, reserve_with_cut, max_line, short_line };
    let of_prefix = Limits { room: room.min(thousandths * PREFIX_PERCENT), min_value: PREFIX_VALUE, ..all };
    let mut state = Selection::default();
    select(&mut parts, 0..first, &mut state, &of_prefix);
    select(&mut parts, first..usize::MAX, &mut state, &all);
    state.resume(parts.get_mut(..first).unwrap_or_default());
    select(&mut parts, 0..first, &mut state, &all);
    let mut text = Message::default();
    for part in &parts {
        part.write(&mut text);
    }
    text.append(left_out(&parts, parts.iter().map(Part::cut).sum(), budget));
    text
}

/// Cuts the heads to the room that the fixed texts leave, the first head last.
fn cut_heads(parts: &mut [Part<'_>], room: u64) {
    let is_head = |part: &Part<'_>| matches!(part.block, Block::Head(_));
    let mut rest = room.saturating_sub(parts.iter().filter(|part| !is_head(part)).map(Part::fixed_cost).sum());
    for part in parts {
        let Block::Head(text) = &mut part.block else { continue };
        if cost(text) > rest {
            // The line end may cost a token of its own.
            let tokens = usize::try_from(rest / 1000).unwrap_or(usize::MAX);
            *text = std::mem::take(text).cut(tokens.saturating_sub(1));
            if *text != Message::default() {
                text.push_str("\n");
            }
        }
        rest = rest.saturating_sub(cost(text));
    }
}

/// A number of cut lines that takes as many tokens as any usual one.
const MANY_CUT: usize = 10;

/// Limits of a text.
#[derive(Clone, Copy)]
struct Limits {
    /// In tokens.
    budget: usize,
    /// For lines and headings, in thousandths of a token.
    room: u64,
    /// The value that lines and parts must have.
    min_value: u32,
    /// For the count of omitted lines, in thousandths of a token; 0 if there are none.
    reserve: u64,
    /// The same if a line was cut.
    reserve_with_cut: u64,
    /// Maximum length of a line, and of its parts, in tokens.
    max_line: usize,
    /// Maximum length of the beginning of a line, in tokens.
    short_line: usize,
}

/// What has been selected so far.
#[derive(Default)]
struct Selection {
    /// In thousandths of a token.
    used: u64,
    has_cut: bool,
    /// The next parts of selected lines: their value, block and line.
    growing: BinaryHeap<(u32, Reverse<(usize, usize)>)>,
}

impl Selection {
    /// Lets the first blocks have further lines and parts.
    fn resume(&mut self, parts: &mut [Part<'_>]) {
        for (index, part) in parts.iter_mut().enumerate() {
            part.is_full = false;
            let rows = part.selected.iter().enumerate();
            self.growing.extend(rows.filter_map(|(row, line)| Some((line.next_value()?, Reverse((index, row))))));
        }
    }
}

/// Selects lines of some blocks and their parts, most valuable first, while they fit. A section whose next
/// line does not fit gets no further ones, and a line whose next part does not fit no further parts.
fn select(parts: &mut [Part<'_>], blocks: Range<usize>, state: &mut Selection, limits: &Limits) {
    let Selection { used, has_cut, growing } = state;
    let mut omitted: usize = parts.iter().map(Part::omitted).sum();
    loop {
        let candidates = parts.iter_mut().enumerate().take(blocks.end).skip(blocks.start);
        let next = candidates.filter_map(|(index, part)| Some((part.next_value(limits.budget)?, index)));
        let next = next.filter(|(value, _)| *value >= limits.min_value);
        if growing.peek().is_some_and(|(value, _)| *value < limits.min_value) {
            growing.clear();
        }
        // Of equal values the first section comes first.
        let next = next.max_by_key(|(value, index)| (*value, Reverse(*index)));
        if let Some((value, Reverse((index, row)))) = growing.peek().copied()
            && next.is_none_or(|(other, _)| other < value)
        {
            growing.pop();
            let is_last = omitted == 0 && growing.is_empty() && parts.iter().map(Part::cut).sum::<usize>() == 1;
            let Some(part) = parts.get_mut(index) else { return };
            let Some(cost) = part.growth(row) else { return };
            let reserve = if is_last && part.is_whole_after(row) { 0 } else { limits.reserve_with_cut };
            if *used + cost + reserve <= limits.room {
                *used += cost;
                growing.extend(part.grow(row).map(|value| (value, Reverse((index, row)))));
            }
            continue;
        }
        let Some((_, index)) = next else { return };
        let Some(part) = parts.get_mut(index) else { return };
        let Some((row, cost)) = part.next_row(limits) else { return };
        *has_cut |= row.is_cut();
        let reserve = match omitted {
            _ if *has_cut => limits.reserve_with_cut,
            1 => 0,
            _ => limits.reserve,
        };
        if *used + cost + reserve > limits.room {
            part.is_full = true;
        } else {
            *used += cost;
            let before = part.omitted();
            part.excess += (cost / 1000).saturating_sub(USUAL_LINE);
            growing.extend(row.next_value().map(|value| (value, Reverse((index, part.selected.len())))));
            part.select(row);
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

/// Returns the cost in thousandths of a token, with the names that agents get, so that every surface shows
/// the same lines. The empty line at the beginning continues the line end before it, and costs nothing.
fn cost(text: &Message) -> u64 {
    token_cost(text.to_string().trim_start_matches('\n'))
}

/// A line that is selected, with as many of its texts as may be shown.
struct Row {
    start: Message,
    /// The texts from the shown one on, in the order of [`Line::texts`], reversed.
    texts: Vec<(u32, String)>,
    /// The cost of the shown text.
    cost: u64,
}

impl Row {
    fn item(&self) -> Message {
        self.item_of(self.texts.last())
    }

    fn item_of(&self, text: Option<&(u32, String)>) -> Message {
        self.start.clone().then(text.map_or("", |(_, text)| text)).then("\n")
    }

    /// Returns the next text, which is longer.
    fn next(&self) -> Option<&(u32, String)> {
        self.texts.iter().nth_back(1)
    }

    fn next_value(&self) -> Option<u32> {
        self.next().map(|(value, _)| *value)
    }

    /// Returns whether something of the line is not shown.
    fn is_cut(&self) -> bool {
        self.texts.len() > 1 || self.texts.last().is_some_and(|(_, text)| text.ends_with('…'))
    }
}

/// A block with the lines that have been selected.
struct Part<'a> {
    block: Block<'a>,
    selected: Vec<Row>,
    /// Tokens of the selected lines beyond the usual length.
    excess: u64,
    /// Whether no further line fits.
    is_full: bool,
}

impl<'a> Part<'a> {
    fn new(block: Block<'a>) -> Part<'a> {
        Part { block, selected: Vec::new(), excess: 0, is_full: false }
    }

    fn section(&self) -> Option<&Section<'a>> {
        match &self.block {
            Block::Fixed(_) | Block::Head(_) => None,
            Block::Section(section) => Some(section),
        }
    }

    fn fixed_cost(&self) -> u64 {
        match &self.block {
            Block::Fixed(text) | Block::Head(text) => cost(text),
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
        let percent = self.excess * 100 / u64::try_from(budget).unwrap_or(u64::MAX).max(1);
        let penalty = u32::try_from(percent).unwrap_or(u32::MAX);
        match &mut self.block {
            Block::Section(section) if !self.is_full => {
                section.lines.remaining.peek().map(|line| line.value.saturating_sub(penalty))
            }
            _ => None,
        }
    }

    /// Returns the next line, and its cost with that of the heading.
    fn next_row(&mut self, limits: &Limits) -> Option<(Row, u64)> {
        let is_first = self.selected.is_empty();
        let Block::Section(section) = &mut self.block else { return None };
        let line = section.lines.remaining.peek()?;
        let mut texts = line.texts(limits);
        texts.reverse();
        let mut row = Row { start: line.start(section.title), texts, cost: 0 };
        row.cost = cost(&row.item());
        let title_cost = if is_first { cost(&heading(section)) } else { 0 };
        let cost = row.cost + title_cost;
        Some((row, cost))
    }

    fn select(&mut self, row: Row) {
        if let Block::Section(section) = &mut self.block {
            section.lines.remaining.next();
            self.selected.push(row);
        }
    }

    /// Returns the cost that the next text of a line adds.
    fn growth(&self, row: usize) -> Option<u64> {
        let row = self.selected.get(row)?;
        Some(cost(&row.item_of(Some(row.next()?))).saturating_sub(row.cost))
    }

    /// Returns whether the next text of a line is its last one, and not cut.
    fn is_whole_after(&self, row: usize) -> bool {
        let next = self.selected.get(row).filter(|row| row.texts.len() == 2).and_then(Row::next);
        next.is_some_and(|(_, text)| !text.ends_with('…'))
    }

    /// Shows the next text of a line. Returns the value of the one after it.
    fn grow(&mut self, row: usize) -> Option<u32> {
        let row = self.selected.get_mut(row)?;
        row.texts.pop();
        row.cost = cost(&row.item());
        row.next_value()
    }

    /// Returns the number of lines of which something is not shown.
    fn cut(&self) -> usize {
        self.selected.iter().filter(|row| row.is_cut()).count()
    }

    fn write(&self, text: &mut Message) {
        match &self.block {
            Block::Fixed(fixed) | Block::Head(fixed) => text.append(fixed.clone()),
            Block::Section(section) if !self.selected.is_empty() => {
                text.append(heading(section));
                self.selected.iter().for_each(|row| text.append(row.item()));
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
