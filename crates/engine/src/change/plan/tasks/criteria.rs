//! Edits of done criteria.
//!
//! Invariant: an edit changes the item that the person saw, or is refused. It never changes another
//! item at the same index.

use handoff_protocol::{
    Criterion, CriterionDetailPatch, CriterionEdit, CriterionSelection, Refusal, RefusalCode, Text,
};

use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules::one_line;
use crate::ground::texts;

/// Returns the criteria with the selected ones checked.
pub(crate) fn check(criteria: &[Criterion], selection: &CriterionSelection) -> Result<Vec<Criterion>, Refusal> {
    let mut list = criteria.to_vec();
    match selection {
        CriterionSelection::All {} => list.iter_mut().for_each(|criterion| criterion.checked = true),
        CriterionSelection::Named { items } => {
            for item in items {
                let text = full_text(criteria, item.trim())?;
                list.iter_mut().filter(|criterion| criterion.item == text).for_each(|found| found.checked = true);
            }
        }
    }
    Ok(list)
}

/// Returns the text of the criterion that has a text, or else of the only one that starts with it
/// (regardless of case).
fn full_text<'l>(criteria: &'l [Criterion], item: &str) -> Result<&'l str, Refusal> {
    let texts = || criteria.iter().map(|criterion| criterion.item.as_str());
    if let Some(text) = texts().find(|text| *text == item) {
        return Ok(text);
    }
    let start = item.to_lowercase();
    let mut matches: Vec<&str> = texts().filter(|text| text.to_lowercase().starts_with(&start)).collect();
    matches.dedup();
    let template = match matches.as_slice() {
        [text] if !start.is_empty() => return Ok(text),
        _ if criteria.is_empty() => texts::TASK_WITHOUT_CRITERIA,
        [] => texts::CRITERION_UNKNOWN,
        _ => texts::CRITERION_AMBIGUOUS,
    };
    let known: Vec<String> = texts().map(|text| format!("“{text}”")).collect();
    let text = Text::with(template, [("item", item.to_owned()), ("criteria", known.join(", "))]);
    Err(refuse(RefusalCode::BadValue, text).about_field("criteria"))
}

/// Returns the criteria after an edit.
pub(crate) fn edit(criteria: &[Criterion], edit: &CriterionEdit) -> Result<Vec<Criterion>, Refusal> {
    let mut list = criteria.to_vec();
    match edit {
        CriterionEdit::Check { index, item, checked } => {
            find_mut(&mut list, *index, item)?.checked = *checked;
        }
        CriterionEdit::Add { index, item } => {
            let to = position(*index).min(list.len());
            list.insert(to, Criterion { item: check_item(item)?, checked: false });
        }
        CriterionEdit::Reword { index, item, to } => {
            find_mut(&mut list, *index, item)?.item = check_item(to)?;
        }
        CriterionEdit::Move { index, item, to } => {
            let from = find(&list, *index, item)?;
            let moved = list.remove(from);
            let to = position(*to).min(list.len());
            list.insert(to, moved);
        }
        CriterionEdit::Remove { index, item } => {
            let from = find(&list, *index, item)?;
            list.remove(from);
        }
    }
    Ok(list)
}

/// Checks a change to what is stored beside a criterion.
pub(crate) fn check_detail(
    criteria: &[Criterion],
    detail: &CriterionDetailPatch,
) -> Result<CriterionDetailPatch, Refusal> {
    let item = full_text(criteria, detail.item.trim())?;
    for word in detail.command.iter().flatten() {
        one_line(word, "criteria")?;
    }
    let bad = |text| Err(refuse(RefusalCode::BadValue, Text::plain(text)).about_field("criteria"));
    if detail.command.as_ref().and_then(|words| words.first()).is_some_and(|program| program.trim().is_empty()) {
        return bad(texts::EMPTY_COMMAND);
    }
    if let Some(proof) = &detail.proof {
        if proof.target.trim().is_empty() {
            return bad(texts::EMPTY_PROOF);
        }
        one_line(proof.target.trim(), "criteria")?;
    }
    Ok(CriterionDetailPatch { item: item.to_owned(), ..detail.clone() })
}

/// Returns the trimmed text of a criterion. Refuses an empty one.
pub(crate) fn check_item(item: &str) -> Result<String, Refusal> {
    let item = item.trim();
    if item.is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::EMPTY_CRITERION)).about_field("criteria"));
    }
    Ok(item.to_owned())
}

fn position(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}

/// Returns the current index of an item: the given one, or the only other index with the same text.
fn find(list: &[Criterion], index: u32, item: &str) -> Result<usize, Refusal> {
    if list.get(position(index)).is_some_and(|criterion| criterion.item == item) {
        return Ok(position(index));
    }
    let mut matches = list.iter().enumerate().filter(|(_, criterion)| criterion.item == item).map(|(at, _)| at);
    match (matches.next(), matches.next()) {
        (Some(at), None) => Ok(at),
        _ => Err(item_changed(item)),
    }
}

/// Returns the item that [`find`] finds.
fn find_mut<'l>(list: &'l mut [Criterion], index: u32, item: &str) -> Result<&'l mut Criterion, Refusal> {
    let at = find(list, index, item)?;
    list.get_mut(at).ok_or_else(|| item_changed(item))
}

fn item_changed(item: &str) -> Refusal {
    let text = Text::with(texts::CRITERION_GONE, [("item", item.to_owned())]);
    refuse(RefusalCode::Stale, text).about_field("criteria")
}

#[cfg(test)]
mod tests {
    use handoff_protocol::{Criterion, CriterionEdit as Edit, CriterionSelection, RefusalCode};

    fn list(items: &str) -> Vec<Criterion> {
        let read =
            |word: &str| Criterion { item: word.trim_start_matches('+').to_owned(), checked: word.starts_with('+') };
        items.split_whitespace().map(read).collect()
    }

    #[test]
    fn edit_changes_the_item_that_the_person_saw_or_is_refused() {
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
        for (before, edit, expected) in cases {
            let after = super::edit(&list(before), &edit).map_err(|refusal| refusal.code);
            assert_eq!(after, expected.map(list), "{before} {edit:?}");
        }
    }
    #[test]
    fn criteria_are_checked_by_text_or_unique_start() {
        let cases: [(&str, &[&str], Result<&str, &str>); 8] = [
            ("one two", &["two"], Ok("one +two")),
            ("one two", &["ON", "two"], Ok("+one +two")),
            ("on one", &["on"], Ok("+on one")),
            ("one one", &["one"], Ok("+one +one")),
            ("+one", &["one"], Ok("+one")),
            ("one only", &["o"], Err("Several criteria start with “o”. The criteria are: “one”, “only”.")),
            ("one", &["two"], Err("There is no criterion “two”. The criteria are: “one”.")),
            ("", &["two"], Err("There is no criterion “two”, because the task has none.")),
        ];
        for (before, items, expected) in cases {
            let items = items.iter().map(|item| (*item).to_owned()).collect();
            let after = super::check(&list(before), &CriterionSelection::Named { items });
            let after = after.map_err(|refusal| refusal.text.to_string());
            assert_eq!(after, expected.map(list).map_err(str::to_owned), "{before}");
        }
        assert_eq!(super::check(&list("a +b"), &CriterionSelection::All {}), Ok(list("+a +b")));
    }
}
