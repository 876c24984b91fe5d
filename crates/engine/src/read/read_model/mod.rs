//! Read access to a project for programs that need more than a view shows. Borrows from the model.
//!
//! Invariant: there is no rule here; rules belong to plans and views.

mod task_entry;

use std::collections::BTreeMap;
use std::sync::Arc;

use handoff_format::{Config, Finding, Memory, Proposal as ProposalRecord, Referral};
use handoff_protocol::agent::NewMemory;
use handoff_protocol::planning::Proposal;
use handoff_protocol::report::{WrittenReport, WrittenReportRequest};
use handoff_protocol::view::{FileKnowledge, RecordsView, SearchResults, TrashEntry};
use handoff_protocol::{
    Actor, CommitFacts, Context, Event, Holder, ProposalsView, Report, Reschedule, Status, Text, UsedTokens,
};

use crate::Project;
use crate::analysis::metrics;
use crate::analysis::metrics::{CapacityDay, HistoryCommit, Metrics, ReportCache, ReportRequest};
use crate::analysis::next_task;
use crate::analysis::next_task::{Owner, Turn};
use crate::analysis::schedule::{Network, NetworkTask, needed_by, own_dependencies, slack_days};
use crate::ground::texts;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::claims;
use crate::knowledge::documents::Documents;
use crate::knowledge::handover;
use crate::knowledge::handover::Handover;
use crate::knowledge::handover_score::HandoverScores;
use crate::knowledge::memory;
use crate::knowledge::memory::{MemoryEntry, MemoryMatch, MemoryReport};
use crate::knowledge::peer_agents::{self, PeerAgent};
use crate::knowledge::referrals;
use crate::knowledge::register::{Knowledge, KnowledgeCache, Register};
use crate::knowledge::sessions;
use crate::knowledge::sessions::SessionEntry;
use crate::knowledge::time;
use crate::knowledge::time::{Timer, TimerList};
use crate::knowledge::trash;
use crate::knowledge::usage;
use crate::model::TaskLookupError;
use crate::model::ownership::Ownership;
pub use crate::model::project::unread::ProjectPart;
use crate::model::project::{pause, unread};
pub use crate::read::read_model::task_entry::TaskEntry;
use crate::read::search::search;
use crate::read::view::file_knowledge;
use crate::read::view::origin::{Origin, origin};

/// Read access to a project.
#[derive(Clone, Copy)]
pub struct ProjectReader<'a> {
    project: &'a Project,
    knowledge: &'a KnowledgeCache,
}

