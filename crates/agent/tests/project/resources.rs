//! Resources and their URIs.

use handoff_agent::resources::Kind;
use serde_json::Value;

use crate::support::Bench;

#[test]
fn resources_return_their_content() {
    let bench = Bench::atlas();
    let read = |uri: &str| bench.read(uri);
    let (sessions, mime) = read("handoff://sessions").expect("sessions");
    assert_eq!(mime, "application/json");
    let sessions: Value = serde_json::from_str(&sessions).expect("JSON");
    let ids: Vec<&str> =
        sessions.as_array().expect("a list").iter().filter_map(|session| session["id"].as_str()).collect();
    assert_ne!(ids.len(), 0);
    let (session, _) = read(&format!("handoff://session/{}", ids[0])).expect("a session");
    assert!(session.contains(ids[0]));
    assert_eq!(read("handoff://config").map(|(_, mime)| mime), Ok("application/toml"));
    assert_eq!(handoff_agent::resources::tool_at("handoff://dashboard"), Some("handoff_dashboard"));
    let (task, _) = read("handoff://task/t1.2").expect("a task");
    assert_eq!(serde_json::from_str::<Value>(&task).expect("JSON")["status"], "review");
}

#[test]
fn unknown_resources_are_refused() {
    let bench = Bench::atlas();
    for uri in [
        "handoff://tasks",
        "handoff://task/none",
        "handoff://session/",
        "handoff://config/../x",
        "file:///etc/passwd",
        "",
    ] {
        assert_eq!(bench.read(uri), Err(format!("{uri} does not exist.")));
    }
    assert_eq!(Bench::empty().read("handoff://config"), Err("There is no .handoff folder in this project.".to_owned()));
}

#[test]
fn resource_ids_are_completed() {
    let bench = Bench::atlas();
    assert_eq!(bench.ids(Kind::Task, "t1.1"), ["t1.1", "t1.1.1", "t1.1.2", "t1.1.3"]);
    assert!(bench.ids(Kind::Session, "s-2026").len() > 2);
    assert!(bench.ids(Kind::Task, "").len() <= 100);
}
