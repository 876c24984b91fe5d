//! The projects that requests have named. Each is read once and cached; later calls read only what
//! has changed.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use handoff_agent::operations::sessions::load::LoadContext;
use handoff_agent::operations::sessions::save::SaveContext;
use handoff_agent::{
    FailureKind, HandoffError, Operation as _, Reply, ToolContext, ToolSet, lost_claims, offered_sets, resources,
    sent_back,
};
use handoff_engine::ServerEvent;
use handoff_protocol::{Actor, Layout, Query, Severity, View};
use serde_json::{Map, Value, json};

use crate::ground::progress::{NoProgress, Progress};
use crate::ground::{clock, paths};
use crate::mcp::log_notifications::LogNote;
use crate::project::handover::closing;
use crate::project::handover::runner::Handover;
use crate::project::{Place, Project, drive};

const LOAD: &str = LoadContext::DEFINITION.name;
const SAVE: &str = SaveContext::DEFINITION.name;
/// The argument of [`LOAD`] that chooses between Markdown and JSON.
const FORMAT: &str = "format";

/// The duration from which a call is logged.
const SLOW_CALL: Duration = Duration::from_secs(1);

/// The cached projects.
pub struct Projects {
    /// The folder of the server's own project.
    home: PathBuf,
    /// The layout of new projects.
    layout: Layout,
    /// The sets of tools that the options name. `None` leaves them to the project.
    fixed_sets: Option<Vec<ToolSet>>,
    /// Whether the context is JSON if a call does not name a format.
    is_json: bool,
    /// By folder.
    cached: BTreeMap<PathBuf, CachedProject>,
    /// The client that sent the last call, as the author of changes.
    actor: Actor,
    /// Messages to send with the next answer.
    log_notes: Vec<LogNote>,
    /// The origin of the clock that measures time.
    start: Instant,
}

struct CachedProject {
    project: Project,
    /// The errors in its files at the last check.
    errors: Vec<String>,
    /// True if they have changed since the last check.
    is_unchecked: bool,
    /// IDs of the tasks that the conversation held after its last call.
    held: Vec<String>,
    /// When it was opened, in milliseconds since 1970-01-01 UTC.
    opened_at: i64,
    /// IDs of the events of tasks that were sent back, which the conversation was told.
    told: BTreeSet<String>,
    /// True until the second scan, which takes long because it sets up the watches.
    is_new: bool,
    /// When the time of its timers is measured again; `None` if none runs.
    next_tick: Option<Instant>,
    /// The rest of the handover that the last save began. It is performed after the answer.
    handover: Option<Handover>,
}

impl CachedProject {
    /// Loads what other programs have changed.
    fn refresh(&mut self) {
        self.is_unchecked |= self.project.refresh();
        self.is_new = false;
    }

    /// Returns a sentence about each task that was sent back to the conversation since its last call.
    fn newly_sent_back(&mut self, actor: &Actor) -> Vec<String> {
        let tasks = sent_back(self.project.engine().reader(), actor, self.opened_at);
        tasks.into_iter().filter_map(|task| self.told.insert(task.event).then_some(task.sentence)).collect()
    }

    /// Performs the rest of a handover.
    fn finish_handover(&mut self, log_notes: &mut Vec<LogNote>) {
        let Some(handover) = self.handover.take() else { return };
        let problem = closing::finish(handover, &mut self.project);
        log_notes.extend(problem.map(LogNote::warning));
    }

    /// Performs a tool on the files as they were last read.
    fn perform(&mut self, name: &str, arguments: &Map<String, Value>, progress: &mut dyn Progress) -> Reply {
        match name {
            LOAD => closing::load(&mut self.project, arguments, progress),
            SAVE => {
                let (reply, rest) = closing::begin_save(&mut self.project, arguments, progress);
                self.handover = rest;
                reply
            }
            _ => drive::call(&mut self.project, name, arguments, progress),
        }
    }

    /// Measures the time of the timers that this server has started.
    fn track_time(&mut self, event: ServerEvent, origin: Instant) {
        let now = clock::instant();
        let monotonic_ms = u64::try_from(now.duration_since(origin).as_millis()).unwrap_or(u64::MAX);
        let next_ms = self.project.track_time(event, monotonic_ms);
        self.next_tick = next_ms.map(|next_ms| now + Duration::from_millis(next_ms));
    }
}

impl Projects {
    /// Starts without open projects.
    pub fn new(home: PathBuf, layout: Layout, fixed_sets: Option<Vec<ToolSet>>, is_json: bool) -> Projects {
        let start = clock::instant();
        Projects {
            home,
            layout,
            fixed_sets,
            is_json,
            cached: BTreeMap::new(),
            actor: Actor::agent(""),
            log_notes: Vec::new(),
            start,
        }
    }

