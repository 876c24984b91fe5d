//! The current state: a file that is replaced as a whole, unless a person wrote in it.

use handoff_format::{handover_header, sha256_hex};

use crate::knowledge::handover::note::{header_date, split_header, trim_lines, unix_lines};

/// The path of the current state below `.handoff/`.
pub const STATE: &str = "handover/layer2/current-state.md";

/// The beginning of the line with the time and the hash of the text.
const WRITTEN: &str = "<!-- handoff ";
const HASH: &str = " sha256:";

/// The content of the current state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentState {
    /// The date in the header.
    pub date: Option<String>,
    /// The time when Handoff wrote it, RFC 3339. `None` if another program or a person did.
    pub written_at: Option<String>,
    /// Whether the text is what Handoff wrote, so that it can be made again.
    pub is_generated: bool,
    /// The text, without the lines of the header.
    pub text: String,
}

impl CurrentState {
    /// Parses the content of the file.
    pub fn parse(content: &str) -> CurrentState {
        let (header, rest) = split_header(content);
        let (first, below) = rest.split_once('\n').unwrap_or((rest, ""));
        let line = first.trim_end().strip_prefix(WRITTEN).and_then(|line| line.strip_suffix(" -->"));
        let written = line.and_then(|line| line.split_once(HASH));
        let text = trim_lines(if written.is_some() { below } else { rest });
        CurrentState {
            date: header.and_then(header_date).map(str::to_owned),
            written_at: written.map(|(time, _)| time.to_owned()),
            is_generated: written.is_some_and(|(_, hash)| hash == hash_of(text)),
            text: text.to_owned(),
        }
    }

    /// Returns the content of the file for a text. `date` is the civil date and `time` an RFC 3339
    /// timestamp.
    pub(crate) fn render(text: &str, date: &str, time: &str) -> String {
        let text = unix_lines(text);
        let text = trim_lines(&text).trim_end();
        let header = handover_header(2, date);
        format!("{header}\n{WRITTEN}{time}{HASH}{} -->\n\n{text}\n", hash_of(text))
    }
}

/// Returns the hash of a text, whatever its line ends and the blank space at its end.
fn hash_of(text: &str) -> String {
    sha256_hex(unix_lines(text).trim_end().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_text_is_not_generated() {
        let file = CurrentState::render("# State\n\n- one\n", "2026-11-21", "2026-11-21T10:05:00+00:00");
        let state = CurrentState::parse(&file);
        assert!(state.is_generated, "{file}");
        assert_eq!((state.date.as_deref(), state.text.as_str()), (Some("2026-11-21"), "# State\n\n- one"));
        assert!(CurrentState::parse(&file.replace('\n', "\r\n")).is_generated);
        assert!(!CurrentState::parse(&file.replace("one", "two")).is_generated);
        let other = CurrentState::parse("<!-- agent-handover | layer2 | 2026-07-13 -->\nAll done");
        assert_eq!((other.is_generated, other.text.as_str(), other.written_at), (false, "All done", None));
        assert!(!CurrentState::parse("").is_generated);
    }
}
