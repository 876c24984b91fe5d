//! Where a new key goes among those that are there.

/// The place of `key` among `keys`: behind the nearest one that `order` puts before it, else before the first one that
/// `order` puts behind it, else at the end.
pub(crate) fn place(keys: &[&str], key: &str, order: &[&str]) -> usize {
    let Some(rank) = order.iter().position(|known| *known == key) else { return keys.len() };
    let index_of = |known: &&str| keys.iter().rposition(|present| present == known);
    let before = order.iter().take(rank).rev().find_map(index_of).map(|index| index + 1);
    let is_behind = |present: &&str| order.iter().skip(rank + 1).any(|known| known == present);
    before.or_else(|| keys.iter().position(is_behind)).unwrap_or(keys.len())
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn new_keys_follow_their_nearest_predecessor() {
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
            assert_eq!(place(&keys, key, &order), index, "{key} in {keys:?}");
        }
    }
}
