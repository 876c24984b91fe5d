//! Reads standard input in lines, one message each.

#[cfg(target_os = "wasi")]
mod node;
#[cfg(not(target_os = "wasi"))]
mod thread;

#[cfg(target_os = "wasi")]
pub use node::{feed, runtime};
#[cfg(not(target_os = "wasi"))]
pub use thread::{feed, runtime};

/// The maximum length of a message.
pub const MAX_MESSAGE_BYTES: usize = 8 << 20;
/// The number of lines that are queued, each up to the maximum length.
pub const READ_AHEAD_LINES: usize = 1;

/// Splits what is read into lines. Of a line above the maximum length only the beginning is kept.
#[derive(Debug, Default)]
struct LineSplitter {
    line: Vec<u8>,
}

impl LineSplitter {
    /// Passes the lines that are complete to `take`.
    fn push(&mut self, mut bytes: &[u8], mut take: impl FnMut(Vec<u8>)) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = bytes.split_at(end);
            self.append(line);
            take(std::mem::take(&mut self.line));
            bytes = rest.get(1..).unwrap_or_default();
        }
        self.append(bytes);
    }

    fn append(&mut self, bytes: &[u8]) {
        let free = (MAX_MESSAGE_BYTES + 1).saturating_sub(self.line.len());
        self.line.extend_from_slice(bytes.get(..free).unwrap_or(bytes));
    }

    /// Returns the last line if it has no line end.
    fn end(&mut self) -> Option<Vec<u8>> {
        Some(std::mem::take(&mut self.line)).filter(|line| !line.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_do_not_depend_on_how_they_arrive() {
        let text = [b"one\n\ntwo\n".as_slice(), &vec![b'x'; MAX_MESSAGE_BYTES + 7], b"\nlast"].concat();
        for size in [1 << 12, 3 << 20, text.len()] {
            let (mut splitter, mut lines) = (LineSplitter::default(), Vec::new());
            text.chunks(size).for_each(|part| splitter.push(part, |line| lines.push(line)));
            lines.extend(splitter.end());
            let long = vec![b'x'; MAX_MESSAGE_BYTES + 1];
            assert_eq!(lines, [b"one".as_slice(), b"", b"two", &long, b"last"], "{size}");
            assert_eq!(splitter.end(), None);
        }
    }
}
