//! Arguments that no command accepts: they are named, and nothing is written.

use crate::commands::verbs::{LAYOUTS, project};
use crate::support::Folder;
use crate::support::contents::files;

/// Runs a command that must fail without a change; returns its exit code and error.
fn refused(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let before = files(folder);
    let failure = folder.failure(arguments);
    assert_eq!(files(folder), before, "{arguments:?}");
    failure
}

#[test]
fn numbers_out_of_bounds_are_refused() {
    for layout in LAYOUTS {
        let folder = project(layout);
        folder.stdout(&["task", "create", "Quay", "--id", "q", "--estimate", "100000"]);
        folder.stdout(&["assignee", "add", "maya", "--hours", "24", "--day-hours", "fri=0"]);
        for (arguments, code, named) in [
            (&["task", "update", "q", "--estimate=NaN"] as &[&str], 2, "--estimate"),
            (&["task", "update", "q", "--estimate=inf"], 2, "--estimate"),
            (&["task", "update", "q", "--estimate=1e400"], 2, "--estimate"),
            (&["task", "update", "q", "--estimate=100001"], 1, "estimate_hours"),
            (&["task", "update", "q", "--actual=-inf"], 2, "--actual"),
            (&["task", "update", "q", "--remaining=100001"], 1, "100001 is not valid for remaining_hours"),
            (&["task", "update", "q", "--remaining=1e308"], 2, "--remaining"),
            (&["task", "update", "q", "--log-hours=NaN"], 2, "--log-hours"),
            (&["task", "create", "Pier", "--estimate=inf"], 2, "--estimate"),
            (&["task", "log", "q", "inf"], 2, "<HOURS>"),
            (&["task", "log", "q", "100001"], 1, "Hours must be above 0 and at most 100000."),
            (&["task", "log", "q", "0"], 2, "above 0"),
            (&["task", "log", "q", "1e308"], 2, "<HOURS>"),
            (&["assignee", "add", "noor", "--hours=NaN"], 2, "--hours"),
            (&["assignee", "update", "maya", "--hours=inf"], 2, "--hours"),
            (&["assignee", "update", "maya", "--hours=25"], 1, "assignees.maya.work_hours_per_day"),
            (&["assignee", "update", "maya", "--day-hours", "fri=NaN"], 2, "--day-hours"),
            (&["assignee", "update", "maya", "--day-hours", "fri=25"], 1, "assignees.maya.day_hours.fri"),
            (&["calendar", "update", "--hours", "25"], 1, "calendar.work_hours_per_day"),
            (&["calendar", "update", "--hours", "1e308"], 1, "calendar.work_hours_per_day"),
            (&["calendar", "update", "--overwork-limit=NaN"], 2, "--overwork-limit"),
            (&["calendar", "update", "--max-utilization=1.5"], 1, "calendar.max_utilization"),
            (&["config", "set", "settings.ai_estimate_multiplier", "1e308"], 1, "settings.ai_estimate_multiplier"),
            (&["config", "set", "effort_budget.total_hours", "1e308"], 1, "effort_budget.total_hours"),
        ] {
            let (actual, error) = refused(&folder, arguments);
            assert_eq!(actual, code, "{arguments:?}: {error}");
            assert!(error.contains(named), "{arguments:?}: {error}");
        }
    }
}

#[test]
fn ids_that_other_systems_mistake_are_refused() {
    for layout in LAYOUTS {
        let folder = project(layout);
        for id in ["t7", "caf\u{e9}"] {
            folder.stdout(&["task", "create", "Quay", "--id", id]);
        }
        for (id, named) in [
            ("T7", "The task t7 exists already"),
            ("Cafe\u{301}", "The task caf\u{e9} exists already"),
            ("aux", "aux"),
            ("Com1.x", "Com1"),
            ("-x", "hyphen"),
            ("a\u{202e}b", "U+202E"),
            ("\u{200b}", "U+200B"),
        ] {
            let (code, error) = refused(&folder, &["task", "create", "Pier", &format!("--id={id}")]);
            assert_eq!(code, 1, "{id:?}: {error}");
            assert!(error.contains(named), "{id:?}: {error}");
        }
    }
}

#[test]
fn task_with_an_id_that_is_refused_today_is_read_and_changed() {
    let folder = project("toml");
    folder.stdout(&["task", "create", "Quay", "--id", "q"]);
    for id in ["aux", "-x", "Q", "a\u{202e}"] {
        let place = folder.at(format!(".handoff/tasks/{id}-todo--old"));
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("task.toml"), format!("id = \"{id}\"\ntitle = \"Old\"\n")).unwrap();
        folder.stdout(&["task", "update", "--title", "New", "--", id]);
        let shown = folder.stdout(&["task", "get", "--json", "--", id]);
        let task: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(task["title"], "New", "{id:?}");
    }
}
