//! Ordinary texts, in which nothing is a secret: how often something is replaced or reported.

use std::fs;
use std::path::{Path, PathBuf};

use super::template::{Random, expand};
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
            let line = text.get(..found.range.start).unwrap().matches('\n').count() + 1;
            let secret: String = text.get(found.range.clone()).unwrap().chars().take(80).collect();
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

/// Texts about secrets without a secret: prose in two languages, sources and configurations.
const TEXTS: [(&str, &str); 4] = [
    ("prose.md", include_str!("texts/prose.md")),
    ("prose.ja.md", include_str!("texts/prose.ja.md")),
    ("sources.txt", include_str!("texts/sources.txt")),
    ("configs.txt", include_str!("texts/configs.txt")),
];

/// Lines of lock files and logs, full of hashes and IDs.
const GENERATED: [&str; 24] = [
    "      \"integrity\": \"sha512-{b86}==\",",
    "      \"resolved\": \"https://registry.example.org/tide-{w6}/-/tide-{w6}-{D1}.{D2}.{D1}.tgz\",",
    "checksum = \"{h64}\"",
    "name = \"tide-token-{w5}\"",
    "github.com/tide/{w6} v0.0.0-202611{D2}{D6}-{h12} h1:{b43}=",
    "  resolution: {integrity: sha512-{b86}==}",
    "    {file = \"tide_{w6}-{D1}.{D1}-py3-none-any.whl\", hash = \"sha256:{h64}\"},",
    "  hash: sha1-{b27}=",
    "  {w6}@{D1}.{D1}.{D1}: {h40}",
    "source = \"git+https://github.com/tide/{w6}?rev={h7}#{h40}\"",
    "2026-11-24T10:{D2}:{D2}.{D3}Z INFO request id={h8}-{h4}-4{h3}-8{h3}-{h12} took {D3} ms",
    "[{D2}:{D2}:{D2}] trace={h32} span={h16} user={w6} path=/{w5}/{w7}?page={D1}&sort={w4}",
    "{D3}.{D2}.{D2}.{D1} - - [24/Nov/2026:10:{D2}:{D2} +0900] \"GET /{w6}/{h10}.js HTTP/1.1\" 200 {D5}",
    "level=warn msg=\"token expired\" session={a22} tokens={D4} key=cache:{w6}:{h12}",
    "DEBUG password check for {w6} failed after {D2} tries; token refreshed={D1}",
    "{h40} refs/heads/{w7}-{D4}",
    "index {h7}..{h7} 100644",
    "sha256:{h64}",
    "ETag: \"{h32}\"",
    "    at {w6}.{w7} (webpack://{w5}/./src/{w6}.ts?{h4}:{D2}:{D2})",
    "data:image/png;base64,iVBORw0KGgo{b200}",
    "  \"key\": \"{h32}\", \"cacheKey\": \"{a24}\", \"hash\": \"{h16}\",",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} {w5}@tide",
    "{{a20}} {u43} {H26}",
];

#[test]
fn ordinary_texts_are_kept() {
    let mut alarms = Alarms::default();
    for (name, text) in TEXTS {
        alarms.examine(name, text);
    }
    assert_eq!((&alarms.replaced, &alarms.reported), (&Vec::new(), &Vec::new()));
    let mut random = Random::new(22);
    for template in GENERATED {
        let lines: Vec<String> = (0..500).map(|_| expand(template, &mut random).0).collect();
        alarms.examine(template, &lines.join("\n"));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["docs", "crates", "extension/src", "extension/test", "webviews", "scripts", "bench", "tests"] {
        visit(&root.join(folder), &mut |path, text| alarms.examine(&path.display().to_string(), text));
    }
    for file in ["Cargo.lock", "package-lock.json", "CHANGELOG.md", "README.md", "CONTRIBUTING.md"] {
        alarms.examine(file, &fs::read_to_string(root.join(file)).unwrap());
    }
    let (replaced, reported) = (alarms.replaced.len(), alarms.reported.len());
    println!("{} lines: {replaced} replaced, {reported} reported", alarms.lines);
    assert!(replaced * 10_000 <= alarms.lines, "{:#?}", alarms.replaced);
    assert!(reported * 10_000 <= alarms.lines, "{:#?}", alarms.reported);
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
    for folder in ["docs", "crates/agent/src/operations", "crates/engine/src", "crates/cli/src"] {
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
        println!("{} bytes: {found} in {large:?}, with 1000 notes {:?}", text.len(), begun.elapsed());
    }
}
