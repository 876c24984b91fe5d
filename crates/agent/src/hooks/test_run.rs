//! A run of tests in a shell: recognizes the command, and its outcome.

use crate::hooks::transcript::Outcome;
use crate::lines::{cut, one_line};

/// Programs that run tests.
const RUNNERS: [&str; 13] = [
    "pytest",
    "jest",
    "vitest",
    "rspec",
    "phpunit",
    "ctest",
    "tox",
    "nextest",
    "unittest",
    "mocha",
    "nosetests",
    "ava",
    "karma",
];
/// Programs that run tests with a word for it.
const PROGRAMS: [&str; 20] = [
    "cargo",
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "go",
    "mvn",
    "gradle",
    "gradlew",
    "dotnet",
    "mix",
    "make",
    "deno",
    "swift",
    "just",
    "playwright",
    "node",
    "zig",
    "sbt",
    "rake",
];
/// Maximum length of the command, in tokens.
const COMMAND_TOKENS: usize = 20;
/// Maximum length of the line of the output, in tokens.
const RESULT_TOKENS: usize = 16;
/// The number of lines at the end of an output in which the result is searched.
const LAST_LINES: usize = 40;

/// A run of tests.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TestRun {
    command: String,
    /// Whether it failed; `None` without an answer.
    is_failure: Option<bool>,
    /// The line of its output that says how it ended.
    result: Option<String>,
}

impl TestRun {
    pub(super) fn new(command: &str, outcome: Option<&Outcome>) -> TestRun {
        let result = outcome.and_then(|outcome| result_line(&outcome.text));
        // The exit code is that of the last program of a pipe.
        let is_failure = outcome.map(|outcome| outcome.is_failure || result.is_some_and(is_failure));
        let part = parts(command).find(|part| is_test(part)).unwrap_or(command);
        TestRun { command: one_line(part), is_failure, result: result.map(one_line) }
    }

    /// Describes it: "cargo test — failed (1 passed; 1 failed)".
    pub(super) fn text(&self) -> String {
        let outcome = match self.is_failure {
            None => "no result",
            Some(true) => "failed",
            Some(false) => "passed",
        };
        let result = self.result.as_deref().map(|line| format!(" ({})", cut(line, RESULT_TOKENS))).unwrap_or_default();
        format!("{} — {outcome}{result}", cut(&self.command, COMMAND_TOKENS))
    }
}

/// Returns whether a command of a shell runs tests.
pub(super) fn is_test_command(command: &str) -> bool {
    parts(command).any(is_test)
}

/// Returns the commands of a line.
fn parts(command: &str) -> impl Iterator<Item = &str> {
    command.split(['\n', ';', '|', '&']).map(str::trim).filter(|part| !part.is_empty())
}

fn is_test(part: &str) -> bool {
    let mut program = None;
    for word in part.split_whitespace() {
        let name = word.rsplit('/').next().unwrap_or(word);
        if matches!(name, "echo" | "grep" | "rg" | "cat" | "git" | "sed" | "ls" | "find" | "which" | "install" | "add")
        {
            return false;
        }
        let is_word = matches!(name, "test" | "tests" | "check" | "--test" | "t") || name.starts_with("test:");
        if RUNNERS.contains(&name) || program.is_some_and(|program| is_word && (name != "check" || program == "make")) {
            return true;
        }
        program = program.or_else(|| PROGRAMS.contains(&name).then_some(name));
    }
    false
}

/// Returns the last line of an output that says how many tests passed or failed.
fn result_line(output: &str) -> Option<&str> {
    let says_result = |line: &&str| {
        let line = line.to_lowercase();
        ["passed", "failed", "test result", "passing", "failing"].iter().any(|word| line.contains(word))
    };
    output.lines().rev().take(LAST_LINES).find(says_result)
}

/// Returns whether a line with a result tells of a failure.
fn is_failure(line: &str) -> bool {
    let words: Vec<&str> =
        line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.parse::<u64>().ok();
    words.iter().enumerate().any(|(index, word)| match *word {
        "FAILED" => index.checked_sub(1).and_then(|index| is_number(words.get(index)?)) != Some(0),
        "failed" | "failing" => {
            index.checked_sub(1).and_then(|index| is_number(words.get(index)?)).is_some_and(|count| count > 0)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_run_tests_are_recognized() {
        for (command, expected) in [
            ("cargo test", true),
            ("cargo nextest run -p core", true),
            ("cd app && npm run test:unit -- --watch=false 2>&1 | tail -5", true),
            ("./node_modules/.bin/vitest run", true),
            ("python -m unittest", true),
            ("uv run pytest -q tests", true),
            ("RUST_LOG=x go test ./...", true),
            ("make check", true),
            ("node --test", true),
            ("cargo check", false),
            ("cargo build", false),
            ("git commit -m 'Fix cargo test'", false),
            ("grep -rn pytest .", false),
            ("npm install vitest", false),
            ("cat tests/a.rs", false),
            ("", false),
        ] {
            assert_eq!(is_test_command(command), expected, "{command}");
        }
    }

    #[test]
    fn outcome_is_that_of_the_answer_or_of_its_result() {
        let outcome = |text: &str, is_failure| Outcome { id: String::new(), text: text.to_owned(), is_failure };
        for (answer, expected) in [
            (None, "cargo test — no result"),
            (Some(outcome("", false)), "cargo test — passed"),
            (Some(outcome("error", true)), "cargo test — failed"),
            (
                Some(outcome("a\ntest result: ok. 3 passed; 0 failed\n", false)),
                "cargo test — passed (test result: ok. 3 passed; 0 failed)",
            ),
            (
                Some(outcome("test result: FAILED. 3 passed; 1 failed;", false)),
                "cargo test — failed (test result: FAILED. 3 passed; 1 failed;)",
            ),
            (
                Some(outcome("Tests  2 failed | 3 passed (5)", false)),
                "cargo test — failed (Tests 2 failed | 3 passed (5))",
            ),
        ] {
            assert_eq!(TestRun::new("cd x && cargo test | tail", answer.as_ref()).text(), expected);
        }
    }
}
