//! Sections of a text within a budget of tokens: what matters most is kept, and what is left out is counted beside the call that fetches it.

use std::iter::Peekable;

use crate::Message;
use crate::Suggestion;
use crate::restoration::tokens::estimate_tokens;

/// Lines under a heading.
pub(crate) struct Section<'a> {
    /// The heading.
    pub(crate) title: &'static str,
    /// What stands below it.
    pub(crate) lines: Lines<'a>,
    /// The call that gives the rest.
    pub(crate) rest: Suggestion,
    /// Which section gives way last: the smallest.
    pub(crate) rank: u8,
    /// The part of the budget that it may take before the others have had theirs, in hundredths.
    pub(crate) share: usize,
}

/// Lines, what matters most first, each made when there may be room for it.
pub(crate) struct Lines<'a> {
    count: usize,
    left: Peekable<Box<dyn Iterator<Item = String> + 'a>>,
}

impl<'a> Lines<'a> {
    /// So many lines.
    pub(crate) fn of(count: usize, lines: impl Iterator<Item = String> + 'a) -> Lines<'a> {
        let left: Box<dyn Iterator<Item = String> + 'a> = Box::new(lines);
        Lines { count, left: left.peekable() }
    }
}

impl From<Vec<String>> for Lines<'_> {
    fn from(lines: Vec<String>) -> Self {
        Lines::of(lines.len(), lines.into_iter())
    }
}

/// The estimate is a tenth off at most, so a tenth of the budget stays free.
const SAFE: usize = 90;
/// A line takes at most this part of the budget, in hundredths; what is longer is cut.
const LONGEST: usize = 15;

/// The sections in their order, as Markdown of at most so many tokens. `fixed` stands in any case, above them.
pub(crate) fn within(budget: usize, fixed: Message, sections: Vec<Section<'_>>) -> Message {
    let mut parts: Vec<Part<'_>> = sections.into_iter().map(Part::new).collect();
    let room = (budget * SAFE / 100).saturating_sub(estimated(&fixed) + estimated(&left_out(&parts)));
    let longest = budget * LONGEST / 100;
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|at| parts.get(*at).map(|part| part.section.rank));
    let mut left = room;
    for whole in [false, true] {
        for at in &order {
            if let Some(part) = parts.get_mut(*at) {
                let most = if whole { usize::MAX } else { room * part.section.share / 100 };
                part.take(&mut left, most, longest);
            }
        }
    }
    let mut text = fixed;
    for part in &parts {
        part.write(&mut text);
    }
    text.append(left_out(&parts));
    text
}

/// What is said of sections of which nothing stands there.
fn left_out(parts: &[Part<'_>]) -> Message {
    let mut text = Message::default();
    let missing = parts.iter().filter(|part| part.taken.is_empty() && part.section.lines.count > 0);
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

/// A section, and what of it has been taken.
struct Part<'a> {
    section: Section<'a>,
    taken: Vec<String>,
    /// What the heading costs.
    title: usize,
    /// What it costs to say that there is more.
    rest: usize,
}

impl<'a> Part<'a> {
    fn new(section: Section<'a>) -> Part<'a> {
        let title = estimate_tokens(&heading(&section));
        let rest = estimated(&remainder(&section, section.lines.count));
        Part { section, taken: Vec::new(), title, rest }
    }

    /// Takes lines while they fit into what is left, and into `most` with those taken before.
    fn take(&mut self, left: &mut usize, most: usize, longest: usize) {
        let mut spent = 0;
        let lines = &mut self.section.lines;
        while let Some(line) = lines.left.peek() {
            let item = item(line, longest);
            let mut cost = estimate_tokens(&item);
            if self.taken.is_empty() {
                cost += self.title + self.rest;
            }
            if self.taken.len() + 1 == lines.count {
                // Nothing is left out, so nothing is said about it.
                cost = cost.saturating_sub(self.rest);
            }
            if cost > *left || spent + cost > most {
                break;
            }
            *left -= cost;
            spent += cost;
            self.taken.push(item);
            lines.left.next();
        }
    }

    fn write(&self, text: &mut Message) {
        let Part { section, taken, .. } = self;
        if taken.is_empty() {
            return;
        }
        text.push_str(&heading(section));
        text.push_str(&taken.concat());
        if taken.len() < section.lines.count {
            text.append(remainder(section, section.lines.count - taken.len()));
        }
    }
}

fn heading(section: &Section<'_>) -> String {
    format!("\n## {}\n", section.title)
}

fn item(line: &str, longest: usize) -> String {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("- {}\n", cut(&line, longest))
}

fn remainder(section: &Section<'_>, count: usize) -> Message {
    Message::from(format!("- {count} more: ")).then(section.rest.clone()).then("\n")
}

/// As much of a text as so many tokens allow, with an ellipsis.
fn cut(text: &str, longest: usize) -> String {
    let mut whole = estimate_tokens(text);
    if whole <= longest {
        return text.to_owned();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while whole > longest && !letters.is_empty() {
        // A text costs about as much everywhere, so this comes near at once and then step by step.
        let keep = (letters.len() * longest / whole).min(letters.len() - 1);
        letters.truncate(keep);
        whole = estimate_tokens(&letters.iter().collect::<String>()) + 1;
    }
    let kept: String = letters.iter().collect();
    // No word is cut in two, where there are words.
    let end = kept.rfind(' ').filter(|end| *end * 2 > kept.len()).unwrap_or(kept.len());
    format!("{}…", kept.get(..end).unwrap_or_default().trim_end())
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
        within(budget, fixed.into(), sections).to_string()
    }

    #[test]
    fn what_matters_most_stays_and_the_rest_is_counted() {
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
    fn with_room_for_all_nothing_is_counted() {
        let lines = vec!["a\nb".to_owned(), "c".to_owned()];
        assert_eq!(
            budgeted(500, "# P\n", vec![section("Next", 1, lines), section("Empty", 0, vec![])]),
            "# P\n\n## Next\n- a b\n- c\n"
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = budgeted(200, "", vec![section("Next", 1, vec!["word ".repeat(1000), "next".to_owned()])]);
        assert!(text.contains("word…\n- next\n"), "{text}");
    }

    #[test]
    fn no_line_is_made_for_which_there_is_no_room() {
        let made = std::cell::Cell::new(0);
        let lines = (1..=1000).map(|number| {
            made.set(made.get() + 1);
            format!("line {number}")
        });
        let section = Section { lines: Lines::of(1000, lines), ..section("Ready", 1, vec![]) };
        let text = budgeted(100, "# P\n", vec![section]);
        let told = text.matches("- line").count();
        assert!(text.ends_with(&format!("- {} more: handoff_list_sessions\n", 1000 - told)), "{text}");
        assert_eq!(made.get(), told + 1, "the first that did not fit had to be made to see that");
    }

    proptest! {
        #[test]
        fn a_budget_holds_whatever_the_sections_are(
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
