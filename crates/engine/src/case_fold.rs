//! Case-insensitive comparison of texts.

/// Returns a text in lower case. Each letter is folded by itself, so that the beginning of a word
/// matches as well: the final sigma becomes the other small sigma.
pub(crate) fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).map(|letter| if letter == 'ς' { 'σ' } else { letter }).collect()
}

/// Returns the folded words of a text that was typed to search.
pub(crate) fn folded_words(text: &str) -> Vec<String> {
    fold(text).split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn fold_ignores_case_and_final_sigma() {
        for (text, folded) in
            [("Tide Atlas", "tide atlas"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("ÄÉ", "äé"), ("潮汐", "潮汐")]
        {
            assert_eq!(fold(text), folded);
        }
    }
}
