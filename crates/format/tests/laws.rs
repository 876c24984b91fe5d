//! Properties that hold for every data file.

use crate::support::random::{self, Layout, Writer};
use handoff_format::{Container, DataFile, PathSegment, Value};
use proptest::prelude::*;

fn write(container: Container, layout: &Layout, value: &Value) -> Vec<u8> {
    match container {
        Container::Json => Writer::new(layout).json(value),
        Container::Toml => Writer::new(layout).toml(value),
    }
}

fn container() -> impl Strategy<Value = Container> {
    prop_oneof![Just(Container::Json), Just(Container::Toml)]
}

fn parse(container: Container, bytes: &[u8]) -> DataFile {
    DataFile::parse(container, bytes)
        .unwrap_or_else(|finding| panic!("{finding}: {:?}\n{}", finding.position, String::from_utf8_lossy(bytes)))
}

/// Returns the values and spans of a data file as text.
fn describe(data: &DataFile) -> String {
    format!("{data:?}")
}

/// Like `describe`, after rendering and parsing the data file again.
fn describe_reparsed(container: Container, data: &DataFile) -> String {
    describe(&parse(container, &data.render()))
}

/// Compares values, ignoring the order of keys and the type of numbers, since TOML separates the
/// entries of a table from its tables.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| is_same(value, other)))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| is_same(left, right))
        }
        (Value::Number(left), Value::Number(right)) => {
            left.as_f64().map(f64::to_bits) == right.as_f64().map(f64::to_bits)
        }
        _ => left == right,
    }
}

/// Collects the paths of everything inside a value.
fn collect_paths<'v>(value: &'v Value, path: &mut Vec<PathSegment<'v>>, paths: &mut Vec<Vec<PathSegment<'v>>>) {
    let mut visit = |segment, value: &'v Value| {
        path.push(segment);
        paths.push(path.clone());
        collect_paths(value, path, paths);
        path.pop();
    };
    match value {
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                visit(PathSegment::Index(index), value);
            }
        }
        Value::Object(table) => {
            for (key, value) in table {
                visit(PathSegment::Key(key), value);
            }
        }
        _ => {}
    }
}

