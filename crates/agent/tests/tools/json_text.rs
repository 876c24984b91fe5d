//! Arguments that a client sends as JSON text are taken as their values, for every parameter of every
//! tool.

use handoff_agent::{Reply, ToolSet, json_text_note, tools};
use serde_json::{Map, Value, json};

use crate::support::Bench;

/// A value for a parameter, and the same with one part as JSON text.
struct Case {
    /// The path to the text inside the value.
    path: String,
    plain: Value,
    with_text: Value,
}

fn kind(schema: &Value) -> Option<&str> {
    schema["type"].as_str()
}

/// Returns the schema of the members of an object that may have any name.
fn any_member(schema: &Value) -> Option<&Value> {
    schema.get("additionalProperties").filter(|member| kind(member).is_some())
}

/// Returns a value that a schema takes.
fn sample(schema: &Value) -> Value {
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    match kind(schema) {
        Some("object") => match any_member(schema) {
            Some(member) => json!({"decisions": sample(member)}),
            None if schema.get("properties").is_none() => json!({"title": "x", "name": "x"}),
            None => object(schema, None),
        },
        Some("array") => json!([sample(&schema["items"])]),
        Some("boolean") => json!(true),
        Some("number") => json!(1.5),
        Some("integer") => json!(1),
        _ => json!("x"),
    }
}

/// Returns an object with the required members and, if given, another one.
pub fn object(schema: &Value, member: Option<(&str, Value)>) -> Value {
    // The main member is what a plain string sets, so an object without it has no meaning.
    let needed = schema["required"].as_array().into_iter().flatten().chain(schema.get("main"));
    let required = needed.filter_map(Value::as_str);
    let mut members: Map<String, Value> =
        required.map(|name| (name.to_owned(), sample(&schema["properties"][name]))).collect();
    members.extend(member.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(members)
}

/// Returns the cases of a schema: the whole value, and each part of it.
fn cases(schema: &Value) -> Vec<Case> {
    let mut cases = members(schema);
    if kind(schema) == Some("array") {
        cases.extend(self::cases(&schema["items"]).into_iter().map(|case| Case {
            path: format!("[0]{}", case.path),
            plain: json!([case.plain]),
            with_text: json!([case.with_text]),
        }));
    }
    if matches!(kind(schema), Some("object" | "array" | "boolean" | "number" | "integer")) {
        let plain = sample(schema);
        cases.push(Case { path: String::new(), with_text: Value::from(plain.to_string()), plain });
    }
    cases
}

/// Returns the cases of the members of an object.
fn members(schema: &Value) -> Vec<Case> {
    let known = schema["properties"].as_object().into_iter().flatten();
    let known = known.map(|(name, member)| (name.as_str(), member));
    let all = known.chain(any_member(schema).map(|member| ("decisions", member)));
    let of_member = |(name, member): (&str, &Value)| {
        let case = |case: Case| Case {
            path: format!(".{name}{}", case.path),
            plain: object(schema, Some((name, case.plain))),
            with_text: object(schema, Some((name, case.with_text))),
        };
        cases(member).into_iter().map(case).collect::<Vec<_>>()
    };
    all.flat_map(of_member).collect()
}

/// Calls a tool on a new copy of the test project. Returns the reply and all files after it.
fn call(tool: &str, arguments: &Value) -> (Reply, Vec<Option<String>>) {
    let mut bench = Bench::atlas();
    let reply = bench.call(tool, arguments);
    (reply, bench.paths().iter().map(|path| bench.file(path)).collect())
}

#[test]
fn each_parameter_of_each_tool_takes_its_json_text() {
    let mut count = 0;
    for tool in tools(&ToolSet::ALL) {
        for Case { path, plain, with_text } in members(&tool.complete_schema()) {
            let (reply, files) = call(tool.name, &plain);
            let note = json_text_note(&[path.trim_start_matches('.').to_owned()]);
            let expected = (reply.with_note(&note), files);
            assert_eq!(call(tool.name, &with_text), expected, "{} {with_text}", tool.name);
            count += 1;
        }
    }
    assert!(count > 150, "{count} parameters");
}

#[test]
fn each_part_of_each_schema_has_a_type() {
    fn untyped(schema: &Value, path: &str, found: &mut Vec<String>) {
        if kind(schema).is_none() && !schema["type"].is_array() {
            found.push(path.to_owned());
        }
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            untyped(member, &format!("{path}.{name}"), found);
        }
        // Nested items have the type of what contains them.
        if kind(schema) == Some("array") && schema.get("nested").is_none() {
            untyped(&schema["items"], &format!("{path}[]"), found);
        }
    }
    let mut found = Vec::new();
    for tool in tools(&ToolSet::ALL) {
        untyped(&tool.complete_schema(), tool.name, &mut found);
    }
    assert_eq!(found, [] as [&str; 0]);
}