    /// Sets the author of the changes of later calls.
    pub fn set_actor(&mut self, actor: Actor) {
        self.actor = actor;
    }

    /// Sets the folder of the server's own project.
    pub fn set_home(&mut self, home: PathBuf) {
        self.home = home;
    }

    /// Drops all projects. They are read again when they are needed.
    pub fn clear(&mut self) {
        self.cached.clear();
    }

    /// Calls a tool on the project that the arguments name, else on the server's own. Returns log
    /// messages as well.
    pub fn call(
        &mut self,
        name: &str,
        arguments: &Map<String, Value>,
        progress: &mut dyn Progress,
    ) -> (Reply, Vec<LogNote>) {
        let start = clock::instant();
        let mut folder = self.folder_of(arguments);
        let is_open = self.cached.get(&folder).is_some_and(|cached| cached.project.is_still_in(&folder));
        if name != handoff_agent::INIT && !is_open {
            folder = Place::find(&folder).folder;
        }
        if !folder.exists() && name != handoff_agent::INIT {
            let origin = if folder == self.home { "--project of the server" } else { "project_dir" };
            let text = format!("{} does not exist. Check {origin}.", folder.display());
            return (Reply::failure_of(FailureKind::Arguments, text), Vec::new());
        }
        let (origin, is_json) = (self.start, self.is_json);
        let mut log_notes = Vec::new();
        let cached = self.open_or_refresh(&folder, progress);
        cached.track_time(ServerEvent::Tick, origin);
        let context = cached.project.context();
        let lost = lost_claims(cached.project.engine().reader(), &cached.held, &context);
        let returned = cached.newly_sent_back(&context.actor);
        let mut reply = if progress.is_cancelled() {
            Reply::failure("The call was cancelled.")
        } else {
            // A second handover would wait for the first one.
            cached.finish_handover(&mut log_notes);
            let mut arguments = Cow::Borrowed(arguments);
            if is_json && name == LOAD && !arguments.contains_key(FORMAT) {
                arguments.to_mut().insert(FORMAT.to_owned(), json!("json"));
            }
            cached.perform(name, &arguments, progress)
        };
        for sentence in lost.into_iter().chain(returned) {
            reply = reply.with_note(&sentence);
        }
        cached.held = cached.project.renew_claims();
        cached.track_time(ServerEvent::Call, origin);
        self.log_notes.append(&mut log_notes);
        let duration = start.elapsed();
        if duration > SLOW_CALL {
            self.log_notes.push(LogNote::notice(format!("{name} took {:.1} s.", duration.as_secs_f64())));
        }
        (reply, std::mem::take(&mut self.log_notes))
    }

    /// Returns when the time of timers is measured again; `None` if this server runs none.
    pub fn next_tick(&self) -> Option<Instant> {
        self.cached.values().filter_map(|cached| cached.next_tick).min()
    }

    /// Measures the time of the timers that this server runs, because time has passed or because the
    /// server ends.
    pub fn track_time(&mut self, event: ServerEvent) {
        let origin = self.start;
        for cached in self.cached.values_mut().filter(|cached| cached.next_tick.is_some()) {
            cached.refresh();
            cached.track_time(event, origin);
        }
    }

    /// Releases the tasks that the conversation holds.
    pub fn release_claims(&mut self) {
        for cached in self.cached.values_mut().filter(|cached| !cached.held.is_empty()) {
            cached.project.release_claims();
        }
    }

    /// Performs what is left of handovers.
    pub fn finish_handovers(&mut self) {
        for cached in self.cached.values_mut() {
            cached.finish_handover(&mut self.log_notes);
        }
    }

    /// Does work after an answer: performs the rest of handovers, sets up the watches of new projects,
    /// and checks files that have changed. Errors are logged with the next call.
    pub fn check(&mut self) {
        self.finish_handovers();
        for cached in self.cached.values_mut().filter(|cached| cached.is_new) {
            cached.refresh();
        }
        for cached in self.cached.values_mut().filter(|cached| cached.is_unchecked) {
            let errors = file_errors(&mut cached.project);
            let new_errors = errors.iter().filter(|sentence| !cached.errors.contains(sentence));
            self.log_notes.extend(new_errors.map(|sentence| LogNote::warning(sentence.clone())));
            cached.errors = errors;
            cached.is_unchecked = false;
        }
    }

