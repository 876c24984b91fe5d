//! The view of the settings.

use handoff_protocol::view::{ProjectView, Setting, SettingControl, SettingsEntry, SettingsSubject, SettingsView};
use handoff_protocol::{Context, OffsetChange, TimeZone, View};
use serde_json::{Value, json};

use crate::support::{Bench, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    labels = ["tides", "office"]
    [project]
    name = "P"
    [settings]
    history_limit = "many"
    [settings.custom_fields]
    handoff_tools = ["planning", "core"]
    [settings.custom_fields.wip_limits]
    review = 2
    [settings.custom_fields.label_colors]
    tides = "teal"
    office = "reddish"
    [calendar]
    work_hours_per_day = 6
    closed_weekdays = [0, "Saturday"]
    [calendar.day_hours]
    fri = 3
    Friday = 5
    2026-12-24 = 2.5
    someday = 1
    [assignees.maya]
    work_hours_per_day = 4
    [assignees.sam.day_hours]
    sun = 3
    [milestones.Beta]
    date = "2026-12-24"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "A", "assignee": "maya", "labels": ["tides", "loose"], "schedule": {"milestone": "Beta"}}
    === tasks/t2-b/_task.done.json
    {"id": "t2", "title": "B", "assignee": "noor", "labels": ["loose"], "schedule": {"milestone": "Gamma"}}
"#;

fn settings(bench: &mut Bench, context: &Context) -> SettingsView {
    match bench.ask(context, r#"{"kind":"settings"}"#) {
        View::Settings(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn project(bench: &mut Bench) -> ProjectView {
    match bench.ask(&context(), r#"{"kind":"project"}"#) {
        View::Project(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn find<'a>(settings: impl IntoIterator<Item = &'a Setting>, name: &str) -> &'a Setting {
    settings.into_iter().find(|setting| setting.key.last().is_some_and(|last| last == name)).expect(name)
}

fn of_project<'a>(view: &'a SettingsView, name: &str) -> &'a Setting {
    find(view.groups.iter().flat_map(|group| &group.settings), name)
}

fn facts(setting: &Setting) -> (Value, Value, bool) {
    (setting.value.clone(), setting.default.clone(), setting.is_set)
}

#[test]
fn values_come_from_the_file_or_are_defaults() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let view = settings(&mut bench, &context());
    for (name, value, default, is_set) in [
        ("work_hours_per_day", json!(6), json!(8.0), true),
        ("closed_weekdays", json!(["sun", "sat"]), json!(["sat", "sun"]), true),
        ("require_estimate_hours", json!(true), json!(true), false),
        ("multi_session", json!(false), json!(false), false),
        ("handoff_tools", json!("core,planning"), json!("core"), true),
        ("review", json!(2), Value::Null, true),
        ("todo", Value::Null, Value::Null, false),
        ("max_depth", json!(5), json!(5), false),
    ] {
        assert_eq!(facts(of_project(&view, name)), (value, default, is_set), "{name}");
    }
    assert!(of_project(&view, "history_limit").problem.is_some());
    assert_eq!((view.exists, view.broken), (true, None));
}

#[test]
fn first_day_is_the_day_of_its_stamp_in_the_time_zone() {
    let summer = OffsetChange { at: 1_772_953_200_000, offset_minutes: -240 };
    let new_york = TimeZone { offset_minutes: -300, changes: vec![summer] };
    let context = Context { time_zone: new_york, ..context() };
    for (stamp, day) in [
        ("2026-07-01T03:59:59Z", "2026-06-30"),
        ("2026-07-01T04:00:00Z", "2026-07-01"),
        ("2026-01-01T04:59:59Z", "2025-12-31"),
        ("2026-07-01T00:30:00+09:00", "2026-06-30"),
        ("2026-07-01", "2026-07-01"),
        ("2026-07-01 12:00", "2026-07-01"),
        ("in July", "in July"),
    ] {
        let mut bench = Bench::from_text(&format!("=== config.toml\nstarted_at = \"{stamp}\"\n"));
        let view = settings(&mut bench, &context);
        assert_eq!(of_project(&view, "started_at").value, json!(day), "{stamp}");
    }
}

#[test]
fn every_setting_can_be_changed_and_has_a_form() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let view = settings(&mut bench, &context());
    let entries = [&view.assignees, &view.milestones, &view.labels].into_iter().flatten();
    let all = view.groups.iter().flat_map(|group| &group.settings).chain(entries.flat_map(|entry| &entry.settings));
    for setting in all {
        let value = match setting.control {
            SettingControl::Text => json!("x"),
            SettingControl::Flag => json!(true),
            // Percentages have a greater minimum than numbers.
            SettingControl::Number if setting.default.as_f64() >= Some(100.0) => json!(100),
            SettingControl::Number => json!(1),
            SettingControl::Choice | SettingControl::Choices => json!(setting.options.first()),
            SettingControl::Texts => json!(["x"]),
            SettingControl::Date => json!("2026-12-01"),
            SettingControl::Dates => json!(["2026-12-01"]),
            SettingControl::Weekdays => json!(["mon"]),
            // Its days have keys of their own.
            SettingControl::DayHours => Value::Null,
            SettingControl::Color => json!("teal"),
        };
        let command = json!({"kind": "updateConfig", "changes": [{"key": setting.key, "value": value}]});
        let planned = bench.engine.plan(&serde_json::from_value(command).unwrap(), &context());
        assert!(planned.is_ok(), "{:?}: {:?}", setting.key, planned.err().map(|refusal| refusal.text.to_string()));
    }
}

