//! Templates of secrets: `{a36}` means 36 random characters of the alphabet `a`.

/// A generator of pseudorandom numbers. The same seed makes the same text.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    /// Returns random characters of an alphabet. Long ones have each class of characters that the
    /// alphabet has.
    pub(super) fn text(&mut self, alphabet: char, length: usize) -> String {
        let characters = match alphabet {
            'a' => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            'b' => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
            'd' | 'D' => "0123456789",
            'h' => "0123456789abcdef",
            'H' => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
            'l' => "abcdefghijklmnopqrstuvwxyz0123456789",
            'm' => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            'w' => "abcdefghijklmnopqrstuvwxyz",
            'u' => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
            _ => panic!("no alphabet {alphabet}"),
        };
        let classes =
            [|c: char| c.is_ascii_lowercase(), |c: char| c.is_ascii_uppercase(), |c: char| c.is_ascii_digit()];
        loop {
            let text: String =
                (0..length).map(|_| char::from(characters.as_bytes()[self.below(characters.len())])).collect();
            let has_all = classes.iter().all(|class| !characters.contains(class) || text.contains(class));
            // A mark at the end of a secret would be a mark of the sentence.
            if (has_all || length < 8) && !text.ends_with(['-', '_', '+', '/']) {
                return text;
            }
        }
    }
}

/// Returns the text of a template, and the parts that no redacted text may contain.
pub(super) fn expand(template: &str, random: &mut Random) -> (String, Vec<String>) {
    let (mut text, mut parts) = (String::new(), Vec::new());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let place = after.split_once('}').and_then(|(place, after)| {
            let (alphabet, count) = (place.chars().next()?, place.get(1..)?);
            let length = if count.is_empty() && alphabet == ' ' { 0 } else { count.parse().ok()? };
            Some((alphabet, length, after))
        });
        rest = match place {
            Some((' ', _, after)) => {
                text.push(' ');
                after
            }
            Some((alphabet, length, after)) if alphabet.is_ascii_alphabetic() => {
                let part = random.text(alphabet, length);
                text.push_str(&part);
                if alphabet != 'd' && length >= 6 {
                    parts.push(part);
                }
                after
            }
            _ => {
                text.push('{');
                after
            }
        };
    }
    text.push_str(rest);
    (text, parts)
}
