//! One change to a check list.
//!
//! Invariant: an edit touches the item that the person saw, or is refused; never another one that slipped into its place.

use handoff_protocol::{Criterion, CriterionEdit, Refusal, RefusalCode, Text};

use crate::plan::refusal::{About, refuse};
use crate::texts;

/// The check list after the edit.
pub(crate) fn edit(criteria: &[Criterion], edit: &CriterionEdit) -> Result<Vec<Criterion>, Refusal> {
    let mut list = criteria.to_vec();
    match edit {
        CriterionEdit::Check { index, item, checked } => {
            let at = find(&list, *index, item)?;
            if let Some(criterion) = list.get_mut(at) {
                criterion.checked = *checked;
            }
        }
        CriterionEdit::Add { index, item } => {
            let at = position(*index).min(list.len());
            list.insert(at, Criterion { item: worded(item)?, checked: false });
        }
        CriterionEdit::Reword { index, item, to } => {
            let at = find(&list, *index, item)?;
            if let Some(criterion) = list.get_mut(at) {
                criterion.item = worded(to)?;
            }
        }
        CriterionEdit::Move { index, item, to } => {
            let from = find(&list, *index, item)?;
            let moved = list.remove(from);
            let to = position(*to).min(list.len());
            list.insert(to, moved);
        }
        CriterionEdit::Remove { index, item } => {
            let at = find(&list, *index, item)?;
            list.remove(at);
        }
    }
    Ok(list)
}

/// The words of a criterion without space around them; none are refused.
pub(crate) fn worded(item: &str) -> Result<String, Refusal> {
    let item = item.trim();
    if item.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::EMPTY_CRITERION)).about_field("criteria"));
    }
    Ok(item.to_owned())
}

fn position(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

/// Where the item is by now: at its position, or else the only place with its words.
fn find(list: &[Criterion], index: u32, item: &str) -> Result<usize, Refusal> {
    if list.get(position(index)).is_some_and(|criterion| criterion.item == item) {
        return Ok(position(index));
    }
    let mut places = list.iter().enumerate().filter(|(_, criterion)| criterion.item == item).map(|(at, _)| at);
    match (places.next(), places.next()) {
        (Some(at), None) => Ok(at),
        _ => Err(refuse(RefusalCode::Stale, Text::with(texts::CRITERION_GONE, [("item", item.to_owned())]))
            .about_field("criteria")),
    }
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{Criterion, CriterionEdit as Edit, RefusalCode};

    fn list(items: &str) -> Vec<Criterion> {
        let read =
            |word: &str| Criterion { item: word.trim_start_matches('+').to_owned(), checked: word.starts_with('+') };
        items.split_whitespace().map(read).collect()
    }

    #[test]
    fn edits_find_what_the_person_saw() {
        let item = |item: &str| item.to_owned();
        let cases = [
            ("a b", Edit::Check { index: 1, item: item("b"), checked: true }, Ok("a +b")),
            ("b a", Edit::Check { index: 1, item: item("b"), checked: true }, Ok("+b a")),
            ("+a b", Edit::Check { index: 0, item: item("a"), checked: false }, Ok("a b")),
            ("b b", Edit::Check { index: 1, item: item("b"), checked: true }, Ok("b +b")),
            ("a b b", Edit::Check { index: 0, item: item("b"), checked: true }, Err(RefusalCode::Stale)),
            ("a", Edit::Check { index: 0, item: item("gone"), checked: true }, Err(RefusalCode::Stale)),
            ("", Edit::Remove { index: 0, item: item("a") }, Err(RefusalCode::Stale)),
            ("a b", Edit::Add { index: 1, item: item(" c ") }, Ok("a c b")),
            ("a b", Edit::Add { index: 99, item: item("c") }, Ok("a b c")),
            ("a", Edit::Add { index: 0, item: item("  ") }, Err(RefusalCode::BadValue)),
            ("+a b", Edit::Reword { index: 0, item: item("a"), to: item("z") }, Ok("+z b")),
            ("a", Edit::Reword { index: 0, item: item("a"), to: item("") }, Err(RefusalCode::BadValue)),
            ("a b c", Edit::Move { index: 0, item: item("a"), to: 2 }, Ok("b c a")),
            ("a b c", Edit::Move { index: 2, item: item("c"), to: 0 }, Ok("c a b")),
            ("a b c", Edit::Move { index: 0, item: item("a"), to: 99 }, Ok("b c a")),
            ("a b", Edit::Remove { index: 0, item: item("a") }, Ok("b")),
        ];
        for (before, edit, wanted) in cases {
            let found = super::edit(&list(before), &edit).map_err(|refusal| refusal.code);
            assert_eq!(found, wanted.map(list), "{before} {edit:?}");
        }
    }
}
