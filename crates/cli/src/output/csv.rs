//! CSV for programs of a pipe.

/// Returns a CSV without the mark that tells a spreadsheet its encoding: other programs of a pipe do not
/// expect it.
pub fn without_mark(csv: &str) -> &str {
    csv.strip_prefix('\u{feff}').unwrap_or(csv)
}
