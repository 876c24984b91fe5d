//! What a conversation leaves that its agent did not save: the last request, the files that it edited, the last
//! run of the tests, and its last words.

use crate::hooks::test_run::{TestRun, is_test_command};
use crate::hooks::transcript::{Call, Entry, Transcript};
use crate::lines::{cut, first_named, one_line};
use crate::secrets::redact_text;

/// Maximum length of the request, in tokens.
const REQUEST_TOKENS: usize = 50;
/// Maximum length of the list of files, in tokens.
const FILES_TOKENS: usize = 40;
/// Maximum length of the run of the tests, in tokens.
const TEST_TOKENS: usize = 40;
/// Maximum length of the last words, in tokens.
const WORDS_TOKENS: usize = 50;
/// Maximum number of files that are named.
const MAX_FILES: usize = 8;
/// The number of characters of a text that can get into the capture. What is further away is not searched for
/// secrets.
const MAX_CHARS: usize = 4_000;

/// What a conversation did since its last save.
#[derive(Debug, Default, PartialEq)]
pub struct Capture {
    request: Option<String>,
    /// Paths relative to the folder of the project, the last edited first.
    files: Vec<String>,
    test: Option<TestRun>,
    words: Option<String>,
}

impl Capture {
    /// Collects what a conversation did in the project in `folder` since its last save.
    pub fn of(transcript: &Transcript, folder: &str) -> Capture {
        let mut capture = Capture::default();
        for entry in &transcript.entries {
            match entry {
                Entry::Request(text) => capture.request = Some(text.clone()),
                Entry::Words(text) => capture.words = Some(text.clone()),
                Entry::Call(call) if is_save(call) => capture = Capture::default(),
                Entry::Call(call) => {
                    for path in edited_files(call).iter().filter_map(|path| relative(path, folder)) {
                        capture.files.retain(|other| *other != path);
                        capture.files.insert(0, path);
                    }
                    if let Some(command) = command(call).filter(|command| is_test_command(command)) {
                        capture.test = Some(TestRun::new(&command, transcript.outcome(&call.id)));
                    }
                }
                Entry::Outcome(_) => {}
            }
        }
        capture
    }

    /// Returns the capture with other last words.
    pub(super) fn with_words(&self, words: &str) -> Capture {
        Capture { request: None, files: self.files.clone(), test: self.test.clone(), words: Some(words.to_owned()) }
    }

    /// Returns whether there is anything to keep: an answer to a question leaves nothing.
    pub fn has_work(&self) -> bool {
        !self.files.is_empty() || self.test.is_some()
    }

