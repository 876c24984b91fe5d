//! Tools that access other projects.

use serde_json::{Value, json};

use crate::support::Bench;

fn named_project(name: &str, layout: &str) -> Bench {
    let mut bench = Bench::empty();
    bench.text("handoff_init", &json!({"project_name": name, "layout": layout}));
    bench
}

#[test]
fn referral_is_sent_to_and_resolved_in_another_project() {
    for layout in ["json", "toml"] {
        let mut here = named_project("Here 港", layout);
        here.others = vec![("/projects/there".to_owned(), named_project("There", layout))];
        let arguments = json!({
            "target_project": "There", "summary": "Fix the feed", "referral_type": "bug", "priority": "high",
            "details": "Line 1\nLine 2", "context": {"branch": "main", "mine": [1]},
            "tasks": [{"title": "Reproduce", "priority": "low", "done_criteria": [{"item": "logged"}]}]
        });
        let message = here.text("handoff_refer", &arguments);
        assert!(
            message.starts_with("Referral sent: ref-20261201-0800") && message.ends_with("\nTo /projects/there."),
            "{message}"
        );
        let searched = here.searched.clone().expect("a search");
        assert_eq!((searched.folders, searched.depth), (vec!["~/pro/".to_owned()], 1), "only directly in scan_dirs");

        let mut receiver = here.others.remove(0).1;
        let list = receiver.value("handoff_list_referrals", &json!({"status_filter": "open"}));
        let id = list["referrals"][0]["id"].as_str().expect("an id").to_owned();
        let start: String = id.chars().take(20).collect();
        let short = json!({"id": id, "source_project": "Here 港", "referral_type": "bug", "summary": "Fix the feed",
            "priority": "high", "status": "open", "created_at": list["referrals"][0]["created_at"]});
        assert_eq!(list, json!({"referrals": [short], "total": 1}));
        let whole = receiver.value("handoff_get_referral", &json!({"referral_id": start}));
        for key in ["details", "context", "tasks"] {
            assert_eq!(whole[key], arguments[key], "{key}");
        }
        assert_eq!(whole["source_project_dir"], "/projects/here");
        let path = receiver.paths().into_iter().find(|path| path.starts_with("referrals/")).expect("its file");
        let stem = id.strip_prefix("ref-").expect("the prefix");
        assert_eq!(path, format!("referrals/{stem}-here.open.json"));
        let text = receiver.file(&path);
        assert!(receiver.problems().is_empty(), "{:?}", receiver.problems());

        receiver.text("handoff_update_referral", &json!({"referral_id": id, "status": "resolved"}));
        let resolved = format!("referrals/{stem}-here.resolved.json");
        assert_eq!((receiver.file(&path), receiver.file(&resolved)), (None, text), "only the name changes");
        receiver.text("handoff_update_referral", &json!({"referral_id": id, "status": "open"}));
        assert_eq!(receiver.value("handoff_list_referrals", &json!({}))["referrals"][0]["status"], "open");
        assert_eq!(
            receiver.refusal("handoff_update_referral", &json!({"referral_id": start, "status": "open"})),
            format!("There is no referral {start}.")
        );
    }
}

#[test]
fn invalid_referrals_are_refused_and_not_sent() {
    let mut here = named_project("Here", "json");
    here.others = vec![
        ("/projects/there".to_owned(), named_project("There", "json")),
        ("/projects/bare".to_owned(), Bench::empty()),
    ];
    let text = here.text("handoff_refer", &json!({"target_project_dir": "/projects/there", "summary": "S"}));
    assert_eq!(text.lines().skip(2).count(), 4, "{text}");
    for (arguments, expected) in [
        (json!({"summary": "S"}), "The argument target_project_dir must be a folder, unless target_project is given."),
        (json!({"target_project": "Nobody", "summary": "S"}), "There is no project Nobody directly in the folders of"),
        (
            json!({"target_project_dir": "/projects/bare", "summary": "S"}),
            "There is no .handoff folder in /projects/bare.",
        ),
        (json!({"target_project_dir": "/projects/there"}), "The argument summary is required: a non-empty string"),
        (
            json!({"target_project_dir": "/projects/there", "summary": "S", "referral_type": "gift"}),
            "The argument referral_type must be one of",
        ),
        (
            json!({"target_project_dir": "/projects/there", "summary": "S\nT"}),
            "This must be a single line without control characters: S",
        ),
        (
            json!({"target_project_dir": "/projects/there", "summary": "S", "tasks": [{"priority": "low"}]}),
            "The argument tasks[0].title is required",
        ),
    ] {
        let text = here.refusal("handoff_refer", &arguments);
        assert!(text.starts_with(expected), "{text}");
    }
    assert_eq!(here.others[0].1.value("handoff_list_referrals", &json!({}))["total"], json!(1));
}

#[test]
fn broken_referral_does_not_hide_others() {
    // Defect 7: one broken file disables the list in handoff-mcp.
    let mut bench = Bench::atlas();
    bench.put("referrals/20261121-000000-000000000-x.open.json", "{ \"id\": ");
    assert_eq!(bench.value("handoff_list_referrals", &json!({}))["total"], json!(3));
}

