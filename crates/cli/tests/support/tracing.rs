//! Counts, records and disturbs the system calls of the command, by `strace`.

use std::fs;
use std::process::{Command, Output};

use super::Folder;

/// The system calls that change files. Those with `?` do not exist on every machine.
const CHANGES: &str = "?rename,?renameat,renameat2,?unlink,unlinkat,?rmdir,?mkdir,mkdirat,fsync,fdatasync,ftruncate,\
                       ?link,linkat,?symlink,symlinkat,write,pwrite64,writev";
/// Those that create a file as well.
const CREATIONS: &str = "openat";

/// How a system call is disturbed.
#[derive(Clone, Copy, Debug)]
pub enum Disturbance {
    /// The process is killed instead of the call.
    Kill,
    /// The process is asked to end, as by Ctrl-C, when it makes the call.
    Interrupt,
    /// This call and all later ones fail: the disk is full.
    Full,
    /// This call alone fails.
    Failure,
}

impl Disturbance {
    /// Returns the options of `strace` for the last of some calls. It counts the calls of each name.
    fn options(self, calls: &[String]) -> Vec<String> {
        let count = |name: &String| calls.iter().filter(|call| *call == name).count();
        let Some(last) = calls.last() else { return Vec::new() };
        let number = count(last);
        match self {
            Disturbance::Kill => vec![format!("inject={last}:signal=SIGKILL:when={number}")],
            Disturbance::Interrupt => vec![format!("inject={last}:signal=SIGINT:when={number}")],
            Disturbance::Failure => vec![format!("inject={last}:error=EIO:when={number}")],
            Disturbance::Full => {
                let names = CHANGES.split(',').map(|name| name.trim_start_matches('?').to_owned());
                let names = names.filter(|name| self.is_applicable(name) && (name == last || calls.contains(name)));
                let from = |name: &String| count(name) + usize::from(name != last);
                names.map(|name| format!("inject={name}:error=ENOSPC:when={}+", from(&name))).collect()
            }
        }
    }

    /// Returns whether a call can be disturbed. A failing `write` would also take away the message; a
    /// file that cannot be written fails at its `fsync` instead.
    pub fn is_applicable(self, call: &str) -> bool {
        matches!(self, Disturbance::Kill | Disturbance::Interrupt) || !call.contains("write")
    }
}

/// Returns whether this user may trace a process. Says so if not.
pub fn can_trace() -> bool {
    let traced = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status();
    let can = traced.is_ok_and(|status| status.success());
    if !can {
        eprintln!("skipped: this needs strace, and the right to trace a process");
    }
    can
}

/// Runs the command and returns the names of its calls that change files, in order.
pub fn calls(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let output = trace(folder, arguments, &["-e".to_owned(), format!("trace={CHANGES}")]);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    recorded(folder).lines().filter_map(|line| Some(line.split_once('(')?.0.to_owned())).collect()
}

/// Runs the command with the last of some calls disturbed.
pub fn disturb(folder: &Folder, arguments: &[&str], disturbance: Disturbance, calls: &[String]) -> Output {
    let mut options = vec!["-e".to_owned(), format!("trace={CHANGES}")];
    options.extend(disturbance.options(calls).into_iter().flat_map(|option| ["-e".to_owned(), option]));
    trace(folder, arguments, &options)
}

/// Runs the command and returns its calls that create, change, rename, remove or flush files, one a
/// line, with paths in place of descriptors.
pub fn record(folder: &Folder, arguments: &[&str]) -> String {
    let options = ["-y", "-s", "0", "-e", &format!("trace={CHANGES},{CREATIONS}")].map(str::to_owned);
    let output = trace(folder, arguments, &options);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    recorded(folder)
}

fn trace(folder: &Folder, arguments: &[&str], options: &[String]) -> Output {
    let plain = folder.command(arguments);
    let mut command = Command::new("strace");
    command.args(["-qq", "-o"]).arg(folder.at("calls")).args(options);
    command.arg(plain.get_program()).args(plain.get_args()).current_dir(&folder.0);
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.output().unwrap()
}

fn recorded(folder: &Folder) -> String {
    fs::read_to_string(folder.at("calls")).unwrap()
}
