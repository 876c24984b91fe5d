//! The engine: one project, its history and at most one commit in progress.

use std::collections::BTreeSet;

use handoff_protocol::{
    Action, Answer, Capabilities, ChangeSet, Command, Context, FeedResult, FileState, Layout, Outcome, PackageView,
    PackagesView, Process, Query, Refusal, Text, TimerInput, TimerOwner, TimerStatus, View,
};

use crate::change::commit::{Commit, Host};
use crate::change::plan::ignores_local_files;
use crate::change::project_host::ProjectHost;
use crate::ground::holder_process::KnownProcesses;
use crate::ground::texts;
use crate::ground::tree::{self, Tree, is_log, state_path};
use crate::knowledge::claims;
use crate::knowledge::packages;
use crate::knowledge::register::KnowledgeCache;
use crate::knowledge::time::Tracker;
use crate::knowledge::time::server::{ServerEvent, ServerTimers};
use crate::model::activity_log::index;
use crate::model::loaded_file::LoadedFile;
use crate::model::ownership::{self, Ownership};
use crate::model::project::pause;
use crate::read::read_model::ProjectReader;
use crate::read::view::{ViewCache, changes};

/// One project.
#[derive(Debug, Default)]
pub struct Engine {
    host: ProjectHost,
    findings: ViewCache,
    knowledge: KnowledgeCache,
    commit: Option<Commit>,
}

impl Engine {
    /// Creates an engine that has no files.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Returns true if a shell should read and feed the file at this path below `.handoff/`.
    pub fn is_content(path: &str) -> bool {
        handoff_format::is_content(path)
    }

    /// Returns true if a shell reads the file at this path below `.handoff/` when it opens a project. The
    /// other content, the packages, is fed on demand.
    pub fn is_scanned(path: &str) -> bool {
        tree::is_scanned(path)
    }

    /// Returns true if a shell should read and feed the file at this path below `.handoff/` as soon as it
    /// shows packages.
    pub fn is_package(path: &str) -> bool {
        handoff_format::is_content(path) && handoff_format::is_in_packages(path)
    }

    /// Returns the packages, newest first, or those that match a text, best match first. The shell has
    /// to feed `packages/` before. `now` is in milliseconds since 1970-01-01 UTC.
    pub fn packages(&self, text: &str, with_expired: bool, now: i64) -> PackagesView {
        packages::view(self.project(), text, with_expired, now)
    }

    /// Returns a package with its content, expired or not. The shell has to feed `packages/` before.
    pub fn package(&self, id: &str, now: i64) -> Option<PackageView> {
        packages::package_view(self.project(), id, now)
    }

    /// Returns to whom a `.handoff` folder belongs, by the content of its `config.toml` and the paths of
    /// its files and folders: those directly in it, and those in its task tree down to the files of
    /// top-level tasks.
    pub fn ownership<P: AsRef<str>>(config: Option<&[u8]>, paths: impl Iterator<Item = P>) -> Ownership {
        ownership::of_files(config, paths)
    }

    /// Returns true if the file at this path below `.handoff/` is a log, which only grows. A shell may
    /// report only its end.
    pub fn is_log(path: &str) -> bool {
        is_log(path)
    }

    /// Returns true if a folder of that name may hold the task with that ID. Only the ID in the file
    /// decides.
    pub fn may_hold(folder: &str, id: &str) -> bool {
        [Layout::Toml, Layout::Json].into_iter().any(|layout| handoff_format::folder_matches_id(folder, id, layout))
    }

    /// Updates the model with files that appeared, changed or vanished. `now` is in milliseconds since
    /// 1970-01-01 UTC. A file that cannot be parsed becomes a problem; the call never fails.
    pub fn feed(&mut self, files: Vec<FileState>, now: i64) -> FeedResult {
        self.host.project.feed(files, now)
    }

    /// Updates the model with all files that a shell found at or below `places`. Files that the engine
    /// knows there and that are not in the list have vanished. The result says what others have just
    /// changed.
    pub fn feed_places(&mut self, places: &[String], mut files: Vec<FileState>, context: &Context) -> FeedResult {
        let is_gone = |state: &&FileState| matches!(state, FileState::Gone { .. });
        let present: BTreeSet<&str> = files.iter().filter(|state| !is_gone(state)).map(state_path).collect();
        let vanished = places.iter().flat_map(|place| self.tree().find_vanished(place, |path| present.contains(path)));
        let gone: Vec<FileState> = vanished.map(|path| FileState::Gone { path }).collect();
        files.splice(0..0, gone);
        let counts =
            files.iter().any(|file| is_log(state_path(file))).then(|| self.host.project.model.activity.counts());
        let fed = self.feed(files, context.now);
        let news = counts.map(|counts| changes::news(&self.host.project, context, &counts)).unwrap_or_default();
        FeedResult { news, ..fed }
    }

