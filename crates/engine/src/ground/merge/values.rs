//! Merges three versions of a record's values by keys.
//!
//! Invariant: a change of only one side is applied. A difference that no rule resolves is a
//! conflict, for which the caller chooses the value.

use std::cmp::Ordering;

use handoff_format::Value;
use serde_json::{Map, Number};

use crate::ground::hours::round_hours;
use crate::ground::merge::list;
use crate::ground::merge::rules;
use crate::ground::merge::rules::{Kind, Rule};
use crate::ground::merge::text;

/// The version whose value is used for conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favor {
    /// This side.
    Ours,
    /// The common ancestor.
    Base,
    /// The other side.
    Theirs,
}

/// The state of a merge.
struct Merger {
    kind: Kind,
    favor: Favor,
    /// Whether the other side is an older version, which this side goes back to: sums may decrease.
    is_revert: bool,
    /// Whether this side wrote the record last.
    ours_is_last: bool,
    /// The keys from the root to the current value.
    path: Vec<String>,
    /// Paths of the conflicts.
    conflicts: Vec<Vec<String>>,
}

/// Merges three versions of a record.
pub fn merge(kind: Kind, favor: Favor, base: &Value, ours: &Value, theirs: &Value) -> (Value, Vec<Vec<String>>) {
    if let Some(first) = rules::first_answered(kind, ours, theirs) {
        return (first.clone(), Vec::new());
    }
    let ours_is_last = match rules::stamp(ours).cmp(&rules::stamp(theirs)) {
        Ordering::Less => false,
        Ordering::Greater => true,
        // The result must not depend on which side is ours.
        Ordering::Equal => reads_later(ours, theirs),
    };
    Merger { kind, favor, is_revert: false, ours_is_last, path: Vec::new(), conflicts: Vec::new() }
        .run(base, ours, theirs)
}

/// Takes the change from `before` to `after` back from the current version of a record.
pub(crate) fn revert(
    kind: Kind,
    favor: Favor,
    (before, after): (&Value, &Value),
    current: &Value,
) -> (Value, Vec<Vec<String>>) {
    let merger = Merger { kind, favor, is_revert: true, ours_is_last: true, path: Vec::new(), conflicts: Vec::new() };
    merger.run(after, current, before)
}

impl Merger {
    fn run(mut self, base: &Value, ours: &Value, theirs: &Value) -> (Value, Vec<Vec<String>>) {
        let value = self.value(Some(base), Some(ours), Some(theirs)).unwrap_or_default();
        (value, self.conflicts)
    }

    /// Merges a value of any type. Returns `None` if it is removed.
    fn value(&mut self, base: Option<&Value>, ours: Option<&Value>, theirs: Option<&Value>) -> Option<Value> {
        if is_same(ours, theirs) || is_same(base, theirs) {
            return ours.cloned();
        }
        if is_same(base, ours) {
            return theirs.cloned();
        }
        let rule = self.kind.rule(&self.path);
        if self.is_revert
            && let Some(reverted) = self.take_back(rule, base, ours, theirs)
        {
            return Some(reverted).filter(|value| theirs.is_some() || !is_empty(value));
        }
        match (rule, ours, theirs) {
            (Rule::Last, ..) => if self.ours_is_last { ours } else { theirs }.cloned(),
            (Rule::Ours, ..) => ours.cloned(),
            (Rule::Later | Rule::Earlier, Some(ours), Some(theirs)) => {
                self.time(rule == Rule::Later, base, ours, theirs)
            }
            (Rule::Later | Rule::Earlier, ours, theirs) => ours.or(theirs).cloned(),
            (_, Some(Value::Object(ours)), Some(Value::Object(theirs))) => Some(self.table(base, ours, theirs)),
            (_, Some(Value::Array(ours)), Some(Value::Array(theirs))) => {
                let base = base.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                let name = self.key().to_owned();
                let element = |label: &str, base: Option<&Value>, ours: Option<&Value>, theirs: Option<&Value>| {
                    self.element(label, base, ours, theirs)
                };
                Some(Value::Array(list::merge(&name, (base, ours, theirs), element)))
            }
            (_, Some(Value::String(ours_text)), Some(Value::String(theirs_text))) => {
                let base_text = base.and_then(Value::as_str).unwrap_or_default();
                let merged = text::merge_text(base_text, ours_text, theirs_text, rule == Rule::Notes);
                merged.map(Value::String).or_else(|| self.conflict(base, ours, theirs))
            }
            (Rule::Sum, Some(ours_value), Some(theirs_value)) => {
                sum(base, ours_value, theirs_value).or_else(|| self.conflict(base, ours, theirs))
            }
            _ => self.conflict(base, ours, theirs),
        }
    }

