//! Changes keys of a front matter and keeps the lines of all other keys.

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};
use serde_json::Map;

use super::{FrontMatter, parse, to_yaml};
use crate::finding::ParseError;
use crate::{Value, texts};

/// Sets top-level keys. A changed key keeps its place; a new one is added at the end. Comments
/// inside the value of a changed key are lost. Fails if the result would not have exactly these
/// values, as in a front matter that is one flow mapping.
pub(crate) fn set_keys(yaml: &str, changes: &[(String, Value)]) -> Result<String, ParseError> {
    let front = parse(yaml, 0)?;
    let mut expected = front.values.clone();
    let mut replaced: Vec<(Range<usize>, String)> = Vec::new();
    let mut added = String::new();
    for (key, value) in changes {
        if front.values.get(key) == Some(value) {
            continue;
        }
        expected.insert(key.clone(), value.clone());
        let lines = to_yaml(&Map::from_iter([(key.clone(), value.clone())]));
        match key_lines(yaml, &front, key) {
            Some(range) => replaced.push((range, lines)),
            None => added.push_str(&lines),
        }
    }
    replaced.sort_by_key(|(range, _)| range.start);
    let mut edited = String::with_capacity(yaml.len());
    let mut at = 0;
    for (range, lines) in replaced {
        edited.push_str(yaml.get(at..range.start).unwrap_or_default());
        edited.push_str(&lines);
        at = range.end;
    }
    edited.push_str(yaml.get(at..).unwrap_or_default());
    if !added.is_empty() && !edited.is_empty() && !edited.ends_with('\n') {
        edited.push('\n');
    }
    edited.push_str(&added);
    if parse(&edited, 0).is_ok_and(|edited| edited.values == expected) {
        return Ok(edited);
    }
    Err(ParseError::new(ProblemCode::Syntax, 0..0, Text::plain(texts::YAML_FORM)))
}

/// Returns the lines of a key and its value, without the blank lines and comments after them.
fn key_lines(yaml: &str, front: &FrontMatter<'_>, key: &str) -> Option<Range<usize>> {
    let key_start = front.key_span(key)?.start;
    let start = yaml.get(..key_start)?.rfind('\n').map_or(0, |at| at + 1);
    let next = front.key_starts().filter(|at| *at > key_start).min().unwrap_or(yaml.len());
    let mut end = start;
    let mut at = start;
    for line in yaml.get(start..next)?.split_inclusive('\n') {
        at += line.len();
        if !line.trim().is_empty() && !line.starts_with('#') {
            end = at;
        }
    }
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::tests::any_value;
    use super::super::{parse, to_yaml};
    use super::set_keys;
    use crate::Value;

    fn set(yaml: &str, changes: &Value) -> Option<String> {
        let changes: Vec<_> = changes.as_object().unwrap().clone().into_iter().collect();
        set_keys(yaml, &changes).ok()
    }

    #[test]
    fn set_keys_keeps_all_other_lines() {
        for (yaml, changes, expected) in [
            ("a: 1\nb: 2\n", json!({"a": 3}), Some("a: 3\nb: 2\n")),
            ("a: 1 # x\n# y\n\nb:  2   # z\n", json!({"a": 3}), Some("a: 3\n# y\n\nb:  2   # z\n")),
            ("a:\n- x # y\n- z\n# w\nb: 2\n", json!({"a": []}), Some("a: []\n# w\nb: 2\n")),
            ("a: >\n  x\n\n  y\n\nb: 2\n", json!({"a": "z", "c": [1]}), Some("a: z\n\nb: 2\nc:\n- 1\n")),
            ("b: {x: 1,\n  y: 2}\r\na: 1\r\n", json!({"a": 2}), Some("b: {x: 1,\n  y: 2}\r\na: 2\n")),
            ("a: 1\na: 2\n", json!({"a": 3}), Some("a: 1\na: 3\n")),
            ("a: 01\n", json!({"a": 1}), Some("a: 01\n")),
            ("'a' : 1\n", json!({"a": 2}), Some("a: 2\n")),
            ("", json!({"a": 2}), Some("a: 2\n")),
            ("a: 1", json!({"b": 2}), Some("a: 1\nb: 2\n")),
            ("{a: 1, b: 2}\n", json!({"a": 3}), None),
            ("a: 1\n...\n", json!({"b": 3}), None),
            ("a: [\n", json!({"b": 3}), None),
        ] {
            assert_eq!(set(yaml, &changes).as_deref(), expected, "{yaml}");
        }
    }

    proptest! {
        #[test]
        fn set_keys_changes_only_these_keys(
            values in prop::collection::btree_map("[a-z]{1,6}", any_value(), 1..5),
            changes in prop::collection::btree_map("[a-z]{1,2}", any_value(), 1..3),
        ) {
            let value: Value = values.clone().into_iter().collect();
            let mut yaml = String::new();
            for (key, value) in value.as_object().unwrap() {
                yaml.push_str("# before ");
                yaml.push_str(key);
                yaml.push('\n');
                yaml.push_str(&to_yaml(&std::iter::once((key.clone(), value.clone())).collect()));
            }
            let changes: Vec<(String, Value)> = changes.into_iter().collect();
            let edited = set_keys(&yaml, &changes).map_err(|error| TestCaseError::fail(error.text.to_string()))?;
            let mut expected = value;
            for (key, value) in &changes {
                expected[key] = value.clone();
            }
            let parsed = parse(&edited, 0).map(|front| Value::Object(front.values)).ok();
            prop_assert_eq!(parsed, Some(expected));
            let has_line = |line: &str| edited.lines().any(|other| other == line);
            prop_assert!(yaml.lines().filter(|line| line.starts_with('#')).all(has_line), "{}", edited);
        }
    }
}
