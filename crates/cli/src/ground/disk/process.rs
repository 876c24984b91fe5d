//! The identity of this process, which is written into locks, and whether another process is still
//! running.
//!
//! Invariant: a process counts as ended only if the system says so. The extension's `processes.ts`
//! builds the same texts, so that each of the two recognises the other.

use std::sync::OnceLock;

use handoff_protocol::Process;

/// Returns the identity of this process, or `None` if the host has no unique name.
pub fn current() -> Option<Process> {
    static CURRENT: OnceLock<Option<Process>> = OnceLock::new();
    CURRENT.get_or_init(read_current).clone()
}

/// Returns the ID of this process; where it is unknown, a number that another process may have as well.
pub fn id() -> u32 {
    if cfg!(target_os = "wasi") { current().map_or(0, |process| process.pid) } else { std::process::id() }
}

#[cfg(not(target_os = "wasi"))]
fn read_current() -> Option<Process> {
    let host = system::host()?;
    Some(Process { host, boot: system::boot(), pid: std::process::id(), started: system::own_start() })
}

#[cfg(target_os = "wasi")]
use crate::ground::node::process as read_current;

/// Returns whether a process of this host is running, or `None` if that is unknown. A different
/// start time means that the ID was reused.
pub fn is_running(pid: u32, started: Option<&str>) -> Option<bool> {
    let Some(pid) = i32::try_from(pid).ok().filter(|pid| *pid > 0) else { return Some(false) };
    system::is_running(pid, started)
}

/// Returns the host's name, unless any machine might have it.
#[cfg(not(any(target_os = "linux", target_os = "wasi")))]
fn unique_name(name: &str) -> Option<String> {
    (!matches!(name, "" | "localhost" | "localhost.localdomain")).then(|| name.to_owned())
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;

    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    /// Returns the name and ID of the machine and the namespace of process IDs: containers of one
    /// machine do not see each other's processes. The name or the ID may be absent.
    pub fn host() -> Option<String> {
        let name = line("/proc/sys/kernel/hostname").unwrap_or_default();
        let machine = line("/etc/machine-id").unwrap_or_default();
        let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
        let is_unique = !machine.is_empty() || !matches!(name.as_str(), "" | "localhost" | "localhost.localdomain");
        is_unique.then(|| format!("{name}/{machine}/{}", namespace.display()))
    }

    pub fn boot() -> Option<String> {
        line("/proc/sys/kernel/random/boot_id")
    }

    pub fn own_start() -> Option<String> {
        stat("self").map(|(_, started)| started)
    }

    pub fn is_running(pid: i32, started: Option<&str>) -> Option<bool> {
        if test_kill_process(Pid::from_raw(pid)?) == Err(Errno::SRCH) {
            return Some(false);
        }
        // The processes of other users may be hidden.
        let (state, start) = stat(&pid.to_string())?;
        let has_ended = matches!(state.as_str(), "Z" | "X");
        match started {
            _ if has_ended => Some(false),
            Some(started) => Some(start == started),
            None => None,
        }
    }

    /// Returns the state and the start time of a process, in clock ticks since the boot.
    fn stat(process: &str) -> Option<(String, String)> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of the program comes before, in parentheses, and may hold anything.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_ascii_whitespace();
        let state = fields.next()?.to_owned();
        Some((state, fields.nth(18)?.to_owned()))
    }

    fn line(file: &str) -> Option<String> {
        let text = fs::read_to_string(file).ok()?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod system {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    pub fn host() -> Option<String> {
        super::unique_name(&rustix::system::uname().nodename().to_string_lossy())
    }

    pub fn boot() -> Option<String> {
        None
    }

    pub fn own_start() -> Option<String> {
        None
    }

    /// A process with that ID may be a later one.
    pub fn is_running(pid: i32, _: Option<&str>) -> Option<bool> {
        (test_kill_process(Pid::from_raw(pid)?) == Err(Errno::SRCH)).then_some(false)
    }
}

#[cfg(target_os = "wasi")]
mod system {
    pub use crate::ground::node::is_running;
}

#[cfg(not(any(unix, target_os = "wasi")))]
mod system {
    pub fn host() -> Option<String> {
        super::unique_name(&std::env::var("COMPUTERNAME").ok()?)
    }

    pub fn boot() -> Option<String> {
        None
    }

    pub fn own_start() -> Option<String> {
        None
    }

    pub fn is_running(_: i32, _: Option<&str>) -> Option<bool> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn is_running_until_the_process_ends() {
        let own = current().unwrap();
        assert_eq!(is_running(own.pid, own.started.as_deref()), Some(true));
        assert_eq!(is_running(own.pid, Some("another time")), Some(false), "its ID was reused");
        assert_eq!(is_running(own.pid, None), None, "it may have been reused");
        for pid in [0, i32::MAX.cast_unsigned(), u32::MAX] {
            assert_eq!(is_running(pid, None), Some(false), "{pid}");
        }
    }

    #[test]
    fn killed_process_has_ended_before_its_parent_waits() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let pid = child.id();
        assert_eq!(is_running(pid, None), None);
        child.kill().unwrap();
        // The output closes when the process ends.
        std::io::copy(child.stdout.as_mut().unwrap(), &mut std::io::sink()).unwrap();
        while is_running(pid, None).is_none() {
            std::thread::yield_now();
        }
        assert_eq!(is_running(pid, None), Some(false), "nobody has waited for it yet");
        child.wait().unwrap();
        assert_eq!(is_running(pid, None), Some(false));
    }
}
