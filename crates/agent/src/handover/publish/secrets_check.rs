//! Checks the added lines of a commit for secrets before it is made.

use crate::handover::publish::call::Call;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::repository::Repository;
use crate::handover::publish::snapshot::Snapshot;
use crate::secrets;

/// A secret in an added line.
#[derive(Debug, PartialEq, Eq)]
struct Secret {
    path: String,
    line: usize,
    kind: &'static str,
}

impl Repository {
    /// Fails if the added text of a snapshot contains a secret. The sentence does not repeat it.
    pub(super) async fn refuse_secrets(&self, snapshot: &Snapshot) -> Result<(), PublishFailure> {
        let options = ["-r", "-p", "-U0", "--text", "--no-renames", "--no-ext-diff", "--no-textconv"];
        let call = Call::new(&["diff-tree", "--src-prefix=a/", "--dst-prefix=b/"]);
        let call = call.args(options).args([snapshot.base_tree.as_str(), snapshot.tree.as_str()]);
        let answer = self.run(call, "compare trees").await?;
        let secrets = find_in_patch(&answer.text());
        let Some(first) = secrets.first() else { return Ok(()) };
        let place = [("path", first.path.clone()), ("line", first.line.to_string()), ("kind", first.kind.to_owned())];
        let [path, line, kind] = place;
        Err(match secrets.len() {
            1 => PublishFailure::new(PublishFault::Secret, texts::SECRET, [path, line, kind]),
            many => {
                let count = ("count", many.to_string());
                PublishFailure::new(PublishFault::Secret, texts::SECRETS, [path, line, kind, count])
            }
        })
    }
}

/// Finds secrets in the added lines of a patch without context. Adjacent added lines are one text,
/// because a secret can have several lines.
fn find_in_patch(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    let mut path = String::new();
    let mut lines = text.split('\n');
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("+++ ") {
            path = unquoted(name);
        } else if let Some((old_lines, first_line, new_lines)) = line.strip_prefix("@@ ").and_then(hunk_header) {
            // The counts tell lines of the file from headers that look like them.
            for _ in 0..old_lines {
                lines.next();
            }
            let mut block = String::new();
            let mut left = new_lines;
            while left > 0
                && let Some(line) = lines.next()
            {
                // The note that the old version has no end of line.
                if line.starts_with('\\') {
                    continue;
                }
                block.push_str(line.strip_prefix('+').unwrap_or(line));
                block.push('\n');
                left -= 1;
            }
            for secret in secrets::find(&block) {
                let above = block.get(..secret.range.start).map_or(0, |text| text.matches('\n').count());
                found.push(Secret { path: path.clone(), line: first_line + above, kind: secret.kind });
            }
        }
    }
    found
}

/// Parses `-3,2 +4,5 @@ …`: the number of old lines, the first new line and the number of new lines.
fn hunk_header(text: &str) -> Option<(usize, usize, usize)> {
    let mut ranges = text.split(' ');
    let (old, new) = (ranges.next()?.strip_prefix('-')?, ranges.next()?.strip_prefix('+')?);
    let (_, old_lines) = line_range(old)?;
    let (first_line, new_lines) = line_range(new)?;
    Some((old_lines, first_line, new_lines))
}

fn line_range(text: &str) -> Option<(usize, usize)> {
    let (first, count) = text.split_once(',').unwrap_or((text, "1"));
    Some((first.parse().ok()?, count.parse().ok()?))
}

/// Returns the path of a header. Git puts it in quotes if it has special characters, and a tab
/// behind it if it has spaces.
fn unquoted(name: &str) -> String {
    let name = name.trim_end_matches('\t');
    let name = match name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(quoted) => quoted.replace("\\\"", "\"").replace("\\\\", "\\"),
        None => name.to_owned(),
    };
    name.strip_prefix("b/").unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_with_file_and_line() {
        let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0");
        let key = format!("-----BEGIN {0} KEY-----\n+MIIEpAIBAAKCAQEA7\n+-----END {0} KEY-----", "RSA PRIVATE");
        let patch = format!(
            "diff --git a/x b/x\n--- a/x\n+++ b/a b.md\t\n@@ -1 +1,2 @@\n-old {token}\n\\ No newline at end of file\n+fine\n+use {token}\n\
             @@ -9,0 +11,4 @@ context\n+++ b/no header\n+{key}\n\
             diff --git a/y b/y\n+++ \"b/q\\\"q\\\\.md\"\n@@ -0,0 +1 @@\n+{token}\n\\ No newline at end of file\n\
             diff --git a/z b/z\n--- a/z\n+++ /dev/null\n@@ -1 +0,0 @@\n-{token}\n"
        );
        let secret = |path: &str, line, kind| Secret { path: path.to_owned(), line, kind };
        assert_eq!(
            find_in_patch(&patch),
            [
                secret("a b.md", 2, "GitHub token"),
                secret("a b.md", 12, "private key"),
                secret("q\"q\\.md", 1, "GitHub token")
            ]
        );
    }
}
