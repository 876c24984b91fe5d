//! Proofs of done criteria: what they say, which files they are about, and whether these have changed since.

use handoff_engine::{ProjectReader, TaskEntry};
use handoff_format::Task;
use handoff_protocol::{CriterionDetail, FileRequest, Proof, ProofFile, ProofKind, Status};

use crate::context_pointers::Places;
use crate::lines::first_named;

/// Maximum number of changed files that are named.
const MAX_NAMED: usize = 3;
/// Maximum number of files to read for one call.
const MAX_FILES: usize = 100;
/// The kind of a task's link to a file of the project.
const FILE_LINK: &str = "file";

/// Returns what is stored beside a criterion of a task.
pub(crate) fn detail_of<'t>(task: &'t Task, item: &str) -> Option<&'t CriterionDetail> {
    task.criterion_details.iter().find(|detail| detail.item == item)
}

/// Returns the proofs of a task's criteria, with the text of the criterion.
pub(crate) fn proofs(task: &Task) -> impl Iterator<Item = (&str, &Proof)> {
    let proof = |item: &'_ str| detail_of(task, item).and_then(|detail| detail.proof.as_ref());
    task.criteria.iter().filter_map(move |criterion| Some((criterion.item.as_str(), proof(&criterion.item)?)))
}

/// Returns the files to read to compare the proofs of tasks with them.
pub(crate) fn stored_files<'t>(tasks: impl Iterator<Item = &'t Task>) -> Vec<FileRequest> {
    requests(tasks.flat_map(proofs).flat_map(|(_, proof)| &proof.files).map(|file| file.path.as_str()))
}

/// Returns the paths that a new proof is about, unless it names its own: those that the task touches, and the
/// files that it links to.
pub(crate) fn subjects(task: &Task) -> impl Iterator<Item = &str> {
    let links = task.task_links.iter().filter(|link| link.link_type == FILE_LINK).map(|link| link.target.as_str());
    let paths = task.links.iter().map(String::as_str).filter(|link| !link.contains("://"));
    task.scope_paths.iter().map(String::as_str).chain(links).chain(paths)
}

/// Returns requests for files, each once.
pub(crate) fn requests<'p>(paths: impl Iterator<Item = &'p str>) -> Vec<FileRequest> {
    let mut requests: Vec<FileRequest> = Vec::new();
    for path in paths {
        let request = FileRequest { path: path.to_owned(), since: None };
        if requests.len() < MAX_FILES && !requests.contains(&request) {
            requests.push(request);
        }
    }
    requests
}

/// Returns the files as they are now. Folders, and files that cannot be read, are left out.
pub(crate) fn files_now<'p>(places: &Places, paths: impl Iterator<Item = &'p str>) -> Vec<ProofFile> {
    let mut files: Vec<ProofFile> = Vec::new();
    for path in paths {
        let hash = places.hash(path).flatten().filter(|_| files.iter().all(|file| file.path != path));
        files.extend(hash.map(|hash| ProofFile { path: path.to_owned(), hash }));
    }
    files
}

/// Returns the files of a proof that have changed or are gone since it was given. One that was not read is not
/// among them.
pub(crate) fn changed_files(places: &Places, proof: &Proof) -> Vec<String> {
    let is_changed = |file: &&ProofFile| places.hash(&file.path).is_some_and(|now| now.as_ref() != Some(&file.hash));
    proof.files.iter().filter(is_changed).map(|file| file.path.clone()).collect()
}

/// Says which files a proof is older than, or returns `None` if it is not stale.
pub(crate) fn staleness(places: &Places, proof: &Proof) -> Option<String> {
    let changed = changed_files(places, proof);
    (!changed.is_empty()).then(|| format!("stale: {} changed since", first_named(changed, MAX_NAMED).join(", ")))
}

/// Returns the tasks whose proofs matter now: those at work and in review.
pub(crate) fn tasks_to_prove(reader: ProjectReader<'_>) -> Vec<TaskEntry<'_>> {
    let mut tasks = reader.tasks();
    tasks.retain(|task| matches!(task.status(), Status::InProgress | Status::Review));
    tasks
}

/// Returns the stale proofs of the tasks at work and in review: "t1.2 “Rows are parsed” (stale: …)".
pub(crate) fn stale_proofs(reader: ProjectReader<'_>, places: &Places) -> Vec<String> {
    tasks_to_prove(reader).into_iter().flat_map(|entry| stale_proofs_of_task(entry.fields(), places)).collect()
}

/// Returns the stale proofs of a task.
pub(crate) fn stale_proofs_of_task(task: &Task, places: &Places) -> Vec<String> {
    let line = |(item, proof): (&str, &Proof)| Some(format!("{} “{item}” ({})", task.id, staleness(places, proof)?));
    proofs(task).filter_map(line).collect()
}

/// Says what a proof is, in a few words: "cargo test: exit code 0, by codex, 2026-12-01".
pub(crate) fn describe(proof: &Proof) -> String {
    let Proof { kind, target, exit_code, at, by, .. } = proof;
    let what = match (kind, exit_code) {
        (ProofKind::Command, Some(code)) => format!("{target}: exit code {code}"),
        (ProofKind::Command, None) => format!("{target}: did not end"),
        (ProofKind::Commit, _) => format!("commit {target}"),
        (ProofKind::File | ProofKind::Link, _) => target.clone(),
    };
    let author = if by.is_empty() { String::new() } else { format!(", by {by}") };
    let day = at.get(..10).map(|day| format!(", {day}")).unwrap_or_default();
    format!("{what}{author}{day}")
}
