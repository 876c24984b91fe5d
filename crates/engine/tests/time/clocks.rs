//! Two machines on one project, joined by Git, whose clocks jump. Which line of the log counts does not
//! depend on them.

use std::collections::BTreeMap;

use handoff_engine::Engine;
use handoff_engine::edit::apply;
use handoff_engine::tree::Tree;
use handoff_format::timestamp;
use handoff_protocol::report::ReportSeries;
use handoff_protocol::{Command, Context, FileState, Query, TimeEntry, View};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::world::hours;
use crate::support::random::Random;
use crate::support::{NOW, context, delta, files, value};

const DAY_MS: i64 = 86_400_000;
const TASKS: usize = 4;
const CONFIG: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n";

/// A machine with its checkout of the project.
struct Machine {
    engine: Engine,
    tree: Tree,
    writer: &'static str,
    clock: i64,
}

impl Machine {
    fn new(writer: &'static str) -> Machine {
        let mut machine = Machine { engine: Engine::new(), tree: Tree::default(), writer, clock: NOW };
        machine.feed(files(CONFIG));
        machine
    }

    fn feed(&mut self, states: Vec<FileState>) {
        for state in &states {
            self.tree.apply(state.clone());
        }
        self.engine.feed(states, self.clock);
    }

    /// Executes a command. Returns the IDs that it created, `None` if it is refused.
    fn run(&mut self, seed: u32, command: Value) -> Option<Vec<String>> {
        let command: Command = serde_json::from_value(command).unwrap();
        let context = Context { now: self.clock, writer: self.writer.to_owned(), seed, ..context() };
        let changes = self.engine.plan(&command, &context).ok()?;
        let before = self.tree.clone();
        apply(&mut self.tree, &changes.edits).unwrap();
        self.engine.feed(delta(&before, &self.tree), self.clock);
        Some(changes.created)
    }

    fn view(&mut self, query: Value) -> View {
        let query: Query = serde_json::from_value(query).unwrap();
        self.engine.view(&query, &context())
    }

    fn entries(&mut self) -> BTreeMap<String, TimeEntry> {
        let View::Time(view) = self.view(json!({"kind": "time", "selection": {"from": 0, "to": 100_000}})) else {
            panic!("no entries")
        };
        view.entries.into_iter().map(|row| (row.id, row.entry)).collect()
    }

    fn done_tasks(&mut self) -> u32 {
        let View::Report(report) = self.view(json!({"kind": "report", "report": "flow"})) else { panic!("no report") };
        let ReportSeries::Flow(flow) = report.series else { panic!("no flow") };
        flow.days.last().expect("a day").done
    }

    /// Returns the hours in the file of a task.
    fn hours(&self, task: &str) -> f64 {
        let files = self.tree.walk("tasks").filter_map(|(path, _)| self.tree.file(&path));
        let mut records = files.filter_map(|bytes| serde_json::from_slice::<Value>(bytes).ok());
        let record = records.find(|record| record["id"] == task).expect("the task");
        record["schedule"]["actual_hours"].as_f64().unwrap_or_default()
    }
}

/// Gives both machines what each has changed since they were equal. No file was changed by both.
fn merge(base: &Tree, [one, other]: &mut [Machine; 2]) {
    let (of_one, of_other) = (delta(base, &one.tree), delta(base, &other.tree));
    one.feed(of_other);
    other.feed(of_one);
    assert_eq!(delta(&one.tree, &other.tree), [], "the machines are equal");
}

fn add(task: &str, random: &mut Random) -> TimeEntry {
    let start = NOW - 900 * DAY_MS;
    let seconds = 900 * u64::try_from(1 + random.below(12)).unwrap();
    serde_json::from_value(json!({"task": task, "start": timestamp(start), "end": timestamp(start + DAY_MS),
        "seconds": seconds, "source": "manual", "actor": {"kind": "human", "name": "Noor"}}))
    .unwrap()
}