fn lines_with_comments(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes).replace('\u{feff}', "");
    text.lines().filter(|line| line.trim_start().starts_with('#')).map(str::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parse_and_render_keep_every_byte(container in container(), value in random::root(), layout in random::layout()) {
        let bytes = write(container, &layout, &value);
        let data = parse(container, &bytes);
        prop_assert_eq!(data.render(), bytes.clone());
        prop_assert!(is_same(&data.root(), &value), "{}", String::from_utf8_lossy(&bytes));
        prop_assert_eq!(data.findings().len(), usize::from(layout.mark));
    }

    #[test]
    fn change_writes_what_is_read_back(container in container(), (old, new) in random::change(), layout in random::layout()) {
        let bytes = write(container, &layout, &old);
        let mut data = parse(container, &bytes);
        let before = data.root();
        match data.change(&before, &new, &[]) {
            Ok(()) => prop_assert!(
                is_same(&data.root(), &new),
                "{}\n=>\n{}\nshould hold {new}", String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&data.render())
            ),
            // Only inline tables with dotted keys cannot be edited in place.
            Err(finding) => {
                prop_assert_eq!(data.render(), bytes.clone());
                prop_assert!(container == Container::Toml, "{finding}");
            }
        }
        prop_assert_eq!(describe_reparsed(container, &data), describe(&data));
    }

    #[test]
    fn change_of_a_scalar_keeps_all_other_bytes(
        container in container(), value in random::root(), layout in random::layout(),
        place in any::<prop::sample::Index>(), text in random::text(),
    ) {
        let bytes = write(container, &layout, &value);
        let mut data = parse(container, &bytes);
        let root = data.root();
        let mut paths = Vec::new();
        collect_paths(&root, &mut Vec::new(), &mut paths);
        paths.retain(|path| !matches!(data.get(path), Some(Value::Array(_) | Value::Object(_))));
        if paths.is_empty() {
            return Ok(());
        }
        let path = place.get(&paths);
        let position = data.position(path).unwrap();
        let new = Value::String(text);
        data.set(path, &new).unwrap();
        prop_assert_eq!(data.get(path), Some(new));
        prop_assert_eq!(describe_reparsed(container, &data), describe(&data));
        let after = data.render();
        let (start, end) = (offset(&bytes, position.line, position.column), offset(&bytes, position.end_line, position.end_column));
        let tail = &bytes[end..];
        prop_assert_eq!(&after[..start], &bytes[..start]);
        prop_assert_eq!(&after[after.len() - tail.len()..], tail);
    }

    #[test]
    fn remove_keeps_all_other_values_and_comments(
        container in container(), value in random::root(), layout in random::layout(), place in any::<prop::sample::Index>(),
    ) {
        let bytes = write(container, &layout, &value);
        let mut data = parse(container, &bytes);
        let root = data.root();
        if root.as_object().unwrap().is_empty() {
            return Ok(());
        }
        let table = root.as_object().unwrap();
        let key = table.keys().nth(place.index(table.len())).unwrap().clone();
        data.remove(&[PathSegment::Key(&key)]).unwrap();
        let mut expected = root.clone();
        expected.as_object_mut().unwrap().shift_remove(&key);
        prop_assert!(is_same(&data.root(), &expected), "{}", String::from_utf8_lossy(&data.render()));
        if !root[&key].is_object() && !root[&key].is_array() {
            prop_assert_eq!(lines_with_comments(&data.render()), lines_with_comments(&bytes));
        }
    }

    #[test]
    fn set_of_a_new_key_keeps_all_other_lines(
        container in container(), value in random::root(), layout in random::layout(), new in random::value(),
    ) {
        let bytes = write(container, &layout, &value);
        let mut data = parse(container, &bytes);
        data.set(&[PathSegment::Key("brand-new")], &new).unwrap();
        let mut expected = value.clone();
        expected["brand-new"] = new;
        prop_assert!(is_same(&data.root(), &expected), "{}", String::from_utf8_lossy(&data.render()));
        data.remove(&[PathSegment::Key("brand-new")]).unwrap();
        prop_assert!(is_same(&data.root(), &value));
        prop_assert_eq!(lines_with_comments(&data.render()), lines_with_comments(&bytes));
    }

    #[test]
    fn parse_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for container in [Container::Json, Container::Toml] {
            if let Ok(data) = DataFile::parse(container, &bytes) {
                prop_assert_eq!(data.render(), bytes.clone());
            }
        }
    }

    #[test]
    fn parse_agrees_with_serde_json(text in "[\\[\\]{}:,\"0-9a-z.eE+\\- \n\\\\ut]{0,12}") {
        let ours = DataFile::parse(Container::Json, text.as_bytes());
        let theirs = serde_json::from_str::<serde_json::Map<String, Value>>(&text);
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?}", text);
    }

    #[test]
    fn parse_agrees_with_toml_edit(text in "([ab]{1,2}(\\.[ab]){0,2}( ?= ?(1|'x'|\\[1, ?2\\]|\\{ ?a = 1, b\\.a = 2 ?\\}|2026-01-01|inf))?\n|\\[[ab](\\.[ab]){0,2}\\]\n|\\[\\[[ab](\\.[ab]){0,1}\\]\\]\n|#c\n|\n){0,6}") {
        let ours = DataFile::parse(Container::Toml, text.as_bytes());
        let theirs = text.parse::<toml_edit::DocumentMut>();
        // `toml_edit` lets dotted keys extend the last table of a list, which TOML forbids.
        let lenient = text.contains("[[") && theirs.is_ok();
        prop_assert!(ours.is_ok() == theirs.is_ok() || lenient, "{text}\n{:?}\n{:?}", ours.err(), theirs.err());
    }
}

/// Returns the byte offset of a line and column.
fn offset(bytes: &[u8], line: u32, column: u32) -> usize {
    let text = std::str::from_utf8(bytes).unwrap();
    let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let text = &text[mark..];
    let start: usize = text.split_inclusive('\n').take(line as usize).map(str::len).sum();
    let mut units = 0;
    let mut at = start;
    for character in text[start..].chars() {
        if units >= column as usize {
            break;
        }
        units += character.len_utf16();
        at += character.len_utf8();
    }
    mark + at
}
