//! Sessions, referrals, memories, documents, timers, baselines and proposals: their rows for lists, the tasks
//! that they name and their findings.
//!
//! Invariant: a record that cannot be parsed is in no list; it has a finding instead.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use handoff_format::{
    Container, DataFile, Finding, PathKind, classify, parse_date, read_agent_need, read_authority, read_baseline,
    read_claim, read_memory, read_page, read_referral, read_session, read_timer_request, read_timer_state, read_usage,
    read_views,
};
use handoff_protocol::gantt::BaselineName;
use handoff_protocol::view::{DocumentRow, MemoryRow, Progress, RecordsView, ReferralRow, SessionRow, TimerRow};
use handoff_protocol::{AgentNeed, ConversationUsage, Holder, SavedView, SessionStatus};

use crate::ground::timestamp::sort_key;
use crate::ground::tree::{name, within};
use crate::model::proposals;
use crate::model::proposals::StoredProposal;

/// The file of the views.
pub(crate) const VIEWS_FILE: &str = "views.toml";
/// The folder of the claims, with a slash.
const CLAIMS: &str = "local/claims/";
/// The folder of what agents need, with a slash.
const AGENT_NEEDS: &str = "local/claims/needs/";
/// The folder of the tokens that conversations have used.
pub(crate) const USAGE: &str = "usage";

/// The first and the last day of a task in a baseline.
pub(crate) type Span = (Option<i32>, Option<i32>);

/// The part of a record that lists show.
#[derive(Clone, Debug)]
enum Row {
    Session(SessionRow),
    Referral(ReferralRow),
    Memory(MemoryRow),
    Document(DocumentRow),
    Timers(Vec<TimerRow>),
    Baseline(BaselineName, BTreeMap<String, Span>),
    Claim(Holder),
    Proposal(Arc<StoredProposal>),
    /// By name.
    Views(Vec<SavedView>),
    AgentNeed(AgentNeed),
    Usage(ConversationUsage),
    /// In no list: it is only parsed for its findings.
    Unlisted,
}

#[derive(Clone, Debug)]
struct Record {
    /// `None` if the file cannot be parsed.
    row: Option<Row>,
    /// IDs of the tasks that it names.
    tasks: Vec<String>,
    findings: Vec<Finding>,
}

/// All records other than tasks and the configuration, by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records(BTreeMap<String, Box<Record>>);

impl Records {
    /// Parses a file. Returns whether it is a record at all.
    pub(crate) fn add(&mut self, path: &str, kind: &PathKind, bytes: &[u8]) -> bool {
        let record = match kind {
            PathKind::Session { status, container } => parse_session(path, *status, *container, bytes),
            PathKind::Referral { status } => parse_referral(path, status, bytes),
            PathKind::Memory => parse_memory(path, bytes),
            PathKind::Document => parse_document(path, bytes),
            PathKind::TimerState => parse_timers(bytes),
            PathKind::TimerAuthority => parse_unlisted(bytes, |data| read_authority(data).1),
            PathKind::TimerRequest => parse_timer_request(bytes),
            PathKind::Baseline => parse_baseline(path, bytes),
            PathKind::Claim => parse_claim(bytes),
            PathKind::Proposal => Ok(parse_proposal(path, bytes)),
            PathKind::Views => parse_views(bytes),
            PathKind::AgentNeed => parse_agent_need(bytes),
            PathKind::Usage => parse_usage(bytes),
            PathKind::Sidecar | PathKind::HandoverNotes(_) | PathKind::HandoverState | PathKind::HandoverArchive(_) => {
                return true;
            }
            PathKind::Config | PathKind::TaskFile { .. } | PathKind::Activity | PathKind::Package | PathKind::Other => {
                return false;
            }
        };
        let record = record.unwrap_or_else(|finding| Record { row: None, tasks: Vec::new(), findings: vec![finding] });
        self.0.insert(path.to_owned(), Box::new(record));
        true
    }

    /// Removes a file, or everything at or below a folder.
    pub(crate) fn remove(&mut self, path: &str) {
        self.0.retain(|record_path, _| !within(record_path, path));
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.0.iter().flat_map(|(path, record)| record.findings.iter().map(move |finding| (path.as_str(), finding)))
    }

    /// Returns the files that cannot be parsed, with the reasons.
    pub(crate) fn unparsed(&self) -> impl Iterator<Item = (&str, &Finding)> {
        let unparsed = self.0.iter().filter(|(_, record)| record.row.is_none());
        unparsed.filter_map(|(path, record)| Some((path.as_str(), record.findings.first()?)))
    }

