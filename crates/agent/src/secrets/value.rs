//! Decides whether a value is a secret, a placeholder or something else.

use crate::secrets::identifier::is_identifier;
use crate::secrets::rules::Certainty::{Certain, Doubtful};
use crate::secrets::rules::{Certainty, Name};

/// How a value is written. Only some ways tell a text from an expression of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// In quotes, or a whole member of an object.
    Quoted,
    /// All that a line of a configuration assigns.
    Line,
    /// A word after an assignment.
    Word,
    /// A word in a sentence.
    Sentence,
}

/// Bits of entropy per character above which a value beside a weak name is random. English words
/// have about 2.5 at this length, random text at least 3.3.
const MIN_ENTROPY: f64 = 3.0;
/// Minimum length of letters without digits beside the name of a key.
const MIN_LETTERS: usize = 20;

/// Returns how sure it is that the value of a name is a secret, or `None` if it is not.
pub(super) fn judge(value: &str, name: Name, style: Style) -> Option<Certainty> {
    if value.len() < 4 || is_placeholder(value) || value.contains("://") || value.contains("[redacted") {
        return None;
    }
    if value.contains(char::is_whitespace) {
        return if style == Style::Quoted && name == Name::Password { phrase(value) } else { None };
    }
    // A sentence in Japanese beside a name such as `pass` describes something.
    if value.chars().filter(|character| *character >= '\u{3000}').count() > 3 {
        return None;
    }
    let is_text = matches!(style, Style::Quoted | Style::Line);
    if style != Style::Quoted && (value.contains("::") || value.contains('\\') || is_call(value, style))
        || is_path(value)
    {
        return None;
    }
    let classes = Classes::of(value);
    if is_identifier(value) || is_capitalized(value) {
        let is_chosen = style == Style::Quoted && name == Name::Password && value.len() >= 8 && classes.digits > 0;
        return (is_chosen && !is_label(value)).then_some(Doubtful);
    }
    if classes.is_mixed() {
        return mixed(value, name, style, classes);
    }
    match name {
        Name::Password if !is_text || value.len() < 6 || is_label(value) => None,
        Name::Password if classes.count() >= 3 && value.len() >= 8 => Some(Certain),
        Name::Password => (value.is_ascii() && !value.contains(['.', ',', '/', ':'])).then_some(Doubtful),
        Name::Key | Name::Token => {
            let is_random = classes.has_both_cases() && classes.symbols == 0 && value.len() >= MIN_LETTERS;
            (is_text && is_random && entropy(value) > MIN_ENTROPY).then_some(Certain)
        }
    }
}

/// Judges a value with letters and digits.
fn mixed(value: &str, name: Name, style: Style, classes: Classes) -> Option<Certainty> {
    let is_text = matches!(style, Style::Quoted | Style::Line);
    let min_length = match name {
        Name::Password => 8,
        Name::Key => 12,
        Name::Token => 16,
    };
    let is_word = is_numbered_word(value);
    if style == Style::Sentence {
        // `Argon2id` and `x86_64` are words too.
        let is_random = value.len() >= 8 && classes.digits >= 2 && !value.contains(['(', '/', '=']) && !is_word;
        return if is_random {
            Some(Certain)
        } else {
            (is_word && value.len() >= 8 && !is_label(value)).then_some(Doubtful)
        };
    }
    if value.len() >= min_length {
        let is_weak = name == Name::Token && entropy(value) < MIN_ENTROPY;
        return if is_weak { None } else { Some(Certain) };
    }
    let is_short = is_text && value.len() >= 6 && name == Name::Password && !is_label(value);
    match is_short {
        true if classes.symbols > 0 || !is_word => Some(Certain),
        true => Some(Doubtful),
        false => None,
    }
}

/// Judges a value with blanks, which may be a passphrase or a sentence.
fn phrase(value: &str) -> Option<Certainty> {
    const SENTENCE: [&str; 24] = [
        "a", "an", "the", "is", "are", "be", "not", "must", "to", "of", "in", "on", "for", "and", "or", "no", "with",
        "your", "please", "enter", "see", "if", "at", "by",
    ];
    let words: Vec<&str> = value.split_whitespace().collect();
    let is_sentence = words.len() > 6
        || words.iter().any(|word| SENTENCE.contains(&word.to_ascii_lowercase().as_str()) || is_label(word))
        || value.ends_with(['.', '!', '?', ':', '…']);
    if is_sentence || !value.is_ascii() {
        return None;
    }
    let is_random = |word: &&str| {
        let classes = Classes::of(word);
        classes.is_mixed() && !is_identifier(word) && !is_numbered_word(word)
    };
    if words.iter().all(is_random) {
        return Some(Certain);
    }
    let is_lower = value.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b' ');
    (is_lower && words.len() >= 3).then_some(Doubtful)
}

