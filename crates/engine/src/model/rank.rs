//! Fractional ranks: short texts whose byte order is the order of things, so that moving one thing writes one file.
//!
//! Invariant: a rank is made of `[0-9A-Za-z]` and does not end with `0`; so there is always room before, behind and between.

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE: usize = DIGITS.len();
/// Ranks longer than this are avoided by giving the neighbours new ones too.
const LONGEST: usize = 64;

/// Whether a text found in a file can serve as a rank.
pub(crate) fn is_rank(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !text.ends_with('0')
}

/// The rank of a thing that nobody has placed: by `order`, absent last, then by natural id. Room is left before and behind.
pub(crate) fn implicit(order: Option<u32>, id: &str) -> String {
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

/// A key whose byte order is the natural order of ids: numbers as numbers, a parent before its children.
pub(crate) fn natural(id: &str) -> String {
    let mut key = String::with_capacity(id.len() + 4);
    push_natural(&mut key, id);
    key
}

/// Writes an id as a prefix code over the digits of ranks; the closing `1` is less than the beginning of any code.
fn push_natural(into: &mut String, id: &str) {
    let mut rest = id;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        if digits > 0 {
            let (number, tail) = rest.split_at(digits);
            push_number(into, number);
            rest = tail;
            continue;
        }
        let (_, tail) = rest.split_at(first.len_utf8());
        rest = tail;
        match first {
            '.' => into.push('2'),
            '-' => into.push('3'),
            '_' => into.push('4'),
            'A'..='Z' => {
                into.push('5');
                into.push(first);
            }
            'a'..='z' => into.push(first),
            _ => {
                into.push('6');
                push_number(into, &u32::from(first).to_string());
            }
        }
    }
    into.push('1');
}

/// Writes a decimal number so that byte order is numeric order: a letter for the number of digits, then the digits.
fn push_number(into: &mut String, digits: &str) {
    let digits = digits.trim_start_matches('0');
    let length = digits.len();
    into.push(char::from(u8::try_from(length).map_or(b'Z', |length| b'A'.saturating_add(length).min(b'Z'))));
    into.push_str(digits);
}

fn value(digit: u8) -> usize {
    DIGITS.iter().position(|&known| known == digit).unwrap_or(0)
}

fn push_digit(into: &mut String, value: usize) {
    into.push(char::from(DIGITS.get(value).copied().unwrap_or(b'z')));
}

/// Where between two digits a new one goes.
#[derive(Clone, Copy)]
enum Bias {
    /// Directly behind the lower one: for things appended again and again.
    Low,
    /// Halfway.
    Middle,
    /// Directly before the upper one: for things put first again and again.
    High,
}

/// A rank strictly between two; an empty `low` is the beginning, no `high` the end. None when there is no room.
fn between(low: &str, high: Option<&str>, lean: Bias) -> Option<String> {
    if high.is_some_and(|high| low >= high) {
        return None;
    }
    let (low, mut high) = (low.as_bytes(), high.map(str::as_bytes));
    let mut rank = String::new();
    for at in 0.. {
        let under = low.get(at).map_or(0, |&digit| value(digit));
        let over = high.map_or(BASE, |high| high.get(at).map_or(0, |&digit| value(digit)));
        if over > under + 1 {
            let chosen = match lean {
                Bias::Low => under + 1,
                Bias::Middle => usize::midpoint(under, over),
                Bias::High => over - 1,
            };
            push_digit(&mut rank, chosen);
            return Some(rank);
        }
        push_digit(&mut rank, under);
        if over == under + 1 {
            high = None;
        }
        if at > low.len() + high.map_or(0, <[u8]>::len) + 1 {
            return None;
        }
    }
    None
}

/// So many ranks in ascending order strictly between two. Single things put at an open end stay close to their neighbour.
fn spread(low: &str, high: Option<&str>, count: usize) -> Option<Vec<String>> {
    match (low.is_empty(), high, count) {
        (false, None, 1) => between(low, None, Bias::Low).map(|rank| vec![rank]),
        (true, Some(_), 1) => between(low, high, Bias::High).map(|rank| vec![rank]),
        _ => halve(low, high, count),
    }
}

fn halve(low: &str, high: Option<&str>, count: usize) -> Option<Vec<String>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let middle = between(low, high, Bias::Middle)?;
    let before = (count - 1) / 2;
    let mut ranks = halve(low, Some(&middle), before)?;
    let behind = halve(&middle, high, count - 1 - before)?;
    ranks.push(middle);
    ranks.extend(behind);
    Some(ranks)
}

/// New ranks after an insertion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// For the inserted things, in their order.
    pub(crate) inserted: Vec<String>,
    /// For neighbours that had to give way, by their position among the old ranks.
    pub(crate) given_way: Vec<(usize, String)>,
}

