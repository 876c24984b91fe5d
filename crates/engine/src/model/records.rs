//! Sessions, referrals, memories, documents, timers and baselines: what is shown of them, and which tasks they name.
//!
//! Invariant: a record that cannot be parsed is listed nowhere and has a finding instead.

use std::collections::BTreeMap;

use handoff_format::{
    Container, Document, Finding, PathKind, classify, parse_date, read_authority, read_baseline, read_memory,
    read_page, read_referral, read_session, read_timer_request, read_timer_state,
};
use handoff_protocol::SessionStatus;
use handoff_protocol::gantt::BaselineName;
use handoff_protocol::view::{DocumentRow, MemoryRow, Progress, RecordsView, ReferralRow, SessionRow, TimerRow};

use crate::timestamp::sortable;
use crate::tree::{name, within};

/// The first and the last day of a task in a baseline.
pub(crate) type Span = (Option<i32>, Option<i32>);

/// What lists show of a record.
#[derive(Clone, Debug)]
enum Row {
    Session(SessionRow),
    Referral(ReferralRow),
    Memory(MemoryRow),
    Document(DocumentRow),
    Timers(Vec<TimerRow>),
    Baseline(BaselineName, BTreeMap<String, Span>),
    /// Read for its findings alone.
    Unlisted,
}

#[derive(Clone, Debug)]
struct Record {
    row: Option<Row>,
    /// Ids of tasks that it names.
    tasks: Vec<String>,
    findings: Vec<Finding>,
}

/// All records other than tasks and the configuration, by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records(BTreeMap<String, Box<Record>>);

impl Records {
    /// Reads a file; says whether it is a record at all.
    pub(crate) fn add(&mut self, path: &str, kind: &PathKind, bytes: &[u8]) -> bool {
        let read = match kind {
            PathKind::Session { status, container } => session(path, *status, *container, bytes),
            PathKind::Referral { status } => referral(path, status, bytes),
            PathKind::Memory => memory(path, bytes),
            PathKind::Document => document(path, bytes),
            PathKind::TimerState => timers(bytes),
            PathKind::TimerAuthority => unlisted(bytes, |document| read_authority(document).1),
            PathKind::TimerRequest => timer_request(bytes),
            PathKind::Baseline => baseline(path, bytes),
            PathKind::Sidecar => return true,
            PathKind::Config | PathKind::TaskFile { .. } | PathKind::Activity | PathKind::Other => return false,
        };
        let record = read.unwrap_or_else(|finding| Record { row: None, tasks: Vec::new(), findings: vec![finding] });
        self.0.insert(path.to_owned(), Box::new(record));
        true
    }

    /// Forgets a file, or all below a folder.
    pub(crate) fn remove(&mut self, path: &str) {
        self.0.retain(|known, _| !within(known, path));
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.0.iter().flat_map(|(path, record)| record.findings.iter().map(move |finding| (path.as_str(), finding)))
    }

    /// Returns how the files of the sessions are written, unreadable ones included.
    pub(crate) fn session_containers(&self) -> impl Iterator<Item = Container> {
        self.0.keys().filter_map(|path| match classify(path) {
            PathKind::Session { container, .. } => Some(container),
            _ => None,
        })
    }

    /// Ids of tasks that records name, and where.
    pub(crate) fn references(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().flat_map(|(path, record)| record.tasks.iter().map(move |id| (id.as_str(), path.as_str())))
    }

    /// Every baseline that can be read, by path, with the days of its tasks by id.
    fn plans(&self) -> impl Iterator<Item = (&BaselineName, &BTreeMap<String, Span>)> {
        self.0.values().filter_map(|record| match &record.row {
            Some(Row::Baseline(name, spans)) => Some((name, spans)),
            _ => None,
        })
    }

    /// Every baseline that can be read, newest first.
    pub(crate) fn baselines(&self) -> Vec<BaselineName> {
        let mut names: Vec<BaselineName> = self.plans().map(|(name, _)| name.clone()).collect();
        names.sort_by_key(|name| sortable(&name.created_at));
        names.reverse();
        names
    }

