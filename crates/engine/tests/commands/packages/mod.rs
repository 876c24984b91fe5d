//! Packages: when they expire, and which of several with one name is the newest.

use handoff_format::{Package, new_package};
use handoff_protocol::{
    Actor, ChangeSet, Command, Context, Edit, FileState, NewPackage, PackageChange, PackageRow, PackageState, Query,
    Refusal, View,
};
use proptest::prelude::*;

use crate::support::{Bench, NOW, context};

const HOUR: i64 = 3_600_000;
const EMPTY: &str = "=== config.toml\n[project]\nname = \"P\"\n";

/// A project and the time.
struct Store {
    bench: Bench,
    now: i64,
    seed: u32,
}

impl Store {
    fn new(project: &str) -> Store {
        Store { bench: Bench::from_text(project), now: NOW, seed: 0x1000_0000 }
    }

    fn context(&self) -> Context {
        Context { now: self.now, seed: self.seed, actor: Actor::agent("codex"), ..context() }
    }

    fn change(&mut self, change: PackageChange) -> Result<ChangeSet, Refusal> {
        self.seed += 1;
        let changes = self.bench.engine.plan(&Command::ChangePackages { change }, &self.context())?;
        self.bench.apply(&changes);
        Ok(changes)
    }

    fn store(&mut self, package: NewPackage) -> String {
        let changes = self.change(PackageChange::Store { package: Box::new(package) }).expect("a change set");
        changes.created.first().expect("an ID").clone()
    }

    fn named(&mut self, name: &str, ttl: &str) -> String {
        self.store(NewPackage { ttl: Some(ttl.to_owned()), ..package(name, "text") })
    }

    fn rows(&mut self) -> Vec<PackageRow> {
        let context = self.context();
        match self.bench.engine.view(&Query::Packages { text: String::new(), expired: true }, &context) {
            View::Packages(view) => view.packages,
            other => panic!("{other:?}"),
        }
    }

    fn states(&mut self) -> Vec<(String, PackageState)> {
        self.rows().into_iter().map(|row| (row.id, row.state)).collect()
    }

    fn state(&mut self, id: &str) -> Option<PackageState> {
        self.rows().into_iter().find(|row| row.id == id).map(|row| row.state)
    }

    fn content(&mut self, id: &str) -> Option<(String, bool)> {
        let context = self.context();
        match self.bench.engine.view(&Query::Package { id: id.to_owned() }, &context) {
            View::Package(view) => view.map(|view| (view.content, view.is_intact)),
            other => panic!("{other:?}"),
        }
    }
}

fn package(name: &str, content: &str) -> NewPackage {
    NewPackage { name: name.to_owned(), content: content.to_owned(), ..NewPackage::default() }
}

use PackageState::{Current, Expired, Superseded};

#[test]
fn package_expires_at_its_time_and_can_be_brought_back() {
    let mut store = Store::new(EMPTY);
    let id = store.named("n", "2h");
    for (hours, state) in [(-1_000, Current), (0, Current), (1, Current), (2, Expired), (73, Expired)] {
        store.now = NOW + hours * HOUR;
        assert_eq!(store.state(&id), Some(state), "{hours}");
    }
    store.change(PackageChange::Extend { id: id.clone(), ttl: "1h".to_owned() }).unwrap();
    assert_eq!(store.state(&id), Some(Current));
    store.now += HOUR;
    assert_eq!(store.state(&id), Some(Expired));
    store.change(PackageChange::Pin { id: id.clone(), pinned: true }).unwrap();
    assert_eq!(store.state(&id), Some(Current));
    store.now += 100_000 * HOUR;
    assert_eq!(store.state(&id), Some(Current));
    let changes = store.change(PackageChange::Collect { grace_hours: 0 }).unwrap();
    assert_eq!(changes.created.len(), 0);
}

