//! Recognizes names in source code, which are not secrets.

/// Maximum number of capitals in an abbreviation, as in `OAUTH`.
const MAX_ABBREVIATION: usize = 5;
/// Maximum number of digits in a number, as in `v12`.
const MAX_DIGITS: usize = 2;
/// Maximum number of numbers in a name.
const MAX_NUMBERS: usize = 2;
/// Minimum average length of the words of a name. Random text changes between cases and digits more
/// often.
const MIN_AVERAGE: usize = 3;
/// Length from which the words of a name are longer on average, and random text can look like words.
const LONG: usize = 20;

/// Returns true if a text is a name of at least two words: `camelCase`, `snake_case`, `kebab-case`,
/// `SCREAMING_CASE`, a dotted path, or a mixture of them. A number may follow a word or be a word.
pub(super) fn is_identifier(text: &str) -> bool {
    let has_lowercase = text.bytes().any(|byte| byte.is_ascii_lowercase());
    let mut count = Count::default();
    let is_name = text.split(['_', '-', '.', '/']).all(|part| count.add(part, has_lowercase));
    let min_average = if text.len() < LONG { MIN_AVERAGE } else { MIN_AVERAGE + 1 };
    is_name && count.words >= 2 && count.letters >= count.words * min_average && count.numbers <= MAX_NUMBERS
}

/// Totals over the parts of a name.
#[derive(Default)]
struct Count {
    words: usize,
    letters: usize,
    numbers: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Start,
    Lower,
    Upper,
    Digit,
}

impl Count {
    /// Counts the words of a part. Returns false if the part is not in a known format. Capitals
    /// start a word only if the name has small letters too.
    fn add(&mut self, part: &str, has_lowercase: bool) -> bool {
        let (mut before, mut run) = (Class::Start, 0);
        for character in part.chars() {
            let class = match character {
                'a'..='z' => Class::Lower,
                'A'..='Z' => Class::Upper,
                '0'..='9' => Class::Digit,
                _ => return false,
            };
            let begins_word = match (before, class) {
                (Class::Start, Class::Lower | Class::Upper) | (Class::Lower, Class::Upper) => true,
                (Class::Digit, Class::Upper) if has_lowercase => true,
                // In `HTTPServer` the last capital starts a word.
                (Class::Upper, Class::Lower) => run > 1,
                (Class::Digit, Class::Lower | Class::Upper) => return false,
                _ => false,
            };
            run = if before == class { run + 1 } else { 1 };
            self.words += usize::from(begins_word);
            self.letters += usize::from(class != Class::Digit);
            self.numbers += usize::from(class == Class::Digit && run == 1);
            let is_too_long = match class {
                Class::Upper => has_lowercase && run > MAX_ABBREVIATION,
                Class::Digit => run > MAX_DIGITS,
                Class::Lower | Class::Start => false,
            };
            if is_too_long {
                return false;
            }
            before = class;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinguished_from_random_text() {
        for name in [
            "userPassword2",
            "load_secret_v2",
            "load_secret_v22",
            "AccessTokenV2Response",
            "kubernetes-secret-name-1",
            "config.apiKey2Value",
            "DB_PASSWORD_2",
            "HTTPServer2",
            "src/secrets/forms1.rs",
        ] {
            assert!(is_identifier(name), "{name}");
        }
        for other in [
            "",
            "password2",
            "hunter22x",
            "correct7horse",
            "Summer2024",
            "MyPassword123",
            "a8f5f167f44f4964",
            "a1B2c3D4e5F6g7H8",
            "Abc1Def2Ghi3Jkl4",
            "MIIEpAIBAAKCAQEA7",
            "JBSWY3DPEHPK3PXP",
            "Tr0ub4dor-and-3",
            "Td13OskboFganidx5NvTLBvA",
            "名前-secret-1",
        ] {
            assert!(!is_identifier(other), "{other}");
        }
    }
}