#[test]
fn people_milestones_and_labels_are_listed_with_their_tasks() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let view = settings(&mut bench, &context());
    let listed = |entries: &[SettingsEntry]| {
        entries.iter().map(|entry| format!("{} {} {}", entry.name, entry.configured, entry.tasks)).collect::<Vec<_>>()
    };
    assert_eq!(listed(&view.assignees), ["maya true 1", "sam true 0", "noor false 1"]);
    assert_eq!(listed(&view.milestones), ["Beta true 1", "Gamma false 1"]);
    assert_eq!(listed(&view.labels), ["tides true 1", "office true 0", "loose false 2"]);
    let maya = &view.assignees[0].settings;
    assert_eq!(facts(find(maya, "work_hours_per_day")), (json!(4), json!(6.0), true));
    assert_eq!(facts(find(maya, "closed_weekdays")), (json!(["sat", "sun"]), json!(["sat", "sun"]), false));
    let colors: Vec<String> =
        project(&mut bench).label_colors.iter().map(|label| format!("{} {}", label.label, label.color)).collect();
    assert_eq!(colors, ["tides #008080"]);
}

#[test]
fn hours_of_single_days_have_one_spelling_and_are_inherited() {
    let view = settings(&mut Bench::from_text(&dedent(PROJECT)), &context());
    let of_project = of_project(&view, "day_hours");
    let week = |most: f64, fri: f64| json!({"mon": most, "tue": most, "wed": most, "thu": most, "fri": fri, "sat": 0.0, "sun": 0.0});
    assert_eq!(facts(of_project), (json!({"fri": 5, "2026-12-24": 2.5}), week(6.0, 6.0), true));
    assert!(of_project.problem.is_some(), "`someday` is no day");
    let of = |at: usize| facts(find(&view.assignees[at].settings, "day_hours"));
    assert_eq!(of(0), (week(4.0, 5.0), week(4.0, 5.0), false));
    assert_eq!(of(1), (json!({"sun": 3}), week(6.0, 5.0), true));
}

#[test]
fn without_a_list_days_of_the_weekend_with_hours_are_not_off() {
    let config =
        "=== config.toml\n[calendar.day_hours]\nsat = 4\n[assignees.maya.day_hours]\nSunday = 3\n[assignees.sam]\n";
    let view = settings(&mut Bench::from_text(config), &context());
    let maya = &view.assignees[0].settings;
    assert_eq!(facts(of_project(&view, "closed_weekdays")), (json!(["sun"]), json!(["sun"]), false));
    assert_eq!(facts(find(maya, "closed_weekdays")), (json!([]), json!([]), false));
    assert_eq!(facts(find(&view.assignees[1].settings, "closed_weekdays")), (json!(["sun"]), json!(["sun"]), false));
}

#[test]
fn a_broken_file_is_said_and_a_missing_one_has_defaults() {
    let view = settings(&mut Bench::from_text("=== config.toml\n[project\n"), &context());
    assert_eq!((view.exists, view.broken.is_some()), (true, true));
    assert_eq!(facts(of_project(&view, "history_limit")), (json!(20), json!(20), false));
    let view = settings(
        &mut Bench::from_text("=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n"),
        &context(),
    );
    assert_eq!((view.exists, view.broken), (false, None));
    let subjects: Vec<SettingsSubject> = view.groups.iter().map(|group| group.name).collect();
    assert!(subjects.is_sorted() && subjects.len() == 8, "{subjects:?}");
}