    /// The days of the tasks in a baseline, by id.
    pub(crate) fn baseline(&self, path: &str) -> Option<&BTreeMap<String, Span>> {
        self.plans().find(|(name, _)| name.path == path).map(|(_, spans)| spans)
    }

    /// The paths of the baselines with a task of that id.
    pub(crate) fn baselines_with<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a str> {
        self.plans().filter(|(_, spans)| spans.contains_key(id)).map(|(name, _)| name.path.as_str())
    }

    /// The paths of the active sessions that can be read.
    pub(crate) fn active_sessions(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|record| match &record.row {
            Some(Row::Session(row)) if row.status == SessionStatus::Active => Some(row.path.as_str()),
            _ => None,
        })
    }

    pub(crate) fn view(&self) -> RecordsView {
        let mut view = RecordsView::default();
        for row in self.0.values().filter_map(|record| record.row.as_ref()) {
            match row {
                Row::Session(row) => view.sessions.push(row.clone()),
                Row::Referral(row) => view.referrals.push(row.clone()),
                Row::Memory(row) => view.memories.push(row.clone()),
                Row::Document(row) => view.documents.push(row.clone()),
                Row::Timers(rows) => view.timers.extend(rows.iter().cloned()),
                Row::Baseline(..) | Row::Unlisted => {}
            }
        }
        view.sessions.sort_by_key(|row| (last_moment(row), row.id.clone()));
        view.sessions.reverse();
        view.memories.reverse();
        view.documents.sort_by(|a, b| (&a.title, &a.path).cmp(&(&b.title, &b.path)));
        view.timers.sort_by_key(|row| crate::model::rank::natural(&row.task));
        view
    }
}

