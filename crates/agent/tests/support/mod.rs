//! A project in memory whose tools are called.
#![allow(dead_code, reason = "each test file uses a part of this")]

use std::collections::BTreeMap;

use handoff_agent::{Found, GitState, Look, Neighbour, Reply, Search, Sight, Survey, ToolContext, ToolOutcome};
use handoff_engine::Engine;
use handoff_engine::edit::{apply, inverse_edits};
use handoff_engine::tree::{Entry, Tree};
use handoff_protocol::{Actor, ActorKind, ChangeSet, Command, Context, Edit, FileState, Layout, Outcome, Query, View};
use serde_json::Value;

pub mod requests;
pub mod schema;

/// 2026-12-01T08:00:00Z.
pub const NOW: i64 = 1_796_112_000_000;

pub struct Bench {
    pub tree: Tree,
    pub engine: Engine,
    /// Milliseconds since 1970-01-01 UTC; each call takes a second.
    pub now: i64,
    /// What the last call wrote.
    last: Option<Vec<Edit>>,
    /// Other projects on the same machine, by their folders.
    pub others: Vec<(String, Bench)>,
    /// What the last survey looked for.
    pub searched: Option<Search>,
    /// What the working tree is like.
    pub git: GitState,
    /// The files of the project beside `.handoff/`.
    pub around: BTreeMap<String, String>,
    /// What Git tells of files that have got another name.
    pub renamed: BTreeMap<String, String>,
}

impl Bench {
    /// A folder without a project.
    pub fn empty() -> Bench {
        let git =
            GitState { branch: Some("main".to_owned()), commit: Some("abc1234".to_owned()), ..GitState::default() };
        Bench {
            tree: Tree::default(),
            engine: Engine::new(),
            now: NOW,
            last: None,
            others: Vec::new(),
            searched: None,
            git,
            around: BTreeMap::new(),
            renamed: BTreeMap::new(),
        }
    }

    /// A project of that layout without tasks.
    pub fn new(layout: &str) -> Bench {
        let mut bench = Bench::empty();
        let reply = bench.call("handoff_init", &serde_json::json!({"project_name": "Test", "layout": layout}));
        assert!(reply.failed.is_none(), "{}", reply.text);
        bench
    }

    /// A new project that requires estimates, as one without the key does.
    pub fn with_estimates(layout: &str) -> Bench {
        let mut bench = Bench::new(layout);
        let updates = serde_json::json!({"updates": {"settings.require_estimate_hours": true}});
        bench.said("handoff_update_config", &updates);
        bench
    }

    /// The example project that the `handoff-mcp` server wrote.
    pub fn atlas() -> Bench {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tide-atlas/.handoff");
        let mut files = Vec::new();
        read(&root, "", &mut files);
        let mut bench = Bench::empty();
        bench.feed(files);
        bench
    }

    pub fn feed(&mut self, files: Vec<FileState>) {
        for file in &files {
            self.tree.apply(file.clone());
        }
        self.engine.feed(files, self.now);
    }

