//! An in-memory project for tool calls.

use std::collections::BTreeMap;

use handoff_agent::{OtherProject, Question, Reply, Survey, ToolContext};
use handoff_engine::conversation::Turn;
use handoff_engine::edit::{apply, inverse_edits};
use handoff_engine::tree::{Entry, Tree};
use handoff_engine::{Engine, undo_step};
use handoff_format::{Package, new_package, sha256_hex};
use handoff_protocol::{
    Actor, ChangeSet, Command, Context, FileAnswer, FileRequest, FileState, GitState, Layout, Outcome, PathProbe,
    Problem, Process, Query, Search, View,
};
use serde_json::Value;
use states::{NOW, delta};

pub mod requests;
pub mod schema;
#[path = "../../../engine/tests/support/states.rs"]
mod states;

pub struct Bench {
    pub tree: Tree,
    pub engine: Engine,
    /// Milliseconds since 1970-01-01 UTC; each call takes one second.
    pub now: i64,
    /// Who calls the tools.
    pub actor: Actor,
    /// The process that the claims of the actor name.
    pub process: Option<Process>,
    /// The last change set.
    last: Option<ChangeSet>,
    /// Other projects on the same machine, by folder.
    pub others: Vec<(String, Bench)>,
    /// The search of the last survey.
    pub searched: Option<Search>,
    /// The state of the Git working tree.
    pub git: GitState,
    /// The files outside `.handoff/` that tools asked for.
    pub requests: Vec<FileRequest>,
    /// The files of the project outside `.handoff/`.
    pub around: BTreeMap<String, String>,
    /// The renames that Git reports: old path to new path.
    pub renamed: BTreeMap<String, String>,
}

impl Bench {
    /// Creates a folder without a project.
    pub fn empty() -> Bench {
        let git =
            GitState { branch: Some("main".to_owned()), commit: Some("abc1234".to_owned()), ..GitState::default() };
        Bench {
            tree: Tree::default(),
            engine: Engine::new(),
            now: NOW,
            last: None,
            actor: Actor::agent("test"),
            process: None,
            others: Vec::new(),
            searched: None,
            git,
            requests: Vec::new(),
            around: BTreeMap::new(),
            renamed: BTreeMap::new(),
        }
    }

    /// Creates a project of this layout without tasks.
    pub fn new(layout: &str) -> Bench {
        let mut bench = Bench::empty();
        let reply = bench.call("handoff_init", &serde_json::json!({"project_name": "Test", "layout": layout}));
        assert!(reply.failed.is_none(), "{}", reply.text);
        bench
    }

    /// Creates a project that requires estimates, which is the default without the key.
    pub fn with_estimates(layout: &str) -> Bench {
        let mut bench = Bench::new(layout);
        let updates = serde_json::json!({"updates": {"settings.require_estimate_hours": true}});
        bench.text("handoff_update_config", &updates);
        bench
    }

    /// Opens the test project that the `handoff-mcp` server wrote.
    pub fn atlas() -> Bench {
        let mut bench = Bench::empty();
        bench.feed(states::test_project("tide-atlas"));
        bench
    }

    /// Opens the test project that version 0.47.2 of that server wrote.
    pub fn ferry() -> Bench {
        let mut bench = Bench::empty();
        bench.feed(states::test_project("ferry"));
        bench
    }

    pub fn feed(&mut self, files: Vec<FileState>) {
        for file in &files {
            self.tree.apply(file.clone());
        }
        self.engine.feed(files, self.now);
    }

