//! Lines of answers, and lists within them.

use handoff_engine::estimate_tokens;
use handoff_format::single_line;

/// Returns the value of a line of a section: from `first` it falls to 60 by `step` for each line,
/// and slowly from there on, so that no section takes all the room of a large budget.
pub(crate) fn falling(first: u32, step: u32, index: u32) -> u32 {
    let fast = first.saturating_sub(60) / step.max(1);
    if index <= fast {
        return first - index * step;
    }
    60_u32.saturating_sub((index - fast) / 2).max(25)
}

/// Returns the value of the line of a task that waits. One that is urgent is worth more.
pub(crate) fn value_of_waiting(rank: u32, is_urgent: bool) -> u32 {
    if is_urgent { falling(101, 2, rank).max(84) } else { falling(97, 2, rank) }
}

/// Returns a text without line breaks and control characters, so that it cannot begin a section.
pub(crate) fn one_line(text: &str) -> String {
    single_line(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a Markdown text of several lines that begins no section beside those of the text around it:
/// headings of the first two levels are escaped, and an open code block is closed.
pub(crate) fn without_headings(text: &str) -> String {
    // Whatever ends a line for a reader ends it here.
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'], "\n");
    let mut fence = String::new();
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let content = line.trim_start_matches(' ');
        let run = leading_run(content);
        let is_marker = run.len() >= 3 && run.starts_with(['`', '~']);
        if !fence.is_empty() {
            if is_marker && run.starts_with(&fence) && content.trim_end() == run {
                fence.clear();
            }
        } else if is_marker {
            run.clone_into(&mut fence);
        } else if run.starts_with('#') && run.len() <= 2 || run.starts_with(['=', '-']) && content.trim_end() == run {
            lines.push(format!("{}\\{content}", " ".repeat(line.len() - content.len())));
            continue;
        }
        lines.push(line.to_owned());
    }
    if !fence.is_empty() {
        lines.push(fence);
    }
    lines.join("\n")
}

/// Returns the first names of a list. If there are others, the last entry counts them: "3 more".
pub fn first_named<N: Into<String>>(names: impl IntoIterator<Item = N>, max: usize) -> Vec<String> {
    let mut names = names.into_iter();
    let mut first: Vec<String> = names.by_ref().take(max).map(Into::into).collect();
    let others = names.count();
    if others > 0 {
        first.push(format!("{others} more"));
    }
    first
}

/// Returns the equal characters at the start of a text.
fn leading_run(text: &str) -> &str {
    let rest = text.chars().next().map_or("", |first| text.trim_start_matches(first));
    text.get(..text.len() - rest.len()).unwrap_or_default()
}

/// Cuts a text to a maximum number of tokens and adds an ellipsis.
pub(crate) fn cut(text: &str, max_tokens: usize) -> String {
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
    use super::*;

    #[test]
    fn text_of_several_lines_begins_no_section() {
        for (text, expected) in [
            ("a\n## Next\nb", "a\n\\## Next\nb"),
            ("  # A\r\n### B\r# C", "  \\# A\n### B\n\\# C"),
            ("Next\n---\n- a\n--\n=", "Next\n\\---\n- a\n\\--\n\\="),
            ("```sh\n# a comment\n```\n# A", "```sh\n# a comment\n```\n\\# A"),
            ("~~~\n```\n# A", "~~~\n```\n# A\n~~~"),
            ("a\u{2028}# A", "a\n\\# A"),
            ("", ""),
        ] {
            assert_eq!(without_headings(text), expected, "{text:?}");
        }
        assert_eq!(one_line("a\n## Next\u{1b}[2J\u{2028}b"), "a ## Next [2J b");
    }

    #[test]
    fn cut_text_uses_what_there_is_and_ends_after_a_word() {
        let text = "The feed repeats rows when the station restarts. ".repeat(20);
        let words: Vec<&str> = text.split(' ').collect();
        for max in 10..150 {
            let cut = cut(&text, max);
            let tokens = estimate_tokens(&cut);
            assert!(tokens <= max && tokens + 5 >= max, "{tokens} of {max}: {cut}");
            let kept = cut.strip_suffix('…').expect("an ellipsis");
            assert!(words.starts_with(&kept.split(' ').collect::<Vec<_>>()), "{cut}");
        }
    }

    #[test]
    fn names_that_are_left_out_are_counted() {
        for (names, expected) in [(vec![], ""), (vec!["a", "b"], "a, b"), (vec!["a", "b", "c", "d"], "a, b, 2 more")] {
            assert_eq!(first_named(names, 2).join(", "), expected);
        }
    }

    #[test]
    fn values_fall_fast_to_60_and_slowly_to_25() {
        let values = |first, step, indices: [u32; 6]| indices.map(|index| falling(first, step, index));
        assert_eq!(values(100, 8, [0, 1, 5, 6, 8, 1_000]), [100, 92, 60, 60, 59, 25]);
        assert_eq!(values(75, 2, [0, 7, 8, 9, 10, 77]), [75, 61, 60, 59, 59, 25]);
    }

    #[test]
    fn urgent_waiting_tasks_are_worth_more() {
        let values = |is_urgent| [0, 1, 9, 10, 100].map(|rank| value_of_waiting(rank, is_urgent));
        assert_eq!(values(true), [101, 99, 84, 84, 84]);
        assert_eq!(values(false), [97, 95, 79, 77, 25]);
    }

    #[test]
    fn cut_text_keeps_most_of_a_long_word() {
        let word = "y".repeat(400);
        let cut = cut(&format!("x {word}"), 20);
        assert!(cut.starts_with("x yyyy") && cut.ends_with("y…"), "{cut}");
        assert_eq!(super::cut("short text", 20), "short text");
    }
}