    /// Takes a change from `before` to `after` back from a value that has changed since: from notes,
    /// numbers of hours, lists and tables, which may be absent. Returns `None` if it cannot.
    fn take_back(
        &mut self,
        rule: Rule,
        after: Option<&Value>,
        now: Option<&Value>,
        before: Option<&Value>,
    ) -> Option<Value> {
        let empty = |value: &Value| match value {
            Value::Array(_) => Some(Value::Array(Vec::new())),
            Value::Object(_) => Some(Value::Object(Map::new())),
            _ => None,
        };
        match (rule, now, before) {
            (Rule::Notes, Some(Value::String(now)), _) => {
                let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
                text::take_back(&text(before), &text(after), now).map(Value::String)
            }
            (Rule::Sum, Some(now), _) => take_back_sum(before, after, now),
            (Rule::Ask, Some(now), _) if self.kind == Kind::Task && self.key() == "remaining_hours" => {
                take_back_sum(before, after, now)
            }
            (_, Some(now), None) => {
                let before = empty(now)?;
                after.filter(|after| empty(after).as_ref() == Some(&before))?;
                self.value(after, Some(now), Some(&before))
            }
            (_, None, Some(before)) => {
                let now = empty(before)?;
                after.filter(|after| empty(after).as_ref() == Some(&now))?;
                self.value(after, Some(&now), Some(before))
            }
            _ => None,
        }
    }

    /// Merges the value at a key, or an element of a list by its name.
    fn below(
        &mut self,
        name: &str,
        base: Option<&Value>,
        ours: Option<&Value>,
        theirs: Option<&Value>,
    ) -> Option<Value> {
        self.at(name, |merge| merge.value(base, ours, theirs))
    }

    /// Runs a part of the merge for the value at a key, or an element of a list by its name.
    fn at<T>(&mut self, name: &str, run: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(name.to_owned());
        let merged = run(self);
        self.path.pop();
        merged
    }

    /// Merges an element of a list. A revert removes or restores it as a whole, or not at all.
    fn element(
        &mut self,
        name: &str,
        base: Option<&Value>,
        ours: Option<&Value>,
        theirs: Option<&Value>,
    ) -> Option<Value> {
        let is_changed = !is_same(ours, theirs) && !is_same(base, theirs) && !is_same(base, ours);
        if self.is_revert && is_changed && (ours.is_none() || theirs.is_none()) {
            return self.at(name, |merge| merge.conflict(base, ours, theirs));
        }
        self.below(name, base, ours, theirs)
    }

    /// Returns the current key.
    fn key(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    /// Records a conflict and returns the value to use.
    fn conflict(&mut self, base: Option<&Value>, ours: Option<&Value>, theirs: Option<&Value>) -> Option<Value> {
        self.conflicts.push(self.path.clone());
        let value = match self.favor {
            Favor::Ours => ours,
            Favor::Base => base,
            Favor::Theirs => theirs,
        };
        value.cloned()
    }

    /// Merges two times by [`Rule::Later`] or [`Rule::Earlier`].
    fn time(&mut self, later: bool, base: Option<&Value>, ours: &Value, theirs: &Value) -> Option<Value> {
        match (rules::time(ours), rules::time(theirs)) {
            (Some(ours_at), Some(theirs_at)) => {
                let takes_ours =
                    if ours_at == theirs_at { reads_later(ours, theirs) } else { (ours_at > theirs_at) == later };
                Some(if takes_ours { ours } else { theirs }.clone())
            }
            _ => self.conflict(base, Some(ours), Some(theirs)),
        }
    }

    /// Merges two tables. Keys have the order of this side; each key of only the other side follows
    /// its predecessor there.
    fn table(&mut self, base: Option<&Value>, ours: &Map<String, Value>, theirs: &Map<String, Value>) -> Value {
        let mut keys: Vec<&String> = ours.keys().collect();
        let mut position = 0;
        for key in theirs.keys() {
            if let Some(index) = keys.iter().position(|other| *other == key) {
                position = index + 1;
            } else {
                keys.insert(position, key);
                position += 1;
            }
        }
        let remaining = self.remaining_hours(base, ours, theirs);
        let mut merged = Map::new();
        for key in keys {
            let default = rules::default_of(key);
            let hours = remaining.as_ref().filter(|_| key == "remaining_hours");
            let default = default.as_ref();
            let old = base.and_then(|base| base.get(key)).or(default);
            let sides = (ours.get(key).or(default), theirs.get(key).or(default));
            let value = hours.cloned().or_else(|| self.below(key, old, sides.0, sides.1));
            if let Some(value) = value {
                merged.insert(key.clone(), value);
            }
        }
        Value::Object(merged)
    }

    /// Returns the remaining hours if both sides only logged hours and changed nothing else of the
    /// hours.
    fn remaining_hours(
        &self,
        base: Option<&Value>,
        ours: &Map<String, Value>,
        theirs: &Map<String, Value>,
    ) -> Option<Value> {
        if self.kind != Kind::Task || self.path != ["schedule"] {
            return None;
        }
        let actual = |table: &Value| table.get("actual_hours").and_then(Value::as_f64).unwrap_or(0.0);
        let remaining = |table: &Value| table.get("remaining_hours").and_then(Value::as_f64);
        let old = base?;
        let logged = |side: &Map<String, Value>| {
            let side = Value::Object(side.clone());
            let hours = actual(&side) - actual(old);
            let expected = (remaining(old)? - hours).max(0.0);
            (hours > 0.0 && (remaining(&side)? - expected).abs() < 1e-6).then_some(hours)
        };
        let hours = remaining(old)? - logged(ours)? - logged(theirs)?;
        Number::from_f64(round_hours(hours).max(0.0)).map(Value::Number)
    }
}

/// Breaks ties between two values, independently of which side is ours.
fn reads_later(one: &Value, other: &Value) -> bool {
    let (one, other) = (one.to_string(), other.to_string());
    one >= other
}

/// Returns the base plus the increases of both sides, or `None` if one of them has decreased it.
fn sum(base: Option<&Value>, ours: &Value, theirs: &Value) -> Option<Value> {
    let before = base.unwrap_or(&Value::Null);
    if let (Some(ours), Some(theirs)) = (ours.as_u64(), theirs.as_u64())
        && (base.is_none() || before.is_u64())
    {
        let before = before.as_u64().unwrap_or(0);
        let (ours_added, theirs_added) = (ours.checked_sub(before)?, theirs.checked_sub(before)?);
        return before.checked_add(ours_added)?.checked_add(theirs_added).map(Value::from);
    }
    let before = if base.is_none() { 0.0 } else { before.as_f64()? };
    let (ours, theirs) = (ours.as_f64()?, theirs.as_f64()?);
    (ours >= before && theirs >= before)
        .then(|| Number::from_f64(round_hours(ours + theirs - before)).map(Value::Number))
        .flatten()
}

/// Takes the difference from `before` to `after` back from a number. Returns `None` for other values,
/// and if the result were negative.
fn take_back_sum(before: Option<&Value>, after: Option<&Value>, now: &Value) -> Option<Value> {
    let number = |value: Option<&Value>| value.map_or(Some(0.0), Value::as_f64);
    let result = now.as_f64()? - number(after)? + number(before)?;
    let rounded = round_hours(result);
    let count = |value: Option<&Value>| value.map_or(Some(0), Value::as_u64);
    if let (Some(now), Some(after), Some(before)) = (now.as_u64(), count(after), count(before)) {
        return now.checked_add(before)?.checked_sub(after).map(Value::from);
    }
    (rounded >= 0.0).then(|| Number::from_f64(rounded).map(Value::Number)).flatten()
}

/// Returns true if an absent key means the same.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.is_empty(),
        Value::Object(table) => table.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Number(number) => number.as_f64() == Some(0.0),
        _ => false,
    }
}

