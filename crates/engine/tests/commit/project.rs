//! Small projects in both layouts, and a user who works on one.

use handoff_engine::Engine;
use handoff_engine::tree::{Tree, name};
use handoff_protocol::{Action, Actor, Answer, Capabilities, Command, Context, Layout, Outcome, Process, TimeZone};

use crate::support::command;
use crate::support::disk::{Disk, tree};

pub const LAYOUTS: [Layout; 2] = [Layout::Json, Layout::Toml];
pub const LOCKING: Capabilities = Capabilities {
    exclusive_create: true,
    atomic_replace: true,
    append: true,
    file_locks: false,
    process: None,
    place: None,
    editors: false,
};
pub const LOCKLESS: Capabilities = Capabilities {
    exclusive_create: false,
    atomic_replace: false,
    append: false,
    file_locks: false,
    process: None,
    place: None,
    editors: false,
};

/// Returns a process with this ID; all are on the same host.
pub fn process(pid: u32) -> Process {
    let (host, boot) = ("quay".to_owned(), Some("first".to_owned()));
    Process { host, boot, pid, started: Some(format!("start of {pid}")) }
}

/// The capabilities of a shell that can lock and look up processes.
pub fn locking_as(process: Process) -> Capabilities {
    Capabilities { process: Some(process), ..LOCKING }
}

const CONFIG: &str = "# kept\n[project]\nname = \"Harbour\"\n\n[settings]\nrequire_estimate_hours = false\n";

pub fn context(writer: &str, seed: u32, now: i64) -> Context {
    Context {
        now,
        time_zone: TimeZone::fixed(60),
        actor: Actor::person(writer),
        writer: writer.to_owned(),
        seed,
        pause: None,
        process: None,
    }
}

/// Five tasks, a session, an unknown file and, in the JSON layout, a log.
pub fn harbour(layout: Layout) -> Tree {
    match layout {
        Layout::Json => tree(&[
            ("config.toml", CONFIG),
            ("tasks/t1-quay/_task.in_progress.json", &json("t1", "Quay", "\n  \"notes\": \"Über\",")),
            ("tasks/t1-quay/t1.1-piles/_task.todo.json", &json("t1.1", "Piles", "")),
            ("tasks/t1-quay/t1.2-crane/_task.done.json", &json("t1.2", "Crane", "\n  \"x_own\": [1, {\"a\": null}],")),
            ("tasks/t2-boats/_task.todo.json", &json("t2", "Boats", "\n  \"dependencies\": [\n    \"t1\"\n  ],")),
            ("tasks/t3-lights/_task.blocked.json", &json("t3", "Lights", "")),
            ("sessions/20261121-025724-early.closed.json", "{\"version\": 2, \"id\": \"s-1\", \"summary\": \"Early\"}"),
            ("notes.bin", "\u{1}"),
            ("activity/2026-12/noor.jsonl", ""),
        ]),
        Layout::Toml => tree(&[
            ("config.toml", CONFIG),
            ("tasks/01-in_progress--quay/task.toml", &toml("01", "Quay", "notes = \"Über\"\n")),
            ("tasks/01-in_progress--quay/01.1-todo--piles/task.toml", &toml("01.1", "Piles", "")),
            (
                "tasks/01-in_progress--quay/01.2-done--crane/task.toml",
                &toml("01.2", "Crane", "\n[own]\nx = 1 # kept\n"),
            ),
            ("tasks/02-todo--boats/task.toml", &toml("02", "Boats", "dependencies = [\"01\"]\n")),
            ("tasks/03-blocked--lights/task.toml", &toml("03", "Lights", "")),
            ("sessions/20261121-025724-early.closed.toml", "version = 2\nid = \"s-1\"\nsummary = \"Early\"\n"),
            ("notes.bin", "\u{1}"),
        ]),
    }
}

fn json(id: &str, title: &str, more: &str) -> String {
    format!(
        "{{\n  \"id\": \"{id}\",\n  \"title\": \"{title}\",{more}\n  \"created_at\": \"2026-11-21T02:57:17.721632325+00:00\",\n  \"updated_at\": \"2026-11-21T02:57:17.721632325+00:00\"\n}}"
    )
}

fn toml(id: &str, title: &str, more: &str) -> String {
    format!(
        "# a comment\nid = \"{id}\"\ntitle = \"{title}\"\ncreated_at = \"2026-11-21T02:57:17+00:00\"\nupdated_at = \"2026-11-21T02:57:17+00:00\"\n{more}"
    )
}

/// Returns whether this is the path of a task file, with any status.
pub fn is_task_file(path: &str) -> bool {
    let status = name(path).strip_prefix("_task.").and_then(|rest| rest.strip_suffix(".json"));
    status.is_some() || name(path) == "task.toml"
}

/// Returns the ID of a task of [`harbour`] in its layout: `id(layout, "1.2")`.
pub fn id(layout: Layout, number: &str) -> String {
    match layout {
        Layout::Json => format!("t{number}"),
        Layout::Toml => format!("0{number}"),
    }
}

