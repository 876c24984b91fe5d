//! The pause that forbids writing: the file `PAUSE` of the project, or one that only the shell can
//! see.
//!
//! Invariant: any entry at that path pauses, also a folder, a link or a file that cannot be read.

use handoff_protocol::{Command, Context, OuterPause, PauseScope, PauseView, Text};

use crate::ground::texts;
use crate::ground::tree::{Entry, Tree};

/// The path of the file that pauses writing.
pub(crate) const FILE: &str = "PAUSE";
/// The maximum length of a reason in messages, in characters.
const MAX_REASON_CHARS: usize = 200;

/// Returns the pause that forbids writing, or `None` if writing is allowed. The project's own pause
/// comes first, because it can be ended where it is shown.
pub(crate) fn current(tree: &Tree, context: &Context) -> Option<PauseView> {
    of_project(tree).or_else(|| context.pause.as_ref().map(describe))
}

/// Returns the pause from outside of the project.
pub(crate) fn outer(context: &Context) -> Option<PauseView> {
    context.pause.as_ref().map(describe)
}

/// Returns true if the file of the project pauses writing.
pub(crate) fn is_in_project(tree: &Tree) -> bool {
    tree.get(FILE).is_some()
}

/// Returns true if a command may write while writing is paused.
pub(crate) fn is_exempt(command: &Command) -> bool {
    matches!(command, Command::PauseWriting { .. } | Command::ResumeWriting {})
}

fn of_project(tree: &Tree) -> Option<PauseView> {
    match tree.get(FILE)? {
        Entry::File(bytes) => {
            let reason = String::from_utf8_lossy(bytes).into_owned();
            Some(describe(&OuterPause { scope: PauseScope::Project, origin: FILE.to_owned(), reason }))
        }
        Entry::Folder(_) | Entry::Log { .. } | Entry::Link | Entry::Unreadable { .. } => Some(PauseView {
            scope: PauseScope::Project,
            reason: String::new(),
            text: Text::plain(texts::PAUSE_NOT_A_FILE),
        }),
    }
}

fn describe(pause: &OuterPause) -> PauseView {
    let reason = one_line(&pause.reason);
    let template = match (pause.scope, reason.is_empty()) {
        (PauseScope::Project, true) => texts::PAUSED,
        (PauseScope::Project, false) => texts::PAUSED_FOR,
        (PauseScope::User, true) => texts::PAUSED_BY_USER,
        (PauseScope::User, false) => texts::PAUSED_BY_USER_FOR,
        (PauseScope::Variable, true) => texts::PAUSED_BY_VARIABLE,
        (PauseScope::Variable, false) => texts::PAUSED_BY_VARIABLE_FOR,
    };
    let sentence = reason.trim_end_matches(['.', '。']).to_owned();
    let text = Text::with(template, [("reason", sentence), ("origin", pause.origin.clone())]);
    PauseView { scope: pause.scope, reason, text }
}

/// Returns a reason on one line, without control characters and cut to the maximum length.
fn one_line(reason: &str) -> String {
    let is_gap = |letter: char| letter.is_whitespace() || letter.is_control() || letter == '\u{feff}';
    let words: Vec<&str> = reason.split(is_gap).filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_REASON_CHARS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reason_is_one_line_of_limited_length() {
        for (reason, line) in [
            ("", String::new()),
            ("\u{feff} Release\r\n\t today.\n\u{1b}[2J", "Release today. [2J".to_owned()),
            (&"ä".repeat(200), "ä".repeat(200)),
            (&"ä".repeat(201), format!("{}…", "ä".repeat(200))),
        ] {
            assert_eq!(one_line(reason), line);
        }
    }
}
