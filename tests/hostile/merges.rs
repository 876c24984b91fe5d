//! Two branches with random calls of ours are merged by Git with the merge driver.
//!
//! Each call writes a word that occurs nowhere else. A word of a side is in the result, also between
//! conflict markers, unless it was in the base and the other side removed it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::random;
use crate::support::Folder;
use crate::support::form::{is_long, seed};
use crate::support::random::Random;
use crate::support::server::Server;

/// Logs, local state, and the current state, of which a merge takes one.
const DERIVED: [&str; 4] = ["activity/", "local/", "trash/", "handover/layer2/"];

/// Merges with one base project.
const MERGES_PER_BASE: usize = 10;

const STATUSES: [&str; 4] = ["todo", "in_progress", "review", "blocked"];

/// What a change does to names and places, which Git cannot merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// Only the content of a file.
    Content,
    /// A new task with the next number.
    Number,
    /// A new or moved subtask.
    Subtask,
    /// A folder has another name or place, or is gone.
    Place,
    /// A dependency, whose task may be deleted on the other side.
    Dependency,
}

/// The tree of one state: its words, and the text of each task by ID.
#[derive(Debug, Default)]
struct Snapshot {
    /// With the path of a file that contains them.
    words: BTreeMap<String, String>,
    tasks: BTreeMap<String, String>,
    trash: Vec<String>,
}

struct Repository {
    folder: Folder,
    server: Server,
    random: Random,
    /// The number of the last word.
    last: usize,
    history: Vec<String>,
    refused: usize,
}

impl Repository {
    fn new(layout: &str, seed: u64) -> Repository {
        let folder = Folder::new();
        git(&folder, &["init", "-q", "-b", "main"]);
        fs::write(folder.at(".git/info/exclude"), "state/\nhome/\n").unwrap();
        folder.stdout(&["setup", "git"]);
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        let server = Server::start(folder.path(), &["--tools", "all"]);
        let history = vec![format!("HANDOFF_SEED={seed}, {layout}")];
        let mut repository = Repository { folder, server, random: random(seed), last: 0, history, refused: 0 };
        for _ in 0..4 {
            let title = repository.word();
            repository.call("handoff_update_task", &json!({"task": {"title": title, "notes": "First.\nSecond."}}));
        }
        for _ in 0..12 {
            repository.change();
        }
        repository.commit("base");
        repository
    }

    fn word(&mut self) -> String {
        self.last += 1;
        format!("w{}q", self.last)
    }

    fn commit(&mut self, branch: &str) {
        // The server performs a handover after it answered the save; it answers the next call after that.
        self.server.ask("tools/call", &json!({"name": "handoff_list_tasks", "arguments": {}}));
        git(&self.folder, &["add", "-A"]);
        git(&self.folder, &["commit", "-q", "--allow-empty", "-m", "Step"]);
        git(&self.folder, &["branch", "-qf", &format!("{branch}-end")]);
    }

