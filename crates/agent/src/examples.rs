//! An example call of each tool, for the reference page. A test calls all of them on the example
//! project.

/// Names of tools, each with the arguments of a call as JSON.
pub const EXAMPLES: [(&str, &str); 46] = [
    ("handoff_init", r#"{"project_name": "Tide atlas"}"#),
    ("handoff_load_context", r#"{"budget_tokens": 3000}"#),
    (
        "handoff_save_context",
        r#"{"summary": "Rows are parsed", "decisions": [{"decision": "Keep feet in the file", "reason": "the harbour office compares it", "confidence": "confirmed"}], "handoff_notes": [{"note": "Report broken rows next", "category": "suggestion"}]}"#,
    ),
    ("handoff_update_session", r#"{"checklist_index": 0, "checklist_checked": true}"#),
    ("handoff_list_sessions", r#"{"status_filter": "closed", "limit": 5}"#),
    ("handoff_get_session", r#"{"session_id": "s-20261121-025722-086199"}"#),
    (
        "handoff_fork_session",
        r#"{"source_session_id": "s-20261121-025724-204772", "summary": "Try vector tiles", "inherit": ["decisions"]}"#,
    ),
    (
        "handoff_merge_sessions",
        r#"{"source_session_ids": ["s-20261121-025724-204772", "s-20261121-025726-324172"], "target_session_id": "s-20261121-025724-204772"}"#,
    ),
    ("handoff_list_tasks", r#"{"status_filter": "blocked"}"#),
    ("handoff_get_task", r#"{"task_id": "t1.2", "include_dependents": true}"#),
    (
        "handoff_update_task",
        r#"{"task": {"title": "Report broken rows", "priority": "high", "schedule": {"estimate_hours": 3}, "done_criteria": [{"item": "Each is named with its line"}]}, "parent_id": "t1"}"#,
    ),
    (
        "handoff_bulk_update_tasks",
        r#"{"updates": [{"task_id": "t2.1", "assignee": "kenji"}, {"task_id": "t3.2", "schedule": {"due_date": "2026-12-18"}}]}"#,
    ),
    ("handoff_check_criterion", r#"{"task_id": "t1.2.2", "criterion_index": 0, "checked": true}"#),
    ("handoff_log_time", r#"{"task_id": "t2.1", "hours": 1.5}"#),
    ("handoff_update_calendar", r#"{"closed_dates": ["2026-12-31"], "day_hours": {"fri": 6}}"#),
    ("handoff_start_project", r#"{"start_date": "2026-12-07", "shift_dates": true}"#),
    ("handoff_get_metrics", r#"{"assignee": "maya"}"#),
    ("handoff_get_capacity", r#"{"start_date": "2026-12-07", "end_date": "2026-12-11"}"#),
    ("handoff_auto_schedule", r#"{"dry_run": true}"#),
    ("handoff_list_assignees", "{}"),
    ("handoff_add_assignee", r#"{"key": "noor", "display_name": "Noor", "work_hours_per_day": 6}"#),
    ("handoff_update_assignee", r#"{"key": "maya", "closed_weekdays": ["sat", "sun", "fri"]}"#),
    ("handoff_remove_assignee", r#"{"key": "kenji"}"#),
    ("handoff_list_milestones", "{}"),
    ("handoff_add_milestone", r#"{"name": "beta", "date": "2026-12-18"}"#),
    ("handoff_update_milestone", r#"{"name": "alpha", "description": "For the harbour office"}"#),
    ("handoff_remove_milestone", r#"{"name": "alpha"}"#),
    (
        "handoff_refer",
        r#"{"target_project_dir": "../harbour-ops", "summary": "Send feet and metres", "referral_type": "request", "priority": "high"}"#,
    ),
    ("handoff_list_referrals", r#"{"status_filter": "open"}"#),
    ("handoff_get_referral", r#"{"referral_id": "ref-20261121-025727-437283380"}"#),
    ("handoff_update_referral", r#"{"referral_id": "ref-20261121-025727-437283380", "status": "acknowledged"}"#),
    ("handoff_dashboard", r#"{"scan_dirs": ["~/code"], "max_depth": 3}"#),
    ("handoff_timer_start", r#"{"task_id": "t2.1"}"#),
    ("handoff_timer_stop", r#"{"task_id": "t2.1"}"#),
    ("handoff_timer_get_time", r#"{"task_id": "t2.1"}"#),
    (
        "handoff_memory_save",
        r#"{"text": "The feed repeats its last row at midnight", "kind": "gotcha", "scope_paths": ["src/rows.rs"]}"#,
    ),
    ("handoff_memory_query", r#"{"text": "parse the feed", "file_paths": ["src/rows.rs"]}"#),
    ("handoff_memory_delete", r#"{"memory_id": "m-20261121-025727-398154"}"#),
    ("handoff_memory_cleanup", "{}"),
    (
        "save_handoff",
        r#"{"session_id": "rows", "task_objective": "Parse the feed", "task_status": "in_progress", "progress_summary": "Rows are parsed", "files": [], "next_steps": [{"action": "Report broken rows", "priority": "high"}]}"#,
    ),
    ("load_handoff", r#"{"session_id": "s-20261121-025722-086199"}"#),
    ("list_handoffs", "{}"),
    (
        "handoff_import_context",
        r#"{"source": {"description": "a list on paper", "format": "text"}, "tasks": [{"title": "Harbour names", "children": [{"title": "Welsh spellings"}]}]}"#,
    ),
    ("handoff_get_config", "{}"),
    ("handoff_update_config", r#"{"updates": {"settings.custom_fields.handoff_tools": "core,planning"}}"#),
    ("handoff_update_labels", r#"{"labels": ["data", "map"]}"#),
];
