//! A project in memory whose tools are called.
#![allow(dead_code, reason = "each test file uses a part of this")]

use handoff_agent::{Desk, GitState, Reply, Step, Wish};
use handoff_engine::Engine;
use handoff_engine::edit::apply;
use handoff_engine::tree::{Entry, Tree};
use handoff_protocol::{Actor, ActorKind, ChangeSet, Command, Context, FileState, Layout, Outcome, Refusal};
use serde_json::Value;

/// 2026-12-01T08:00:00Z.
pub const NOW: i64 = 1_796_112_000_000;

pub struct Bench {
    pub tree: Tree,
    pub engine: Engine,
    /// Milliseconds since 1970-01-01 UTC; each call takes a second.
    pub now: i64,
    /// What the working tree is like.
    pub git: GitState,
}

impl Bench {
    /// A folder without a project.
    pub fn empty() -> Bench {
        let git =
            GitState { branch: Some("main".to_owned()), commit: Some("abc1234".to_owned()), ..GitState::default() };
        Bench { tree: Tree::default(), engine: Engine::new(), now: NOW, git }
    }

    /// A project of that layout without tasks.
    pub fn new(layout: &str) -> Bench {
        let mut bench = Bench::empty();
        let reply = bench.call("handoff_init", &serde_json::json!({"project_name": "Test", "layout": layout}));
        assert!(reply.failed.is_none(), "{}", reply.text);
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

    /// Calls a tool and carries out what it asks for.
    pub fn call(&mut self, name: &str, arguments: &Value) -> Reply {
        self.call_while(name, arguments, |_| ())
    }

    /// The same where somebody else gets in between what the tool has seen and what is carried out.
    pub fn call_while(&mut self, name: &str, arguments: &Value, meanwhile: impl FnOnce(&mut Bench)) -> Reply {
        self.now += 1000;
        let mut meanwhile = Some(meanwhile);
        let context = self.context();
        let arguments = arguments.as_object().expect("arguments are an object");
        let mut step = handoff_agent::call(self.desk(&context), name, arguments);
        loop {
            match step {
                Step::Done(reply) => return reply,
                Step::Commit { wish, then } => {
                    if let Some(meanwhile) = meanwhile.take() {
                        meanwhile(self);
                    }
                    let outcome = self.carry_out(&wish, &context);
                    step = then(self.desk(&context), outcome);
                }
                Step::Git { then } => step = then(self.desk(&context), self.git.clone()),
            }
        }
    }

    /// Carries out what a person does beside the agent.
    pub fn command(&mut self, command: &Command) {
        let context = self.context();
        let outcome = self.carry_out(&Wish::Command(command.clone()), &context);
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
        reply.text
    }

    /// The text of a call that is done.
    pub fn said(&mut self, name: &str, arguments: &Value) -> String {
        let reply = self.call(name, arguments);
        assert!(reply.failed.is_none(), "{name} {arguments}: {}", reply.text);
        reply.text
    }

    /// The text of a file below `.handoff/`.
    pub fn file(&self, path: &str) -> Option<String> {
        self.tree.file(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// The paths of all files below `.handoff/`, without the activity log.
    pub fn paths(&self) -> Vec<String> {
        let files = self.tree.walk("").filter(|(_, entry)| matches!(entry, Entry::File(_)));
        files.map(|(path, _)| path).filter(|path| !path.starts_with("activity/")).collect()
    }

    fn context(&self) -> Context {
        Context {
            now: self.now,
            utc_offset_minutes: 0,
            actor: Actor { kind: ActorKind::Agent, name: "test".to_owned() },
            writer: "test".to_owned(),
            seed: 7,
        }
    }

    fn desk<'a>(&'a self, context: &'a Context) -> Desk<'a> {
        Desk { engine: &self.engine, context, layout: Layout::Toml }
    }

    fn carry_out(&mut self, wish: &Wish, context: &Context) -> Outcome {
        let planned: Result<ChangeSet, Refusal> = match wish {
            Wish::Command(command) => self.engine.plan(command, context),
            Wish::Agent(command) => self.engine.plan_for_agent(command, context),
        };
        let changes = match planned {
            Ok(changes) => changes,
            Err(refusal) => return Outcome::Refused { refusal },
        };
        let before = self.tree.clone();
        apply(&mut self.tree, &changes.edits).expect("a planned change set fits the files that it was planned on");
        self.engine.feed(delta(&before, &self.tree), self.now);
        let ChangeSet { summary, created, warnings, edits, .. } = changes;
        Outcome::Done { revision: 0, summary, created, warnings, changed: !edits.is_empty() }
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
                Entry::Unreadable(reason) => FileState::Unreadable { path, reason: reason.clone() },
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