impl<'a> ProjectReader<'a> {
    pub(crate) fn of(project: &'a Project, knowledge: &'a KnowledgeCache) -> ProjectReader<'a> {
        ProjectReader { project, knowledge }
    }

    /// Returns whether there is a project.
    pub fn is_initialized(self) -> bool {
        self.project.is_initialized()
    }

    /// Returns to whom the `.handoff` folder belongs.
    pub fn ownership(self) -> Ownership {
        self.project.ownership()
    }

    /// Returns the configuration, with defaults for absent values.
    pub fn config(self) -> &'a Config {
        self.project.model.config.values()
    }

    /// Returns the content of a file below `.handoff/`.
    pub fn file(self, path: &str) -> Option<&'a [u8]> {
        self.project.tree.file(path)
    }

    /// Returns every task, parents before children, siblings in the order that people gave them.
    pub fn tasks(self) -> Vec<TaskEntry<'a>> {
        self.rows().into_iter().map(|row| row.task).collect()
    }

    /// Returns every task in the order of [`ProjectReader::tasks`], with the end of its branch.
    pub fn rows(self) -> Vec<OutlineRow<'a>> {
        let tasks = &self.project.model.tasks;
        let entry = |slot| tasks.get(slot).map(|task| TaskEntry { tasks, task });
        tasks
            .outline()
            .rows
            .iter()
            .filter_map(|row| Some(OutlineRow { task: entry(row.slot)?, end: row.end }))
            .collect()
    }

    /// Returns the effects of changing dates, without changing them.
    pub fn proposal(self, context: &Context, reschedule: &Reschedule) -> Proposal {
        crate::read::view::proposal(self.project, context, reschedule)
    }

    /// Returns the stored proposals as they are in their files.
    pub fn proposal_records(self) -> impl Iterator<Item = &'a ProposalRecord> {
        self.project.model.records.proposals().map(|proposal| &proposal.record)
    }

    /// Returns the stored proposals, with what they would change now.
    pub fn proposals(self, context: &Context) -> ProposalsView {
        crate::read::view::proposals(self.project, context, None, None)
    }

    /// Returns the metrics of the project, or of an assignee's tasks. `today` is in days since
    /// 1970-01-01.
    pub fn metrics(self, assignee: Option<&str>, today: i32) -> Metrics {
        metrics::metrics(self.project, assignee, today)
    }

    /// Returns whether a report needs the Git history: a task may be older than the activity log, which
    /// has to be loaded.
    pub fn has_past_before_log(self) -> bool {
        metrics::has_past_before_log(self.project)
    }

    /// Computes a report. The whole activity log has to be loaded.
    pub fn report(self, context: &Context, request: &ReportRequest<'_>) -> Report {
        metrics::report(self.project, &mut ReportCache::default(), context, request)
    }

    /// Writes a report in words. The whole activity log has to be loaded; `history` are the commits of
    /// `.handoff/`, empty if the shell has none.
    pub fn written_report(
        self,
        context: &Context,
        request: &WrittenReportRequest,
        history: &[HistoryCommit],
    ) -> WrittenReport {
        let knowledge = self.knowledge.get(self.project);
        let mut cache = ReportCache::default();
        crate::read::view::written_report(self.project, &knowledge, &mut cache, context, (request, history))
    }

    /// Returns the working hours and planned hours of an assignee for each day, or of everybody for
    /// `None`. `days` are the first and the last day, both inclusive, in days since 1970-01-01.
    pub fn capacity(self, days: (i32, i32), assignee: Option<&str>, today: i32) -> Vec<CapacityDay> {
        metrics::capacity(self.project, days, assignee, today)
    }

    /// Returns the rows that lists show of sessions, referrals, memories, documents and timers.
    pub fn records(self) -> RecordsView {
        self.project.model.records.view()
    }

    /// Returns what was deleted, newest first. The shell has to feed `trash/` before.
    pub fn trash(self) -> Vec<TrashEntry> {
        trash::entries(self.project)
    }

    /// Returns what the project knows, over all its sessions. Cached.
    pub fn register(self) -> Arc<Register> {
        Arc::clone(self.knowledge.get(self.project).register())
    }

    /// Returns the documents.
    pub fn documents(self) -> Documents {
        Documents::of(self.project)
    }

    /// Returns the notes, the archives and the current state of handovers.
    pub fn handover(self) -> Handover {
        Handover::of(self.project)
    }

    /// Returns every memory, oldest first.
    pub fn memories(self) -> Vec<MemoryEntry> {
        memory::all(self.project)
    }

    /// Compares a new memory with the existing ones.
    pub fn compare_memory(self, new: &NewMemory) -> MemoryMatch {
        memory::compare(self.project, new)
    }

    /// Returns the memories that match a query with scores, best first. Those about `paths` get more.
    pub fn query_memories(self, text: &str, paths: &[String]) -> Vec<(MemoryEntry, f64)> {
        memory::query(self.project, text, paths)
    }

    /// Searches everything that the project has, and another place such as the user's store of packages,
    /// best match first. The shell has to load the packages before. `now` is in milliseconds since
    /// 1970-01-01 UTC.
    pub fn search(self, other: Option<ProjectReader<'_>>, text: &str, limit: u32, now: i64) -> SearchResults {
        let knowledge = |reader: ProjectReader<'_>| reader.knowledge.get(reader.project);
        let (own, others) = (knowledge(self), other.map(|other| (other.project, knowledge(other))));
        let places: Vec<(&Project, &Knowledge)> = [(self.project, &*own)]
            .into_iter()
            .chain(others.as_ref().map(|(project, knowledge)| (*project, &**knowledge)))
            .collect();
        search(&places, text, limit, now)
    }

    /// Returns the memories that apply to a file, by a part of its path, oldest first.
    pub fn memories_of_file(self, path: &str) -> Vec<MemoryEntry> {
        memory::of_file(self.project, path)
    }

    /// Returns what is known about a file, without the lines of pointers, which depend on its content. The
    /// entries are those of [`Register::about_file`], in the same order.
    pub fn file_knowledge(self, path: &str) -> FileKnowledge {
        file_knowledge(self.project, &self.knowledge.get(self.project), path)
    }

    /// Returns where a commit comes from.
    pub fn origin(self, commit: &CommitFacts) -> Origin {
        origin(self.project, &self.knowledge.get(self.project), commit)
    }

    /// Returns whether a conversation has received the current text of a memory.
    pub fn is_delivered(self, session_id: &str, memory: &Memory) -> bool {
        memory::is_delivered(self.project, session_id, memory)
    }

    /// Returns which memories could be cleaned up. `now` is in milliseconds since 1970-01-01 UTC. A
    /// memory that was not used for `stale_days` is stale; `None` uses the configured number.
    pub fn memory_report(self, now: i64, stale_days: Option<u64>) -> MemoryReport {
        memory::report(self.project, now, stale_days)
    }

    /// Returns all timers. `now` is in milliseconds since 1970-01-01 UTC. The error is a finding in one
    /// of the files.
    pub fn timers(self, now: i64) -> Result<TimerList, Finding> {
        time::list(self.project, now)
    }

    /// Returns the timer of a task, with the arguments and errors of [`ProjectReader::timers`].
    pub fn timer(self, id: &str, now: i64) -> Result<Timer, Finding> {
        time::timer(self.project, id, now)
    }

    /// Returns the holder of each task that is held, by ID. `now` is as in [`ProjectReader::timers`].
    pub fn holders(self, now: i64) -> BTreeMap<&'a str, &'a Holder> {
        claims::holders(&self.project.model, now)
    }

    /// Returns who held each task whose claim has ended without being released, as after a crash. `now` is
    /// in milliseconds since 1970-01-01 UTC.
    pub fn ended_claims(self, now: i64) -> BTreeMap<&'a str, &'a Holder> {
        claims::ended(&self.project.model, now)
    }

    /// Returns the agents of `handoff-mcp` that are at work, by the names of their files.
    pub fn peer_agents(self, now: i64) -> Vec<PeerAgent> {
        peer_agents::active(&self.project.tree, now)
    }

    /// Returns all agents of `handoff-mcp` that have a file, by the names of their files.
    pub fn registered_peer_agents(self) -> Vec<PeerAgent> {
        peer_agents::registered(&self.project.tree)
    }

    /// Returns the time at which the claim of each held task ends unless it is renewed, in milliseconds since
    /// 1970-01-01 UTC.
    pub fn claim_ends(self, now: i64) -> BTreeMap<&'a str, i64> {
        claims::ends(&self.project.model, now)
    }

    /// Returns the events of the activity log, those from a time on if one is given (RFC 3339), sorted by time.
    /// Returns `None` if the time cannot be parsed. The shell has to feed the log before.
    pub fn events_since(self, time: Option<&str>) -> Option<Vec<&'a Event>> {
        let time = time.map(|time| Some(parse_timestamp(time)?.timestamp_millis()));
        let after = time.unwrap_or(Some(i64::MIN))?;
        Some(self.project.model.activity.events_after(after.saturating_sub(1)))
    }

    /// Returns the IDs of the tasks that an actor has claimed, and whether a claim should be renewed.
    pub fn claims_of(self, actor: &Actor, now: i64) -> (Vec<&'a str>, bool) {
        let own =
            || self.project.model.records.claims().filter(|(_, holder)| claims::is_same_holder(&holder.actor, actor));
        let is_renewable = own().any(|(_, holder)| claims::is_renewable(holder, now));
        (own().map(|(id, _)| id).collect(), is_renewable)
    }

    /// Returns the tokens that conversations have used, with their agents.
    pub fn used_tokens(self) -> impl Iterator<Item = (&'a Actor, &'a UsedTokens)> {
        usage::all(&self.project.model)
    }

    /// Returns how far the transcript of a conversation is counted, in bytes. The conversation is named as by its client.
    pub fn counted_part(self, conversation: &str) -> u64 {
        let path = usage::path(conversation);
        let mut records = self.project.model.records.usage();
        records.find(|(other, _)| *other == path).map_or(0, |(_, usage)| usage.position)
    }

    /// Returns the number of active sessions.
    pub fn active_sessions(self) -> usize {
        self.project.model.records.active_sessions().count()
    }

    /// Returns every task, as [`ProjectReader::tasks`], with its slack and whether it is ready.
    pub fn planned_tasks(self) -> Vec<PlannedTask<'a>> {
        let tasks = &self.project.model.tasks;
        let network = Network::new(&self.project.model);
        let slack = slack_days(&network, &network.stored_dates());
        let days = slack.into_iter().zip(needed_by(&network));
        let to_planned_task =
            |(position, (entry, (slack, needed_by))): (usize, (&NetworkTask<'a>, (Option<i32>, i32)))| PlannedTask {
                task: TaskEntry { tasks, task: entry.task },
                is_leaf: network.is_leaf(position),
                is_free: network.is_free(position),
                slack,
                needed_by,
            };
        network.tasks.iter().zip(days).enumerate().map(to_planned_task).collect()
    }

    /// Returns for each of [`ProjectReader::rows`] whether it can be started: it is to be done, has no
    /// children, and all tasks are finished that it, or one of its ancestors, waits for.
    pub fn readiness(self) -> Vec<bool> {
        let network = Network::new(&self.project.model);
        let tasks = network.tasks.iter().enumerate();
        tasks
            .map(|(index, entry)| {
                entry.task.status() == Status::Todo && network.is_leaf(index) && network.is_free(index)
            })
            .collect()
    }

    /// Returns the tasks that can be started and that wait for one of these tasks, themselves or by
    /// one of their parents.
    pub fn ready_after(self, ids: &[String]) -> Vec<PlannedTask<'a>> {
        let waits = |task: TaskEntry<'a>| {
            let branch = std::iter::successors(Some(task), |task| task.parent());
            branch.into_iter().any(|entry| {
                own_dependencies(&self.project.model.tasks, entry.task)
                    .any(|other| ids.iter().any(|id| id == other.id()))
            })
        };
        let is_ready = |task: &PlannedTask<'a>| {
            task.is_leaf && task.is_free && task.task.status() == Status::Todo && waits(task.task)
        };
        self.planned_tasks().into_iter().filter(is_ready).collect()
    }

    /// Returns whose task it is for an actor.
    pub fn owner(self, task: TaskEntry<'_>, actor: &Actor) -> Owner {
        next_task::owner(self.project.model.config.values(), task.fields().assignee.as_deref(), actor)
    }

    /// Returns the task with a key: an ID, or the folder's path if the ID is not unique.
    pub fn task(self, key: &str) -> Result<TaskEntry<'a>, TaskLookupError> {
        let tasks = &self.project.model.tasks;
        tasks.find(key).map(|task| TaskEntry { tasks, task })
    }

    /// Returns every session that can be parsed with the content of its bases, by file name. Cached.
    pub fn sessions(self) -> Arc<[SessionEntry]> {
        Arc::clone(&self.knowledge.get(self.project).sessions)
    }

    /// Prepares the scores of the sessions of [`ProjectReader::sessions`]. `now` is as in
    /// [`ProjectReader::timers`].
    pub fn handover_scores(self, sessions: &'a [SessionEntry], now: i64) -> HandoverScores<'a> {
        HandoverScores::new(self.project, sessions, now)
    }

    /// Returns every referral that can be parsed with its status, oldest first.
    pub fn referrals(self) -> Vec<(String, Referral)> {
        referrals::all(self.project).into_iter().map(|entry| (entry.status, entry.referral)).collect()
    }

    /// Returns the sentence that writing is paused, why, and how to resume; `None` if it is not.
    pub fn pause(self, context: &Context) -> Option<Text> {
        pause::current(&self.project.tree, context).map(|pause| pause.text)
    }

    /// Returns why the project could not be read, `None` if it could or if there is none.
    pub fn unreadable_reason(self) -> Option<Text> {
        unread::project_gap(self.project)
    }

    /// Returns the reasons why tasks may be missing, and whether all of them are.
    pub fn unread_tasks(self) -> (Vec<Text>, bool) {
        unread::task_gaps(self.project)
    }

    /// Returns the reasons why sessions may be missing.
    pub fn unread_sessions(self) -> Vec<Text> {
        unread::session_gaps(self.project)
    }

    /// Returns the reasons why a list of a part of the project may be incomplete. The shell has to load
    /// the parts that it loads on demand before.
    pub fn unread(self, part: ProjectPart) -> Vec<Text> {
        unread::part_gaps(self.project, part)
    }

    /// Returns every file and folder that answers miss, wholly or in part, with a sentence. The shell has
    /// to load the parts that it loads on demand before.
    pub fn missing(self) -> Vec<(String, Text)> {
        let is_file = |path: &str| self.project.tree.file(path).is_some();
        let notes = handover::files(self.project).filter(|(path, _, text)| text.is_none() && is_file(path));
        let notes = notes.map(|(path, ..)| (path.clone(), Text::with(texts::NOT_UTF8, [("path", path)])));
        unread::missing(self.project).into_iter().chain(notes).collect()
    }

    /// Returns the paths of session files that cannot be parsed.
    pub fn broken_sessions(self) -> Vec<String> {
        sessions::unreadable(self.project)
    }
}

