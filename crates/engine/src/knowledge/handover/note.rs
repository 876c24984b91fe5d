//! A note and the files of dated notes.
//!
//! Invariant: parsing loses no text. What is before the first heading of a note is a note too.

use handoff_format::sha256_hex;

/// The beginning of the comment below the heading of a note.
const RUN: &str = "<!-- run ";
/// The end of a comment.
const END: &str = "-->";
/// The beginning of a file's first line.
const HEADER: &str = "<!-- agent-handover |";

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The civil date, `YYYY-MM-DD`.
    pub date: String,
    /// The local time in its heading, `HH:MM`.
    pub time: Option<String>,
    /// The session in its heading.
    pub session: Option<String>,
    /// The run that wrote it. `None` if it has no heading of ours.
    pub run: Option<String>,
    /// Its whole text with the heading, without line ends before and after it.
    pub raw: String,
}

impl Note {
    /// Creates a note of a run. `time` is the local time, `HH:MM`.
    pub fn new(date: &str, time: &str, session: Option<&str>, run: &str, text: &str) -> Note {
        let session = session.map(|id| format!(" session {id}")).unwrap_or_default();
        Note::with_heading(date, &format!("{time}{session}"), run, text)
    }

    /// Creates a note for a text that has no heading of ours. Its run is made of the text, so that
    /// the same text gives the same note.
    pub(crate) fn imported(date: &str, heading: &str, text: &str) -> Note {
        let hash = sha256_hex(unix_lines(text).trim().as_bytes());
        let run = format!("import-{}", hash.get(..16).unwrap_or_default());
        Note::with_heading(date, heading, &run, text)
    }

    fn with_heading(date: &str, heading: &str, run: &str, text: &str) -> Note {
        let text = protect(trim_lines(&unix_lines(text)).trim_end(), &[RUN]);
        Note::parse(date, &format!("## {heading}\n{RUN}{run} {END}\n\n{text}"))
    }

    /// Parses the text of one note.
    pub(crate) fn parse(date: &str, raw: &str) -> Note {
        let raw = trim_lines(raw);
        let mut lines = raw.lines();
        let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let run = first.strip_prefix("## ").and_then(|_| run_of(second));
        let heading = first.strip_prefix("## ").filter(|_| run.is_some()).unwrap_or_default();
        let (time, rest) = heading.split_once(' ').unwrap_or((heading, ""));
        let time = Some(time).filter(|time| is_time(time));
        let session = rest.strip_prefix("session ").filter(|id| time.is_some() && !id.trim().is_empty());
        Note {
            date: date.to_owned(),
            time: time.map(str::to_owned),
            session: session.map(|id| id.trim().to_owned()),
            run: run.map(str::to_owned),
            raw: raw.to_owned(),
        }
    }

    /// Returns the text below the heading.
    pub fn text(&self) -> &str {
        let body = match self.run {
            Some(_) => self.raw.splitn(3, '\n').nth(2).unwrap_or_default(),
            None => &self.raw,
        };
        trim_lines(body)
    }

    /// Returns the first line of the text that is not blank.
    pub fn first_line(&self) -> &str {
        self.text().lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// Returns whether another note has the same date and text, whatever the line ends.
    pub fn is_same(&self, other: &Note) -> bool {
        self.date == other.date && unix_lines(&self.raw) == unix_lines(&other.raw)
    }

    /// Returns a key that sorts notes by date and time.
    pub(crate) fn when(&self) -> (&str, Option<&str>) {
        (&self.date, self.time.as_deref())
    }
}

/// Returns the run in a comment line.
fn run_of(line: &str) -> Option<&str> {
    let run = line.trim_end().strip_prefix(RUN)?.strip_suffix(END)?.trim();
    (!run.is_empty()).then_some(run)
}

fn is_time(text: &str) -> bool {
    let number = |part: &str, below: u8| part.len() == 2 && part.parse::<u8>().is_ok_and(|number| number < below);
    text.split_once(':').is_some_and(|(hour, minute)| number(hour, 24) && number(minute, 60))
}

/// Returns a text without the line ends before and after it.
pub(crate) fn trim_lines(text: &str) -> &str {
    text.trim_matches(['\r', '\n'])
}

/// Returns a text with `\n` as its line ends.
pub(crate) fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Returns the text with a space before each line that begins like a line of ours.
pub(crate) fn protect(text: &str, beginnings: &[&str]) -> String {
    let is_ours = |line: &str| beginnings.iter().any(|beginning| line.starts_with(beginning));
    text.split_inclusive('\n').map(|line| if is_ours(line) { format!(" {line}") } else { line.to_owned() }).collect()
}

/// Splits a file into its first line, if that is a header, and the rest.
pub(crate) fn split_header(text: &str) -> (Option<&str>, &str) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.trim_end() {
        header if header.starts_with(HEADER) && header.ends_with(END) => (Some(header), rest),
        _ => (None, text),
    }
}

