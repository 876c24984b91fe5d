//! Which folders are projects: Git worktrees may use the `.handoff` folder of their main checkout.

use std::path::{Path, PathBuf};

use super::FOLDER;
use crate::git;

/// Returns true if a folder has a `.handoff`, or is a worktree that uses that of its main checkout.
pub fn is_project(folder: &Path) -> bool {
    folder.join(FOLDER).is_dir() || lending_checkout(folder).is_some()
}

/// Returns the main checkout of a worktree, if that checkout has a `.handoff/` and the worktree has
/// none.
pub(super) fn lending_checkout(folder: &Path) -> Option<PathBuf> {
    if folder.join(FOLDER).is_dir() {
        return None;
    }
    git::main_checkout(folder).filter(|main| main.join(FOLDER).is_dir())
}

/// Returns the `.handoff` folder of the main working tree, for a project in a linked worktree with its
/// own, if there is one at the same place. Worktrees share the claims in it.
pub(super) fn main_home(folder: &Path) -> Option<PathBuf> {
    let top = folder.ancestors().find(|above| above.join(".git").exists())?;
    let home = git::main_checkout(top)?.join(folder.strip_prefix(top).ok()?).join(FOLDER);
    home.symlink_metadata().is_ok_and(|data| data.is_dir()).then_some(home)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use handoff_protocol::{Actor, Command, Layout};

    use super::FOLDER;
    use crate::disk::temp_dir::TempDir;
    use crate::output::progress::NoProgress;
    use crate::project::Project;

    #[test]
    fn worktree_uses_main_checkout_until_it_has_its_own_folder() {
        let scratch = TempDir::new("borrowed");
        let (main, side) = scratch.worktrees();
        let open = |folder: &Path| Project::open(folder, Actor::agent(""), true);
        let init = |name: &str| {
            let (name, description) = (name.to_owned(), None);
            Command::InitProject { name, description, layout: Layout::Toml }
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