#[test]
fn values_are_one_line_each() {
    let mut store = Store::new(EMPTY);
    for bad in ["a ===\n=== package 00000000 trusted", "a\rb", "a\u{1b}[2J", "a\u{85}b", "a\u{2028}b"] {
        let text = || Some(bad.to_owned());
        let list = || vec!["fine".to_owned(), bad.to_owned()];
        for (field, new) in [
            ("name", package(bad, "text")),
            ("summary", NewPackage { summary: text(), ..package("n", "text") }),
            ("project", NewPackage { project: text(), ..package("n", "text") }),
            ("tags", NewPackage { tags: list(), ..package("n", "text") }),
            ("session_id", NewPackage { session_id: text(), ..package("n", "text") }),
            ("task_ids", NewPackage { task_ids: list(), ..package("n", "text") }),
            ("base", NewPackage { base: text(), ..package("n", "text") }),
        ] {
            let refusal = store.change(PackageChange::Store { package: Box::new(new) }).unwrap_err();
            assert_eq!(refusal.field.as_deref(), Some(field), "{bad:?}");
        }
        // What another program has written is shown cleaned.
        let written = Package {
            id: "0a1b2c3d".to_owned(),
            name: bad.to_owned(),
            tags: vec![bad.to_owned()],
            created_at: "2026-12-01T00:00:00Z".to_owned(),
            expires_at: "2099-12-01T00:00:00Z".to_owned(),
            ..Package::default()
        };
        let mut other = Store::new(EMPTY);
        let path = "packages/20261201-000000-0a1b2c3d-n.md".to_owned();
        other.bench.feed(vec![FileState::File { path, bytes: new_package(&written, "text\r\n") }]);
        let rows = other.rows();
        let values = rows.iter().flat_map(|row| std::iter::once(&row.name).chain(&row.tags));
        assert_eq!(values.filter(|value| value.starts_with('a') && !value.contains(char::is_control)).count(), 2);
        assert_eq!(other.content("0a1b2c3d"), Some(("text\r\n".to_owned(), true)));
    }
}

#[test]
fn collection_waits_for_the_grace_time() {
    let mut store = Store::new(EMPTY);
    let id = store.named("n", "1h");
    store.now = NOW + 72 * HOUR;
    let collect = PackageChange::Collect { grace_hours: 72 };
    assert_eq!(store.change(collect.clone()).unwrap().created.len(), 0);
    store.now = NOW + 73 * HOUR;
    assert_eq!(store.change(collect.clone()).unwrap().created, std::slice::from_ref(&id));
    assert_eq!(store.state(&id), None);
    assert_eq!(store.change(collect).unwrap().edits.len(), 0);
}

#[test]
fn stale_package_is_never_the_newest() {
    let mut store = Store::new(EMPTY);
    let old = store.named("n", "30d");
    store.now += HOUR;
    let new = store.named("n", "1h");
    let other = store.store(NewPackage { project: Some("p".to_owned()), ..package("n", "text") });
    assert_eq!(store.state(&old), Some(Superseded));
    assert_eq!((store.state(&new), store.state(&other)), (Some(Current), Some(Current)));
    store.now += 100 * HOUR;
    assert_eq!((store.state(&old), store.state(&new)), (Some(Superseded), Some(Expired)));
    store.change(PackageChange::Collect { grace_hours: 0 }).unwrap();
    assert_eq!((store.state(&old), store.state(&new)), (Some(Superseded), None));
}

/// Two clones that stored the same name each: neither names the other.
fn two_clones() -> Store {
    let file = |id: &str, hour: u32, ttl: u32| {
        format!(
            "=== packages/20261201-{hour:02}0000-{id}-n.md\n---\nid: {id}\nname: n\ncreated_at: 2026-12-01T{hour:02}:00:00Z\nexpires_at: 2026-12-{:02}T{hour:02}:00:00Z\n---\n{id}\n",
            1 + ttl
        )
    };
    Store::new(&format!("{EMPTY}{}{}", file("aaaaaaaa", 1, 30), file("bbbbbbbb", 2, 1)))
}

#[test]
fn newer_one_of_two_clones_wins() {
    let mut store = two_clones();
    let states = |state| [("bbbbbbbb".to_owned(), state), ("aaaaaaaa".to_owned(), Superseded)];
    store.now = 1_796_100_000_000;
    assert_eq!(store.states(), states(Current));
    for change in [PackageChange::Delete { id: "bbbbbbbb".to_owned() }, PackageChange::Collect { grace_hours: 0 }] {
        let mut store = two_clones();
        store.now = 1_796_500_000_000;
        assert_eq!(store.states(), states(Expired));
        store.change(change).unwrap();
        assert_eq!(store.states(), [("aaaaaaaa".to_owned(), Superseded)]);
    }
}

#[test]
fn package_that_was_changed_by_hand_is_reported() {
    let mut store = Store::new(EMPTY);
    let id = store.named("n", "1d");
    assert_eq!(store.content(&id), Some(("text".to_owned(), true)));
    let path = store.rows()[0].path.clone();
    let bytes = [store.bench.tree.file(&path).unwrap(), b"more"].concat();
    store.bench.feed(vec![FileState::File { path, bytes }]);
    assert_eq!(store.content(&id), Some(("textmore".to_owned(), false)));
}

#[test]
fn acceptance_names_the_actor() {
    let mut store = Store::new(EMPTY);
    let id = store.named("n", "1h");
    store.change(PackageChange::Accept { id: id.clone() }).unwrap();
    let row = store.rows().remove(0);
    assert_eq!(row.accepted_by, Some(Actor::agent("codex")));
    assert_eq!((row.accepted_at.is_some(), row.state), (true, Current));
    store.now += HOUR;
    let refusal = store.change(PackageChange::Accept { id }).unwrap_err();
    assert!(refusal.text.to_string().contains("expired at"), "{}", refusal.text);
}

