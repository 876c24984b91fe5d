//! What an error of the file system means to a commit.

use std::io::{self, ErrorKind};

use handoff_protocol::{Action, Answer, Fault};

use crate::ground::disk::file::NotAFile;
use crate::ground::disk::file_identity::user;

/// The errors of Windows about a file that another program holds open: `ERROR_SHARING_VIOLATION`,
/// `ERROR_LOCK_VIOLATION`, `ERROR_DELETE_PENDING` and `ERROR_USER_MAPPED_FILE`. The standard library has no kind
/// for them.
const HELD_ON_WINDOWS: [i32; 4] = [32, 33, 303, 1224];

/// The system of the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Unix,
    Windows,
    /// Windows below WASI, which has codes of its own.
    WindowsBelowWasi,
}

impl System {
    fn current() -> System {
        if cfg!(windows) {
            System::Windows
        } else if user().is_none() {
            System::WindowsBelowWasi
        } else {
            System::Unix
        }
    }
}

/// Returns the answer to an action that failed.
pub fn answer_to(action: &Action, error: &io::Error) -> Answer {
    answer_on(System::current(), action, error)
}

fn answer_on(system: System, action: &Action, error: &io::Error) -> Answer {
    let failed = |fault| Answer::Failed { fault, reason: error.to_string() };
    if NotAFile::is(error) {
        return failed(Fault::NotAFile);
    }
    if system == System::Windows && error.raw_os_error().is_some_and(|code| HELD_ON_WINDOWS.contains(&code)) {
        return failed(Fault::Transient);
    }
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Answer::Missing {},
        ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => Answer::Exists {},
        // Windows denies a change of a name while another program holds the file, or one below the folder, open.
        // A refusal of our own has no code.
        ErrorKind::PermissionDenied
            if system != System::Unix && changes_names(action) && error.raw_os_error().is_some() =>
        {
            Answer::Failed { fault: Fault::Transient, reason: format!("another program may hold it open: {error}") }
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => failed(Fault::Denied),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => failed(Fault::Full),
        ErrorKind::ResourceBusy | ErrorKind::WouldBlock | ErrorKind::Interrupted => failed(Fault::Transient),
        _ => failed(Fault::Other),
    }
}

fn changes_names(action: &Action) -> bool {
    matches!(action, Action::Replace { .. } | Action::Move { .. } | Action::Remove { .. } | Action::RemoveFolder { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_another_program_holds_open_on_windows_are_tried_again() {
        let read = Action::Read { path: "x".to_owned() };
        let change = Action::Move { from: "x".to_owned(), to: "y".to_owned() };
        let coded = io::Error::from_raw_os_error;
        // The codes of this system stand for the kinds that those of Windows have.
        let denied = || coded(rustix::io::Errno::ACCESS.raw_os_error());
        let own = || io::Error::new(ErrorKind::PermissionDenied, "a link");
        let busy = || io::Error::from(ErrorKind::ResourceBusy);
        let transient = Some(Fault::Transient);
        for (system, action, error, fault) in [
            (System::Windows, &read, coded(32), transient),
            (System::Windows, &change, coded(33), transient),
            (System::Windows, &change, coded(303), transient),
            (System::Windows, &change, coded(1224), transient),
            (System::Windows, &change, denied(), transient),
            (System::Windows, &read, denied(), Some(Fault::Denied)),
            (System::Windows, &change, own(), Some(Fault::Denied)),
            (System::WindowsBelowWasi, &change, denied(), transient),
            (System::WindowsBelowWasi, &change, busy(), transient),
            (System::WindowsBelowWasi, &change, own(), Some(Fault::Denied)),
            (System::Unix, &change, denied(), Some(Fault::Denied)),
            (System::Unix, &read, busy(), transient),
        ] {
            let found = match answer_on(system, action, &error) {
                Answer::Failed { fault, .. } => Some(fault),
                _ => None,
            };
            assert_eq!(found, fault, "{system:?}, {action:?}, {error}");
        }
    }
}