/// Every kind of command on [`harbour`], each with the commands that must run first.
pub fn commands(layout: Layout) -> Vec<Vec<Command>> {
    let request = [
        vec![r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Tide gauge","labels":{"add":["sea"]}}}]}"#],
        vec![
            r#"{"kind":"changeTasks","tasks":[{"parent":"<2>","fields":{"title":"Ferry"},"place":{"kind":"first"}}]}"#,
        ],
        vec![r#"{"kind":"updateTasks","ids":["<1.1>"],"patch":{"title":"Oak piles","appendNotes":"measured"}}"#],
        vec![r#"{"kind":"updateTasks","ids":["<1.1>"],"patch":{"status":"done"}}"#],
        vec![r#"{"kind":"updateTasks","ids":["<1>"],"patch":{"status":"review","assignee":"maya"}}"#],
        vec![r#"{"kind":"updateTasks","ids":["<1>","<1.1>","<2>","<3>"],"patch":{"status":"todo","priority":"high"}}"#],
        vec![
            r#"{"kind":"updateTasks","ids":["<1.2>"],"patch":{},"position":{"parent":"<2>","place":{"kind":"last"}}}"#,
        ],
        vec![
            r#"{"kind":"updateTasks","ids":["<1.1>","<3>"],"patch":{},"position":{"parent":null,"place":{"kind":"first"}}}"#,
        ],
        vec![
            r#"{"kind":"updateTasks","ids":["<3>","<1>"],"patch":{"status":"todo"},"card":{"kind":"before","id":"<2>"}}"#,
        ],
        vec![
            r#"{"kind":"updateTasks","ids":["<1.2>"],"patch":{"status":"blocked"},"position":{"parent":"<2>"},"card":{"kind":"first"}}"#,
        ],
        vec![r#"{"kind":"reschedule","reschedule":{"kind":"auto"}}"#],
        vec![r#"{"kind":"duplicateTask","id":"<1>"}"#],
        vec![r#"{"kind":"deleteTasks","ids":["<1>","<3>"]}"#],
        vec![
            r#"{"kind":"updateConfig","changes":[{"key":["project","name"],"value":"Port"},{"key":["milestones","beta","date"],"value":"2027-01-01"}]}"#,
        ],
        vec![r#"{"kind":"changeId","folder":"<folder 2>","id":"boats"}"#],
        vec![r#"{"kind":"discard","path":"<folder 3>"}"#],
        vec![
            r#"{"kind":"repair","repairs":[{"kind":"changeId","folder":"<folder 2>"},{"kind":"updateTasks","ids":["<1.1>","<2>"],"patch":{"status":"todo"}},{"kind":"discard","path":"<folder 3>"}]}"#,
        ],
        vec![
            r#"{"kind":"updateTasks","ids":["<3>"],"patch":{"status":"done"}}"#,
            r#"{"kind":"updateTasks","ids":["<2>"],"patch":{"status":"done","title":"Ships"}}"#,
            r#"{"kind":"undo"}"#,
        ],
        vec![r#"{"kind":"changeTasks","tasks":[{"parent":"<3>","fields":{"title":"Lamp"}}]}"#, r#"{"kind":"undo"}"#],
        vec![r#"{"kind":"deleteTasks","ids":["<1>"]}"#, r#"{"kind":"undo"}"#, r#"{"kind":"redo"}"#],
    ];
    let fill = |text: &str| {
        let mut text = text.to_owned();
        let folders = match layout {
            Layout::Json => ["tasks/t2-boats", "tasks/t3-lights"],
            Layout::Toml => ["tasks/02-todo--boats", "tasks/03-blocked--lights"],
        };
        text = text.replace("<folder 2>", folders[0]).replace("<folder 3>", folders[1]);
        for number in ["1.1", "1.2", "1", "2", "3"] {
            text = text.replace(&format!("<{number}>"), &id(layout, number));
        }
        command(&text)
    };
    request.iter().map(|request| request.iter().map(|text| fill(text)).collect()).collect()
}

/// A user: an engine, a clock, and the capabilities of the shell.
pub struct Person {
    pub engine: Engine,
    pub now: i64,
    pub writer: String,
    pub seed: u32,
    pub capabilities: Capabilities,
    /// The number of actions in the last conversation.
    pub actions: usize,
}

impl Person {
    /// Opens a project and reads all files.
    pub fn open(disk: &Disk, writer: &str, now: i64, capabilities: Capabilities) -> Person {
        let mut engine = Engine::new();
        engine.feed(disk.scan(), now);
        Person { engine, now, writer: writer.to_owned(), seed: 1, capabilities, actions: 0 }
    }

    pub fn begin(&mut self, command: &Command) -> Action {
        self.seed += 1;
        self.engine.begin(command.clone(), context(&self.writer, self.seed, self.now), self.capabilities.clone())
    }

    pub fn begin_recovery(&mut self) -> Action {
        self.seed += 1;
        self.engine.recover(context(&self.writer, self.seed, self.now), self.capabilities.clone())
    }

    pub fn run(&mut self, disk: &mut Disk, command: &Command) -> Outcome {
        let first = self.begin(command);
        self.finish(disk, first)
    }

    pub fn recover(&mut self, disk: &mut Disk) -> Outcome {
        let first = self.begin_recovery();
        self.finish(disk, first)
    }

    pub fn finish(&mut self, disk: &mut Disk, first: Action) -> Outcome {
        self.finish_with(first, |_, action| disk.perform(action))
    }

    /// Runs a conversation to its end. `answer` gets the number of the action and the action.
    pub fn finish_with(&mut self, first: Action, mut answer: impl FnMut(usize, &Action) -> Answer) -> Outcome {
        let mut action = first;
        self.actions = 0;
        loop {
            if let Action::End { outcome } = action {
                return outcome;
            }
            assert!(self.actions < 20_000, "the conversation does not end");
            let lines = answer(self.actions, &action);
            self.tick(&action);
            self.actions += 1;
            action = self.engine.answer(lines, self.now);
        }
    }

    /// Advances the clock by the duration of an action.
    pub fn tick(&mut self, action: &Action) {
        self.now += match action {
            Action::Wait { ms } => i64::from(*ms),
            _ => 1,
        };
    }
}

pub fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { .. })
}
