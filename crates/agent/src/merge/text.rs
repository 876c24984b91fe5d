//! Merges files by lines.

use handoff_engine::merge::{Hunk, merge_sequences};

/// How to write clashing lines.
#[derive(Clone, Copy)]
pub(super) enum Clashes<'a> {
    /// Both versions between conflict markers, as in Git.
    Marked(Marks<'a>),
    /// The lines of this side.
    Ours,
    /// The lines of the other side.
    Theirs,
    /// Added lines of this side and then of the other one. For changed lines, those of this side.
    Both,
}

/// The format of conflict markers.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// Number of marker characters.
    pub size: usize,
    /// Label of this side.
    pub ours: &'a str,
    /// Label of the other side.
    pub theirs: &'a str,
}

/// Merges files. The second value is true if no lines clashed.
pub(super) fn merge_files(base: &[u8], ours: &[u8], theirs: &[u8], clashes: Clashes<'_>) -> (Vec<u8>, bool) {
    let (base, ours, theirs) = (file_lines(base), file_lines(ours), file_lines(theirs));
    let end: &[u8] = if ours.first().is_some_and(|line| line.ends_with(b"\r\n")) { b"\r\n" } else { b"\n" };
    let (mut text, mut clean) = (Vec::new(), true);
    for hunk in merge_sequences(&base, &ours, &theirs) {
        match (hunk, clashes) {
            (Hunk::Settled(part), _) => text.extend(part.concat()),
            (Hunk::Clash { base, ours, theirs }, Clashes::Ours | Clashes::Theirs | Clashes::Both) => {
                let takes_ours = !matches!(clashes, Clashes::Theirs);
                text.extend(if takes_ours { ours.concat() } else { theirs.concat() });
                if matches!(clashes, Clashes::Both) && base.is_empty() {
                    text.extend(theirs.concat());
                }
                clean = false;
            }
            (Hunk::Clash { ours, theirs, .. }, Clashes::Marked(marks)) => {
                mark(&mut text, ours, theirs, marks, end);
                clean = false;
            }
        }
    }
    (text, clean)
}

/// Writes two versions of some lines between markers, without their common first and last lines.
fn mark(text: &mut Vec<u8>, ours: &[&[u8]], theirs: &[&[u8]], marks: Marks<'_>, end: &[u8]) {
    let head = ours.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
    let max_tail = ours.len().min(theirs.len()) - head;
    let tail =
        ours.iter().rev().zip(theirs.iter().rev()).take(max_tail).take_while(|(ours, theirs)| ours == theirs).count();
    let inner = |lines: &[&[u8]]| lines.get(head..lines.len() - tail).unwrap_or_default().concat();
    let line = |text: &mut Vec<u8>, sign: &str, name: &str| {
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.extend(end);
        }
        text.extend(sign.repeat(marks.size).as_bytes());
        if !name.is_empty() {
            text.push(b' ');
            text.extend(name.as_bytes());
        }
        text.extend(end);
    };
    text.extend(ours.get(..head).unwrap_or_default().concat());
    line(text, "<", marks.ours);
    text.extend(inner(ours));
    line(text, "=", "");
    text.extend(inner(theirs));
    line(text, ">", marks.theirs);
    text.extend(ours.get(ours.len() - tail..).unwrap_or_default().concat());
}

/// Splits a file into lines with their line ends.
fn file_lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: Marks<'_> = Marks { size: 7, ours: "main", theirs: "side" };

    #[test]
    fn markers_enclose_differences_and_use_the_line_ends_of_the_file() {
        let marked = |base: &str, ours: &str, theirs: &str| {
            let (text, clean) =
                merge_files(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), Clashes::Marked(MARKS));
            (String::from_utf8(text).unwrap(), clean)
        };
        assert_eq!(marked("a\nb\n", "a\nb\nc\n", "x\nb\n"), ("x\nb\nc\n".to_owned(), true));
        let (text, clean) = marked("a\nb\nc", "a\n1\nx\nc", "a\n2\nx\nc");
        assert_eq!((text.as_str(), clean), ("a\n<<<<<<< main\n1\n=======\n2\n>>>>>>> side\nx\nc", false));
        let (text, _) = marked("a\r\n", "b\r\n", "c");
        assert_eq!(text, "<<<<<<< main\r\nb\r\n=======\r\nc\r\n>>>>>>> side\r\n");
    }
}