/// A task in the order of the tree.
#[derive(Clone, Copy)]
pub struct OutlineRow<'a> {
    /// The task.
    pub task: TaskEntry<'a>,
    /// The position after its last descendant. Its descendants follow it directly.
    pub end: usize,
}

/// A task with its slack and whether it is ready.
#[derive(Clone, Copy)]
pub struct PlannedTask<'a> {
    /// The task.
    pub task: TaskEntry<'a>,
    /// Whether it has no children.
    pub is_leaf: bool,
    /// Whether all tasks are finished that it, or one of its ancestors, waits for.
    pub is_free: bool,
    /// The working days by which it may end later without moving the end of the project: 0 on the
    /// critical path, `None` if it is finished or has no dates. `None` for all tasks if
    /// dependencies form a cycle.
    pub slack: Option<i32>,
    /// The day by which it, or what waits for it, is due, in days since 1970-01-01; [`i32::MAX`] if
    /// nothing is.
    pub needed_by: i32,
}

impl PlannedTask<'_> {
    /// Returns a key that sorts tasks by how urgent they are.
    pub fn urgency(&self) -> impl Ord + use<> {
        next_task::urgency(self.task.task, self.needed_by, self.slack)
    }

    /// Returns why an actor can take it up, `None` if it cannot. `holder` is its holder.
    pub fn turn(&self, holder: Option<&Holder>, actor: &Actor) -> Option<Turn> {
        next_task::turn(self.task.status(), self.is_free, holder, actor)
            .filter(|_| self.is_leaf && !self.task.is_broken())
    }
}
