//! Estimates the number of tokens of a text, accurate enough for a budget.
//!
//! A text is split into the same pieces as by the tokeniser o200k: words with the character before
//! them, up to three digits, runs of punctuation, runs of white space. The average cost of a piece
//! by kind and length was fitted by least squares to English, Japanese, Rust, TypeScript, Python
//! and JSON of other projects. `tests/tools/tokens.rs` compares the estimates with the tokeniser's
//! counts.

/// Thousandths of a token for a word of up to 3, 6, 9, 12 and more letters, by what precedes it: a
/// space, nothing, another sign, or a part of the same word in another case. All constants below
/// are in thousandths of a token.
const WORDS: [[u32; 5]; 4] = [
    [881, 991, 1187, 979, 1541],
    [1305, 1170, 1765, 1953, 3959],
    [691, 608, 749, 1735, 3279],
    [1375, 887, 799, 756, 1086],
];
/// Each letter of a word after the twelfth.
const LONG: u32 = 52;
/// A word in capitals, by what precedes it, and each of its letters.
const CAPITALS: [u32; 4] = [534, 794, 331, 505];
const CAPITAL: u32 = 93;
/// A word in another alphabet or with accents, and each of its letters.
const FOREIGN: u32 = 1381;
const FOREIGN_LETTER: u32 = 133;
/// Each character of these scripts.
const HIRAGANA: u32 = 387;
const KATAKANA: u32 = 690;
const IDEOGRAPH: u32 = 1330;
const HANGUL: u32 = 928;
/// The sign before a word, unless it is a space: in ASCII, or not.
const SIGN: u32 = 770;
const OTHER_SIGN: u32 = 1069;
/// One, two or three digits.
const DIGITS: [u32; 3] = [1173, 1049, 1115];
/// A run of one, two, three and more signs; each sign after the fourth if they differ, and if all
/// are the same; line ends after the run; each sign that is not ASCII.
const SIGNS: [u32; 4] = [933, 927, 789, 1039];
const FURTHER_SIGN: u32 = 176;
const REPEATED_SIGN: u32 = 9;
const SIGNS_AT_END: u32 = 217;
const FOREIGN_SIGN: u32 = 502;
/// A run of white space with line ends, or without; a single space that does not belong to a word.
const LINES: u32 = 1406;
const INDENT: u32 = 880;
const SPACE: u32 = 1444;

/// Returns the estimated number of tokens.
pub fn estimate_tokens(text: &str) -> usize {
    usize::try_from(token_cost(text).div_ceil(1000)).unwrap_or(usize::MAX)
}

/// Returns the estimate in thousandths of a token. The sum over the lines of a text is its estimate:
/// rounding each up would waste a twentieth of a budget.
pub fn token_cost(text: &str) -> u64 {
    let characters: Vec<char> = text.chars().collect();
    let mut cost = 0_u64;
    let mut rest = characters.as_slice();
    while let Some(first) = rest.first() {
        let (part, length) = part(*first, rest);
        cost += u64::from(part);
        rest = rest.get(length.max(1)..).unwrap_or_default();
    }
    cost
}

/// The kind of character before a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Space,
    Nothing,
    Sign,
    Word,
}

impl Before {
    /// Returns the entry of a table by what precedes a word.
    fn select<T>(self, [space, nothing, sign, word]: [T; 4]) -> T {
        match self {
            Before::Space => space,
            Before::Nothing => nothing,
            Before::Sign => sign,
            Before::Word => word,
        }
    }
}

/// Returns the cost and the length of the first piece.
fn part(first: char, rest: &[char]) -> (u32, usize) {
    if first.is_alphabetic() {
        return word(Before::Nothing, rest);
    }
    if first.is_numeric() {
        let length = count(rest, char::is_numeric).min(3);
        let [one, two, three] = DIGITS;
        let cost = match length {
            1 => one,
            2 => two,
            _ => three,
        };
        return (cost, length);
    }
    let second = rest.get(1).copied();
    if !matches!(first, '\r' | '\n') && second.is_some_and(char::is_alphabetic) {
        let after = rest.get(1..).unwrap_or_default();
        let (cost, length) = word(if first == ' ' { Before::Space } else { Before::Sign }, after);
        let sign = match first {
            ' ' => 0,
            sign if sign.is_ascii() => SIGN,
            _ => OTHER_SIGN,
        };
        return (cost + sign, length + 1);
    }
    if is_sign(first) || (first == ' ' && second.is_some_and(is_sign)) { signs(rest) } else { white(rest) }
}

fn is_sign(character: char) -> bool {
    !character.is_whitespace() && !character.is_alphanumeric()
}

fn count(characters: &[char], is: impl Fn(char) -> bool) -> usize {
    characters.iter().take_while(|character| is(**character)).count()
}

/// Returns the cost and the length of a run of letters. It is split where the script changes and
/// where a capital follows a small letter.
fn word(mut before: Before, rest: &[char]) -> (u32, usize) {
    let length = count(rest, char::is_alphabetic);
    let mut cost = 0;
    let mut remaining = rest.get(..length).unwrap_or_default();
    while let Some(first) = remaining.first() {
        let piece = if let Some(each) = script_cost(*first) {
            let piece = count(remaining, |character| script_cost(character) == Some(each));
            cost += each * size(piece);
            piece
        } else {
            let piece = case_run_length(remaining);
            cost += letters(before, remaining.get(..piece).unwrap_or_default());
            piece
        };
        remaining = remaining.get(piece.max(1)..).unwrap_or_default();
        before = Before::Word;
    }
    (cost, length)
}