    /// Returns the file formats of the sessions, including those that cannot be parsed.
    pub(crate) fn session_containers(&self) -> impl Iterator<Item = Container> {
        self.0.keys().filter_map(|path| match classify(path) {
            PathKind::Session { container, .. } => Some(container),
            _ => None,
        })
    }

    /// Returns the task IDs that records name, each with the path of the record.
    pub(crate) fn references(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().flat_map(|(path, record)| record.tasks.iter().map(move |id| (id.as_str(), path.as_str())))
    }

    /// Returns every baseline that could be parsed, by path, with the dates of its tasks by ID.
    fn baseline_rows(&self) -> impl Iterator<Item = (&BaselineName, &BTreeMap<String, Span>)> {
        self.0.values().filter_map(|record| match &record.row {
            Some(Row::Baseline(name, spans)) => Some((name, spans)),
            _ => None,
        })
    }

    /// Returns every baseline that could be parsed, newest first.
    pub(crate) fn baselines(&self) -> Vec<BaselineName> {
        let mut names: Vec<BaselineName> = self.baseline_rows().map(|(name, _)| name.clone()).collect();
        names.sort_by_key(|name| sort_key(&name.created_at));
        names.reverse();
        names
    }

    /// Returns the dates of the tasks in a baseline, by ID.
    pub(crate) fn baseline(&self, path: &str) -> Option<&BTreeMap<String, Span>> {
        self.baseline_rows().find(|(name, _)| name.path == path).map(|(_, spans)| spans)
    }

    /// Returns the paths of the baselines that have a task.
    pub(crate) fn baselines_with<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a str> {
        self.baseline_rows().filter(|(_, spans)| spans.contains_key(id)).map(|(name, _)| name.path.as_str())
    }

    /// Returns the paths of the documents that name a task.
    pub(crate) fn documents_of(&self, id: &str) -> BTreeSet<&str> {
        let naming = self.0.iter().filter(|(_, record)| record.tasks.iter().any(|task| task == id));
        naming
            .filter(|(_, record)| matches!(record.row, Some(Row::Document(_))))
            .map(|(path, _)| path.as_str())
            .collect()
    }

    /// Returns the claim at a path if it has no finding.
    pub(crate) fn claim(&self, path: &str) -> Option<&Holder> {
        match &self.0.get(path)?.row {
            Some(Row::Claim(holder)) => Some(holder),
            _ => None,
        }
    }

    /// Returns every claim without a finding, by the ID of its task.
    pub(crate) fn claims(&self) -> impl Iterator<Item = (&str, &Holder)> {
        let files = self.0.range(CLAIMS.to_owned()..).take_while(|(path, _)| path.starts_with(CLAIMS));
        files.filter_map(|(path, record)| match &record.row {
            Some(Row::Claim(holder)) => Some((path.strip_prefix(CLAIMS)?.strip_suffix(".json")?, holder)),
            _ => None,
        })
    }

    /// Returns every proposal without a finding, by path.
    pub(crate) fn proposals(&self) -> impl Iterator<Item = &Arc<StoredProposal>> {
        self.0.values().filter_map(|record| match &record.row {
            Some(Row::Proposal(proposal)) => Some(proposal),
            _ => None,
        })
    }

    /// Returns the proposals that wait for an answer, oldest first.
    pub(crate) fn open_proposals(&self) -> Vec<&StoredProposal> {
        let mut open: Vec<&StoredProposal> =
            self.proposals().map(AsRef::as_ref).filter(|proposal| proposal.is_open()).collect();
        open.sort_by_key(|proposal| (&proposal.record.created_at, &proposal.record.id));
        open
    }

    /// Returns the views of the project, by name.
    pub(crate) fn views(&self) -> &[SavedView] {
        match self.0.get(VIEWS_FILE).and_then(|record| record.row.as_ref()) {
            Some(Row::Views(views)) => views,
            _ => &[],
        }
    }

    /// Returns what agents need from a person, by the key of the conversation. Those with a finding are left out.
    pub(crate) fn agent_needs(&self) -> impl Iterator<Item = (&str, &AgentNeed)> {
        let files = self.0.range(AGENT_NEEDS.to_owned()..).take_while(|(path, _)| path.starts_with(AGENT_NEEDS));
        files.filter_map(|(path, record)| match &record.row {
            Some(Row::AgentNeed(need)) => Some((path.strip_prefix(AGENT_NEEDS)?.strip_suffix(".json")?, need)),
            _ => None,
        })
    }

