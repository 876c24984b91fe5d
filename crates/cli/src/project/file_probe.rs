//! Reads files of a project that context pointers name.
//!
//! Invariant: nothing outside the project's folder is read, no symbolic link is followed, and no
//! large file is read.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use handoff_protocol::{FileAnswer, FileRequest, PathProbe};

use crate::ground::disk::{file, resolve_below};
use crate::ground::git;

/// The maximum size of a file that is read.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// The maximum size of all files that one call reads.
const MAX_TOTAL_BYTES: u64 = 16 << 20;

/// Reads some paths below a folder.
pub fn probe_all(folder: &Path, requests: &[FileRequest]) -> Vec<FileAnswer> {
    let mut remaining = MAX_TOTAL_BYTES;
    let mut renames_by_commit = Vec::new();
    requests.iter().map(|request| probe(folder, request, &mut remaining, &mut renames_by_commit)).collect()
}

/// Commits with the renames since them, each read from Git once.
type RenamesByCommit = Vec<(String, Vec<(String, String)>)>;

fn probe(
    folder: &Path,
    request: &FileRequest,
    remaining: &mut u64,
    renames_by_commit: &mut RenamesByCommit,
) -> FileAnswer {
    let found = read_path(folder, &request.path, remaining);
    let plain = |found| FileAnswer { renamed: None, found };
    let (PathProbe::Gone, Some(since)) = (&found, &request.since) else { return plain(found) };
    if !renames_by_commit.iter().any(|(commit, _)| commit == since) {
        renames_by_commit.push((since.clone(), git::renames(folder, since)));
    }
    let renames = renames_by_commit.iter().find(|(commit, _)| commit == since);
    let target = renames.and_then(|(_, pairs)| pairs.iter().find(|(from, _)| *from == request.path));
    match target.map(|(_, to)| (to, read_path(folder, to, remaining))) {
        Some((to, found @ PathProbe::File { .. })) => FileAnswer { renamed: Some(to.clone()), found },
        _ => plain(PathProbe::Gone),
    }
}

fn read_path(folder: &Path, path: &str, remaining: &mut u64) -> PathProbe {
    let Some(file) = resolve(folder, path) else { return PathProbe::Closed };
    let data = match fs::symlink_metadata(&file) {
        Ok(data) => data,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return PathProbe::Gone,
        Err(_) => return PathProbe::Closed,
    };
    if data.is_dir() {
        return PathProbe::Folder;
    }
    if !data.is_file() || data.len() > MAX_FILE_BYTES || data.len() > *remaining {
        return PathProbe::Closed;
    }
    *remaining -= data.len();
    file::read(&file).map_or(PathProbe::Closed, |bytes| PathProbe::File { bytes })
}

/// Returns the location of a path that a person wrote, which may contain `./` and `//`. A path with
/// a colon is a URL or absolute on Windows.
fn resolve(folder: &Path, path: &str) -> Option<PathBuf> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if path.starts_with('/') || path.contains(':') {
        return None;
    }
    resolve_below(folder, &parts.join("/")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn probe_reads_regular_files_inside_the_project_only() {
        let scratch = TempDir::new("sight");
        let inside = scratch.0.join("project");
        fs::create_dir_all(inside.join("src")).unwrap();
        fs::write(scratch.0.join("secret"), "outside").unwrap();
        fs::write(inside.join("src/a.rs"), "a").unwrap();
        let big = fs::File::create(inside.join("big")).unwrap();
        big.set_len(MAX_FILE_BYTES + 1).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret", inside.join("link")).unwrap();
            std::os::unix::fs::symlink("..", inside.join("up")).unwrap();
        }
        let whole = scratch.0.join("secret").display().to_string();
        for (path, expected) in [
            ("src/a.rs", PathProbe::File { bytes: b"a".to_vec() }),
            ("./src//a.rs", PathProbe::File { bytes: b"a".to_vec() }),
            ("src", PathProbe::Folder),
            ("src/b.rs", PathProbe::Gone),
            ("src/a.rs/deeper", PathProbe::Gone),
            ("big", PathProbe::Closed),
            ("../secret", PathProbe::Closed),
            ("src/../../secret", PathProbe::Closed),
            (whole.as_str(), PathProbe::Closed),
            ("link", PathProbe::Closed),
            ("up/secret", PathProbe::Closed),
            ("C:\\secret", PathProbe::Closed),
            ("https://example.invalid/x", PathProbe::Closed),
        ] {
            let request = FileRequest { path: path.to_owned(), since: Some("HEAD".to_owned()) };
            let answers = probe_all(&inside, &[request]);
            assert_eq!(answers, [FileAnswer { renamed: None, found: expected }], "{path}");
        }
    }

    #[test]
    fn probe_follows_renames() {
        let scratch = TempDir::new("renamed");
        scratch.git(&["init", "-q"]);
        let folder = scratch.0.join("inner");
        fs::create_dir_all(&folder).unwrap();
        let text = "one\ntwo\nthree\nfour\nfive\n".repeat(20);
        fs::write(folder.join("潮 a.rs"), &text).unwrap();
        fs::write(folder.join("b.rs"), text.replace("one", "six")).unwrap();
        scratch.git(&["add", "."]);
        scratch.git(&["commit", "-qm", "x"]);
        let commit = git::state(&folder).commit.unwrap();
        scratch.git(&["mv", "inner/潮 a.rs", "inner/new.rs"]);
        fs::remove_file(folder.join("b.rs")).unwrap();
        let request = |path: &str, since: &str| {
            let request = FileRequest { path: path.to_owned(), since: Some(since.to_owned()) };
            probe_all(&folder, &[request]).remove(0)
        };
        let moved = FileAnswer {
            renamed: Some("new.rs".to_owned()),
            found: PathProbe::File { bytes: text.clone().into_bytes() },
        };
        assert_eq!(request("潮 a.rs", &commit), moved);
        scratch.git(&["commit", "-qam", "y"]);
        assert_eq!(request("潮 a.rs", &commit), moved, "also when it is committed");
        let gone = FileAnswer { renamed: None, found: PathProbe::Gone };
        for (path, since) in
            [("b.rs", commit.as_str()), ("潮 a.rs", "HEAD"), ("潮 a.rs", "--output=x"), ("潮 a.rs", "0000000")]
        {
            assert_eq!(request(path, since), gone, "{path} since {since}");
        }
        assert!(!folder.join("x").exists(), "a record is no option of Git");
    }
}