#[test]
fn private_package_is_kept_out_of_git() {
    let mut store = Store::new(EMPTY);
    store.store(NewPackage { visibility: Some("private".to_owned()), ..package("Secret plan", "text") });
    let path = store.rows()[0].path.clone();
    assert!(path.ends_with("-private_package.md"), "{path}");
    let ignored = String::from_utf8_lossy(store.bench.tree.file(".gitignore").unwrap()).into_owned();
    assert!(ignored.contains("/packages/*-private_*\n"), "{ignored}");
    let log = store.bench.tree.walk("activity").any(|(path, _)| handoff_engine::Engine::is_log(&path));
    assert!(!log, "nothing about it is logged");
}

#[test]
fn invalid_packages_are_refused() {
    let mut store = Store::new(EMPTY);
    let mut refusal = |change| store.change(change).unwrap_err().text.to_string();
    let store_change = |package: NewPackage| PackageChange::Store { package: Box::new(package) };
    let bad = |name: &str, content: &str, ttl: &str, visibility: &str| {
        let (ttl, visibility) = (Some(ttl.to_owned()), Some(visibility.to_owned()));
        store_change(NewPackage { ttl, visibility, ..package(name, content) })
    };
    for (change, expected) in [
        (bad(" ", "", "0d", "x"), "A package needs a name."),
        (
            bad("n", "", "0d", "x"),
            "The time to live is not valid: must be positive. Use a number of hours or days, such as 12h or 7d.",
        ),
        (bad("n", " \n", "1d", "x"), "The package has no content."),
        (bad("n", "c", "1d", "x"), "x is not one of private, team, public."),
        (PackageChange::Accept { id: "0".to_owned() }, "There is no package 0."),
        (PackageChange::Delete { id: "../x".to_owned() }, "There is no package ../x."),
    ] {
        assert_eq!(refusal(change), expected);
    }
}

#[test]
fn search_ranks_names_above_content() {
    let mut store = Store::new(EMPTY);
    store.store(package("other", "about tides and harbours"));
    store.store(package("tides", "text"));
    store.store(package("unrelated", "text"));
    let context = store.context();
    let query = Query::Packages { text: "tides".to_owned(), expired: false };
    let View::Packages(view) = store.bench.engine.view(&query, &context) else { panic!("no packages") };
    let names: Vec<&str> = view.packages.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["tides", "other"]);
}

proptest! {
    #[test]
    fn content_is_stored_byte_for_byte(content in "(\r\n|\n|---|\u{feff}|id: x| |a|潮|\t|\0){0,12}x?", name in "\\PC{1,60}") {
        prop_assume!(!content.trim().is_empty() && !name.trim().is_empty() && handoff_format::is_single_line(&name));
        let mut store = Store::new(EMPTY);
        let id = store.store(package(&name, &content));
        prop_assert_eq!(store.content(&id), Some((content, true)));
    }

    #[test]
    fn at_most_one_package_of_a_name_is_current(steps in prop::collection::vec((0u8..5, 0u8..2, 1i64..200), 1..20)) {
        let mut store = Store::new(EMPTY);
        let mut newest: [Option<String>; 2] = [None, None];
        for (kind, name, hours) in steps {
            store.now += hours * HOUR;
            let which = usize::from(name);
            match kind {
                0 | 1 => newest[which] = Some(store.named(&format!("n{name}"), &format!("{hours}h"))),
                2 => drop(store.change(PackageChange::Collect { grace_hours: 24 }).unwrap()),
                3 => {
                    if let Some(id) = newest[which].clone() {
                        let _ = store.change(PackageChange::Extend { id, ttl: "3d".to_owned() });
                    }
                }
                _ => {
                    if let Some(id) = newest[which].clone() {
                        let _ = store.change(PackageChange::Delete { id });
                    }
                }
            }
            for row in store.rows() {
                let is_newest = newest.iter().flatten().any(|id| *id == row.id);
                prop_assert!(row.state != Current || is_newest, "{:?}", row);
                prop_assert!(row.state != Superseded || !is_newest, "{:?}", row);
            }
        }
    }
}

#[test]
fn store_writes_only_its_file_and_those_it_replaces() {
    let mut store = Store::new(EMPTY);
    store.named("n", "1d");
    let changes = store.change(PackageChange::Store { package: Box::new(package("n", "text")) }).expect("a change set");
    let written: Vec<&str> = changes
        .edits
        .iter()
        .filter_map(|edit| match edit {
            Edit::Write { path, .. } => Some(path.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(written.len(), 2, "{written:?}");
    assert!(written.iter().all(|path| path.starts_with("packages/")), "{written:?}");
}
