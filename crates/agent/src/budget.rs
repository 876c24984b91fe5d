//! Sections of a text within a budget of tokens: what matters most is kept, and what is left out is counted beside the call that fetches it.

use crate::tokens::tokens;

/// Lines under a heading.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    /// The heading.
    pub(crate) title: &'static str,
    /// What matters most first.
    pub(crate) lines: Vec<String>,
    /// How many come after those, for which there would be no room anyway.
    pub(crate) more: usize,
    /// The call that gives the rest.
    pub(crate) rest: String,
    /// Which section gives way last: the smallest.
    pub(crate) rank: u8,
    /// The part of the budget that it may take before the others have had theirs, in hundredths.
    pub(crate) share: usize,
}

impl Section {
    fn count(&self) -> usize {
        self.lines.len() + self.more
    }
}

/// How many lines fit into a budget at most: each has a dash, a word and an end.
pub(crate) fn most_lines(budget: usize) -> usize {
    budget / 3
}

/// The estimate is a tenth off at most, so a tenth of the budget stays free.
const SAFE: usize = 90;
/// A line takes at most this part of the budget, in hundredths; what is longer is cut.
const LONGEST: usize = 15;

/// The sections in their order, as Markdown of at most so many tokens. `fixed` stands in any case, above them.
pub(crate) fn within(budget: usize, fixed: &str, sections: &[Section]) -> String {
    let all_left_out = left_out(sections.iter().map(|section| (section, 0)));
    let room = (budget * SAFE / 100).saturating_sub(tokens(fixed) + tokens(&all_left_out));
    let longest = budget * LONGEST / 100;
    let costs: Vec<Costs> = sections.iter().map(Costs::new).collect();
    let mut order: Vec<usize> = (0..sections.len()).collect();
    handoff_format::sort_by_key(&mut order, |at| sections.get(*at).map(|section| section.rank));
    let mut taken = vec![0; sections.len()];
    let mut left = room;
    for whole in [false, true] {
        for at in &order {
            if let (Some(costs), Some(section), Some(taken)) = (costs.get(*at), sections.get(*at), taken.get_mut(*at)) {
                let most = if whole { usize::MAX } else { room * section.share / 100 };
                costs.take(section, taken, &mut left, most, longest);
            }
        }
    }
    let mut text = fixed.to_owned();
    for (section, taken) in sections.iter().zip(&taken) {
        write(&mut text, section, *taken, longest);
    }
    text.push_str(&left_out(sections.iter().zip(taken)));
    text
}

/// What is said of sections of which nothing stands there.
fn left_out<'a>(sections: impl Iterator<Item = (&'a Section, usize)>) -> String {
    let missing: Vec<String> = sections
        .filter(|(section, taken)| *taken == 0 && !section.lines.is_empty())
        .map(|(section, _)| format!("{} {} ({})", section.count(), section.title.to_lowercase(), section.rest))
        .collect();
    if missing.is_empty() { String::new() } else { format!("\nLeft out: {}\n", missing.join(", ")) }
}

/// What a section's parts cost besides its lines.
struct Costs {
    title: usize,
    rest: usize,
}

impl Costs {
    fn new(section: &Section) -> Costs {
        Costs { title: tokens(&heading(section)), rest: tokens(&remainder(section, section.count())) }
    }

    /// Takes lines while they fit into what is left, and into `most` with those taken before.
    fn take(&self, section: &Section, taken: &mut usize, left: &mut usize, most: usize, longest: usize) {
        let mut spent = 0;
        while let Some(line) = section.lines.get(*taken) {
            let mut cost = tokens(&item(line, longest));
            if *taken == 0 {
                cost += self.title + self.rest;
            }
            if *taken + 1 == section.count() {
                // Nothing is left out, so nothing is said about it.
                cost = cost.saturating_sub(self.rest);
            }
            if cost > *left || spent + cost > most {
                break;
            }
            *left -= cost;
            spent += cost;
            *taken += 1;
        }
    }
}

fn write(text: &mut String, section: &Section, taken: usize, longest: usize) {
    if taken == 0 {
        return;
    }
    text.push_str(&heading(section));
    for line in section.lines.iter().take(taken) {
        text.push_str(&item(line, longest));
    }
    if taken < section.count() {
        text.push_str(&remainder(section, section.count() - taken));
    }
}

fn heading(section: &Section) -> String {
    format!("\n## {}\n", section.title)
}

fn item(line: &str, longest: usize) -> String {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("- {}\n", cut(&line, longest))
}

fn remainder(section: &Section, count: usize) -> String {
    format!("- {count} more: {}\n", section.rest)
}

/// As much of a text as so many tokens allow, with an ellipsis.
fn cut(text: &str, longest: usize) -> String {
    let mut whole = tokens(text);
    if whole <= longest {
        return text.to_owned();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while whole > longest && !letters.is_empty() {
        // A text costs about as much everywhere, so this comes near at once and then step by step.
        let keep = (letters.len() * longest / whole).min(letters.len() - 1);
        letters.truncate(keep);
        whole = tokens(&letters.iter().collect::<String>()) + 1;
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

    fn section(title: &'static str, rank: u8, lines: Vec<String>) -> Section {
        Section { title, lines, more: 0, rest: "handoff_list_tasks".to_owned(), rank, share: 30 }
    }

    #[test]
    fn what_matters_most_stays_and_the_rest_is_counted() {
        let many = |word: &str| (1..=200).map(|number| format!("{word} {number}")).collect::<Vec<_>>();
        let text =
            within(120, "# Project\n", &[section("Tasks", 2, many("task")), section("Blockers", 1, many("blocker"))]);
        assert!(text.starts_with("# Project\n\n## Tasks\n- task 1\n"), "{text}");
        assert!(text.contains("## Blockers\n- blocker 1\n"), "{text}");
        assert!(text.contains(" more: handoff_list_tasks\n"), "{text}");
        let lines = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        assert!(lines("- blocker") > lines("- task"), "{text}");
    }

    #[test]
    fn with_room_for_all_nothing_is_counted() {
        let lines = vec!["a\nb".to_owned(), "c".to_owned()];
        assert_eq!(
            within(500, "# P\n", &[section("Next", 1, lines), section("Empty", 0, vec![])]),
            "# P\n\n## Next\n- a b\n- c\n"
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = within(200, "", &[section("Next", 1, vec!["word ".repeat(1000), "next".to_owned()])]);
        assert!(text.contains("word…\n- next\n"), "{text}");
    }

    #[test]
    fn lines_that_nobody_wrote_are_counted() {
        let lines: Vec<String> = (1..=most_lines(100)).map(|number| number.to_string()).collect();
        let all: Vec<String> = (1..=1000).map(|number| number.to_string()).collect();
        let more = all.len() - lines.len();
        let told = |lines, more| within(100, "# P\n", &[Section { more, ..section("Ready", 1, lines) }]);
        assert_eq!(told(lines, more), told(all, 0));
        assert_eq!(told(vec!["only".to_owned()], 2), "# P\n\n## Ready\n- only\n- 2 more: handoff_list_tasks\n");
    }

    proptest! {
        #[test]
        fn a_budget_holds_whatever_the_sections_are(
            budget in 100_usize..4000,
            lists in vec(vec("[a-z 潮位データ\\n0-9{}:\"]{0,300}", 0..60), 0..6),
        ) {
            let sections: Vec<Section> =
                lists.into_iter().zip(0..).map(|(lines, rank)| section("Section", rank, lines)).collect();
            let text = within(budget, "# Project\n", &sections);
            prop_assert!(tokens(&text) <= budget, "{} of {budget}: {text}", tokens(&text));
        }
    }
}
