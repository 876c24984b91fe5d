//! Standard output and standard error. Everything that the command writes goes through here.
//!
//! Invariant: no text can control a terminal. Texts are cleaned, and only the styles of [`Styled`]
//! become escape sequences. Data for programs is unchanged in a pipe or a file: JSON, exports, the
//! content of a package, and messages of the MCP server. `clippy.toml` forbids to open the streams
//! elsewhere.
#![allow(clippy::disallowed_methods, reason = "the one place that opens the streams")]

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;

use anstream::adapter::WinconBytes;
use handoff_format::{is_break, is_hidden};
use serde_json::Value;

use crate::ground::styled::Styled;

/// Prints a text: with styles on a terminal, plain elsewhere. A closed output is no failure: the
/// reader has what it wanted (as `handoff task list | head` does).
pub fn print(text: impl Into<Styled>) -> ExitCode {
    write(anstream::stdout(), with_sequences(&text.into()).as_bytes());
    ExitCode::SUCCESS
}

/// Prints a value as indented JSON.
pub fn print_json(value: &Value) -> ExitCode {
    write(io::stdout(), &escape_json(format!("{value:#}\n").as_bytes()));
    ExitCode::SUCCESS
}

/// Prints a value as JSON on one line.
pub fn print_json_line(value: &Value) -> ExitCode {
    write(io::stdout(), &escape_json(format!("{value}\n").as_bytes()));
    ExitCode::SUCCESS
}

/// Prints data: unchanged in a pipe or a file, cleaned on a terminal.
pub fn print_data(data: &[u8]) -> ExitCode {
    write(io::stdout(), &for_reader(data, io::stdout().is_terminal()));
    ExitCode::SUCCESS
}

/// Returns a help text with the styles that clap gave it.
pub fn help(text: &clap::builder::StyledStr) -> Styled {
    let text = text.ansi().to_string();
    let mut styled = Styled::default();
    for (style, part) in WinconBytes::new().extract_next(text.as_bytes()) {
        styled.push_styled(style, &part);
    }
    styled
}

/// Writes a message of the MCP server and its line end.
pub fn write_message(message: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(&escape_json(message))?;
    output.write_all(b"\n")?;
    output.flush()
}

/// Prints a line to standard error.
pub fn warn(line: impl Into<Styled>) {
    ask(line.into().then("\n"));
}

/// Prints a sentence to standard error and returns the exit code.
pub fn fail(sentence: &str, exit_code: u8) -> ExitCode {
    warn(sentence);
    ExitCode::from(exit_code)
}

/// Prints a question to standard error, without a line end.
pub fn ask(question: impl Into<Styled>) {
    write(anstream::stderr(), with_sequences(&question.into()).as_bytes());
}

/// Shows a line on the terminal of standard error that the next one replaces.
pub fn show_progress(line: &str) {
    write(io::stderr(), format!("{CLEAR_LINE}{}", clean(line)).as_bytes());
}

/// Removes the line of [`show_progress`].
pub fn clear_progress() {
    write(io::stderr(), CLEAR_LINE.as_bytes());
}

/// Returns the width of the terminal, or `None` if standard output is no terminal.
pub fn width() -> Option<usize> {
    let is_terminal = io::stdout().is_terminal();
    is_terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0))
}

/// Returns whether standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Moves the cursor to the start of the line and clears the line.
const CLEAR_LINE: &str = "\r\x1b[K";

fn write(mut output: impl Write, bytes: &[u8]) {
    // If the output is closed, there is nowhere to report that.
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

/// Returns a text for a terminal: cleaned, with the sequences of its styles.
fn with_sequences(text: &Styled) -> String {
    text.parts().fold(String::new(), |mut all, (style, part)| {
        // Writing to a string cannot fail.
        let _ = write!(all, "{style}{}{style:#}", clean(part));
        all
    })
}

/// Returns data as a reader gets it.
fn for_reader(data: &[u8], is_terminal: bool) -> Cow<'_, [u8]> {
    if !is_terminal {
        return Cow::Borrowed(data);
    }
    Cow::Owned(clean(&String::from_utf8_lossy(data)).into_owned().into_bytes())
}

