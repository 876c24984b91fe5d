//! The words of a text, as memories are compared and found by.

/// Words in lower case. Scripts that put no space between words count by pairs of characters.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut run: Vec<char> = Vec::new();
    for character in text.chars().flat_map(char::to_lowercase).chain([' ']) {
        let spaceless = is_spaceless(character);
        if !spaceless && !run.is_empty() {
            pairs(&mut run, &mut words);
        }
        if spaceless {
            run.push(character);
        } else if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    words
}

fn pairs(run: &mut Vec<char>, words: &mut Vec<String>) {
    if run.len() == 1 {
        words.extend(run.iter().map(char::to_string));
    }
    words.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
    run.clear();
}

/// Kana and Han characters.
fn is_spaceless(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_of_texts() {
        for (text, wanted) in [
            ("Write atomically: temp-file, fsync!", vec!["write", "atomically", "temp", "file", "fsync"]),
            ("潮汐マップ v1.0", vec!["潮汐", "汐マ", "マッ", "ップ", "v1", "0"]),
            ("a潮b", vec!["a", "潮", "b"]),
            ("snake_case ÉCOLE", vec!["snake_case", "école"]),
            (" ,.", vec![]),
        ] {
            assert_eq!(words(text), wanted, "{text}");
        }
    }
}
