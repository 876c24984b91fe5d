use super::*;

fn task_file(layout: Layout, status: Option<Status>) -> PathKind {
    PathKind::TaskFile { layout, status }
}

#[test]
fn classify_recognizes_every_kind_of_file() {
    let session = |status, container| PathKind::Session { status, container };
    for (path, kind) in [
        ("config.toml", PathKind::Config),
        ("views.toml", PathKind::Views),
        ("tasks/views.toml", PathKind::Other),
        ("tasks/t1-x/_task.in_progress.json", task_file(Layout::Json, Some(Status::InProgress))),
        ("tasks/t1-x/t1.1/_task.TODO.json", task_file(Layout::Json, None)),
        ("tasks/01-done--x/task.toml", task_file(Layout::Toml, Some(Status::Done))),
        ("tasks/01-x/task.toml", task_file(Layout::Toml, None)),
        ("tasks/task.toml", PathKind::Other),
        ("tasks/", PathKind::Other),
        ("tasks/_task.todo.json", PathKind::Other),
        ("tasks/t1-x/notes.md", PathKind::Other),
        ("sessions/1-a.active.json", session(Some(SessionStatus::Active), Container::Json)),
        ("sessions/1-a.closed.toml", session(Some(SessionStatus::Closed), Container::Toml)),
        ("sessions/1-a.json", session(None, Container::Json)),
        ("sessions/a/1-a.closed.json", PathKind::Other),
        ("referrals/1-.open.json", PathKind::Referral { status: "open".to_owned() }),
        ("referrals/1-a.odd.json", PathKind::Other),
        ("memory/m-1.json", PathKind::Memory),
        ("memory/injected/a.json", PathKind::Sidecar),
        (".gitignore", PathKind::Sidecar),
        ("PAUSE", PathKind::Sidecar),
        ("handover.toml", PathKind::Sidecar),
        ("handover/handover.toml", PathKind::Sidecar),
        ("tasks/PAUSE", PathKind::Other),
        ("version", PathKind::Sidecar),
        ("events.jsonl", PathKind::Sidecar),
        ("time_log.jsonl", PathKind::Sidecar),
        ("agents/a-1.json", PathKind::Sidecar),
        ("agents/a-1.lock", PathKind::Sidecar),
        ("tasks/events.jsonl", PathKind::Other),
        ("docs/_doc.a.md", PathKind::Document),
        ("docs/a.md", PathKind::Other),
        ("timer/state.json", PathKind::TimerState),
        ("timer/authority.json", PathKind::TimerAuthority),
        ("timer/requests/1.json", PathKind::TimerRequest),
        ("baselines/2026-12-01-first.json", PathKind::Baseline),
        ("usage/0a.json", PathKind::Usage),
        ("usage/a/b.json", PathKind::Other),
        ("local/claims/01.2.json", PathKind::Claim),
        ("local/claims/a/b.json", PathKind::Other),
        ("proposals/p-20261201-0001.json", PathKind::Proposal),
        ("proposals/p-20261201-0001.toml", PathKind::Other),
        ("baselines/.json", PathKind::Other),
        ("baselines/a/b.json", PathKind::Other),
        ("baselines/first.toml", PathKind::Other),
        ("activity/2026-11/me.jsonl", PathKind::Activity),
        ("", PathKind::Other),
    ] {
        assert_eq!(classify(path), kind, "{path}");
    }
}

#[test]
fn is_content_excludes_hidden_and_temporary_files() {
    for path in [
        "config.toml",
        "tasks/t1-x/_task.todo.json",
        "trashed/x",
        ".gitignore",
        "local",
        "local/claims",
        "local/claims/a.json",
        "version",
        "events.jsonl",
        "time_log.jsonl",
        "agents/a-1.json",
        "docs/_doc.runs.md",
        "docs/runs",
        "runs2",
    ] {
        assert!(is_content(path), "{path}");
    }
    for path in [
        "",
        ".lock",
        "tasks/._task.todo.json.tmp.1.2",
        "trash",
        "trash/t1",
        "a//b",
        "a.tmp.1",
        "tasks/.git/x",
        "tasks/.gitignore",
        "local/history",
        "local/history/1.json",
        "local/claims-x",
        "local/claims/a/b.json",
        "local/claims/.a.json.tmp.1",
        "tasks/t1-x/.lock",
        "metrics_snapshots/2026-12-01.json",
        "brainstorm/b-1.json",
        "brainstorm/.lock",
        "docs/_trace_report.json",
        "docs/_requirements_summary.json",
        "docs/_task_ids_rebuild.json",
        "runs",
        "runs/2026-12/1.json",
        "trace/baselines/_index.json",
        "reports/weekly-1.md",
        "templates/parts/req-meta.typ",
        "exports/a.pdf",
    ] {
        assert!(!is_content(path), "{path}");
    }
}

#[test]
fn parse_task_folder_returns_every_interpretation() {
    let readings = |name: &str| -> Vec<(String, Option<Status>, String)> {
        parse_task_folder(name).into_iter().map(|name| (name.id, name.status, name.slug)).collect()
    };
    let plain = |id: &str, slug: &str| (id.to_owned(), None, slug.to_owned());
    assert_eq!(readings("t1"), [plain("t1", "")]);
    assert_eq!(readings("feat-x"), [plain("feat", "x"), plain("feat-x", "")]);
    let toml = readings("a-todo--b-done--c");
    assert_eq!(toml.first(), Some(&("a".to_owned(), Some(Status::Todo), "b-done--c".to_owned())));
    assert_eq!(readings(""), []);
    for (name, id, layout, fits) in [
        ("t1-x", "t1", Layout::Json, true),
        ("t1", "t1", Layout::Json, true),
        ("t10-x", "t1", Layout::Json, false),
        ("feat-login-x", "feat-login", Layout::Json, true),
        ("01-todo--x", "01", Layout::Toml, true),
        ("01-x", "01", Layout::Toml, false),
        ("01.1-todo--x", "01", Layout::Toml, false),
    ] {
        assert_eq!(folder_matches_id(name, id, layout), fits, "{name} {id}");
    }
}

#[test]
fn task_folder_name_truncates_between_characters() {
    for layout in [Layout::Json, Layout::Toml] {
        let name = task_folder_name(layout, "t1", Status::Todo, &"潮".repeat(100));
        assert!(name.len() <= 200 && name.len() > 195, "{}", name.len());
    }
    assert_eq!(task_folder_name(Layout::Json, "t1", Status::Todo, ""), "t1-task");
    assert_eq!(task_folder_name(Layout::Toml, "01", Status::Review, "x"), "01-review--x");
}
