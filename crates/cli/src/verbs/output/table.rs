//! Tables for people, as wide as the terminal at most. On a narrow terminal the least important
//! columns are left out first, then long texts are cut. In a pipe nothing is left out or cut.

use anstyle::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::ground::console::clean;
use crate::ground::styled::Styled;

/// How the text of a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left.
    Left,
    /// Right, for numbers.
    Right,
    /// Left, and cut if the terminal is too narrow for the whole table.
    Flexible,
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// Creates a cell with a style.
    pub fn styled(text: impl Into<String>, style: Style) -> Cell {
        Cell { text: one_line(&text.into()), style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::styled(text, Style::new())
    }
}

/// A table with column headings.
#[derive(Debug)]
pub struct Table {
    columns: Vec<(&'static str, Align)>,
    /// The headings of the columns that may be left out, the least important first.
    optional: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

/// The width of the gap between two columns.
const GAP: usize = 2;
/// The minimum width to which a column is cut.
const MIN_WIDTH: usize = 12;
/// The minimum width of a flexible column before optional columns are left out.
const READABLE_WIDTH: usize = 26;

impl Table {
    /// Creates a table with these columns.
    pub fn new(columns: &[(&'static str, Align)]) -> Table {
        Table { columns: columns.to_vec(), optional: Vec::new(), rows: Vec::new() }
    }

    /// Sets the columns to leave out if there is no room, in this order.
    pub fn with_optional(self, optional: &[&'static str]) -> Table {
        Table { optional: optional.to_vec(), ..self }
    }

    /// Adds a row. Missing cells at its end are empty.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// Returns the table as text for a terminal of this width; `None` is a pipe. Columns that are
    /// empty in every row are left out.
    pub fn text(&self, width: Option<usize>) -> Styled {
        let mut shown: Vec<usize> = (0..self.columns.len()).filter(|column| self.is_used(*column)).collect();
        for optional in &self.optional {
            if width.is_none_or(|width| self.readable_width(&shown) <= width) {
                break;
            }
            shown.retain(|column| self.columns.get(*column).is_none_or(|(heading, _)| heading != optional));
        }
        let widths = self.widths(&shown, width);
        let headings: Vec<Cell> =
            self.columns.iter().map(|(heading, _)| Cell::styled(*heading, Style::new().dimmed())).collect();
        let mut text = Styled::default();
        for row in std::iter::once(&headings).chain(&self.rows) {
            let mut gap = 0;
            for (column, width) in shown.iter().zip(&widths) {
                // Rows may be shorter than the headings.
                let cell = row.get(*column).cloned().unwrap_or_default();
                let align = self.columns.get(*column).map_or(Align::Left, |(_, align)| *align);
                let shown_text = cut(&cell.text, *width);
                let room = width.saturating_sub(shown_text.width());
                let (before, after) = if align == Align::Right { (room, 0) } else { (0, room) };
                let style = cell.style;
                // Padding is written before the next cell only, so that no line ends with spaces.
                let space = gap + before;
                if !shown_text.is_empty() {
                    text.push(&" ".repeat(space));
                    text.push_styled(style, &shown_text);
                }
                gap = if shown_text.is_empty() { space } else { 0 } + after + GAP;
            }
            text.push("\n");
        }
        text
    }

    fn is_used(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.text.is_empty()))
    }

    fn is_flexible(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|(_, align)| *align == Align::Flexible)
    }

    /// Returns the width of the longest cell of a column.
    fn widest(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.width());
        cells.chain(self.columns.get(column).map(|(heading, _)| heading.width())).max().unwrap_or(0)
    }

    /// Returns the width that some columns need to be readable.
    fn readable_width(&self, shown: &[usize]) -> usize {
        let need = |column: &usize| {
            if self.is_flexible(*column) { self.widest(*column).min(READABLE_WIDTH) } else { self.widest(*column) }
        };
        shown.iter().map(need).sum::<usize>() + GAP * shown.len().saturating_sub(1)
    }

    fn widths(&self, shown: &[usize], width: Option<usize>) -> Vec<usize> {
        let mut widths: Vec<usize> = shown.iter().map(|column| self.widest(*column)).collect();
        let Some(width) = width else { return widths };
        let whole = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        let mut over = whole.saturating_sub(width);
        for (column, width) in shown.iter().zip(&mut widths) {
            if self.is_flexible(*column) {
                let cut = over.min(width.saturating_sub(MIN_WIDTH));
                *width -= cut;
                over -= cut;
            }
        }
        widths
    }
}

/// Cuts a text to a width, with an ellipsis.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut start = String::new();
    let mut remaining = width.saturating_sub(1);
    for character in text.chars() {
        // Control characters have no width; cells have none.
        let width = character.width().unwrap_or(0);
        if width > remaining {
            break;
        }
        remaining -= width;
        start.push(character);
    }
    start.push('…');
    start
}

/// Returns a cleaned text on one line, whose width is known.
fn one_line(text: &str) -> String {
    clean(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table =
            Table::new(&[("ID", Align::Left), ("TITLE", Align::Flexible), ("H", Align::Right), ("X", Align::Left)]);
        table.row(vec!["t1".into(), "潮位データ取得と配信".into(), "2.5".into()]);
        table.row(vec!["t1.10".into(), "Deploy\x1b[31m the\nserver".into(), "12".into()]);
        table
    }

    #[test]
    fn pipe_output_has_all_columns() {
        let text = sample().text(None).to_string();
        assert_eq!(
            text,
            "ID     TITLE                     H\nt1     潮位データ取得と配信    2.5\nt1.10  Deploy [31m the server   12\n"
        );
    }

    #[test]
    fn narrow_terminal_leaves_out_optional_columns() {
        let text = |width| sample().with_optional(&["X", "H"]).text(width).to_string();
        assert_eq!(text(Some(20)), "ID     TITLE\nt1     潮位データ取…\nt1.10  Deploy [31m …\n");
        assert_eq!(text(None), sample().text(None).to_string());
    }

    #[test]
    fn narrow_terminal_cuts_only_the_flexible_column() {
        let text = sample().text(Some(26)).to_string();
        assert_eq!(text, "ID     TITLE             H\nt1     潮位データ取…   2.5\nt1.10  Deploy [31m t…   12\n");
        assert!(text.lines().all(|line| line.width() <= 26));
    }
}
