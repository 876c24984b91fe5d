//! Builds the calls of Git, and reads what it prints.
//!
//! Invariants: no call starts a program that watches, shows or compares files, asks the user, or
//! runs in another repository that environment variables name. Sentences of Git are in English.

use serde::{Deserialize, Serialize};

/// The timeout of a call that works with the repository only.
pub(super) const LOCAL_TIMEOUT_SECS: u32 = 60;
/// The timeout of a call that reaches a remote, runs hooks or signs.
pub(super) const LONG_TIMEOUT_SECS: u32 = 120;
/// The maximum number of lines of Git's or a hook's output in a sentence.
const MAX_REASON_LINES: usize = 3;
/// The maximum length of each of these lines, in characters.
const MAX_LINE_CHARS: usize = 200;

/// Settings that replace the configuration of the user in all calls.
const SETTINGS: [&str; 12] = [
    "core.fsmonitor=false",
    "core.quotepath=false",
    "core.safecrlf=false",
    "core.askPass=",
    "credential.interactive=false",
    "color.ui=false",
    "maintenance.auto=false",
    "gc.auto=0",
    "submodule.recurse=false",
    "push.recurseSubmodules=no",
    "fetch.recurseSubmodules=false",
    "advice.addEmbeddedRepo=false",
];
/// Variables that name another repository, or programs that Git starts.
const REMOVED: [&str; 15] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_EXTERNAL_DIFF",
    "SSH_ASKPASS",
];
const ENVIRONMENT: [(&str, &str); 8] = [
    ("LC_ALL", "C"),
    ("LANGUAGE", "C"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_ASKPASS", ""),
    ("SSH_ASKPASS_REQUIRE", "never"),
    ("GCM_INTERACTIVE", "never"),
    ("GIT_PAGER", "cat"),
    ("GIT_EDITOR", ":"),
];

/// A run of Git, in the folder of the project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitCall {
    /// The arguments.
    pub args: Vec<String>,
    /// Environment variables to set, or to remove if the value is `None`.
    pub env: Vec<(String, Option<String>)>,
    /// Standard input.
    pub input: Option<Vec<u8>>,
    /// The timeout in seconds. Git is terminated after it.
    pub timeout_secs: u32,
}

/// The result of a run of Git.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitAnswer {
    /// The exit code, or `None` if a signal ended Git.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
    /// Whether Git was terminated after the timeout.
    pub timed_out: bool,
    /// Whether standard output is incomplete because it is too long.
    pub truncated: bool,
}

/// A call of Git, under construction.
pub(super) struct Call {
    has_literal_paths: bool,
    settings: Vec<String>,
    args: Vec<String>,
    env: Vec<(String, String)>,
    input: Option<Vec<u8>>,
    timeout_secs: u32,
}

impl Call {
    /// Begins a call with these arguments.
    pub(super) fn new(args: &[&str]) -> Call {
        Call {
            has_literal_paths: false,
            settings: Vec::new(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            env: Vec::new(),
            input: None,
            timeout_secs: LOCAL_TIMEOUT_SECS,
        }
    }

    /// Adds arguments.
    pub(super) fn args<'a>(mut self, args: impl IntoIterator<Item = &'a str>) -> Call {
        self.args.extend(args.into_iter().map(str::to_owned));
        self
    }

    /// Takes paths literally, without wildcards. Not for calls that run hooks, which inherit it.
    pub(super) fn literal(mut self) -> Call {
        self.has_literal_paths = true;
        self
    }

    /// Adds a setting of the form `key=value`.
    pub(super) fn setting(mut self, setting: String) -> Call {
        self.settings.push(setting);
        self
    }

    /// Sets an environment variable.
    pub(super) fn env(mut self, name: &str, value: &str) -> Call {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets standard input.
    pub(super) fn input(mut self, input: Vec<u8>) -> Call {
        self.input = Some(input);
        self
    }

    /// Lets the call take as long as a call that reaches a remote, runs hooks or signs.
    pub(super) fn long(mut self) -> Call {
        self.timeout_secs = LONG_TIMEOUT_SECS;
        self
    }

    /// Completes the call, to be run in a folder (`None`: the folder of the project).
    pub(super) fn build(self, folder: Option<&str>) -> GitCall {
        let mut args = vec!["--no-optional-locks".to_owned()];
        if self.has_literal_paths {
            args.push("--literal-pathspecs".to_owned());
        }
        for setting in SETTINGS.into_iter().map(str::to_owned).chain(self.settings) {
            args.extend(["-c".to_owned(), setting]);
        }
        if let Some(folder) = folder {
            args.extend(["-C".to_owned(), folder.to_owned()]);
        }
        args.extend(self.args);
        let removed = REMOVED.into_iter().map(|name| (name.to_owned(), None));
        let fixed = ENVIRONMENT.into_iter().map(|(name, value)| (name.to_owned(), Some(value.to_owned())));
        let own = self.env.into_iter().map(|(name, value)| (name, Some(value)));
        GitCall {
            args,
            env: removed.chain(fixed).chain(own).collect(),
            input: self.input,
            timeout_secs: self.timeout_secs,
        }
    }
}

/// Joins paths for an option such as `--pathspec-file-nul`.
pub(super) fn nul_separated<'a>(paths: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    paths.into_iter().flat_map(|path| path.bytes().chain([0])).collect()
}

impl GitAnswer {
    /// Returns true if Git succeeded.
    pub(super) fn is_success(&self) -> bool {
        self.code == Some(0)
    }

    /// Returns standard output as text.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Returns the first line of standard output.
    pub(super) fn line(&self) -> String {
        self.text().lines().next().unwrap_or_default().to_owned()
    }

    /// Returns the parts of standard output that a zero byte ends.
    pub(super) fn parts(&self) -> Vec<String> {
        let parts = self.stdout.split(|byte| *byte == 0).filter(|part| !part.is_empty());
        parts.map(|part| String::from_utf8_lossy(part).into_owned()).collect()
    }

    /// Returns the first lines of standard error, or else of standard output, as part of a sentence.
    pub(super) fn reason(&self) -> String {
        let stdout = self.text();
        let [errors, others] = [self.stderr.as_str(), stdout.as_str()].map(first_lines);
        let reason = if errors.is_empty() { others } else { errors };
        match reason.chars().last() {
            None => self.code.map_or("a signal ended it.".to_owned(), |code| format!("exit code {code}.")),
            Some('.' | '!' | '?') => reason,
            Some(_) => reason + ".",
        }
    }
}

/// Returns the first lines of a message without hints and without Git's prefixes.
fn first_lines(text: &str) -> String {
    let is_of_interest = |line: &&str| {
        let is_noise = ["hint:", "error: failed to push", "To ", "remote: hint:", "warning: in the working copy"];
        !line.is_empty() && !is_noise.iter().any(|start| line.starts_with(start))
    };
    let lines = text.lines().map(str::trim).filter(is_of_interest).map(|line| {
        let line = ["fatal: ", "error: "].iter().find_map(|prefix| line.strip_prefix(prefix)).unwrap_or(line);
        let visible = line.chars().filter(|character| !character.is_control());
        visible.take(MAX_LINE_CHARS).collect::<String>()
    });
    lines.take(MAX_REASON_LINES).collect::<Vec<_>>().join(" / ")
}