/// Returns true if a text has many different characters and is neither a name nor a placeholder.
pub(super) fn is_random(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_example = ["your-", "your_", "xxxx", "example-", "example_"].iter().any(|word| lower.contains(word));
    !is_example && is_varied(text)
}

/// Returns true for a name in source code or a path.
pub(super) fn is_name(text: &str) -> bool {
    is_identifier(text) || is_path(text)
}

/// Returns true if a text has at least 8 different characters, and letters of both cases or digits
/// among letters.
pub(super) fn is_varied(text: &str) -> bool {
    let mut kinds: Vec<u8> = text.bytes().collect();
    kinds.sort_unstable();
    kinds.dedup();
    let classes = Classes::of(text);
    let is_mixed = classes.is_mixed() || classes.has_both_cases() && text.len() >= MIN_LETTERS;
    kinds.len() >= 8 && is_mixed
}

/// Returns true if one of the values of a `Cookie` header is long and random.
pub(super) fn has_random_value(cookie: &str) -> bool {
    cookie.split([';', '=', ' ', '&']).any(|part| part.len() >= 16 && is_random(part) && !is_name(part))
}

/// Returns true if a text may be a user and a password as base64: letters of both cases and digits.
pub(super) fn is_basic(text: &str) -> bool {
    let count = |class: fn(&u8) -> bool| text.bytes().filter(class).count();
    let upper = count(u8::is_ascii_uppercase);
    text.ends_with('=')
        || upper >= 2 && count(u8::is_ascii_lowercase) >= 2 && (count(u8::is_ascii_digit) >= 1 || upper >= 3)
}

/// Judges the password of a URL or of a command between a user and a host.
pub(super) fn judge_login(user: &str, password: &str, host: &str) -> Option<Certainty> {
    let is_local = ["localhost", "127.", "example.", "host", "0.0.0.0"].iter().any(|name| host.starts_with(name))
        || host
            .split([':', '/', '?'])
            .next()
            .is_some_and(|name| name.ends_with(".example") || name.contains("example."));
    let is_general =
        ["user", "username", "login", "name", "usr", "u", "foo"].contains(&user.to_ascii_lowercase().as_str());
    if is_reference(password) || password.starts_with('\\') || is_masked(password) || is_port(user, password, host) {
        return None;
    }
    if is_general && (is_word_for_secret(password) || is_label(password)) || password.contains("[redacted") {
        return None;
    }
    let is_default = is_word_for_secret(password) || user == password;
    match (is_default, is_local) {
        (true, true) => None,
        (true, false) => Some(Doubtful),
        (false, _) => Some(Certain),
    }
}

/// Returns true if `user:password@host` is a host with a port and a path or suffix, as in
/// `localhost:3000@v2`.
fn is_port(user: &str, password: &str, host: &str) -> bool {
    let is_host = |name: &str| name == "localhost" || name.contains('.') || name.ends_with(']');
    let port = password.split(['/', '#']).next().unwrap_or_default();
    let has_path = port.len() < password.len();
    port.parse::<u16>().is_ok() && is_host(user) && (has_path || !is_host(host))
}

/// Numbers of characters of each class in a text.
#[derive(Clone, Copy, Default)]
struct Classes {
    lower: usize,
    upper: usize,
    digits: usize,
    symbols: usize,
}

impl Classes {
    fn of(text: &str) -> Classes {
        let mut classes = Classes::default();
        for byte in text.bytes() {
            match byte {
                b'a'..=b'z' => classes.lower += 1,
                b'A'..=b'Z' => classes.upper += 1,
                b'0'..=b'9' => classes.digits += 1,
                b'!' | b'@' | b'#' | b'$' | b'%' | b'^' | b'&' | b'*' | b'+' | b'=' | b'~' | b'?' | b'|' => {
                    classes.symbols += 1;
                }
                _ => {}
            }
        }
        classes
    }

    fn has_letters(self) -> bool {
        self.lower + self.upper > 0
    }

    /// Returns true if there are letters and digits.
    fn is_mixed(self) -> bool {
        self.has_letters() && self.digits > 0
    }

    /// Returns true if there are letters of both cases.
    fn has_both_cases(self) -> bool {
        self.lower > 0 && self.upper > 0
    }

