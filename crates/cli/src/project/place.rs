//! Which project a folder belongs to: the one rule for commands, the server and hooks. The extension has
//! the same one (`extension/src/shells/projectPlace.ts`). So the user's folder, beside projects, is here too.
//!
//! The search goes from the folder upwards to the root of its Git repository, and not beyond. Without a
//! repository it goes on as long as the folders and the `.handoff` in them belong to the user, and ends below
//! the home folder. Where the owner is not known, as on Windows, it goes up only within the home folder.
//! A worktree of Git without a project uses that of the main checkout.
//!
//! Invariant: a `.handoff` that is a symbolic link is followed once, and only to a `.handoff` in a working
//! tree of the same repository, as other programs create it in worktrees.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use handoff_engine::{Engine, Ownership};
use thiserror::Error;

use crate::ground::disk::file::{self, MAX_PROJECT_FILE_MB};
use crate::ground::disk::file_identity;
use crate::ground::{git, identity, paths};

/// The name of the folder that makes a folder a project.
pub const FOLDER: &str = ".handoff";

/// Where the project of a folder is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder of the work tree.
    pub folder: PathBuf,
    /// The `.handoff` folder that is used, which need not exist.
    pub home: PathBuf,
    /// The folder of another working tree whose `.handoff` is used.
    pub borrowed_from: Option<PathBuf>,
    /// Whether there is a project, or something that could be one and cannot be read.
    pub is_project: bool,
    /// Why `.handoff` is a link that is not followed, as the end of a sentence.
    pub refusal: Option<String>,
}

impl Place {
    /// Returns the place of the project of a folder; that of a new one in the folder if there is none.
    pub fn find(folder: &Path) -> Place {
        let own = Place::at(folder);
        if own.is_project {
            return own;
        }
        let top = repository_of(folder);
        let searched: Vec<&Path> = if let Some(top) = top {
            folder.ancestors().take_while(|above| above.starts_with(top)).collect()
        } else {
            // Other names of the home folder, such as a link to it, are the same folder.
            let home = std::env::home_dir().or_else(identity::home_folder);
            let home = home.map(|home| paths::real_path(&home).unwrap_or(home));
            let is_home = |above: &Path| home.as_deref() == Some(above);
            let goes_on = |above: &&Path| !is_home(above) && is_trusted(above, home.as_deref());
            folder.ancestors().take_while(|above| *above == folder || goes_on(above)).collect()
        };
        let above = searched.iter().skip(1).map(|above| Place::at(above)).find(|place| place.is_project);
        above.or_else(|| borrowed(top?, &searched)).unwrap_or(own)
    }

    /// Returns the place of a project in exactly this folder.
    pub fn at(folder: &Path) -> Place {
        let home = folder.join(FOLDER);
        let new = |home: PathBuf, is_project| Place {
            folder: folder.to_path_buf(),
            home,
            borrowed_from: None,
            is_project,
            refusal: None,
        };
        match fs::symlink_metadata(&home) {
            Err(_) => new(home, false),
            Ok(data) if data.is_dir() => {
                let is_project = ownership(&home) == Ownership::Project;
                new(home, is_project)
            }
            Ok(data) if data.is_symlink() => match follow(&home) {
                Ok(target) => Place {
                    borrowed_from: target.parent().map(Path::to_path_buf),
                    ..new(target.clone(), ownership(&target) == Ownership::Project)
                },
                Err(error) => Place { refusal: Some(error.to_string()), ..new(home, true) },
            },
            Ok(_) => new(home, true),
        }
    }

    /// Returns the `.handoff` folder of the main working tree, for a project in a linked worktree with its
    /// own, if there is one at the same place. Worktrees share the claims in it.
    pub fn main_home(&self) -> Option<PathBuf> {
        let folder = self.home.parent()?;
        let top = repository_of(folder)?;
        let home = git::main_checkout(top)?.join(folder.strip_prefix(top).ok()?).join(FOLDER);
        home.symlink_metadata().is_ok_and(|data| data.is_dir()).then_some(home)
    }
}

/// Returns whether a folder belongs to a project.
pub fn is_project(folder: &Path) -> bool {
    Place::find(folder).is_project
}

/// Returns whether the `.handoff` in a folder above can be used without a repository: another user could put
/// one above this user's folders. What does not exist is no danger.
/// Where owners are not known, only folders below the home folder are the user's own.
fn is_trusted(folder: &Path, home: Option<&Path>) -> bool {
    match file_identity::user() {
        Some(user) => belongs_to(folder, user) && belongs_to(&folder.join(FOLDER), user),
        None => home.is_some_and(|home| folder.starts_with(home)),
    }
}

fn belongs_to(path: &Path, user: u32) -> bool {
    match file_identity::owner(path) {
        Ok(owner) => owner == user,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Returns the root of the Git repository that a folder is in.
fn repository_of(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|above| above.join(".git").exists())
}

/// Returns the place of the project of the main checkout, for folders of another worktree.
fn borrowed(top: &Path, searched: &[&Path]) -> Option<Place> {
    let main = git::main_checkout(top)?;
    searched.iter().find_map(|folder| {
        let below = folder.strip_prefix(top).ok()?;
        // Joining an empty path would add a separator.
        let lender = if below.as_os_str().is_empty() { main.clone() } else { main.join(below) };
        let place = Place::at(&lender);
        let lender = place.borrowed_from.clone().unwrap_or(lender);
        place.is_project.then(|| Place { folder: folder.to_path_buf(), borrowed_from: Some(lender), ..place })
    })
}

/// Why a link in the place of a `.handoff` folder is not followed, as the end of a sentence.
#[derive(Debug, Error)]
enum LinkError {
    #[error("{0}")]
    Unreadable(io::Error),
    #[error("it is a symbolic link to {}, which does not exist", .0.display())]
    Missing(PathBuf),
    #[error("it is a symbolic link to {}, which cannot be read: {error}", .target.display())]
    UnreadableTarget { target: PathBuf, error: io::Error },
    #[error(
        "it is a symbolic link to {}, which is not a .handoff folder in a working tree of the same Git repository",
        .0.display()
    )]
    Foreign(PathBuf),
}

