//! Tests with a project that the `handoff-mcp` server wrote: every fact is read, and every byte is
//! kept.

use crate::support::{project_files, test_projects};
use handoff_format::{
    Container, Document, PathKind, classify, folder_matches_id, is_content, new_task_document, parse_task_folder,
    read_authority, read_baseline, read_config, read_memory, read_page, read_referral, read_session, read_task,
    read_timer_request, read_timer_state, task_folder_name, task_slug, write_task,
};
use handoff_protocol::Layout;

fn atlas() -> Vec<(String, Vec<u8>)> {
    project_files(&test_projects().join("tide-atlas/.handoff"))
}

fn container(path: &str) -> Option<Container> {
    match path.rsplit_once('.') {
        Some((_, "json")) => Some(Container::Json),
        Some((_, "toml")) => Some(Container::Toml),
        _ => None,
    }
}

#[test]
fn parse_and_render_keep_every_byte() {
    let mut seen = 0;
    for (path, bytes) in atlas() {
        if let Some(container) = container(&path) {
            let document = Document::parse(container, &bytes).unwrap_or_else(|finding| panic!("{path}: {finding}"));
            assert_eq!(document.render(), bytes, "{path}");
            assert_eq!(document.findings(), Vec::new(), "{path}");
            seen += 1;
        }
    }
    assert_eq!(seen, 60);
}

#[test]
fn read_finds_every_fact() {
    let mut facts = String::new();
    for (path, bytes) in atlas() {
        assert!(is_content(&path), "{path}");
        let kind = classify(&path);
        let document = container(&path).map(|container| Document::parse(container, &bytes).unwrap());
        let shown =
            |fact: &dyn std::fmt::Debug, findings: &dyn std::fmt::Debug| format!("{fact:#?}\nfindings: {findings:?}\n");
        let document = document.as_ref();
        let fact = match &kind {
            PathKind::Config => document.map(read_config).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::TaskFile { .. } => document.map(read_task).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::Session { .. } => document.map(read_session).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::Referral { .. } => document.map(read_referral).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::Memory => document.map(read_memory).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::TimerState => document.map(read_timer_state).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::TimerAuthority => document.map(read_authority).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::TimerRequest => document.map(read_timer_request).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::Document => Some(read_page(&bytes).map(|(fact, findings)| shown(&fact, &findings)).unwrap()),
            PathKind::Sidecar | PathKind::HandoverNotes(_) | PathKind::HandoverState | PathKind::HandoverArchive(_) => {
                Some(String::new())
            }
            PathKind::Baseline => document.map(read_baseline).map(|(fact, findings)| shown(&fact, &findings)),
            PathKind::Package | PathKind::Claim | PathKind::Activity | PathKind::Other => None,
        };
        let fact = fact.unwrap_or_else(|| panic!("{path} is {kind:?}"));
        facts += &format!("== {path}\n{kind:?}\n{fact}\n");
    }
    insta::assert_snapshot!(facts);
}

#[test]
fn new_task_document_writes_the_same_bytes() {
    let mut seen = 0;
    for (path, bytes) in atlas() {
        if !matches!(classify(&path), PathKind::TaskFile { .. }) {
            continue;
        }
        let document = Document::parse(Container::Json, &bytes).unwrap();
        let (task, _) = read_task(&document);
        let known = ["y_extra", "x_editor"];
        let root = document.root();
        if root.as_object().unwrap().keys().any(|key| known.contains(&key.as_str())) {
            continue;
        }
        let again = new_task_document(Container::Json, &task).render();
        assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(bytes).unwrap(), "{path}");
        seen += 1;
    }
    assert!(seen >= 40, "{seen}");
}

#[test]
fn folder_fits_every_task() {
    for (path, bytes) in atlas() {
        let PathKind::TaskFile { status, .. } = classify(&path) else { continue };
        let (task, _) = read_task(&Document::parse(Container::Json, &bytes).unwrap());
        let name = path.rsplit('/').nth(1).unwrap();
        assert!(folder_matches_id(name, &task.id, Layout::Json), "{path}");
        assert!(parse_task_folder(name).iter().any(|parsed| parsed.id == task.id), "{path}");
        assert_eq!(task_folder_name(Layout::Json, &task.id, status.unwrap(), &task_slug(&task.title)), name);
    }
}

#[test]
fn write_task_changes_only_the_line_of_a_field() {
    for (path, bytes) in atlas() {
        if !matches!(classify(&path), PathKind::TaskFile { .. }) {
            continue;
        }
        let mut document = Document::parse(Container::Json, &bytes).unwrap();
        let (old, _) = read_task(&document);
        let mut new = old.clone();
        new.updated_at = Some("2026-12-01T00:00:00+00:00".to_owned());
        write_task(&mut document, &old, &new).unwrap();
        let stamp = |text: &str| format!("\"updated_at\": \"{text}\"");
        let expected = String::from_utf8(bytes)
            .unwrap()
            .replace(&stamp(old.updated_at.as_deref().unwrap()), &stamp(new.updated_at.as_deref().unwrap()));
        assert_eq!(String::from_utf8(document.render()).unwrap(), expected, "{path}");
    }
}
