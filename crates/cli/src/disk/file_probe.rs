//! Looks at files of a project for pointers into them.
//!
//! Invariant: nothing outside the project's folder is read, no symbolic link is followed, and nothing large is read.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use handoff_agent::{Found, Look, Sight};

use crate::disk::file;
use crate::git;

/// The largest file that is read.
const MOST_BYTES: u64 = 1 << 20;
/// So much is read for one call.
const MOST_TOGETHER: u64 = 16 << 20;

/// What is at some places below a folder.
pub fn look(folder: &Path, looks: &[Look]) -> Vec<Sight> {
    let mut left = MOST_TOGETHER;
    let mut names = Vec::new();
    looks.iter().map(|look| sight(folder, look, &mut left, &mut names)).collect()
}

/// The names that files have got since a commit, asked for once.
type Renames = Vec<(String, Vec<(String, String)>)>;

fn sight(folder: &Path, look: &Look, left: &mut u64, names: &mut Renames) -> Sight {
    let found = found(folder, &look.path, left);
    let plain = |found| Sight { renamed: None, found };
    let (Found::Gone, Some(since)) = (&found, &look.since) else { return plain(found) };
    if !names.iter().any(|(commit, _)| commit == since) {
        names.push((since.clone(), git::renames(folder, since)));
    }
    let known = names.iter().find(|(commit, _)| commit == since);
    let other = known.and_then(|(_, pairs)| pairs.iter().find(|(from, _)| *from == look.path));
    match other.map(|(_, to)| (to, self::found(folder, to, left))) {
        Some((to, found @ Found::File(_))) => Sight { renamed: Some(to.clone()), found },
        _ => plain(Found::Gone),
    }
}

fn found(folder: &Path, path: &str, left: &mut u64) -> Found {
    let Some(place) = place(folder, path) else { return Found::Closed };
    let data = match fs::symlink_metadata(&place) {
        Ok(data) => data,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Found::Gone,
        Err(_) => return Found::Closed,
    };
    if data.is_dir() {
        return Found::Folder;
    }
    if !data.is_file() || data.len() > MOST_BYTES || data.len() > *left {
        return Found::Closed;
    }
    *left -= data.len();
    file::read(&place).map_or(Found::Closed, Found::File)
}

/// Where a path is; none where it leaves the folder or a symbolic link is on its way.
fn place(folder: &Path, path: &str) -> Option<PathBuf> {
    let mut place = folder.to_path_buf();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        if part == ".." || part.contains(['\\', ':', '\0']) {
            return None;
        }
        place.push(part);
        if fs::symlink_metadata(&place).is_ok_and(|found| found.is_symlink()) {
            return None;
        }
    }
    (!path.starts_with('/')).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::temp_dir::Scratch;

    #[test]
    fn only_what_lies_in_the_project_is_read() {
        let scratch = Scratch::new("sight");
        let inside = scratch.0.join("project");
        fs::create_dir_all(inside.join("src")).unwrap();
        fs::write(scratch.0.join("secret"), "outside").unwrap();
        fs::write(inside.join("src/a.rs"), "a").unwrap();
        let big = fs::File::create(inside.join("big")).unwrap();
        big.set_len(MOST_BYTES + 1).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret", inside.join("link")).unwrap();
            std::os::unix::fs::symlink("..", inside.join("up")).unwrap();
        }
        let whole = scratch.0.join("secret").display().to_string();
        for (path, expected) in [
            ("src/a.rs", Found::File(b"a".to_vec())),
            ("./src//a.rs", Found::File(b"a".to_vec())),
            ("src", Found::Folder),
            ("src/b.rs", Found::Gone),
            ("src/a.rs/deeper", Found::Gone),
            ("big", Found::Closed),
            ("../secret", Found::Closed),
            ("src/../../secret", Found::Closed),
            (whole.as_str(), Found::Closed),
            ("link", Found::Closed),
            ("up/secret", Found::Closed),
            ("C:\\secret", Found::Closed),
            ("https://example.invalid/x", Found::Closed),
        ] {
            let look = Look { path: path.to_owned(), since: Some("HEAD".to_owned()) };
            let sights = super::look(&inside, &[look]);
            assert_eq!(sights, [Sight { renamed: None, found: expected }], "{path}");
        }
    }

    #[test]
    fn a_file_is_followed_to_its_other_name() {
        let scratch = Scratch::new("renamed");
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
        let look = |path: &str, since: &str| {
            let look = Look { path: path.to_owned(), since: Some(since.to_owned()) };
            super::look(&folder, &[look]).remove(0)
        };
        let moved = Sight { renamed: Some("new.rs".to_owned()), found: Found::File(text.clone().into_bytes()) };
        assert_eq!(look("潮 a.rs", &commit), moved);
        scratch.git(&["commit", "-qam", "y"]);
        assert_eq!(look("潮 a.rs", &commit), moved, "also when it is committed");
        let gone = Sight { renamed: None, found: Found::Gone };
        for (path, since) in
            [("b.rs", commit.as_str()), ("潮 a.rs", "HEAD"), ("潮 a.rs", "--output=x"), ("潮 a.rs", "0000000")]
        {
            assert_eq!(look(path, since), gone, "{path} since {since}");
        }
        assert!(!folder.join("x").exists(), "a record is no option of Git");
    }
}