    fn count(self) -> usize {
        [self.lower, self.upper, self.digits, self.symbols].into_iter().filter(|number| *number > 0).count()
    }
}

/// Returns Shannon's entropy in bits per byte.
fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let total = f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX));
    let share = |count: &u32| f64::from(*count) / total;
    counts.iter().filter(|count| **count > 0).map(share).map(|share| -share * share.log2()).sum()
}

/// Returns true if a value refers to a secret that is elsewhere, or to none.
fn is_placeholder(value: &str) -> bool {
    const PARTS: [&str; 8] = ["changeme", "change-me", "change_me", "placeholder", "xxxx", "env.", "environ", "your_"];
    let lower = value.to_ascii_lowercase();
    is_reference(value)
        || is_masked(value)
        || is_word_for_secret(value)
        || lower.starts_with("your")
        || PARTS.iter().any(|part| lower.contains(part))
}

/// Returns true for a reference to a variable, a template or a store of secrets.
fn is_reference(value: &str) -> bool {
    let is_name = |name: &str| name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    let mut rest = value.chars();
    match rest.next() {
        None | Some('<' | '{' | '[') => true,
        Some('$') => rest.as_str().starts_with(['{', '(']) || is_name(rest.as_str()) || rest.as_str().contains('.'),
        Some('%') => value.len() < 4 || value.ends_with('%'),
        Some('@') => rest.as_str().starts_with("Microsoft."),
        Some('!') => is_name(rest.as_str()),
        Some(_) => value.contains("${") || value.contains("{{"),
    }
}

fn is_masked(value: &str) -> bool {
    value.chars().all(|character| matches!(character, 'x' | 'X' | '*' | '.' | '…' | '-' | '_' | '•' | '?' | '0'))
}

fn is_word_for_secret(value: &str) -> bool {
    const WORDS: [&str; 10] =
        ["password", "passwd", "pass", "pwd", "secret", "changeme", "example", "redacted", "token", "pw"];
    let value = value.to_ascii_lowercase();
    let word = value.strip_suffix(|character: char| character.is_ascii_digit()).unwrap_or(&value);
    WORDS.contains(&word)
}

/// Returns true if a word names something, as in the texts of a program, and is not a password.
fn is_label(value: &str) -> bool {
    const PARTS: [&str; 40] = [
        "pass",
        "secret",
        "token",
        "key",
        "user",
        "login",
        "name",
        "mail",
        "config",
        "option",
        "settings",
        "required",
        "string",
        "hidden",
        "text",
        "true",
        "false",
        "none",
        "null",
        "undefined",
        "unknown",
        "invalid",
        "missing",
        "empty",
        "default",
        "enabled",
        "disabled",
        "example",
        "sample",
        "dummy",
        "test",
        "wrong",
        "incorrect",
        "forgot",
        "reset",
        "confirm",
        "number",
        "boolean",
        "value",
        "auth",
    ];
    let lower = value.to_ascii_lowercase();
    PARTS.iter().any(|part| lower.contains(part))
}

/// Returns true for one word with a capital letter, as labels have.
fn is_capitalized(value: &str) -> bool {
    let mut bytes = value.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_uppercase()) && bytes.all(|byte| byte.is_ascii_lowercase())
}

/// Returns true for letters with a number behind them, such as `base64`.
fn is_numbered_word(value: &str) -> bool {
    let word = value.trim_end_matches(|character: char| character.is_ascii_digit());
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Returns true if an unquoted value is a call or an index.
fn is_call(value: &str, style: Style) -> bool {
    let Some((name, rest)) = value.split_once(['(', '[']) else { return false };
    let is_name = name
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | ':' | '?' | '!'));
    is_name
        && (style != Style::Line
            || rest.trim_end_matches([';', ',', '?', '.']).ends_with([')', ']', '{'])
            || rest.is_empty())
}

/// Returns true if each part between slashes is a name, a word or a number.
fn is_path(value: &str) -> bool {
    let is_word = |word: &str| {
        let is_cased = |word: &str| {
            word.bytes().all(|byte| byte.is_ascii_lowercase())
                || word.bytes().all(|byte| byte.is_ascii_uppercase())
                || is_capitalized(word)
        };
        let letters = word.trim_end_matches(|character: char| character.is_ascii_digit());
        is_cased(letters) && word.len() - letters.len() <= 4
    };
    let is_name = |part: &str| is_identifier(part) || part.split(['.', '-', '_', '@', ':', '~', '*']).all(is_word);
    value.contains('/') && value.split('/').all(is_name)
}
