//! The process of the holder of a lock or a claim, and whether it has ended.

use handoff_protocol::Process;

/// The state of a holder's process, as far as it is known without asking the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HolderProcess<'a> {
    /// It has ended.
    Ended,
    /// The system knows whether it is running.
    Local(&'a Process),
    /// It cannot be known.
    Unknown,
}

impl HolderProcess<'_> {
    /// Returns what is known about a process on the host of `mine`.
    pub(crate) fn seen_from<'a>(process: Option<&'a Process>, mine: Option<&Process>) -> HolderProcess<'a> {
        match (process, mine) {
            (Some(process), Some(mine)) if process.host == mine.host => match (&process.boot, &mine.boot) {
                (Some(boot), Some(my_boot)) if boot != my_boot => HolderProcess::Ended,
                _ => HolderProcess::Local(process),
            },
            _ => HolderProcess::Unknown,
        }
    }
}

/// The state of the processes of claims, as the shell has found it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KnownProcesses {
    /// The shell's own process.
    pub(crate) own: Option<Process>,
    /// Those on its host that have ended.
    pub(crate) ended: Vec<Process>,
}

impl KnownProcesses {
    /// Returns whether a process has ended. One of an earlier boot has.
    pub(crate) fn has_ended(&self, process: Option<&Process>) -> bool {
        match HolderProcess::seen_from(process, self.own.as_ref()) {
            HolderProcess::Ended => true,
            HolderProcess::Local(process) => self.ended.contains(process),
            HolderProcess::Unknown => false,
        }
    }
}
