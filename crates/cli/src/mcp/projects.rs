//! The projects that requests have named, warm: each is read once, and then only what has changed.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use handoff_agent::{Reply, ToolContext, ToolSet, configured_sets, resources};
use handoff_protocol::{Actor, ActorKind, Layout, Query, Severity, View};
use serde_json::{Map, Value};

use crate::mcp::log_notifications::Note;
use crate::mcp::progress_notifier;
use crate::output::progress::{NoProgress, Progress};
use crate::project::Project;
use crate::tool_calls;

/// A call that takes longer is worth a note.
const SLOW: Duration = Duration::from_secs(1);

/// The projects.
pub struct Projects {
    /// The folder of the server's own project.
    home: PathBuf,
    /// What a new project gets.
    layout: Layout,
    warm: Vec<ProjectCache>,
    /// What is to be told with the next call.
    notes: Vec<Note>,
}

struct ProjectCache {
    project: Project,
    /// What was wrong with its files when they were checked last.
    broken: Vec<String>,
    /// Whether they have changed since then.
    is_unchecked: bool,
    /// Whether it has only been opened: the next look takes long, because it begins to watch.
    is_new: bool,
}

impl ProjectCache {
    /// Takes in what other programs have changed.
    fn look(&mut self) {
        self.is_unchecked |= self.project.look();
        self.is_new = false;
    }
}

impl Projects {
    /// None is open yet.
    pub fn new(home: PathBuf, layout: Layout) -> Projects {
        Projects { home, layout, warm: Vec::new(), notes: Vec::new() }
    }

    /// Closes all. They are read anew when they are needed.
    pub fn forget(&mut self) {
        self.warm.clear();
    }

    /// Calls a tool on the project that the arguments name, else on the server's own. Tells what is worth noting as well.
    pub fn call(
        &mut self,
        name: &str,
        arguments: &Map<String, Value>,
        progress: &mut dyn Progress,
    ) -> (Reply, Vec<Note>) {
        let began = progress_notifier::now();
        let layout = self.layout;
        let folder = self.folder_of(arguments);
        let reply = match self.looked_at(&folder, progress) {
            _ if progress.is_stopped() => Reply::failure("The call was cancelled."),
            Some(warm) => tool_calls::answer(&mut warm.project, layout, name, arguments, progress),
            None => Reply::failure(NOT_OPEN),
        };
        let took = began.elapsed();
        if took > SLOW {
            self.notes.push(Note::notice(format!("{name} took {:.1} s.", took.as_secs_f64())));
        }
        (reply, std::mem::take(&mut self.notes))
    }

    /// Does what can be done while nobody waits: begins to watch what has been opened, and checks the files that have changed. What is wrong
    /// with them is told with the next call.
    pub fn check(&mut self) {
        for warm in self.warm.iter_mut().filter(|warm| warm.is_new) {
            warm.look();
        }
        for warm in self.warm.iter_mut().filter(|warm| warm.is_unchecked) {
            let broken = broken(&mut warm.project);
            let new = broken.iter().filter(|sentence| !warm.broken.contains(sentence));
            self.notes.extend(new.map(|sentence| Note::warning(sentence.clone())));
            warm.broken = broken;
            warm.is_unchecked = false;
        }
    }

    /// Looks at the server's own project as it lies on disk now.
    pub fn look<T>(&mut self, look: impl FnOnce(ToolContext<'_>) -> T) -> Result<T, String> {
        let (home, layout) = (self.home.clone(), self.layout);
        let warm = self.looked_at(&home, &mut NoProgress).ok_or_else(|| NOT_OPEN.to_owned())?;
        let context = warm.project.context();
        Ok(look(ToolContext { engine: warm.project.engine(), context: &context, layout }))
    }

    /// The text at an address of the server's own project, and how it is written.
    pub fn read(&mut self, address: &str) -> Result<(String, &'static str), String> {
        let Some(tool) = resources::tool_at(address) else {
            return self.look(|ctx| resources::read(ctx, address)).and_then(|found| found);
        };
        let (reply, _) = self.call(tool, &Map::new(), &mut NoProgress);
        let mime = resources::RESOURCES.iter().find(|resource| resource.uri == address).map_or("", |known| known.mime);
        if reply.failed.is_some() { Err(reply.text) } else { Ok((reply.text, mime)) }
    }

    /// The sets of tools that are offered by what the server's own project says.
    pub fn sets(&mut self) -> Vec<ToolSet> {
        self.look(wanted).unwrap_or_else(|_| vec![ToolSet::Core])
    }

    /// What tells whether the content of each address has changed, none where nothing is there, and the sets as above, none while the project
    /// is closed. The disk is looked at only for addresses.
    pub fn news(&mut self, addresses: &[String]) -> (Vec<Option<u64>>, Option<Vec<ToolSet>>) {
        let look =
            |ctx: ToolContext<'_>| (addresses.iter().map(|address| mark(ctx, address)).collect(), Some(wanted(ctx)));
        if !addresses.is_empty() {
            return self.look(look).unwrap_or_default();
        }
        let (home, layout) = (&self.home, self.layout);
        let own = self.warm.iter_mut().find(|warm| warm.project.folder() == home);
        own.map_or_else(Default::default, |warm| {
            let context = warm.project.context();
            look(ToolContext { engine: warm.project.engine(), context: &context, layout })
        })
    }

    /// A project, with what other programs have changed.
    fn looked_at(&mut self, folder: &Path, progress: &mut dyn Progress) -> Option<&mut ProjectCache> {
        let known = self.warm.iter().position(|warm| warm.project.folder() == folder);
        let at = known.unwrap_or(self.warm.len());
        if known.is_none() {
            progress.beat("opening the project");
            let project = Project::open(folder, Actor { kind: ActorKind::Agent, name: String::new() }, true);
            if project.has_recovered() {
                let sentence = "A change had been interrupted. It has now been completed or undone.";
                self.notes.push(Note::warning(format!("{}: {sentence}", folder.display())));
            }
            self.warm.push(ProjectCache { project, broken: Vec::new(), is_unchecked: true, is_new: true });
        } else if let Some(warm) = self.warm.get_mut(at) {
            warm.look();
        }
        self.warm.get_mut(at)
    }

    /// The project that a call means: the one that it names, else the one of the server.
    fn folder_of(&self, arguments: &Map<String, Value>) -> PathBuf {
        let named = arguments.get("project_dir").and_then(Value::as_str);
        let named = named.filter(|path| !path.is_empty() && !path.starts_with("${"));
        let folder = named.map_or(self.home.as_path(), Path::new);
        folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
    }
}

/// The sets that a project wants, where it names them and knows them; else the core.
fn wanted(ctx: ToolContext<'_>) -> Vec<ToolSet> {
    configured_sets(ctx).and_then(Result::ok).unwrap_or_else(|| vec![ToolSet::Core])
}

/// What tells one content of an address from another.
fn mark(ctx: ToolContext<'_>, address: &str) -> Option<u64> {
    let trace = resources::trace(ctx, address).ok()?;
    let mut hasher = DefaultHasher::new();
    trace.hash(&mut hasher);
    Some(hasher.finish())
}

const NOT_OPEN: &str = "The project cannot be opened.";

/// What is so wrong with the files that a part of the project is not there.
fn broken(project: &mut Project) -> Vec<String> {
    let context = project.context();
    let View::Problems(problems) = project.engine().view(&Query::Problems {}, &context) else { return Vec::new() };
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.map(|problem| format!("{}: {}", problem.path, problem.text)).collect()
}
