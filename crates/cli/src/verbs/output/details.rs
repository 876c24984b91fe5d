//! The details of one record: a heading, names with values, and lists below them.

use anstyle::Style;

use crate::ground::console::clean;
use crate::ground::styled::Styled;

/// The text of one record's details.
#[derive(Debug, Default)]
pub struct Details {
    text: Styled,
}

/// The width of the names. A space separates them from the values.
const NAME_WIDTH: usize = 12;

impl Details {
    /// Starts with a heading.
    pub fn new(heading: &str) -> Details {
        let mut text = Styled::default();
        text.push_styled(Style::new().bold(), heading);
        text.push("\n");
        Details { text }
    }

    /// Adds a name with a value; nothing if the value is empty. Further lines of the value are
    /// aligned below its first.
    pub fn field(&mut self, name: &str, value: &str) {
        self.styled_field(name, value, Style::new());
    }

    /// Adds a name with a value in a style.
    pub fn styled_field(&mut self, name: &str, value: &str, style: Style) {
        for (index, line) in clean(value.trim_end()).lines().enumerate() {
            let name = if index == 0 { name } else { "" };
            self.text.push(&format!("{name:<NAME_WIDTH$} "));
            self.text.push_styled(style, line);
            self.text.push("\n");
        }
    }

    /// Adds lines below a heading; nothing if there are no lines.
    pub fn section(&mut self, heading: &str, lines: impl IntoIterator<Item = String>) {
        let mut lines = lines.into_iter().peekable();
        if lines.peek().is_none() {
            return;
        }
        self.text.push("\n");
        self.text.push_styled(Style::new().bold(), heading);
        for line in lines {
            // Further lines of an entry are indented.
            self.text.push("\n");
            self.text.push(&line.trim_end().replace('\n', "\n  "));
        }
        self.text.push("\n");
    }

    /// Adds a text without a heading.
    pub fn body(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.text.push(&format!("\n{}\n", text.trim_end()));
        }
    }

    /// Adds a text that is formatted already.
    pub fn raw(&mut self, text: impl Into<Styled>) {
        self.text = std::mem::take(&mut self.text).then(text);
    }

    /// Returns the whole text.
    pub fn into_text(self) -> Styled {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_fields_and_sections_are_left_out() {
        let mut details = Details::new("t1 Parse");
        details.field("status", "todo");
        details.field("assignee", "");
        details.field("notes", "one\ntwo\n");
        details.section("Labels", Vec::new());
        details.section("Checklist", ["1 [ ] a\nb".to_owned()]);
        assert_eq!(
            details.into_text().to_string(),
            "t1 Parse\nstatus       todo\nnotes        one\n             two\n\nChecklist\n1 [ ] a\n  b\n"
        );
    }
}
