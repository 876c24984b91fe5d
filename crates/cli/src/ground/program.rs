//! The program file of this command: where others find it, and how they write its path.

use std::collections::BTreeMap;
use std::env;
#[cfg(not(target_os = "wasi"))]
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The folders that every program searches for commands. On Windows, all programs search the same
/// folders as a terminal.
const SYSTEM_FOLDERS: &[&str] =
    if cfg!(target_os = "macos") { &["/usr/bin", "/bin"] } else { &["/usr/local/bin", "/usr/bin", "/bin"] };

/// The variable with the path of the launcher, which sets it.
const LAUNCHER: &str = "HANDOFF_LAUNCHER";

/// The variable with a `Start` as JSON. It is set where a path alone does not start the command: by npx, whose
/// files are in a cache, and by the launcher on Windows, which only a shell can start.
const START: &str = "HANDOFF_START";

/// The name of the command.
pub const NAME: &str = "handoff";

/// How a program that uses no shell starts the command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Start {
    /// The program and its first arguments.
    pub words: Vec<String>,
    /// What is added to its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

impl Start {
    /// Returns how clients start the command. Files of a project may be committed, so they name no path of
    /// this machine.
    pub fn new(for_user: bool) -> Start {
        let given = env::var(START).ok().and_then(|text| serde_json::from_str::<Start>(&text).ok());
        let usable = |start: &Start| start.words.first().is_some_and(|program| for_user || is_name(program));
        given.filter(usable).unwrap_or_else(|| Start {
            words: vec![if for_user { executable() } else { NAME.to_owned() }],
            env: BTreeMap::new(),
        })
    }

    /// Returns the words with which a shell starts the command.
    pub fn shell_words(&self) -> Vec<String> {
        // A program that is given by its path is for those that use no shell.
        if self.words.first().is_some_and(|program| is_name(program)) { self.words.clone() } else { vec![executable()] }
    }
}

/// Returns true if a program is looked up by its name.
pub fn is_name(program: &str) -> bool {
    !program.contains(['/', '\\'])
}

/// Returns the path by which other programs start the command.
pub fn executable() -> String {
    let launcher = env::var_os(LAUNCHER).map(PathBuf::from);
    let path = launcher.or_else(on_path).or_else(own_file);
    path.map_or_else(|| NAME.to_owned(), |path| path.display().to_string())
}

/// Returns the command's file on the PATH.
#[cfg(not(target_os = "wasi"))]
pub fn on_path() -> Option<PathBuf> {
    find_in(&env::var_os("PATH")?)
}

#[cfg(not(target_os = "wasi"))]
fn own_file() -> Option<PathBuf> {
    env::current_exe().ok()
}

#[cfg(target_os = "wasi")]
pub use crate::ground::node::{command_on_path as on_path, own_file};

/// Returns the command's file in the folders of a PATH. Relative folders are left out: there, Git would
/// run a file of the repository that it merges.
#[cfg(not(target_os = "wasi"))]
fn find_in(path: &OsStr) -> Option<PathBuf> {
    let name = format!("handoff{}", env::consts::EXE_SUFFIX);
    let folders = env::split_paths(path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(&name)).find(|file| file.is_file() && is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(any(unix, target_os = "wasi")))]
fn is_executable(_: &Path) -> bool {
    true
}

/// Returns the path of a program as a shell reads it. On Windows that is `cmd` or the shell of Git: both know
/// double quotes, which no path has, and forward slashes.
pub fn quote(program: &str) -> String {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "/._-".contains(character);
    if program.chars().all(is_plain) {
        program.to_owned()
    } else if cfg!(windows) {
        format!("\"{}\"", program.replace('\\', "/"))
    } else {
        format!("'{}'", program.replace('\'', "'\\''"))
    }
}

/// Returns the folder of the command if a program that is not started from a terminal may not search
/// it, so that it does not find the command by its name.
pub fn terminal_only_folder() -> Option<PathBuf> {
    let folder = on_path()?.parent()?.to_path_buf();
    let is_searched = cfg!(windows) || SYSTEM_FOLDERS.iter().any(|searched| folder == Path::new(searched));
    (!is_searched).then_some(folder)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;

    use super::*;
    use crate::ground::disk::temp_dir::TempDir;

    #[test]
    fn shell_reads_a_quoted_path_as_it_is() {
        for path in
            ["/usr/bin/handoff", "/a b/handoff", "/it's/handoff", "/R&D (x)/$HOME/`id`;\"/\\/handoff", "/港/handoff"]
        {
            let script = format!("printf %s {}", quote(path));
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), path);
        }
        assert_eq!(quote("/usr/bin/handoff"), "/usr/bin/handoff");
    }

    #[test]
    fn only_absolute_folders_and_executable_files_of_the_path_count() {
        let scratch = TempDir::new("on-path");
        let [unexecutable, executable] = ["first", "second"].map(|name| scratch.0.join(name));
        for (folder, mode) in [(&unexecutable, 0o644), (&executable, 0o755)] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("handoff"), "").unwrap();
            fs::set_permissions(folder.join("handoff"), fs::Permissions::from_mode(mode)).unwrap();
        }
        let to_root: PathBuf = env::current_dir().unwrap().components().skip(1).map(|_| "..").collect();
        let relative = to_root.join(executable.strip_prefix("/").unwrap());
        assert!(relative.join("handoff").is_file());
        let find = |folders: &[&Path]| find_in(&env::join_paths(folders).unwrap());
        assert_eq!(find(&[&relative, &unexecutable]), None);
        assert_eq!(find(&[&relative, &unexecutable, &executable]), Some(executable.join("handoff")));
    }
}