#[test]
fn dashboard_scans_configured_folders_and_shows_the_latest_session() {
    // Defect 24: handoff-mcp looks only in ~/pro/, and shows the last session of a list as the
    // latest.
    let mut here = named_project("Here", "toml");
    here.text(
        "handoff_update_config",
        &json!({"updates": {"dashboard.scan_dirs": ["~/code"], "dashboard.max_depth": 3, "dashboard.exclude_patterns": ["old"]}}),
    );
    let mut quiet = named_project("Quiet", "toml");
    quiet.text("handoff_update_task", &json!({"task": {"title": "a", "status": "blocked"}}));
    let session = |status: &str, last_ended: &str| {
        let path = format!("sessions/20261121-000001-{status}.{status}.toml");
        (
            path,
            format!(
                "version = 2\nid = \"s-{status}\"\nsummary = \"S\"\nended_at = \"{last_ended}\"\nbranch = \"{status}\"\nblockers = [\"b-{status}\"]\n"
            ),
        )
    };
    for (status, last_ended) in
        [("active", "2026-11-22T00:00:00Z"), ("paused", "2026-11-21T00:00:00Z"), ("closed", "2026-11-20T00:00:00Z")]
    {
        let (path, text) = session(status, last_ended);
        quiet.put(&path, &text);
    }
    here.others = vec![("/code/atlas".to_owned(), Bench::atlas()), ("/code/quiet".to_owned(), quiet)];
    let answer = here.value("handoff_dashboard", &json!({}));
    let searched = here.searched.clone().expect("a search");
    assert_eq!((searched.folders, searched.depth), (vec!["~/code".to_owned()], 3));
    assert!(searched.without.contains(&"old".to_owned()));
    assert_eq!(
        answer["projects"][1],
        json!({"name": "Quiet", "path": "/code/quiet", "last_session_ended": "2026-11-22T00:00:00Z", "branch": "active",
            "active_tasks": 0, "blocked_tasks": 1,
            "work": {"total": 1, "finished": 0, "completion_rate": 0.0}, "blockers": ["b-active", "b-paused"], "unread_referrals": 0,
            "paused_sessions": 1})
    );
    assert_eq!(answer["projects"][0]["active_tasks"], json!(30), "all active tasks, however many are finished");
    assert_eq!((&answer["total_active_tasks"], &answer["total_blocked"]), (&json!(30), &json!(4)));

    here.value("handoff_dashboard", &json!({"scan_dirs": ["/x"], "max_depth": 99, "exclude_patterns": []}));
    let searched = here.searched.clone().expect("a search");
    assert_eq!((searched.folders, searched.depth), (vec!["/x".to_owned()], 20));
    assert_eq!(Bench::empty().value("handoff_dashboard", &json!({}))["projects"], json!([]));
}

#[test]
fn list_tasks_includes_nested_projects_with_their_folder() {
    let mut here = named_project("Here", "json");
    here.text("handoff_update_task", &json!({"task": {"title": "outer", "labels": ["x"]}}));
    let mut inner = named_project("Inner", "toml");
    inner.text("handoff_update_task", &json!({"task": {"title": "p", "schedule": {"estimate_hours": 2}}}));
    inner.text("handoff_update_task", &json!({"task": {"title": "q", "labels": ["x"]}, "parent_id": "t1"}));
    here.others = vec![("/projects/here/packages/inner".to_owned(), inner)];
    let answer = here.value("handoff_list_tasks", &json!({"include_children": true, "label_filter": "x"}));
    assert_eq!(answer["task_summary"]["total"], json!(2), "the tasks that match, of all projects");
    let inner = &answer["task_tree"][1]["children"][0];
    let of = |node: &Value| {
        ["id", "project_name", "project_dir"].map(|key| node[key].as_str().expect("a string").to_owned())
    };
    assert_eq!(of(&answer["task_tree"][0]), ["t1", "Here", "/projects/here"]);
    assert_eq!(of(inner), ["t1.1", "Inner", "/projects/here/packages/inner"]);
    let mark =
        inner["task_ref"].as_str().and_then(|text| text.strip_prefix("Inner-")?.strip_suffix(":t1.1")).expect("a mark");
    assert_eq!(mark.len(), 16);
    let searched = here.searched.clone().expect("a search");
    assert_eq!((searched.folders, searched.depth, searched.hidden), (vec![".".to_owned()], 5, false));
}

#[test]
fn load_context_lists_nested_projects() {
    let mut here = named_project("Here", "json");
    here.others = vec![("/projects/here/packages/atlas".to_owned(), Bench::atlas())];
    let answer = here.value("handoff_load_context", &json!({"format": "json"}));
    let by_status = json!({"todo": 20, "in_progress": 7, "review": 3, "blocked": 3, "done": 6, "skipped": 2});
    let inner = json!({"name": "Tide Atlas", "dir": "/projects/here/packages/atlas", "task_count": 41, "status_summary": by_status});
    assert_eq!(answer["child_projects"], json!([inner]));
}
