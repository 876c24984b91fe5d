//! Fits sections of a text into a token budget. The most important lines are kept. Omitted lines
//! are counted, with the call that returns them.

use std::iter::Peekable;

use crate::Message;
use crate::Suggestion;
use crate::restoration::tokens::estimate_tokens;

/// Lines under a heading.
pub(crate) struct Section<'a> {
    /// The heading.
    pub(crate) title: &'static str,
    /// The lines below it.
    pub(crate) lines: Lines<'a>,
    /// The call that returns all lines.
    pub(crate) rest: Suggestion,
    /// Priority; sections with a lower rank get space first.
    pub(crate) rank: u8,
    /// Percentage of the budget that it may use before other sections have got their shares.
    pub(crate) share: usize,
}

/// Lines, most important first. A line is created only when there may be space for it.
pub(crate) struct Lines<'a> {
    count: usize,
    remaining: Peekable<Box<dyn Iterator<Item = String> + 'a>>,
}

impl<'a> Lines<'a> {
    /// Creates a list of `count` lazy lines.
    pub(crate) fn of(count: usize, lines: impl Iterator<Item = String> + 'a) -> Lines<'a> {
        let lines: Box<dyn Iterator<Item = String> + 'a> = Box::new(lines);
        Lines { count, remaining: lines.peekable() }
    }
}

impl From<Vec<String>> for Lines<'_> {
    fn from(lines: Vec<String>) -> Self {
        Lines::of(lines.len(), lines.into_iter())
    }
}

/// Percentage of the budget to use. The estimate may be wrong by a tenth.
const USABLE_PERCENT: usize = 90;
/// Maximum length of a line as a percentage of the budget. Longer lines are cut.
const LINE_PERCENT: usize = 15;

/// Writes sections in their order, as Markdown with at most `budget` tokens. `fixed` is written
/// first, whatever its length.
pub(crate) fn fit(budget: usize, fixed: Message, sections: Vec<Section<'_>>) -> Message {
    let mut parts: Vec<Part<'_>> = sections.into_iter().map(Part::new).collect();
    let room = (budget * USABLE_PERCENT / 100).saturating_sub(estimated(&fixed) + estimated(&left_out(&parts)));
    let max_line = budget * LINE_PERCENT / 100;
    let mut remaining = room;
    {
        let mut by_rank: Vec<&mut Part<'_>> = parts.iter_mut().collect();
        by_rank.sort_by_key(|part| part.section.rank);
        for part in &mut by_rank {
            let share = room * part.section.share / 100;
            part.take_lines(&mut remaining, share, max_line);
        }
        for part in &mut by_rank {
            part.take_lines(&mut remaining, usize::MAX, max_line);
        }
    }
    let mut text = fixed;
    for part in &parts {
        part.write(&mut text);
    }
    text.append(left_out(&parts));
    text
}

/// Counts the lines of sections that have no space at all.
fn left_out(parts: &[Part<'_>]) -> Message {
    let mut text = Message::default();
    let missing = parts.iter().filter(|part| part.lines.is_empty() && part.section.lines.count > 0);
    for (index, Part { section, .. }) in missing.enumerate() {
        text.push_str(if index == 0 { "\nLeft out: " } else { ", " });
        text.push_str(&format!("{} {} (", section.lines.count, section.title.to_lowercase()));
        text.append(section.rest.clone().into());
        text.push_str(")");
    }
    if text == Message::default() { text } else { text.then("\n") }
}

/// Estimates with the names that agents get, so that every surface shows the same lines.
fn estimated(text: &Message) -> usize {
    estimate_tokens(&text.to_string())
}

/// A section with the lines that have been selected.
struct Part<'a> {
    section: Section<'a>,
    lines: Vec<String>,
    /// Tokens of the heading.
    title_cost: usize,
    /// Tokens of the line that counts the omitted lines.
    rest_cost: usize,
}