/// Returns the target of a link in the place of a `.handoff` folder, or why it is not followed.
fn follow(link: &Path) -> Result<PathBuf, LinkError> {
    let folder = link.parent().unwrap_or(link);
    let target = fs::read_link(link).map_err(LinkError::Unreadable)?;
    let target = folder.join(target);
    let data = match fs::symlink_metadata(&target) {
        Ok(data) => data,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(LinkError::Missing(target)),
        Err(error) => return Err(LinkError::UnreadableTarget { target, error }),
    };
    let common_folder = |folder: &Path| git::common_folder(repository_of(&paths::real_path(folder).ok()?)?);
    let holder = target.parent().filter(|_| target.file_name().is_some_and(|name| name == FOLDER));
    let holder = holder.filter(|_| data.is_dir()).and_then(|holder| paths::real_path(holder).ok());
    let is_same = |holder: &PathBuf| common_folder(holder).is_some_and(|common| common_folder(folder) == Some(common));
    match holder.filter(is_same) {
        Some(holder) => Ok(holder.join(FOLDER)),
        None => Err(LinkError::Foreign(target)),
    }
}

/// Returns to whom a `.handoff` folder belongs. One that cannot be read counts as a project, so that the
/// reason is reported.
fn ownership(home: &Path) -> Ownership {
    let config = match file::read_bounded(&home.join("config.toml"), MAX_PROJECT_FILE_MB) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(_) => return if home.is_dir() { Ownership::Project } else { Ownership::Nobody },
    };
    let names = |path: &str| -> Vec<String> {
        let entries = fs::read_dir(home.join(path)).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.map(|name| if path.is_empty() { name } else { format!("{path}/{name}") }).collect()
    };
    if home.is_dir() && fs::read_dir(home).is_err() {
        return Ownership::Project;
    }
    // Read only as far as it takes to find a task.
    let tasks = || names("tasks").into_iter().flat_map(|task| [vec![task.clone()], names(&task)]).flatten();
    let paths = names("").into_iter().chain(std::iter::once_with(tasks).flatten());
    Engine::ownership(config.as_deref(), paths)
}

/// Returns the folder of what applies to all projects of the user: the pause, and the packages of the
/// user's store. It is `~/.handoff`, unless a project in the home folder has that place.
pub fn user_folder() -> Option<PathBuf> {
    let folder = identity::home_folder()?.join(".handoff");
    if ownership(&folder) == Ownership::Project { state_user_folder() } else { Some(folder) }
}

/// Returns the folders of which one is the user's, see [`user_folder`].
pub fn user_folders() -> impl Iterator<Item = PathBuf> {
    let usual = identity::home_folder().map(|home| home.join(".handoff"));
    usual.into_iter().chain(state_user_folder())
}

/// Returns the folder of the user beside a project in the home folder.
fn state_user_folder() -> Option<PathBuf> {
    Some(identity::state_folder()?.join("handoff").join("user"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use handoff_protocol::{Actor, Command, Layout};

    use super::{FOLDER, Place};
    use crate::ground::disk::temp_dir::TempDir;
    use crate::ground::progress::NoProgress;
    use crate::project::Project;

    #[cfg(unix)]
    #[test]
    fn handoff_folder_of_another_user_above_is_not_used() {
        let scratch = TempDir::new("foreign");
        let (home, below) = (scratch.0.join(FOLDER), scratch.0.join("below"));
        std::fs::create_dir_all(&home).unwrap();
        std::fs::create_dir_all(&below).unwrap();
        std::fs::write(home.join("config.toml"), "[project]\nname = \"Above\"\n").unwrap();
        assert_eq!(Place::find(&below).folder, scratch.0);
        let user = super::file_identity::user().unwrap();
        assert!(super::belongs_to(&home, user) && !super::belongs_to(&home, user + 1));
        assert!(super::belongs_to(&scratch.0.join("missing"), user + 1));
        // Only root can give a folder to another user.
        if std::os::unix::fs::chown(&home, Some(65_534), None).is_ok() {
            assert_eq!(Place::find(&below), Place::at(&below));
        }
    }

    #[test]
    fn worktree_uses_main_checkout_until_it_has_its_own_folder() {
        let scratch = TempDir::new("borrowed");
        let (main, side) = scratch.worktrees();
        let open = |folder: &Path| Project::open(folder, Actor::agent(""), true);
        let init = |name: &str| {
            let (name, description) = (name.to_owned(), None);
            Command::InitProject { name, description, layout: Layout::Toml, beside: None }
        };
        assert_eq!(open(&side).git_state().borrowed_from, None, "there is nothing to borrow");
        open(&main).execute(&init("Main"), &mut NoProgress);
        let mut project = open(&side);
        let state = project.git_state();
        assert_eq!(state.borrowed_from, Some(main.display().to_string()));
        assert_eq!(state.branch.as_deref(), Some("side"), "the state of Git is that of the worktree");
        assert_eq!(project.engine().reader().config().name, "Main");

        let own = side.join(FOLDER);
        std::fs::create_dir_all(&own).unwrap();
        std::fs::write(own.join("config.toml"), "[project]\nname = \"Side\"\n").unwrap();
        project.refresh();
        assert_eq!(project.engine().reader().config().name, "Side");
        assert_eq!(project.git_state().borrowed_from, None);
    }
}