/// Returns the date in a file's header.
pub(crate) fn header_date(header: &str) -> Option<&str> {
    let date = header.strip_suffix(END)?.rsplit('|').next()?.trim();
    handoff_format::is_date(date).then_some(date)
}

/// Parses the notes of a file, in the order of the file. `date` is the date in the file's name.
pub fn parse_notes(text: &str, date: &str) -> Vec<Note> {
    let (_, text) = split_header(text);
    let mut starts = vec![0];
    let mut position = 0;
    let mut heading = None;
    for line in text.split_inclusive('\n') {
        if let Some(start) = heading.filter(|_| run_of(line).is_some()) {
            starts.push(start);
        }
        heading = line.starts_with("## ").then_some(position);
        position += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end));
    parts.filter(|part| !part.trim().is_empty()).map(|part| Note::parse(date, part)).collect()
}

/// Returns the text of a file with one more note at its end. The line ends are those of the file.
pub(crate) fn append_note(file: &str, note: &Note) -> String {
    let end = line_end(file);
    let mut text = file.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text += end;
    }
    if !text.is_empty() && !text.ends_with(&format!("{end}{end}")) {
        text += end;
    }
    text + &unix_lines(&note.raw).replace('\n', end) + end
}

/// Returns the line end of a file, that of its first line.
pub(crate) fn line_end(file: &str) -> &'static str {
    match file.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_parsed_with_what_other_programs_wrote() {
        let file = "<!-- agent-handover | layer1 | 2026-11-21 -->\nOld text\n## 10:00 Agenda\n- one\n\n## 10:05 session s-1\n<!-- run r1 -->\n\nFirst\n\n## Imported\n<!-- run r2 -->\nSecond";
        for file in [file.to_owned(), file.replace('\n', "\r\n")] {
            let notes = parse_notes(&file, "2026-11-21");
            let facts: Vec<_> = notes
                .iter()
                .map(|note| (note.time.as_deref(), note.session.as_deref(), note.run.as_deref(), note.first_line()))
                .collect();
            assert_eq!(
                facts,
                [
                    (None, None, None, "Old text"),
                    (Some("10:05"), Some("s-1"), Some("r1"), "First"),
                    (None, None, Some("r2"), "Second"),
                ]
            );
        }
        assert_eq!(parse_notes("<!-- agent-handover | layer1 | 2026-11-21 -->", "2026-11-21"), []);
        assert_eq!(header_date("<!-- agent-handover | layer1 | 2026-11-21 -->"), Some("2026-11-21"));
    }

    #[test]
    fn a_text_that_quotes_a_note_stays_one_note() {
        let note = Note::new("2026-11-21", "10:05", None, "r1", "See\n## 09:00\n<!-- run r0 -->\nend\n");
        let file = append_note("<!-- agent-handover | layer1 | 2026-11-21 -->", &note);
        assert_eq!(parse_notes(&file, "2026-11-21"), [note]);
    }

    #[test]
    fn appending_keeps_the_line_ends_of_the_file() {
        let note = Note::new("2026-11-21", "10:05", None, "r1", "a\nb");
        assert_eq!(append_note("x\r\ny", &note), "x\r\ny\r\n\r\n## 10:05\r\n<!-- run r1 -->\r\n\r\na\r\nb\r\n");
        assert_eq!(append_note("", &note), "## 10:05\n<!-- run r1 -->\n\na\nb\n");
    }
}