/// Ranks for `count` things inserted at position `at` of an ordered list of ranks. Neighbours keep theirs unless two of
/// them are equal or a new rank would become long.
pub(crate) fn place(ranks: &[&str], at: usize, count: usize) -> Placed {
    let at = at.min(ranks.len());
    let (mut first, mut last, mut step) = (at, at, 1);
    loop {
        let low = first.checked_sub(1).and_then(|index| ranks.get(index)).copied().unwrap_or_default();
        let high = ranks.get(last).copied();
        let whole = first == 0 && last == ranks.len();
        let found = spread(low, high, count + (last - first));
        if let Some(found) = found.filter(|found| whole || found.iter().all(|rank| rank.len() <= LONGEST)) {
            let mut inserted = Vec::with_capacity(count);
            let mut given_way = Vec::new();
            for (offset, rank) in found.into_iter().enumerate() {
                let index = first + offset;
                if index < at {
                    given_way.push((index, rank));
                } else if index < at + count {
                    inserted.push(rank);
                } else {
                    given_way.push((index - count, rank));
                }
            }
            return Placed { inserted, given_way };
        }
        if whole {
            return Placed { inserted: Vec::new(), given_way: Vec::new() };
        }
        first = first.saturating_sub(step);
        last = (last + step).min(ranks.len());
        step *= 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Bias, LONGEST, between, implicit, is_rank, natural, place};

    #[test]
    fn implicit_ranks_follow_order_then_natural_id() {
        let wanted = [
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
        let ranks: Vec<_> = wanted.iter().map(|(order, id)| implicit(*order, id)).collect();
        for pair in ranks.windows(2) {
            assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
        }
        assert!(ranks.iter().all(|rank| is_rank(rank)));
        assert!(natural("t2") < natural("t10"));
    }

    #[test]
    fn what_can_be_a_rank() {
        for (text, yes) in [("a", true), ("a01", true), ("", false), ("a0", false), ("a-b", false), ("é", false)] {
            assert_eq!(is_rank(text), yes, "{text}");
        }
    }

    #[test]
    fn equal_neighbours_give_way() {
        let placed = place(&["b", "b"], 1, 1);
        assert_eq!(placed.inserted.len(), 1);
        assert!(!placed.given_way.is_empty());
        assert_eq!(between("b", Some("b"), Bias::Middle), None);
    }

    #[test]
    fn long_ids_never_end_without_a_rank() {
        let ids: Vec<String> = (0..4).map(|n| implicit(None, &format!("{}{n}", "é".repeat(60)))).collect();
        let ranks: Vec<&str> = ids.iter().map(String::as_str).collect();
        for at in 0..=ranks.len() {
            assert_eq!(place(&ranks, at, 2).inserted.len(), 2);
        }
    }

    proptest! {
        #[test]
        fn any_sequence_of_placements_is_kept_and_short(
            size in 2usize..12,
            moves in prop::collection::vec((0usize..12, 0usize..13, 1usize..4), 1..120),
        ) {
            let mut list: Vec<(usize, String)> = (0..size).map(|n| (n, implicit(None, &format!("t{n}")))).collect();
            let mut writes = 0usize;
            let mut placed_things = 0usize;
            for (from, to, count) in moves {
                let mut chosen = Vec::new();
                for _ in 0..count {
                    if list.len() > 1 {
                        chosen.push(list.remove(from % list.len()));
                    }
                }
                let at = to % (list.len() + 1);
                let ranks: Vec<&str> = list.iter().map(|(_, rank)| rank.as_str()).collect();
                let placed = place(&ranks, at, chosen.len());
                prop_assert_eq!(placed.inserted.len(), chosen.len());
                writes += placed.given_way.len() + chosen.len();
                placed_things += chosen.len();
                for (index, rank) in placed.given_way {
                    list[index].1 = rank;
                }
                for (offset, ((name, _), rank)) in chosen.into_iter().zip(placed.inserted).enumerate() {
                    list.insert(at + offset, (name, rank));
                }
                for pair in list.windows(2) {
                    prop_assert!(pair[0].1 < pair[1].1);
                }
                prop_assert!(list.iter().all(|(_, rank)| is_rank(rank) && rank.len() <= LONGEST));
            }
            prop_assert!(writes <= placed_things + 24, "{} writes for {} placements", writes, placed_things);
        }

        #[test]
        fn a_thousand_placements_at_one_spot_stay_short(first in any::<bool>()) {
            let mut list = vec![implicit(None, "t1"), implicit(None, "t2")];
            for _ in 0..1000 {
                let ranks: Vec<&str> = list.iter().map(String::as_str).collect();
                let at = if first { 1 } else { list.len() - 1 };
                let placed = place(&ranks, at, 1);
                for (index, rank) in placed.given_way {
                    list[index] = rank;
                }
                list.insert(at, placed.inserted[0].clone());
            }
            prop_assert!(list.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(list.iter().all(|rank| rank.len() <= LONGEST));
        }
    }
}
