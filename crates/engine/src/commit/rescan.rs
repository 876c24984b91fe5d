//! Looking again at places that are not as the host believes.
//!
//! Invariant: what is found is told to the host as it was read; a file that vanished is given time to come back first, since other
//! programs remove a task's file before they write it anew.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::FileState;

use crate::commit::io::{Io, IoResult};
use crate::commit::journal_progress::{Facts, Findings};
use crate::tree::{Entry, join, name, parent, within};

/// Pauses while a vanished file may come back, a little over a second in all.
const COMEBACK_PAUSES: [u32; 6] = [20, 40, 80, 160, 320, 640];
/// No project nests folders deeper, and a file system that claims so is not followed for ever.
const DEEPEST: usize = 64;

/// How a folder on disk is different from the host's tree.
#[derive(Default)]
struct Difference {
    states: Vec<FileState>,
    /// A known file is gone.
    lost_file: bool,
    /// A known folder is gone.
    lost_folder: bool,
    /// Something new is there.
    gained: bool,
}

/// What is different around the paths whose facts do not hold.
pub(super) async fn news(io: &Io, facts: &Facts<'_>, findings: &Findings) -> IoResult<Vec<FileState>> {
    let mut states = Vec::new();
    let mut seen = BTreeSet::default();
    for path in facts.contradicted(findings) {
        if seen.insert(parent(path)) {
            states.extend(around(io, path).await?);
        }
    }
    Ok(states)
}

/// What is different at a path and among its neighbours.
pub(super) async fn around(io: &Io, path: &str) -> IoResult<Vec<FileState>> {
    let mut at = path;
    while !parent(at).is_empty() && io.list(parent(at)).await?.is_none() {
        at = parent(at);
    }
    let mut pauses = COMEBACK_PAUSES.into_iter();
    let difference = loop {
        let difference = folder(io, parent(at), Some(path)).await?;
        if !difference.lost_file || difference.gained {
            break difference;
        }
        match pauses.next() {
            Some(ms) => io.wait(ms).await,
            None => break difference,
        }
    };
    if difference.lost_folder && !difference.gained {
        // It may have gone to another folder.
        let top = path.split('/').next().unwrap_or_default();
        return everything(io, top).await;
    }
    Ok(difference.states)
}

/// What is different in the names of a folder, which were listed just now.
pub(super) async fn names(io: &Io, path: &str, listed: &BTreeSet<String>) -> IoResult<Vec<FileState>> {
    let listed: Vec<String> = listed.iter().cloned().collect();
    if contents(path, &listed).eq(known(io, path).await.into_keys()) {
        return Ok(Vec::new());
    }
    let difference = folder(io, path, None).await?;
    Ok(if difference.lost_file && !difference.gained { Vec::new() } else { difference.states })
}

/// The logs beside a log that are not as the host knows them: another of our programs has changed something since.
pub(super) async fn logs(io: &Io, log: &str) -> IoResult<Vec<FileState>> {
    let folder = parent(log);
    let mut states = Vec::new();
    for path in contents(folder, &io.list(folder).await?.unwrap_or_default()) {
        if let Some(bytes) = io.read(&path).await? {
            let (here, found) = (path.clone(), bytes.clone());
            if io.host(move |host| host.tree().file(&here) != Some(&found)).await {
                states.push(FileState::File { path, bytes });
            }
        }
    }
    Ok(states)
}

/// What is different in the names of a whole subtree.
pub(super) async fn everything(io: &Io, top: &str) -> IoResult<Vec<FileState>> {
    let (mut states, mut open) = (Vec::new(), vec![top.to_owned()]);
    while let Some(path) = open.pop() {
        let difference = folder(io, &path, None).await?;
        let gone = |below: &str| {
            difference.states.iter().any(|state| matches!(state, FileState::Gone { path } if path == below))
        };
        let known = known(io, &path).await;
        open.extend(known.into_iter().filter(|(below, is_folder)| *is_folder && !gone(below)).map(|(below, _)| below));
        states.extend(difference.states);
    }
    Ok(states)
}

/// The host's entries of a folder by path, and whether each is a folder.
async fn known(io: &Io, path: &str) -> BTreeMap<String, bool> {
    let folder = path.to_owned();
    io.host(move |host| {
        let mut known = BTreeMap::default();
        for (name, entry) in host.tree().children(&folder) {
            known.insert(join(&folder, name), matches!(entry, Entry::Folder(_)));
        }
        known
    })
    .await
}

/// Compares the names in a folder, reads what is new, and the one known file that is asked for.
async fn folder(io: &Io, path: &str, file: Option<&str>) -> IoResult<Difference> {
    let mut difference = Difference::default();
    let known = known(io, path).await;
    let here: BTreeSet<String> = match io.list(path).await? {
        Some(names) => {
            names.iter().map(|name| join(path, name)).filter(|path| handoff_format::is_content(path)).collect()
        }
        None => BTreeSet::default(),
    };
    for path in &here {
        if !known.contains_key(path) {
            let states = explore(io, path).await?;
            difference.gained |= !states.is_empty();
            difference.states.extend(states);
        } else if file == Some(path.as_str()) && known.get(path) == Some(&false) {
            difference.states.extend(read(io, path).await);
        }
    }
    for (path, is_folder) in known {
        if !here.contains(&path) && handoff_format::is_content(&path) {
            *(if is_folder { &mut difference.lost_folder } else { &mut difference.lost_file }) = true;
            difference.states.push(FileState::Gone { path });
        }
    }
    Ok(difference)
}

/// Everything at and below a path that the host does not know.
async fn explore(io: &Io, path: &str) -> IoResult<Vec<FileState>> {
    let (mut states, mut open) = (Vec::new(), vec![path.to_owned()]);
    while let Some(path) = open.pop() {
        match io.list(&path).await {
            Ok(Some(names)) => {
                if path.split('/').count() < DEEPEST {
                    open.extend(contents(&path, &names));
                }
                states.push(FileState::Folder { path });
            }
            Ok(None) => states.extend(read(io, &path).await),
            Err(fail) => states.push(FileState::Unreadable { path, reason: fail.reason, is_folder: true }),
        }
    }
    Ok(states)
}

/// The paths in a folder that belong to the project.
fn contents(folder: &str, names: &[String]) -> impl Iterator<Item = String> {
    let names = names.iter().filter(|name| !name.contains('/'));
    names.map(|name| join(folder, name)).filter(|path| handoff_format::is_content(path))
}

/// A file's state; none when it has gone again.
async fn read(io: &Io, path: &str) -> Option<FileState> {
    match io.read(path).await {
        Ok(Some(bytes)) => Some(FileState::File { path: path.to_owned(), bytes }),
        Ok(None) => None,
        Err(fail) => Some(FileState::Unreadable { path: path.to_owned(), reason: fail.reason, is_folder: false }),
    }
}

/// The states of paths that a completed journal left, for a host that has not seen it.
pub(super) async fn left_by(io: &Io, facts: &Facts<'_>) -> IoResult<Vec<FileState>> {
    let mut states: Vec<FileState> = Vec::new();
    let mut covered: Option<&String> = None;
    for (path, _) in facts.iter().filter(|(path, _)| handoff_format::is_content(path)) {
        if covered.is_some_and(|covered| within(path, covered)) {
            continue;
        }
        let there = io.list(parent(path)).await?.is_some_and(|names| names.iter().any(|here| here == name(path)));
        if there {
            states.extend(explore(io, path).await?);
        } else {
            states.push(FileState::Gone { path: path.clone() });
        }
        covered = Some(path);
    }
    Ok(states)
}
