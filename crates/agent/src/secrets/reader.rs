//! Reads the value behind a name.

use std::ops::Range;

use crate::secrets::value::Style;

/// Maximum length in bytes of a value in quotes.
const MAX_QUOTED: usize = 4096;

/// Number of bytes of a value that are looked at.
pub(super) const MAX_READ: usize = 256;

/// Reads values of one text. It remembers where the last word ended: a long word with many names in
/// it is read once.
pub(super) struct Reader<'a> {
    text: &'a str,
    word: Range<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, word: 0..0 }
    }

    /// Returns the range and the style of the value that begins at `at`, for a name that begins at
    /// `name`.
    pub(super) fn value(&mut self, name: usize, at: usize, is_sentence: bool) -> Option<(Range<usize>, Style)> {
        if let Some(range) = self.quoted(at) {
            return Some((range, Style::Quoted));
        }
        let assigned = self.text.get(name..at)?;
        let rest = self.text.get(at..)?;
        if assigned.ends_with('>') && !assigned.ends_with("=>") && !assigned.ends_with("->") {
            // Text of an element of XML.
            let length = rest.split_once("</")?.0.len();
            return (length <= MAX_QUOTED).then_some((at..at + length, Style::Quoted));
        }
        if assigned.trim_end_matches([' ', '\t']).ends_with(['(', ',']) {
            return None;
        }
        let start = at + rest.len() - rest.trim_start_matches(QUOTES).len();
        let word = self.word(start);
        let style = if is_sentence { Style::Sentence } else { self.style(name, at, &word) };
        if style == Style::Line {
            return Some((word, style));
        }
        let value = self.text.get(word.clone())?;
        let is_latin = value.starts_with(|character: char| character.is_ascii());
        let is_end = |character: char| ",)}]<>".contains(character) || is_latin && character >= '\u{3000}';
        let head = value.get(..value.floor_char_boundary(MAX_READ))?;
        let length = head.find(is_end).unwrap_or(value.len());
        let value = value.get(..length)?.trim_end_matches(['.', ':', '!']);
        Some((word.start..word.start + value.len(), style))
    }

    /// Returns the range between quotes that begin at `at`. A quote that is not closed on its line
    /// is none.
    fn quoted(&self, at: usize) -> Option<Range<usize>> {
        let rest = self.text.get(at..)?;
        let rest = rest.strip_prefix(['b', 'r', 'f', 'u']).filter(|rest| rest.starts_with(['"', '\''])).unwrap_or(rest);
        let bare = rest.trim_start_matches('\\');
        let is_nested = bare.len() < rest.len();
        let open = bare.chars().next()?;
        let close = match open {
            '"' | '\'' | '`' => open,
            '「' => '」',
            '『' => '』',
            '“' => '”',
            '‘' => '’',
            _ => return None,
        };
        let start = self.text.len() - bare.len() + open.len_utf8();
        let mut backslashes = 0;
        for (offset, character) in bare.get(open.len_utf8()..)?.char_indices() {
            if character == '\n' || offset > MAX_QUOTED {
                return None;
            }
            if character == close && (backslashes % 2 == 0 || is_nested) {
                return Some(start..start + offset - if is_nested { backslashes } else { 0 });
            }
            backslashes = if character == '\\' { backslashes + 1 } else { 0 };
        }
        None
    }

    /// Returns the range of a word, which ends before a blank, a quote or a separator.
    fn word(&mut self, at: usize) -> Range<usize> {
        if !self.word.contains(&at) {
            let rest = self.text.get(at..).unwrap_or_default();
            let is_end = |(place, character): &(usize, char)| {
                character.is_whitespace()
                    || QUOTES.contains(character)
                    || ";&".contains(*character)
                    || *character == '\\' && starts_with_escape(rest.get(*place..).unwrap_or_default())
            };
            self.word = at..at + rest.char_indices().find(is_end).map_or(rest.len(), |(place, _)| place);
        }
        at..self.word.end
    }

    /// Returns `Line` if a line assigns a value as `.env` files, shells and YAML do.
    fn style(&self, name: usize, at: usize, word: &Range<usize>) -> Style {
        let before =
            self.text.get(self.text.floor_char_boundary(name.saturating_sub(MAX_HEAD))..name).unwrap_or_default();
        let before = before.rsplit(['\n', '\r']).next().unwrap_or_default().rsplit("\\n").next().unwrap_or_default();
        let is_name = |character: char| character.is_ascii_alphanumeric() || "_-.".contains(character);
        let head = before.trim_end_matches(is_name);
        let is_first = matches!(head.trim_matches(MARKS), "" | "export" | "set" | "ENV" | "ARG" | "env" | "setx");
        let start = name - (before.len() - head.len());
        let assigned = self.text.get(start..at).unwrap_or_default();
        let (name, sign) = assigned.split_at(assigned.find(|character| !is_name(character)).unwrap_or(assigned.len()));
        let is_upper = !name.bytes().any(|byte| byte.is_ascii_lowercase());
        let behind = self.text.get(word.end..).unwrap_or_default();
        let behind = behind.trim_start_matches([' ', '\t', '\r']);
        let is_last = behind.is_empty() || behind.starts_with(['\n', '#']) || starts_with_escape(behind);
        let is_line = match sign.trim_end_matches([' ', '\t']) {
            "=" | "＝" => sign.trim() == sign && (is_first || is_upper),
            // A comma or bracket at the end of a line belongs to a program.
            ":" | "：" => is_first && is_last && !self.text.get(word.clone()).unwrap_or_default().ends_with(CODE_ENDS),
            block => block.starts_with(':') && (block.contains('\n') || block.contains("\\n")) && is_last,
        };
        if is_line { Style::Line } else { Style::Word }
    }
}

/// Returns true if a text starts with an escaped end of line, tab or quote.
fn starts_with_escape(text: &str) -> bool {
    text.strip_prefix('\\').is_some_and(|rest| rest.starts_with(['n', 'r', 't', '"']))
}

/// Maximum length in bytes of the text before a name on its line.
const MAX_HEAD: usize = 80;

/// Ends of lines of programs that are not part of a value.
const CODE_ENDS: [char; 4] = [',', '{', '(', '['];

/// Marks before the name on a line: indentation, quotations, comments and lists.
const MARKS: [char; 9] = [' ', '\t', '#', '>', '*', '+', '-', '|', '"'];

const QUOTES: [char; 3] = ['"', '\'', '`'];
