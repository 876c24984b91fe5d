//! Deterministic mutations of an input.

/// Fragments with a meaning in one of the formats.
const PIECES: [&str; 24] = [
    "{", "}", "[", "]", "[[", "]]", "\"", "'", "\"\"\"", ":", ",", "=", ".", "#", "\n", "\r\n", "\\", "\\u", "---\n",
    "- ", "null", "1e9", "a", "\u{feff}",
];

/// A deterministic generator of pseudo-random numbers.
pub struct Dice(u64);

impl Dice {
    pub fn new() -> Dice {
        Dice(1)
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// Applies one mutation.
pub fn disturb(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(bytes.len() + 1);
    let end = (at + 1 + dice.below(20)).min(bytes.len());
    match dice.below(5) {
        0 => drop(bytes.drain(at..end)),
        1 => {
            let copy = bytes[at..end].to_vec();
            let to = dice.below(bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
        2 if at < bytes.len() => bytes[at] = u8::try_from(dice.below(256)).unwrap(),
        _ => {
            let piece = PIECES[dice.below(PIECES.len())];
            drop(bytes.splice(at..at, piece.bytes()));
        }
    }
}
