//! Decides where a new key is inserted among the existing ones.

/// Returns the index at which `key` is inserted into `keys`: after its nearest predecessor in
/// `order`, else before the first of its successors, else at the end.
pub(crate) fn insertion_index(keys: &[&str], key: &str, order: &[&str]) -> usize {
    let Some(index) = order.iter().position(|other| *other == key) else { return keys.len() };
    let position_of = |other: &&str| keys.iter().rposition(|present| present == other);
    let before = order.iter().take(index).rev().find_map(position_of).map(|index| index + 1);
    let is_behind = |present: &&str| order.iter().skip(index + 1).any(|other| other == present);
    before.or_else(|| keys.iter().position(is_behind)).unwrap_or(keys.len())
}

#[cfg(test)]
mod tests {
    use super::insertion_index;

    #[test]
    fn insertion_index_follows_the_nearest_predecessor() {
        let order = ["a", "b", "c", "d"];
        for (keys, key, index) in [
            (vec!["a", "b", "d"], "c", 2),
            (vec!["b", "x"], "c", 1),
            (vec!["b", "a"], "c", 1),
            (vec!["x", "c"], "a", 1),
            (vec!["x"], "a", 1),
            (vec!["x", "a"], "unknown", 2),
            (vec![], "a", 0),
        ] {
            assert_eq!(insertion_index(&keys, key, &order), index, "{key} in {keys:?}");
        }
    }
}
