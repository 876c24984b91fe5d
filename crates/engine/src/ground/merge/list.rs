//! Merges three versions of a list by elements.
//!
//! Invariant: additions of either side are kept. An element that one side removed and the other did
//! not change is removed. An element that both sides changed is merged as a value.

use std::collections::BTreeMap;

use handoff_format::Value;

use crate::ground::merge::rules;

/// The origin of an element of the result, with its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// In the base.
    Base(usize),
    /// Added by this side, and possibly by the other side too.
    Ours(usize),
    /// Added by the other side only.
    Theirs(usize),
}

/// Merges three versions of the list with a name. `merge_element` merges the versions of an element,
/// which is labelled as in reports of conflicts.
pub(super) fn merge(
    name: &str,
    (base, ours, theirs): (&[Value], &[Value], &[Value]),
    mut merge_element: impl FnMut(&str, Option<&Value>, Option<&Value>, Option<&Value>) -> Option<Value>,
) -> Vec<Value> {
    let (from_ours, from_theirs) = (partners(name, base, ours), partners(name, base, theirs));
    let added_by_both = added_pairs(name, (ours, &from_ours), (theirs, &from_theirs));
    let sources = |new: fn(usize) -> Source, partners: &[Option<usize>]| -> Vec<Source> {
        partners.iter().enumerate().map(|(at, old)| old.map_or(new(at), Source::Base)).collect()
    };
    let ours_order = sources(Source::Ours, &from_ours);
    let mut theirs_order = sources(Source::Theirs, &from_theirs);
    for source in &mut theirs_order {
        if let Source::Theirs(at) = *source
            && let Some(pair) = added_by_both.iter().find(|(_, theirs)| *theirs == at)
        {
            *source = Source::Ours(pair.0);
        }
    }
    let index_in = |partners: &[Option<usize>], old: usize| partners.iter().position(|partner| *partner == Some(old));
    let mut elements = Vec::new();
    for source in interleave(&ours_order, &theirs_order) {
        let (old, our, their) = match source {
            Source::Base(old) => {
                let (our, their) = (index_in(&from_ours, old), index_in(&from_theirs, old));
                (base.get(old), our.and_then(|at| ours.get(at)), their.and_then(|at| theirs.get(at)))
            }
            Source::Ours(at) => {
                let counterpart = added_by_both
                    .iter()
                    .find(|(ours, _)| *ours == at)
                    .and_then(|(_, theirs_at)| theirs.get(*theirs_at));
                (None, ours.get(at), counterpart)
            }
            Source::Theirs(at) => (None, None, theirs.get(at)),
        };
        elements.extend(merge_element(&label(name, old.or(our).or(their)), old, our, their));
    }
    elements
}

/// Returns the label of an element in reports of conflicts.
fn label(list: &str, element: Option<&Value>) -> String {
    let identity = element.map(|element| rules::identity(list, element)).unwrap_or_default();
    identity.trim_matches('"').chars().take(60).collect()
}

/// Returns for each element of a side the index of its counterpart in the base: an equal one, or
/// else one with the same identity, or else a reworded one.
fn partners(list: &str, base: &[Value], side: &[Value]) -> Vec<Option<usize>> {
    let mut partners: Vec<Option<usize>> = vec![None; side.len()];
    let mut free: Vec<bool> = vec![true; base.len()];
    let texts = |values: &[Value], by: &dyn Fn(&Value) -> String| values.iter().map(by).collect::<Vec<String>>();
    let equal: &dyn Fn(&Value) -> String = &Value::to_string;
    let alike: &dyn Fn(&Value) -> String = &|element| rules::identity(list, element);
    for by in [equal, alike] {
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, text) in texts(base, by).into_iter().enumerate().rev() {
            if free.get(at) == Some(&true) {
                places.entry(text).or_default().push(at);
            }
        }
        for (partner, text) in partners.iter_mut().zip(texts(side, by)) {
            if partner.is_none()
                && let Some(at) = places.get_mut(&text).and_then(Vec::pop)
                && let Some(free) = free.get_mut(at)
            {
                *partner = Some(at);
                *free = false;
            }
        }
    }
    for (partner, element) in partners.iter_mut().zip(side).filter(|(partner, _)| partner.is_none()) {
        let is_reworded =
            |(at, old): &(usize, &Value)| free.get(*at) == Some(&true) && rules::is_reworded(list, old, element);
        *partner = base.iter().enumerate().find(is_reworded).map(|(at, _)| at);
        if let Some(free) = partner.and_then(|at| free.get_mut(at)) {
            *free = false;
        }
    }
    partners
}

/// Returns the index pairs of elements that both sides have added.
fn added_pairs(
    list: &str,
    ours: (&[Value], &[Option<usize>]),
    theirs: (&[Value], &[Option<usize>]),
) -> Vec<(usize, usize)> {
    let added = |(values, partners): (&[Value], &[Option<usize>])| -> Vec<(usize, String)> {
        let new = values.iter().zip(partners).enumerate().filter(|(_, (_, partner))| partner.is_none());
        new.map(|(at, (value, _))| (at, rules::identity(list, value))).collect()
    };
    let mut theirs = added(theirs);
    let mut pairs = Vec::new();
    for (at, name) in added(ours) {
        if let Some(index) = theirs.iter().position(|(_, other)| *other == name) {
            pairs.push((at, theirs.remove(index).0));
        }
    }
    pairs
}

/// Combines the orders of two sides. The side that has reordered elements of the base determines
/// the order. Each other element of the other side follows its predecessor there.
fn interleave(ours: &[Source], theirs: &[Source]) -> Vec<Source> {
    let old: Vec<&Source> = ours.iter().filter(|source| matches!(source, Source::Base(_))).collect();
    let (first, second) = if old.is_sorted() { (theirs, ours) } else { (ours, theirs) };
    let mut order = first.to_vec();
    let mut position = 0;
    for source in second {
        if let Some(index) = order.iter().position(|other| other == source) {
            position = index + 1;
        } else {
            order.insert(position, *source);
            position += 1;
        }
    }
    order
}