/// When a session was saved last; one that never was counts from its id's stamp, `s-YYYYMMDD-HHMMSS-uuuuuu`.
fn last_moment(row: &SessionRow) -> String {
    if !row.ended_at.is_empty() {
        return sortable(&row.ended_at);
    }
    let mut parts = row.id.split('-').skip(1);
    let (day, time) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let fraction = parts.next().unwrap_or_default();
    let pick = |text: &str, from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
    let date = [pick(day, 0, 4), pick(day, 4, 6), pick(day, 6, 8)].join("-");
    let clock = [pick(time, 0, 2), pick(time, 2, 4), pick(time, 4, 6)].join(":");
    sortable(&format!("{date}T{clock}.{fraction:0<9}Z"))
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn parse(container: Container, bytes: &[u8]) -> Result<(Document, Vec<Finding>), Finding> {
    let document = Document::parse(container, bytes)?;
    let findings = document.findings();
    Ok((document, findings))
}

fn session(path: &str, status: Option<SessionStatus>, container: Container, bytes: &[u8]) -> Result<Record, Finding> {
    let (document, mut findings) = parse(container, bytes)?;
    let (session, found) = read_session(&document);
    findings.extend(found);
    let stamp: String = name(path).chars().take(15).collect();
    let checked = session.checklist.iter().filter(|item| item.checked).count();
    let row = SessionRow {
        id: session.id.unwrap_or_else(|| format!("s-{stamp}-000000")),
        status: status.unwrap_or(SessionStatus::Closed),
        summary: session.summary,
        ended_at: session.ended_at.unwrap_or_default(),
        branch: session.branch.unwrap_or_default(),
        decisions: count(session.decisions.len()),
        blockers: count(session.blockers.len()),
        checklist: Progress { done: count(checked), total: count(session.checklist.len()) },
        path: path.to_owned(),
    };
    Ok(Record { row: Some(Row::Session(row)), tasks: session.related_task_ids, findings })
}

fn referral(path: &str, status: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (document, mut findings) = parse(Container::Json, bytes)?;
    let (referral, found) = read_referral(&document);
    findings.extend(found);
    let row = ReferralRow {
        id: referral.id,
        status: status.to_owned(),
        summary: referral.summary,
        source_project: referral.source_project,
        referral_type: referral.referral_type,
        path: path.to_owned(),
    };
    Ok(Record { row: Some(Row::Referral(row)), tasks: Vec::new(), findings })
}

fn memory(path: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (document, mut findings) = parse(Container::Json, bytes)?;
    let (memory, found) = read_memory(&document);
    findings.extend(found);
    let row = MemoryRow {
        id: memory.id,
        memory_kind: memory.kind,
        text: memory.text,
        tags: memory.tags,
        path: path.to_owned(),
    };
    Ok(Record { row: Some(Row::Memory(row)), tasks: Vec::new(), findings })
}

fn document(path: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (page, findings) = read_page(bytes)?;
    let row = DocumentRow { id: page.id, title: page.title, doc_type: page.doc_type, path: path.to_owned() };
    Ok(Record { row: Some(Row::Document(row)), tasks: page.task_ids, findings })
}

fn timers(bytes: &[u8]) -> Result<Record, Finding> {
    let (document, mut findings) = parse(Container::Json, bytes)?;
    let (state, found) = read_timer_state(&document);
    findings.extend(found);
    let tasks = state.timers.iter().map(|(task, _)| task.clone()).collect();
    let rows = state.timers.into_iter().map(|(task, entry)| TimerRow {
        task,
        tracking: entry.state == "tracking",
        elapsed_ms: entry.elapsed_ms,
        started_at: entry.started_at.unwrap_or_default(),
        paused_by_idle: entry.paused_by_idle,
    });
    Ok(Record { row: Some(Row::Timers(rows.collect())), tasks, findings })
}

fn timer_request(bytes: &[u8]) -> Result<Record, Finding> {
    let (document, mut findings) = parse(Container::Json, bytes)?;
    let (request, found) = read_timer_request(&document);
    findings.extend(found);
    Ok(Record { row: Some(Row::Unlisted), tasks: vec![request.task_id], findings })
}

fn baseline(path: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (document, mut findings) = parse(Container::Json, bytes)?;
    let (baseline, found) = read_baseline(&document);
    findings.extend(found);
    let name = BaselineName { path: path.to_owned(), name: baseline.name, created_at: baseline.created_at };
    let days = |date: Option<String>| date.as_deref().and_then(parse_date);
    // Reversed, so that the first of several entries with the same ID counts.
    let spans = baseline.tasks.into_iter().rev().map(|task| (task.id, (days(task.start_date), days(task.due_date))));
    Ok(Record { row: Some(Row::Baseline(name, spans.collect())), tasks: Vec::new(), findings })
}

fn unlisted(bytes: &[u8], read: impl FnOnce(&Document) -> Vec<Finding>) -> Result<Record, Finding> {
    let (document, mut findings) = parse(Container::Json, bytes)?;
    findings.extend(read(&document));
    Ok(Record { row: Some(Row::Unlisted), tasks: Vec::new(), findings })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is not as it should be")]

    use super::*;

    #[test]
    fn baselines_are_listed_newest_first_and_their_days_found() {
        let mut records = Records::default();
        for (path, text) in [
            (
                "baselines/a.json",
                r#"{"name": "A", "created_at": "2026-12-01T09:00:00+09:00", "tasks": [{"id": "t1"}]}"#,
            ),
            (
                "baselines/b.json",
                r#"{"name": "B", "created_at": "2026-12-01T02:00:00Z", "tasks": [
                    {"id": "t1", "start_date": "1970-01-02", "due_date": "1970-01-05"}, {"id": "t2", "due_date": "1970-01-09"},
                    {"id": "t1", "due_date": "1970-02-01"}, {"id": "t3", "due_date": "soon"}]}"#,
            ),
            ("baselines/c.json", "{"),
        ] {
            assert!(records.add(path, &PathKind::Baseline, text.as_bytes()));
        }
        let names: Vec<String> = records.baselines().into_iter().map(|baseline| baseline.name).collect();
        assert_eq!(names, ["B", "A"]);
        let spans = records.baseline("baselines/b.json").unwrap();
        assert_eq!(spans.get("t1"), Some(&(Some(1), Some(4))), "of several entries the first counts");
        assert_eq!(spans.get("t2"), Some(&(None, Some(8))));
        assert_eq!(spans.get("t3"), Some(&(None, None)));
        assert_eq!(records.baseline("baselines/c.json"), None);
        assert_eq!(records.baselines_with("t2").collect::<Vec<_>>(), ["baselines/b.json"]);
        assert_eq!(records.findings().count(), 2, "the broken file and the date that is none");
    }
}
