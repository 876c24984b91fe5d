//! Fractional ranks: short texts whose byte order is the order of items, so that moving one item
//! writes one file.
//!
//! Invariant: a rank consists of `[0-9A-Za-z]` and does not end with `0`. So there is always room
//! for another rank before, after and between.

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE: usize = DIGITS.len();
/// The maximum length of a new rank. If it would be exceeded, neighbours get new ranks too.
const MAX_LEN: usize = 64;

/// Returns whether a text from a file is a valid rank.
pub(crate) fn is_rank(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !text.ends_with('0')
}

/// Returns the rank of an item without one of its own: by `order`, absent last, then by natural ID.
/// There is room before and after all such ranks.
pub(crate) fn implicit_rank(order: Option<u32>, id: &str) -> String {
    let mut rank = String::with_capacity(id.len() + 8);
    match order {
        Some(order) => {
            rank.push('K');
            push_number(&mut rank, &order.to_string());
        }
        None => rank.push('L'),
    }
    push_natural(&mut rank, id);
    rank
}

/// Returns a key whose byte order is the natural order of IDs: numbers in an ID count as numbers, a
/// parent comes before its children.
pub(crate) fn natural_key(id: &str) -> String {
    let mut key = String::with_capacity(id.len() + 4);
    push_natural(&mut key, id);
    key
}

/// Appends an ID as a prefix code over the digits of ranks. The closing `1` sorts before the first
/// digit of any code, so an ID comes before its extensions.
fn push_natural(key: &mut String, id: &str) {
    let mut rest = id;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        if digits > 0 {
            let (number, tail) = rest.split_at(digits);
            push_number(key, number);
            rest = tail;
            continue;
        }
        let (_, tail) = rest.split_at(first.len_utf8());
        rest = tail;
        match first {
            '.' => key.push('2'),
            '-' => key.push('3'),
            '_' => key.push('4'),
            'A'..='Z' => {
                key.push('5');
                key.push(first);
            }
            'a'..='z' => key.push(first),
            _ => {
                key.push('6');
                push_number(key, &u32::from(first).to_string());
            }
        }
    }
    key.push('1');
}

/// Appends a decimal number so that byte order is numeric order: a letter for the number of digits,
/// then the digits.
fn push_number(key: &mut String, digits: &str) {
    let digits = digits.trim_start_matches('0');
    let length = digits.len();
    key.push(char::from(u8::try_from(length).map_or(b'Z', |length| b'A'.saturating_add(length).min(b'Z'))));
    key.push_str(digits);
}

/// Returns the value of a digit, `None` if it is not in `[0-9A-Za-z]`.
fn value(digit: u8) -> Option<usize> {
    DIGITS.iter().position(|&candidate| candidate == digit)
}

/// Returns the digit with a value, `None` if it is not less than [`BASE`].
fn digit(value: usize) -> Option<char> {
    DIGITS.get(value).map(|&digit| char::from(digit))
}

/// Where a new digit goes between two digits.
#[derive(Clone, Copy)]
enum Bias {
    /// Directly after the lower one: for items that are appended again and again.
    Low,
    /// Halfway.
    Middle,
    /// Directly before the upper one: for items that are put first again and again.
    High,
}

/// Returns a rank strictly between two, `None` if there is no room or one of them is not valid. An
/// empty `low` is the beginning, no `high` is the end.
fn between(low: &str, high: Option<&str>, bias: Bias) -> Option<String> {
    if high.is_some_and(|high| low >= high) {
        return None;
    }
    let (low, mut high) = (low.as_bytes(), high.map(str::as_bytes));
    let longest = low.len().max(high.map_or(0, <[u8]>::len));
    let mut rank = String::new();
    for at in 0.. {
        let value_at = |rank: &[u8]| rank.get(at).map_or(Some(0), |&digit| value(digit));
        let under = value_at(low)?;
        let over = high.map_or(Some(BASE), value_at)?;
        if over > under + 1 {
            let new_value = match bias {
                Bias::Low => under + 1,
                Bias::Middle => usize::midpoint(under, over),
                Bias::High => over - 1,
            };
            rank.push(digit(new_value)?);
            return Some(rank);
        }
        rank.push(digit(under)?);
        if over == under + 1 {
            high = None;
        }
        if at > longest {
            return None;
        }
    }
    None
}

