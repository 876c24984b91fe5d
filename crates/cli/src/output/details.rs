//! The details of one record: a heading, names with values, and lists below them.

use std::fmt::Write as _;

use anstyle::Style;

use crate::output::printable;

/// The text of one record's details.
#[derive(Debug, Default)]
pub struct Details {
    text: String,
}

/// The column of the values, behind the names.
const INDENT: usize = 13;

impl Details {
    /// Starts with a heading.
    pub fn new(heading: &str) -> Details {
        let bold = Style::new().bold();
        Details { text: format!("{bold}{}{bold:#}\n", printable(heading)) }
    }

    /// Adds a name with a value; nothing if the value is empty. Further lines of the value are
    /// aligned below its first.
    pub fn field(&mut self, name: &str, value: &str) {
        self.styled_field(name, value, Style::new());
    }

    /// Adds a name with a value in a style.
    pub fn styled_field(&mut self, name: &str, value: &str, style: Style) {
        let value = printable(value.trim_end());
        for (index, line) in value.lines().enumerate() {
            let name = if index == 0 { name } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(self.text, "{name:<INDENT$}{style}{line}{style:#}");
        }
    }

    /// Adds lines below a heading; nothing if there are no lines.
    pub fn section(&mut self, heading: &str, lines: impl IntoIterator<Item = String>) {
        let mut lines = lines.into_iter().peekable();
        if lines.peek().is_none() {
            return;
        }
        let bold = Style::new().bold();
        let _ = writeln!(self.text, "\n{bold}{heading}{bold:#}");
        for line in lines {
            // Further lines of an entry are indented.
            let line = printable(line.trim_end()).replace('\n', "\n  ");
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// Adds a text without a heading.
    pub fn body(&mut self, text: &str) {
        if !text.trim().is_empty() {
            let _ = write!(self.text, "\n{}\n", printable(text.trim_end()));
        }
    }

    /// Adds a text that is formatted already.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Returns the whole text.
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_fields_and_sections_are_left_out() {
        let mut details = Details::new("t1 Parse\x1b[2J");
        details.field("status", "todo");
        details.field("assignee", "");
        details.field("notes", "one\ntwo\n");
        details.section("Labels", Vec::new());
        details.section("Checklist", ["1 [ ] a\nb".to_owned()]);
        let text = anstream::adapter::strip_str(&details.into_text()).to_string();
        assert_eq!(
            text,
            "t1 Parse [2J\nstatus       todo\nnotes        one\n             two\n\nChecklist\n1 [ ] a\n  b\n"
        );
    }
}