    /// Calls a tool. A refusal is an answer, an internal error is none.
    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let result = self.server.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        assert!(!text.contains("internal error"), "{text}: {:#?}", self.history);
        self.history.push(format!("{tool} {arguments}: {}", text.lines().next().unwrap_or_default()));
        self.refused += usize::from(result["isError"] == json!(true));
        result["structuredContent"].clone()
    }

    /// Makes a random change; returns its effect.
    fn change(&mut self) -> Effect {
        let (update, word) = ("handoff_update_task", self.word());
        let ids: Vec<String> = self.tasks().into_keys().collect();
        let pick = |random: &mut Random| random.pick(&ids).cloned().unwrap_or_else(|| "t1".to_owned());
        let (id, other) = (pick(&mut self.random), pick(&mut self.random));
        let file = |repository: &mut Repository, folder: &str| {
            let names = names(&repository.folder.at(format!(".handoff/{folder}")));
            repository.random.pick(&names).cloned().unwrap_or_default()
        };
        let task = |fields: Value| {
            let mut task = fields;
            task["id"] = json!(id);
            json!({"task": task})
        };
        let (tool, arguments, effect) = match self.random.below(24) {
            0 => (update, json!({"task": {"title": word}}), Effect::Number),
            1 => (update, json!({"task": {"title": word, "id": format!("x{}", self.last)}}), Effect::Content),
            2 => {
                let new = json!({"title": word, "id": format!("x{}", self.last)});
                (update, json!({"task": new, "parent_id": id}), Effect::Subtask)
            }
            3 => (update, task(json!({"title": word})), Effect::Content),
            4 => (update, task(json!({"assignee": word})), Effect::Content),
            5..=7 => (update, task(json!({"notes_append": word})), Effect::Content),
            8 => (update, task(json!({"notes": format!("First.\n{word}\nSecond.")})), Effect::Content),
            9 => (update, task(json!({"labels": ["io", word]})), Effect::Content),
            10 => (update, task(json!({"done_criteria": [{"item": word, "checked": false}]})), Effect::Content),
            11 | 12 => {
                let status = self.random.pick(&STATUSES).copied();
                (update, task(json!({"status": status})), Effect::Place)
            }
            13 => (update, json!({"task": {"id": id}, "move_to": other}), Effect::Place),
            14 => {
                let output = self.folder.run(&["task", "delete", &id]);
                self.history.push(format!("task delete {id}: {}", output.status));
                return Effect::Place;
            }
            15 => (update, task(json!({"dependencies": [other]})), Effect::Dependency),
            16 => ("handoff_update_session", json!({"add_decision": {"decision": word}}), Effect::Content),
            17 => ("handoff_save_context", json!({"summary": word, "session_status": "active"}), Effect::Content),
            18 => {
                let arguments = json!({"summary": word, "decisions": [format!("{word}: yes")]});
                ("handoff_save_context", arguments, Effect::Content)
            }
            19 => ("handoff_memory_save", json!({"text": word, "force": true}), Effect::Content),
            20 => {
                let id = file(self, "memory").replace(".json", "").replace(".toml", "");
                ("handoff_memory_delete", json!({"memory_id": id}), Effect::Content)
            }
            21 => {
                let body = format!("# Tides\n\nFirst.\n\n{word}\n\nLast.\n");
                let slug = file(self, "docs").replace("_doc.", "").replace(".md", "");
                let arguments = match self.random.below(3) {
                    0 => json!({"doc_id": slug, "body": body}),
                    1 => json!({"doc_id": slug, "append_body": word}),
                    _ => json!({"slug": format!("d{word}"), "title": word, "body": body}),
                };
                ("handoff_doc_save", arguments, Effect::Content)
            }
            22 => {
                let key = if self.random.below(2) == 0 { "shared".to_owned() } else { word.clone() };
                let updates = json!({format!("settings.custom_fields.{key}"): word});
                ("handoff_update_config", json!({"updates": updates}), Effect::Content)
            }
            _ => ("handoff_log_time", json!({"task_id": id, "hours": 0.5}), Effect::Content),
        };
        self.call(tool, &arguments);
        effect
    }

    /// Returns the text of each task by ID, with its status.
    fn tasks(&self) -> BTreeMap<String, String> {
        let mut tasks = BTreeMap::new();
        for (path, text) in files(&self.folder.at(".handoff/tasks"), "") {
            let (folder, file) = path.rsplit_once('/').unwrap_or_default();
            let id = folder.rsplit('/').next().unwrap_or_default().split('-').next().unwrap_or_default();
            let status = if file == "task.toml" { folder.rsplit('/').next().unwrap_or_default() } else { file };
            tasks.insert(id.to_owned(), format!("{status}\n{text}"));
        }
        tasks
    }

    fn snapshot(&self) -> Snapshot {
        let project = files(&self.folder.at(".handoff"), "");
        let is_content = |path: &str| !path.starts_with('.') && !DERIVED.iter().any(|folder| path.starts_with(folder));
        let content = project.iter().filter(|(path, _)| is_content(path));
        let trash = project.iter().filter(|(path, _)| path.starts_with("trash/"));
        Snapshot {
            words: content.flat_map(|(path, text)| words(text).into_iter().map(|word| (word, path.clone()))).collect(),
            tasks: self.tasks(),
            trash: trash.map(|(path, text)| format!("{path}: {text}")).collect(),
        }
    }

    /// Makes some changes on a branch; returns what they leave and do.
    fn branch(&mut self, name: &str) -> (Snapshot, Vec<Effect>) {
        git(&self.folder, &["checkout", "-qB", name, "base-end"]);
        self.history.push(format!("-- {name}"));
        let effects = (0..=self.random.below(6)).map(|_| self.change()).collect();
        self.commit(name);
        (self.snapshot(), effects)
    }

    /// Merges two random branches and checks the result; returns whether Git and the doctor found
    /// nothing.
    fn merge(&mut self) -> (bool, bool) {
        git(&self.folder, &["checkout", "-q", "base-end"]);
        let (base, kept) = (self.snapshot(), self.history.len());
        let (side, side_effects) = self.branch("side");
        let (main, main_effects) = self.branch("main");
        let trash = main.trash.clone();
        let output = git_output(&self.folder, &["merge", "--no-edit", "side"]);
        let message = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let is_clean = output.status.success();
        let report = self.folder.run(&["doctor"]);
        let problems = String::from_utf8_lossy(&[report.stdout, report.stderr].concat()).into_owned();
        let result = self.snapshot();
        let place = format!("{}\n-- merge\n{message}\n{problems}", self.history.join("\n"));

        for (word, path) in side.words.iter().chain(&main.words) {
            let [in_base, in_side, in_main, in_result] =
                [&base, &side, &main, &result].map(|snapshot| snapshot.words.contains_key(word));
            let is_removed = in_base && !(in_side && in_main);
            assert!(in_result || is_removed, "{word} of {path} is lost: {place}");
        }
        for (one, other) in [(&side, &main), (&main, &side)] {
            for (id, text) in base.tasks.iter().filter(|(id, _)| !one.tasks.contains_key(*id)) {
                let is_changed = other.tasks.get(id).is_some_and(|changed| changed != text);
                let is_named = problems.contains(&format!("One branch deleted the task {id} "));
                assert!(
                    !is_changed || !is_clean || is_named,
                    "{id} was deleted and changed, and nothing said so: {place}"
                );
            }
        }
        assert_eq!(result.trash, trash, "the merge moved something to the trash: {place}");
        assert!(report.status.code().is_some_and(|code| code <= 5) && !problems.contains("panicked"), "{place}");
        // A task that waits for a deleted one is reported on a branch as well.
        let is_new = |line: &&str| {
            (line.contains(": error: ") || line.contains(": warning: ")) && !line.contains("which does not exist")
        };
        let is_whole = problems.starts_with("No problems")
            || problems.contains("which does not exist") && problems.lines().find(is_new).is_none();
        assert!(is_whole || !is_clean || has_known_problem(&side_effects, &main_effects), "{place}");
        self.call("handoff_list_tasks", &json!({}));

        git(&self.folder, &["reset", "-q", "--hard"]);
        git(&self.folder, &["clean", "-fdq"]);
        self.history.truncate(kept);
        (is_clean, is_whole)
    }
}