    /// Returns the tokens that conversations have used, by path. Those with a finding are left out.
    pub(crate) fn usage(&self) -> impl Iterator<Item = (&str, &ConversationUsage)> {
        self.0.iter().filter_map(|(path, record)| match &record.row {
            Some(Row::Usage(usage)) => Some((path.as_str(), usage)),
            _ => None,
        })
    }

    /// Returns the paths of the active sessions that could be parsed.
    pub(crate) fn active_sessions(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|record| match &record.row {
            Some(Row::Session(row)) if row.status == SessionStatus::Active => Some(row.path.as_str()),
            _ => None,
        })
    }

    /// Returns the time of the last save of each session.
    pub(crate) fn session_times(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|record| match &record.row {
            Some(Row::Session(row)) => Some(row.ended_at.as_str()),
            _ => None,
        })
    }

    /// Returns the rows of all records, each list in the order in which it is shown.
    pub(crate) fn view(&self) -> RecordsView {
        let mut view = RecordsView::default();
        for row in self.0.values().filter_map(|record| record.row.as_ref()) {
            match row {
                Row::Session(row) => view.sessions.push(row.clone()),
                Row::Referral(row) => view.referrals.push(row.clone()),
                Row::Memory(row) => view.memories.push(row.clone()),
                Row::Document(row) => view.documents.push(row.clone()),
                Row::Timers(rows) => view.timers.extend(rows.iter().cloned()),
                Row::Baseline(..)
                | Row::Claim(_)
                | Row::AgentNeed(_)
                | Row::Usage(_)
                | Row::Views(_)
                | Row::Proposal(_)
                | Row::Unlisted => {}
            }
        }
        view.sessions.sort_by_key(|row| (last_saved(row), row.id.clone()));
        view.sessions.reverse();
        view.memories.reverse();
        view.documents.sort_by(|a, b| (&a.title, &a.path).cmp(&(&b.title, &b.path)));
        view.timers.sort_by_key(|row| crate::model::rank::natural_key(&row.task));
        view
    }
}

/// Returns the time when a session was saved last, as a text that sorts by time.
///
/// A session that was never saved counts from the timestamp in its ID, `s-YYYYMMDD-HHMMSS-uuuuuu`.
fn last_saved(row: &SessionRow) -> String {
    if !row.ended_at.is_empty() {
        return sort_key(&row.ended_at);
    }
    let mut parts = row.id.split('-').skip(1);
    // Other programs may use other IDs: what is missing is empty, and the text is no timestamp.
    let mut next_part = || parts.next().unwrap_or("");
    let (day, time, fraction) = (next_part(), next_part(), next_part());
    let slice = |text: &str, range: Range<usize>| text.get(range).unwrap_or("").to_owned();
    let date = [slice(day, 0..4), slice(day, 4..6), slice(day, 6..8)].join("-");
    let clock = [slice(time, 0..2), slice(time, 2..4), slice(time, 4..6)].join(":");
    sort_key(&format!("{date}T{clock}.{fraction:0<9}Z"))
}

fn saturate(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Parses a file. Returns its data file with the findings about its syntax.
fn parse_container(container: Container, bytes: &[u8]) -> Result<(DataFile, Vec<Finding>), Finding> {
    let data = DataFile::parse(container, bytes)?;
    let findings = data.findings();
    Ok((data, findings))
}

fn parse_session(
    path: &str,
    status: Option<SessionStatus>,
    container: Container,
    bytes: &[u8],
) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(container, bytes)?;
    let (session, record_findings) = read_session(&data);
    findings.extend(record_findings);
    let stamp: String = name(path).chars().take(15).collect();
    let checked = session.checklist.iter().filter(|item| item.checked).count();
    let row = SessionRow {
        id: session.id.unwrap_or_else(|| format!("s-{stamp}-000000")),
        // A file name without a known status counts as closed.
        status: status.unwrap_or(SessionStatus::Closed),
        summary: session.summary,
        ended_at: session.ended_at.unwrap_or_default(),
        branch: session.branch.unwrap_or_default(),
        decisions: saturate(session.decisions.len()),
        blockers: saturate(session.blockers.len()),
        checklist: Progress { done: saturate(checked), total: saturate(session.checklist.len()) },
        path: path.to_owned(),
    };
    Ok(Record { row: Some(Row::Session(row)), tasks: session.related_task_ids, findings })
}

