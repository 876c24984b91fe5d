//! Ordinary texts, in which nothing is a secret: how often something is replaced or reported.

use std::fs;
use std::path::{Path, PathBuf};

use crate::secrets::rules::Certainty;
use crate::secrets::scan;

/// False alarms in texts.
#[derive(Default)]
struct Alarms {
    lines: usize,
    bytes: usize,
    replaced: Vec<String>,
    reported: Vec<String>,
}

impl Alarms {
    fn examine(&mut self, name: &str, text: &str) {
        self.lines += text.lines().count();
        self.bytes += text.len();
        for found in scan::find(text) {
            let line = text[..found.range.start].matches('\n').count() + 1;
            let secret: String = text[found.range.clone()].chars().take(80).collect();
            let list = if found.certainty == Certainty::Certain { &mut self.replaced } else { &mut self.reported };
            list.push(format!("{name}:{line}: {}: {secret:?}", found.kind));
        }
    }
}

/// Calls a function for each text file in a folder, in order of their names.
fn visit(folder: &Path, call: &mut impl FnMut(&Path, &str)) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        // These folders are not ours, or full of secrets.
        if ["target", "secrets", ".git"].iter().any(|name| path.ends_with(name)) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            visit(&path, call);
        } else if fs::metadata(&path).unwrap().len() < 2_000_000
            && let Ok(text) = fs::read_to_string(&path)
        {
            call(&path, &text);
        }
    }
}

/// Measures the files of a folder: `HANDOFF_SECRETS_FOLDER=… cargo test … -- --ignored --nocapture`.
#[test]
#[ignore = "measures a folder of this machine"]
fn measure_folder() {
    let mut alarms = Alarms::default();
    let folder = std::env::var("HANDOFF_SECRETS_FOLDER").unwrap();
    visit(Path::new(&folder), &mut |path, text| alarms.examine(&path.display().to_string(), text));
    for alarm in alarms.replaced.iter().chain(["--- reported".to_owned()].iter()).chain(&alarms.reported) {
        println!("{alarm}");
    }
    let (replaced, reported) = (alarms.replaced.len(), alarms.reported.len());
    println!("{} lines, {} bytes: {replaced} replaced, {reported} reported", alarms.lines, alarms.bytes);
}

/// Measures 1 MB of this project's texts, several times.
#[test]
#[ignore = "measures speed"]
#[expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]
fn measure_speed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut text = String::new();
    for folder in ["docs", "crates/agent/src/tools", "crates/engine/src", "crates/cli/src"] {
        visit(&root.join(folder), &mut |_, file| text.push_str(file));
    }
    let text = text.chars().take(1_000_000).collect::<String>();
    let small = "A note with a few words in it, and a password: none.";
    let begun = std::time::Instant::now();
    assert_eq!(scan::find(""), []);
    println!("first: {:?}", begun.elapsed());
    for _ in 0..4 {
        let begun = std::time::Instant::now();
        let found = scan::find(&text).len();
        let large = begun.elapsed();
        for _ in 0..1000 {
            assert_eq!(scan::find(small), []);
        }
        println!("{} bytes: {found} in {large:?}; a note: {:?} / 1000", text.len(), begun.elapsed() - large);
    }
}