/// Returns true if two values are equal. Numbers are compared by value, so that 4 equals 4.0.
pub(super) fn is_same(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (Some(Value::Number(one)), Some(Value::Number(other))) => one == other || one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn increases_of_both_sides_are_added() {
        for (base, ours, theirs, expected) in [
            (json!(3), json!(5), json!(4), Some(json!(6))),
            (json!(0), json!(2), json!(7), Some(json!(9))),
            (json!(1.5), json!(2.5), json!(2.0), Some(json!(3.0))),
            (json!(3), json!(2), json!(4), None),
            (json!(3), json!(4), json!(2), None),
            (json!(1.5), json!(1.0), json!(2.0), None),
            (json!("3"), json!(4), json!(5), None),
            (json!(1), json!(u64::MAX), json!(3), None),
        ] {
            assert_eq!(sum(Some(&base), &ours, &theirs), expected, "{base} {ours} {theirs}");
        }
        assert_eq!(sum(None, &json!(2), &json!(3)), Some(json!(5)));
    }

    #[test]
    fn hours_that_were_logged_first_leave_no_key_when_they_are_taken_back() {
        let hours = |hours: f64| json!({"schedule": {"actual_hours": hours}});
        let before = json!({"schedule": {}});
        let revert = |now: &Value| revert(Kind::Task, Favor::Base, (&before, &hours(2.0)), now).0;
        assert_eq!(revert(&hours(2.5)), hours(0.5));
        let gone = revert(&json!({"schedule": {"actual_hours": 2.0, "estimate_hours": 3}}));
        assert_eq!(gone, json!({"schedule": {"estimate_hours": 3}}));
    }

    #[test]
    fn change_is_taken_back_from_a_value_that_has_changed_since() {
        let remaining = |hours: f64| json!({"schedule": {"remaining_hours": hours}});
        let notes = |notes: &str| json!({ "notes": notes });
        for (before, after, now, expected) in [
            (remaining(5.0), remaining(3.0), remaining(1.0), remaining(3.0)),
            (json!({}), notes("A"), notes("A\n\nB"), notes("B")),
            // An editor has ended the last line; nothing is left.
            (json!({}), notes("A"), notes("A\n"), json!({})),
        ] {
            let reverted = revert(Kind::Task, Favor::Base, (&before, &after), &now);
            assert_eq!(reverted, (expected, Vec::new()), "{before} {after} {now}");
        }
    }
}
