//! A single thing in detail: a heading, facts, and lists below them.

use std::fmt::Write as _;

use anstyle::Style;

use crate::output::printable;

/// Facts about one thing.
#[derive(Debug, Default)]
pub struct Sheet {
    text: String,
}

/// Where the facts begin, behind their names.
const INDENT: usize = 13;

impl Sheet {
    /// A sheet with a heading.
    pub fn new(heading: &str) -> Sheet {
        let bold = Style::new().bold();
        Sheet { text: format!("{bold}{}{bold:#}\n", printable(heading)) }
    }

    /// A fact; none where it is empty. Further lines stand below the first.
    pub fn fact(&mut self, name: &str, fact: &str) {
        self.styled(name, fact, Style::new());
    }

    /// A fact in a colour.
    pub fn styled(&mut self, name: &str, fact: &str, style: Style) {
        let fact = printable(fact.trim_end());
        for (at, line) in fact.lines().enumerate() {
            let name = if at == 0 { name } else { "" };
            // Writing to a text cannot fail.
            let _ = writeln!(self.text, "{name:<INDENT$}{style}{line}{style:#}");
        }
    }

    /// Lines below a heading of their own; nothing where there are none.
    pub fn section(&mut self, heading: &str, lines: impl IntoIterator<Item = String>) {
        let mut lines = lines.into_iter().peekable();
        if lines.peek().is_none() {
            return;
        }
        let bold = Style::new().bold();
        let _ = writeln!(self.text, "\n{bold}{heading}{bold:#}");
        for line in lines {
            // What belongs to an entry stands under its text.
            let line = printable(line.trim_end()).replace('\n', "\n  ");
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// A text that stands for itself.
    pub fn body(&mut self, text: &str) {
        if !text.trim().is_empty() {
            let _ = write!(self.text, "\n{}\n", printable(text.trim_end()));
        }
    }

    /// A text that is ready.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// All of it.
    pub fn text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_empty_is_left_out() {
        let mut sheet = Sheet::new("t1 Parse\x1b[2J");
        sheet.fact("status", "todo");
        sheet.fact("assignee", "");
        sheet.fact("notes", "one\ntwo\n");
        sheet.section("Labels", Vec::new());
        sheet.section("Checklist", ["1 [ ] a\nb".to_owned()]);
        let text = anstream::adapter::strip_str(&sheet.text()).to_string();
        assert_eq!(
            text,
            "t1 Parse [2J\nstatus       todo\nnotes        one\n             two\n\nChecklist\n1 [ ] a\n  b\n"
        );
    }
}
