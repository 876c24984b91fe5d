//! Three versions of a list, merged element by element.
//!
//! Invariant: what either side has added stays, what one side has taken away and the other has not touched goes, and an element
//! that both have changed is merged as a value.

use std::collections::BTreeMap;

use handoff_format::Value;

use crate::merge::rules;
use crate::merge::values::Merger;

/// An element of the result, by where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// It was in the base.
    Base(usize),
    /// This side has added it, perhaps the other one as well.
    Ours(usize),
    /// The other side has added it.
    Theirs(usize),
}

/// Merges three versions of a list.
pub(super) fn merge(merger: &mut Merger, base: &[Value], ours: &[Value], theirs: &[Value]) -> Vec<Value> {
    let name = merger.key().to_owned();
    let (from_ours, from_theirs) = (partners(&name, base, ours), partners(&name, base, theirs));
    let added_by_both = twins(&name, (ours, &from_ours), (theirs, &from_theirs));
    let source = |new: fn(usize) -> Source, partners: &[Option<usize>]| -> Vec<Source> {
        partners.iter().enumerate().map(|(at, old)| old.map_or(new(at), Source::Base)).collect()
    };
    let ours_order = source(Source::Ours, &from_ours);
    let mut theirs_order = source(Source::Theirs, &from_theirs);
    for place in &mut theirs_order {
        if let Source::Theirs(at) = *place
            && let Some(twin) = added_by_both.iter().find(|(_, theirs)| *theirs == at)
        {
            *place = Source::Ours(twin.0);
        }
    }
    let place_in = |partners: &[Option<usize>], old: usize| partners.iter().position(|partner| *partner == Some(old));
    let mut elements = Vec::new();
    for source in woven(&ours_order, &theirs_order) {
        let (old, mine, yours) = match source {
            Source::Base(old) => {
                let (mine, yours) = (place_in(&from_ours, old), place_in(&from_theirs, old));
                (base.get(old), mine.and_then(|at| ours.get(at)), yours.and_then(|at| theirs.get(at)))
            }
            Source::Ours(at) => {
                let twin = added_by_both
                    .iter()
                    .find(|(ours, _)| *ours == at)
                    .and_then(|(_, theirs_at)| theirs.get(*theirs_at));
                (None, ours.get(at), twin)
            }
            Source::Theirs(at) => (None, None, theirs.get(at)),
        };
        elements.extend(merger.below(&shown(&name, old.or(mine).or(yours)), old, mine, yours));
    }
    elements
}

/// What an element is called where a conflict about it is told.
fn shown(list: &str, element: Option<&Value>) -> String {
    let words = element.map(|element| rules::identity(list, element)).unwrap_or_default();
    words.trim_matches('"').chars().take(60).collect()
}

/// For each element of a side, the element of the base that it is: an equal one, else one of the same identity, else one
/// that says nearly the same.
fn partners(list: &str, base: &[Value], side: &[Value]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; side.len()];
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
        for (partner, text) in found.iter_mut().zip(texts(side, by)) {
            if partner.is_none()
                && let Some(at) = places.get_mut(&text).and_then(Vec::pop)
                && let Some(free) = free.get_mut(at)
            {
                *partner = Some(at);
                *free = false;
            }
        }
    }
    for (partner, element) in found.iter_mut().zip(side).filter(|(partner, _)| partner.is_none()) {
        let is_it =
            |(at, old): &(usize, &Value)| free.get(*at) == Some(&true) && rules::is_reworded(list, old, element);
        *partner = base.iter().enumerate().find(is_it).map(|(at, _)| at);
        if let Some(free) = partner.and_then(|at| free.get_mut(at)) {
            *free = false;
        }
    }
    found
}

/// The elements that both sides have added.
fn twins(list: &str, ours: (&[Value], &[Option<usize>]), theirs: (&[Value], &[Option<usize>])) -> Vec<(usize, usize)> {
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

/// One order of what two sides have: that of the side which has put old elements into another order, the other one's elements each
/// behind the one that stands before it there.
fn woven(ours: &[Source], theirs: &[Source]) -> Vec<Source> {
    let old: Vec<&Source> = ours.iter().filter(|source| matches!(source, Source::Base(_))).collect();
    let (frame, other) = if old.is_sorted() { (theirs, ours) } else { (ours, theirs) };
    let mut order = frame.to_vec();
    let mut place = 0;
    for source in other {
        if let Some(known) = order.iter().position(|known| known == source) {
            place = known + 1;
        } else {
            order.insert(place, *source);
            place += 1;
        }
    }
    order
}