#[test]
fn text_is_parsed_where_the_schema_takes_its_value() {
    for (tool, arguments, same) in [
        (
            "handoff_update_task",
            json!({"tasks": r#"[{"title":"A","children":"[{\"title\":\"B\",\"labels\":\"[\\\"x\\\"]\"}]"},{"title":"C"}]"#}),
            json!({"tasks": [{"title": "A", "children": [{"title": "B", "labels": ["x"]}]}, {"title": "C"}]}),
        ),
        (
            "handoff_save_context",
            json!({"summary": "S", "decisions": [r#"{"decision":"D","reason":"R"}"#, "E", "[F] and G", "{}"]}),
            json!({"summary": "S", "decisions": [{"decision": "D", "reason": "R"}, "E", "[F] and G", "{}"]}),
        ),
        (
            "handoff_save_context",
            json!({"summary": "1", "blockers": ["[1]", "true"], "pause_only": "true"}),
            json!({"summary": "1", "blockers": ["[1]", "true"], "pause_only": true}),
        ),
        (
            "handoff_save_context",
            json!({"summary": "S", "context_pointers": [{"path": "a", "lines": "[1,2]"}, {"path": "b", "lines": "7"}]}),
            json!({"summary": "S", "context_pointers": [{"path": "a", "lines": [1, 2]}, {"path": "b", "lines": "7"}]}),
        ),
        ("handoff_update_calendar", json!({"closed_weekdays": ["0", "sat"]}), json!({"closed_weekdays": [0, "sat"]})),
        ("handoff_doc_verify", json!({"doc_id": "x", "fragment_seq": "2"}), json!({"doc_id": "x", "fragment_seq": 2})),
    ] {
        let ((reply, files), (expected, expected_files)) = (call(tool, &arguments), call(tool, &same));
        let text = reply.text.to_string();
        let (before, note) = text.split_once("Given as JSON text, and parsed: ").unwrap_or((&text, ""));
        assert!(!note.is_empty(), "{tool} {arguments}: {text}");
        assert!(files == expected_files, "{tool} {arguments}");
        assert_eq!(reply.failed, expected.failed);
        assert!(before.starts_with('{') || before.trim_end() == expected.text.to_string(), "{before}");
    }
}

#[test]
fn text_of_another_type_is_refused_as_before() {
    let mut bench = Bench::new("toml");
    for (tool, arguments, refusal) in [
        ("handoff_update_task", json!({"task": "[]"}), "The argument task must be an object."),
        ("handoff_update_task", json!({"task": "{\"title\": "}), "The argument task must be an object."),
        ("handoff_load_context", json!({"budget_tokens": "many"}), "The argument budget_tokens must be a number."),
        ("handoff_auto_schedule", json!({"dry_run": "yes"}), "The argument dry_run must be true or false."),
        (
            "handoff_save_context",
            json!({"summary": "S", "blockers": "one"}),
            "The argument blockers must be a list of strings.",
        ),
        (
            "handoff_save_context",
            json!({"summary": "S", "blockers": "[1]"}),
            "The argument blockers must be a list of strings.",
        ),
    ] {
        let text = bench.refusal(tool, &arguments);
        assert!(text.starts_with(refusal), "{tool} {arguments}: {text}");
    }
}

#[test]
fn settings_take_values_as_json_text_unless_they_are_texts() {
    let mut bench = Bench::new("toml");
    let updates =
        json!({"settings.history_limit": "30", "settings.auto_git_summary": "false", "project.description": "7"});
    let answer = bench.value("handoff_update_config", &json!({"updates": updates}));
    let note = "Given as JSON text, and parsed: updates.settings.history_limit, updates.settings.auto_git_summary.";
    assert_eq!(answer["note"], note);
    let config = bench.file("config.toml").expect("a configuration");
    for line in ["history_limit = 30\n", "auto_git_summary = false\n", "description = \"7\"\n"] {
        assert!(config.contains(line), "{line} in {config}");
    }
}
