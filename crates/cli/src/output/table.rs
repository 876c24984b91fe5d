//! Tables for people: columns with two spaces between them, as wide as the terminal at most. Where that is narrow, the columns that matter least go
//! first. In a pipe nothing is left out or cut off.

use std::fmt::Write as _;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Where a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    Left,
    /// At the right, for numbers.
    Right,
    /// At the left, and cut off where the terminal is too narrow for the whole table.
    Flexible,
}

/// One cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// The text in a colour.
    pub fn styled(text: impl Into<String>, style: Style) -> Cell {
        Cell { text: one_line(&text.into()), style }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::styled(text, Style::new())
    }
}

/// A table with headings.
#[derive(Debug)]
pub struct Table {
    columns: Vec<(&'static str, Align)>,
    /// The headings of what goes where there is no room, first what matters least.
    least: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

/// Between two columns.
const GAP: usize = 2;
/// A column is never cut narrower than this.
const LEAST: usize = 12;
/// Before it is cut narrower than this, other columns go.
const READABLE: usize = 26;

impl Table {
    /// A table with these columns.
    pub fn new(columns: &[(&'static str, Align)]) -> Table {
        Table { columns: columns.to_vec(), least: Vec::new(), rows: Vec::new() }
    }

    /// The same, which leaves out these columns where there is no room, in this order.
    pub fn shedding(self, least: &[&'static str]) -> Table {
        Table { least: least.to_vec(), ..self }
    }

    /// Adds a row; what lacks is empty.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// The table as text, for a terminal of that width; none for a pipe. Columns that are empty in every row are left out.
    pub fn text(&self, width: Option<usize>) -> String {
        let mut shown: Vec<usize> = (0..self.columns.len()).filter(|at| self.is_used(*at)).collect();
        for least in &self.least {
            if width.is_none_or(|width| self.needs(&shown) <= width) {
                break;
            }
            shown.retain(|at| self.columns.get(*at).is_none_or(|(head, _)| head != least));
        }
        let widths = self.widths(&shown, width);
        let heads: Vec<Cell> =
            self.columns.iter().map(|(head, _)| Cell::styled(*head, Style::new().dimmed())).collect();
        let mut text = String::new();
        for row in std::iter::once(&heads).chain(&self.rows) {
            let mut line = String::new();
            let mut pending = 0;
            for (at, width) in shown.iter().zip(&widths) {
                let cell = row.get(*at).cloned().unwrap_or_default();
                let align = self.columns.get(*at).map_or(Align::Left, |(_, align)| *align);
                let fits = cut(&cell.text, *width);
                let room = width.saturating_sub(fits.width());
                let (before, after) = if align == Align::Right { (room, 0) } else { (0, room) };
                let style = cell.style;
                // Nothing stands behind a line's last letter.
                let space = pending + before;
                if !fits.is_empty() {
                    let _ = write!(line, "{:space$}{style}{fits}{style:#}", "");
                }
                pending = if fits.is_empty() { space } else { 0 } + after + GAP;
            }
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    fn is_used(&self, at: usize) -> bool {
        self.rows.iter().any(|row| row.get(at).is_some_and(|cell| !cell.text.is_empty()))
    }

    fn is_flexible(&self, at: usize) -> bool {
        self.columns.get(at).is_some_and(|(_, align)| *align == Align::Flexible)
    }

    /// The width of the longest cell of a column.
    fn widest(&self, at: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.text.width());
        cells.chain(self.columns.get(at).map(|(head, _)| head.width())).max().unwrap_or_default()
    }

    /// The width at which some columns can be read.
    fn needs(&self, shown: &[usize]) -> usize {
        let need = |at: &usize| if self.is_flexible(*at) { self.widest(*at).min(READABLE) } else { self.widest(*at) };
        shown.iter().map(need).sum::<usize>() + GAP * shown.len().saturating_sub(1)
    }

    fn widths(&self, shown: &[usize], width: Option<usize>) -> Vec<usize> {
        let mut widths: Vec<usize> = shown.iter().map(|at| self.widest(*at)).collect();
        let Some(width) = width else { return widths };
        let whole = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        let mut over = whole.saturating_sub(width);
        for (at, column) in shown.iter().zip(&mut widths) {
            if self.is_flexible(*at) {
                let cut = over.min(column.saturating_sub(LEAST));
                *column -= cut;
                over -= cut;
            }
        }
        widths
    }
}

/// As much of a text as there is room for, with an ellipsis.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut fits = String::new();
    let mut left = width.saturating_sub(1);
    for character in text.chars() {
        let takes = character.width().unwrap_or_default();
        if takes > left {
            break;
        }
        left -= takes;
        fits.push(character);
    }
    fits.push('…');
    fits
}

/// A text of a file cannot move the cursor or end the line.
fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
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
    fn a_pipe_gets_everything_in_columns() {
        let text = anstream::adapter::strip_str(&sample().text(None)).to_string();
        assert_eq!(
            text,
            "ID     TITLE                     H\nt1     潮位データ取得と配信    2.5\nt1.10  Deploy [31m the server   12\n"
        );
    }

    #[test]
    fn a_narrower_one_leaves_out_what_matters_least() {
        let text = |width| anstream::adapter::strip_str(&sample().shedding(&["X", "H"]).text(width)).to_string();
        assert_eq!(text(Some(20)), "ID     TITLE\nt1     潮位データ取…\nt1.10  Deploy [31m …\n");
        assert_eq!(text(None), anstream::adapter::strip_str(&sample().text(None)).to_string());
    }

    #[test]
    fn a_narrow_terminal_cuts_the_flexible_column_alone() {
        let text = anstream::adapter::strip_str(&sample().text(Some(26))).to_string();
        assert_eq!(text, "ID     TITLE             H\nt1     潮位データ取…   2.5\nt1.10  Deploy [31m t…   12\n");
        assert!(text.lines().all(|line| line.width() <= 26));
    }
}
