//! Properties of every merge.

use handoff_agent::merge::{Marks, Merge, Versions, merge};
use handoff_format::{DataFile, Value};
use proptest::prelude::*;
use serde_json::json;

use super::{MARKS, SESSION, TASK, TOML_TASK, container_of, file, merge_texts, text};

/// Any value that both containers can hold.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        "[a-c]{0,2}".prop_map(Value::from),
        (0..4_i64).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[p-r]", inner, 0..3).prop_map(|table| json!(table)),
        ]
    })
}

fn any_task() -> impl Strategy<Value = Value> {
    let criterion = ("[a-d]", any::<bool>()).prop_map(|(item, checked)| json!({"item": item, "checked": checked}));
    let note = prop::collection::vec("[m-p]{1,3}", 0..4).prop_map(|lines| lines.join("\n"));
    (
        "[t-v]",
        prop::option::of(note),
        prop::collection::vec("[a-e]", 0..4),
        prop::collection::vec(criterion, 0..4),
        prop::option::of(0..5_u32),
        prop::option::of(any_value()),
    )
        .prop_map(|(title, notes, labels, criteria, order, other)| {
            let mut task = json!({"title": title});
            let mut put = |key: &str, value: Value| {
                task.as_object_mut().unwrap().insert(key.to_owned(), value);
            };
            if let Some(notes) = notes {
                put("notes", notes.into());
            }
            if !labels.is_empty() {
                put("labels", labels.into());
            }
            if !criteria.is_empty() {
                put("done_criteria", criteria.into());
            }
            if let Some(order) = order {
                put("order", order.into());
            }
            if let Some(other) = other {
                put("x_other", other);
            }
            task
        })
}

/// Returns a value with its lists sorted.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(elements) => {
            let mut elements: Vec<Value> = elements.iter().map(sorted).collect();
            elements.sort_by_key(Value::to_string);
            Value::Array(elements)
        }
        Value::Object(table) => table.iter().map(|(key, value)| (key.clone(), sorted(value))).collect(),
        other => other.clone(),
    }
}

proptest! {
    #[test]
    fn unchanged_side_takes_the_other_side(base in any_task(), other in any_task(), toml in any::<bool>()) {
        let path = if toml { TOML_TASK } else { TASK };
        let (base, other) = (file(path, &base), file(path, &other));
        // The same values in other bytes, so that the values are merged.
        let spaced = if toml { format!("# first\n{base}") } else { format!("{base}\n\n") };
        for (ours, theirs, expected) in [(&base, &other, &other), (&other, &base, &other), (&other, &other, &other)] {
            let actual = merge_texts(path, &base, ours, theirs);
            prop_assert_eq!((text(&actual), actual.conflicts.len()), (expected.as_str(), 0));
        }
        let container = container_of(path);
        let root = |bytes: &[u8]| DataFile::parse(container, bytes).unwrap().root();
        for (ours, theirs) in [(&spaced, &other), (&other, &spaced)] {
            let actual = merge_texts(path, &base, ours, theirs);
            if actual.conflicts.is_empty() {
                prop_assert_eq!(root(&actual.bytes), root(other.as_bytes()));
            } else {
                prop_assert_eq!(&actual.conflicts, &["the text".to_owned()], "a comment on differing lines");
            }
        }
    }

    #[test]
    fn merge_is_symmetric(base in any_task(), one in any_task(), other in any_task(), toml in any::<bool>()) {
        let path = if toml { TOML_TASK } else { TASK };
        let (base, one, other) = (file(path, &base), file(path, &one), file(path, &other));
        let (forward, back) = (merge_texts(path, &base, &one, &other), merge_texts(path, &base, &other, &one));
        let keys = |merge: &Merge| { let mut keys = merge.conflicts.clone(); keys.sort(); keys };
        let answer = [keys(&forward), keys(&back)];
        // Whether an element can be added depends on how each side has formatted the list.
        if answer.iter().flatten().any(|key| key == "the text") {
            return Ok(());
        }
        prop_assert_eq!(&answer[0], &answer[1]);
        if forward.conflicts.is_empty() {
            let container = container_of(path);
            let root = |merge: &Merge| {
                let mut root = DataFile::parse(container, &merge.bytes).unwrap().root();
                if let Some(notes) = root.get("notes").and_then(Value::as_str).map(|notes| notes.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()) {
                    root["notes"] = notes.into();
                }
                sorted(&root)
            };
            prop_assert_eq!(root(&forward), root(&back));
        }
    }

    #[test]
    fn merge_keeps_additions_of_both_sides(base in any_task(), one in any_task(), other in any_task(), toml in any::<bool>()) {
        let path = if toml { TOML_TASK } else { TASK };
        let actual = merge_texts(path, &file(path, &base), &file(path, &one), &file(path, &other));
        let labels = |task: &Value| task["labels"].as_array().cloned().unwrap_or_default();
        for side in [&one, &other] {
            for label in labels(side) {
                if !labels(&base).contains(&label) {
                    prop_assert!(text(&actual).contains(&label.to_string()), "{} in {}", label, text(&actual));
                }
            }
            if side["title"] != base["title"] {
                prop_assert!(text(&actual).contains(&side["title"].to_string()));
            }
        }
    }

    #[test]
    fn merge_accepts_arbitrary_bytes(
        base in any_task(),
        damage in prop::collection::vec((0..3_usize, any::<prop::sample::Index>(), any::<u8>()), 0..6),
        toml in any::<bool>(),
        size in 0..9_usize,
    ) {
        let path = if toml { TOML_TASK } else { SESSION };
        let whole = file(path, &base).into_bytes();
        let mut sides = [whole.clone(), whole.clone(), whole];
        for (side, at, byte) in damage {
            let side = &mut sides[side];
            if !side.is_empty() {
                let at = at.index(side.len());
                if byte.is_multiple_of(3) { side.truncate(at) } else { side[at] = byte }
            }
        }
        let [base, ours, theirs] = &sides;
        let actual = merge(path, Versions { base, ours, theirs }, Marks { size, ..MARKS });
        let container = container_of(path);
        if actual.conflicts.is_empty() && DataFile::parse(container, ours).is_ok() && DataFile::parse(container, theirs).is_ok() {
            prop_assert!(DataFile::parse(container, &actual.bytes).is_ok(), "{}", String::from_utf8_lossy(&actual.bytes));
        }
    }
}
