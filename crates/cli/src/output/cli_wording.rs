//! What tools say of each other, said of verbs: whoever is at a shell calls no tools.

/// What names a tool in our sentences, and how a person does the same.
const SAYINGS: [(&str, &str); 7] = [
    ("Call again with the session_id of one:", "handoff session load ID goes on with one:"),
    ("(handoff_load_context with session_id)", "(handoff session load ID)"),
    ("handoff_save_context with session_status active begins one", "handoff session save SUMMARY --active begins one"),
    (
        "Begin one with handoff_save_context and session_status active",
        "Begin one with handoff session save SUMMARY --active",
    ),
    ("handoff_fork_session goes on from it", "handoff session fork ID SUMMARY goes on from it"),
    ("handoff_list_referrals names them", "handoff referral list names them"),
    ("Run handoff_init first", "Run handoff init NAME first"),
];

/// The calls that fetch what a text has no room for: what stands before and behind a word, and the verb before it.
const CALLS: [(&str, &str, &str); 3] = [
    ("handoff_get_session {\"session_id\":\"", "\"}", "handoff session show "),
    ("handoff_list_tasks {\"status_filter\":\"", "\"}", "handoff task list --status "),
    ("handoff_list_sessions", "", "handoff session list"),
];

/// The call that goes on from another session, in the same way.
const FORK: (&str, &str, &str) = ("handoff_save_context {\"base\":\"", "\"}", "handoff session fork ");

/// Why something was not done. What follows the first line is the project's.
pub fn failure(text: &str) -> String {
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    SAYINGS.iter().fold(first.to_owned(), |line, (tool, verb)| line.replace(tool, verb)) + rest
}

/// A text of which only some lines are ours; what the project says stays as it is.
pub fn text(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn line(line: &str) -> String {
    let counts = |line: &str| Some(line.strip_prefix("- ")?.split_once(" more: ")?.0.parse::<usize>().is_ok());
    if line.starts_with("Left out: ") || counts(line).unwrap_or(false) {
        return CALLS.iter().fold(line.to_owned(), |line, call| called(&line, *call));
    }
    if line.starts_with("To go on from it: ") {
        return called(line, FORK) + " SUMMARY";
    }
    if line.starts_with("No session yet.") || line.starts_with("Warning: Session ") {
        failure(line)
    } else {
        line.to_owned()
    }
}

/// A line with a verb for each call of a tool.
fn called(line: &str, (before, behind, verb): (&str, &str, &str)) -> String {
    let mut parts = line.split(before);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| line + verb + &part.replacen(behind, "", usize::from(!behind.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_lines_name_verbs_and_those_of_the_project_stay() {
        for (told, wanted) in [
            ("- 3 more: handoff_get_session {\"session_id\":\"s-1\"}", "- 3 more: handoff session show s-1"),
            (
                "Left out: 2 blocked (handoff_list_tasks {\"status_filter\":\"blocked\"}), 1 other sessions (handoff_list_sessions)",
                "Left out: 2 blocked (handoff task list --status blocked), 1 other sessions (handoff session list)",
            ),
            (
                "Warning: Session s-1 is closed; handoff_fork_session goes on from it.",
                "Warning: Session s-1 is closed; handoff session fork ID SUMMARY goes on from it.",
            ),
            (
                "To go on from it: handoff_save_context {\"base\":\"s-1\"}",
                "To go on from it: handoff session fork s-1 SUMMARY",
            ),
            ("- call handoff_list_sessions {}", "- call handoff_list_sessions {}"),
            ("- many more: handoff_list_sessions", "- many more: handoff_list_sessions"),
        ] {
            assert_eq!(text(&format!("# Project\n{told}\n")), format!("# Project\n{wanted}\n"));
        }
        assert_eq!(
            failure("Several sessions wait. Call again with the session_id of one:\ns-1: Run handoff_init first"),
            "Several sessions wait. handoff session load ID goes on with one:\ns-1: Run handoff_init first"
        );
    }
}