impl<'a> Part<'a> {
    fn new(section: Section<'a>) -> Part<'a> {
        let title_cost = estimate_tokens(&heading(&section));
        let rest_cost = estimated(&remainder(&section, section.lines.count));
        Part { section, lines: Vec::new(), title_cost, rest_cost }
    }

    /// Selects lines while they fit into `remaining`. This call uses at most `max` tokens.
    fn take_lines(&mut self, remaining: &mut usize, max: usize, max_line: usize) {
        let mut spent = 0;
        let lines = &mut self.section.lines;
        while let Some(line) = lines.remaining.peek() {
            let item = item(line, max_line);
            let mut cost = estimate_tokens(&item);
            if self.lines.is_empty() {
                cost += self.title_cost + self.rest_cost;
            }
            if self.lines.len() + 1 == lines.count {
                // With the last line, no omitted lines are counted.
                cost = cost.saturating_sub(self.rest_cost);
            }
            if cost > *remaining || spent + cost > max {
                break;
            }
            *remaining -= cost;
            spent += cost;
            self.lines.push(item);
            lines.remaining.next();
        }
    }

    fn write(&self, text: &mut Message) {
        let Part { section, lines, .. } = self;
        if lines.is_empty() {
            return;
        }
        text.push_str(&heading(section));
        text.push_str(&lines.concat());
        if lines.len() < section.lines.count {
            text.append(remainder(section, section.lines.count - lines.len()));
        }
    }
}

fn heading(section: &Section<'_>) -> String {
    format!("\n## {}\n", section.title)
}

fn item(line: &str, max_tokens: usize) -> String {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("- {}\n", cut(&line, max_tokens))
}

fn remainder(section: &Section<'_>, count: usize) -> Message {
    Message::from(format!("- {count} more: ")).then(section.rest.clone()).then("\n")
}

/// Cuts a text to a maximum number of tokens and adds an ellipsis.
fn cut(text: &str, max_tokens: usize) -> String {
    let mut tokens = estimate_tokens(text);
    if tokens <= max_tokens {
        return text.to_owned();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while tokens > max_tokens && !letters.is_empty() {
        // Tokens are spread evenly over most texts, so the first cut is close and few more follow.
        let length = (letters.len() * max_tokens / tokens).min(letters.len() - 1);
        letters.truncate(length);
        tokens = estimate_tokens(&letters.iter().collect::<String>()) + 1;
    }
    let text: String = letters.iter().collect();
    // Cut after a word, unless that would remove more than half.
    let text = match text.rsplit_once(' ') {
        Some((words, _)) if words.len() * 2 > text.len() => words,
        _ => &text,
    };
    format!("{}…", text.trim_end())
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn section(title: &'static str, rank: u8, lines: Vec<String>) -> Section<'static> {
        Section { title, lines: lines.into(), rest: Suggestion::ListSessions, rank, share: 30 }
    }

    fn budgeted(budget: usize, fixed: &str, sections: Vec<Section<'_>>) -> String {
        fit(budget, fixed.into(), sections).to_string()
    }

    #[test]
    fn fit_keeps_lines_by_rank_and_counts_the_rest() {
        let many = |word: &str| (1..=200).map(|number| format!("{word} {number}")).collect::<Vec<_>>();
        let text = budgeted(
            120,
            "# Project\n",
            vec![section("Tasks", 2, many("task")), section("Blockers", 1, many("blocker"))],
        );
        assert!(text.starts_with("# Project\n\n## Tasks\n- task 1\n"), "{text}");
        assert!(text.contains("## Blockers\n- blocker 1\n"), "{text}");
        assert!(text.contains(" more: handoff_list_sessions\n"), "{text}");
        let lines = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        assert!(lines("- blocker") > lines("- task"), "{text}");
    }

    #[test]
    fn fit_counts_nothing_if_all_lines_fit() {
        let lines = vec!["a\nb".to_owned(), "c".to_owned()];
        assert_eq!(
            budgeted(500, "# P\n", vec![section("Next", 1, lines), section("Empty", 0, vec![])]),
            "# P\n\n## Next\n- a b\n- c\n"
        );
    }

    #[test]
    fn fit_cuts_long_lines() {
        let text = budgeted(200, "", vec![section("Next", 1, vec!["word ".repeat(1000), "next".to_owned()])]);
        assert!(text.contains("word…\n- next\n"), "{text}");
    }

    #[test]
    fn fit_creates_only_lines_that_may_fit() {
        let created = std::cell::Cell::new(0);
        let lines = (1..=1000).map(|number| {
            created.set(created.get() + 1);
            format!("line {number}")
        });
        let section = Section { lines: Lines::of(1000, lines), ..section("Ready", 1, vec![]) };
        let text = budgeted(100, "# P\n", vec![section]);
        let shown = text.matches("- line").count();
        assert!(text.ends_with(&format!("- {} more: handoff_list_sessions\n", 1000 - shown)), "{text}");
        assert_eq!(created.get(), shown + 1, "the shown lines and the first one that does not fit");
    }

    proptest! {
        #[test]
        fn fit_never_exceeds_the_budget(
            budget in 100_usize..4000,
            lists in vec(vec("[a-z 潮位データ\\n0-9{}:\"]{0,300}", 0..60), 0..6),
        ) {
            let sections: Vec<Section<'_>> =
                lists.into_iter().zip(0..).map(|(lines, rank)| section("Section", rank, lines)).collect();
            let text = budgeted(budget, "# Project\n", sections);
            prop_assert!(estimate_tokens(&text) <= budget, "{} of {budget}: {text}", estimate_tokens(&text));
        }
    }
}