    /// Returns the files below `.handoff/` as last read or written.
    pub fn tree(&self) -> &Tree {
        &self.host.project.tree
    }

    /// Adds a portion of the files of a project that is being opened, so that a shell can read on
    /// meanwhile. A `feed`, even of no files, completes it.
    pub fn fill(&mut self, files: Vec<LoadedFile>) {
        self.host.project.fill(files);
    }

    /// Returns the path below `.handoff/` of the index of a log, `None` if the path is not that of a
    /// log.
    pub fn log_index_path(path: &str) -> Option<String> {
        index::index_path(path)
    }

    /// Returns the offset from which on a log must be read to use an index of it, `None` if the index
    /// is damaged.
    pub fn log_index_offset(index: &[u8]) -> Option<u64> {
        index::compared_from(index)
    }

    /// Adds a log that has not been read. Its content is not kept, so it cannot be repaired.
    pub fn feed_log(&mut self, path: &str, content: &[u8]) {
        self.host.project.feed_log(path, content);
    }

    /// Adds a log that has not been read. `end` is its content from [`Engine::log_index_offset`] on.
    /// Returns whether the index could be used; if not, feed the whole log.
    pub fn feed_indexed(&mut self, path: &str, index: &[u8], end: &[u8]) -> bool {
        self.host.project.feed_indexed(path, index, end)
    }

    /// Returns whether a log was read from its beginning, or added by its index. A shell that loads the
    /// log need not read it again.
    pub fn has_log(&self, path: &str) -> bool {
        self.host.project.model.activity.has_beginning(path)
    }

    /// Returns a new index of a log whose content ends with `end`, for [`Engine::log_index_path`].
    /// `None` if it is not needed or must not be written.
    pub fn log_index(&self, path: &str, end: &[u8], context: &Context) -> Option<Vec<u8>> {
        let project = &self.host.project;
        let may_write = ignores_local_files(project) && pause::current(&project.tree, context).is_none();
        project.model.activity.index(path, end).filter(|_| may_write)
    }

    /// Returns the paths of the logs that must be read for the history of a task, because only an index
    /// of them is known.
    pub fn logs_of_task(&self, id: &str) -> Vec<&str> {
        self.host.project.model.activity.logs_of(id)
    }

    /// Returns the processes that hold tasks, as far as only the system of `own` knows whether they are
    /// running.
    pub fn claim_processes(&self, own: &Process) -> Vec<Process> {
        claims::processes_to_check(&self.host.project.model, own)
    }

    /// Sets which processes that hold tasks have ended, as found out by the process `own`. Returns whether
    /// that is new.
    pub fn set_ended_processes(&mut self, own: &Process, ended: Vec<Process>) -> bool {
        let model = &mut self.host.project.model;
        let known = KnownProcesses { own: Some(own.clone()), ended };
        let is_new = model.processes != known;
        if is_new {
            model.processes = known;
            model.revision = model.revision.wrapping_add(1);
        }
        is_new
    }

    /// Returns the view that answers a query.
    pub fn view(&mut self, query: &Query, context: &Context) -> View {
        let ProjectHost { project, history, tracker, .. } = &self.host;
        let caches = (&mut self.findings, &self.knowledge);
        crate::read::view::view(project, caches, history.summaries(), tracker.as_ref(), query, context)
    }

