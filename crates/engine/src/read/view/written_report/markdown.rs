//! Renders a report in words as Markdown.
//!
//! Invariant: every name, title and sentence of a project is an argument of a text, and every
//! argument is escaped here.

use handoff_protocol::report::ReportLine;
use handoff_protocol::{Text, TextArg};

use crate::ground::markdown::escape;
use crate::ground::texts;

/// Maximum number of entries of a list.
const MAX_LISTED: usize = 20;
/// Maximum number of characters of an argument.
const MAX_ARGUMENT_CHARS: usize = 300;

/// A report before it is rendered.
pub(super) struct Document {
    pub(super) title: Text,
    pub(super) intro: Vec<Text>,
    pub(super) sections: Vec<Section>,
}

/// A heading with a list.
pub(super) struct Section {
    pub(super) heading: &'static str,
    pub(super) items: Vec<Item>,
    /// The sentence that takes the place of an empty list.
    pub(super) empty: Text,
}

/// An entry of a list, with what is said about it below.
pub(super) struct Item {
    pub(super) text: Text,
    pub(super) details: Vec<Text>,
}

impl From<Text> for Item {
    fn from(text: Text) -> Item {
        Item { text, details: Vec::new() }
    }
}

impl Document {
    /// Renders it.
    pub(super) fn lines(self) -> Vec<ReportLine> {
        let mut lines = vec![line("# ", self.title)];
        lines.extend(self.intro.into_iter().map(|text| line("\n", text)));
        for Section { heading, items, empty } in self.sections {
            lines.push(line("\n## ", Text::plain(heading)));
            if items.is_empty() {
                lines.push(line("\n", empty));
            }
            let more = items.len().saturating_sub(MAX_LISTED);
            for (position, Item { text, details }) in items.into_iter().take(MAX_LISTED).enumerate() {
                lines.push(line(if position == 0 { "\n- " } else { "- " }, text));
                lines.extend(details.into_iter().map(|detail| line("  - ", detail)));
            }
            if more > 0 {
                lines.push(line("- ", Text::with(texts::REPORT_MORE, [("count", more.to_string())])));
            }
        }
        lines
    }
}

fn line(mark: &str, text: Text) -> ReportLine {
    ReportLine { mark: mark.to_owned(), text: escaped(text) }
}

fn escaped(text: Text) -> Text {
    let args = text.args.into_iter().map(|(name, arg)| {
        let arg = match arg {
            TextArg::Plain(text) => TextArg::Plain(escape(&text, MAX_ARGUMENT_CHARS)),
            TextArg::Text(text) => TextArg::Text(escaped(text)),
            TextArg::Task { task, title } => {
                TextArg::Task { task: escape(&task, MAX_ARGUMENT_CHARS), title: escape(&title, MAX_ARGUMENT_CHARS) }
            }
            other => other,
        };
        (name, arg)
    });
    Text { args: args.collect(), ..text }
}
