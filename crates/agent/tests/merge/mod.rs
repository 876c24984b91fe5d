//! The merge of two versions of a file.

mod examples;
mod handover;
mod laws;

use handoff_agent::merge::{Marks, Merge, Versions, merge};
use handoff_format::{Container, DataFile, PathSegment, Value};
use serde_json::json;

const TASK: &str = ".handoff/tasks/t1-x/_task.todo.json";

const TOML_TASK: &str = "sub/.handoff/tasks/01-todo--x/task.toml";

const SESSION: &str = ".handoff/sessions/20261121-025724-x.active.json";

const CONFIG: &str = ".handoff/config.toml";

const VIEWS: &str = ".handoff/views.toml";

const MARKS: Marks<'_> = Marks { size: 7, ours: "ours", theirs: "theirs" };

fn merge_texts(path: &str, base: &str, ours: &str, theirs: &str) -> Merge {
    let versions = Versions { base: base.as_bytes(), ours: ours.as_bytes(), theirs: theirs.as_bytes() };
    merge(path, versions, MARKS)
}

fn text(merge: &Merge) -> &str {
    std::str::from_utf8(&merge.bytes).unwrap()
}

fn container_of(path: &str) -> Container {
    if path.rsplit('.').next() == Some("toml") { Container::Toml } else { Container::Json }
}

/// Returns the text of a record with these values and an ID.
fn file(path: &str, values: &Value) -> String {
    let container = container_of(path);
    let mut data = DataFile::empty(container);
    data.set(&[PathSegment::Key("id")], &json!("t1")).unwrap();
    for (key, value) in values.as_object().unwrap() {
        data.set(&[PathSegment::Key(key)], value).unwrap();
    }
    String::from_utf8(data.render()).unwrap()
}

/// Merges values without conflicts and returns the result.
fn values(path: &str, base: &Value, ours: &Value, theirs: &Value) -> Value {
    let actual = merge_texts(path, &file(path, base), &file(path, ours), &file(path, theirs));
    assert_eq!(actual.conflicts, Vec::<String>::new(), "{base} {ours} {theirs}: {}", text(&actual));
    let container = container_of(path);
    let mut root = DataFile::parse(container, &actual.bytes).unwrap().root();
    root.as_object_mut().unwrap().shift_remove("id");
    root
}
