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

    fn examine_folder(&mut self, folder: &Path) {
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            entries.sort();
            for path in entries {
                // These folders are not ours, or full of secrets.
                if ["target", "secrets", ".git"].iter().any(|name| path.ends_with(name)) || path.is_symlink() {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if fs::metadata(&path).unwrap().len() < 2_000_000
                    && let Ok(text) = fs::read_to_string(&path)
                {
                    self.examine(&path.display().to_string(), &text);
                }
            }
        }
    }
}

/// Measures the files of a folder: `HANDOFF_SECRETS_FOLDER=… cargo test … -- --ignored --nocapture`.
#[test]
#[ignore = "measures a folder of this machine"]
fn measure_folder() {
    let mut alarms = Alarms::default();
    alarms.examine_folder(Path::new(&std::env::var("HANDOFF_SECRETS_FOLDER").unwrap()));
    for alarm in alarms.replaced.iter().chain(["--- reported".to_owned()].iter()).chain(&alarms.reported) {
        println!("{alarm}");
    }
    let (replaced, reported) = (alarms.replaced.len(), alarms.reported.len());
    println!("{} lines, {} bytes: {replaced} replaced, {reported} reported", alarms.lines, alarms.bytes);
}
