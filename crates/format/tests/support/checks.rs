//! Properties that hold for any input. The fuzz targets in `fuzz/` and a short test in this crate
//! check them.

use handoff_format::{
    Container, DataFile, Page, PathSegment, Value, check_id, check_path, classify, folder_matches_id, is_content,
    is_date, new_baseline, parse_task_folder, read_authority, read_baseline, read_config, read_memory, read_page,
    read_referral, read_session, read_task, read_timer_request, read_timer_state, referral_slug, session_slug,
    task_folder_name, task_slug, write_page, write_task,
};
use handoff_protocol::{
    Action, Answer, Capabilities, Command, Context, Criterion, Event, FileState, Layout, Priority, ProblemCode, Query,
    Status,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The folder of a corpus, and the check of its inputs.
pub type Target = (&'static str, fn(&[u8]));

/// All checks.
pub const TARGETS: [Target; 7] = [
    ("json", json),
    ("toml", toml),
    ("change", change),
    ("records", records),
    ("page", page),
    ("names", names),
    ("messages", messages),
];

/// JSON is kept byte by byte, and is accepted exactly if `serde_json` accepts it.
pub fn json(bytes: &[u8]) {
    let ours = DataFile::parse(Container::Json, bytes);
    let theirs = serde_json::from_slice::<serde_json::Map<String, Value>>(bytes);
    let marked = bytes.starts_with(b"\xef\xbb\xbf");
    assert!(marked || ours.is_ok() == theirs.is_ok(), "{ours:?} {theirs:?}");
    check_document(ours.ok(), bytes);
}

/// TOML is kept byte by byte.
pub fn toml(bytes: &[u8]) {
    check_document(DataFile::parse(Container::Toml, bytes).ok(), bytes);
}

fn check_document(data: Option<DataFile>, bytes: &[u8]) {
    let Some(data) = data else { return };
    assert_eq!(data.render(), bytes);
    let root = data.root();
    for key in root.as_object().unwrap().keys() {
        assert!(data.position(&[PathSegment::Key(key)]).is_some());
        assert_eq!(data.get(&[PathSegment::Key(key)]).as_ref(), root.get(key));
    }
    for finding in data.findings().iter().filter(|finding| finding.code == ProblemCode::DuplicateKey) {
        let mut deduplicated = data.clone();
        let segments: Vec<PathSegment<'_>> = finding.key.iter().map(|key| PathSegment::Key(key)).collect();
        deduplicated.remove_repeated(&segments).unwrap();
        assert_eq!(deduplicated.root(), root, "what counts stays");
        assert_eq!(deduplicated.remove_repeated(&segments).unwrap().len(), 0);
    }
}

/// A change is read back from any data file.
pub fn change(bytes: &[u8]) {
    let Some((seed, text)) = bytes.split_first() else { return };
    let container = if seed & 1 == 0 { Container::Json } else { Container::Toml };
    let Ok(mut data) = DataFile::parse(container, text) else { return };
    let old = data.root();
    let mut new = old.clone();
    let mut seed = u32::from(seed >> 1) + 1;
    alter(&mut new, &mut seed, 0);
    let new = if new.is_object() { new } else { Value::Object(serde_json::Map::new()) };
    if container == Container::Toml && has_null(&new) {
        return;
    }
    let outcome = data.change(&old, &new, &[]);
    let rendered = data.render();
    let again = DataFile::parse(container, &rendered).unwrap();
    let expected = if outcome.is_ok() { &new } else { &old };
    assert!(same(&again.root(), expected), "{}\nshould hold {expected}", String::from_utf8_lossy(&rendered));
    if outcome.is_err() {
        assert_eq!(rendered, text);
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.iter().any(has_null),
        Value::Object(table) => table.values().any(has_null),
        _ => false,
    }
}

/// Compares values, ignoring the order of keys.
pub fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Number(left), Value::Number(right)) => {
            left.as_f64().map(f64::to_bits) == right.as_f64().map(f64::to_bits)
        }
        _ => left == right,
    }
}

/// Changes some values, depending on the seed.
fn alter(value: &mut Value, seed: &mut u32, depth: u32) {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    let choice = *seed >> 24;
    match value {
        Value::Object(table) => {
            if choice.is_multiple_of(4) {
                table.insert(format!("new{depth}"), serde_json::json!([{"a": "b\nc"}, {"d": []}]));
            }
            let removed: Vec<String> =
                table.keys().filter(|key| (key.len() as u32 + choice).is_multiple_of(5)).cloned().collect();
            for key in removed {
                table.shift_remove(&key);
            }
            for value in table.values_mut() {
                alter(value, seed, depth + 1);
            }
        }
        Value::Array(list) => {
            match choice % 5 {
                0 => list.reverse(),
                1 => list.insert(list.len() / 2, serde_json::json!("new")),
                2 if !list.is_empty() => drop(list.remove(0)),
                3 => list.push(serde_json::json!({"x": 1.5})),
                _ => {}
            }
            for value in list {
                alter(value, seed, depth + 1);
            }
        }
        other if choice.is_multiple_of(6) => *other = serde_json::json!("changed"),
        other if choice % 6 == 1 => *other = serde_json::json!({"t": true}),
        _ => {}
    }
}