/// Returns whether the two sides have changed names and places in ways that Git merges silently, and
/// docs/setup.md lists with repairs.
fn has_known_problem(side: &[Effect], main: &[Effect]) -> bool {
    let both = |one: Effect, other: Effect| {
        side.contains(&one) && main.contains(&other) || side.contains(&other) && main.contains(&one)
    };
    both(Effect::Number, Effect::Number)
        || both(Effect::Place, Effect::Place)
        || both(Effect::Subtask, Effect::Place)
        || both(Effect::Dependency, Effect::Place)
        || both(Effect::Dependency, Effect::Dependency)
}

/// Returns the words that calls have written.
fn words(text: &str) -> Vec<String> {
    let is_word = |word: &&str| {
        let number = word.strip_prefix('w').and_then(|rest| rest.strip_suffix('q'));
        number.is_some_and(|number| number.parse::<usize>().is_ok())
    };
    // Paths of folders, which a session lists as changed files, are no words.
    text.split(|character: char| !character.is_alphanumeric() && character != '-')
        .filter(is_word)
        .map(str::to_owned)
        .collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Returns the texts of the files below a folder by path.
fn files(folder: &Path, above: &str) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::new();
    for name in names(folder) {
        let (path, below) = (folder.join(&name), format!("{above}{name}"));
        if path.is_dir() {
            entries.append(&mut files(&path, &format!("{below}/")));
        } else if name != ".lock" {
            // The server may be removing a file.
            let Ok(bytes) = fs::read(path) else { continue };
            entries.insert(below, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    entries
}

fn git_output(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new("git");
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CLAUDE_PROJECT_DIR", "HANDOFF_LAYOUT"] {
        command.env_remove(variable);
    }
    command.env("HOME", folder.at("home")).env("XDG_STATE_HOME", folder.at("state"));
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
    command.args(["-c", "user.name=Kim", "-c", "user.email=kim@example.invalid"]);
    command.args(arguments).current_dir(folder.path()).output().unwrap()
}

fn git(folder: &Folder, arguments: &[&str]) {
    let output = git_output(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn merge_at_random(layout: &str) {
    let (bases, first) = (if is_long() { 50 } else { 1 }, seed(21));
    let (mut clean, mut whole, mut refused, mut changes) = (0, 0, 0, 0);
    for base in 0..bases {
        let mut repository = Repository::new(layout, first + base);
        for _ in 0..MERGES_PER_BASE {
            let (is_clean, is_whole) = repository.merge();
            clean += usize::from(is_clean);
            whole += usize::from(is_clean && is_whole);
        }
        eprintln!("{MERGES_PER_BASE} merges in {layout} with the seed {}", first + base);
        refused += repository.refused;
        changes += repository.last;
    }
    let merges = bases * u64::try_from(MERGES_PER_BASE).unwrap();
    eprintln!(
        "{merges} merges in {layout}, from seed {first}: {clean} without a conflict, {whole} of them without a \
         problem; {changes} changes, {refused} refused"
    );
}

#[test]
fn merges_of_random_branches_lose_nothing_in_toml() {
    merge_at_random("toml");
}

#[test]
fn merges_of_random_branches_lose_nothing_in_json() {
    merge_at_random("json");
}