#[test]
fn fewer_hours_than_entries_are_a_problem_with_a_repair() {
    let mut machine = Machine::new("a");
    let create = json!({"kind": "changeTasks", "tasks": [{"fields": {"title": "One"}}]});
    let task = machine.run(0, create).expect("a task").remove(0);
    let entry = add(&task, &mut Random::new(1));
    machine.run(1, json!({"kind": "changeTime", "change": {"kind": "add", "entry": value(&entry)}})).expect("an entry");
    let problems = |machine: &mut Machine| match machine.view(json!({"kind": "hourProblems"})) {
        View::Problems(problems) => problems,
        other => panic!("{other:?}"),
    };
    assert_eq!(problems(&mut machine), []);
    machine.run(2, json!({"kind": "updateTasks", "ids": [task], "patch": {"actualHours": 0.1}})).expect("fewer hours");
    let found = problems(&mut machine);
    assert_eq!(found.iter().map(|problem| problem.task.as_deref()).collect::<Vec<_>>(), [Some(task.as_str())]);
    machine.run(3, value(&found[0].repairs[0].command)).expect("the repair");
    assert_eq!(problems(&mut machine), []);
    assert!((machine.hours(&task) - hours(entry.seconds)).abs() < 1e-6);
    machine.run(4, json!({"kind": "updateTasks", "ids": [task], "patch": {"actualHours": 90}})).expect("more hours");
    assert_eq!(problems(&mut machine), [], "hours may come from elsewhere");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn jumping_clocks_change_neither_entries_nor_figures(seed in 0_u64..1_000_000, days in 0_i64..800) {
        let mut random = Random::new(seed + 1);
        let mut machines = [Machine::new("a"), Machine::new("b")];
        let mut command = 0;
        let create = json!({"kind": "changeTasks", "tasks": (0..TASKS).map(|number| json!({"fields": {"title": format!("Task {number}")}})).collect::<Vec<_>>()});
        let tasks = machines[0].run(command, create).expect("new tasks");
        merge(&Machine::new("c").tree, &mut machines);
        let mut done = [false; TASKS];
        let mut entries: BTreeMap<String, TimeEntry> = BTreeMap::new();
        for _ in 0..6 {
            let base = machines[0].tree.clone();
            let owners: Vec<usize> = tasks.iter().map(|_| random.below(2)).collect();
            for _ in 0..8 {
                command += 1;
                let number = random.below(TASKS);
                let machine = &mut machines[owners[number]];
                machine.clock += 1000;
                if random.one_in(4) {
                    machine.clock = NOW + (i64::try_from(random.below(3)).unwrap() - 1) * (days * DAY_MS + 600_000);
                }
                let task = tasks[number].as_str();
                let own = entries.iter().find(|(_, entry)| entry.task == task).map(|(id, entry)| (id.clone(), entry.clone()));
                let run = |machine: &mut Machine, change: Value| machine.run(command, json!({"kind": "changeTime", "change": change}));
                match (random.below(4), own) {
                    (0, _) => {
                        let status = if done[number] { "todo" } else { "done" };
                        machine.run(command, json!({"kind": "updateTasks", "ids": [task], "patch": {"status": status}})).expect("a status");
                        done[number] = !done[number];
                    }
                    (1, Some((id, from))) => {
                        let to = add(task, &mut random);
                        run(machine, json!({"kind": "edit", "id": id, "from": value(&from), "to": value(&to)})).expect("an edit");
                        entries.insert(id, to);
                    }
                    (2, Some((id, from))) => {
                        let delete = json!({"kind": "delete", "id": id, "from": value(&from)});
                        run(machine, delete.clone()).expect("a deletion");
                        prop_assert_eq!(run(machine, delete), None, "it is deleted once");
                        entries.remove(&id);
                    }
                    _ => {
                        let entry = add(task, &mut random);
                        let before: Vec<String> = machine.entries().into_keys().collect();
                        run(machine, json!({"kind": "add", "entry": value(&entry)})).expect("an entry");
                        let id = machine.entries().into_keys().find(|id| !before.contains(id)).expect("its ID");
                        entries.insert(id, entry);
                    }
                }
            }
            merge(&base, &mut machines);
            for machine in &mut machines {
                prop_assert_eq!(&machine.entries(), &entries);
                prop_assert_eq!(machine.done_tasks(), u32::try_from(done.iter().filter(|done| **done).count()).unwrap());
                for task in &tasks {
                    let sum = entries.values().filter(|entry| entry.task == *task).map(|entry| hours(entry.seconds)).sum::<f64>();
                    prop_assert!((machine.hours(task) - sum).abs() < 1e-6, "{} has {} h, and entries of {} h", task, machine.hours(task), sum);
                }
            }
        }
    }
}