    /// Calls a tool and carries out what it asks for. Whatever is called, the answer fits the tool's output schema.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Reply {
        let reply = self.call_while(name, arguments, |_| ());
        schema::check(name, &reply);
        reply
    }

    /// The same where somebody else gets in between what the tool has seen and what is carried out.
    pub fn call_while(&mut self, name: &str, arguments: &Value, meanwhile: impl FnOnce(&mut Bench)) -> Reply {
        self.now += 1000;
        let mut meanwhile = Some(meanwhile);
        let context = self.context();
        let arguments = arguments.as_object().expect("arguments are an object");
        let mut step = handoff_agent::call(self.tool_context(&context), name, arguments);
        loop {
            match step {
                ToolOutcome::Done(reply) => return reply,
                ToolOutcome::Commit { command, then } => {
                    if let Some(meanwhile) = meanwhile.take() {
                        meanwhile(self);
                    }
                    let outcome = self.carry_out(&command, &context);
                    step = then(self.tool_context(&context), outcome);
                }
                ToolOutcome::Elsewhere { folder, command, then } => {
                    let other = self.others.iter_mut().find(|(known, _)| *known == folder);
                    let outcome = match other {
                        Some((_, other)) => other.carry_out(&command, &context),
                        None => Bench::empty().carry_out(&command, &context),
                    };
                    step = then(self.tool_context(&context), outcome);
                }
                ToolOutcome::Survey { search, then } => {
                    self.searched = Some(search);
                    let others = self.others.iter();
                    let found: Vec<Neighbour<'_>> =
                        others.map(|(folder, other)| Neighbour { folder, engine: &other.engine }).collect();
                    step =
                        then(self.tool_context(&context), Survey { home: "/projects/here", found: &found, cut: false });
                }
                ToolOutcome::Git { then } => {
                    let git = self.git.clone();
                    step = then(self.tool_context(&context), Box::new(|| git));
                }
                ToolOutcome::Files { looks, then } => {
                    let sights = looks.iter().map(|look| self.sight(look)).collect();
                    step = then(self.tool_context(&context), sights);
                }
            }
        }
    }

    fn sight(&self, look: &Look) -> Sight {
        let file = |path: &str| self.around.get(path).map(|text| Found::File(text.clone().into_bytes()));
        let renamed = self.renamed.get(&look.path).filter(|_| look.since.is_some()).cloned();
        match (file(&look.path), renamed.and_then(|to| Some((file(&to)?, to)))) {
            (Some(found), _) => Sight { renamed: None, found },
            (None, Some((found, to))) => Sight { renamed: Some(to), found },
            (None, None) => Sight { renamed: None, found: Found::Gone },
        }
    }

    /// Carries out what a person does beside the agent.
    pub fn command(&mut self, command: &Command) {
        let context = self.context();
        let outcome = self.carry_out(command, &context);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    }

    /// Carries out what a client does beside the agent.
    pub fn agent_command(&mut self, command: &Command) {
        self.now += 1000;
        let context = self.context();
        let outcome = self.carry_out(command, &context);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    }

    /// What a tool answers for programs.
    pub fn value(&mut self, name: &str, arguments: &Value) -> Value {
        let reply = self.call(name, arguments);
        assert!(reply.failed.is_none(), "{name} {arguments}: {}", reply.text);
        reply.structured.expect("a structured answer")
    }

    /// The sentence of a call that fails.
    pub fn refused(&mut self, name: &str, arguments: &Value) -> String {
        let reply = self.call(name, arguments);
        assert!(reply.failed.is_some(), "{name} {arguments} should fail, and says {}", reply.text);
        reply.text.into()
    }

    /// The text of a call that is done.
    pub fn said(&mut self, name: &str, arguments: &Value) -> String {
        let reply = self.call(name, arguments);
        assert!(reply.failed.is_none(), "{name} {arguments}: {}", reply.text);
        reply.text.into()
    }

    /// What can be read at an address.
    pub fn read(&self, uri: &str) -> Result<(String, &'static str), String> {
        handoff_agent::resources::read(self.tool_context(&self.context()), uri)
    }

    /// The ids that begin with what was typed.
    pub fn ids(&self, of: handoff_agent::resources::Kind, typed: &str) -> Vec<String> {
        handoff_agent::resources::ids(self.tool_context(&self.context()), of, typed)
    }

    /// The text of a file below `.handoff/`.
    pub fn file(&self, path: &str) -> Option<String> {
        self.tree.file(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Writes a file as another program would.
    pub fn put(&mut self, path: &str, text: &str) {
        self.feed(vec![FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }]);
    }

    /// Puts a task among its siblings as a hand does: with a rank that sorts before or behind theirs.
    pub fn rank(&mut self, id: &str, rank: &str) {
        let entry = self.engine.reading().task(id).expect("a task");
        let folder = entry.folder().to_owned();
        let path = self.paths().into_iter().find(|path| path.starts_with(&format!("{folder}/"))).expect("its file");
        let text = self.file(&path).expect("its text");
        let text = match text.strip_prefix('{') {
            Some(rest) => format!("{{\n  \"handoff_rank\": \"{rank}\",{rest}"),
            None => format!("handoff_rank = \"{rank}\"\n{text}"),
        };
        self.put(&path, &text);
    }

    /// How many events the activity log tells.
    pub fn events(&self) -> usize {
        let logs = self.tree.walk("activity").filter_map(|(path, _)| self.file(&path));
        logs.map(|text| text.lines().count()).sum()
    }

    /// What is wrong with the files, in words.
    pub fn problems(&mut self) -> Vec<String> {
        let context = self.context();
        match self.engine.view(&Query::Problems {}, &context) {
            View::Problems(found) => found.iter().map(|problem| format!("{problem:?}")).collect(),
            _ => Vec::new(),
        }
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        let last = self.last.take().expect("a change");
        let before = self.tree.clone();
        apply(&mut self.tree, &inverse_edits(&last)).expect("the way back");
        self.engine.feed(delta(&before, &self.tree), self.now);
    }

    /// The paths of all files below `.handoff/`, without the activity log.
    pub fn paths(&self) -> Vec<String> {
        let files = self.tree.walk("").filter(|(_, entry)| matches!(entry, Entry::File(_)));
        files.map(|(path, _)| path).filter(|path| !path.starts_with("activity/")).collect()
    }

    pub fn context(&self) -> Context {
        Context {
            now: self.now,
            utc_offset_minutes: 0,
            actor: Actor { kind: ActorKind::Agent, name: "test".to_owned() },
            writer: "test".to_owned(),
            seed: 7,
        }
    }

    fn tool_context<'a>(&'a self, context: &'a Context) -> ToolContext<'a> {
        ToolContext { engine: &self.engine, context, layout: Layout::Toml }
    }

    fn carry_out(&mut self, command: &Command, context: &Context) -> Outcome {
        let changes = match self.engine.plan(command, context) {
            Ok(changes) => changes,
            Err(refusal) => return Outcome::Refused { refusal },
        };
        let before = self.tree.clone();
        apply(&mut self.tree, &changes.edits).expect("a planned change set fits the files that it was planned on");
        self.engine.feed(delta(&before, &self.tree), self.now);
        let ChangeSet { summary, created, warnings, edits, merged, .. } = changes;
        self.last = Some(edits.clone());
        Outcome::Done { revision: 0, summary, created, warnings, changed: !edits.is_empty(), merged }
    }
}

fn delta(before: &Tree, after: &Tree) -> Vec<FileState> {
    let mut files: Vec<FileState> = before
        .walk("")
        .filter(|(path, _)| after.get(path).is_none())
        .map(|(path, _)| FileState::Gone { path })
        .collect();
    for (path, entry) in after.walk("") {
        if before.get(&path) != Some(entry) {
            files.push(match entry {
                Entry::File(bytes) => FileState::File { path, bytes: bytes.clone() },
                Entry::Folder(_) => FileState::Folder { path },
                Entry::Link => FileState::Link { path },
                unreadable @ Entry::Unreadable { .. } => unreadable.state(path),
            });
        }
    }
    files
}

fn read(folder: &std::path::Path, prefix: &str, into: &mut Vec<FileState>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            into.push(FileState::Folder { path: path.clone() });
            read(&entry.path(), &format!("{path}/"), into);
        } else {
            into.push(FileState::File { path, bytes: std::fs::read(entry.path()).expect("a file") });
        }
    }
}