/// Replaces control characters and separators of lines by spaces, except line feeds and tabs, and
/// removes characters that hide or reorder text.
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.chars().filter(|character| !is_hidden(*character)).map(blank).collect())
}

/// Returns a space instead of a control character or a separator of lines.
fn blank(character: char) -> char {
    if is_unsafe(character) { ' ' } else { character }
}

/// Returns whether a terminal may act on a character, or does not show it.
fn is_unsafe(character: char) -> bool {
    is_break(character) && !matches!(character, '\n' | '\t') || is_hidden(character)
}

/// Escapes in JSON text what a terminal acts on or does not show, and the line separators that some
/// clients split messages at. The value stays the same: such characters stand only inside of strings.
fn escape_json(json: &[u8]) -> Cow<'_, [u8]> {
    let is_escaped = |character: char| character >= '\u{7f}' && is_unsafe(character);
    let text = std::str::from_utf8(json).ok().filter(|text| text.contains(is_escaped));
    let Some(text) = text else { return Cow::Borrowed(json) };
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if is_escaped(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped.into_bytes())
}

#[cfg(test)]
mod tests {
    use anstyle::{AnsiColor, Style};

    use super::*;

    /// Sequences that act on a terminal, and characters that hide or reorder text.
    const HOSTILE: [(&str, &str); 14] = [
        ("A\x1b]52;c;cm0=\x07B", "A ]52;c;cm0= B"),
        ("A\x1b[2JB", "A [2JB"),
        ("A\x1b[8mB", "A [8mB"),
        ("A\u{9b}2JB", "A 2JB"),
        ("A\u{9d}0;t\u{9c}B", "A 0;t B"),
        ("A\x7f\0B", "A  B"),
        ("over\rwritten", "over written"),
        ("two\r\nlines\tand a tab", "two\nlines\tand a tab"),
        ("A\u{85}\u{2028}\u{2029}B", "A   B"),
        ("A\u{202e}B\u{202c}\u{2066}C\u{2069}", "ABC"),
        ("A\u{200e}\u{200f}\u{61c}B", "AB"),
        ("A\u{200b}\u{2060}\u{feff}\u{ad}B", "AB"),
        ("A\u{e0041}\u{1d173}\u{fff9}B", "AB"),
        ("👩\u{200d}🔧 葛\u{e0100} می\u{200c}خواهم ❤\u{fe0f}", "👩\u{200d}🔧 葛\u{e0100} می\u{200c}خواهم ❤\u{fe0f}"),
    ];

    #[test]
    fn texts_are_cleaned_and_styles_are_kept() {
        let style = Style::new().fg_color(Some(AnsiColor::Red.into()));
        for (text, cleaned) in HOSTILE {
            let mut styled = Styled::from(text);
            styled.push_styled(style, text);
            assert_eq!(with_sequences(&styled), format!("{cleaned}\x1b[31m{cleaned}\x1b[0m"), "{text:?}");
        }
    }

    #[test]
    fn data_is_cleaned_only_on_a_terminal() {
        for (text, cleaned) in HOSTILE {
            assert_eq!(for_reader(text.as_bytes(), true), cleaned.as_bytes(), "{text:?}");
            assert_eq!(for_reader(text.as_bytes(), false), text.as_bytes(), "{text:?}");
        }
        assert_eq!(for_reader(b"\xff\x1b", false), b"\xff\x1b".as_slice());
    }

    #[test]
    fn json_is_escaped_and_means_the_same() {
        for (text, _) in HOSTILE {
            for json in
                [serde_json::json!({ text: [text] }).to_string(), format!("{:#}", serde_json::json!({ text: text }))]
            {
                let escaped = escape_json(json.as_bytes());
                let shown = std::str::from_utf8(&escaped).unwrap();
                assert!(!shown.contains(is_unsafe), "{shown:?}");
                let value: Value = serde_json::from_str(shown).unwrap();
                assert_eq!(value, serde_json::from_str::<Value>(&json).unwrap());
            }
        }
        assert_eq!(escape_json(b"[\"\xff\"]"), b"[\"\xff\"]".as_slice());
    }
}