    /// Returns read access to the model, for agents and the command line.
    pub fn reader(&self) -> ProjectReader<'_> {
        ProjectReader::of(&self.host.project, &self.knowledge)
    }

    /// Returns the project, for modules that add to this facade.
    pub(crate) fn project(&self) -> &crate::Project {
        &self.host.project
    }

    /// Measures the time of running timers since the last call, for a program with a name of its own.
    /// Call it every ten seconds, and when the person does something with a timer. The result names
    /// what to write.
    pub fn track_time(
        &mut self,
        owner: TimerOwner,
        instance: &str,
        input: &TimerInput,
        context: &Context,
    ) -> TimerStatus {
        let ProjectHost { project, tracker, .. } = &mut self.host;
        let tracker = tracker.take_if(|tracker| tracker.instance() == instance);
        let mut tracker = tracker.unwrap_or_else(|| Tracker::new(owner, instance.to_owned()));
        let status = tracker.track(project, context, input);
        self.host.tracker = Some(tracker);
        status
    }

    /// Measures the time of the timers that this server has started, by a clock that is never set.
    /// Call it when the result says so, before and after each call of a tool, and when the server
    /// ends.
    pub fn track_server_time(&mut self, event: ServerEvent, monotonic: u64, context: &Context) -> ServerTimers {
        let ProjectHost { project, tracker, server, .. } = &mut self.host;
        server.track(tracker, project, (event, monotonic), context)
    }

    /// Returns the changes that can be undone, oldest first.
    pub fn undo_steps(&self) -> &[ChangeSet] {
        self.host.history.undo_steps()
    }

    /// Returns the changes that can be undone, oldest first, and forgets them. For shells that store
    /// each step.
    pub fn take_undo_steps(&mut self) -> Vec<ChangeSet> {
        self.host.history.take_undo_steps()
    }

    /// Adds a change that another process of the same user made, so that it can be undone.
    pub fn push_undo_step(&mut self, step: ChangeSet) {
        self.host.history.push_undo_step(step);
    }

    /// Returns what a command would write, or why it is refused. Changes nothing.
    pub fn plan(&mut self, command: &Command, context: &Context) -> Result<ChangeSet, Refusal> {
        self.host.plan(command, context)
    }

    /// Executes a command in the model alone, for a dry run: the files stay as they are. Returns the new
    /// revision and what would be written, or why the command is refused.
    pub fn rehearse(&mut self, command: &Command, context: &Context) -> Result<(u32, ChangeSet), Refusal> {
        let changes = self.host.plan(command, context)?;
        let revision = self.host.committed(command, &changes, context.now);
        Ok((revision, changes))
    }

    /// Begins to execute a command. Returns the first action for the shell. Drops a commit in
    /// progress, so a shell must run one at a time.
    pub fn begin(&mut self, command: Command, context: Context, capabilities: Capabilities) -> Action {
        let (commit, action) = Commit::begin(&mut self.host, command, context, capabilities);
        self.commit = Some(commit);
        action
    }

    /// Begins to complete or revert what an interrupted commit left. Returns the first action.
    pub fn recover(&mut self, context: Context, capabilities: Capabilities) -> Action {
        self.host.project.model.interruptions.clear();
        let (commit, action) = Commit::recover(&mut self.host, context, capabilities);
        self.commit = Some(commit);
        action
    }

    /// Returns the folders with several task files. Another program may be replacing one: if reading them again
    /// after [`REPLACEMENT_MS`](crate::REPLACEMENT_MS) finds several, a person has to choose.
    pub fn folders_with_several_files(&self) -> Vec<String> {
        self.host.project.model.tasks.folders_with_several_files().map(str::to_owned).collect()
    }

    /// Returns the paths of the task files in folders with several, before and after a feed of these files.
    pub fn rival_files(&self, files: &[FileState]) -> Vec<String> {
        let new = files.iter().filter_map(|state| match state {
            FileState::File { path, .. } => Some(path.as_str()),
            _ => None,
        });
        self.host.project.model.tasks.rivals(new).into_iter().collect()
    }

    /// Sets when files were written, in nanoseconds since 1970-01-01 UTC. Of the task files in a folder, the one that
    /// was written last counts from the next feed on; without a time, the newest by its `updated_at`.
    pub fn set_file_times(&mut self, times: Vec<(String, i64)>) {
        self.host.project.model.tasks.set_file_times(times);
    }

    /// Returns whether an interrupted commit is still to be completed, so that the files are partly old and
    /// partly new.
    pub fn has_pending_interruption(&self) -> bool {
        self.host.project.model.interruptions.iter().any(|interruption| interruption.is_pending)
    }

    /// Takes the answer to the last action and returns the next action. `now` is in milliseconds since
    /// 1970-01-01 UTC.
    pub fn answer(&mut self, answer: Answer, now: i64) -> Action {
        match &mut self.commit {
            Some(commit) => commit.answer(&mut self.host, answer, now),
            None => {
                Action::End { outcome: Outcome::Failed { path: String::new(), text: Text::plain(texts::NO_COMMIT) } }
            }
        }
    }
}
