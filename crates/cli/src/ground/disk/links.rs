//! Symbolic links of a project that lead out of it. A project may come from somebody else, so nothing
//! is written through such a link.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use crate::ground::paths;

/// The maximum number of links that a path may go through, as on Linux.
const MAX_LINKS: usize = 40;
/// The folders that belong to Git and to Handoff, at any depth, and the beginnings of their short names on
/// Windows, which a number follows.
const OWN_FOLDERS: [(&str, &str); 2] = [(".git", "git~"), (".handoff", "handof~")];

/// A path with all of its links followed.
struct Followed {
    /// The real path. Its last parts may not exist.
    path: PathBuf,
    /// The real places of the links on the way, in order.
    links: Vec<PathBuf>,
}

fn follow(path: &Path) -> io::Result<Followed> {
    let mut pending: Vec<OsString> = parts_reversed(&std::path::absolute(path)?);
    let mut followed = Followed { path: PathBuf::new(), links: Vec::new() };
    while let Some(part) = pending.pop() {
        match Path::new(&part).components().next() {
            Some(Component::ParentDir) => {
                followed.path.pop();
            }
            Some(Component::CurDir) | None => {}
            Some(component) => followed.path.push(component),
        }
        let is_link = followed.path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        if is_link {
            if followed.links.len() == MAX_LINKS {
                return Err(io::Error::new(ErrorKind::InvalidInput, "it goes through too many links"));
            }
            pending.extend(parts_reversed(&followed.path.read_link()?));
            followed.links.push(followed.path.clone());
            followed.path.pop();
        }
    }
    Ok(followed)
}

fn parts_reversed(path: &Path) -> Vec<OsString> {
    let mut parts: Vec<OsString> = path.components().map(|part| part.as_os_str().to_owned()).collect();
    parts.reverse();
    parts
}

/// Returns the real path of a file that may not exist, with all links followed.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    follow(path).map(|followed| followed.path)
}

/// Returns whether a path below the folder of a project is in a folder of Git or Handoff. Names are
/// compared as by Windows, on every system: it ignores the case of letters, dots and spaces at the end of a
/// name, and what follows a colon.
pub fn is_in_own_folder(below: &Path) -> bool {
    below.iter().any(is_own_folder)
}

fn is_own_folder(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    OWN_FOLDERS.iter().any(|(own, short)| name == *own || name.strip_prefix(short).is_some_and(is_number))
}

/// Returns why a file must not be written, if a link in the project's folder leads to a file that is
/// not one of the project, or to one of Git or Handoff.
pub fn explain_outside(project: &Path, file: &Path) -> Option<String> {
    let root = paths::real_path(project).unwrap_or_else(|_| project.to_path_buf());
    let followed = match follow(file) {
        Ok(followed) => followed,
        Err(error) => return Some(format!("{} cannot be followed: {error}", file.display())),
    };
    let link = followed.links.iter().find(|link| link.starts_with(&root))?;
    let is_inside = followed.path.strip_prefix(&root).is_ok_and(|below| !is_in_own_folder(below));
    (!is_inside).then(|| {
        let name = link.strip_prefix(&root).unwrap_or(link);
        format!(
            "{} is a link that leads out of the project's own files, to {}. Remove the link or replace it by a file, and run this again",
            name.display(),
            followed.path.display()
        )
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn own_folders_are_recognised_by_every_name_that_windows_gives_them() {
        for own in [
            ".git",
            ".GIT",
            "a/.Handoff/b",
            "GIT~1/config",
            "git~12",
            "HANDOF~1",
            ".git.",
            ".git . ",
            ".git::$INDEX_ALLOCATION",
        ] {
            assert!(is_in_own_folder(Path::new(own)), "{own}");
        }
        for other in [".github", "git", "git~", "git~a", "handoff", "a.git", ".gitignore", "..git"] {
            assert!(!is_in_own_folder(Path::new(other)), "{other}");
        }
    }

    #[test]
    fn only_links_that_leave_the_project_are_refused() {
        let scratch = TempDir::new("links");
        let root = scratch.0.canonicalize().unwrap();
        let project = root.join("project");
        for folder in [project.join("sub/.git"), project.join(".git"), project.join(".handoff"), root.join("outside")] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::write(root.join("outside/file"), "").unwrap();
        fs::write(project.join("AGENTS.md"), "").unwrap();
        symlink(&project, root.join("alias")).unwrap();
        let absolute = root.join("outside/file").display().to_string();
        let back = root.join("project/AGENTS.md").display().to_string();
        for (target, is_refused) in [
            ("AGENTS.md", false),
            ("missing.md", false),
            ("sub/../AGENTS.md", false),
            ("../project/AGENTS.md", false),
            ("../alias/AGENTS.md", false),
            (&back, false),
            ("../outside/file", true),
            ("../outside/missing", true),
            ("../project-2/file", true),
            (&absolute, true),
            (".git/config", true),
            (".handoff/config.toml", true),
            (".GIT/config", true),
            (".Handoff/config.toml", true),
            ("sub/.git/config", true),
            ("sub/.handoff/config.toml", true),
            ("sub/.github/config", false),
            ("link", true),
        ] {
            let link = project.join("link");
            let _ = fs::remove_file(&link);
            symlink(target, &link).unwrap();
            for place in [&project, &root.join("alias")] {
                let sentence = explain_outside(place, &place.join("link"));
                assert_eq!(sentence.is_some(), is_refused, "{target}: {sentence:?}");
            }
        }
        symlink("../outside", project.join("folder")).unwrap();
        symlink("folder", project.join("chain")).unwrap();
        for path in ["folder/file", "folder/new/file", "chain/file"] {
            assert!(explain_outside(&project, &project.join(path)).is_some(), "{path}");
        }
        assert_eq!(explain_outside(&project, &project.join("new/file")), None);
        assert_eq!(explain_outside(&project, &root.join("outside/file")), None, "a person has named it");
    }
}