/// Every record can be read from every data file, and changed tasks and new baselines are read back.
pub fn records(bytes: &[u8]) {
    for container in [Container::Json, Container::Toml] {
        let Ok(mut data) = DataFile::parse(container, bytes) else { continue };
        let _ = (read_config(&data), read_session(&data), read_memory(&data), read_referral(&data));
        let _ = (read_authority(&data), read_timer_state(&data), read_timer_request(&data));
        let (mut baseline, _) = read_baseline(&data);
        for task in &mut baseline.tasks {
            task.estimate_hours = task.estimate_hours.filter(|hours| hours.is_finite());
        }
        let rewritten = DataFile::parse(Container::Json, &new_baseline(&baseline).render()).unwrap();
        assert_eq!(read_baseline(&rewritten).0, baseline);
        let (old, _) = read_task(&data);
        let mut new = old.clone();
        new.updated_at = Some("2026-12-01T00:00:00+00:00".to_owned());
        new.priority = Some(Priority::High);
        new.criteria.reverse();
        new.criteria.push(Criterion { item: "one\nmore".to_owned(), checked: true });
        new.labels.retain(|label| label.len().is_multiple_of(2));
        if let Some(schedule) = &mut new.schedule {
            schedule.estimate_hours = Some(4.0);
            schedule.due_date = None;
        }
        if write_task(&mut data, &old, &new).is_ok() {
            let again = DataFile::parse(container, &data.render()).unwrap();
            assert_eq!(read_task(&again).0.updated_at, new.updated_at);
            assert_eq!(read_task(&again).0.criteria, new.criteria);
            assert_eq!(read_task(&again).0.labels, new.labels);
        }
    }
}

/// Front matter is read or refused. The body and the positions lie in the file.
pub fn page(bytes: &[u8]) {
    let findings = match read_page(bytes) {
        Ok((page, findings)) => {
            assert!(bytes.ends_with(page.body.as_bytes()));
            let tags = vec!["a: b".to_owned(), "- c".to_owned()];
            let new = Page { title: "T: \"x\" # y".to_owned(), tags, ..page.clone() };
            if let Ok(written) = write_page(bytes, &page, &new) {
                let again = read_page(&written).unwrap().0;
                assert_eq!((again.title, again.tags), (new.title, new.tags));
                assert_eq!((again.body, again.children), (page.body, page.children));
            }
            findings
        }
        Err(finding) => vec![finding],
    };
    let lines = bytes.split(|byte| *byte == b'\n').count();
    for position in findings.iter().filter_map(|finding| finding.position) {
        assert!((position.line as usize) < lines && position.line <= position.end_line, "{position:?}");
    }
}

/// Messages are read or refused, and a message that was read survives a round trip.
pub fn messages(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    check_round_trip::<Command>(text);
    check_round_trip::<Query>(text);
    check_round_trip::<Context>(text);
    check_round_trip::<Capabilities>(text);
    check_round_trip::<Action>(text);
    check_round_trip::<Answer>(text);
    check_round_trip::<Vec<FileState>>(text);
    check_round_trip::<Event>(text);
}

fn check_round_trip<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(text: &str) {
    let Ok(value) = serde_json::from_str::<T>(text) else { return };
    let json = handoff_protocol::to_json(&value);
    assert_eq!(serde_json::from_str::<T>(&json).ok(), Some(value), "{json}");
}

/// Names are parsed and built again.
pub fn names(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = (classify(text), is_content(text), parse_task_folder(text), check_path(text), is_date(text));
    let _ = (session_slug(text), referral_slug(text));
    let (id, title) = text.split_once('\n').unwrap_or((text, text));
    if check_id(id).is_ok() {
        for layout in [Layout::Json, Layout::Toml] {
            let name = task_folder_name(layout, id, Status::InProgress, &task_slug(title));
            assert!(name.len() <= 200 && folder_matches_id(&name, id, layout), "{name}");
            assert!(parse_task_folder(&name).iter().any(|parsed| parsed.id == id && parsed.layout == layout));
            assert!(check_path(&format!("tasks/{name}")).is_ok(), "{name}");
            assert!(is_content(&format!("tasks/{name}")), "{name}");
        }
    }
}