fn parse_referral(path: &str, status: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (referral, record_findings) = read_referral(&data);
    findings.extend(record_findings);
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

fn parse_memory(path: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (memory, record_findings) = read_memory(&data);
    findings.extend(record_findings);
    let row = MemoryRow {
        id: memory.id,
        memory_kind: memory.kind,
        text: memory.text,
        tags: memory.tags,
        path: path.to_owned(),
    };
    Ok(Record { row: Some(Row::Memory(row)), tasks: Vec::new(), findings })
}

fn parse_document(path: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (page, findings) = read_page(bytes)?;
    let row = DocumentRow { id: page.id, title: page.title, doc_type: page.doc_type, path: path.to_owned() };
    Ok(Record { row: Some(Row::Document(row)), tasks: page.task_ids, findings })
}

fn parse_timers(bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (state, record_findings) = read_timer_state(&data);
    findings.extend(record_findings);
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

fn parse_timer_request(bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (request, record_findings) = read_timer_request(&data);
    findings.extend(record_findings);
    Ok(Record { row: Some(Row::Unlisted), tasks: vec![request.task_id], findings })
}

fn parse_baseline(path: &str, bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (baseline, record_findings) = read_baseline(&data);
    findings.extend(record_findings);
    let name = BaselineName { path: path.to_owned(), name: baseline.name, created_at: baseline.created_at };
    let days = |date: Option<String>| date.as_deref().and_then(parse_date);
    // Reversed, so that the first of several entries with the same ID counts.
    let spans = baseline.tasks.into_iter().rev().map(|task| (task.id, (days(task.start_date), days(task.due_date))));
    Ok(Record { row: Some(Row::Baseline(name, spans.collect())), tasks: Vec::new(), findings })
}

fn parse_claim(bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (holder, record_findings) = read_claim(&data);
    findings.extend(record_findings);
    // A claim that is partly readable holds nothing.
    let row = if findings.is_empty() { Row::Claim(holder) } else { Row::Unlisted };
    Ok(Record { row: Some(row), tasks: Vec::new(), findings })
}

fn parse_proposal(path: &str, bytes: &[u8]) -> Record {
    match proposals::parse(path, bytes) {
        Ok(proposal) => {
            Record { row: Some(Row::Proposal(Arc::new(proposal))), tasks: Vec::new(), findings: Vec::new() }
        }
        Err(findings) => Record { row: None, tasks: Vec::new(), findings },
    }
}

fn parse_views(bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Toml, bytes)?;
    let (mut views, record_findings) = read_views(&data);
    findings.extend(record_findings);
    views.sort_by_cached_key(|view| (view.name.to_lowercase(), view.name.clone()));
    Ok(Record { row: Some(Row::Views(views)), tasks: Vec::new(), findings })
}

fn parse_agent_need(bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (need, record_findings) = read_agent_need(&data);
    findings.extend(record_findings);
    let row = if findings.is_empty() { Row::AgentNeed(need) } else { Row::Unlisted };
    Ok(Record { row: Some(row), tasks: Vec::new(), findings })
}

/// Tokens that are partly readable are not counted, and not added to.
fn parse_usage(bytes: &[u8]) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    let (usage, record_findings) = read_usage(&data);
    findings.extend(record_findings);
    let row = if findings.is_empty() { Row::Usage(usage) } else { Row::Unlisted };
    Ok(Record { row: Some(row), tasks: Vec::new(), findings })
}

fn parse_unlisted(bytes: &[u8], read: impl FnOnce(&DataFile) -> Vec<Finding>) -> Result<Record, Finding> {
    let (data, mut findings) = parse_container(Container::Json, bytes)?;
    findings.extend(read(&data));
    Ok(Record { row: Some(Row::Unlisted), tasks: Vec::new(), findings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn baselines_are_listed_newest_first_with_the_dates_of_their_tasks() {
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
        assert_eq!(spans.get("t1"), Some(&(Some(1), Some(4))), "the first entry with an ID counts");
        assert_eq!(spans.get("t2"), Some(&(None, Some(8))));
        assert_eq!(spans.get("t3"), Some(&(None, None)));
        assert_eq!(records.baseline("baselines/c.json"), None);
        assert_eq!(records.baselines_with("t2").collect::<Vec<_>>(), ["baselines/b.json"]);
        assert_eq!(records.findings().count(), 2, "the broken file and the invalid date");
    }
}