/// Returns the cost of a character if its script is written without spaces.
fn script_cost(character: char) -> Option<u32> {
    match character {
        '\u{3041}'..='\u{309f}' => Some(HIRAGANA),
        '\u{30a0}'..='\u{30ff}' => Some(KATAKANA),
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Some(IDEOGRAPH),
        '\u{ac00}'..='\u{d7af}' => Some(HANGUL),
        _ => None,
    }
}

/// Returns the length of a run of capitals and then small letters of one script.
fn case_run_length(letters: &[char]) -> usize {
    let capitals = count(letters, |letter| letter.is_uppercase() && script_cost(letter).is_none());
    let after = letters.get(capitals..).unwrap_or_default();
    capitals + count(after, |letter| !letter.is_uppercase() && script_cost(letter).is_none())
}

fn letters(before: Before, letters: &[char]) -> u32 {
    let length = size(letters.len());
    if !letters.iter().all(char::is_ascii) {
        return FOREIGN + FOREIGN_LETTER * length;
    }
    if length > 1 && letters.iter().all(|letter| letter.is_uppercase()) {
        return before.select(CAPITALS) + CAPITAL * length;
    }
    let [to_3, to_6, to_9, to_12, longer] = before.select(WORDS);
    let cost = match letters.len() {
        0..=3 => to_3,
        4..=6 => to_6,
        7..=9 => to_9,
        10..=12 => to_12,
        _ => longer,
    };
    cost + LONG * length.saturating_sub(12)
}

/// Returns the cost and the length of a run of signs, with the space before it and the line ends
/// after it.
fn signs(rest: &[char]) -> (u32, usize) {
    let space = usize::from(rest.first() == Some(&' '));
    let after = rest.get(space..).unwrap_or_default();
    let number = count(after, is_sign);
    let run = after.get(..number).unwrap_or_default();
    let ends = count(after.get(number..).unwrap_or_default(), |end| matches!(end, '\r' | '\n' | '/'));
    let mut cost = if ends > 0 { SIGNS_AT_END } else { 0 };
    if run.iter().all(char::is_ascii) {
        let [one, two, three, more] = SIGNS;
        cost += match number {
            0 | 1 => one,
            2 => two,
            3 => three,
            _ => more,
        };
        let same = run.windows(2).all(|pair| pair.first() == pair.last());
        cost += size(number.saturating_sub(4)) * if same { REPEATED_SIGN } else { FURTHER_SIGN };
    } else {
        let repeated = run.windows(2).filter(|pair| pair.first() == pair.last()).count();
        cost += FOREIGN_SIGN * size(number - repeated) + FURTHER_SIGN * size(repeated);
    }
    (cost, space + number + ends)
}

/// Returns the cost and the length of a run of white space: up to its last line end, or else up to
/// the space that belongs to the next word.
fn white(rest: &[char]) -> (u32, usize) {
    let length = count(rest, char::is_whitespace);
    let run = rest.get(..length).unwrap_or_default();
    if let Some(last) = run.iter().rposition(|character| matches!(character, '\r' | '\n')) {
        return (LINES, last + 1);
    }
    if length == rest.len() {
        (INDENT, length)
    } else if length > 1 {
        (INDENT, length - 1)
    } else {
        (SPACE, length)
    }
}

/// Converts a length. Longer runs than `u32` can cost are capped.
fn size(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX / 100_000)
}

#[cfg(test)]
mod tests {
    use super::{estimate_tokens, token_cost};

    #[test]
    fn pieces_cost_by_kind_and_length() {
        for (text, expected) in [
            ("", 0),
            // Words, by length and by what precedes them.
            ("abc", 1305),
            ("abcd", 1170),
            ("abcdef", 1170),
            ("abcdefg", 1765),
            ("abcdefghij", 1953),
            ("abcdefghijklm", 3959 + 52),
            (" abc", 881),
            ("(abc", 770 + 691),
            ("→abc", 1069 + 691),
            ("abCd", 1305 + 1375),
            ("A", 1305),
            ("ABC", 794 + 3 * 93),
            (" ABC", 534 + 2 * 93 + 93),
            ("ABCdef", 1170),
            ("éa", 1381 + 2 * 133),
            ("あい", 2 * 387),
            ("アイ", 2 * 690),
            ("漢字", 2 * 1330),
            ("한글", 2 * 928),
            ("あa", 387 + 1375),
            // Digits.
            ("1", 1173),
            ("12", 1049),
            ("1234", 1115 + 1173),
            // Signs.
            ("!", 933),
            ("!?", 927),
            ("!?!", 789),
            ("!?!?", 1039),
            ("!?!?!?", 1039 + 2 * 176),
            ("------", 1039 + 2 * 9),
            (" !", 933),
            ("!\n", 933 + 217),
            ("…", 502),
            ("……", 502 + 176),
            ("…—", 2 * 502),
            // White space.
            ("\n", 1406),
            (" ", 880),
            ("  a", 880 + 881),
            ("\t1", 1444 + 1173),
            (" \n a", 1406 + 881),
        ] {
            assert_eq!(token_cost(text), expected, "{text:?}");
        }
        assert_eq!([estimate_tokens("abc"), estimate_tokens(" abc"), estimate_tokens("")], [2, 1, 0]);
    }
}
