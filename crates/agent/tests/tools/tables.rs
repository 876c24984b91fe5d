//! Checks files against the documented tables: exact types, absent keys and null only where the
//! tables allow them. One value of the wrong type makes a file unreadable.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::records::{
    Authority, Baseline, Claim, Config, Injected, InjectedSections, Line, Memory, Referral, Request, Session, State,
    Task,
};

const STATUSES: [&str; 6] = ["todo", "in_progress", "review", "done", "blocked", "skipped"];

/// The keys of the front matter of a document, in their order.
const DOCUMENT_KEYS: [&str; 17] = [
    "id",
    "title",
    "doc_type",
    "tags",
    "scope_paths",
    "parent_id",
    "children",
    "related",
    "auto_inject",
    "task_ids",
    "source",
    "has_bom",
    "line_ending",
    "split_level",
    "created_at",
    "updated_at",
    "content_hash",
];

/// Checks the lines of a document's front matter. The keys are plain, and lists are not indented.
fn document(path: &str, text: &str) {
    let (front, _) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).expect(path);
    let is_key = |line: &&str| !line.starts_with([' ', '-']);
    let keys = front.lines().filter(is_key).map(|line| line.split(':').next().unwrap_or_default());
    let keys: Vec<&str> = keys.filter(|key| *key != "verification").collect();
    assert_eq!(keys, DOCUMENT_KEYS, "{path}");
    assert!(front.lines().all(|line| !line.contains('\t')), "{path}");
}

const STATES: [&str; 4] = ["open", "active", "paused", "closed"];

/// Checks a file below `.handoff/` and returns its kind. Panics if it does not match its table.
pub fn check(layout: &str, path: &str, text: &str) -> &'static str {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["config.toml"] => {
            let config: Config = toml(path, text);
            days(path, config.milestones.values().filter_map(|milestone| milestone.date.as_deref()));
            standard_tables(text);
            "config"
        }
        [".gitignore"] => "ignore",
        ["tasks", .., folder, file] => task(layout, path, folder, file, text),
        ["sessions", file] => session(layout, path, file, text),
        ["referrals", file] => {
            let status = file.strip_suffix(".json").and_then(|stem| stem.rsplit('.').next());
            assert!(matches!(status, Some("open" | "acknowledged" | "resolved")), "{path}");
            let referral: Referral = json(path, text);
            assert!(["improvement", "bug", "request", "info"].contains(&referral.referral_type.as_str()), "{path}");
            times(path, "created_at", [Some(&referral.created_at)]);
            "referral"
        }
        ["memory", "injected", _] => {
            let answer: Injected = json(path, text);
            times(path, "updated_at", [Some(&answer.updated_at)]);
            "injected"
        }
        ["docs", "injected", _] => {
            let answer: InjectedSections = json(path, text);
            assert!(answer.injected.keys().all(|key| key.contains('#')), "{path}");
            times(path, "updated_at", [Some(&answer.updated_at)]);
            "injected"
        }
        ["docs", file] => {
            assert!(file.strip_prefix("_doc.").is_some_and(|name| name.strip_suffix(".md").is_some()), "{path}");
            document(path, text);
            "document"
        }
        ["packages", file] => {
            let id = file.get(16..24).unwrap_or_else(|| fail(path, "no ID"));
            assert!(id.bytes().all(|byte| byte.is_ascii_hexdigit()) && file.strip_suffix(".md").is_some(), "{path}");
            assert!(text.starts_with("---\nid: ") && text.contains("\nexpires_at: "), "{path}: {text}");
            assert!(text.contains(id), "{path}");
            "package"
        }
        ["memory", file] => {
            let memory: Memory = json(path, text);
            assert_eq!(*file, format!("{}.json", memory.id));
            assert!(["lesson", "rule", "convention", "gotcha"].contains(&memory.kind.as_str()), "{path}");
            assert!(memory.content_hash.len() == 16, "{path}");
            times(
                path,
                "stamps",
                [Some(&memory.created_at), Some(&memory.updated_at), memory.last_referenced_at.as_ref()],
            );
            "memory"
        }
        ["timer", "authority.json"] => {
            let authority: Authority = json(path, text);
            check_any_time(path, &authority.heartbeat_at);
            "authority"
        }
        ["timer", "state.json"] => {
            let state: State = json(path, text);
            for started in state.timers.values().filter_map(|entry| entry.started_at.as_ref()) {
                check_any_time(path, started);
            }
            "state"
        }
        ["timer", "requests", file] => {
            let request: Request = json(path, text);
            assert_eq!(*file, format!("{}.json", request.id));
            assert!(matches!(request.cmd.as_str(), "start" | "stop"), "{path}");
            assert!(request.id.get(..23).is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_digit())), "{path}");
            times(path, "issued_at", [Some(&request.issued_at)]);
            "request"
        }
        ["local", "claims", file] => {
            let claim: Claim = json(path, text);
            assert_eq!((*file, claim.version), (format!("{}.json", claim.task).as_str(), 1));
            times(path, "times", [Some(&claim.since), Some(&claim.heard_at)]);
            "claim"
        }
        ["baselines", _] => {
            let baseline: Baseline = json(path, text);
            times(path, "created_at", [Some(&baseline.created_at)]);
            days(
                path,
                baseline.tasks.iter().flat_map(|task| [task.start_date.as_deref(), task.due_date.as_deref()]).flatten(),
            );
            "baseline"
        }
        ["activity", _, _] => {
            assert!(text.ends_with('\n'), "{path}");
            let lines = text.strip_prefix("{\"log\":1}\n").unwrap_or_else(|| fail(path, "no header")).lines();
            for line in lines {
                let line: Line = serde_json::from_str(line).unwrap_or_else(|error| fail(path, &error.to_string()));
                times(path, "at", [Some(&line.at)]);
            }
            "activity"
        }
        _ => fail(path, "an unknown kind of file"),
    }
}

