//! Files of this machine: the trash, and the lines of `.handoff/.gitignore` that keep them out of Git.
//!
//! Invariant: lines are only added at the end of that file; what people wrote in it stays.

use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::new_ids::compact_time;
use crate::change::plan::peer_logs;
use crate::change::plan::refusal::refuse;
use crate::ground::texts;
use crate::ground::tree::{Entry, TRASH, name};

const FILE: &str = ".gitignore";
/// Git's patterns for files that matter on this machine only: deleted records, the running timers, and
/// what a write in progress leaves.
///
/// If Git tracked the trash, a merge would take a deletion for a rename into it and put the other
/// branch's change there.
pub const LOCAL_FILES: [&str; 6] = ["/trash/", "/local/", "/timer/", "/.journal-*", ".lock*", "*.tmp.*"];
/// Git's patterns for what `handoff-mcp` locks or derives, in a project that it uses.
pub const PEER_FILES: [&str; 7] = [
    "*.lock",
    "/docs/_requirements_summary.json",
    "/docs/_task_ids_rebuild.json",
    "/docs/_trace_report.json",
    "/runs/_latest.json",
    "/trace/baselines/_index.json",
    "/exports/",
];
/// Git's patterns for private sessions, in the trash too in case a person lets Git track that. No
/// other name has an underscore there.
pub const PRIVATE_FILES: [&str; 2] = ["/sessions/*-private_*", "/trash/*-private_*"];
/// Git's pattern for private packages. It is added with the first of them.
pub const PRIVATE_PACKAGES: &str = "/packages/*-private_*";

/// `.gitignore` is not a text file, so no line can be added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotText;

/// Adds the missing lines to the builder.
///
/// They are appended, so undoing the change set leaves them in place: a later deletion may rely on
/// them.
pub(crate) fn ignore(builder: &mut ChangeSetBuilder<'_>, project: &Project) -> Result<(), NotText> {
    ignore_with(builder, project, &[])
}

/// Adds the missing lines and those of further patterns to the builder.
pub(crate) fn ignore_with(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    patterns: &[&'static str],
) -> Result<(), NotText> {
    let content = match project.tree.get(FILE) {
        None => "",
        Some(Entry::File(bytes)) => std::str::from_utf8(bytes).map_err(|_| NotText)?,
        Some(_) => return Err(NotText),
    };
    let is_missing = |line: &&str| !content.lines().any(|present| present.trim_end() == *line);
    let line_end = if content.contains("\r\n") { "\r\n" } else { "\n" };
    let peer_files = PEER_FILES.into_iter().filter(|_| peer_logs::is_peer_project(project));
    let all = PRIVATE_FILES.into_iter().chain(LOCAL_FILES).chain(peer_files).chain(patterns.iter().copied());
    let lines: String = all.filter(is_missing).flat_map(|line| [line, line_end]).collect();
    if !lines.is_empty() && !builder.is_reserved(FILE) {
        builder.append(FILE, lines);
    }
    Ok(())
}

/// Returns whether Git ignores the folder of the files that matter on this machine only.
pub(crate) fn ignores_local_files(project: &Project) -> bool {
    let content = project.tree.file(FILE).unwrap_or_default();
    content.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_end() == b"/local/")
}

/// Plans a change set that adds the missing lines and nothing else.
pub(crate) fn ignore_local_files(project: &Project, context: &Context) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let refusal = |NotText| refuse(RefusalCode::BrokenFile, Text::plain(texts::IGNORE_FILE_BROKEN));
    ignore(&mut builder, project).map_err(refusal)?;
    Ok(builder.finish(Text::plain(texts::IGNORED_LOCAL_FILES)))
}

/// Moves a file or folder to the trash and returns its new path, which starts with the time.
pub(crate) fn discard(builder: &mut ChangeSetBuilder<'_>, context: &Context, path: &str) -> String {
    // Not fatal: `handoff doctor` reports files that Git would track.
    let _ = ignore(builder, builder.project());
    let file_name = format!("{}-{:08x}-{}", compact_time(context.now), context.seed, name(path));
    let target = builder.free_path(TRASH, &file_name);
    builder.rename(path, target.clone());
    target
}
