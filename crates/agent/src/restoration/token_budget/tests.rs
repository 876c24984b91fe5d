use proptest::collection::vec;
use proptest::prelude::*;

use handoff_engine::estimate_tokens;

use super::*;

fn section(title: &'static str, first: u32, texts: Vec<String>) -> Block<'static> {
    Block::Section(Section { title, call: None, lines: Lines::ranked(first, 1, texts), is_tasks: false })
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
    let counts = format!("Left out: {} entries (budget_tokens 300)\n", 400 - tasks - blockers);
    assert!(text.contains(&counts), "{text}");
}

#[test]
fn fit_uses_the_budget_but_for_a_hundredth() {
    for budget in 300..400 {
        let text = text_of(budget, vec![Block::Fixed("# P\n".into()), section("Tasks", 100, many("task"))]);
        let (tokens, usable) = (estimate_tokens(&text), budget * 99 / 100);
        assert!((usable - 16..=usable + 1).contains(&tokens), "{tokens} of {usable} that may be used: {text}");
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
    assert!(!text.contains("## Long") && text.contains("- yes\n") && text.contains("Left out: 1 entry ("), "{text}");
}

#[test]
fn fit_omits_a_line_without_a_heading_and_does_not_count_it() {
    let line = |value| Block::line(Line::new(value, "about ".repeat(20)));
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
    let text = text_of(100, vec![Block::Section(Section { title: "Ready", call: None, lines, is_tasks: true })]);
    assert!(text.contains(" tasks (budget_tokens "), "{text}");
}

#[test]
fn fit_cuts_long_lines() {
    for (budget, limit) in [(200, 50), (400, 100), (800, 120), (8_000, 300)] {
        let text = text_of(budget, vec![section("Next", 9, vec!["word ".repeat(1000), "next".to_owned()])]);
        assert!(text.contains("word…\n- next\n"), "{text}");
        let left_out = format!("\nLeft out: the end of 1 line (budget_tokens {})\n", budget * 2);
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
        Line::new(50, format!("line {number}"))
    });
    let section = Section { title: "Ready", call: None, lines: Lines::of(1000, lines), is_tasks: false };
    let text = text_of(100, vec![Block::Fixed("# P\n".into()), Block::Section(section)]);
    let shown = text.matches("- line").count();
    assert!(text.contains(&format!("Left out: {} entries (", 1000 - shown)), "{text}");
    assert_eq!(created.get(), shown + 1, "the shown lines and the first one that does not fit");
}

#[test]
fn line_grows_by_its_parts_when_there_is_no_line_of_a_higher_value() {
    let blocks = || {
        let first = Line::new(90, "first".to_owned()).with(70, " — reason".to_owned()).with(95, "; more".to_owned());
        let lines = vec![first, Line::new(80, "second".to_owned()).with(20, " — late".to_owned())];
        vec![Block::section("Next", lines.into()), section("Other", 60, vec!["other".to_owned()])]
    };
    // A part comes after those before it, whatever its value.
    let all = "\n## Next\n- first — reason; more\n- second — late\n\n## Other\n- other\n";
    assert_eq!(text_of(500, blocks()), all);
    let mut stages = Vec::new();
    for tokens in 0..60 {
        let mut parts: Vec<Part<'_>> = blocks().into_iter().map(Part::new).collect();
        let limits = Limits {
            budget: 500,
            room: tokens * 1000,
            min_value: 0,
            reserve: 0,
            reserve_with_cut: 0,
            max_line: 100,
            short_line: 100,
        };
        select(&mut parts, 0..2, &mut Selection::default(), &limits);
        let rows = parts.iter().flat_map(|part| part.selected.iter().map(|row| row.item().to_string()));
        let stage: String = rows.collect();
        if stages.last() != Some(&stage) {
            stages.push(stage);
        }
    }
    assert_eq!(stages.first().map(String::as_str), Some(""));
    assert!(stages.contains(&"- first\n- second\n".to_owned()), "{stages:?}");
    assert!(stages.contains(&"- first — reason; more\n- second\n- other\n".to_owned()), "{stages:?}");
    assert_eq!(stages.last().map(String::as_str), Some("- first — reason; more\n- second — late\n- other\n"));
}

#[test]
fn prefix_stays_the_same_while_the_rest_changes() {
    let prefix = || vec![section("Decisions", 120, vec!["word ".repeat(30); 40])];
    let part = |text: &str| text.split("## Tasks").next().unwrap_or_default().to_owned();
    let text = |number: usize| {
        let tasks = many("task").into_iter().take(number).collect();
        fit_with_prefix(1000, prefix(), vec![section("Tasks", 90, tasks)]).to_string()
    };
    let first = part(&text(150));
    assert!((150..=300).contains(&estimate_tokens(&first)), "{first}");
    assert!((151..=200).all(|number| part(&text(number)) == first));
    // What the rest does not need is for the prefix.
    assert!(part(&text(10)).len() > first.len() * 2);
}

#[test]
fn long_line_has_its_beginning_before_others_and_its_end_after_them() {
    let long = "word ".repeat(45);
    let others = |number: usize| (0..number).map(|number| format!("other {number}")).collect::<Vec<_>>();
    for (number, is_whole) in [(3, true), (80, false)] {
        let text = text_of(
            300,
            vec![
                section("Long", 90, vec![long.clone()]),
                Block::section("Other", Lines::ranked(80, 0, others(number))),
            ],
        );
        assert!(text.contains("- word word"), "{text}");
        assert_eq!(!text.contains("word…"), is_whole, "{text}");
        assert_eq!(text.contains("the end of 1 line ("), !is_whole, "{text}");
    }
}

proptest! {
    #[test]
    fn fit_never_exceeds_the_budget(
        budget in 100_usize..4000,
        text in "[a-z 潮位データ\\n0-9{}:\"]{600}",
        // Lines are parts of one text: generating each letter of each line took most of the time.
        lists in vec(vec((0_usize..300, 0_usize..=300, 0_u32..100), 0..60), 0..6),
    ) {
        let cut = |start: usize, length: usize| text.chars().skip(start).take(length).collect::<String>();
        let line = |(start, length, value): (usize, usize, u32)| {
            let line = Line::new(value, cut(start, length));
            if value % 2 == 0 { line } else { line.with(99 - value, cut(length, start)).with(value / 2, cut(0, length)) }
        };
        let sections = lists.into_iter().map(|lines| {
            Block::section("Section", lines.into_iter().map(line).collect::<Vec<Line>>().into())
        });
        let blocks = std::iter::once(Block::Fixed("# Project\n".into())).chain(sections).collect();
        let text = text_of(budget, blocks);
        prop_assert!(estimate_tokens(&text) <= budget, "{} of {budget}: {text}", estimate_tokens(&text));
    }
}

#[test]
fn fit_lowers_the_value_of_a_section_after_a_long_line() {
    const BUDGET: usize = 1000;
    // As long as the beginning of a line may be.
    let long = "word ".repeat(49).trim_end().to_owned();
    let cost = (token_cost(&format!("- {long}\n")) + token_cost("## Long\n")) / 1000;
    let penalty = u32::try_from((cost - USUAL_LINE) * 100 / 1000).expect("a small number");
    // Two of the lines fit beside the fixed text, but not three.
    let fixed = "fixed ".repeat(855);
    let has_other = |value: u32| {
        let lines = Lines::ranked(100, 0, vec![long.clone(); 2]);
        let blocks = vec![
            Block::Section(Section { title: "Long", call: None, lines, is_tasks: false }),
            section("Other", value, vec![long.replace("word", "next")]),
            Block::Fixed(fixed.clone().into()),
        ];
        let text = text_of(BUDGET, blocks);
        assert_eq!(text.matches("- ").count(), 2, "{text}");
        text.contains("## Other")
    };
    assert!(penalty > 1);
    assert_eq!([has_other(100 - penalty), has_other(100 - penalty + 1)], [false, true]);
}