    /// Runs `action` on the server's own project after a refresh.
    pub fn with_own_project<T>(&mut self, action: impl FnOnce(ToolContext<'_>) -> T) -> T {
        let home = self.home.clone();
        let cached = self.open_or_refresh(&home, &mut NoProgress);
        let (context, layout) = (cached.project.context(), cached.project.layout());
        action(ToolContext { engine: cached.project.engine(), context: &context, layout })
    }

    /// Returns the resource at an address of the server's own project, its MIME type, and a note about
    /// files that could not be read.
    pub fn read(&mut self, address: &str) -> Result<(String, &'static str, Option<String>), HandoffError> {
        let Some(tool) = resources::tool_at(address) else {
            if resources::needs_packages(address) {
                let home = self.home.clone();
                self.open_or_refresh(&home, &mut NoProgress).project.load_packages();
            }
            return self.with_own_project(|ctx| {
                let (text, mime) = resources::read(ctx, address)?;
                Ok((text, mime, resources::note(ctx, address)))
            });
        };
        let (reply, _) = self.call(tool, &Map::new(), &mut NoProgress);
        let mime =
            resources::RESOURCES.iter().find(|resource| resource.uri == address).map_or("", |resource| resource.mime);
        if reply.failed.is_some() {
            Err(HandoffError::refused(reply.text))
        } else {
            Ok((reply.text.into(), mime, None))
        }
    }

    /// Returns the sets of tools to offer.
    pub fn sets(&mut self) -> Vec<ToolSet> {
        let fixed = self.fixed_sets.clone();
        self.with_own_project(|ctx| offered_sets(ctx, fixed.as_deref()))
    }

    /// Returns a hash of the content at each address (`None` if there is nothing), and the sets as
    /// above (`None` while the project is closed). Reads the disk only if there are addresses.
    pub fn current_state(&mut self, addresses: &[String]) -> (Vec<Option<u64>>, Option<Vec<ToolSet>>) {
        let fixed = self.fixed_sets.clone();
        let read_state = |ctx: ToolContext<'_>| {
            let hashes = addresses.iter().map(|address| content_hash(ctx, address)).collect();
            (hashes, Some(offered_sets(ctx, fixed.as_deref())))
        };
        if !addresses.is_empty() {
            return self.with_own_project(read_state);
        }
        let Some(cached) = self.cached.get_mut(&self.home) else { return (Vec::new(), None) };
        let (context, layout) = (cached.project.context(), cached.project.layout());
        read_state(ToolContext { engine: cached.project.engine(), context: &context, layout })
    }

    /// Opens or refreshes a project.
    fn open_or_refresh(&mut self, folder: &Path, progress: &mut dyn Progress) -> &mut CachedProject {
        match self.cached.entry(folder.to_path_buf()) {
            Entry::Occupied(entry) => {
                let cached = entry.into_mut();
                cached.project.set_actor(self.actor.clone());
                cached.refresh();
                cached
            }
            Entry::Vacant(entry) => {
                progress.report("opening the project");
                let mut project = Project::open(folder, self.actor.clone(), true);
                project.set_layout(self.layout);
                if project.has_recovered() {
                    let sentence = "A change had been interrupted. It has now been completed or undone.";
                    self.log_notes.push(LogNote::warning(format!("{}: {sentence}", folder.display())));
                }
                entry.insert(CachedProject {
                    project,
                    errors: Vec::new(),
                    is_unchecked: true,
                    held: Vec::new(),
                    opened_at: clock::now(),
                    told: BTreeSet::new(),
                    is_new: true,
                    next_tick: None,
                    handover: None,
                })
            }
        }
    }

    /// Returns the folder of the project that a call names, else the server's own.
    fn folder_of(&self, arguments: &Map<String, Value>) -> PathBuf {
        let named = arguments.get("project_dir").and_then(Value::as_str);
        let named = named.filter(|path| !path.is_empty() && !path.starts_with("${"));
        let folder = named.map_or(self.home.as_path(), Path::new);
        paths::real_path(folder).unwrap_or_else(|_| folder.to_path_buf())
    }
}

/// Returns a hash of the content at an address.
fn content_hash(ctx: ToolContext<'_>, address: &str) -> Option<u64> {
    let trace = resources::state_text(ctx, address).ok()?;
    let mut hasher = DefaultHasher::new();
    trace.hash(&mut hasher);
    Some(hasher.finish())
}

/// Returns the errors in the files, each of which hides a part of the project.
fn file_errors(project: &mut Project) -> Vec<String> {
    let context = project.context();
    let View::Problems(problems) = project.engine().view(&Query::Problems {}, &context) else { return Vec::new() };
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.map(|problem| format!("{}: {}", problem.path, problem.text)).collect()
}