/// Returns `count` ranks in ascending order strictly between two. A single rank at an open end is
/// close to its neighbour.
fn spread(low: &str, high: Option<&str>, count: usize) -> Option<Vec<String>> {
    match (low.is_empty(), high, count) {
        (false, None, 1) => between(low, None, Bias::Low).map(|rank| vec![rank]),
        (true, Some(_), 1) => between(low, high, Bias::High).map(|rank| vec![rank]),
        _ => bisect(low, high, count),
    }
}

/// Returns `count` ranks in ascending order by recursive bisection.
fn bisect(low: &str, high: Option<&str>, count: usize) -> Option<Vec<String>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let middle = between(low, high, Bias::Middle)?;
    let before = (count - 1) / 2;
    let mut ranks = bisect(low, Some(&middle), before)?;
    let after = bisect(&middle, high, count - 1 - before)?;
    ranks.push(middle);
    ranks.extend(after);
    Some(ranks)
}

/// New ranks after an insertion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct InsertedRanks {
    /// The ranks of the inserted items, in their order.
    pub(crate) inserted: Vec<String>,
    /// New ranks of neighbours, by their position among the old ranks.
    pub(crate) reassigned: Vec<(usize, String)>,
}

/// Returns ranks for `count` items that are inserted at position `at` of a sorted list of ranks.
///
/// Neighbours keep their ranks unless two of them are equal or a new rank would be longer than
/// [`MAX_LEN`].
pub(crate) fn insert_ranks(ranks: &[&str], at: usize, count: usize) -> InsertedRanks {
    let at = at.min(ranks.len());
    let (mut first, mut last, mut step) = (at, at, 1);
    loop {
        // Before the first rank there is only the beginning.
        let low = first.checked_sub(1).and_then(|index| ranks.get(index)).copied().unwrap_or("");
        let high = ranks.get(last).copied();
        let is_whole_list = first == 0 && last == ranks.len();
        let new_ranks = spread(low, high, count + (last - first));
        let is_short = |ranks: &Vec<String>| ranks.iter().all(|rank| rank.len() <= MAX_LEN);
        if let Some(new_ranks) = new_ranks.filter(|ranks| is_whole_list || is_short(ranks)) {
            let mut inserted = Vec::with_capacity(count);
            let mut reassigned = Vec::new();
            for (offset, rank) in new_ranks.into_iter().enumerate() {
                let index = first + offset;
                if index < at {
                    reassigned.push((index, rank));
                } else if index < at + count {
                    inserted.push(rank);
                } else {
                    reassigned.push((index - count, rank));
                }
            }
            return InsertedRanks { inserted, reassigned };
        }
        if is_whole_list {
            return InsertedRanks { inserted: Vec::new(), reassigned: Vec::new() };
        }
        first = first.saturating_sub(step);
        last = (last + step).min(ranks.len());
        step *= 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Bias, MAX_LEN, between, implicit_rank, insert_ranks, is_rank, natural_key};

    #[test]
    fn implicit_ranks_follow_order_then_natural_id() {
        let ascending = [
            (Some(0), "t9"),
            (Some(2), "a"),
            (Some(10), "a"),
            (Some(u32::MAX), "a"),
            (None, ""),
            (None, "1"),
            (None, "02"),
            (None, "2.1"),
            (None, "10"),
            (None, "feat-login"),
            (None, "t1"),
            (None, "t1.1"),
            (None, "t1.2"),
            (None, "t1.10"),
            (None, "t2"),
            (None, "t10"),
        ];
        let ranks: Vec<_> = ascending.iter().map(|(order, id)| implicit_rank(*order, id)).collect();
        for pair in ranks.windows(2) {
            assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
        }
        assert!(ranks.iter().all(|rank| is_rank(rank)));
        assert!(natural_key("t2") < natural_key("t10"));
    }

    #[test]
    fn is_rank_accepts_alphanumerics_without_a_final_zero() {
        for (text, expected) in [("a", true), ("a01", true), ("", false), ("a0", false), ("a-b", false), ("é", false)]
        {
            assert_eq!(is_rank(text), expected, "{text}");
        }
    }

    #[test]
    fn place_gives_equal_neighbours_new_ranks() {
        let placed = insert_ranks(&["b", "b"], 1, 1);
        assert_eq!(placed.inserted.len(), 1);
        assert_ne!(placed.reassigned, []);
        assert_eq!(between("b", Some("b"), Bias::Middle), None);
    }

    #[test]
    fn item_that_is_placed_first_again_and_again_is_written_alone() {
        let mut ranks = vec![implicit_rank(None, "t1")];
        for _ in 0..300 {
            let placed = insert_ranks(&ranks.iter().map(String::as_str).collect::<Vec<_>>(), 0, 1);
            assert_eq!(placed.reassigned, []);
            ranks.splice(0..0, placed.inserted);
        }
        assert!(ranks.is_sorted());
    }

    #[test]
    fn rank_is_found_before_the_smallest_of_its_length() {
        for bias in [Bias::Low, Bias::Middle, Bias::High] {
            let rank = between("", Some("001"), bias).unwrap();
            assert!(rank.as_str() < "001" && is_rank(&rank), "{rank}");
        }
    }

    #[test]
    fn place_finds_ranks_between_long_implicit_ranks() {
        let ids: Vec<String> = (0..4).map(|n| implicit_rank(None, &format!("{}{n}", "é".repeat(60)))).collect();
        let ranks: Vec<&str> = ids.iter().map(String::as_str).collect();
        for at in 0..=ranks.len() {
            assert_eq!(insert_ranks(&ranks, at, 2).inserted.len(), 2);
        }
    }

    proptest! {
        #[test]
        fn place_keeps_any_order_with_short_ranks_and_few_writes(
            size in 2usize..12,
            moves in prop::collection::vec((0usize..12, 0usize..13, 1usize..4), 1..120),
        ) {
            let mut list: Vec<(usize, String)> = (0..size).map(|n| (n, implicit_rank(None, &format!("t{n}")))).collect();
            let mut writes = 0usize;
            let mut placements = 0usize;
            for (from, to, count) in moves {
                let mut moved = Vec::new();
                for _ in 0..count {
                    if list.len() > 1 {
                        moved.push(list.remove(from % list.len()));
                    }
                }
                let at = to % (list.len() + 1);
                let ranks: Vec<&str> = list.iter().map(|(_, rank)| rank.as_str()).collect();
                let placed = insert_ranks(&ranks, at, moved.len());
                prop_assert_eq!(placed.inserted.len(), moved.len());
                writes += placed.reassigned.len() + moved.len();
                placements += moved.len();
                for (index, rank) in placed.reassigned {
                    list[index].1 = rank;
                }
                for (offset, ((name, _), rank)) in moved.into_iter().zip(placed.inserted).enumerate() {
                    list.insert(at + offset, (name, rank));
                }
                for pair in list.windows(2) {
                    prop_assert!(pair[0].1 < pair[1].1);
                }
                prop_assert!(list.iter().all(|(_, rank)| is_rank(rank) && rank.len() <= MAX_LEN));
            }
            prop_assert!(writes <= placements + 24, "{} writes for {} placements", writes, placements);
        }

        #[test]
        fn place_keeps_ranks_short_after_a_thousand_insertions_at_one_position(first in any::<bool>()) {
            let mut list = vec![implicit_rank(None, "t1"), implicit_rank(None, "t2")];
            for _ in 0..1000 {
                let ranks: Vec<&str> = list.iter().map(String::as_str).collect();
                let at = if first { 1 } else { list.len() - 1 };
                let placed = insert_ranks(&ranks, at, 1);
                for (index, rank) in placed.reassigned {
                    list[index] = rank;
                }
                list.insert(at, placed.inserted[0].clone());
            }
            prop_assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(list.iter().all(|rank| rank.len() <= MAX_LEN));
        }
    }
}
