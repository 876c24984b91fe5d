//! Tests with the demo project in the TOML layout: it has no findings, and every byte is kept.

use std::collections::BTreeMap;

use crate::support::{project_files, test_projects};
use handoff_format::{
    Container, DataFile, PathKind, Task, classify, folder_matches_id, is_content, read_config, read_session, read_task,
    session_slug, task_folder_name, task_slug, write_task,
};
use handoff_protocol::Layout;

fn harbour() -> Vec<(String, Vec<u8>)> {
    project_files(&test_projects().join("harbour/.handoff"))
}

#[test]
fn parse_and_render_keep_every_byte() {
    let files = harbour();
    assert_eq!(files.len(), 15);
    for (path, bytes) in files {
        assert!(is_content(&path), "{path}");
        let data = DataFile::parse(Container::Toml, &bytes).unwrap_or_else(|finding| panic!("{path}: {finding}"));
        assert_eq!(data.render(), bytes, "{path}");
        let crlf = String::from_utf8(bytes).unwrap().replace('\n', "\r\n").into_bytes();
        let windows = DataFile::parse(Container::Toml, &crlf).unwrap();
        assert_eq!(windows.render(), crlf, "{path}");
        assert_eq!(windows.root(), data.root(), "{path}");
    }
}

#[test]
fn read_reports_no_findings() {
    let mut tasks: BTreeMap<String, Task> = BTreeMap::new();
    let (mut names, mut milestones, mut sessions) = (Vec::new(), Vec::new(), 0);
    for (path, bytes) in harbour() {
        let data = DataFile::parse(Container::Toml, &bytes).unwrap();
        let findings = match classify(&path) {
            PathKind::Config => {
                let (config, findings) = read_config(&data);
                assert_eq!(config.layout, Some(Layout::Toml));
                names = config.assignees.into_iter().map(|(name, _)| name).collect();
                milestones = config.milestones.into_iter().map(|(name, _)| name).collect();
                findings
            }
            PathKind::TaskFile { layout, status } => {
                let (task, findings) = read_task(&data);
                let name = path.rsplit('/').nth(1).unwrap();
                assert!(folder_matches_id(name, &task.id, layout), "{path}");
                assert_eq!(task_folder_name(layout, &task.id, status.unwrap(), &task_slug(&task.title)), name);
                assert!(tasks.insert(task.id.clone(), task).is_none(), "{path}");
                findings
            }
            PathKind::Session { status, container } => {
                assert!(status.is_some() && container == Container::Toml);
                let (session, findings) = read_session(&data);
                assert!(path.contains(&session_slug(&session.summary)), "{path}");
                sessions += 1;
                findings
            }
            other => panic!("{path} is {other:?}"),
        };
        assert_eq!(findings, Vec::new(), "{path}");
    }
    assert_eq!((tasks.len(), sessions), (12, 2));
    for task in tasks.values() {
        assert!(task.dependencies.iter().all(|id| tasks.contains_key(id)), "{}", task.id);
        assert!(task.assignee.iter().all(|name| names.contains(name)), "{}", task.id);
        let milestone = task.schedule.iter().find_map(|schedule| schedule.milestone.clone());
        assert!(milestone.iter().all(|name| milestones.contains(name)), "{}", task.id);
    }
}

#[test]
fn write_task_changes_only_the_line_of_a_field() {
    for (path, bytes) in harbour() {
        if !matches!(classify(&path), PathKind::TaskFile { .. }) {
            continue;
        }
        let mut data = DataFile::parse(Container::Toml, &bytes).unwrap();
        let (old, _) = read_task(&data);
        let new = Task { updated_at: Some("2026-12-01T00:00:00+00:00".to_owned()), ..old.clone() };
        write_task(&mut data, &old, &new).unwrap();
        let line = |task: &Task| format!("updated_at = \"{}\"\n", task.updated_at.as_deref().unwrap());
        let expected = String::from_utf8(bytes).unwrap().replace(&line(&old), &line(&new));
        assert_eq!(String::from_utf8(data.render()).unwrap(), expected, "{path}");
    }
}
