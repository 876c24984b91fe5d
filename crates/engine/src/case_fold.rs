//! Texts compared without regard to case.

/// The text in small letters. Each letter is taken by itself, so that what is typed fits a word wherever it ends: of the two small
/// sigmas one stands for both.
pub(crate) fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).map(|letter| if letter == 'ς' { 'σ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_is_forgotten() {
        for (text, folded) in
            [("Tide Atlas", "tide atlas"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("ÄÉ", "äé"), ("潮汐", "潮汐")]
        {
            assert_eq!(fold(text), folded);
        }
    }
}