    /// Returns it as one line of at most 200 tokens, without secrets.
    pub fn text(&self) -> String {
        let named = |name: &str, text: &str, max: usize| format!("{name}: {}", cut(text, max).trim_end_matches('.'));
        let parts = [
            self.request.as_deref().map(|text| named("asked", &start(text), REQUEST_TOKENS)),
            (!self.files.is_empty()).then(|| {
                let files = first_named(self.files.iter().map(String::as_str), MAX_FILES).join(", ");
                named("edited", &clean(&files), FILES_TOKENS)
            }),
            self.test.as_ref().map(|test| named("last test", &clean(&test.text()), TEST_TOKENS)),
            self.words.as_deref().map(|text| named("said last", &end(text), WORDS_TOKENS)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(". ")
    }

    /// Returns the request as the summary of a session.
    pub fn summary(&self) -> Option<String> {
        Some(cut(&start(self.request.as_deref()?), REQUEST_TOKENS))
    }
}

/// Returns a text as one line without secrets. Secrets are searched for before it is cut, because half of one is
/// not recognized.
fn clean(text: &str) -> String {
    one_line(&redact_text(text.to_owned()))
}

/// Returns the start of a text.
fn start(text: &str) -> String {
    clean(&text.chars().take(MAX_CHARS).collect::<String>())
}

/// Returns the end of a text, where agents say what is left to do.
fn end(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(MAX_CHARS);
    let text = clean(&text.chars().skip(skipped).collect::<String>());
    let mut words: Vec<&str> = text.split(' ').collect();
    let mut tokens = handoff_engine::estimate_tokens(&text);
    let is_cut = tokens > WORDS_TOKENS;
    while tokens > WORDS_TOKENS.saturating_sub(2) && words.len() > 1 {
        let excess = (words.len() * (tokens - WORDS_TOKENS.saturating_sub(2)) / tokens).clamp(1, words.len() - 1);
        words.drain(..excess);
        tokens = handoff_engine::estimate_tokens(&words.join(" "));
    }
    if is_cut { format!("…{}", words.join(" ")) } else { text }
}

/// Returns whether a call saves the context.
fn is_save(call: &Call) -> bool {
    call.is_of("handoff_save_context") || command(call).is_some_and(|command| command.contains("handoff session save"))
}

/// Returns the command that a call runs in a shell.
fn command(call: &Call) -> Option<String> {
    let is_shell = ["Bash", "shell", "shell_command", "local_shell", "exec_command", "unified_exec"];
    if !is_shell.contains(&call.name.as_str()) {
        return None;
    }
    let value = call.input.get("command").or(call.input.get("cmd"))?;
    match value.as_array() {
        None => value.as_str().map(str::to_owned),
        // The last word of `bash -lc "…"` is the command, that of other lists is one of its arguments.
        Some(words) => {
            let words: Vec<&str> = words.iter().filter_map(|word| word.as_str()).collect();
            let is_shell = words.get(1).is_some_and(|option| option.starts_with('-') && option.ends_with('c'));
            if is_shell { words.last().map(|text| (*text).to_owned()) } else { Some(words.join(" ")) }
        }
    }
}

/// Returns the paths of the files that a call edits.
fn edited_files(call: &Call) -> Vec<String> {
    match call.name.as_str() {
        "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => {
            let path = call.text("file_path").or(call.text("notebook_path"));
            path.map(str::to_owned).into_iter().collect()
        }
        "apply_patch" => {
            let text = call.input.as_str().or(call.text("input")).or(call.text("patch"));
            text.map(patched_files).unwrap_or_default()
        }
        _ => command(call)
            .filter(|text| text.contains("*** Begin Patch"))
            .map(|text| patched_files(&text))
            .unwrap_or_default(),
    }
}

/// Returns the files of a patch of Codex.
fn patched_files(text: &str) -> Vec<String> {
    let starts = ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    let path = |line: &str| starts.iter().find_map(|start| Some(line.trim().strip_prefix(start)?.trim().to_owned()));
    text.lines().filter_map(path).collect()
}

/// Returns a path relative to the folder of the project, `None` for one outside of it and for Handoff's own files.
fn relative(path: &str, folder: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let folder = folder.replace('\\', "/");
    let is_absolute = path.starts_with('/') || path.get(1..3) == Some(":/");
    let below = path.strip_prefix(folder.trim_end_matches('/')).and_then(|below| below.strip_prefix('/'));
    let relative = if is_absolute { below? } else { &path };
    (!relative.split('/').any(|part| part == ".handoff" || part == "..") && !relative.is_empty())
        .then(|| one_line(relative))
}

#[cfg(test)]
mod tests {
    use handoff_engine::estimate_tokens;
    use serde_json::{Value, json};

    use super::*;