    /// Calls a tool and runs its commands. Checks that the answer fits the tool's output schema.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Reply {
        let reply = self.call_while(name, arguments, |_| ());
        schema::check(name, &reply);
        reply
    }

    /// Calls a tool; `meanwhile` runs between the planning of the tool and its command.
    pub fn call_while(&mut self, name: &str, arguments: &Value, meanwhile: impl FnOnce(&mut Bench)) -> Reply {
        self.now += 1000;
        let mut meanwhile = Some(meanwhile);
        let context = self.context();
        let arguments = arguments.as_object().expect("arguments are an object");
        let mut run = handoff_agent::call(name, arguments.clone());
        loop {
            match run.advance() {
                Turn::Done(reply) => return reply,
                Turn::Ask(question) => {
                    let is_commit = matches!(question, Question::Commit(..));
                    if let Some(meanwhile) = meanwhile.take_if(|_| is_commit) {
                        meanwhile(self);
                    }
                    self.perform(question, &context);
                }
                Turn::Unanswered => panic!("a question without an answer"),
            }
        }
    }

    fn perform(&mut self, question: Question, context: &Context) {
        match question {
            Question::Read(read) => read(self.tool_context(context)),
            Question::Commit(command, slot) => slot.fill(self.run(&command, context)),
            Question::CommitElsewhere { folder, command, slot, .. } => {
                let other = self.others.iter_mut().find(|(known, _)| *known == folder);
                slot.fill(Ok(match other {
                    Some((_, other)) => other.run(&command, context),
                    None => Bench::empty().run(&command, context),
                }));
            }
            Question::CommitForUser(command, slot) => slot.fill(Bench::empty().run(&command, context)),
            Question::PrepareFolder { slot, .. } => slot.fill(Ok(())),
            Question::FindProjects(search, slot) => {
                self.searched = Some(search);
                let others = self.others.iter();
                let found = others.map(|(folder, other)| OtherProject { folder: folder.clone(), engine: other.copy() });
                slot.fill(Survey { home: "/projects/here".to_owned(), found: found.collect(), cut: false });
            }
            Question::Git(slot) => {
                let git = self.git.clone();
                slot.fill(Box::new(|| git));
            }
            Question::History(slot) => slot.fill(Vec::new()),
            Question::Files(requests, slot) => {
                self.requests.extend(requests.iter().cloned());
                slot.fill(requests.iter().map(|request| self.answer(request)).collect());
            }
            // There is no store of the user.
            Question::LoadPackages(slot) => slot.fill(None),
            // The engine has them already.
            Question::LoadTrash(slot) | Question::LoadLog(slot) | Question::LoadRecentLog(_, slot) => slot.fill(()),
            Question::Undo(slot) => {
                let undone = self.last.take().map(|changes| {
                    let stored = undo_step::encode(self.now, &context.actor, &changes);
                    let step = undo_step::parse(&stored).expect("a step");
                    let revert = Command::Revert { steps: vec![step.source.clone()], tasks: None };
                    (step, self.run(&revert, context))
                });
                self.last = None;
                slot.fill(Ok(undone));
            }
        }
    }

    /// Returns an engine with the files of the project.
    fn copy(&self) -> Engine {
        let mut engine = Engine::new();
        engine.feed(delta(&Tree::default(), &self.tree), self.now);
        engine
    }

    fn answer(&self, request: &FileRequest) -> FileAnswer {
        let file = |path: &str| self.around.get(path).map(|text| PathProbe::File { bytes: text.clone().into_bytes() });
        let renamed = self.renamed.get(&request.path).filter(|_| request.since.is_some()).cloned();
        match (file(&request.path), renamed.and_then(|to| Some((file(&to)?, to)))) {
            (Some(found), _) => FileAnswer { renamed: None, found },
            (None, Some((found, to))) => FileAnswer { renamed: Some(to), found },
            (None, None) => FileAnswer { renamed: None, found: PathProbe::Gone },
        }
    }

    /// Runs a command of a user.
    pub fn command(&mut self, command: &Command) {
        let context = self.context();
        let outcome = self.run(command, &context);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    }

    /// Adds the file of a package.
    pub fn add_package(&mut self, id: &str, name: &str) {
        let content = "# Auth\n\nTokens rotate daily.\n";
        let package = Package {
            id: id.to_owned(),
            name: name.to_owned(),
            created_at: "2026-11-30T08:00:00Z".to_owned(),
            expires_at: "2027-01-31T08:00:00Z".to_owned(),
            sha256: sha256_hex(content.as_bytes()),
            tokens: 8,
            ..Package::default()
        };
        let path = format!("packages/20261130-080000-{id}-{name}.md");
        self.feed(vec![FileState::File { path, bytes: new_package(&package, content) }]);
    }

    /// Runs a command of another client.
    pub fn agent_command(&mut self, command: &Command) {
        self.now += 1000;
        let context = self.context();
        let outcome = self.run(command, &context);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    }

    /// Calls a tool that must succeed; returns its structured answer.
    pub fn value(&mut self, name: &str, arguments: &Value) -> Value {
        let reply = self.call(name, arguments);
        assert!(reply.failed.is_none(), "{name} {arguments}: {}", reply.text);
        reply.structured.expect("a structured answer")
    }

    /// Calls a tool that must fail; returns its text.
    pub fn refusal(&mut self, name: &str, arguments: &Value) -> String {
        let reply = self.call(name, arguments);
        assert!(reply.failed.is_some(), "{name} {arguments} should fail, and says {}", reply.text);
        reply.text.into()
    }

    /// Calls a tool that must succeed; returns its text.
    pub fn text(&mut self, name: &str, arguments: &Value) -> String {
        let reply = self.call(name, arguments);
        assert!(reply.failed.is_none(), "{name} {arguments}: {}", reply.text);
        reply.text.into()
    }

    /// Reads a resource.
    pub fn read(&self, uri: &str) -> Result<(String, &'static str), String> {
        handoff_agent::resources::read(self.tool_context(&self.context()), uri).map_err(|error| error.to_string())
    }

    /// Returns the IDs that start with `typed`.
    pub fn ids(&self, of: handoff_agent::resources::Kind, typed: &str) -> Vec<String> {
        handoff_agent::resources::ids(self.tool_context(&self.context()), of, typed)
    }

    /// Returns the text of a file below `.handoff/`.
    pub fn file(&self, path: &str) -> Option<String> {
        self.tree.file(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Writes a file as another program does.
    pub fn put(&mut self, path: &str, text: &str) {
        self.feed(vec![FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }]);
    }

    /// Gives a task a rank among its siblings, as dragging it does.
    pub fn rank(&mut self, id: &str, rank: &str) {
        let entry = self.engine.reader().task(id).expect("a task");
        let folder = entry.folder().to_owned();
        let path = self.paths().into_iter().find(|path| path.starts_with(&format!("{folder}/"))).expect("its file");
        let text = self.file(&path).expect("its text");
        let text = match text.strip_prefix('{') {
            Some(rest) => format!("{{\n  \"handoff_rank\": \"{rank}\",{rest}"),
            None => format!("handoff_rank = \"{rank}\"\n{text}"),
        };
        self.put(&path, &text);
    }

    /// Returns the number of events in the activity log.
    pub fn events(&self) -> usize {
        let logs = self.tree.walk("activity").filter_map(|(path, _)| self.file(&path));
        logs.map(|text| text.lines().count()).sum()
    }

    /// Returns the changes of a kind in the activity log.
    pub fn logged(&self, kind: &str) -> Vec<Value> {
        let text: String = self.tree.walk("activity").filter_map(|(path, _)| self.file(&path)).collect();
        let events = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        events.map(|event| event["change"].clone()).filter(|change| change["kind"] == kind).collect()
    }

    /// Returns the problems of the files, without their positions, which other changes move.
    pub fn problems(&mut self) -> Vec<String> {
        let context = self.context();
        match self.engine.view(&Query::Problems {}, &context) {
            View::Problems(found) => {
                let describe =
                    |problem: &Problem| format!("{:?} in {}: {:?}", problem.code, problem.path, problem.text);
                found.iter().map(describe).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Reverts the last change.
    pub fn undo(&mut self) {
        let last = self.last.take().expect("a change");
        let before = self.tree.clone();
        apply(&mut self.tree, &inverse_edits(&last.edits)).expect("the way back");
        self.engine.feed(delta(&before, &self.tree), self.now);
    }

    /// Returns the paths of all files below `.handoff/`, except the activity log.
    pub fn paths(&self) -> Vec<String> {
        let files = self.tree.walk("").filter(|(_, entry)| matches!(entry, Entry::File(_)));
        files.map(|(path, _)| path).filter(|path| !path.starts_with("activity/")).collect()
    }

    pub fn context(&self) -> Context {
        Context {
            now: self.now,
            time_zone: handoff_protocol::TimeZone::default(),
            actor: self.actor.clone(),
            writer: "test".to_owned(),
            seed: 7,
            pause: None,
            process: self.process.clone(),
        }
    }

    fn tool_context<'a>(&'a self, context: &'a Context) -> ToolContext<'a> {
        ToolContext { engine: &self.engine, context, layout: Layout::Toml }
    }

    fn run(&mut self, command: &Command, context: &Context) -> Outcome {
        let changes = match self.engine.plan(command, context) {
            Ok(changes) => changes,
            Err(refusal) => return Outcome::Refused { refusal },
        };
        let before = self.tree.clone();
        apply(&mut self.tree, &changes.edits).expect("a planned change set fits the files that it was planned on");
        self.engine.feed(delta(&before, &self.tree), self.now);
        self.last = Some(changes.clone());
        let ChangeSet { summary, created, warnings, edits, merged, proposed, .. } = changes;
        Outcome::Done { revision: 0, summary, created, warnings, changed: !edits.is_empty(), merged, proposed }
    }
}
