//! Splits the Markdown of a document into sections at its ATX headings.
//!
//! Invariant: the sections follow each other without a gap, so their texts together are the whole
//! text.

/// A heading begins at the start of a line, after at most this number of spaces.
const MAX_INDENT: usize = 3;
/// The greatest level of a heading.
const MAX_LEVEL: usize = 6;
/// The minimum length of the fence of a code block.
const MIN_FENCE: usize = 3;

/// A part of a document: a heading with the text up to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'t> {
    /// Its number. The text before the first heading is 0, even if it is empty.
    pub seq: u32,
    /// The level of the heading from 1; 0 without one.
    pub level: u32,
    /// The text of the heading.
    pub heading: &'t str,
    /// The byte offset at which it begins.
    pub start: usize,
    /// The whole text, with the heading.
    pub text: &'t str,
}

/// The kind of block that a line of Markdown belongs to.
enum Block {
    /// Text, in which a heading can begin.
    Text,
    /// A fenced code block, with the character and the length of its fence.
    Code(u8, usize),
    /// A comment in HTML.
    Comment,
}

/// Splits a text before each heading whose level is at most `split_level`. Headings inside code
/// blocks, quotes and comments, and those that are underlined, do not count.
pub(crate) fn sections(body: &str, split_level: u64) -> Vec<Section<'_>> {
    let mut starts: Vec<(usize, u32, &str)> = vec![(0, 0, "")];
    let mut block = Block::Text;
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let (indent, text) = split_indent(content);
        block = match block {
            Block::Text if indent > MAX_INDENT => Block::Text,
            Block::Text => {
                if let Some((level, heading)) = heading(text).filter(|(level, _)| u64::from(*level) <= split_level) {
                    starts.push((at, level, heading));
                }
                opened_block(text)
            }
            Block::Code(mark, length) if indent <= MAX_INDENT && closes(text, mark, length) => Block::Text,
            Block::Comment if content.contains("-->") => Block::Text,
            other => other,
        };
        at += line.len();
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|(start, ..)| *start).chain([body.len()]).collect();
    let numbered = (0_u32..).zip(starts).zip(ends);
    let section = |((seq, (start, level, heading)), end)| {
        let text = body.get(start..end)?;
        Some(Section { seq, level, heading, start, text })
    };
    numbered.filter_map(section).collect()
}

/// Returns the width of the spaces and tabs at the start of a line, and the rest.
fn split_indent(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches([' ', '\t']);
    let indent = line.len() - rest.len();
    let has_tab = line.get(..indent).is_some_and(|space| space.contains('\t'));
    (if has_tab { indent.max(MAX_INDENT + 1) } else { indent }, rest)
}

/// Returns the level and the text of a heading.
fn heading(line: &str) -> Option<(u32, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    if !(1..=MAX_LEVEL).contains(&level) || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let text = rest.trim_matches([' ', '\t']);
    // Number signs at the end are decoration if a space is before them.
    let open = text.trim_end_matches('#');
    let is_closed = open.is_empty() || open.ends_with([' ', '\t']);
    let text = if is_closed { open.trim_end_matches([' ', '\t']) } else { text };
    Some((u32::try_from(level).ok()?, text))
}

/// Returns the block that the following lines belong to.
fn opened_block(line: &str) -> Block {
    for mark in *b"`~" {
        let length = line.bytes().take_while(|byte| *byte == mark).count();
        let has_mark = || line.bytes().skip(length).any(|byte| byte == b'`');
        if length >= MIN_FENCE && (mark == b'~' || !has_mark()) {
            return Block::Code(mark, length);
        }
    }
    if line.starts_with("<!--") && !line.contains("-->") { Block::Comment } else { Block::Text }
}

/// Returns whether a line ends a code block.
fn closes(line: &str, mark: u8, length: usize) -> bool {
    let own = line.bytes().take_while(|byte| *byte == mark).count();
    own >= length && line.bytes().skip(own).all(|byte| matches!(byte, b' ' | b'\t'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Parser, Tag};

    use super::sections;

    fn shown(body: &str, split_level: u64) -> Vec<(u32, String)> {
        sections(body, split_level).iter().map(|section| (section.level, section.heading.to_owned())).collect()
    }

    #[test]
    fn sections_begin_at_atx_headings() {
        for (body, split_level, expected) in [
            ("", 2, vec![(0, "")]),
            ("a\n# b\nc\n## d\n### e\n", 2, vec![(0, ""), (1, "b"), (2, "d")]),
            ("# b\n## d\n### e\n", 3, vec![(0, ""), (1, "b"), (2, "d"), (3, "e")]),
            ("# b\n## d", 1, vec![(0, ""), (1, "b")]),
            ("```md\n# a\n```\n# b\n~~~\n# c\n```\n~~~\n", 2, vec![(0, ""), (1, "b")]),
            ("> # a\n\n    # b\n\t# c\n   # d\n", 2, vec![(0, ""), (1, "d")]),
            ("a\n===\nb\n---\n", 2, vec![(0, "")]),
            (
                "# a #\n## b##\n#c\n####### d\n#\n# # #\n#\te",
                6,
                vec![(0, ""), (1, "a"), (2, "b##"), (1, ""), (1, "#"), (1, "e")],
            ),
            ("<!--\n# a\n-->\n# b\r\n## c \r\n", 2, vec![(0, ""), (1, "b"), (2, "c")]),
            ("```\n# never closed\n", 2, vec![(0, "")]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(level, text)| (level, text.to_owned())).collect();
            assert_eq!(shown(body, split_level), expected, "{body}");
        }
    }

    /// Returns the offset of the line of each ATX heading outside of other blocks, by `CommonMark`.
    fn headings(body: &str) -> Vec<usize> {
        let mut depth = 0_u32;
        let mut found = Vec::new();
        for (event, range) in Parser::new(body).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { .. })
                    if depth == 0 && body.get(range.clone()).is_some_and(|text| text.starts_with('#')) =>
                {
                    found.push(body.get(..range.start).unwrap().rfind('\n').map_or(0, |at| at + 1));
                    depth += 1;
                }
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                _ => {}
            }
        }
        found
    }

    proptest! {
        /// pulldown-cmark would make the WebAssembly module 95 kB larger.
        #[test]
        fn sections_agree_with_commonmark(
            lines in prop::collection::vec(
                prop::sample::select(vec![
                    "# a", "## b ##", "   ### c", "    # d", "#e", "#", "text", "", "> # q", "```", "````md", "~~~", "``` `",
                    "  ```", "<!-- x", "y -->", "\t# t", "# \\#",
                ]),
                0..14,
            ),
            has_returns in any::<bool>(),
        ) {
            let body = lines.join(if has_returns { "\r\n" } else { "\n" });
            let starts: Vec<usize> = sections(&body, 6).iter().skip(1).map(|section| section.start).collect();
            prop_assert_eq!(starts, headings(&body), "{}", body);
        }

        #[test]
        fn sections_together_are_the_text(body in "([#`>~ a-c\n\r]|\\PC){0,60}", split_level in 0_u64..8) {
            let texts: String = sections(&body, split_level).iter().map(|section| section.text).collect();
            prop_assert_eq!(texts, body);
        }
    }
}