    fn transcript(entries: &[Value]) -> Transcript {
        let line = |(index, entry): (usize, &Value)| match entry {
            Value::String(text) if text.starts_with("> ") => {
                json!({"type": "user", "message": {"content": text.trim_start_matches("> ")}})
            }
            Value::String(text) => {
                json!({"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}})
            }
            call => {
                let (name, input, answer) = (&call[0], &call[1], &call[2]);
                let parts = json!([
                    {"type": "tool_use", "id": index.to_string(), "name": name, "input": input},
                    {"type": "tool_result", "tool_use_id": index.to_string(), "content": answer, "is_error": call[3]},
                ]);
                json!({"type": "assistant", "message": {"content": parts}})
            }
        };
        let lines: Vec<String> = entries.iter().enumerate().map(|entry| line(entry).to_string()).collect();
        Transcript::parse(&lines.join("\n"))
    }

    fn capture(entries: &[Value]) -> Capture {
        Capture::of(&transcript(entries), "/repo")
    }

    #[test]
    fn capture_has_request_files_test_and_last_words() {
        let all = [
            json!("> Draw the box"),
            json!("> Make the command line"),
            json!(["Edit", {"file_path": "/repo/src/a.rs"}]),
            json!(["Write", {"file_path": "/repo/src/b.rs"}]),
            json!(["Edit", {"file_path": "/repo/src/a.rs"}]),
            json!(["Edit", {"file_path": "/etc/hosts"}]),
            json!(["Edit", {"file_path": "/repo/.handoff/config.toml"}]),
            json!(["Bash", {"command": "ls"}, "a", false]),
            json!(["Bash", {"command": "cargo test"}, "3 passed", false]),
            json!(["Bash", {"command": "cd /repo && cargo test -q endless"}, "test result: FAILED. 1 passed; 1 failed", true]),
            json!("test_endless now hangs and must be changed next."),
        ];
        let text = "asked: Make the command line. edited: src/a.rs, src/b.rs. last test: cargo test -q endless — failed (test result: FAILED. 1 passed; 1 failed). said last: test_endless now hangs and must be changed next";
        assert_eq!(capture(&all).text(), text);
        assert!(capture(&all).has_work());
    }

    #[test]
    fn only_what_came_after_the_last_save_is_captured() {
        let edit = json!(["Edit", {"file_path": "/repo/a.rs"}]);
        for (entries, text) in [
            (
                vec![
                    json!("> Do it"),
                    edit.clone(),
                    json!(["mcp__handoff__handoff_save_context", {}]),
                    json!("Saved."),
                ],
                "said last: Saved",
            ),
            (vec![edit.clone(), json!(["Bash", {"command": "handoff session save Done"}])], ""),
            (vec![json!("> What is it?"), json!("A feed.")], "asked: What is it?. said last: A feed"),
        ] {
            let capture = capture(&entries);
            assert_eq!((capture.text().as_str(), capture.has_work()), (text, false));
        }
        let again = capture(&[json!(["handoff_save_context", {}]), edit]);
        assert!(again.has_work());
    }

    #[test]
    fn patches_and_shells_of_codex_are_understood() {
        let patch = "*** Begin Patch\n*** Update File: src/a.rs\n@@\n*** Add File: b.rs\n*** End Patch";
        for call in [
            json!(["apply_patch", {"input": patch}]),
            json!(["shell", {"command": ["apply_patch", patch]}]),
            json!(["exec_command", {"cmd": format!("apply_patch <<'EOF'\n{patch}\nEOF")}]),
        ] {
            assert_eq!(capture(std::slice::from_ref(&call)).text(), "edited: b.rs, src/a.rs", "{call}");
        }
        let test = json!(["shell", {"command": ["bash", "-lc", "pytest -q"]}, "2 failed, 1 passed in 3s", false]);
        assert_eq!(capture(&[test]).text(), "last test: pytest -q — failed (2 failed, 1 passed in 3s)");
    }

    #[test]
    fn capture_is_short_and_has_no_secret() {
        let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0".repeat(2).chars().take(36).collect::<String>());
        let long = "the parser of the feed repeats rows at midnight ".repeat(200);
        let entries = [
            json!(format!("> Use {token}. {long}")),
            json!(["Bash", {"command": format!("TOKEN={token} cargo test {long}")}, long.clone(), true]),
            json!(["Edit", {"file_path": format!("/repo/{}.rs", "long/".repeat(90))}]),
            json!(format!("{long} {token} and that is next")),
        ];
        let text = capture(&entries).text();
        assert!(estimate_tokens(&text) <= 190, "{}: {text}", estimate_tokens(&text));
        assert!(!text.contains("ghp_") && text.contains("[redacted: ") && text.ends_with("and that is next"), "{text}");
    }
}