pub(super) fn task(layout: &str, path: &str, folder: &str, file: &str, text: &str) -> &'static str {
    let task: Task = if layout == "json" { json(path, text) } else { toml(path, text) };
    if layout == "json" {
        let status = file.strip_prefix("_task.").and_then(|rest| rest.strip_suffix(".json"));
        assert!(status.is_some_and(|status| STATUSES.contains(&status)), "{path}");
        assert!(folder == task.id || folder.starts_with(&format!("{}-", task.id)), "{path}: the folder of {}", task.id);
    } else {
        assert_eq!(file, "task.toml", "{path}");
        let named = STATUSES.iter().any(|status| folder.starts_with(&format!("{}-{status}--", task.id)));
        assert!(named, "{path}: the folder of {}", task.id);
    }
    assert!(task.priority.is_none_or(|priority| ["low", "medium", "high"].contains(&priority.as_str())), "{path}");
    times(path, "stamps", [&task.created_at, &task.updated_at, &task.completed_at].map(Option::as_ref));
    let schedule =
        task.schedule.iter().flat_map(|schedule| [schedule.start_date.as_deref(), schedule.due_date.as_deref()]);
    days(path, schedule.flatten());
    "task"
}

fn session(layout: &str, path: &str, file: &str, text: &str) -> &'static str {
    let stem = file.strip_suffix(&format!(".{layout}")).unwrap_or_else(|| fail(path, "the layout"));
    let (stem, status) = stem.rsplit_once('.').unwrap_or_else(|| fail(path, "no status"));
    assert!(STATES.contains(&status), "{path}");
    let stamp = stem.get(..16).unwrap_or_else(|| fail(path, "no stamp"));
    assert!(stamp.bytes().enumerate().all(|(at, byte)| if at == 8 || at == 15 {
        byte == b'-'
    } else {
        byte.is_ascii_digit()
    }));
    let session: Session = if layout == "json" { json(path, text) } else { toml(path, text) };
    times(path, "ended_at", [session.ended_at.as_ref(), session.started_at.as_ref()]);
    "session"
}

fn fail(path: &str, why: &str) -> ! {
    #[allow(clippy::panic, reason = "a test ends where something is not as it should be")]
    {
        panic!("{path}: {why}")
    }
}

/// Parses JSON and checks its format: no byte order mark, indentation of two spaces, no final
/// newline, no escaped letters.
fn json<T: DeserializeOwned>(path: &str, text: &str) -> T {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| fail(path, &error.to_string()));
    assert_eq!(text, serde_json::to_string_pretty(&value).expect("JSON"), "{path}: how it is written");
    serde_json::from_str(text).unwrap_or_else(|error| fail(path, &error.to_string()))
}

fn toml<T: DeserializeOwned>(path: &str, text: &str) -> T {
    assert!(text.ends_with('\n') && !text.starts_with('\u{feff}'), "{path}: how it is written");
    toml_edit::de::from_str(text).unwrap_or_else(|error| fail(path, &error.to_string()))
}

/// Checks that no table is an inline table: some readers look only for table headers.
fn standard_tables(text: &str) {
    for section in ["calendar", "assignees", "milestones", "day_hours"] {
        assert!(!text.contains(&format!("{section} = {{")), "{section} is no inline table");
    }
}

/// Checks times: RFC 3339 in UTC with a numeric offset and 0, 3, 6 or 9 fraction digits, so that
/// they sort as text.
fn times<const N: usize>(path: &str, key: &str, times: [Option<&String>; N]) {
    for time in times.into_iter().flatten() {
        let (bare, _) =
            time.split_once("+00:00").filter(|(_, rest)| rest.is_empty()).unwrap_or_else(|| fail(path, key));
        let (second, fraction) = bare.split_once('.').unwrap_or((bare, ""));
        let form: String = second.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
        assert_eq!(form, "0000-00-00T00:00:00", "{path}: {key}");
        assert!([0, 3, 6, 9].contains(&fraction.len()), "{path}: {key}");
    }
}

/// Checks that a time is RFC 3339 with any offset.
fn check_any_time(path: &str, time: &str) {
    assert!(handoff_format::timestamp(0).len() <= time.len() + 5 && time.contains('T'), "{path}: {time}");
}

fn days<'t>(path: &str, days: impl Iterator<Item = &'t str>) {
    for day in days {
        let form: String = day.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
        assert_eq!(form, "0000-00-00", "{path}");
    }
}
